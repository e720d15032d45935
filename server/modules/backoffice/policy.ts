import type { Actor } from '../../access/actor.ts'

/** Whether the actor keeps the records of the deployment: its staff alone (BO-01). */
export const keepsRecords = (actor: Actor): boolean => actor.isSuperUser
