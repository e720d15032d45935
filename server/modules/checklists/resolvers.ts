import DataLoader from 'dataloader'
import { fullName } from '../../../shared/personName.ts'
import { notFound } from '../../access/errors.ts'
import type { PartyRow } from '../../access/parties.ts'
import { actorOf, type Context, perRequest } from '../../contracts/context.ts'
import { limitOf, optionalPage, pageOf } from '../../contracts/pages.ts'
import type { Resolvers } from '../../schema.generated.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Files } from '../files/index.ts'
import {
  type AssigneesPart,
  audienceFor,
  type CellFilter,
  type ChecklistRow,
  type Checklists,
  type ItemRow,
  type ItemsPart,
  mayChangeComment,
  textFor,
} from './index.ts'

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
  const items = byArguments<ItemsPart, ItemRow[], ChecklistRow>((opened, part, context) =>
    checklists.items(actorOf(context), opened, part),
  )
  const counts = perRequest(() => new DataLoader((ids: readonly string[]) => checklists.counts(ids)))
  const matching = byArguments((ids, filter: CellFilter) => checklists.matching(ids, filter))
  const assignees = byArguments<AssigneesPart, string[], ChecklistRow>((opened, part, context) =>
    checklists.assignees(actorOf(context), opened, part),
  )
  const parties = byArguments<{ limit: number }, PartyRow[] | null, ChecklistRow>(
    (opened, { limit }, context) => checklists.parties(actorOf(context), opened, limit),
  )
  return {
    Query: {
      checklist: (_root, { checklistId }, context) => checklists.checklist(actorOf(context), checklistId),
      activeChecklists: (_root, { portfolioId }, context) => checklists.active(actorOf(context), portfolioId),
      checklistComments: (_root, { itemId, ...page }, context) =>
        checklists.comments(actorOf(context), itemId, pageOf(page)),
      portfolioProjects: (_root, { portfolioId, ...part }, context) =>
        checklists.projects(actorOf(context), portfolioId, optionalPage(part)),
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
      updateChecklistComment: (_root, { id, comment }, context) =>
        checklists.changeComment(actorOf(context), { id, text: comment }),
      removeChecklistComment: async (_root, { id }, context) => {
        await checklists.removeComment(actorOf(context), id)
        return { success: true, errors: [] }
      },
    },
    Checklist: {
      categories: ({ id }, _args, context) => categories(context).load(id),
      items: (checklist, { projectIds, ids }, context) =>
        items(context, { projectIds: projectIds ?? null, ids: ids ?? null }).load(checklist),
      parties: (checklist, { limit }, context) => parties(context, { limit: limitOf(limit) }).load(checklist),
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
        const person = await accounts.knownPerson(context, personId)
        const { avatarId, companyId } = person
        return {
          fullname: fullName(person),
          company: companyId === null ? null : ((await accounts.company(context, companyId))?.name ?? null),
          avatar: avatarId === null ? null : files.address(actorOf(context).personId, avatarId),
        }
      },
      comment: (comment, _args, context) => textFor(actorOf(context), comment),
      audience: (comment, _args, context) => audienceFor(actorOf(context), comment),
      isRemoved: ({ removedAt }) => removedAt !== null,
      canChange: (comment, _args, context) => mayChangeComment(actorOf(context), comment, Date.now()),
      timestamp: ({ createdAt }) => createdAt,
      checklistitemId: ({ itemId }) => itemId,
    },
  }
}
