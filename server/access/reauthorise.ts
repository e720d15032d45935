import { sql } from 'kysely'
import type { Connection } from '../platform/database/database.ts'
import { trueDate } from '../platform/trueTime.ts'
import type { Actor } from './actor.ts'
import { licenceRequired, unauthenticated } from './errors.ts'
import {
  type ActorRow,
  AWAITS_LICENCE,
  DELETED_FOR_STAFF,
  GROUPS_OF_PERSON,
  toActor,
  VIEW_OF_SESSION,
} from './loadActor.ts'
import { earliest, SESSION_LIMITS } from './session.ts'
import { TOKEN_OF_ID } from './tokens.ts'

/** On whose behalf a running operation continues. */
export type Holder = Pick<Actor, 'personId' | 'sessionId' | 'sessionBound'>

/**
 * Checks again whether somebody may still do what they started earlier: for a change that had to wait, for long
 * operations, and for what the product does later in a person's name. The person must be active still, the session alive where it
 * is done in one, a token good by which it was begun (TOKEN-07), and the right held: in the view that the session is in by now. What they hold comes with one statement, as for a request.
 * @param held gives what is wanted to the person as they are now, and throws where they may not have it any more
 * @throws UNAUTHENTICATED where the person was deactivated or the session has ended; FORBIDDEN while a licence
 * agreement waits for their acceptance; what `held` throws
 */
export async function reauthorise<T>(
  db: Connection,
  { personId, sessionId, sessionBound }: Holder,
  held: (now: Actor) => T | Promise<T>,
): Promise<T> {
  const { seen, created } = earliest(SESSION_LIMITS, trueDate())
  const { rows } = await sql<Omit<ActorRow, 'personId' | 'sessionId'>>`
    select p.is_super_user as "isSuperUser", ${sql.raw(AWAITS_LICENCE)} as "awaitsLicence",
      ${sql.raw(DELETED_FOR_STAFF)} as "deletedOrganisationIds", ${sql.raw(GROUPS_OF_PERSON)} as groups,
      -- Whoever changes rights in this transaction is kept with what they were (PROOF-04).
      set_config('helioroom.person', p.id::text, true),
      (${sql.raw(TOKEN_OF_ID)} nullif(${sessionId}, '')::uuid and t.person_id = p.id) as token,
      case when ${sessionBound}::boolean then (${sql.raw(VIEW_OF_SESSION)} nullif(${sessionId}, '')::uuid) end as view
    from person p
    where p.id = ${personId} and p.is_active and (not ${sessionBound}::boolean or exists (
      select from session s where s.id = nullif(${sessionId}, '')::uuid and s.person_id = p.id
        and s.last_seen_at > ${seen} and s.created_at > ${created}
        and (s.ends_at is null or s.ends_at > now())) or exists (
      select from api_token t where t.id = nullif(${sessionId}, '')::uuid and t.person_id = p.id))`.execute(
    db,
  )
  const [row] = rows
  if (!row || row.token?.isGood === false) throw unauthenticated()
  if (row.awaitsLicence) throw licenceRequired()
  return held(toActor({ ...row, personId, sessionId }, sessionBound))
}
