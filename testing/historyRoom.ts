import { beforeEach } from 'vitest'
import type { Actor } from '../server/access/actor.ts'
import type { Documents, HistoryEntry } from '../server/modules/documents/index.ts'
import type { Permission } from '../shared/permissions.ts'
import type { TestDatabase } from './database/index.ts'
import { documentsOver } from './documents.ts'
import { factories } from './factories.ts'

/** Reads and changes documents, and reads their history, but is no admin: hidden folders stay hidden. */
const CHRONICLER: readonly Permission[] = [
  'DOCUMENTS_VIEW',
  'DOCUMENTS_EDIT',
  'DOCUMENTS_DELETE',
  'DOCUMENTS_HISTORY_VIEW',
]

type HistoryFilter = Parameters<Documents['histories']['open']>[2]

type Member = Actor & { groupId: string }

/** Who and what the room is made of; another one before each test, and each try. */
export interface HistoryRoom {
  readonly place: { organisationId: string; portfolioId: string }
  readonly treeId: string
  readonly admin: Member
  readonly chronicler: Member
  /** A chronicler who may filter by group besides. */
  readonly usersAdmin: Member
}

/** A room with an admin and two who read its history, and what they do in it. */
export function historyRoom(database: TestDatabase) {
  const make = factories(database)
  const { documents, upload } = documentsOver(database)
  let made: HistoryRoom | undefined
  const room = (): HistoryRoom => {
    if (!made) throw new Error('The room is there in tests, not earlier.')
    return made
  }
  beforeEach(async () => {
    const organisationId = await make.organisation()
    const portfolio = await make.portfolio({ organisationId })
    const place = { organisationId, portfolioId: portfolio.id }
    made = {
      place,
      treeId: await make.tree(place),
      admin: await make.actorWith(place, 'Deal Room Admin', 'Sellers'),
      chronicler: await make.actorWith(place, CHRONICLER, 'Chroniclers'),
      usersAdmin: await make.actorWith(place, [...CHRONICLER, 'USERS_ADMIN'], 'Administrators'),
    }
  })

  /** @returns the id of the first folder of the path */
  const folder = async (path: string, treeId = room().treeId): Promise<string> => {
    const folders = await documents().createFolders(room().admin, {
      treeId,
      parentId: null,
      folderPaths: [path],
    })
    return folders[0]?.id ?? ''
  }
  const setPermission = (documentId: string, groupId: string, permissible: boolean) =>
    documents().updatePermission(room().admin, {
      treeId: room().treeId,
      permissionId: `${documentId}:${groupId}`,
      permissible,
    })
  const deny = (documentId: string, groupId: string) => setPermission(documentId, groupId, false)
  const permit = (documentId: string, groupId: string) => setPermission(documentId, groupId, true)
  const move = (documentId: string, to: string) =>
    documents().move(room().admin, {
      treeId: room().treeId,
      destinationParentId: to,
      sourceDocumentIds: [documentId],
    })
  const remove = (documentId: string) =>
    documents().remove(room().admin, { treeId: room().treeId, documentIds: [documentId] })

  const read = async (
    actor: Actor,
    filter: HistoryFilter = {},
    page = { limit: 200, offset: 0 },
    treeId = room().treeId,
  ): Promise<{ count: number; entries: HistoryEntry[] }> => {
    const { histories } = documents()
    const history = await histories.open(actor, treeId, filter)
    return { count: await histories.count(history), entries: await histories.page(history, page) }
  }
  /** One line for each entry: "UPLOAD Folder/file.pdf". @throws where the count is another */
  const lines = async (actor: Actor, filter: HistoryFilter = {}): Promise<string[]> => {
    const { count, entries } = await read(actor, filter)
    if (entries.length !== count) throw new Error(`${entries.length} entries are counted as ${count}.`)
    return entries.map((entry) => `${entry.activityType} ${entry.recordedPath}`)
  }
  return { room, documents, upload, folder, deny, permit, move, remove, read, lines }
}
