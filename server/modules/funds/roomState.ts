import { sql } from 'kysely'
import type { RoomPhase } from '../../../shared/enumerations.ts'
import { tidyText } from '../../../shared/texts.ts'
import type { Actor } from '../../access/actor.ts'
import { groupReaches } from '../../access/audience.ts'
import { conflict, forbidden, notFound, requireFields } from '../../access/errors.ts'
import { tellMembers } from '../../access/heldChanges.ts'
import { reauthorise } from '../../access/reauthorise.ts'
import { roomScope } from '../../access/scopes.ts'
import type { Connection, Database, Tx } from '../../platform/database/database.ts'
import { advisoryLock, alsoLock, rowLock, withLock } from '../../platform/database/withLock.ts'
import type { Hooks } from '../../platform/hooks.ts'
import { isId } from '../../platform/ids.ts'
import { recordBy } from '../activity/index.ts'
import { archivableRooms, roomUnfrozen } from './hooks.ts'
import { maySetUpRoom, setsLegalHolds } from './policy.ts'
import { type PortfolioRow, portfolioById } from './store.ts'

/** Characters of the reason of a legal hold, or of a freezing. */
const MAX_REASON = 500

/** What may be done in a deal room as a whole, and what of it ends. */
export interface RoomStates {
  /**
   * Gives a deal room another phase (STAGE-01). It is recorded. In preparation what is in the room is there for those alone
   * who prepare it, and once it is archived for its admins, who change nothing of it (SEEING_CLOSED of access/actor.ts). It is
   * archived only while it is being closed, once its archive is verified (STAGE-11).
   * @throws NOT_FOUND for a portfolio that is not in view, FORBIDDEN without DEALROOM_ADMIN on it, CONFLICT where it can't be
   * archived yet
   */
  setPhase(actor: Actor, portfolioId: string, phase: RoomPhase): Promise<PortfolioRow>
  /**
   * The same as part of a larger change: in its transaction, for an actor who was asked in it.
   * @throws as `setPhase`
   */
  setPhaseIn(tx: Tx, actor: Actor, portfolioId: string, phase: RoomPhase): Promise<PortfolioRow>
  /**
   * Freezes a deal room, or unfreezes it, which its admins are told (STAGE-09). It is recorded. While it is frozen
   * nothing of the room is changed, whoever tries: the triggers on the tables refuse it.
   * @param reason for freezing it; may be left out
   * @throws NOT_FOUND for a portfolio that is not in view, FORBIDDEN without DEALROOM_ADMIN on it, BAD_USER_INPUT for a
   * reason of more than 500 characters
   */
  freeze(
    actor: Actor,
    portfolioId: string,
    change: { isFrozen: boolean; reason: string | null },
  ): Promise<PortfolioRow>
  /**
   * Sets a legal hold, or gives the one that is there another reason; lifts it with null (STAGE-12). It is recorded.
   * @throws NOT_FOUND for a portfolio that is not in view, FORBIDDEN without ORG_ADMIN in its organisation,
   * BAD_USER_INPUT for a blank reason and one of more than 500 characters
   */
  setLegalHold(actor: Actor, portfolioId: string, reason: string | null): Promise<PortfolioRow>
}

const NOT_YET =
  'A deal room can be archived while it is being closed, once an archive of everything in it is verified.'

/** What is wrong with a tidied reason; null for none. */
const lengthProblem = (reason: string): string | null =>
  [...reason].length > MAX_REASON ? `Please use at most ${MAX_REASON} characters.` : null

const holdProblem = (reason: string): string | null =>
  reason === '' ? 'Please enter the reason of the legal hold.' : lengthProblem(reason)

const kindOf = (was: PortfolioRow['legalHold'], reason: string | null): Uppercase<string> => {
  if (reason === null) return 'LIFT_LEGAL_HOLD'
  return was ? 'CHANGE_LEGAL_HOLD' : 'SET_LEGAL_HOLD'
}

async function writeHold(
  tx: Tx,
  actor: Actor,
  { id, organisationId }: PortfolioRow,
  reason: string | null,
): Promise<void> {
  if (reason === null) {
    await tx.deleteFrom('legal_hold').where('portfolio_id', '=', id).execute()
    return
  }
  // Since when it holds stays as it was: nothing has been removed since then.
  await sql`
    insert into legal_hold (portfolio_id, organisation_id, reason, set_by)
    values (${id}, ${organisationId}, ${reason}, ${actor.personId})
    on conflict (portfolio_id) do update set reason = excluded.reason, set_by = excluded.set_by`.execute(tx)
}

async function writePhase(
  tx: Tx,
  { personId }: Actor,
  { id, organisationId }: PortfolioRow,
  phase: RoomPhase,
): Promise<void> {
  if (phase === 'OPEN') {
    await tx.deleteFrom('room_phase').where('portfolio_id', '=', id).execute()
    return
  }
  await sql`
    insert into room_phase (portfolio_id, organisation_id, phase, set_by)
    values (${id}, ${organisationId}, ${phase}, ${personId})
    on conflict (portfolio_id) do update set phase = excluded.phase, set_by = excluded.set_by, set_at = now()`.execute(
    tx,
  )
}

/**
 * The phase as the actor is told it (STAGE-01): that a room is being closed concerns its admins alone, and its groups keep what
 * they have until it ends. In preparation the others are told that it opens later (STAGE-02).
 */
export const shownPhase = (actor: Actor, room: PortfolioRow): RoomPhase =>
  room.phase === 'CLOSING' && !maySetUpRoom(actor, roomScope(room)) ? 'OPEN' : room.phase

/** As the triggers on the tables of a room take it, shared (migration 0781). */
const freezeLock = (portfolioId: string) => advisoryLock(`room freeze ${portfolioId}`)

export function createRoomStates(db: Database, hooks: Hooks): RoomStates {
  const room = async (
    on: Connection,
    actor: Actor,
    portfolioId: string,
    may: (actor: Actor, room: PortfolioRow) => boolean,
  ): Promise<PortfolioRow> => {
    const found = isId(portfolioId) ? await portfolioById(on, actor, portfolioId) : null
    if (!found) throw notFound('Portfolio')
    if (!may(actor, found)) throw forbidden()
    return found
  }
  const mayHold = (actor: Actor, { organisationId }: PortfolioRow) => setsLegalHolds(actor, organisationId)
  const maySetUp = (actor: Actor, found: PortfolioRow) => maySetUpRoom(actor, roomScope(found))
  /** Under the lock of the room, for whoever is asked about in the same transaction. */
  const writeAndTell = async (tx: Tx, held: Actor, id: string, phase: RoomPhase): Promise<PortfolioRow> => {
    const now = await room(tx, held, id, maySetUp)
    if (now.phase === phase) return now
    if (phase === 'ARCHIVED') {
      const answers = await hooks.ask(archivableRooms, tx, { rooms: [now] })
      if (!answers.some((ids) => ids.has(id))) throw conflict(NOT_YET)
    }
    await writePhase(tx, held, now, phase)
    // Before the room is archived as well as after: whoever loses it is told, too.
    await tellMembers(tx, groupReaches(roomScope(now)))
    await recordBy(tx, held, [
      {
        kind: 'CHANGE_ROOM_PHASE',
        organisationId: now.organisationId,
        subject: { kind: 'portfolio', id },
        detail: { from: now.phase, to: phase },
      },
    ])
    return room(tx, held, id, maySetUp)
  }
  return {
    setPhase: async (actor, portfolioId, phase) => {
      const { id } = await room(db, actor, portfolioId, maySetUp)
      return withLock(db, freezeLock(id), (tx) =>
        reauthorise(tx, actor, (held) => writeAndTell(tx, held, id, phase)),
      )
    },
    setPhaseIn: async (tx, held, portfolioId, phase) => {
      const { id } = await room(tx, held, portfolioId, maySetUp)
      await alsoLock(tx, freezeLock(id))
      return writeAndTell(tx, held, id, phase)
    },
    freeze: async (actor, portfolioId, { isFrozen, reason: given }) => {
      const reason = tidyText(given ?? '')
      const { id } = await room(db, actor, portfolioId, maySetUp)
      requireFields({ reason: lengthProblem(reason) })
      return withLock(db, freezeLock(id), async (tx) => {
        const now = await reauthorise(tx, actor, async (held) => ({
          held,
          room: await room(tx, held, id, maySetUp),
        }))
        if (isFrozen === (now.room.frozenSince !== null)) return now.room
        const { organisationId } = now.room
        const by = now.held.personId
        if (isFrozen) {
          await sql`
            insert into room_freeze (portfolio_id, organisation_id, reason, frozen_by)
            values (${id}, ${organisationId}, nullif(${reason}, ''), ${by})`.execute(tx)
        } else {
          await tx.deleteFrom('room_freeze').where('portfolio_id', '=', id).execute()
          await hooks.ask(roomUnfrozen, tx, { place: roomScope(now.room), by })
        }
        await recordBy(tx, now.held, [
          {
            kind: isFrozen ? 'FREEZE_DEAL_ROOM' : 'UNFREEZE_DEAL_ROOM',
            organisationId,
            subject: { kind: 'portfolio', id },
            ...(reason !== '' && { detail: { reason } }),
          },
        ])
        return room(tx, now.held, id, maySetUp)
      })
    },
    setLegalHold: async (actor, portfolioId, given) => {
      const reason = given === null ? null : tidyText(given)
      const { id, organisationId } = await room(db, actor, portfolioId, mayHold)
      requireFields({ reason: reason === null ? null : holdProblem(reason) })
      return withLock(db, rowLock('portfolio', id), async (tx) => {
        // A deletion of the organisation looks for holds under this lock.
        await alsoLock(tx, rowLock('organisation', organisationId))
        const now = await reauthorise(tx, actor, async (held) => ({
          held,
          room: await room(tx, held, id, mayHold),
        }))
        const was = now.room.legalHold
        if (reason === null ? was === null : was?.reason === reason) return now.room
        await writeHold(tx, now.held, now.room, reason)
        await recordBy(tx, now.held, [
          {
            kind: kindOf(was, reason),
            organisationId,
            subject: { kind: 'portfolio', id },
            detail: { reason: reason ?? was?.reason },
          },
        ])
        return room(tx, now.held, id, mayHold)
      })
    },
  }
}
