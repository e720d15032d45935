import { sql } from 'kysely'
import { formatCount } from '../../../../shared/format/number.ts'
import { organisationIdsOf } from '../../../access/actor.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { openOrganisations } from '../../organisations/index.ts'
import type { Waiting, WaitingAsked } from '../../waiting/index.ts'
import { administersPeople } from '../policy.ts'
import type { InvitationLinks } from './links.ts'

interface Found {
  /** Of the organisation. */
  id: string
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

/**
 * By the e-mail of the actor's account, to which their links were mailed; of none that may be another's (decision 115).
 */
async function toAccept(
  db: Connection,
  { actor, organisationId }: WaitingAsked,
  links: InvitationLinks,
): Promise<Waiting[]> {
  const { rows } = await sql<{ id: string; organisationId: string; at: Date }>`
    select i.id, i.organisation_id as "organisationId", i.sent_at as at
    from invitation i
    where i.email = (select p.email from person p where p.id = ${actor.personId} and not p.is_unproven) and i.person_id is null
      and i.group_id is not null
      and (${organisationId}::uuid is null or i.organisation_id = ${organisationId}::uuid)
    order by i.sent_at desc limit 20`.execute(db)
  if (rows.length === 0) return []
  const names = await namesOf(
    db,
    rows.map((row) => row.organisationId),
  )
  return rows.flatMap(({ id, organisationId: of, at }): Waiting[] => {
    const organisation = names.get(of)
    if (!organisation) return []
    const path = new URL(links.mailed(id)).pathname
    const title = '1 invitation to accept'
    return [{ kind: 'INVITATION', title, place: organisation.name, path, count: 1, at }]
  })
}

/** Organisations that are not deleted, by id. */
const namesOf = async (db: Connection, ids: readonly string[]) =>
  new Map((await openOrganisations(db, [...new Set(ids)])).map((row) => [row.id, row]))

async function toBeAccepted(db: Connection, { actor, organisationId }: WaitingAsked): Promise<Waiting[]> {
  const ids = organisationIdsOf(actor).filter(
    (id) => administersPeople(actor, id) && (organisationId === null || id === organisationId),
  )
  if (ids.length === 0) return []
  const { rows } = await sql<Found>`
    select i.organisation_id as id, count(*)::int as count, max(i.sent_at) as at
    from invitation i
    where i.organisation_id = any(${ids}::uuid[]) and i.person_id is null
    group by i.organisation_id`.execute(db)
  if (rows.length === 0) return []
  const names = await namesOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.flatMap(({ id, count, at }): Waiting[] => {
    const organisation = names.get(id)
    if (!organisation) return []
    const title = `${formatCount(count, 'invitation')} not accepted yet`
    return [
      { kind: 'INVITATION', title, place: organisation.name, path: `/${organisation.slug}/admin`, count, at },
    ]
  })
}
