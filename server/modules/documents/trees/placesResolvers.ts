import DataLoader from 'dataloader'
import type { TabKind } from '../../../../shared/enumerations.ts'
import { notFound } from '../../../access/errors.ts'
import { actorOf, perRequest } from '../../../contracts/context.ts'
import type { Resolvers } from '../../../schema.generated.ts'
import type { Organisations } from '../../organisations/index.ts'
import type { PlaceTrees } from './createTree.ts'

/** The trees of portfolios, holding companies and organisations, from the things that they belong to. */
export function createPlacesResolvers(documents: PlaceTrees, organisations: Organisations): Resolvers {
  const treeOf = (kind: 'portfolio' | 'holdingCompany', type: TabKind) =>
    perRequest(
      (context) =>
        new DataLoader((ids: readonly string[]) => documents.treesOf(actorOf(context), kind, ids, type)),
    )
  const ofPortfolio = { documents: treeOf('portfolio', 'DOCUMENTS'), reports: treeOf('portfolio', 'REPORTS') }
  const ofCompany = {
    documents: treeOf('holdingCompany', 'DOCUMENTS'),
    reports: treeOf('holdingCompany', 'REPORTS'),
  }
  return {
    Query: {
      oAndMTree: async (_root, { orgSlug }, context) => {
        const actor = actorOf(context)
        const organisation = await organisations.bySlug(actor, orgSlug)
        if (!organisation) throw notFound('Organisation')
        return documents.operationsTree(actor, organisation.id)
      },
    },
    Portfolio: {
      documentsTree: ({ id }, _args, context) => ofPortfolio.documents(context).load(id),
      reportsTree: ({ id }, _args, context) => ofPortfolio.reports(context).load(id),
    },
    HoldingCompany: {
      documentsTree: ({ id }, _args, context) => ofCompany.documents(context).load(id),
      reportsTree: ({ id }, _args, context) => ofCompany.reports(context).load(id),
    },
  }
}
