import { sql } from 'kysely'
import { type Actor, isStaffOf } from '../../access/actor.ts'
import { conflict } from '../../access/errors.ts'
import { scopeOf } from '../../access/scopes.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { HookHandler } from '../../platform/hooks.ts'
import { keepRemoved, NO_PLACE, restoresRemoved } from '../removals/index.ts'

/** Deletes a checklist with all that is in it, so that it can be restored (BIN-10). */
export async function removeChecklist(tx: Tx, actor: Pick<Actor, 'personId'>, id: string): Promise<void> {
  const { rows } = await sql<{ name: string; organisationId: string; portfolioId: string; room: string }>`
    select checklist.name, portfolio.organisation_id as "organisationId", portfolio.id as "portfolioId",
      portfolio.name as room
    from checklist join portfolio on portfolio.id = checklist.portfolio_id where checklist.id = ${id}`.execute(
    tx,
  )
  const [checklist] = rows
  if (!checklist) return
  const { name, organisationId, portfolioId, room } = checklist
  await keepRemoved(tx, {
    kind: 'CHECKLIST',
    recordId: id,
    name,
    place: scopeOf({ organisationId, portfolioId }),
    placeName: room,
    personId: actor.personId,
  })
  await tx.deleteFrom('checklist').where('id', '=', id).execute()
}

/** Checklists are deleted in the back office alone, and so restored by staff. */
export const checklistRemovals: readonly HookHandler[] = restoresRemoved('CHECKLIST', {
  mayRestore: async (_db, actor, records) =>
    records.filter(({ place }) => isStaffOf(actor, place.organisationId)).map(({ id }) => id),
  restore: async (_tx, { putBack }) => {
    if (!(await putBack())) throw conflict(NO_PLACE)
  },
})
