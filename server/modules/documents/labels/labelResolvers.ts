import { pageOf } from '../../../access/pages.ts'
import { actorOf } from '../../../context.ts'
import type { Resolvers } from '../../../schema.generated.ts'

export const labelResolvers: Resolvers = {
  Query: {
    documents: (_root, { treeId, labels, ...page }, context) =>
      context.services.documents.labels.documents(
        actorOf(context),
        { treeId, labels: labels ?? null },
        pageOf(page),
      ),
    documentsCount: (_root, { treeId, labels }, context) =>
      context.services.documents.labels.count(actorOf(context), { treeId, labels: labels ?? null }),
    documentLabels: (_root, { orgSlug }, context) =>
      context.services.documents.labels.ofOrganisation(actorOf(context), orgSlug),
  },
  Mutation: {
    createDocumentLabel: (_root, input, context) =>
      context.services.documents.labels.create(actorOf(context), input),
    setDocumentLabels: async (_root, { formerLabelIds, ...input }, context) => ({
      document: await context.services.documents.labels.set(actorOf(context), {
        ...input,
        formerLabelIds: formerLabelIds ?? null,
      }),
    }),
    changeDocumentLabels: async (_root, input, context) => ({
      count: await context.services.documents.labels.change(actorOf(context), input),
    }),
  },
  Document: {
    labels: (node, _args, context) => (node.tree.documentLabels ? context.loaders.labels.load(node) : []),
  },
  DocumentTree: {
    org: (tree, _args, context) => context.loaders.organisation.load(tree.organisationId),
    canCreateLabels: (tree, _args, context) => context.services.documents.labels.mayCreate(tree),
  },
}
