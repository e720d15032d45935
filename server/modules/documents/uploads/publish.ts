import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/ids.ts'
import { inheritedAcl, listAs } from '../core/acls.ts'
import { allChildrenByName, type DocumentNode, isStaged, nameKey, placeKey } from '../core/nodes.ts'
import { numberEntries } from '../core/numbers.ts'
import { recordChanges } from '../core/record.ts'
import { add, addToTallies, type Tally } from '../core/tallies.ts'
import type { OpenTree } from '../core/trees.ts'
import { awaitTexts } from '../texts/texts.ts'
import { awaitThumbnails } from '../thumbnails/thumbnails.ts'
import { extensionOf } from './uploads.ts'

/** An upload whose bytes are there, and the folder that it goes into. */
export interface Received {
  versionId: string
  parent: DocumentNode
  announcedId: string
  /** The announced id is taken: by a document that has since been renamed, moved or deleted, or is still there. */
  idIsUsed: boolean
  name: string
  key: string
  size: number
  sha256: Buffer
  /** Whether the hash is what its sender says, and no server has read the bytes (STORE-26). */
  isUnchecked: boolean
}

/** How files appear. */
export interface Appearing {
  at: Date
  /** For editors alone, until a publication (STAGE-03); in a staged folder they do so anyway. */
  staged: boolean
  /** Drops staged files in whose place others come: they have no versions that readers would find later. */
  drop: (tx: Tx, tree: OpenTree, files: readonly DocumentNode[]) => Promise<void>
}

/**
 * Makes each upload a version, and a document where its name is new. What is staged and what is published take no names
 * from each other, before they meet in a publication; a staged upload is no version of a published file.
 * @returns by version the document as that version left it
 */
export async function publish(
  tx: Tx,
  tree: OpenTree,
  received: readonly Received[],
  { at, staged, drop }: Appearing,
): Promise<Map<string, DocumentNode>> {
  const stages = (parent: DocumentNode): boolean => staged || isStaged(parent)
  const all = await allChildrenByName(
    tx,
    tree,
    received.map(({ parent, key }) => ({ parentId: parent.id, key })),
  )
  const [there, taken] = [new Map<string, DocumentNode>(), new Set<string>()]
  for (const { parent, key } of received) {
    const place = placeKey(parent.id, key)
    for (const node of all.get(place) ?? []) {
      if (node.isFolder || (stages(parent) && !isStaged(node))) taken.add(place)
      else if (isStaged(node) === stages(parent)) there.set(place, node)
    }
  }
  // A folder that took the name since the announcement leaves no place for the file.
  const uploads = received.filter(({ parent, key }) => !taken.has(placeKey(parent.id, key)))
  if (uploads.length === 0) return new Map()
  const replaced = new Map([...there].filter(([, file]) => isStaged(file)))
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
  const files = [...new Map([...published.values()].map((file) => [file.id, file])).values()]
  const numbers = await lastNumbers(tx, [...before])
  await addVersions(tx, uploads, published, numbers, at)
  await addDocuments(
    tx,
    files.filter((file) => !before.has(file.id)),
    at,
  )
  await numberEntries(
    tx,
    tree,
    files.flatMap(({ id }) => (before.has(id) ? [] : id)),
  )
  for (const file of files.filter(({ id }) => before.has(id))) {
    await tx
      .updateTable('document')
      .set({ current_version_id: file.versionId, size: file.size, modified_at: at })
      .where('id', '=', file.id)
      .execute()
  }
  await recordChanges(
    tx,
    [...published].map(([versionId, node]) => ({ kind: 'UPLOAD', node, versionId, at })),
  )
  await awaitThumbnails(tx, tree, files)
  await awaitTexts(tx, tree, files)
  return published
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

/** The uploads become versions: their own rows go. */
async function addVersions(
  tx: Tx,
  uploads: readonly Received[],
  files: ReadonlyMap<string, DocumentNode>,
  numbers: Map<string, number>,
  at: Date,
): Promise<void> {
  const rows = uploads.flatMap(({ versionId, size, sha256, isUnchecked }) => {
    const file = files.get(versionId)
    if (!file) return []
    const number = (numbers.get(file.id) ?? 0) + 1
    numbers.set(file.id, number)
    const { actor, organisationId } = file.tree
    return {
      id: versionId,
      documentId: file.id,
      number,
      size,
      sha256,
      uncheckedSince: isUnchecked ? new Date() : null,
      personId: actor.personId,
      organisationId,
    }
  })
  const ids = rows.map(({ id }) => id)
  await sql`
    with added as (
      insert into document_version (id, document_id, number, size, sha256, created_by, created_at,
        organisation_id, unchecked_since)
      select id, document_id, number, size, sha256, created_by, ${at}::timestamptz, organisation_id, unchecked_since
      from unnest(${ids}::uuid[], ${rows.map(({ documentId }) => documentId)}::uuid[],
        ${rows.map(({ number }) => number)}::integer[], ${rows.map(({ size }) => size)}::bigint[],
        ${rows.map(({ sha256 }) => sha256)}::bytea[], ${rows.map(({ personId }) => personId)}::uuid[],
        ${rows.map(({ organisationId }) => organisationId)}::uuid[],
        ${rows.map(({ uncheckedSince }) => uncheckedSince)}::timestamptz[])
        as version (id, document_id, number, size, sha256, created_by, organisation_id, unchecked_since))
    delete from upload where version_id = any(${ids}::uuid[])`.execute(tx)
}

async function addDocuments(tx: Tx, files: readonly DocumentNode[], at: Date): Promise<void> {
  if (files.length === 0) return
  await sql`
    insert into document (id, tree_id, parent_id, is_folder, name, name_key, extension, path, acl_id,
      current_version_id, size, created_at, modified_at, organisation_id)
    select id, tree_id, parent_id, false, name, name_key, extension, path::uuid[], acl_id, version_id, size,
      ${at}::timestamptz, ${at}::timestamptz, organisation_id
    from unnest(${files.map(({ id }) => id)}::uuid[], ${files.map(({ tree }) => tree.id)}::uuid[],
      ${files.map(({ parentId }) => parentId)}::uuid[], ${files.map(({ name }) => name)}::text[],
      ${files.map(({ name }) => nameKey(name))}::text[], ${files.map(({ extension }) => extension)}::text[],
      ${files.map(({ path }) => `{${path.join()}}`)}::text[], ${files.map(({ aclId }) => aclId)}::bigint[],
      ${files.map(({ versionId }) => versionId)}::uuid[], ${files.map(({ size }) => size)}::bigint[],
      ${files.map(({ tree }) => tree.organisationId)}::uuid[])
      as file (id, tree_id, parent_id, name, name_key, extension, path, acl_id, version_id, size, organisation_id)`.execute(
    tx,
  )
  for (const siblings of Map.groupBy(files, (file) => file.parentId).values()) {
    const change = new Map<number, Tally>()
    for (const { aclId } of siblings) add(change, aclId, { files: 1, folders: 0 })
    await addToTallies(tx, siblings[0]?.path.slice(0, -1) ?? [], change)
  }
}

/** The newest version's number of each document. */
async function lastNumbers(tx: Tx, documentIds: readonly string[]): Promise<Map<string, number>> {
  if (documentIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('document_version')
    .select((eb) => ['document_id', eb.fn.max<number>('number').as('number')])
    .where('document_id', '=', (eb) => eb.fn.any(eb.val(documentIds)))
    .groupBy('document_id')
    .execute()
  return new Map(rows.map((row) => [row.document_id, row.number]))
}
