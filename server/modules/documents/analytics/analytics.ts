import type { Actor } from '../../../access/actor.ts'
import { badInput, forbidden } from '../../../access/errors.ts'
import { orderingOf } from '../../../contracts/pages.ts'
import { customPlan } from '../../../platform/database/customPlan.ts'
import type { Connection, Database } from '../../../platform/database/database.ts'
import { isId } from '../../../platform/ids.ts'
import { type DocumentNode, nodesById } from '../core/nodes.ts'
import { type OpenTree, treeInView } from '../core/trees.ts'
import { mayAnalyse } from '../policy.ts'
import {
  type CompanyUse,
  type DocumentUse,
  ORDERINGS,
  type PersonUse,
  type UseFilter,
  type UsePage,
  type UseQuery,
  useByCompany,
  useByDocument,
  useByPerson,
  useByVersion,
  type VersionUse,
} from './analyticsStore.ts'

/** A page as the API asks for it: `ordering` is a column's name, with a minus before it for descending. */
export interface AnalyticsInput extends UseFilter {
  treeId: string
  limit: number
  offset: number
  ordering: string
}

/** A document's use with the document itself; null for a deleted one (ANA-13). */
export interface DocumentUseRow extends DocumentUse {
  /** What is counted of it, of its versions too. */
  filter: UseFilter
  document: DocumentNode | null
}

/**
 * Use of a tree's documents. Each counts only the documents that the actor may see. Each throws FORBIDDEN
 * without the right to analyse (ANA-16), NOT_FOUND where the actor can't see the tree's entity, and BAD_USER_INPUT
 * for an unknown ordering, or for what is no id.
 */
export interface DocumentAnalytics {
  companies(actor: Actor, input: AnalyticsInput): Promise<UsePage<CompanyUse>>
  persons(actor: Actor, input: AnalyticsInput): Promise<UsePage<PersonUse>>
  documents(actor: Actor, input: AnalyticsInput): Promise<UsePage<DocumentUseRow>>
  /** For a loader, in the order of the ids, of rows of `documents` (DOC-45). */
  versions(documentIds: readonly string[], filter: UseFilter): Promise<VersionUse[][]>
}

const EMPTY = { count: 0, maxUser: 0, maxSession: 0, maxDownload: 0, maxView: 0, rows: [] }

function queryOf({ limit, offset, ordering, ...input }: AnalyticsInput, names: readonly string[]): UseQuery {
  const { by, descending } = orderingOf(ordering, names)
  const { since, companyId, personId } = input
  for (const id of [companyId, personId]) if (id !== null && !isId(id)) throw badInput('This is no id.')
  return { limit, offset, ordering: by, descending, since, companyId, personId }
}

async function openAnalytics(db: Connection, actor: Actor, treeId: string): Promise<OpenTree> {
  const tree = await treeInView(db, actor, treeId)
  if (!mayAnalyse(actor, tree.place)) throw forbidden()
  return tree
}

export function createAnalytics(db: Database): DocumentAnalytics {
  const pageOf = async <Row>(
    actor: Actor,
    input: AnalyticsInput,
    names: readonly string[],
    load: (db: Connection, tree: OpenTree, query: UseQuery) => Promise<UsePage<Row>>,
  ): Promise<{ tree: OpenTree; page: UsePage<Row> }> => {
    const tree = await openAnalytics(db, actor, input.treeId)
    const query = queryOf(input, names)
    // A deal-room admin without the tree's view right sees none of its documents.
    return { tree, page: tree.rights.view ? await customPlan(db, (tx) => load(tx, tree, query)) : EMPTY }
  }
  return {
    companies: async (actor, input) => (await pageOf(actor, input, ORDERINGS.company, useByCompany)).page,
    persons: async (actor, input) => (await pageOf(actor, input, ORDERINGS.user, useByPerson)).page,
    documents: async (actor, input) => {
      const { tree, page } = await pageOf(actor, input, ORDERINGS.document, useByDocument)
      const live = page.rows.filter((row) => row.live).map((row) => row.id)
      const nodes = await nodesById(db, tree, live)
      return {
        ...page,
        rows: page.rows.map((row) => ({ ...row, filter: input, document: nodes.get(row.id) ?? null })),
      }
    },
    versions: async (documentIds, filter) => {
      const used = await customPlan(db, (tx) => useByVersion(tx, documentIds, filter))
      return documentIds.map((id) => used.filter(({ documentId }) => documentId === id))
    },
  }
}
