import type { Actor } from '../../../access/actor.ts'
import { badInput, forbidden, notFound } from '../../../access/errors.ts'
import { orderingOf } from '../../../contracts/pages.ts'
import { customPlan } from '../../../platform/database/customPlan.ts'
import type { Connection, Database } from '../../../platform/database/database.ts'
import { documentById, storedId } from '../core/nodes.ts'
import { versionsGiven } from '../core/renditions.ts'
import { type OpenTree, treeInView } from '../core/trees.ts'
import { alertsOf, type PageAlert } from '../pages/pageAlerts.ts'
import { mayAnalyse } from '../policy.ts'
import {
  type FileReader,
  type GroupReading,
  type PersonReading,
  pageCountOf,
  pagesOfVersions,
  READING_ORDERINGS,
  type ReadingPage,
  type ReadingQuery,
  readersOfFile,
  readingByGroup,
  readingByPerson,
} from './readingStore.ts'
import { type PageTime, recordReading } from './recordReading.ts'

/** A page as the API asks for it: `ordering` is a column's name, with a minus before it for descending. */
export interface ReadingInput {
  treeId: string
  limit: number
  offset: number
  ordering: string
}

/** How a file was read. */
export interface FileReading {
  pageCount: number | null
  pages: readonly { number: number; readerCount: number; ms: number }[]
  readers: readonly FileReader[]
}

/**
 * How long pages were in view, for those with the analytics right: only of documents that they may see. Each throws
 * FORBIDDEN without the right, NOT_FOUND where the actor can't see the tree's entity, and BAD_USER_INPUT for an
 * unknown ordering (PAGE-30).
 */
export interface ReadingTimes {
  groups(actor: Actor, input: ReadingInput): Promise<ReadingPage<GroupReading>>
  persons(actor: Actor, input: ReadingInput): Promise<ReadingPage<PersonReading>>
  /** @throws NOT_FOUND for a document that the actor can't see, BAD_USER_INPUT for a folder */
  file(actor: Actor, input: { treeId: string; documentId: string }): Promise<FileReading>
  /** @throws as alertsOf */
  alerts(
    actor: Actor,
    treeId: string,
    page: { limit: number; offset: number },
  ): Promise<{ count: number; rows: PageAlert[] }>
  /** @throws as recordReading */
  record(actor: Actor, report: { openingId: string; pages: readonly PageTime[] }): Promise<number>
}

/** Opens a tree for its reading times. @throws NOT_FOUND, FORBIDDEN */
export async function openReading(db: Connection, actor: Actor, treeId: string): Promise<OpenTree> {
  const tree = await treeInView(db, actor, treeId)
  if (!mayAnalyse(actor, tree.place)) throw forbidden()
  return tree
}

export function createReadingTimes(db: Database): ReadingTimes {
  const pageOf = async <Row>(
    actor: Actor,
    { treeId, ordering, ...page }: ReadingInput,
    names: readonly string[],
    load: (db: Connection, tree: OpenTree, query: ReadingQuery) => Promise<ReadingPage<Row>>,
  ): Promise<ReadingPage<Row>> => {
    const tree = await openReading(db, actor, treeId)
    const { by, descending } = orderingOf(ordering, names)
    // A deal-room admin without the tree's view right sees none of its documents.
    if (!tree.rights.view) return { count: 0, rows: [] }
    const asked = { ...page, ordering: by, descending }
    return customPlan(db, (tx) => load(tx, tree, asked))
  }
  return {
    groups: (actor, input) => pageOf(actor, input, READING_ORDERINGS.group, readingByGroup),
    persons: (actor, input) => pageOf(actor, input, READING_ORDERINGS.person, readingByPerson),
    file: async (actor, { treeId, documentId }) => {
      const tree = await openReading(db, actor, treeId)
      const id = storedId(tree, documentId)
      const node = tree.rights.view && id !== null ? await documentById(db, tree, id) : null
      if (!node) throw notFound('Document')
      if (node.isFolder || node.versionId === null) throw badInput('A folder has no pages.')
      const [versionId = null] = await versionsGiven(db, [node])
      const isFull = versionId === node.versionId
      const pages = await pagesOfVersions(db, [{ documentId: node.id, versionId }])
      const read = new Map(pages.map((page) => [page.number, page]))
      const pageCount = versionId === null ? null : await pageCountOf(db, versionId)
      return {
        pageCount,
        pages: Array.from({ length: pageCount ?? 0 }, (_, at) => {
          const { readerCount = 0, ms = 0 } = read.get(at + 1) ?? {}
          return { number: at + 1, readerCount, ms }
        }),
        // Pages of versions that are not given tell how long these are.
        readers: await readersOfFile(db, tree, {
          documentId: node.id,
          aclId: node.aclId,
          ...(!isFull && { versionId }),
        }),
      }
    },
    alerts: (actor, treeId, page) => alertsOf(db, actor, treeId, page),
    record: (actor, report) => recordReading(db, actor, report),
  }
}
