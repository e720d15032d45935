import { fieldErrorsOf } from '../../../access/errors.ts'
import { actorOf } from '../../../contracts/context.ts'
import { limitOf, searchOf, slicePage } from '../../../contracts/pages.ts'
import type { Resolvers } from '../../../schema.generated.ts'
import type { Accounts } from '../../accounts/index.ts'
import type { Organisations } from '../../organisations/index.ts'
import type { ProjectForms } from './index.ts'

interface LookupInput {
  orgSlug?: string | null
  search?: string | null
  limit?: number | null
}

const lookupOf = ({ orgSlug, search, limit }: LookupInput) => ({
  orgSlug: orgSlug ?? null,
  search: searchOf(search),
  limit: limitOf(limit ?? 200),
})

/** The form of a project (PFORM). */
export const createFormResolvers = (
  forms: ProjectForms,
  { organisations, accounts }: { organisations: Organisations; accounts: Accounts },
): Resolvers => ({
  Query: {
    projectForm: (_root, { projectId }, context) => forms.saved(actorOf(context), projectId),
    newProjectForm: (_root, { orgSlug, portfolioId }, context) =>
      forms.blank(actorOf(context), orgSlug, portfolioId ?? null),
    panelModels: (_root, args, context) => forms.models(actorOf(context), 'PANEL', lookupOf(args)),
    inverterModels: (_root, args, context) => forms.models(actorOf(context), 'INVERTER', lookupOf(args)),
    offtakers: (_root, args, context) => forms.offtakers(actorOf(context), lookupOf(args)),
  },
  Mutation: {
    createProject: async (_root, { orgSlug, input }, context) => {
      try {
        return { id: await forms.create(actorOf(context), orgSlug, input), errors: [] }
      } catch (error) {
        return { id: null, errors: fieldErrorsOf(error) }
      }
    },
    updateProject: async (_root, { orgSlug, projectId, input, revision }, context) => {
      try {
        await forms.update(actorOf(context), { orgSlug, projectId, input, revision: revision ?? null })
        return { id: projectId, errors: [] }
      } catch (error) {
        return { id: null, errors: fieldErrorsOf(error) }
      }
    },
  },
  NewProjectForm: {
    portfolioChoices: ({ portfolioChoices }, part) => slicePage(portfolioChoices, part),
  },
  ProjectForm: {
    portfolios: ({ portfolios }, part) => slicePage(portfolios, part),
    portfolioChoices: ({ portfolioChoices }, part) => slicePage(portfolioChoices, part),
    projectType: ({ type }) => type,
    noticeToProceed: ({ ntp }) => ntp,
    commercialOperatingDate: ({ cod }) => cod,
    location: (project) => project,
    contact: (project) => project,
    system: (project) => project,
    utility: (project) => project,
    savedBy: ({ savedBy }, _args, context) => (savedBy === null ? null : accounts.person(context, savedBy)),
    org: ({ organisationId }, _args, context) => organisations.byId(context, organisationId),
  },
})
