import { sql } from 'kysely'
import type { Connection } from '../platform/database/database.ts'
import { trueDate } from '../platform/trueTime.ts'
import type { Actor } from './actor.ts'
import { inView, loadActors, VIEW_OF_SESSION, type ViewJson } from './loadActor.ts'
import { earliest, SESSION_LIMITS } from './session.ts'

type SessionHolder = Pick<Actor, 'personId' | 'sessionId'>

/**
 * The people behind sockets as they are at this moment, by session: three statements for any number of them. Whose
 * session has ended, or who is not active any more, is absent.
 */
export async function presentActors(
  db: Connection,
  holders: readonly SessionHolder[],
): Promise<Map<string, Actor>> {
  const { rows } = await sql<{ id: string; personId: string; view: ViewJson | null }>`
    select s.id, s.person_id as "personId", (${sql.raw(VIEW_OF_SESSION)} s.id) as view ${openSessions(holders)}`.execute(
    db,
  )
  const actors = await loadActors(db, [...new Set(rows.map(({ personId }) => personId))])
  return new Map(
    rows.flatMap(({ id, personId, view }) => {
      const actor = actors.get(personId)
      return actor ? [[id, inView({ ...actor, sessionId: id, sessionBound: true }, view)]] : []
    }),
  )
}

/** Those whose sessions go on, as they were: one statement for any number of them. */
export async function stillSignedIn<Holder extends SessionHolder>(
  db: Connection,
  holders: readonly Holder[],
): Promise<Map<string, Holder>> {
  const { rows } = await sql<{ id: string }>`select s.id ${openSessions(holders)}`.execute(db)
  const open = new Set(rows.map(({ id }) => id))
  return new Map(holders.filter(({ sessionId }) => open.has(sessionId)).map((each) => [each.sessionId, each]))
}

/** SQL: the sessions `s` of those that have not ended (AUTH-17, SSO-22), of active people. */
function openSessions(holders: readonly SessionHolder[]) {
  const { seen, created } = earliest(SESSION_LIMITS, trueDate())
  return sql`
    from session s join person p on p.id = s.person_id and p.is_active
    where s.id = any(${[...new Set(holders.map(({ sessionId }) => sessionId))]}::uuid[])
      and s.last_seen_at > ${seen} and s.created_at > ${created} and (s.ends_at is null or s.ends_at > now())`
}
