import { ACTIVITY_TYPES, type ActivityType } from '../../../../shared/activityTypes.ts'
import { type Actor, holds } from '../../../access/actor.ts'
import { badInput, forbidden, notFound } from '../../../access/errors.ts'
import type { Connection, Database } from '../../../platform/database/database.ts'
import { isId } from '../../../platform/ids.ts'
import { deletedByActor } from '../changes/restore.ts'
import { type DocumentNode, documentsByIds, nameKey, storedId } from '../core/nodes.ts'
import { countGroupsOnEntity, groupsOnEntity, type Page, type Principal } from '../core/principals.ts'
import { type OpenTree, openFor, treeInView } from '../core/trees.ts'
import { MIN_SEARCH } from '../reading/search.ts'
import { readToTheEnd } from '../reading/toTheEnd.ts'
import { pathReader } from './historyPaths.ts'
import { FOLDER_TYPE, type HistorySelection } from './historySelection.ts'
import {
  type ChangeRow,
  changes,
  changesAfter,
  countChanges,
  extensionsIn,
  type From,
  groupsOfPersons,
  knownExtensions,
  placesByIds,
} from './historyStore.ts'

/** The filters in the history view's address and the change log's link; an empty list is no filter. */
export interface HistoryFilter {
  rootId?: string | null
  search?: string | null
  ancestorIds?: readonly string[] | null
  activityTypes?: readonly string[] | null
  fileTypes?: readonly string[] | null
  userGroupIds?: readonly string[] | null
  userIds?: readonly string[] | null
  since?: Date | null
}

/** A tree's history as its actor may read it, with their filters applied. */
export interface OpenHistory {
  tree: OpenTree
  selection: HistorySelection
  /** Ids of the documents that it is narrowed to; none where it is not. */
  ancestorIds: readonly string[]
}

/** As a field of the API hands it on. */
export interface HistoryPage extends OpenHistory {
  page: { limit: number; offset: number }
}

/** An entry as the actor may read it. */
export interface HistoryEntry {
  /** Tells nothing of other entries. */
  id: string
  /** Null once it no longer exists. */
  document: DocumentNode | null
  personId: string
  /** Name of the token by which they did it; null for none (TOKEN-08). */
  token: string | null
  userGroups: Principal[]
  activityType: ActivityType
  createdAt: Date
  active: boolean
  recordedPath: string
  formerPath: string | null
  formerNumber: string | null
  newNumber: string | null
  restored: boolean
  /** The document whose deletion the actor can take back by this entry (DOP-35); null for all others. */
  restorableId: string | null
  formerAudience: string | null
  audience: string | null
  version: number | null
}

/** The same within the server, by its number there. */
export type NumberedEntry = Omit<HistoryEntry, 'id'> & { number: number }

/** Values of one filter; a screen's stay below it. */
const MAX_VALUES = 100

const isActivityType = (value: string): value is ActivityType =>
  (ACTIVITY_TYPES as readonly string[]).includes(value)

type ListFilter = Exclude<keyof HistoryFilter, 'rootId' | 'search' | 'since'>

/** The filters in the words of the history view. */
const FILTER_NAMES: Readonly<Record<ListFilter, string>> = {
  ancestorIds: 'folder',
  activityTypes: 'activity',
  fileTypes: 'file type',
  userGroupIds: 'user group',
  userIds: 'person',
}

const unknown = (filter: ListFilter): Error =>
  badInput(`The ${FILTER_NAMES[filter]} filter has an unknown value. Please choose another one.`, {
    [filter]: 'unknown value',
  })

/** A filter's different values; null where it sets no limit. @throws BAD_USER_INPUT for too many */
function valuesOf(filter: HistoryFilter, name: ListFilter) {
  const values = [...new Set(filter[name] ?? [])]
  if (values.length > MAX_VALUES) {
    throw badInput(
      `The ${FILTER_NAMES[name]} filter takes at most ${MAX_VALUES} values, not ${values.length}.`,
    )
  }
  return values.length === 0 ? null : values
}

/** Null, which is everywhere, when one of the documents is the root. @throws the error when one is unknown or hidden */
async function placesOf(
  db: Connection,
  tree: OpenTree,
  ids: readonly string[],
  error: Error,
): Promise<HistorySelection['places']> {
  const stored = ids.map((id) => storedId(tree, id)).filter((id) => id !== null)
  const found = await placesByIds(db, tree, stored)
  if (found.length < ids.length) throw error
  return stored.includes(tree.id) ? null : found
}

/** Both limits together: what lies below the root and below one of the others. */
function narrowed(
  root: HistorySelection['places'],
  others: HistorySelection['places'],
): HistorySelection['places'] {
  if (!root || !others) return root ?? others
  const inside = (inner: readonly string[], outer: readonly string[]) =>
    outer.every((id, index) => inner[index] === id)
  return others.flatMap((other) =>
    root.flatMap((top) => {
      if (inside(other.path, top.path)) return [other]
      return inside(top.path, other.path) ? [top] : []
    }),
  )
}

async function typesOf(db: Connection, tree: OpenTree, values: readonly string[]): Promise<string[]> {
  const types = [...new Set(values.map((value) => value.toLowerCase()))]
  const extensions = types.filter((type) => type !== FOLDER_TYPE)
  const known = extensions.length > 0 ? await knownExtensions(db, tree, extensions) : []
  if (known.length < extensions.length) throw unknown('fileTypes')
  return types
}

async function groupsAsked(db: Connection, tree: OpenTree, ids: readonly string[]): Promise<string[]> {
  const groups = new Set((await groupsOnEntity(db, tree)).map((group) => group.id))
  if (ids.some((id) => !groups.has(id))) throw unknown('userGroupIds')
  return [...ids]
}

/** The text to look for; a shorter one than a search begins with is none (DOC-21). */
function searchOf({ search }: HistoryFilter): string | null {
  const key = nameKey((search ?? '').normalize('NFC').trim())
  return key.length < MIN_SEARCH ? null : key
}

/**
 * Opens a tree's history.
 * @throws FORBIDDEN without the tree's history right, or for a filter by group without USERS_ADMIN (HIST-09);
 * NOT_FOUND for an unknown root; BAD_USER_INPUT for an unknown value of a filter; as openTree besides
 */
export async function openHistory(
  db: Connection,
  actor: Actor,
  treeId: string,
  filter: HistoryFilter,
): Promise<OpenHistory> {
  const tree = await openFor(db, actor, treeId, 'history')
  const byGroup = (filter.userGroupIds ?? []).length > 0
  if (byGroup && !holds(tree.actor, 'USERS_ADMIN', tree.place)) throw forbidden()
  const groups = valuesOf(filter, 'userGroupIds')
  const userGroupIds = groups && (await groupsAsked(db, tree, groups))
  const { rootId } = filter
  const root = rootId == null ? null : await placesOf(db, tree, [rootId], notFound('Document'))
  const ancestors = valuesOf(filter, 'ancestorIds')
  const types = valuesOf(filter, 'activityTypes')
  const activityTypes = types?.filter(isActivityType) ?? null
  if (activityTypes && activityTypes.length < (types?.length ?? 0)) throw unknown('activityTypes')
  const fileTypes = valuesOf(filter, 'fileTypes')
  return {
    tree,
    ancestorIds: ancestors ?? [],
    selection: {
      places: narrowed(root, ancestors && (await placesOf(db, tree, ancestors, unknown('ancestorIds')))),
      activityTypes,
      fileTypes: fileTypes && (await typesOf(db, tree, fileTypes)),
      userGroupIds,
      // Whoever did nothing that the reader may see is like somebody whom nobody knows.
      userIds: valuesOf(filter, 'userIds')?.filter(isId) ?? null,
      since: filter.since ?? null,
      search: searchOf(filter),
    },
  }
}

/** The numbers of entries whose deletion the actor can take back; no statement where none is theirs. */
async function restorableOf(
  db: Connection,
  tree: OpenTree,
  rows: readonly ChangeRow[],
): Promise<ReadonlySet<number>> {
  const own = tree.rights.delete
    ? rows.filter(({ kind, personId }) => kind === 'DELETE' && personId === tree.actor.personId)
    : []
  if (own.length === 0) return new Set()
  const deleted = await deletedByActor(
    db,
    tree,
    own.map(({ documentId }) => documentId),
  )
  const moments = new Map(deleted.map(({ id, deletedAt }) => [id, deletedAt.getTime()]))
  return new Set(own.filter((row) => moments.get(row.documentId) === row.at.getTime()).map(({ id }) => id))
}

/** One page of an open history, newest first, as its actor may read it. */
async function historyPage(
  db: Connection,
  history: OpenHistory,
  limit: number,
  from: From,
): Promise<{ entries: NumberedEntry[]; last: ChangeRow | null }> {
  const { tree, selection } = history
  const rows = await changes(db, tree, selection, limit, from)
  const [live, restorable, groups, read] = await Promise.all([
    documentsByIds(db, tree, [...new Set(rows.map((row) => row.documentId))]),
    restorableOf(db, tree, rows),
    groupsOfPersons(
      db,
      tree,
      rows.map((row) => row.personId),
    ),
    pathReader(
      db,
      tree,
      rows.flatMap((row) => [
        { path: row.recordedPath, ids: row.recordedIds },
        ...(row.formerPath === null ? [] : [{ path: row.formerPath, ids: row.formerIds }]),
      ]),
    ),
  ])
  // A number says as much of the folders on the way as their names (INDEX-05).
  const showsNumber = (path: string | null, ids: readonly string[] | null): boolean =>
    tree.numbering === 'ONE' && path !== null && read({ path, ids }) === path
  const documents = new Map(live.map((node) => [node.id, node]))
  const entries = rows.map((row): NumberedEntry => {
    const document = documents.get(row.documentId) ?? null
    return {
      number: row.id,
      document,
      personId: row.personId,
      token: row.token,
      userGroups: groups.get(row.personId) ?? [],
      activityType: row.kind,
      createdAt: row.at,
      active: document !== null,
      recordedPath: read({ path: row.recordedPath, ids: row.recordedIds }),
      formerPath: row.formerPath === null ? null : read({ path: row.formerPath, ids: row.formerIds }),
      formerNumber: showsNumber(row.formerPath, row.formerIds) ? row.formerNumber : null,
      newNumber: showsNumber(row.recordedPath, row.recordedIds) ? row.number : null,
      restored: row.restored,
      restorableId: restorable.has(row.id) ? row.documentId : null,
      formerAudience: row.formerAudience,
      audience: row.audience,
      version: row.version,
    }
  })
  return { entries, last: rows.at(-1) ?? null }
}

/** All entries, newest first, as the actor of `current` may read them when each page of them is read. */
export const allEntries = (
  db: Connection,
  current: () => Promise<OpenHistory>,
): AsyncGenerator<NumberedEntry[]> =>
  readToTheEnd({
    current,
    seesAll: ({ tree }) => tree.rights.admin,
    after: (history, after, limit) => historyPage(db, history, limit, { after }),
    numbersAfter: (history, after, wanted) => changesAfter(db, history, after, wanted),
    byNumbers: (history, ids) => historyPage(db, history, ids.length, { ids }),
  })

/** What the rest of the server asks of histories. */
export interface DocumentHistories {
  /** @throws as openHistory */
  open(actor: Actor, treeId: string, filter: HistoryFilter): Promise<OpenHistory>
  page(history: OpenHistory, page: { limit: number; offset: number }): Promise<HistoryEntry[]>
  count(history: OpenHistory): Promise<number>
  /** What it is narrowed to, as far as it still exists. */
  ancestors(history: OpenHistory): Promise<DocumentNode[]>
  /** For a loader, by tree: 'folder', and the extensions that are there (HIST-13). */
  fileTypes(trees: readonly OpenTree[]): Promise<string[][]>
  /** @throws FORBIDDEN without USERS_ADMIN on the tree's entity, NOT_FOUND where the actor can't see it */
  userGroups(actor: Actor, treeId: string, page: Page | null): Promise<Principal[]>
  /** @throws as userGroups */
  countUserGroups(actor: Actor, treeId: string): Promise<number>
}

/** The tree of an entity whose users the actor administers. @throws FORBIDDEN, NOT_FOUND as userGroups */
async function treeOfUsers(db: Connection, actor: Actor, treeId: string): Promise<OpenTree> {
  const tree = await treeInView(db, actor, treeId)
  if (!holds(actor, 'USERS_ADMIN', tree.place)) throw forbidden()
  return tree
}

/**
 * @param opaqueId makes an entry's id for the API: entries of all rooms are numbered in one row, so that the gaps
 * between numbers would tell how much happened to what the reader may not see
 */
export const createHistories = (db: Database, opaqueId: (id: number) => string): DocumentHistories => ({
  open: (actor, treeId, filter) => openHistory(db, actor, treeId, filter),
  page: async (history, { limit, offset }) => {
    const { entries } = await historyPage(db, history, limit, { offset })
    return entries.map(({ number, ...entry }) => ({ ...entry, id: opaqueId(number) }))
  },
  count: ({ tree, selection }) => countChanges(db, tree, selection),
  ancestors: ({ tree, ancestorIds }) =>
    documentsByIds(
      db,
      tree,
      ancestorIds.map((id) => storedId(tree, id)).filter((id) => id !== null),
    ),
  fileTypes: async (trees) => {
    const found = await extensionsIn(db, trees)
    return trees.map((tree, index) => {
      if (!tree.rights.view) return []
      return [FOLDER_TYPE, ...(found[index] ?? []).filter((type) => type !== FOLDER_TYPE)]
    })
  },
  userGroups: async (actor, treeId, page) => groupsOnEntity(db, await treeOfUsers(db, actor, treeId), page),
  countUserGroups: async (actor, treeId) => countGroupsOnEntity(db, await treeOfUsers(db, actor, treeId)),
})
