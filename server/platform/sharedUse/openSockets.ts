import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { advisoryLock, withLock } from '../database/withLock.ts'
import { newId } from '../ids.ts'

/** A topic that somebody follows; a page that waits for the end of its session. Places are counted for each by itself. */
export type SocketKind = 'topic' | 'page'

/** Open sockets of people at all processes that have this database. */
export interface OpenSockets {
  /** @returns the id of a place for a socket of the person; null where they have as many of the kind as they may */
  take(personId: string, kind: SocketKind): Promise<string | null>
  leave(id: string): Promise<void>
  /** Says that the sockets of this process are open still; those of one that died count no more after a while. */
  stay(): Promise<void>
}

/** Seconds after which sockets of a process that has not said that they are open count no more. */
const LOST_S = 90

export function createOpenSockets(db: Database, most: number): OpenSockets {
  const process = newId()
  return {
    // One after the other for each person, so that two servers can't both give the last place.
    take: (personId, kind) =>
      withLock(db, advisoryLock(`sockets:${personId}`), async (tx) => {
        const { rows } = await sql<{ id: string }>`
          insert into open_socket (id, person_id, process, kind)
          select ${newId()}::uuid, ${personId}::uuid, ${process}::uuid, ${kind}::text
          where (select count(*) from open_socket
            where person_id = ${personId} and kind = ${kind} and seen_at > now() - make_interval(secs => ${LOST_S})) < ${most}
          returning id`.execute(tx)
        return rows[0]?.id ?? null
      }),
    leave: async (id) => {
      await sql`delete from open_socket where id = ${id}`.execute(db)
    },
    stay: async () => {
      await sql`update open_socket set seen_at = now() where process = ${process}`.execute(db)
      await sql`
        delete from open_socket where seen_at < now() - make_interval(secs => ${LOST_S})`.execute(db)
    },
  }
}
