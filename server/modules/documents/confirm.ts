import type { Actor } from '../../access/actor.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { isId, newId } from '../../platform/ids.ts'
import { recordActivity } from '../activity/index.ts'
import { inheritedAcl } from './acls.ts'
import { foldersToFill, openToEdit } from './folders.ts'
import { childrenByName, type DocumentNode, documentsByIds, pathsInNames, placeKey } from './store.ts'
import { add, addToTallies, type Tally } from './tallies.ts'
import { lockTree, type OpenTree } from './trees.ts'
import { atMostTwenty, extensionOf } from './uploads.ts'

export interface ConfirmInput {
  treeId: string
  uploads: readonly { version: string; documentId: string }[]
  /** Bytes that lie under the version in the storage; null for none. */
  storedSize: (version: string) => Promise<number | null>
  /** Now unless given; the demo gives past moments. */
  at?: Date
}

export interface ConfirmedUploads {
  files: DocumentNode[]
  failedIds: string[]
}

interface Received {
  versionId: string
  parent: DocumentNode
  announcedId: string
  name: string
  key: string
  size: number
  sha256: Buffer
}

/**
 * Makes received files appear (UPL-13, UPL-38). An upload fails when nothing or the wrong size was received, when
 * it is another user's or tree's, or when its folder is gone. Confirming again changes nothing.
 * @throws FORBIDDEN without the tree's edit right
 */
export async function confirmUploads(
  db: Database,
  actor: Actor,
  input: ConfirmInput,
): Promise<ConfirmedUploads> {
  atMostTwenty(input.uploads.length)
  return db.transaction().execute(async (tx) => {
    const tree = await openToEdit(tx, actor, input.treeId)
    await lockTree(tx, tree.id)
    const versions = [...new Set(input.uploads.map((upload) => upload.version))].filter(isId)
    const received = await receivedUploads(tx, tree, versions, input.storedSize)
    const published = await publish(tx, tree, received, input.at ?? new Date())
    const rest = versions.filter((version) => !published.has(version))
    const confirmed = new Map([...(await confirmedBefore(tx, tree, rest)), ...published])
    const files = new Map(
      input.uploads.flatMap(({ version }) => {
        const file = confirmed.get(version)
        return file ? [[file.id, file] as const] : []
      }),
    )
    return {
      files: [...files.values()],
      failedIds: input.uploads
        .filter(({ version }) => !confirmed.has(version))
        .map(({ documentId }) => documentId),
    }
  })
}

/** The documents of uploads of this actor that were confirmed earlier, by version. */
async function confirmedBefore(
  tx: Tx,
  tree: OpenTree,
  versions: readonly string[],
): Promise<Map<string, DocumentNode>> {
  if (versions.length === 0) return new Map()
  const rows = await tx
    .selectFrom('document_version')
    .select(['id', 'document_id'])
    .where('id', '=', (eb) => eb.fn.any(eb.val(versions)))
    .where('created_by', '=', tree.actor.personId)
    .execute()
  const files = new Map(
    (
      await documentsByIds(
        tx,
        tree,
        rows.map((row) => row.document_id),
      )
    ).map((file) => [file.id, file]),
  )
  return new Map(
    rows.flatMap((row) => {
      const file = files.get(row.document_id)
      return file ? [[row.id, file] as const] : []
    }),
  )
}

/** The uploads of this actor in this tree that are whole and whose folder is still there. */
async function receivedUploads(
  tx: Tx,
  tree: OpenTree,
  versions: readonly string[],
  storedSize: ConfirmInput['storedSize'],
): Promise<Received[]> {
  if (versions.length === 0) return []
  const rows = await tx
    .selectFrom('upload')
    .select(['version_id', 'parent_id', 'document_id', 'name', 'name_key', 'size', 'sha256'])
    .where('version_id', '=', (eb) => eb.fn.any(eb.val(versions)))
    .where('tree_id', '=', tree.id)
    .where('person_id', '=', tree.actor.personId)
    .execute()
  const parents = await foldersToFill(tx, tree, [...new Set(rows.map((row) => row.parent_id))])
  const sizes = await Promise.all(rows.map((row) => storedSize(row.version_id)))
  const byVersion = new Map(
    rows.flatMap((row, index) => {
      const parent = parents.get(row.parent_id)
      if (!parent || !row.sha256 || sizes[index] !== row.size) return []
      const upload: Received = {
        versionId: row.version_id,
        parent,
        announcedId: row.document_id,
        name: row.name,
        key: row.name_key,
        size: row.size,
        sha256: row.sha256,
      }
      return [[row.version_id, upload] as const]
    }),
  )
  // In the order of the request: of two uploads of one name the first becomes the earlier version.
  return versions.flatMap((version) => byVersion.get(version) ?? [])
}

/** Makes each upload a version, and a document where its name is new. @returns document ids by version */
async function publish(
  tx: Tx,
  tree: OpenTree,
  received: readonly Received[],
  at: Date,
): Promise<Map<string, string>> {
  const there = await childrenByName(
    tx,
    tree,
    received.map(({ parent, key }) => ({ parentId: parent.id, key })),
  )
  // A folder that took the name since the announcement leaves no place for the file.
  const uploads = received.filter(({ parent, key }) => !there.get(placeKey(parent.id, key))?.isFolder)
  if (uploads.length === 0) return new Map()
  const idOf = new Map([...there].map(([place, node]) => [place, node.id]))
  const used = await usedIds(
    tx,
    uploads.map((upload) => upload.announcedId),
  )
  const numbers = await lastNumbers(tx, [...idOf.values()])
  const versions: { upload: Received; documentId: string; number: number }[] = []
  const added: { upload: Received; documentId: string }[] = []
  for (const upload of uploads) {
    const place = placeKey(upload.parent.id, upload.key)
    let documentId = idOf.get(place)
    if (documentId === undefined) {
      // A document that was renamed, moved or deleted meanwhile may bear the announced id.
      documentId = used.has(upload.announcedId) ? newId() : upload.announcedId
      used.add(documentId)
      idOf.set(place, documentId)
      added.push({ upload, documentId })
    }
    const number = (numbers.get(documentId) ?? 0) + 1
    numbers.set(documentId, number)
    versions.push({ upload, documentId, number })
  }
  await tx
    .insertInto('document_version')
    .values(
      versions.map(({ upload, documentId, number }) => ({
        id: upload.versionId,
        document_id: documentId,
        number,
        size: upload.size,
        sha256: upload.sha256,
        created_by: tree.actor.personId,
        created_at: at,
      })),
    )
    .execute()
  await addDocuments(tx, tree, added, at)
  const isNew = new Set(added.map(({ upload }) => upload.versionId))
  for (const { upload, documentId } of versions.filter(({ upload }) => !isNew.has(upload.versionId))) {
    await tx
      .updateTable('document')
      .set({ current_version_id: upload.versionId, size: upload.size, modified_at: at })
      .where('id', '=', documentId)
      .execute()
  }
  await tx
    .deleteFrom('upload')
    .where(
      'version_id',
      'in',
      uploads.map((upload) => upload.versionId),
    )
    .execute()
  const paths = await pathsInNames(
    tx,
    versions.map(({ upload, documentId }) => [...upload.parent.path, documentId]),
  )
  await recordActivity(
    tx,
    versions.map(({ upload, documentId }, index) => ({
      kind: 'UPLOAD',
      personId: tree.actor.personId,
      sessionId: tree.actor.sessionId,
      organisationId: tree.organisationId,
      treeId: tree.id,
      documentId,
      versionId: upload.versionId,
      recordedPath: paths[index] ?? upload.name,
      at,
    })),
  )
  return new Map(versions.map(({ upload, documentId }) => [upload.versionId, documentId]))
}

async function addDocuments(
  tx: Tx,
  tree: OpenTree,
  added: readonly { upload: Received; documentId: string }[],
  at: Date,
): Promise<void> {
  if (added.length === 0) return
  const aclOf = new Map<string, number>()
  const changeOf = new Map<string, { parent: DocumentNode; change: Map<number, Tally> }>()
  for (const { upload } of added) {
    const { parent } = upload
    const aclId = aclOf.get(parent.id) ?? (await inheritedAcl(tx, tree.id, parent.aclId))
    aclOf.set(parent.id, aclId)
    const entry = changeOf.get(parent.id) ?? { parent, change: new Map() }
    add(entry.change, aclId, { files: 1, folders: 0 })
    changeOf.set(parent.id, entry)
  }
  await tx
    .insertInto('document')
    .values(
      added.map(({ upload, documentId }) => ({
        id: documentId,
        tree_id: tree.id,
        parent_id: upload.parent.id,
        is_folder: false,
        name: upload.name,
        name_key: upload.key,
        extension: extensionOf(upload.name),
        path: [...upload.parent.path, documentId],
        acl_id: aclOf.get(upload.parent.id) ?? upload.parent.aclId,
        current_version_id: upload.versionId,
        size: upload.size,
        created_at: at,
        modified_at: at,
      })),
    )
    .execute()
  for (const { parent, change } of changeOf.values()) await addToTallies(tx, parent.path, change)
}

async function usedIds(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.selectFrom('document').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map((row) => row.id))
}

/** The newest version's number of each document. */
async function lastNumbers(tx: Tx, documentIds: readonly string[]): Promise<Map<string, number>> {
  if (documentIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('document_version')
    .select((eb) => ['document_id', eb.fn.max<number>('number').as('number')])
    .where('document_id', 'in', documentIds)
    .groupBy('document_id')
    .execute()
  return new Map(rows.map((row) => [row.document_id, row.number]))
}
