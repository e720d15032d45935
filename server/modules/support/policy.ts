import type { Actor } from '../../access/actor.ts'

/** Whether the actor sees what others ask for: staff of the deployment alone (BO-01, BO-33). */
export const seesTickets = (actor: Actor): boolean => actor.isSuperUser
