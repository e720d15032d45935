import { ACTIVITY_LABELS } from '../../../../shared/activityTypes.ts'
import type { Actor } from '../../../access/actor.ts'
import { badInput, notFound } from '../../../access/errors.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Cell, Column, Row } from '../../../platform/spreadsheets/index.ts'
import { namesByIds } from '../../accounts/index.ts'
import { listsWithout } from '../core/accesses.ts'
import { pageOf, slugsOf } from '../core/addresses.ts'
import { documentById, documentsInOrder, storedId } from '../core/nodes.ts'
import { numbersOf } from '../core/numbers.ts'
import { pathInNames } from '../core/paths.ts'
import { givenSizes } from '../core/renditions.ts'
import { type OpenTree, openFor, openTree } from '../core/trees.ts'
import { allEntries, type HistoryFilter, type NumberedEntry, openHistory } from '../history/history.ts'
import { pathReader } from '../history/historyPaths.ts'
import { isGivenMarkedPdf } from '../policy.ts'
import { reopenedFor } from '../reading/reopened.ts'
import { readToTheEnd } from '../reading/toTheEnd.ts'
import { type Export, exportName } from './export.ts'
import { type IndexLine, walk } from './exportsIndex.ts'
import { type AccessRow, accesses, accessesAfter } from './exportsStore.ts'
import { type NewIndexInput, newIndex } from './newIndex.ts'

/** Spreadsheets of a tree, by the last part of their address (transport.md 7). */
export type ExportKind = 'file-index' | 'change-log' | 'access-log'

/** The path of a tree's spreadsheet; filters and columns are added to it (API-152). */
export const exportAddress = (tree: { id: string }, kind: ExportKind): string =>
  `/documents/${tree.id}/${kind}`

export interface IndexInput {
  treeId: string
  /** Names of optional columns; those that are always there may be named, too. */
  columns: readonly string[]
  /** Only what is below this folder. */
  folderId: string | null
  /** Of the product, such as https://rooms.example.com, for the links. */
  origin: string
}

/**
 * Spreadsheets of a tree. Each checks everything before it gives an export, and throws as openTree does; rows hold
 * only documents that the actor may see, by what they hold at the moment in which a row is read.
 */
export interface DocumentExports {
  /** DOP-31. @throws BAD_USER_INPUT for an unknown column, NOT_FOUND for what is no folder that the actor sees */
  fileIndex(actor: Actor, input: IndexInput): Promise<Export>
  /** DOP-33. @throws as openHistory */
  changeLog(actor: Actor, treeId: string, filter: HistoryFilter): Promise<Export>
  /** DOP-32. @throws FORBIDDEN without ACCESS_LOG_VIEW */
  accessLog(actor: Actor, treeId: string): Promise<Export>
  /** NEW-02. @throws as newIndex */
  newIndex(actor: Actor, input: NewIndexInput): Promise<Export>
}

/** In a numbered tree, before the names (INDEX-06). */
const NUMBER: Column = { header: 'Number', width: 12 }

/** Columns of the file index by their names in the address, and whether they are always there (DOP-29). */
const INDEX_COLUMNS: Readonly<Record<string, Column & { always: boolean }>> = {
  modified: { header: 'Modified', width: 24, always: true },
  path: { header: 'Path', width: 60, always: true },
  name: { header: 'Name', width: 40, always: true },
  link: { header: 'Link', width: 50, always: true },
  download_url: { header: 'Download URL', width: 50, always: false },
  created: { header: 'Created', width: 24, always: false },
  size: { header: 'Size', width: 16, always: false },
}

const CHANGE_COLUMNS: readonly Column[] = [
  { header: 'Time', width: 24 },
  { header: 'User', width: 28 },
  { header: 'User groups', width: 32 },
  { header: 'Activity', width: 16 },
  { header: 'Document', width: 40 },
  { header: 'Path', width: 60 },
  { header: 'Former path', width: 60 },
  { header: 'Version', width: 10 },
]

/** For whoever sees permissions. */
const AUDIENCE_COLUMNS: readonly Column[] = [
  { header: 'Seen by before', width: 40 },
  { header: 'Seen by', width: 40 },
]

const ACCESS_COLUMNS: readonly Column[] = [
  { header: 'Time', width: 24 },
  { header: 'User', width: 28 },
  { header: 'Company', width: 28 },
  { header: 'Document', width: 40 },
  { header: 'Path', width: 60 },
  { header: 'Action', width: 28 },
]
/** Where the number of the document stands. */
const ACCESS_DOCUMENT = 3
const ACTIONS = {
  VIEW: 'View',
  PRINT: 'Print',
  DOWNLOAD: 'Download',
  MARKED: 'Download (marked PDF)',
} as const

/** Who looked at a document by a token (TOKEN-08), or in a view of others; names of groups are for whoever sees permissions. */
const actionOf = ({ rights }: OpenTree, { kind, viewedAs, token }: AccessRow): string => {
  if (token !== null) return `${ACTIONS[kind]} by token ${token}`
  if (viewedAs === null) return ACTIONS[kind]
  return `${ACTIONS[kind]} as ${rights.admin ? viewedAs : 'others'}`
}

/** Who did it, with the name of the token where it was one (TOKEN-08). */
const byToken = (name: string | undefined, token: string | null): string | null =>
  name === undefined ? null : token === null ? name : `${name}, by token ${token}`

const lastOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

const subjectOf = ({ id, organisationId }: OpenTree): Export['subject'] => ({ organisationId, treeId: id })

export function createExports(db: Database): DocumentExports {
  const renewed = <T>(actor: Actor, first: T, open: (actor: Actor) => Promise<T>) =>
    reopenedFor(db, actor, first, open)

  /** Numbers of documents as the actor sees them now, by id; of no others, and of none where the tree has none. */
  const numbersIn = async (tree: OpenTree, ids: readonly string[]): Promise<Map<string, string | null>> => {
    if (tree.numbering === 'OFF') return new Map()
    const nodes = await documentsInOrder(db, tree, [...new Set(ids)])
    const numbers = await numbersOf(db, nodes)
    return new Map(nodes.map(({ id }, at) => [id, numbers[at] ?? null]))
  }

  const openAccessLog = (actor: Actor, treeId: string): Promise<OpenTree> =>
    openFor(db, actor, treeId, 'accessLog')

  const accessRows = async (
    tree: OpenTree,
    rows: readonly AccessRow[],
    isNumbered: boolean,
  ): Promise<Row[]> => {
    const read = await pathReader(
      db,
      tree,
      rows.map((row) => ({ path: row.recordedPath, ids: row.recordedIds })),
    )
    const numbers = await numbersIn(
      tree,
      rows.map(({ documentId }) => documentId),
    )
    return rows.map((row) => {
      const path = read({ path: row.recordedPath, ids: row.recordedIds })
      const cells = [row.at, row.person, row.company, lastOf(path), path, actionOf(tree, row)]
      const number = numbers.get(row.documentId) ?? null
      return isNumbered ? cells.toSpliced(ACCESS_DOCUMENT, 0, number) : cells
    })
  }

  const changeRows = async (tree: OpenTree, entries: readonly NumberedEntry[]): Promise<Row[]> => {
    const names = await namesByIds(
      db,
      entries.map((entry) => entry.personId),
    )
    return entries.map((entry) => [
      entry.createdAt,
      byToken(names.get(entry.personId), entry.token),
      entry.userGroups.map((group) => group.name).join(', '),
      ACTIVITY_LABELS[entry.activityType],
      lastOf(entry.recordedPath),
      entry.recordedPath,
      entry.formerPath,
      entry.version,
      ...(tree.rights.admin ? [entry.formerAudience, entry.audience] : []),
    ])
  }

  return {
    fileIndex: async (actor, { treeId, columns, folderId, origin }) => {
      const tree = await openTree(db, actor, treeId)
      const unknown = columns.find((column) => !Object.hasOwn(INDEX_COLUMNS, column))
      if (unknown !== undefined) {
        throw badInput(
          `There is no column "${unknown}". Please choose among ${Object.keys(INDEX_COLUMNS).join(', ')}.`,
        )
      }
      const id = folderId === null ? tree.id : storedId(tree, folderId)
      const folder = id === null ? null : await documentById(db, tree, id)
      if (!folder?.isFolder) throw notFound('Document')
      const chosen = Object.entries(INDEX_COLUMNS).flatMap(([name, column]): [string, Column][] => {
        if (!column.always && !columns.includes(name)) return []
        const isNumbered = name === 'name' && tree.numbering !== 'OFF'
        return isNumbered
          ? [
              ['number', NUMBER],
              [name, column],
            ]
          : [[name, column]]
      })
      const slugs = await slugsOf(db, tree)
      const cells: Readonly<Record<string, (line: NumberedLine) => Cell>> = {
        modified: ({ entry }) => entry.modifiedAt,
        // A folder ends with a slash, to distinguish it from a file.
        path: ({ entry, path }) => (entry.isFolder ? `${path}/` : path),
        number: ({ number }) => number,
        name: ({ entry }) => entry.name,
        link: ({ entry }) => linkTo(`${origin}${pageOf(tree, slugs, entry.id)}`),
        download_url: ({ entry, size, isViewOnly }) =>
          entry.isFolder || isViewOnly || size === null
            ? null
            : linkTo(`${origin}/documents/${tree.id}/${entry.id}/download`),
        created: ({ entry }) => entry.createdAt,
        size: ({ size }) => size,
      }
      const order = chosen.map(([name]) => cells[name] ?? (() => null))
      const current = renewed(actor, tree, (again) => openTree(db, again, treeId))
      const top = { id: folder.id, path: await pathInNames(db, folder.path) }
      async function* rows(): AsyncGenerator<Row[]> {
        for await (const lines of walk(db, current, top)) {
          const now = await current()
          const viewOnly = new Set(await listsWithout(db, now, isGivenMarkedPdf))
          const sizes = await givenSizes(
            db,
            now,
            lines.map(({ entry }) => entry),
          )
          const numbers = await numbersIn(
            now,
            lines.map(({ entry }) => entry.id),
          )
          yield lines.map((line) => {
            // Who may only view a file gets no address of it (VIEW-16).
            const isViewOnly = viewOnly.has(line.entry.aclId)
            const number = numbers.get(line.entry.id) ?? null
            const size = sizes.get(line.entry.id) ?? null
            return order.map((cell) => cell({ ...line, isViewOnly, number, size }))
          })
        }
      }
      return {
        fileName: exportName(slugs, tree, 'file-index'),
        subject: subjectOf(tree),
        spreadsheet: { sheet: 'File index', columns: chosen.map(([, column]) => column), rows: rows() },
      }
    },

    changeLog: async (actor, treeId, filter) => {
      const history = await openHistory(db, actor, treeId, filter)
      const current = renewed(actor, history, (again) => openHistory(db, again, treeId, filter))
      async function* rows(): AsyncGenerator<Row[]> {
        for await (const entries of allEntries(db, current)) yield await changeRows(history.tree, entries)
      }
      return {
        fileName: exportName(await slugsOf(db, history.tree), history.tree, 'change-log'),
        subject: subjectOf(history.tree),
        spreadsheet: {
          sheet: 'Change log',
          columns: history.tree.rights.admin ? [...CHANGE_COLUMNS, ...AUDIENCE_COLUMNS] : CHANGE_COLUMNS,
          rows: rows(),
        },
      }
    },

    newIndex: (actor, input) => newIndex(db, actor, input),

    accessLog: async (actor, treeId) => {
      const tree = await openAccessLog(actor, treeId)
      // The columns stay what they are while the rows are read.
      const isNumbered = tree.numbering !== 'OFF'
      const current = renewed(actor, tree, (again) => openAccessLog(again, treeId))
      const asPage = async (opened: OpenTree, page: AccessRow[]) => ({
        entries: await accessRows(opened, page, isNumbered),
        last: page.at(-1) ?? null,
      })
      const rows = readToTheEnd({
        current,
        seesAll: (opened) => opened.rights.admin,
        after: async (opened, after, limit) => asPage(opened, await accesses(db, opened, { after, limit })),
        numbersAfter: (opened, after, wanted) => accessesAfter(db, opened, after, wanted),
        byNumbers: async (opened, ids) => asPage(opened, await accesses(db, opened, { ids })),
      })
      return {
        fileName: exportName(await slugsOf(db, tree), tree, 'access-log'),
        subject: subjectOf(tree),
        spreadsheet: {
          sheet: 'Access log',
          columns: isNumbered ? ACCESS_COLUMNS.toSpliced(ACCESS_DOCUMENT, 0, NUMBER) : ACCESS_COLUMNS,
          rows,
        },
      }
    },
  }
}

/** A line of the index with what its cells need besides. */
type NumberedLine = IndexLine & { isViewOnly: boolean; number: string | null; size: number | null }

const linkTo = (address: string): Cell => ({ text: address, link: address })
