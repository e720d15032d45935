import type { Actor } from '../../access/actor.ts'
import { forbidden, notFound } from '../../access/errors.ts'
import type { EntityPlace } from '../../access/reach.ts'
import { reauthorise } from '../../access/reauthorise.ts'
import type { Tx } from '../../platform/database/database.ts'
import { advisoryLock, type Lock } from '../../platform/database/withLock.ts'
import { isId } from '../../platform/ids.ts'
import { recordBy, type Subject } from '../activity/index.ts'
import { type Funds, placeOfEntity } from '../funds/index.ts'
import { editsOverview } from './policy.ts'

/** Which fund entity is asked about. */
export interface EntityAt {
  kind: EntityPlace['kind']
  id: string
}

/** A fund entity that the actor may open. */
export interface OpenEntity {
  id: string
  place: EntityPlace
  /** Which of both restricted pages name (SUBP-28). */
  principals: 'ROLE' | 'GROUP'
}

/** Columns that say whose a row is. */
export interface OwnerColumns {
  organisation_id: string
  portfolio_id: string | null
  holding_company_id: string | null
}

/** Whoever changes how many pages or timelines an entity has, or their order, holds it; who changes a page, too. */
export const overviewLock = (entityId: string): Lock => advisoryLock(`overview:${entityId}`)

export const ownerOf = (place: EntityPlace): OwnerColumns => ({
  organisation_id: place.organisationId,
  portfolio_id: place.kind === 'portfolio' ? place.portfolioId : null,
  holding_company_id: place.kind === 'holdingCompany' ? place.holdingCompanyId : null,
})

/** The entity of a row with these ids. */
export const entityAt = (portfolioId: string | null, companyId: string | null): EntityAt =>
  portfolioId ? { kind: 'portfolio', id: portfolioId } : { kind: 'holdingCompany', id: companyId ?? '' }

/** The entity, if the actor may open it; null otherwise. */
export async function openEntity(
  funds: Funds,
  actor: Actor,
  { kind, id }: EntityAt,
): Promise<OpenEntity | null> {
  if (!isId(id)) return null
  const row = kind === 'portfolio' ? await funds.portfolio(actor, id) : await funds.company(actor, id)
  if (!row) return null
  return { id, place: placeOfEntity(row), principals: row.subpagePermissions }
}

/**
 * The entity, for a change of its overview.
 * @throws NOT_FOUND where the actor may not open it, FORBIDDEN without DEALROOM_ADMIN on it
 */
export async function editedEntity(funds: Funds, actor: Actor, at: EntityAt): Promise<OpenEntity> {
  const entity = await openEntity(funds, actor, at)
  if (!entity) throw notFound(at.kind === 'portfolio' ? 'Portfolio' : 'Holding company')
  if (!editsOverview(actor, entity.place)) throw forbidden()
  return entity
}

/** Asks once more under the lock of a change. @throws FORBIDDEN where the right has gone */
export const stillEdits = (tx: Tx, actor: Actor, { place }: OpenEntity): Promise<void> =>
  reauthorise(tx, actor, (now) => {
    if (!editsOverview(now, place)) throw forbidden()
  })

/** Records a change of an overview; it is told with the title of the page. */
export async function recordOfEntity(
  tx: Tx,
  actor: Actor,
  kind: Uppercase<string>,
  entity: OpenEntity,
  title: string,
): Promise<void> {
  const { organisationId } = entity.place
  await recordBy(tx, actor, [{ kind, organisationId, subject: subjectOf(entity), detail: { title } }])
}

/** What of an entity's overview is recorded of. */
export const subjectOf = ({ place, id }: OpenEntity): Subject => ({
  kind: place.kind === 'portfolio' ? 'portfolio' : 'holding_company',
  id,
})
