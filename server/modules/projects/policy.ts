import type { DealStatus } from '../../../shared/enumerations.ts'
import { type Actor, holds, permissionsAnywhere } from '../../access/actor.ts'
import { roomScope } from '../../access/scopes.ts'

/** A portfolio that the actor may open. */
export interface OpenPortfolio {
  id: string
  organisationId: string
  name: string
  slug: string
  status: DealStatus
}

/** Whether the actor sees the projects of the whole organisation, those in no portfolio among them (PROJ-29). */
export const seesAllProjects = (actor: Actor, organisationId: string): boolean =>
  holds(actor, 'PROJECTS_VIEW', { kind: 'organisation', organisationId })

/** Whether the actor sees the projects of a portfolio that they may open (PROJ-29). */
export const seesProjectsOf = (
  actor: Actor,
  { id, organisationId }: Pick<OpenPortfolio, 'id' | 'organisationId'>,
): boolean => holds(actor, 'PROJECTS_VIEW', roomScope({ id, organisationId }))

/** Whether the page of an organisation's projects is open to the actor (PROJ-28). */
export const opensProjects = (actor: Actor, organisationId: string): boolean =>
  permissionsAnywhere(actor, organisationId).includes('PROJECTS_VIEW')

/** Whether the actor creates and changes an organisation's projects (PFORM-05). */
export const editsProjects = (actor: Actor, organisationId: string): boolean =>
  holds(actor, 'PROJECTS_ADMIN', { kind: 'organisation', organisationId })

/** Whether the actor deletes an organisation's projects (BO-03). */
export const deletesProjects = (actor: Actor, organisationId: string): boolean =>
  editsProjects(actor, organisationId) ||
  (linksAllPortfolios(actor, organisationId) && seesAllProjects(actor, organisationId))

/** Whether the actor puts projects into a portfolio that they may open, and takes them out of it (PFORM-09). */
export const linksProjectsTo = (
  actor: Actor,
  { id, organisationId }: Pick<OpenPortfolio, 'id' | 'organisationId'>,
): boolean => holds(actor, 'DEALROOM_ADMIN', roomScope({ id, organisationId }))

/** Whether the actor may choose among all portfolios of an organisation. */
export const linksAllPortfolios = (actor: Actor, organisationId: string): boolean =>
  holds(actor, 'ORG_ADMIN', { kind: 'organisation', organisationId })

/** Whether the actor moves a project on the map, and gives it layers (MAP-05). @param holding portfolios that they may open */
export const movesProject = (
  actor: Actor,
  organisationId: string,
  holding: readonly Pick<OpenPortfolio, 'id' | 'organisationId'>[],
): boolean =>
  editsProjects(actor, organisationId) ||
  holding.some(({ id }) => holds(actor, 'PROJECTS_ADMIN', roomScope({ id, organisationId })))
