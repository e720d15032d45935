import { NO_MODEL, NO_OFFTAKER, NO_PORTFOLIO } from '../../../../shared/project/rules.ts'
import { type Contract, NOTHING_KNOWN } from '../../../../shared/project/values.ts'
import type { Actor } from '../../../access/actor.ts'
import { badInput, forbidden, notFound } from '../../../access/errors.ts'
import { reauthorise } from '../../../access/reauthorise.ts'
import { assertRevision } from '../../../contracts/revisions.ts'
import type { Connection, Database, Tx } from '../../../platform/database/database.ts'
import { rowLock, withLock } from '../../../platform/database/withLock.ts'
import { isId } from '../../../platform/ids.ts'
import { recordBy } from '../../activity/index.ts'
import type { Funds, PortfolioRow } from '../../funds/index.ts'
import type { Organisations } from '../../organisations/index.ts'
import type { ProjectRow } from '../core/fields.ts'
import { type EquipmentRow, type ModelRow, type OfftakerRow, partsOf } from '../core/parts.ts'
import { portfoliosOfProjects, projectById } from '../core/store.ts'
import {
  insertProjects,
  linkPortfolios,
  replaceContracts,
  replaceEquipment,
  replaceOfftakers,
  unlinkPortfolios,
  updateProjects,
} from '../core/writing.ts'
import { editsProjects, linksAllPortfolios, linksProjectsTo, seesProjectsOf } from '../policy.ts'
import { knownAmong, type LookupQuery, modelsOf, offtakersOf } from './choices.ts'
import type { ProjectInput } from './input.ts'
import { contractsOf, listProblems, type Problems, valuesOf } from './values.ts'

/** Which portfolios of a project somebody may change. */
interface PortfolioChoice {
  canEditPortfolios: boolean
  /** By name. */
  portfolioChoices: PortfolioRow[]
}

/** A project as the form begins with it. */
export interface SavedForm extends ProjectRow, PortfolioChoice {
  ppaContracts: Contract[]
  panels: EquipmentRow[]
  inverters: EquipmentRow[]
  offtakers: OfftakerRow[]
  /** Those that the actor may open, by name. */
  portfolios: PortfolioRow[]
}

/** What the form of a new project begins with. */
export interface BlankForm extends PortfolioChoice {
  /** From which it is created. */
  portfolio: PortfolioRow | null
}

/** Projects as the form creates and changes them; for PROJECTS_ADMIN on the organisation (PFORM-05). */
export interface ProjectForms {
  /** @throws NOT_FOUND for a project that is unknown, and without the right */
  saved(actor: Actor, projectId: string): Promise<SavedForm>
  /** @throws NOT_FOUND for an organisation or a portfolio that is not in view, and without the right */
  blank(actor: Actor, orgSlug: string, portfolioId: string | null): Promise<BlankForm>
  /**
   * By manufacturer and model number; of all organisations of the actor's without one.
   * @throws NOT_FOUND for an organisation that the actor is not in, FORBIDDEN without the right
   */
  models(actor: Actor, kind: ModelRow['kind'], lookup: LookupArguments): Promise<ModelRow[]>
  /** By name. @throws as models */
  offtakers(actor: Actor, lookup: LookupArguments): Promise<OfftakerRow[]>
  /** @returns its id. @throws NOT_FOUND and FORBIDDEN as models, BAD_USER_INPUT with the fields */
  create(actor: Actor, orgSlug: string, input: ProjectInput): Promise<string>
  /**
   * @throws NOT_FOUND for a project that is not in view, and without the right, BAD_USER_INPUT with the fields, CONFLICT
   */
  update(actor: Actor, change: ProjectChange): Promise<void>
}

/** What is saved of a project. */
export interface ProjectChange {
  orgSlug: string
  projectId: string
  input: ProjectInput
  /** Of the project that the actor has seen; null overwrites whatever stands. */
  revision: number | null
}

interface LookupArguments {
  orgSlug: string | null
  search: string | null
  limit: number
}

export function createProjectForms(db: Database, funds: Funds, organisations: Organisations): ProjectForms {
  const editedIn = async (actor: Actor, orgSlug: string): Promise<string> => {
    const organisation = await organisations.bySlug(actor, orgSlug)
    if (!organisation) throw notFound('Organisation')
    if (!editsProjects(actor, organisation.id)) throw forbidden()
    return organisation.id
  }
  /** Organisations whose projects the actor may edit: the one that is named, or all of theirs. */
  const organisationIds = async (actor: Actor, orgSlug: string | null): Promise<string[] | null> => {
    if (orgSlug !== null) return [await editedIn(actor, orgSlug)]
    if (actor.isSuperUser) return null
    const mine = (await organisations.joined(actor))
      .map(({ id }) => id)
      .filter((id) => editsProjects(actor, id))
    if (mine.length === 0) throw forbidden()
    return mine
  }
  const lookupQuery = async (
    actor: Actor,
    { orgSlug, search, limit }: LookupArguments,
  ): Promise<LookupQuery> => ({
    organisationIds: await organisationIds(actor, orgSlug),
    search,
    limit,
  })
  const saved = async (on: Connection, actor: Actor, id: string): Promise<ProjectRow> => {
    const project = isId(id) ? await projectById(on, id) : null
    if (!project || !editsProjects(actor, project.organisationId)) throw notFound('Project')
    return project
  }
  const openIn = (actor: Actor, organisationId: string): Promise<PortfolioRow[]> =>
    funds.portfolios(actor, { organisationId })
  const heldBy = async (
    on: Connection,
    projectId: string,
    open: readonly PortfolioRow[],
  ): Promise<PortfolioRow[]> => {
    const links = (await portfoliosOfProjects(on, [projectId])).get(projectId) ?? []
    return open.filter(({ id }) => links.includes(id))
  }
  const choiceOf = (
    actor: Actor,
    organisationId: string,
    open: readonly PortfolioRow[],
    held: readonly PortfolioRow[],
  ): PortfolioChoice => {
    const choices = open.filter((each) => linksProjectsTo(actor, each))
    const mayAll = linksAllPortfolios(actor, organisationId)
    // PFORM-09
    const canEdit = mayAll || (choices.length > 0 && held.every((each) => linksProjectsTo(actor, each)))
    return { canEditPortfolios: canEdit, portfolioChoices: canEdit ? choices : [] }
  }
  const recordChange = (tx: Tx, actor: Actor, kind: Uppercase<string>, organisationId: string, id: string) =>
    recordBy(tx, actor, [{ kind, organisationId, subject: { kind: 'project', id } }])

  return {
    saved: async (actor, projectId) => {
      const project = await saved(db, actor, projectId)
      const open = await openIn(actor, project.organisationId)
      const portfolios = await heldBy(db, project.id, open)
      const [parts] = await partsOf(db, [project.id])
      return {
        ...project,
        ppaContracts: parts?.contracts ?? [],
        panels: parts?.panels ?? [],
        inverters: parts?.inverters ?? [],
        offtakers: parts?.offtakers ?? [],
        portfolios,
        ...choiceOf(actor, project.organisationId, open, portfolios),
      }
    },
    blank: async (actor, orgSlug, portfolioId) => {
      const organisation = await organisations.bySlug(actor, orgSlug)
      if (!organisation || !editsProjects(actor, organisation.id)) throw notFound('Organisation')
      const open = await openIn(actor, organisation.id)
      if (portfolioId === null) return { portfolio: null, ...choiceOf(actor, organisation.id, open, []) }
      const portfolio = open.find(({ id }) => id === portfolioId)
      if (!portfolio) throw notFound('Portfolio')
      // PFORM-07
      return { portfolio, canEditPortfolios: false, portfolioChoices: [] }
    },
    models: async (actor, kind, lookup) => modelsOf(db, kind, await lookupQuery(actor, lookup)),
    offtakers: async (actor, lookup) => offtakersOf(db, await lookupQuery(actor, lookup)),
    create: async (actor, orgSlug, input) => {
      const organisationId = await editedIn(actor, orgSlug)
      return db.transaction().execute(async (tx) => {
        const now = await reauthorise(tx, actor, async (holder) => {
          await organisationIds(holder, orgSlug)
          return holder
        })
        const { values, problems } = valuesOf(input, { ...NOTHING_KNOWN, name: '' })
        const open = await openIn(now, organisationId)
        const chosen = (input.portfolios ?? []).map(({ id }) => id)
        // One deal room in which the actor sees projects may be that from which the project is created.
        const isFromRoom = chosen.length === 1
        await refuse(tx, organisationId, input, {
          ...problems,
          ...portfolioProblems(open, chosen, (each) =>
            isFromRoom ? seesProjectsOf(now, each) || linksProjectsTo(now, each) : linksProjectsTo(now, each),
          ),
        })
        const [id = ''] = await insertProjects(tx, [
          {
            ...values,
            organisationId,
            portfolioIds: [...new Set(chosen)],
            contracts: contractsOf(input) ?? [],
            equipment: [...(input.panels ?? []), ...(input.inverters ?? [])],
            offtakerIds: (input.offtakers ?? []).map((each) => each.id),
            savedBy: actor.personId,
          },
        ])
        await recordChange(tx, actor, 'CREATE_PROJECT', organisationId, id)
        return id
      })
    },
    update: async (actor, { orgSlug, projectId, input, revision }) => {
      const { id, organisationId } = await saved(db, actor, projectId)
      if ((await organisations.bySlug(actor, orgSlug))?.id !== organisationId) throw notFound('Project')
      await withLock(db, rowLock('project', id), async (tx) => {
        const now = await reauthorise(tx, actor, async (holder) => ({
          holder,
          project: await saved(tx, holder, id),
        }))
        assertRevision({
          of: 'project',
          known: revision,
          now: now.project.revision,
          what: 'this project',
          newer: null,
        })
        const { values, problems } = valuesOf(input, now.project)
        const open = await openIn(now.holder, organisationId)
        const held = (await heldBy(tx, id, open)).map((each) => each.id)
        const chosen = input.portfolios?.map((each) => each.id) ?? held
        await refuse(tx, organisationId, input, {
          ...problems,
          ...portfolioProblems(
            open,
            chosen,
            (each) => held.includes(each.id) || linksProjectsTo(now.holder, each),
          ),
          ...removalProblem(
            open.filter((each) => held.includes(each.id) && !chosen.includes(each.id)),
            now.holder,
          ),
        })
        await updateProjects(tx, [{ ...values, id }], actor.personId)
        const contracts = contractsOf(input)
        if (contracts) await replaceContracts(tx, new Map([[id, contracts]]))
        if (input.panels) await replaceEquipment(tx, id, 'PANEL', input.panels)
        if (input.inverters) await replaceEquipment(tx, id, 'INVERTER', input.inverters)
        if (input.offtakers) {
          await replaceOfftakers(tx, new Map([[id, input.offtakers.map((each) => each.id)]]))
        }
        const linkTo = (portfolioId: string) => ({ portfolioId, projectId: id })
        // Portfolios that the actor may not open are not in `held`, and stay.
        await unlinkPortfolios(tx, held.filter((each) => !chosen.includes(each)).map(linkTo))
        await linkPortfolios(tx, chosen.filter((each) => !held.includes(each)).map(linkTo))
        await recordChange(tx, actor, 'UPDATE_PROJECT', organisationId, id)
      })
    },
  }
}

/** What is wrong with the portfolios of an input: unknown and invisible ones alike (API-006), and those not to be changed. */
function portfolioProblems(
  open: readonly PortfolioRow[],
  chosen: readonly string[],
  mayLink: (portfolio: PortfolioRow) => boolean,
): Problems {
  return Object.fromEntries(
    chosen.flatMap((id, at) => {
      const portfolio = open.find((each) => each.id === id)
      if (portfolio && mayLink(portfolio)) return []
      return [[`portfolios.${at}.id`, portfolio ? NOT_YOURS : NO_PORTFOLIO]]
    }),
  )
}

const NOT_YOURS = 'Only its deal room admins add projects to this portfolio.'

function removalProblem(removed: readonly PortfolioRow[], actor: Actor): Problems {
  const [kept] = removed.filter((each) => !linksProjectsTo(actor, each))
  return kept ? { portfolios: `Only its deal room admins remove projects from ${kept.name}.` } : {}
}

/** @throws BAD_USER_INPUT with all problems, also of models and offtakers that the organisation doesn't have */
async function refuse(tx: Tx, organisationId: string, input: ProjectInput, found: Problems): Promise<void> {
  const problems: Problems = { ...found, ...listProblems(input) }
  const references = [
    ['panels', 'modelId', 'PANEL', NO_MODEL, (input.panels ?? []).map(({ modelId }) => modelId)],
    ['inverters', 'modelId', 'INVERTER', NO_MODEL, (input.inverters ?? []).map(({ modelId }) => modelId)],
    ['offtakers', 'id', 'OFFTAKER', NO_OFFTAKER, (input.offtakers ?? []).map(({ id }) => id)],
  ] as const
  for (const [list, field, what, sentence, ids] of references) {
    const known = await knownAmong(tx, organisationId, what, ids.filter(isId))
    for (const [at, id] of ids.entries()) {
      if (!known.has(id)) problems[`${list}.${at}.${field}`] = sentence
    }
  }
  const [first] = Object.values(problems)
  if (first !== undefined) throw badInput(first, problems)
}
