import type { RoomPhase } from '../../../shared/enumerations.ts'
import { type Actor, holds } from '../../access/actor.ts'
import { badInput, conflict, forbidden, notFound } from '../../access/errors.ts'
import { recordOfAccess } from '../../access/past.ts'
import { reauthorise } from '../../access/reauthorise.ts'
import { roomScope } from '../../access/scopes.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { alsoLock, rowLock, rowsLock, withLock } from '../../platform/database/withLock.ts'
import { isId, newId } from '../../platform/ids.ts'
import { dropJob } from '../../platform/jobs/index.ts'
import { type Funds, maySetUpRoom, type PortfolioRow } from '../funds/index.ts'
import type { Memberships } from '../memberships/index.ts'
import { requireTurn } from './archiveDoor.ts'
import { ARCHIVE_QUEUE, archiveJob } from './archiving.ts'
import { beginProof, jobKey } from './beginning.ts'
import { makesArchives, type Part, type Room } from './policy.ts'
import { cancelProof, roomsToArchive, scheduledArchives } from './store.ts'

export interface ClosingInput {
  portfolioId: string
  /** Whose access ends. */
  groupIds: readonly string[]
  /** When it does; null for now. */
  endsAt: Date | null
  /** Whether an archive of everything is made then. */
  withArchive: boolean
}

/** How deal rooms are closed (STAGE-11). */
export interface Closing {
  /**
   * Begins to close a room, all of it or nothing: gives it the phase CLOSING, ends the access of the groups at the moment, and
   * has an archive of everything made then, with former versions. What ends before that moment is left as it is. An archive that waits for the moment of an earlier
   * closing is cancelled. It is recorded.
   * @throws NOT_FOUND for a room that is not in view and a group that does not list it, FORBIDDEN without DEALROOM_ADMIN on
   * it, and with an archive without ORG_ADMIN; BAD_USER_INPUT for a group that has access to all rooms, for those by which the actor administers the
   * room, and more than 200; CONFLICT where the room is archived, and for a fourth archive in the making
   */
  close(actor: Actor, input: ClosingInput): Promise<PortfolioRow>
  /**
   * The phases that the actor is offered for each room, in their order: ARCHIVED only while it is being closed, once an
   * archive of everything that was made since then has been verified. None for whoever may not change the phase.
   */
  offered(actor: Actor, rooms: readonly PortfolioRow[]): Promise<RoomPhase[][]>
}

/** Groups whose access ends with one request. */
const MAX_GROUPS = 200

const TOO_MANY = `Please choose at most ${MAX_GROUPS} groups at a time. When the access of others ends is set under End of access.`
const OWN_GROUP =
  'You administer this deal room by a group that you have chosen, and would lose it yourself. Please leave that group out.'
const IS_ARCHIVED = 'This room is archived. Please give it another phase first.'

interface Deps {
  db: Database
  funds: Pick<Funds, 'portfolio' | 'roomStates'>
  accessEnds: Memberships['accessEnds']
  /** What the actor knows whole in a room. */
  partsKnown: (actor: Actor, room: Room) => Part[]
}

/** @throws FORBIDDEN, BAD_USER_INPUT, CONFLICT */
function requireClosing(actor: Actor, row: PortfolioRow, { groupIds, withArchive }: ClosingInput): void {
  const room = roomScope(row)
  if (!maySetUpRoom(actor, room) || (withArchive && !makesArchives(actor, room, null))) throw forbidden()
  if (row.phase === 'ARCHIVED') throw conflict(IS_ARCHIVED)
  if (groupIds.length > MAX_GROUPS) throw badInput(TOO_MANY, { groupIds: TOO_MANY })
  const others = { ...actor, groups: actor.groups.filter(({ id }) => !groupIds.includes(id)) }
  if (!holds(others, 'DEALROOM_ADMIN', room)) throw badInput(OWN_GROUP, { groupIds: OWN_GROUP })
}

export function createClosing({ db, funds, accessEnds, partsKnown }: Deps): Closing {
  const archiveAt = async (tx: Tx, held: Actor, room: Room, endsAt: Date | null): Promise<void> => {
    const { since, now } = await recordOfAccess(tx)
    const present = new Date(Math.max(new Date(now).getTime(), since.getTime() + 1))
    const isLater = endsAt !== null && endsAt > present
    // One that is made now takes its turn with the others of the person; of those to come a room has one.
    if (!isLater) {
      await alsoLock(tx, rowLock('person', held.personId))
      await requireTurn(tx, held)
    }
    for (const earlier of await scheduledArchives(tx, room.portfolioId)) {
      await cancelProof(tx, earlier)
      await dropJob(tx, jobKey(earlier))
    }
    const id = newId()
    await beginProof(tx, held, room, {
      id,
      kind: 'ARCHIVE',
      groupId: null,
      groupName: null,
      from: since,
      to: isLater ? endsAt : present,
      covers: partsKnown(held, room),
      withVersions: true,
      detail: { archive: id, withVersions: true },
      job: archiveJob,
      queue: ARCHIVE_QUEUE,
      ...(isLater && { runAt: endsAt }),
    })
  }
  const rowFor = async (actor: Actor, portfolioId: string): Promise<PortfolioRow> => {
    const row = isId(portfolioId) ? await funds.portfolio(actor, portfolioId) : null
    if (!row) throw notFound('Portfolio')
    return row
  }
  return {
    close: async (actor, input) => {
      const { portfolioId, groupIds, endsAt, withArchive } = input
      requireClosing(actor, await rowFor(actor, portfolioId), input)
      const work = (tx: Tx): Promise<PortfolioRow> =>
        reauthorise(tx, actor, async (held) => {
          const row = await funds.roomStates.setPhaseIn(tx, held, portfolioId, 'CLOSING')
          requireClosing(held, row, input)
          await accessEnds.endIn(tx, held, row, { groupIds, endsAt: endsAt ?? new Date(0) })
          if (withArchive) await archiveAt(tx, held, roomScope(row), endsAt)
          return row
        })
      return withLock(db, rowsLock('user_group', groupIds.filter(isId)), work)
    },
    offered: async (actor, rows) => {
      const mine = rows.filter((row) => maySetUpRoom(actor, roomScope(row)))
      const verified = await roomsToArchive(db, mine)
      return rows.map((row) => {
        if (!maySetUpRoom(actor, roomScope(row))) return []
        const isOffered = row.phase === 'ARCHIVED' || verified.has(row.id)
        return ['PREPARATION', 'OPEN', 'CLOSING', ...(isOffered ? (['ARCHIVED'] as const) : [])]
      })
    },
  }
}
