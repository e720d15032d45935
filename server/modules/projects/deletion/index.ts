import type { Actor } from '../../../access/actor.ts'
import { badInput, conflict, forbidden, notFound } from '../../../access/errors.ts'
import { reauthorise } from '../../../access/reauthorise.ts'
import { roomScope } from '../../../access/scopes.ts'
import type { Connection, Database } from '../../../platform/database/database.ts'
import { isId } from '../../../platform/ids.ts'
import { recordBy } from '../../activity/index.ts'
import { type Funds, maySetUpRoom, type PortfolioRow } from '../../funds/index.ts'
import type { Organisations } from '../../organisations/index.ts'
import { portfoliosOfProjects } from '../core/store.ts'
import { deletesProjects, linksProjectsTo } from '../policy.ts'
import {
  chosen,
  closeProjects,
  type Found,
  type ImportRow,
  importsInto,
  type ProjectChoice,
} from './store.ts'

/** Projects that are chosen one by one, at most. */
const MAX_CHOSEN = 1000
/** Names of a deletion that are said. */
const MAX_NAMES = 5

export type { ImportRow, ProjectChoice } from './store.ts'

/** What a deletion does. */
export interface ProjectRemoval {
  count: number
  /** The first ones, by name. */
  names: string[]
  /** That hold any of them and that the actor may open, by name. */
  portfolios: PortfolioRow[]
  /** Why they can't be deleted. */
  problem: string | null
}

/** Projects are deleted by those who edit the organisation's, and its admins. */
export interface ProjectDeletion {
  /**
   * @throws NOT_FOUND for an organisation that the actor is not in and for a project that is unknown, FORBIDDEN without
   * the right, BAD_USER_INPUT for too many
   */
  removal(actor: Actor, orgSlug: string, choice: ProjectChoice): Promise<ProjectRemoval>
  /**
   * @param count that the actor has seen
   * @returns how many were deleted
   * @throws as removal, CONFLICT where there are more or fewer, BAD_USER_INPUT where a portfolio keeps them
   */
  remove(actor: Actor, orgSlug: string, choice: ProjectChoice, count: number): Promise<number>
  /** The newest first. @throws NOT_FOUND for a portfolio that is not in view, FORBIDDEN without the right to import */
  imports(actor: Actor, portfolioId: string): Promise<ImportRow[]>
}

export function createProjectDeletion(
  db: Database,
  funds: Funds,
  organisations: Organisations,
): ProjectDeletion {
  const organisationFor = async (actor: Actor, orgSlug: string): Promise<string> => {
    const organisation = await organisations.bySlug(actor, orgSlug)
    if (!organisation) throw notFound('Organisation')
    if (!deletesProjects(actor, organisation.id)) throw forbidden()
    return organisation.id
  }
  /** What holds the projects, and whether all of it lets the actor take them out. */
  const holding = async (on: Connection, actor: Actor, ids: readonly string[]) => {
    const links = await portfoliosOfProjects(on, ids)
    const open = await funds.portfoliosByIds(actor, [...new Set([...links.values()].flat())])
    const kept = open.find((each) => !linksProjectsTo(actor, each))
    return {
      portfolios: open,
      problem: kept
        ? `Only its deal room admins remove projects from ${kept.name}. Ask one of them, or an admin of the organisation.`
        : null,
    }
  }
  /** Those of a portfolio that is not in view are not counted. */
  const requireInView = async (actor: Actor, choice: ProjectChoice): Promise<void> => {
    if (!('portfolioId' in choice)) return
    const portfolio = isId(choice.portfolioId) ? await funds.portfolio(actor, choice.portfolioId) : null
    if (!portfolio) throw notFound('Portfolio')
  }
  const check = (choice: ProjectChoice, found: readonly Found[]): void => {
    if (!('ids' in choice)) return
    if (choice.ids.length > MAX_CHOSEN) throw badInput(`Please choose at most ${MAX_CHOSEN} projects.`)
    const known = new Set(found.map(({ id }) => id))
    if (choice.ids.some((id) => !known.has(id))) throw notFound('Project')
  }
  return {
    removal: async (actor, orgSlug, choice) => {
      const organisationId = await organisationFor(actor, orgSlug)
      await requireInView(actor, choice)
      const found = await chosen(db, organisationId, choice)
      check(choice, found)
      const held = await holding(
        db,
        actor,
        found.map(({ id }) => id),
      )
      return { count: found.length, names: found.slice(0, MAX_NAMES).map(({ name }) => name), ...held }
    },
    remove: async (actor, orgSlug, choice, count) => {
      const organisationId = await organisationFor(actor, orgSlug)
      await requireInView(actor, choice)
      return db.transaction().execute(async (tx) => {
        const found = await chosen(tx, organisationId, choice, true)
        const now = await reauthorise(tx, actor, (holder) => {
          if (!deletesProjects(holder, organisationId)) throw forbidden()
          return holder
        })
        check(choice, found)
        if (found.length !== count) {
          throw conflict(
            `There are now ${found.length} projects, not ${count}. Please check them and try again.`,
          )
        }
        const ids = found.map(({ id }) => id)
        const { problem } = await holding(tx, now, ids)
        if (problem !== null) throw badInput(problem)
        await closeProjects(tx, ids, actor.personId)
        await recordBy(
          tx,
          actor,
          found.map(({ id, name }) => ({
            kind: 'DELETE_PROJECT',
            organisationId,
            subject: { kind: 'project', id },
            detail: { name },
          })),
        )
        return found.length
      })
    },
    imports: async (actor, portfolioId) => {
      const portfolio = isId(portfolioId) ? await funds.portfolio(actor, portfolioId) : null
      if (!portfolio) throw notFound('Portfolio')
      if (!maySetUpRoom(actor, roomScope(portfolio))) throw forbidden()
      return importsInto(db, portfolio.id)
    },
  }
}
