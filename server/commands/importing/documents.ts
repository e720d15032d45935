import type { Actor } from '../../access/actor.ts'
import type { DocumentNode, TakenList } from '../../modules/documents/index.ts'
import type { Services } from '../../modules/index.ts'
import type { Storage } from '../../platform/storage/index.ts'
import { ConfigError } from '../../settings.ts'
import type { ArchiveFolder } from './archiveFolder.ts'
import { principalNames, type Room } from './room.ts'
import type { AccessRow, DocumentRow, FolderRow, TreeRow, VersionRow } from './rows.ts'

export interface FilesDeps {
  documents: Services['documents']
  storage: Storage
}

/** What was made, and what of the archive could not be. */
export interface Imported {
  folders: number
  documents: number
  versions: number
  /** Versions without a file in the archive. */
  withoutFile: number
  /** Documents that were deleted. */
  deleted: number
}

/** Folders that one call makes, and entries of a folder that one call lists. */
const FOLDERS = 50
const PAGE = 500
/** Nobody but who administers the documents. */
const CLOSED: TakenList = { isOpen: false, given: [] }

/** Paths of the archive that are kept beside the documents: its record, and all that proves it. */
const IS_ATTACHED =
  /^(timestamps\.json|verify\.mjs|record\/.+|certificates\/.+|data\/(entries|checkpoints|keys|history)-\d+\.js)$/

/** Uploads one file as a version, of the moment at which it was one. @throws ConfigError where it is not what the archive says */
async function upload(
  { documents, storage }: FilesDeps,
  actor: Actor,
  archive: ArchiveFolder,
  to: { treeId: string; parentId: string; name: string; staged: boolean },
  file: { path: string; size: number; sha256?: string; at?: Date },
): Promise<string> {
  const { treeId, parentId, name, staged } = to
  const [announced] = await documents.announce(actor, treeId, [{ name, size: file.size, parentId }])
  if (!announced) throw new Error('Nothing was announced.')
  const { version } = announced
  const stored = await storage.put(version, archive.read(file.path), { size: file.size })
  if (file.sha256 !== undefined && stored.sha256.toString('hex') !== file.sha256) {
    throw new ConfigError(`${file.path} was changed while it was imported.`)
  }
  documents.arrivals.record(version, stored)
  const { files } = await documents.confirm(actor, {
    treeId,
    uploads: [{ version, documentId: announced.file.id }],
    ...(file.at ? { at: file.at } : {}),
    ...(staged ? { staged } : {}),
  })
  const [made] = files
  if (!made) throw new Error(`${file.path} was not stored.`)
  return made.id
}

/** All that is in a folder by its name, as far as a former import came. */
async function childrenByName(
  { documents }: Pick<FilesDeps, 'documents'>,
  folder: DocumentNode,
): Promise<Map<string, DocumentNode>> {
  const found = new Map<string, DocumentNode>()
  for (let offset = 0; ; offset += PAGE) {
    const page = await documents.children(folder, { limit: PAGE, offset })
    for (const node of page) found.set(node.name, node)
    if (page.length < PAGE) return found
  }
}

/** Folders of a tree that are not deleted, and are in none that is. */
function keptFolders(folders: readonly FolderRow[]): FolderRow[] {
  const kept = new Set<string>()
  // Each comes after the one that it is in.
  return folders.filter(({ id, parent, deletedAt }) => {
    if (deletedAt !== undefined || (parent !== undefined && !kept.has(parent))) return false
    kept.add(id)
    return true
  })
}

/** Makes the folders. @returns their ids by those of the archive */
async function makeFolders(
  { documents }: FilesDeps,
  actor: Actor,
  treeId: string,
  folders: readonly FolderRow[],
): Promise<Map<string, string>> {
  const paths = new Map<string, string>()
  const ids = new Map<string, string>()
  for (const { id, parent, name } of folders) {
    paths.set(id, parent === undefined ? name : `${paths.get(parent)}/${name}`)
  }
  for (const staged of [false, true]) {
    const mine = folders.filter((folder) => (folder.staged ?? false) === staged)
    for (let from = 0; from < mine.length; from += FOLDERS) {
      const batch = mine.slice(from, from + FOLDERS)
      const made = await documents.createFolders(actor, {
        treeId,
        parentId: null,
        folderPaths: batch.map(({ id }) => paths.get(id) ?? ''),
        staged,
      })
      for (const [at, { id }] of batch.entries()) ids.set(id, made[at]?.id ?? '')
    }
  }
  return ids
}

/** What an archive says of a tree, with the ids that its entries have now. */
interface TreeImport {
  actor: Actor
  archive: ArchiveFolder
  treeId: string
  room: Room
  row: TreeRow
}

/** Keeps the record of the archive, and all that proves what it says, for who administers the documents alone. */
export async function attach(
  deps: FilesDeps,
  { actor, archive, treeId }: Pick<TreeImport, 'actor' | 'archive' | 'treeId'>,
  isWanted: (path: string) => boolean,
): Promise<void> {
  const { documents } = deps
  const paths = [
    'manifest.json',
    ...archive.manifest.lists.map(({ path }) => path),
    ...(await archive.all('files')).map(({ path }) => path),
    'timestamps.json',
    'signature.json',
  ].filter(isWanted)
  const there = new Map<string, Map<string, DocumentNode>>()
  for (const path of paths) {
    const above = [archive.attachments, ...path.split('/').slice(0, -1)].join('/')
    const [folder] = await documents.createFolders(actor, { treeId, parentId: null, folderPaths: [above] })
    if (!folder) throw new Error('No folder was made.')
    const known = there.get(folder.id) ?? (await childrenByName(deps, folder))
    there.set(folder.id, known)
    const name = path.slice(path.lastIndexOf('/') + 1)
    if (known.has(name)) continue
    const to = { treeId, parentId: folder.id, name, staged: false }
    await upload(deps, actor, archive, to, { path, size: archive.sizeOf(path) })
  }
}

export const isAttached = (path: string): boolean => IS_ATTACHED.test(path)

/** Closes the tree to all but who administers its documents, until everything is in it. */
export const closeTree = ({ documents }: FilesDeps, actor: Actor, treeId: string): Promise<void> =>
  documents.imports.takeLists(actor, { treeId, given: new Map([[`tree:${treeId}`, CLOSED]]) })

/** Folders, documents, versions, numbers and permissions of one tree. Where a former import broke off it goes on. */
export async function importTree(
  deps: FilesDeps,
  of: TreeImport,
  { say, count }: { say: (sentence: string) => void; count: Imported },
): Promise<Map<string, string>> {
  const { actor, archive, treeId, row } = of
  const folders = keptFolders((await archive.all('folders')).filter(({ tree }) => tree === row.tree))
  const ids = await makeFolders(deps, actor, treeId, folders)
  count.folders += folders.length
  const { documents } = deps
  const there = new Map<string, Map<string, DocumentNode>>()
  const inFolder = async (id: string | null): Promise<Map<string, DocumentNode>> => {
    const key = id ?? ''
    const known = there.get(key)
    if (known) return known
    const found = await childrenByName(deps, await documents.document(actor, treeId, id))
    there.set(key, found)
    return found
  }
  const made: DocumentRow[] = []
  for await (const document of archive.rows('documents')) {
    if (document.tree !== row.tree) continue
    const folder = document.folder === undefined ? null : ids.get(document.folder)
    if (document.deletedAt !== undefined || folder === undefined) {
      count.deleted += 1
      continue
    }
    const known = of.room.isBegun ? (await inFolder(folder)).get(document.name) : undefined
    const id = await importVersions(deps, of, { document, folder, known: known ?? null, count })
    if (id === null) continue
    ids.set(document.id, id)
    made.push(document)
    if (made.length % PAGE === 0) say(`${made.length} documents …`)
  }
  count.documents += made.length
  await takeNumbers(deps, of, { ids, entries: [...folders, ...made] })
  await takeLists(deps, of, { ids, entries: [...folders, ...made] })
  return ids
}

/** @returns the document's id; null where the archive has no file of it */
async function importVersions(
  deps: FilesDeps,
  { actor, archive, treeId }: TreeImport,
  {
    document,
    folder,
    known,
    count,
  }: { document: DocumentRow; folder: string | null; known: DocumentNode | null; count: Imported },
): Promise<string | null> {
  const { documents } = deps
  const versions = document.versions.filter(({ file }) => file !== undefined)
  count.withoutFile += document.versions.length - versions.length
  count.versions += versions.length
  const all = { limit: PAGE, offset: 0 }
  const before = known ? await documents.versions.list(actor, { treeId, documentId: known.id }, all) : []
  let id = known?.id ?? null
  for (const { at, size, sha256, file = '' } of versions.slice(before.length)) {
    const to = {
      treeId,
      parentId: folder ?? `tree:${treeId}`,
      name: document.name,
      staged: document.staged ?? false,
    }
    id = await upload(deps, actor, archive, to, { path: file, size, sha256, at: new Date(at) })
  }
  if (id === null) return null
  await setCurrent(deps, actor, { treeId, documentId: id, versions })
  return id
}

/** Where an earlier version was current again it becomes so, and what was withdrawn is. */
async function setCurrent(
  { documents }: FilesDeps,
  actor: Actor,
  { treeId, documentId, versions }: { treeId: string; documentId: string; versions: readonly VersionRow[] },
): Promise<void> {
  const current = versions.findLastIndex(({ file }) => !file?.startsWith('versions/'))
  const isLast = current === -1 || current === versions.length - 1
  const withdrawn = versions.flatMap(({ withdrawnAt }, at) => (withdrawnAt === undefined ? [] : [at]))
  if (isLast && withdrawn.length === 0) return
  const made = await documents.versions.list(actor, { treeId, documentId }, { limit: PAGE, offset: 0 })
  // The newest is listed first.
  const versionAt = (at: number) => made.at(-1 - at)
  const wanted = isLast ? undefined : versionAt(current)
  if (wanted && !wanted.isCurrent) {
    await documents.versions.restore(actor, { treeId, documentId, versionId: wanted.id })
  }
  for (const at of withdrawn) {
    const version = versionAt(at)
    if (version && version.withdrawnAt === null) await documents.versions.withdraw(actor, version.id)
  }
}

interface Entries {
  ids: ReadonlyMap<string, string>
  entries: readonly (FolderRow | DocumentRow)[]
}

async function takeNumbers(
  { documents }: FilesDeps,
  { actor, treeId, row }: TreeImport,
  { ids, entries }: Entries,
): Promise<void> {
  const numbers = new Map(
    entries.flatMap(({ id, number }): [string, number][] =>
      number === undefined ? [] : [[ids.get(id) ?? '', Number(number.split('.').at(-1))]],
    ),
  )
  await documents.imports.takeNumbers(actor, { treeId, numbering: row.numbering, numbers })
}

async function takeLists(
  { documents }: FilesDeps,
  { actor, archive, treeId, row }: TreeImport,
  { ids, entries }: Entries,
): Promise<void> {
  await documents.levels.updateViewing(actor, { treeId, usualLevel: row.usualLevel })
  await documents.versions.setReaders(actor, { treeId, isOn: row.readersSeeEarlierVersions })
  const idOf = principalNames(await documents.principals(actor, treeId), {
    room: archive.manifest.room.name,
    kind: row.principals,
  })
  const lists = new Map((await archive.all('access')).map((each) => [each.number, listOf(each, idOf)]))
  const given = new Map<string, TakenList>()
  const take = (id: string, access: number) => given.set(id, lists.get(access) ?? CLOSED)
  take(`tree:${treeId}`, row.access)
  for (const { id, access } of entries) take(ids.get(id) ?? '', access)
  if (row.tree === 'DOCUMENTS') {
    const root = await documents.document(actor, treeId, null)
    const attachments = (await childrenByName({ documents }, root)).get(archive.attachments)
    if (attachments) given.set(attachments.id, CLOSED)
  }
  await documents.imports.takeLists(actor, { treeId, given })
}

/** Principals that the room doesn't have any more are left out. */
function listOf({ open, given }: AccessRow, idOf: (name: string) => string | null): TakenList {
  return {
    isOpen: open,
    given: given.flatMap(({ group, role, level, redacted }) => {
      const principalId = idOf(group ?? role ?? '')
      return principalId === null
        ? []
        : [{ principalId, level, rendition: redacted ? ('REDACTED' as const) : ('FULL' as const) }]
    }),
  }
}
