import { type RawBuilder, sql } from 'kysely'
import { MINUTE_MS } from '../../../../shared/durations.ts'
import type { Actor, PermissionScope } from '../../../access/actor.ts'
import type { Connection, Tx } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/ids.ts'
import { recordActivity } from '../../activity/index.ts'

/** How long a session may see a room as others do. */
const VIEW_MINUTES = 60

/** As whom a session sees an entity, or the O&M area of an organisation. */
export interface NewView {
  as: { kind: 'group' | 'person'; id: string; name: string }
  place: PermissionScope
  at: Date
}

/**
 * Puts the actor's session into a view and records it. The caller has checked that they may have it.
 * @returns its id; null where the session is in one already
 */
export async function openView(tx: Tx, actor: Actor, { as, place, at }: NewView): Promise<string | null> {
  const id = newId()
  const added = await tx
    .insertInto('session_view')
    .values({
      id,
      session_id: actor.sessionId,
      person_id: actor.personId,
      group_id: as.kind === 'group' ? as.id : null,
      as_person_id: as.kind === 'person' ? as.id : null,
      name: as.name,
      organisation_id: place.organisationId,
      portfolio_id: place.kind === 'portfolio' ? place.portfolioId : null,
      holding_company_id: place.kind === 'holdingCompany' ? place.holdingCompanyId : null,
      started_at: at,
      expires_at: new Date(at.getTime() + VIEW_MINUTES * MINUTE_MS),
    })
    .onConflict((conflict) => conflict.column('session_id').where('ended_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) return null
  await recordActivity(tx, [{ kind: 'VIEW_AS_START', ...entryOf({ ...rowOf(actor, as, place), id }), at }])
  return id
}

interface ViewRow {
  id: string
  personId: string
  sessionId: string
  organisationId: string
  portfolioId: string | null
  holdingCompanyId: string | null
  groupId: string | null
  asPersonId: string | null
  name: string
}

const rowOf = (actor: Actor, as: NewView['as'], place: PermissionScope): Omit<ViewRow, 'id'> => ({
  personId: actor.personId,
  sessionId: actor.sessionId,
  organisationId: place.organisationId,
  portfolioId: place.kind === 'portfolio' ? place.portfolioId : null,
  holdingCompanyId: place.kind === 'holdingCompany' ? place.holdingCompanyId : null,
  groupId: as.kind === 'group' ? as.id : null,
  asPersonId: as.kind === 'person' ? as.id : null,
  name: as.name,
})

const entryOf = ({ id, personId, sessionId, organisationId, ...detail }: ViewRow) => ({
  personId,
  sessionId,
  organisationId,
  subject: { kind: 'session_view', id },
  detail: Object.fromEntries(Object.entries(detail).filter(([, value]) => value !== null)),
})

/** Ends the open views of which the condition on `v` is true, and records it. */
async function endViews(tx: Connection, condition: RawBuilder<unknown>, at: Date): Promise<void> {
  const { rows } = await sql<ViewRow & { endedAt: Date }>`
    update session_view v set ended_at = least(${at}::timestamptz, v.expires_at)
    where v.ended_at is null and ${condition}
    returning v.id, v.person_id as "personId", v.session_id as "sessionId",
      v.organisation_id as "organisationId", v.portfolio_id as "portfolioId",
      v.holding_company_id as "holdingCompanyId", v.group_id as "groupId", v.as_person_id as "asPersonId", v.name,
      v.ended_at as "endedAt"`.execute(tx)
  await recordActivity(
    tx,
    rows.map(({ endedAt, ...row }) => ({ kind: 'VIEW_AS_END', ...entryOf(row), at: endedAt })),
  )
}

/** Ends the view that a session is in; nothing happens without one. */
export const endViewOf = (tx: Tx, sessionId: string, at: Date): Promise<void> =>
  endViews(tx, sql`v.session_id = ${sessionId}`, at)

/** Ends a view whose right is lost, or of which nothing is left to see. */
export const endView = (tx: Tx, id: string, at: Date): Promise<void> => endViews(tx, sql`v.id = ${id}`, at)

/** Ends the views whose time is over or whose session is. */
export const sweepViews = (tx: Tx, at: Date): Promise<void> =>
  endViews(
    tx,
    sql`(v.expires_at <= ${at} or not exists (select from session s where s.id = v.session_id))`,
    at,
  )
