import { actorOf } from '../../../contracts/context.ts'
import { pageOf, slicePage } from '../../../contracts/pages.ts'
import type { Resolvers } from '../../../schema.generated.ts'
import type { Organisations } from '../../organisations/index.ts'
import type { ListFields } from '../core/listFields.ts'
import type { DocumentLabels } from './labels.ts'

export function createLabelResolvers(
  labels: DocumentLabels,
  organisations: Organisations,
  fields: ListFields,
): Resolvers {
  const ofDocument = fields.field(['labels'], labels.ofDocuments, ({ tree }) => tree.documentLabels)
  return {
    Query: {
      documents: (_root, { treeId, labels: names, ...page }, context) =>
        labels.documents(actorOf(context), { treeId, labels: names ?? null }, pageOf(page)),
      documentsCount: (_root, { treeId, labels: names }, context) =>
        labels.count(actorOf(context), { treeId, labels: names ?? null }),
      documentLabels: async (_root, { orgSlug, ...part }, context) =>
        slicePage(await labels.ofOrganisation(actorOf(context), orgSlug), part),
    },
    Mutation: {
      createDocumentLabel: (_root, input, context) => labels.create(actorOf(context), input),
      setDocumentLabels: async (_root, { formerLabelIds, ...input }, context) => ({
        document: await labels.set(actorOf(context), {
          ...input,
          formerLabelIds: formerLabelIds ?? null,
        }),
      }),
      changeDocumentLabels: async (_root, input, context) => ({
        count: await labels.change(actorOf(context), input),
      }),
    },
    Document: {
      labels: (node, _args, context) => (node.tree.documentLabels ? ofDocument(context, node) : []),
    },
    DocumentTree: {
      org: (tree, _args, context) => organisations.byId(context, tree.organisationId),
      canCreateLabels: (tree) => labels.mayCreate(tree),
    },
  }
}
