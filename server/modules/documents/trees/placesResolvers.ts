import { actorOf } from '../../../access/context.ts'
import { notFound } from '../../../access/errors.ts'
import type { Resolvers } from '../../../schema.generated.ts'
import type { Organisations } from '../../organisations/index.ts'
import type { PlaceTrees } from './createTree.ts'

/** The trees of holding companies and organisations, from the things that they belong to. */
export const createPlacesResolvers = (documents: PlaceTrees, organisations: Organisations): Resolvers => ({
  Query: {
    oAndMTree: async (_root, { orgSlug }, context) => {
      const actor = actorOf(context)
      const organisation = await organisations.bySlug(actor, orgSlug)
      if (!organisation) throw notFound('Organisation')
      return documents.operationsTree(actor, organisation.id)
    },
  },
  HoldingCompany: {
    documentsTree: (company, _args, context) =>
      documents.treeOfCompany(actorOf(context), company.id, 'DOCUMENTS'),
    reportsTree: (company, _args, context) =>
      documents.treeOfCompany(actorOf(context), company.id, 'REPORTS'),
  },
})
