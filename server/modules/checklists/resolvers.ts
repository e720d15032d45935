import DataLoader from 'dataloader'
import { notFound } from '../../access/errors.ts'
import { actorOf, type Context, perRequest } from '../../contracts/context.ts'
import { limitOf, pageOf, slicePage } from '../../contracts/pages.ts'
import type { Resolvers } from '../../schema.generated.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Files } from '../files/index.ts'
import type { AssigneesPart, CellFilter, ChecklistRow, Checklists, ItemsPart } from './index.ts'

export interface ChecklistSources {
  checklists: Checklists
  accounts: Accounts
  files: Files
}

/** A loader by checklist for each way of asking. */
function byArguments<Args, Value, Key = string>(
  read: (keys: readonly Key[], args: Args, context: Context) => Promise<Value[]>,
) {
  const loaders = perRequest(() => new Map<string, DataLoader<Key, Value>>())
  return (context: Context, args: Args): DataLoader<Key, Value> => {
    const key = JSON.stringify(args)
    const loader =
      loaders(context).get(key) ?? new DataLoader((keys: readonly Key[]) => read(keys, args, context))
    loaders(context).set(key, loader)
    return loader
  }
}

export function createChecklistResolvers({ checklists, accounts, files }: ChecklistSources): Resolvers {
  const categories = perRequest(() => new DataLoader((ids: readonly string[]) => checklists.categories(ids)))
  const items = byArguments((ids, part: ItemsPart) => checklists.items(ids, part))
  const counts = perRequest(() => new DataLoader((ids: readonly string[]) => checklists.counts(ids)))
  const matching = byArguments((ids, filter: CellFilter) => checklists.matching(ids, filter))
  const assignees = byArguments<AssigneesPart, string[], ChecklistRow>((opened, part, context) =>
    checklists.assignees(actorOf(context), opened, part),
  )
  return {
    Query: {
      checklist: (_root, { checklistId }, context) => checklists.checklist(actorOf(context), checklistId),
      activeChecklists: (_root, { portfolioId }, context) => checklists.active(actorOf(context), portfolioId),
      checklistComments: (_root, { itemId, ...page }, context) =>
        checklists.comments(actorOf(context), itemId, pageOf(page)),
      portfolioProjects: async (_root, { portfolioId, ...part }, context) =>
        slicePage(await checklists.projects(actorOf(context), portfolioId), part),
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
      items: ({ id }, { projectIds, ids }, context) =>
        items(context, { projectIds: projectIds ?? null, ids: ids ?? null }).load(id),
      counts: ({ id }, _args, context) => counts(context).load(id),
      matchingCategories: ({ id }, { statuses, userIds, projectIds }, context) =>
        matching(context, {
          statuses: statuses ?? null,
          userIds: userIds ?? null,
          projectIds: projectIds ?? null,
        }).load(id),
      assignees: async (checklist, { ids, limit }, context) => {
        const part = { ids: ids ?? null, limit: limitOf(limit) }
        const found = await assignees(context, part).load(checklist)
        const people = await Promise.all(found.map((id) => accounts.person(context, id)))
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
