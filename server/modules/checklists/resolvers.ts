import DataLoader from 'dataloader'
import { actorOf, perRequest } from '../../access/context.ts'
import { notFound } from '../../access/errors.ts'
import { pageOf, partOfAll } from '../../access/pages.ts'
import type { Resolvers } from '../../schema.generated.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Files } from '../files/index.ts'
import type { ChecklistRow, Checklists } from './index.ts'

export interface ChecklistSources {
  checklists: Checklists
  accounts: Accounts
  files: Files
}

export function createChecklistResolvers({ checklists, accounts, files }: ChecklistSources): Resolvers {
  const categories = perRequest(() => new DataLoader((ids: readonly string[]) => checklists.categories(ids)))
  const items = perRequest(() => new DataLoader((ids: readonly string[]) => checklists.items(ids)))
  const assignees = perRequest(
    (context) =>
      new DataLoader((opened: readonly ChecklistRow[]) => checklists.assignees(actorOf(context), opened)),
  )
  return {
    Query: {
      checklist: (_root, { checklistId }, context) => checklists.checklist(actorOf(context), checklistId),
      activeChecklists: (_root, { portfolioId }, context) => checklists.active(actorOf(context), portfolioId),
      checklistComments: (_root, { itemId, ...page }, context) =>
        checklists.comments(actorOf(context), itemId, pageOf(page)),
      portfolioProjects: async (_root, { portfolioId, ...part }, context) =>
        partOfAll(await checklists.projects(actorOf(context), portfolioId), part),
    },
    Mutation: {
      updateChecklistItem: async (_root, { id, known, ...change }, context) => {
        const [item] = await checklists.change(actorOf(context), {
          ...change,
          ids: [id],
          known: known ?? undefined,
        })
        if (!item) throw notFound('Item')
        return item
      },
      updateChecklistItems: (_root, { ids, ...change }, context) =>
        checklists.change(actorOf(context), { ...change, ids }),
    },
    Checklist: {
      categories: ({ id }, _args, context) => categories(context).load(id),
      items: ({ id }, _args, context) => items(context).load(id),
      assignees: async (checklist, _args, context) => {
        const ids = await assignees(context).load(checklist)
        const people = await Promise.all(ids.map((id) => accounts.person(context, id)))
        return people.flatMap((person) => person ?? [])
      },
    },
    ChecklistComment: {
      user: async ({ personId }, _args, context) => {
        const person = await accounts.person(context, personId)
        if (!person) throw notFound('User')
        const { avatarId } = person
        return {
          fullname: `${person.firstName} ${person.lastName}`,
          avatar: avatarId === null ? null : files.address(actorOf(context).personId, avatarId),
        }
      },
      timestamp: ({ createdAt }) => createdAt,
      checklistitemId: ({ itemId }) => itemId,
    },
  }
}
