import type { Tx } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/ids.ts'
import { inheritedAcl, listAs } from '../core/acls.ts'
import { allChildrenByName, type DocumentNode, isStaged, placeKey } from '../core/nodes.ts'
import type { OpenTree } from '../core/trees.ts'
import { appear, type Content } from './appear.ts'
import { extensionOf } from './uploads.ts'

/** An upload whose bytes are there, and the folder that it goes into. */
export interface Received extends Content {
  parent: DocumentNode
  announcedId: string
  /** The announced id is taken: by a document that has since been renamed, moved or deleted, or is still there. */
  idIsUsed: boolean
  name: string
  key: string
}

/** How files appear. */
export interface Appearing {
  at: Date
  /** For editors alone, until a publication (STAGE-03); in a staged folder they do so anyway. */
  staged: boolean
  /** Drops staged files in whose place others come: they have no versions that readers would find later. */
  drop: (tx: Tx, tree: OpenTree, files: readonly DocumentNode[]) => Promise<void>
  /** Keeps staged uploads as what published files of their name will be, each file once. */
  stageVersions: (
    tx: Tx,
    tree: OpenTree,
    versions: readonly { upload: Received; file: DocumentNode }[],
  ) => Promise<void>
}

/** What became of uploads, by version. */
export interface Appeared {
  /** The document as that version left it. */
  published: Map<string, DocumentNode>
  /** The published document that it will be a version of. */
  staged: Map<string, DocumentNode>
}

/**
 * Makes each upload a version, and a document where its name is new. What is staged and what is published take no names
 * from each other, before they meet in a publication; a staged upload of a published file's name waits to be its next version.
 */
export async function publish(
  tx: Tx,
  tree: OpenTree,
  received: readonly Received[],
  { at, staged, drop, stageVersions }: Appearing,
): Promise<Appeared> {
  const stages = (parent: DocumentNode): boolean => staged || isStaged(parent)
  const all = await allChildrenByName(
    tx,
    tree,
    received.map(({ parent, key }) => ({ parentId: parent.id, key })),
  )
  const [there, taken] = [new Map<string, DocumentNode>(), new Set<string>()]
  const waiting = new Map<string, { upload: Received; file: DocumentNode }>()
  for (const upload of received) {
    const place = placeKey(upload.parent.id, upload.key)
    for (const node of all.get(place) ?? []) {
      if (node.isFolder) taken.add(place)
      else if (isStaged(node) === stages(upload.parent)) there.set(place, node)
      else if (!isStaged(node)) waiting.set(place, { upload, file: node })
    }
  }
  // A folder that took the name since the announcement leaves no place for the file.
  for (const place of taken) waiting.delete(place)
  const versions = [...waiting.values()]
  if (versions.length > 0) await stageVersions(tx, tree, versions)
  const toBeVersions = new Map(versions.map(({ upload, file }) => [upload.versionId, file]))
  const uploads = received.filter(({ parent, key }) => {
    const place = placeKey(parent.id, key)
    return !taken.has(place) && !waiting.has(place)
  })
  if (uploads.length === 0) return { published: new Map(), staged: toBeVersions }
  const replaced = new Map([...there].filter(([place, file]) => isStaged(file) && !waiting.has(place)))
  if (replaced.size > 0) await drop(tx, tree, [...replaced.values()])
  for (const place of replaced.keys()) there.delete(place)
  const before = new Set([...there.values()].map((file) => file.id))
  const acls = await inheritedAcls(tx, tree, uploads, staged)
  const used = new Set(uploads.flatMap(({ announcedId, idIsUsed }) => (idIsUsed ? [announcedId] : [])))
  const published = new Map<string, DocumentNode>()
  for (const { parent, ...upload } of uploads) {
    const place = placeKey(parent.id, upload.key)
    const change = { versionId: upload.versionId, size: upload.size, modifiedAt: at }
    const known = there.get(place)
    const id = known?.id ?? (used.has(upload.announcedId) ? newId() : upload.announcedId)
    used.add(id)
    const file: DocumentNode = known
      ? { ...known, ...change }
      : {
          tree,
          id,
          parentId: parent.id,
          isFolder: false,
          name: upload.name,
          extension: extensionOf(upload.name),
          path: [...parent.path, id],
          aclId: replaced.get(place)?.aclId ?? acls.get(parent.id) ?? parent.aclId,
          ...change,
        }
    there.set(place, file)
    published.set(upload.versionId, file)
  }
  await appear(tx, tree, { uploads, published, isNew: ({ id }) => !before.has(id) }, at)
  return { published, staged: toBeVersions }
}

/** Per folder, the access list of new entries. */
async function inheritedAcls(
  tx: Tx,
  tree: OpenTree,
  uploads: readonly Received[],
  staged: boolean,
): Promise<Map<string, number>> {
  const acls = new Map<string, number>()
  for (const { parent } of uploads) {
    if (acls.has(parent.id)) continue
    const list = await inheritedAcl(tx, tree, parent.aclId)
    acls.set(parent.id, staged ? await listAs(tx, tree, list, true) : list)
  }
  return acls
}
