import { type Actor, holds, type PermissionScope } from '../../access/actor.ts'

export type Room = PermissionScope & { kind: 'portfolio' }

/** What a certificate may tell of. */
export type Part = 'DOCUMENTS' | 'REPORTS' | 'QUESTIONS'

/** Whether the actor asks for certificates of a room, and lists them. */
export const makesProofs = (actor: Actor, room: Room): boolean => holds(actor, 'DEALROOM_ADMIN', room)

/** Whether the actor may have what tells of these parts: who knows each of them whole (PROOF-07). */
export const mayHave = (known: readonly Part[], covers: readonly Part[]): boolean =>
  covers.every((part) => known.includes(part))
