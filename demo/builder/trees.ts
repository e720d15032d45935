import type { Buffer } from 'node:buffer'
import type { DemoFile, DemoPlan, DemoTree } from '../plan.ts'
import { readingsOf } from '../readings.ts'
import { fileKey, type Ids, idOf, labelKey, ownerIdOf } from './ids.ts'
import { type DemoServices, FILES_PER_BATCH } from './services.ts'

/** Files that are made ahead of those being stored: enough for both to be busy, few enough to hold in memory. */
const AHEAD = 4

/** The files with their bytes, in order, some of them made while those before are being stored. */
async function* made(files: readonly DemoFile[]): AsyncGenerator<MadeFile> {
  const waiting: Promise<Buffer>[] = []
  const begin = (file: DemoFile | undefined): void => {
    if (!file) return
    const bytes = file.make()
    // Heard when its turn comes; without this an early failure would end the process as unhandled.
    bytes.catch(() => {})
    waiting.push(bytes)
  }
  for (const file of files.slice(0, AHEAD)) begin(file)
  for (const [index, file] of files.entries()) {
    const bytes = waiting.shift()
    if (!bytes) return
    begin(files[index + AHEAD])
    yield { file, bytes: await bytes }
  }
}

interface MadeFile {
  readonly file: DemoFile
  readonly bytes: Buffer
}

/** Whether a file can go in one upload with those before it. */
const joins = (batch: readonly MadeFile[], { file }: MadeFile): boolean =>
  batch.length < FILES_PER_BATCH &&
  batch.every(
    ({ file: other }) =>
      other.by === file.by &&
      other.at === file.at &&
      other.staged === file.staged &&
      (other.folder !== file.folder || other.name !== file.name),
  )

/** The files in uploads of one person and moment each. */
async function* uploads(files: readonly DemoFile[]): AsyncGenerator<readonly MadeFile[]> {
  let batch: MadeFile[] = []
  for await (const each of made(files)) {
    if (!joins(batch, each)) {
      yield batch
      batch = []
    }
    batch.push(each)
  }
  if (batch.length > 0) yield batch
}

/** Folders and their permissions come first: a file takes over what its folder permits. */
export const buildTree = async (
  services: DemoServices,
  plan: DemoPlan,
  tree: DemoTree,
  ids: Ids,
): Promise<number> => {
  const personId = idOf(ids.people, 'person', tree.administrator)
  const treeId = await services.createTree(tree, {
    organisationId: idOf(ids.organisations, 'organisation', tree.organisation),
    ownerId: ownerIdOf(ids, tree.owner),
  })
  const paths = tree.folders.map((folder) => folder.path)
  const created = await services.createFolders({ treeId, paths, personId, at: tree.openedAt })
  const folders = new Map(paths.map((path, index) => [path, created[index] ?? '']))
  for (const { path, only } of tree.folders) {
    if (only)
      await services.setPermission({
        treeId,
        documentId: idOf(folders, 'folder', path),
        principals: only,
        personId,
        at: tree.openedAt,
      })
  }
  for (const [path, principals] of Object.entries(tree.viewOnly ?? {})) {
    await services.setViewOnly({
      treeId,
      documentId: idOf(folders, 'folder', path),
      principals,
      personId,
      at: tree.openedAt,
    })
  }
  let total = 0
  const all: string[] = []
  const documents = new Map<string, string>()
  for await (const batch of uploads(tree.files)) {
    const [first] = batch
    if (!first) continue
    const documentIds = await services.addFiles({
      treeId,
      files: batch.map(({ file, bytes }) => ({
        parentId: file.folder === '' ? null : idOf(folders, 'folder', file.folder),
        name: file.name,
        bytes,
      })),
      personId: idOf(ids.people, 'person', first.file.by),
      at: first.file.at,
      isStaged: first.file.staged !== undefined,
    })
    all.push(...documentIds)
    for (const [index, { file, bytes }] of batch.entries()) {
      total += bytes.length
      const documentId = documentIds[index]
      if (documentId !== undefined) documents.set(pathOf(file), documentId)
      if (documentId !== undefined) ids.files.set(fileKey(tree.owner.slug, pathOf(file)), documentId)
      if (file.only && documentId !== undefined) {
        await services.setPermission({ treeId, documentId, principals: file.only, personId, at: file.at })
      }
    }
  }
  if (tree.publication) {
    const planned = tree.files.filter(({ staged }) => staged === 'PLANNED')
    await services.publish({
      treeId,
      documentIds: planned.map((file) => idOf(documents, 'file', pathOf(file))),
      personId,
      ...tree.publication,
    })
  }
  for (const { by, files } of readingsOf(plan, tree, [...new Set(all)])) {
    await services.readFiles({ treeId, personId: idOf(ids.people, 'person', by), files })
  }
  for (const { by, path, seconds } of tree.read ?? []) {
    const documentId = idOf(documents, 'file', path)
    await services.readPages({ treeId, documentId, personId: idOf(ids.people, 'person', by), seconds })
  }
  for (const { path, for: principals, ...redaction } of tree.redacted ?? []) {
    const documentId = idOf(documents, 'file', path)
    await services.redact({ treeId, documentId, principals, personId, ...redaction })
  }
  for (const { path, number } of tree.withdrawn ?? []) {
    await services.withdrawVersion({ treeId, documentId: idOf(documents, 'file', path), number, personId })
  }
  for (const [path, labels] of Object.entries(tree.labels ?? {})) {
    await services.setLabels({
      treeId,
      documentId: idOf(documents, 'file', path),
      labelIds: labels.map((label) => idOf(ids.labels, 'label', labelKey(tree.organisation, label))),
      personId,
    })
  }
  for (const [email, at] of Object.entries(tree.visited ?? {})) {
    await services.visit({ treeId, personId: idOf(ids.people, 'person', email), at })
  }
  for (const path of tree.deleted ?? []) {
    const documentId = folders.get(path) ?? idOf(documents, 'file', path)
    await services.removeDocuments({ treeId, documentIds: [documentId], personId })
  }
  return total
}

const pathOf = ({ folder, name }: DemoFile): string => (folder === '' ? name : `${folder}/${name}`)
