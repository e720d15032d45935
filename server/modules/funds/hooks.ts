import type { RoomPhase } from '../../../shared/enumerations.ts'
import type { PermissionScope } from '../../access/actor.ts'
import type { Connection } from '../../platform/database/database.ts'
import { defineHook } from '../../platform/hooks.ts'

/**
 * A deal room was removed (DRM-19), in the transaction of its removal: for whoever keeps something that only makes
 * sense as long as it is open.
 */
export const roomClosed = defineHook<{ place: PermissionScope & { kind: 'portfolio' } }>('roomClosed')

/**
 * Asks for the kW DC of each portfolio's projects together, in the order of the ids; 0 without projects (PORT-48).
 * Whoever asks has shown that the portfolios are visible.
 */
export const projectSizes = defineHook<{ portfolioIds: readonly string[] }, number[], Connection>(
  'projectSizes',
)

/**
 * Asks which deal rooms may be archived (STAGE-11): those that are being closed of which an archive was verified since then. Their
 * ids.
 */
export const archivableRooms = defineHook<
  { rooms: readonly { id: string; phase: RoomPhase; phaseSince: Date | null }[] },
  ReadonlySet<string>,
  Connection
>('archivableRooms')

/** Somebody has unfrozen a deal room (STAGE-09), in the transaction of that: for whoever tells its admins. */
export const roomUnfrozen = defineHook<{
  place: PermissionScope & { kind: 'portfolio' }
  /** Id of the person. */
  by: string
}>('roomUnfrozen')
