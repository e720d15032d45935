import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { Waiting, WaitingAsked } from '../../waiting/index.ts'
import { groupsByIds } from '../core/groups.ts'
import { administersPeople } from '../policy.ts'
import type { InvitationLinks } from './links.ts'

interface Found {
  name: string
  slug: string
  count: number
  at: Date
}

/** Invitations that the actor may accept, and for who administers people those that nobody has accepted yet (NEW-04). */
export async function waitingInvitations(
  db: Connection,
  { actor, organisationId }: WaitingAsked,
  links: InvitationLinks,
): Promise<Waiting[]> {
  return [
    ...(await toAccept(db, { actor, organisationId }, links)),
    ...(await toBeAccepted(db, { actor, organisationId })),
  ]
}

/** By the e-mail of the actor's account, to which their links were mailed. */
async function toAccept(
  db: Connection,
  { actor, organisationId }: WaitingAsked,
  links: InvitationLinks,
): Promise<Waiting[]> {
  const { rows } = await sql<{ id: string; groupId: string; name: string; at: Date }>`
    select i.id, i.group_id as "groupId", o.name, i.sent_at as at
    from invitation i join organisation o on o.id = i.organisation_id and o.deleted_at is null
    where i.email = (select p.email from person p where p.id = ${actor.personId}) and i.person_id is null
      and i.group_id is not null and (${organisationId}::uuid is null or o.id = ${organisationId}::uuid)
    order by i.sent_at desc limit 20`.execute(db)
  const groups = new Map(
    (
      await groupsByIds(
        db,
        rows.map(({ groupId }) => groupId),
      )
    ).map((group) => [group.id, group]),
  )
  return rows.map(({ id, groupId, name, at }) => ({
    kind: 'INVITATION',
    title: '1 invitation to accept',
    place: name,
    path: new URL(links.mailed(id, groups.get(groupId) ?? null)).pathname,
    count: 1,
    at,
  }))
}

async function toBeAccepted(db: Connection, { actor, organisationId }: WaitingAsked): Promise<Waiting[]> {
  const all = [...new Set(actor.groups.map((group) => group.organisationId))]
  const ids = all.filter(
    (id) => administersPeople(actor, id) && (organisationId === null || id === organisationId),
  )
  if (ids.length === 0) return []
  const { rows } = await sql<Found>`
    select o.name, o.slug, count(*)::int as count, max(i.sent_at) as at
    from invitation i join organisation o on o.id = i.organisation_id
    where i.organisation_id = any(${ids}::uuid[]) and i.person_id is null
    group by o.id`.execute(db)
  return rows.map(({ name, slug, count, at }) => ({
    kind: 'INVITATION',
    title: count === 1 ? '1 invitation not accepted yet' : `${count} invitations not accepted yet`,
    place: name,
    path: `/${slug}/admin`,
    count,
    at,
  }))
}
