import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { earliest, type SessionLimits } from '../../access/session.ts'
import { pageOf } from '../../contracts/pages.ts'
import type { Database } from '../../platform/database/database.ts'
import { isId } from '../../platform/ids.ts'
import { endSessionsOf, recordSignOuts } from './sessions.ts'

/** A browser in which a person is signed in. */
export interface SessionInfo {
  id: string
  /** Browser and system in words; null where they are not known. */
  device: string | null
  createdAt: Date
  /** To the minute. */
  lastSeenAt: Date
  isCurrent: boolean
}

/** A person's own sessions. An ended session is refused everywhere: calls, file addresses, sockets. */
export interface SessionList {
  /** The current one first, then by last use. @throws BAD_USER_INPUT as pageOf */
  of(actor: Actor, page: { limit?: number | null; offset?: number | null }): Promise<SessionInfo[]>
  /** Ends one of them; nothing happens for one that has ended already, or is another person's. */
  end(actor: Actor, id: string): Promise<void>
  endOthers(actor: Actor): Promise<void>
}

export interface SessionListDeps {
  db: Database
  limits: SessionLimits
  now: () => Date
}

export const createSessionList = ({ db, limits, now }: SessionListDeps): SessionList => {
  return {
    of: async ({ personId, sessionId }, page) => {
      const { limit, offset } = pageOf(page)
      const { seen, created } = earliest(limits, now())
      const { rows } = await sql<SessionInfo>`
        select id, device, created_at as "createdAt", last_seen_at as "lastSeenAt", id = ${sessionId} as "isCurrent"
        from session
        where person_id = ${personId} and last_seen_at > ${seen} and created_at > ${created}
          and (ends_at is null or ends_at > ${now()})
        order by "isCurrent" desc, last_seen_at desc, id limit ${limit} offset ${offset}`.execute(db)
      return rows
    },
    end: async ({ personId }, id) => {
      if (!isId(id)) return
      await db.transaction().execute(async (tx) => {
        const ended = await tx
          .deleteFrom('session')
          .where('id', '=', id)
          .where('person_id', '=', personId)
          .returning('id')
          .execute()
        await recordSignOuts(tx, personId, ended, now())
      })
    },
    endOthers: async ({ personId, sessionId }) => {
      await db.transaction().execute((tx) => endSessionsOf(tx, personId, sessionId))
    },
  }
}
