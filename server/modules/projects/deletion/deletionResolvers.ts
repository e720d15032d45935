import { badInput } from '../../../access/errors.ts'
import { actorOf } from '../../../contracts/context.ts'
import { limitOf } from '../../../contracts/pages.ts'
import type { ProjectChoiceInput, Resolvers } from '../../../schema.generated.ts'
import type { ProjectChoice, ProjectDeletion } from './index.ts'

/** @throws BAD_USER_INPUT unless exactly one way of choosing is given */
function choiceOf({ projectIds, importId, portfolioId }: ProjectChoiceInput): ProjectChoice {
  const choices: ProjectChoice[] = [
    ...(projectIds ? [{ ids: projectIds }] : []),
    ...(importId ? [{ importId }] : []),
    ...(portfolioId ? [{ portfolioId }] : []),
  ]
  const [choice] = choices
  if (!choice || choices.length > 1) throw badInput('Please choose projects, an import or a portfolio.')
  return choice
}

/** Deletion of projects (BO-03, BO-05). */
export const createDeletionResolvers = (deletion: ProjectDeletion): Resolvers => ({
  Query: {
    projectRemoval: (_root, { orgSlug, of }, context) =>
      deletion.removal(actorOf(context), orgSlug, choiceOf(of)),
    projectImports: (_root, { portfolioId }, context) => deletion.imports(actorOf(context), portfolioId),
  },
  Mutation: {
    deleteProjects: async (_root, { orgSlug, of, count }, context) => ({
      count: await deletion.remove(actorOf(context), orgSlug, choiceOf(of), count),
    }),
  },
  ProjectRemoval: {
    portfolios: ({ portfolios }, { limit }) => portfolios.slice(0, limitOf(limit ?? 200)),
  },
})
