import { sql } from 'kysely'
import type { Connection } from '../platform/database/database.ts'
import type { Actor } from './actor.ts'
import { inView, loadActors, VIEW_OF_SESSION, type ViewJson } from './loadActor.ts'
import { earliest, SESSION_LIMITS } from './session.ts'

/**
 * The people behind sockets as they are at this moment, by session: three statements for any number of them. Whose
 * session has ended, or who is not active any more, is absent.
 */
export async function presentActors(
  db: Connection,
  holders: readonly Pick<Actor, 'personId' | 'sessionId'>[],
): Promise<Map<string, Actor>> {
  const { seen, created } = earliest(SESSION_LIMITS, new Date())
  const { rows } = await sql<{ id: string; personId: string; view: ViewJson | null }>`
    select s.id, s.person_id as "personId", (${sql.raw(VIEW_OF_SESSION)} s.id) as view from session s
    where s.id = any(${[...new Set(holders.map(({ sessionId }) => sessionId))]}::uuid[])
      and s.last_seen_at > ${seen} and s.created_at > ${created}`.execute(db)
  const actors = await loadActors(db, [...new Set(rows.map(({ personId }) => personId))])
  return new Map(
    rows.flatMap(({ id, personId, view }) => {
      const actor = actors.get(personId)
      return actor ? [[id, inView({ ...actor, sessionId: id, sessionBound: true }, view)]] : []
    }),
  )
}
