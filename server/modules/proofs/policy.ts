import { type Actor, holds, type PermissionScope } from '../../access/actor.ts'

export type Room = PermissionScope & { kind: 'portfolio' }

/** What a certificate may tell of. */
export type Part = 'DOCUMENTS' | 'REPORTS' | 'QUESTIONS'

/** Whether the actor asks for certificates of a room, and lists them. */
export const makesProofs = (actor: Actor, room: Room): boolean => holds(actor, 'DEALROOM_ADMIN', room)

/** Whether the actor makes and takes archives of a room: of everything only with all of the organisation (ARCH-01). */
export const makesArchives = (actor: Actor, room: Room, groupId: string | null): boolean =>
  makesProofs(actor, room) &&
  (groupId !== null ||
    holds(actor, 'ORG_ADMIN', { kind: 'organisation', organisationId: room.organisationId }))

/** Whether the actor may have what tells of these parts: who knows each of them whole (PROOF-07). */
export const mayHave = (known: readonly Part[], covers: readonly Part[]): boolean =>
  covers.every((part) => known.includes(part))
