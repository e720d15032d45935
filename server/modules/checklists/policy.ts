import { type Actor, holds, type PermissionScope } from '../../access/actor.ts'

/**
 * Whether the actor changes status, assignee and link of a portfolio's items (CHK-39). Whoever sees the portfolio opens
 * its checklists and comments.
 */
export const maySetItems = (actor: Actor, place: PermissionScope & { kind: 'portfolio' }): boolean =>
  holds(actor, 'CHECKLISTS_ADMIN', place)

/** Whether the actor sees the portfolio's projects without its checklist. */
export const seesProjects = (actor: Actor, place: PermissionScope & { kind: 'portfolio' }): boolean =>
  holds(actor, 'PROJECTS_VIEW', place)
