import { sql } from 'kysely'
import type { TabKind } from '../../../../shared/enumerations.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { entityAddress } from '../../funds/index.ts'
import type { OpenTree } from './trees.ts'

/** Types of trees as addresses and names of files say them. */
const TYPE_NAMES: Readonly<Record<TabKind, string>> = {
  DOCUMENTS: 'documents',
  REPORTS: 'reports',
  O_AND_M: 'o-and-m',
}

/** Slugs for the names of files and the addresses of pages. */
export interface TreeSlugs {
  organisation: string
  /** Of the fund entity; the organisation's for its own O&M tree. */
  entity: string
}

/** In the order of the trees. */
export async function slugsOfTrees(db: Connection, trees: readonly OpenTree[]): Promise<TreeSlugs[]> {
  const { rows } = await sql<TreeSlugs & { id: string }>`
    select t.id, o.slug as organisation, coalesce(p.slug, h.slug, o.slug) as entity
    from document_tree t join organisation o on o.id = t.organisation_id
    left join portfolio p on p.id = t.portfolio_id left join holding_company h on h.id = t.holding_company_id
    where t.id = any(${trees.map(({ id }) => id)}::uuid[])`.execute(db)
  const found = new Map(rows.map((row) => [row.id, row]))
  return trees.map(({ id }) => {
    const slugs = found.get(id)
    if (!slugs) throw new Error('An open tree is in the database.')
    return { organisation: slugs.organisation, entity: slugs.entity }
  })
}

export async function slugsOf(db: Connection, tree: OpenTree): Promise<TreeSlugs> {
  const [slugs] = await slugsOfTrees(db, [tree])
  if (!slugs) throw new Error('An open tree is in the database.')
  return slugs
}

/** Path of the page that shows a document of the tree, without one the tree itself (PORT-03, HOLD-08, OAM-01). */
export function pageOf(
  tree: Pick<OpenTree, 'place' | 'type'>,
  slugs: TreeSlugs,
  documentId?: string,
): string {
  const { place, type } = tree
  const end = documentId === undefined ? '' : `/${documentId}`
  if (place.kind === 'organisation') return `/${slugs.organisation}/o-and-m${end}`
  return `${entityAddress(place, slugs.entity)}/storage/${TYPE_NAMES[type]}${end}`
}

/** How the names of files begin that are made of a tree. */
export const treeSlug = (slugs: TreeSlugs, { type }: OpenTree): string =>
  `${slugs.entity}-${TYPE_NAMES[type]}`
