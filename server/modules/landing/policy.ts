import type { Permission } from '../../../shared/permissions.ts'
import { type Actor, holds } from '../../access/actor.ts'
import { scopeOf } from '../../access/scopes.ts'

/** Whether the deal rooms of an organisation in which the actor has these permissions are listed (LAND-11, LAND-13). */
export const listsDealRooms = (anywhere: readonly Permission[]): boolean => anywhere.includes('DEALROOM_VIEW')

/** Whether the projects of a portfolio that the actor may open count among the acquired ones (HOME-03). */
export const countsProjects = (actor: Actor, organisationId: string, portfolioId: string): boolean =>
  holds(actor, 'PROJECTS_VIEW', scopeOf({ organisationId, portfolioId }))
