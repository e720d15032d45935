import type { Actor } from '../../../access/actor.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Column, Row } from '../../../platform/spreadsheets/index.ts'
import { pageOf, slugsOf } from '../core/addresses.ts'
import { nodesById } from '../core/nodes.ts'
import { pathsInNames } from '../core/paths.ts'
import { type OpenTree, openTree } from '../core/trees.ts'
import { createNews, folderOf, newIds } from '../news/newness.ts'
import { NO_VISIT, visitsOf } from '../news/visits.ts'
import { reopenedFor } from '../reading/reopened.ts'
import { type Export, exportName } from './export.ts'

const COLUMNS: readonly Column[] = [
  { header: 'Folder', width: 60 },
  { header: 'Name', width: 40 },
  { header: 'New', width: 16 },
  { header: 'Last modified', width: 24 },
  { header: 'Link', width: 50 },
]
/** For whoever sees the history. */
const AUTHOR: Column = { header: 'Published by', width: 28 }

const PORTION = 200

export interface NewIndexInput {
  treeId: string
  /** Only what is below this folder. */
  folderId: string | null
  /** Extensions; all where there are none. */
  fileTypes: readonly string[]
  /** Of the product, such as https://rooms.example.com, for the links. */
  origin: string
}

/**
 * What is new to the actor in a tree, as its page lists it (NEW-02); each row by what they hold at the moment.
 * @throws as openTree; NOT_FOUND for what is no folder that the actor sees
 */
export async function newIndex(
  db: Database,
  actor: Actor,
  { treeId, folderId, fileTypes, origin }: NewIndexInput,
): Promise<Export> {
  const tree = await openTree(db, actor, treeId)
  const folder = await folderOf(db, tree, folderId)
  const news = createNews(db)
  const [visit = NO_VISIT] = await visitsOf(db, [tree])
  const ids = await newIds(db, tree, visit, folder, fileTypes.length > 0 ? fileTypes : null)
  const slugs = await slugsOf(db, tree)
  const current = reopenedFor(db, actor, tree, (again): Promise<OpenTree> => openTree(db, again, treeId))
  async function* rows(): AsyncGenerator<Row[]> {
    for (let from = 0; from < ids.length; from += PORTION) {
      const now = await current()
      const portion = ids.slice(from, from + PORTION)
      const found = await nodesById(db, now, portion)
      const nodes = portion.flatMap((each) => found.get(each) ?? [])
      const marks = await news.among(nodes, visit)
      const authors = await news.publishers(nodes)
      const folders = await pathsInNames(
        db,
        nodes.map(({ path }) => path.slice(0, -1)),
      )
      yield nodes.map((node, at): Row => {
        const address = `${origin}${pageOf(now, slugs, node.id)}`
        return [
          folders[at] ?? '',
          node.name,
          marks[at] === 'NEW_VERSION' ? 'New version' : 'New',
          node.modifiedAt,
          { text: address, link: address },
          ...(tree.rights.history ? [authors[at] ?? null] : []),
        ]
      })
    }
  }
  return {
    fileName: exportName(slugs, tree, 'new'),
    subject: { organisationId: tree.organisationId, treeId },
    spreadsheet: {
      sheet: 'New',
      columns: tree.rights.history ? [...COLUMNS, AUTHOR] : COLUMNS,
      rows: rows(),
    },
  }
}
