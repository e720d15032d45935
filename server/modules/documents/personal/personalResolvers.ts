import DataLoader from 'dataloader'
import { fullName } from '../../../../shared/personName.ts'
import { actorOf, perRequest } from '../../../contracts/context.ts'
import { pageOf } from '../../../contracts/pages.ts'
import type { Resolvers } from '../../../schema.generated.ts'
import type { Accounts } from '../../accounts/index.ts'
import type { ListFields } from '../core/listFields.ts'
import type { OpenTree } from '../core/trees.ts'
import type { DocumentFavourites } from './favourites.ts'
import type { DocumentNotes } from './notes.ts'

interface Personal {
  readonly favourites: DocumentFavourites
  readonly notes: DocumentNotes
}

export function createPersonalResolvers(
  { favourites, notes }: Personal,
  accounts: Accounts,
  fields: ListFields,
): Resolvers {
  const isFavourite = fields.field(['isFavourite'], favourites.among)
  const noteGroups = perRequest(() => new DataLoader((trees: readonly OpenTree[]) => notes.groups(trees)))
  return {
    Query: {
      favouriteDocuments: (_root, { treeId, ...page }, context) =>
        favourites.list(actorOf(context), treeId, pageOf(page)),
      documentNotes: (_root, { documentId }, context) => notes.list(actorOf(context), documentId),
    },
    Mutation: {
      setFavourite: (_root, { documentId, isFavourite }, context) =>
        favourites.set(actorOf(context), documentId, isFavourite),
      saveDocumentNote: (_root, { documentId, text, groupIds, revision }, context) =>
        notes.save(actorOf(context), {
          documentId,
          text,
          groupIds: groupIds ?? null,
          revision: revision ?? null,
        }),
    },
    Document: {
      isFavourite: (node, _args, context) => (node.parentId === null ? false : isFavourite(context, node)),
    },
    DocumentTree: {
      noteGroups: (tree, _args, context) => noteGroups(context).load(tree),
    },
    DocumentNote: {
      author: async ({ authorId }, _args, context) => {
        const person = await accounts.person(context, authorId)
        return person ? fullName(person) : ''
      },
      groups: ({ groups }) => groups.map(({ name }) => name),
      groupIds: ({ groups }) => groups.map(({ id }) => id),
    },
  }
}
