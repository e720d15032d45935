import type { Spreadsheet } from '../../../platform/spreadsheets/index.ts'
import { type TreeSlugs, treeSlug } from '../core/addresses.ts'
import type { OpenTree } from '../core/trees.ts'

/** A spreadsheet that is ready to be written; its rows are read as they go out. */
export interface Export {
  /** With its ending. */
  fileName: string
  subject: { organisationId: string; treeId: string }
  spreadsheet: Spreadsheet
}

/** The name of a tree's spreadsheet of today. */
export const exportName = (slugs: TreeSlugs, tree: OpenTree, kind: string): string =>
  `${treeSlug(slugs, tree)}-${kind}-${new Date().toISOString().slice(0, 10)}.xlsx`
