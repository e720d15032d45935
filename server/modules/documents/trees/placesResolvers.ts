import { notFound } from '../../../access/errors.ts'
import { actorOf } from '../../../context.ts'
import type { Resolvers } from '../../../schema.generated.ts'

/** The trees of holding companies and organisations, from the things that they belong to. */
export const placesResolvers: Resolvers = {
  Query: {
    oAndMTree: async (_root, { orgSlug }, context) => {
      const actor = actorOf(context)
      const organisation = await context.services.organisations.bySlug(actor, orgSlug)
      if (!organisation) throw notFound('Organisation')
      return context.services.documents.operationsTree(actor, organisation.id)
    },
  },
  HoldingCompany: {
    documentsTree: (company, _args, context) =>
      context.services.documents.treeOfCompany(actorOf(context), company.id, 'DOCUMENTS'),
    reportsTree: (company, _args, context) =>
      context.services.documents.treeOfCompany(actorOf(context), company.id, 'REPORTS'),
  },
}
