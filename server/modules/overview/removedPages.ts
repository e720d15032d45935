import { sql } from 'kysely'
import { OVERVIEW_LIMITS } from '../../../shared/overviewRules.ts'
import type { Actor } from '../../access/actor.ts'
import { conflict } from '../../access/errors.ts'
import { entityScope } from '../../access/scopes.ts'
import type { Connection, Tx } from '../../platform/database/database.ts'
import { alsoLock } from '../../platform/database/withLock.ts'
import type { HookHandler } from '../../platform/hooks.ts'
import type { Funds } from '../funds/index.ts'
import { keepRemoved, NO_PLACE, type RemovedRecord, restoresRemoved } from '../removals/index.ts'
import { type EntityAt, openEntity, overviewLock } from './entities.ts'
import { deletePage, pagesOf, type SubpageRow } from './pageStore.ts'
import { editsOverview } from './policy.ts'

/** Deletes a page so that it can be restored (BIN-10). The caller holds the lock of its entity. */
export async function removePage(
  tx: Tx,
  actor: Pick<Actor, 'personId'>,
  { id, title, portfolioId, companyId }: SubpageRow,
): Promise<void> {
  const { rows } = await sql<{ organisationId: string; name: string }>`
    select organisation_id as "organisationId", name from portfolio where id = ${portfolioId}
    union all
    select organisation_id, name from holding_company where id = ${companyId}`.execute(tx)
  const [owner] = rows
  if (owner) {
    const { organisationId } = owner
    const place = entityScope({ organisationId, portfolioId, companyId })
    await keepRemoved(tx, {
      kind: 'PAGE',
      recordId: id,
      name: title,
      place,
      placeName: owner.name,
      personId: actor.personId,
    })
  }
  await deletePage(tx, id)
}

const entityOf = ({ place }: RemovedRecord): EntityAt => {
  if (place.kind === 'portfolio') return { kind: 'portfolio', id: place.portfolioId }
  return { kind: 'holdingCompany', id: place.kind === 'holdingCompany' ? place.holdingCompanyId : '' }
}

/** Pages are restored by who edits them: an entity is opened once for all of its pages. */
async function restorable(funds: Funds, actor: Actor, records: readonly RemovedRecord[]): Promise<string[]> {
  const ids: string[] = []
  for (const ofEntity of Map.groupBy(records, (record) => entityOf(record).id).values()) {
    const [first] = ofEntity
    const entity = first && (await openEntity(funds, actor, entityOf(first)))
    if (entity && editsOverview(actor, entity.place)) ids.push(...ofEntity.map(({ id }) => id))
  }
  return ids
}

export const pageRemovals = (funds: Funds): readonly HookHandler[] =>
  restoresRemoved('PAGE', {
    mayRestore: (_db: Connection, actor, records) => restorable(funds, actor, records),
    restore: async (tx, { record, putBack }) => {
      const { id } = entityOf(record)
      await alsoLock(tx, overviewLock(id))
      if ((await pagesOf(tx, [id])).length >= OVERVIEW_LIMITS.pages) {
        throw conflict(`There are ${OVERVIEW_LIMITS.pages} pages already. Please delete one first.`)
      }
      if (!(await putBack())) throw conflict(NO_PLACE)
    },
  })
