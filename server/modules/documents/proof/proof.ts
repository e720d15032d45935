import type { Actor } from '../../../access/actor.ts'
import { badInput, forbidden, notFound } from '../../../access/errors.ts'
import { type Moment, recordOfAccess } from '../../../access/past.ts'
import type { Database } from '../../../platform/database/database.ts'
import { isId } from '../../../platform/ids.ts'
import type { Column, Row } from '../../../platform/spreadsheets/index.ts'
import { slugsOf } from '../core/addresses.ts'
import { documentById, rootName, storedId } from '../core/nodes.ts'
import { type OpenTree, openFor, openOrNull, type TreeRow, treeRowOf } from '../core/trees.ts'
import { type Export, exportName } from '../exports/export.ts'
import { reopenedFor } from '../reading/reopened.ts'
import { type AccessChange, accessDifference } from './accessDifference.ts'
import { accessMatrix, type MatrixGroup, type MatrixRow } from './accessMatrix.ts'
import { type AccessQuery, type DocumentAccessPage, peopleSeeing } from './documentAccess.ts'
import { entriesAt, type PastEntry } from './pastEntries.ts'
import { type Principal, type SeenEntries, seenBy } from './principalAccess.ts'

/** What is said of a moment of which the record knows nothing. */
const TOO_EARLY = 'The record of access does not go back that far. Please choose a later moment.'
const TO_COME = 'Please choose a moment that is not in the future.'

/** Milliseconds by which the clock of who asks may be ahead. */
const AHEAD_MS = 60_000

/** Who could see what at any moment since the record of access began (PROOF-01, PROOF-05). */
export interface AccessProof {
  /**
   * Who could see a document, also one that has been deleted since; now without a moment.
   * @throws NOT_FOUND for a document that is unknown or hidden; FORBIDDEN for whoever does not edit permissions;
   * BAD_USER_INPUT for a moment before the record, or one to come
   */
  ofDocument(
    actor: Actor,
    asked: { documentId: string; at: Date | null },
    page: AccessQuery,
  ): Promise<DocumentAccessPage & { knownSince: Date }>
  /**
   * What a person, or a member of a group by it alone, could see of a tree; now without a moment.
   * @throws as openTree; FORBIDDEN for whoever does not edit permissions, NOT_FOUND for what is no folder of the tree,
   * BAD_USER_INPUT for a moment before the record or one to come, and where not one of both is named
   */
  ofPrincipal(
    actor: Actor,
    asked: PrincipalAsked,
    page: { limit: number; offset: number },
  ): Promise<{ name: string | null; count: number; knownSince: Date; items: PastEntry[] }>
  /** The same as a spreadsheet, read as it goes out. @throws as ofPrincipal */
  spreadsheet(actor: Actor, asked: PrincipalAsked): Promise<Export>
  /**
   * Groups by folders (PROOF-03): the root and the folders in it, or those in a folder of then; of the first groups by name,
   * or of those that are named.
   * @throws as openTree; FORBIDDEN for whoever does not edit permissions, BAD_USER_INPUT for a moment as ofDocument
   */
  matrix(
    actor: Actor,
    asked: MatrixAsked & { groupIds: readonly string[] | null },
    page: { limit: number; offset: number },
  ): Promise<MatrixPage>
  /** What a group had otherwise than on a folder, below it. @throws as matrix; NOT_FOUND for an unknown folder or group */
  differing(
    actor: Actor,
    asked: MatrixAsked & { groupId: string },
    page: { limit: number; offset: number },
  ): Promise<{ level: string; count: number; items: PastEntry[] }>
  /** The matrix of all folders, and of at most 200 groups, as a spreadsheet. @throws as matrix */
  matrixSpreadsheet(actor: Actor, asked: Omit<MatrixAsked, 'folderId'>): Promise<Export>
  /**
   * What changed between two moments, the last change first (PROOF-04); since the record began without the first.
   * @throws as matrix; BAD_USER_INPUT where the first is not before the second
   */
  difference(
    actor: Actor,
    asked: { treeId: string; from: Date | null; to: Date | null },
    page: { limit: number; offset: number },
  ): Promise<{ count: number; knownSince: Date; items: AccessChange[] }>
}

interface MatrixAsked {
  treeId: string
  /** Null for the root with the folders in it. */
  folderId: string | null
  at: Date | null
}

interface MatrixPage {
  knownSince: Date
  groups: MatrixGroup[]
  /** Of which groups the rows tell. */
  shownIds: string[]
  count: number
  rows: MatrixRow[]
}

/** Of whom and when it is asked what they could see. */
export interface PrincipalAsked {
  treeId: string
  personId: string | null
  groupId: string | null
  at: Date | null
  /** Below which folder; all of the tree without one. */
  folderId: string | null
}

/** What is said where not exactly one of both is asked about. */
const ONE_OF_BOTH = 'Please choose a person or a group.'

/** @throws BAD_USER_INPUT */
function principalOf({ personId, groupId }: Pick<PrincipalAsked, 'personId' | 'groupId'>): Principal {
  if (personId !== null && groupId === null && isId(personId)) return { personId }
  if (groupId !== null && personId === null && isId(groupId)) return { groupId }
  throw badInput(ONE_OF_BOTH)
}

/** What is said where the first moment is not before the second. */
const NO_INTERVAL = 'Please choose a first moment before the second.'

/** Groups of a matrix: what is given of it on a page, and in a spreadsheet. */
const GROUPS = { shown: 12, atMost: 200 }

/** Rows of the spreadsheet that are read together. */
const PORTION = 1000

const COLUMNS: readonly Column[] = [
  { header: 'Path', width: 60 },
  { header: 'Type', width: 10 },
  { header: 'Level', width: 24 },
  { header: 'At', width: 24 },
]

const cellText = ({ level, differing }: MatrixRow['cells'][number]): string =>
  differing === 0 ? level : `${level}, ${differing} differ`

export const createAccessProof = (db: Database): AccessProof => {
  /** The moment that is asked about, and since when there is one to ask about. @throws BAD_USER_INPUT */
  const momentOf = async (at: Date | null): Promise<{ at: Moment; knownSince: Date }> => {
    const { since, now } = await recordOfAccess(db)
    if (at === null) return { at: now, knownSince: since }
    if (at < since) throw badInput(TOO_EARLY, { at: TOO_EARLY })
    const ahead = at.getTime() - new Date(now).getTime()
    if (ahead > AHEAD_MS) throw badInput(TO_COME, { at: TO_COME })
    return { at: ahead > 0 ? now : at.toISOString(), knownSince: since }
  }

  /** The tree of a document, of which the actor edits permissions. @throws NOT_FOUND, FORBIDDEN */
  const treeOf = async (actor: Actor, id: string): Promise<TreeRow> => {
    const row = isId(id)
      ? await db.selectFrom('document').select('tree_id').where('id', '=', id).executeTakeFirst()
      : undefined
    const tree = row && (await treeRowOf(db, row.tree_id))
    const opened = tree && openOrNull(actor, tree)
    if (!opened) throw notFound('Document')
    if (!opened.rights.admin) throw (await documentById(db, opened, id)) ? forbidden() : notFound('Document')
    return tree
  }

  const seenOf = async (
    actor: Actor,
    { treeId, personId, groupId, at, folderId }: PrincipalAsked,
  ): Promise<{ seen: SeenEntries; tree: OpenTree; at: Moment; knownSince: Date }> => {
    const tree = await openFor(db, actor, treeId, 'admin')
    const principal = principalOf({ personId, groupId })
    const moment = await momentOf(at)
    const folder = folderId === null ? treeId : storedId(tree, folderId)
    const now = await treeRowOf(db, treeId)
    if (!now || folder === null || !(await isFolderOf(tree, folder))) throw notFound('Document')
    const seen = await seenBy(db, { tree: now, principal, folderId: folder }, moment.at)
    return { seen, tree, ...moment }
  }

  const isFolderOf = async ({ id }: OpenTree, folderId: string): Promise<boolean> => {
    const found = await db
      .selectFrom('document')
      .select('id')
      .where('id', '=', folderId)
      .where('tree_id', '=', id)
      .where('is_folder', '=', true)
      .executeTakeFirst()
    return found !== undefined
  }

  const matrixOf = async (actor: Actor, treeId: string, at: Date | null) => {
    const tree = await openFor(db, actor, treeId, 'admin')
    const moment = await momentOf(at)
    const now = await treeRowOf(db, treeId)
    if (!now) throw notFound('Document tree')
    return { tree, ...moment, matrix: await accessMatrix(db, now, moment.at) }
  }

  return {
    matrix: async (actor, { treeId, folderId, at, groupIds }, { limit, offset }) => {
      const { tree, matrix, knownSince } = await matrixOf(actor, treeId, at)
      const folder = folderId === null ? null : storedId(tree, folderId)
      if (folderId !== null && folder === null) throw notFound('Document')
      const shown =
        groupIds?.slice(0, GROUPS.atMost) ?? matrix.groups.slice(0, GROUPS.shown).map(({ id }) => id)
      const folders = matrix.below(folder)
      return {
        knownSince,
        groups: matrix.groups.slice(0, GROUPS.atMost),
        shownIds: shown,
        count: folders.length,
        rows: matrix.rows(folders.slice(offset, offset + limit), shown),
      }
    },
    differing: async (actor, { treeId, folderId, at, groupId }, page) => {
      const { tree, matrix, at: moment } = await matrixOf(actor, treeId, at)
      const folder = folderId === null ? treeId : storedId(tree, folderId)
      const differing = folder === null ? null : matrix.differing(folder, groupId)
      if (folder === null || !differing) throw notFound('Document')
      const { level, aclIds, levelOf } = differing
      const entries = await entriesAt(db, { tree, folderId: folder, at: moment, aclIds, levelOf })
      return { level, count: entries.count, items: await entries.page(page) }
    },
    matrixSpreadsheet: async (actor, { treeId, at }) => {
      const { tree, matrix } = await matrixOf(actor, treeId, at)
      const groups = matrix.groups.slice(0, GROUPS.atMost)
      const ids = groups.map(({ id }) => id)
      const folders = matrix.all()
      async function* rows(): AsyncGenerator<Row[]> {
        for (let offset = 0; offset < folders.length; offset += PORTION) {
          yield matrix
            .rows(folders.slice(offset, offset + PORTION), ids)
            .map(({ path, cells }) => [path || rootName(tree), ...cells.map(cellText)])
        }
      }
      return {
        fileName: exportName(await slugsOf(db, tree), tree, 'access-matrix'),
        subject: { organisationId: tree.organisationId, treeId: tree.id },
        spreadsheet: {
          sheet: 'Matrix',
          columns: [
            { header: 'Folder', width: 60 },
            ...groups.map(({ name }) => ({ header: name, width: 24 })),
          ],
          rows: rows(),
        },
      }
    },
    difference: async (actor, { treeId, from, to }, page) => {
      await openFor(db, actor, treeId, 'admin')
      const last = await momentOf(to)
      const first = await momentOf(from ?? last.knownSince)
      if (new Date(first.at) >= new Date(last.at)) throw badInput(NO_INTERVAL, { from: NO_INTERVAL })
      const now = await treeRowOf(db, treeId)
      if (!now) throw notFound('Document tree')
      const difference = await accessDifference(db, now, { from: first.at, to: last.at }, page)
      return { ...difference, knownSince: first.knownSince }
    },
    ofDocument: async (actor, { documentId, at }, page) => {
      const id = documentId.replace(/^tree:/, '')
      const tree = await treeOf(actor, id)
      const { at: moment, knownSince } = await momentOf(at)
      return { ...(await peopleSeeing(db, { documentId: id, tree }, moment, page)), knownSince }
    },
    ofPrincipal: async (actor, asked, page) => {
      const { seen, knownSince } = await seenOf(actor, asked)
      return { name: seen.name, count: seen.count, knownSince, items: await seen.page(page) }
    },
    spreadsheet: async (actor, asked) => {
      const { seen, tree, at } = await seenOf(actor, asked)
      const current = reopenedFor(db, actor, tree, (now) => openFor(db, now, asked.treeId, 'admin'))
      async function* rows(): AsyncGenerator<Row[]> {
        for (let offset = 0; offset < seen.count; offset += PORTION) {
          await current()
          const entries = await seen.page({ limit: PORTION, offset })
          yield entries.map(({ path, isFolder, level }) => [
            path,
            isFolder ? 'Folder' : 'File',
            level,
            new Date(at),
          ])
        }
      }
      return {
        fileName: exportName(await slugsOf(db, tree), tree, 'access'),
        subject: { organisationId: tree.organisationId, treeId: tree.id },
        spreadsheet: { sheet: 'Access', columns: COLUMNS, rows: rows() },
      }
    },
  }
}
