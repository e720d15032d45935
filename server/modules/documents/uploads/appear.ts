import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'
import { type DocumentNode, nameKey } from '../core/nodes.ts'
import { numberEntries } from '../core/numbers.ts'
import { recordChanges } from '../core/record.ts'
import { add, addToTallies, type Tally } from '../core/tallies.ts'
import type { OpenTree } from '../core/trees.ts'
import { awaitTexts } from '../texts/texts.ts'
import { awaitThumbnails } from '../thumbnails/thumbnails.ts'

/** Bytes that lie in the storage under the id of the version that they become. */
export interface Content {
  versionId: string
  /** Bytes. */
  size: number
  sha256: Buffer
  /** Whether the hash is what its sender says, and no server has read the bytes (STORE-26). */
  isUnchecked: boolean
}

/** Contents, with the documents as they leave them. */
interface Appearance {
  uploads: readonly Content[]
  /** By version. */
  published: ReadonlyMap<string, DocumentNode>
  /** Of documents that aren't there yet. */
  isNew: (file: DocumentNode) => boolean
}

/**
 * Makes contents the next versions of documents, by the actor of the tree, with all that follows from it: the history, thumbnails
 * and texts. The caller holds the tree's lock.
 */
export async function appear(
  tx: Tx,
  tree: OpenTree,
  { uploads, published, isNew }: Appearance,
  at: Date,
): Promise<void> {
  const files = [...new Map([...published.values()].map((file) => [file.id, file])).values()]
  const [made, known] = [files.filter(isNew), files.filter((file) => !isNew(file))]
  const numbers = await lastNumbers(
    tx,
    known.map(({ id }) => id),
  )
  await addVersions(tx, uploads, published, numbers, at)
  await addDocuments(tx, made, at)
  await numberEntries(
    tx,
    tree,
    made.map(({ id }) => id),
  )
  await setCurrent(tx, known, at)
  await recordChanges(
    tx,
    [...published].map(([versionId, node]) => ({ kind: 'UPLOAD', node, versionId, at })),
  )
  await awaitThumbnails(tx, tree, files)
  await awaitTexts(tx, tree, files)
}

/** The uploads become versions: their own rows go. */
async function addVersions(
  tx: Tx,
  uploads: readonly Content[],
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

/** Documents that were there have these versions from now on. */
async function setCurrent(tx: Tx, files: readonly DocumentNode[], at: Date): Promise<void> {
  if (files.length === 0) return
  await sql`
    update document set current_version_id = file.version_id, size = file.size, modified_at = ${at}
    from unnest(${files.map(({ id }) => id)}::uuid[], ${files.map(({ versionId }) => versionId)}::uuid[],
      ${files.map(({ size }) => size)}::bigint[]) as file (id, version_id, size)
    where document.id = file.id`.execute(tx)
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
