import { sql } from 'kysely'
import { normaliseName } from '../../../../shared/documentNames.ts'
import type { ErrorCode } from '../../../../shared/errorCodes.ts'
import { formatBytes } from '../../../../shared/format/bytes.ts'
import type { Actor } from '../../../access/actor.ts'
import { badInput, DomainError } from '../../../access/errors.ts'
import { asyncCommit } from '../../../platform/database/asyncCommit.ts'
import type { Database } from '../../../platform/database/database.ts'
import { isId, newId } from '../../../platform/ids.ts'
import { foldersToFill } from '../core/destinations.ts'
import { childrenByName, type DocumentNode, nameKey, placeKey, storedId } from '../core/nodes.ts'
import { type OpenTree, openFor } from '../core/trees.ts'
import { announcedHash } from './hashes.ts'

/** Files in one request (UPL-07). */
const MAX_FILES = 20

export interface AnnouncedFile {
  name: string
  /** Bytes. */
  size: number
  parentId: string
  /** Of an upload that broke off and is to go on (INDEX-11). */
  version?: string | null
  /** Hexadecimal digits (STORE-22). */
  sha256?: string | null
}

export interface AnnouncedUpload {
  /** The document as it will be; not in lists before it is confirmed. */
  file: DocumentNode
  version: string
  /** Bytes. */
  size: number
  /** As announced, in small letters. */
  sha256: string | null
  /** False for one that was announced before and gets a fresh address. */
  isNew: boolean
}

export const extensionOf = (name: string): string => {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : ''
}

export const atMostTwenty = (count: number): void => {
  if (count > MAX_FILES) throw badInput(`Please send at most ${MAX_FILES} files at a time, not ${count}.`)
}

/** The problem of one file of a request, so that the sender can go on with the others. */
const fileError = (code: ErrorCode, index: number, field: string, message: string) =>
  new DomainError(code, message, { fields: { [`files.${index}.${field}`]: message } })

/**
 * Announces uploads (transport.md 4). Nothing is visible before `confirmUploads`.
 * @throws BAD_USER_INPUT for a bad name or size, CONFLICT where a folder has the name, NOT_FOUND for a folder
 * that is gone; `fields` names the file
 */
export async function announceUploads(
  db: Database,
  actor: Actor,
  input: { treeId: string; files: readonly AnnouncedFile[]; maxBytes: number },
): Promise<AnnouncedUpload[]> {
  atMostTwenty(input.files.length)
  const tree = await openFor(db, actor, input.treeId, 'edit')
  const folders = await foldersToFill(db, tree, [
    ...new Set(input.files.flatMap((file) => storedId(tree, file.parentId) ?? [])),
  ])
  const places = input.files.map((file, index) => {
    const checked = normaliseName(file.name)
    if (!checked.ok) throw fileError('BAD_USER_INPUT', index, 'name', checked.reason)
    const folder = folders.get(storedId(tree, file.parentId) ?? '')
    if (!folder) throw fileError('NOT_FOUND', index, 'parentId', 'The folder is no longer there.')
    const sha256 = file.sha256 == null ? null : announcedHash(file.sha256)
    if (file.sha256 != null && sha256 === null) {
      throw fileError('BAD_USER_INPUT', index, 'sha256', 'The SHA-256 must have 64 hexadecimal digits.')
    }
    return { folder, size: file.size, name: checked.name, key: nameKey(checked.name), sha256 }
  })
  const taken = await childrenByName(
    db,
    tree,
    places.map(({ folder, key }) => ({ parentId: folder.id, key })),
  )
  const earlier = await earlierUploads(db, tree, input.files)
  const uploads = places.map((file, index): AnnouncedUpload & { key: string } => {
    if (!Number.isInteger(file.size) || file.size < 0) {
      throw fileError('BAD_USER_INPUT', index, 'size', 'The size must be a whole number of bytes.')
    }
    if (file.size > input.maxBytes) {
      throw fileError('BAD_USER_INPUT', index, 'size', `Over ${formatBytes(input.maxBytes)} limit`)
    }
    const { folder } = file
    if (folder.parentId === null && !tree.allowRootFiles) {
      throw fileError(
        'BAD_USER_INPUT',
        index,
        'parentId',
        "Files can't be placed at the top level. Please choose a folder.",
      )
    }
    const there = taken.get(placeKey(folder.id, file.key))
    if (there?.isFolder) {
      throw fileError(
        'CONFLICT',
        index,
        'name',
        `A folder named "${there.name}" already exists there. Please rename one of the two.`,
      )
    }
    const begun = earlier.get(input.files[index]?.version ?? '')
    const isSame =
      begun?.parentId === folder.id &&
      begun.key === file.key &&
      begun.size === file.size &&
      (file.sha256 === null || begun.sha256 === file.sha256)
    const version = (isSame && input.files[index]?.version) || newId()
    const id = there?.id ?? (isSame ? begun.documentId : newId())
    return {
      version,
      isNew: !isSame,
      size: file.size,
      sha256: file.sha256 ?? (isSame ? begun.sha256 : null),
      key: file.key,
      file: there ?? {
        tree,
        id,
        parentId: folder.id,
        isFolder: false,
        name: file.name,
        extension: extensionOf(file.name),
        path: [...folder.path, id],
        aclId: folder.aclId,
        versionId: version,
        size: file.size,
        modifiedAt: new Date(),
      },
    }
  })
  await insertUploads(
    db,
    actor.personId,
    uploads.filter(({ isNew }) => isNew),
  )
  return uploads.map(({ key: _key, ...upload }) => upload)
}

interface EarlierUpload {
  parentId: string
  documentId: string
  key: string
  size: number
  sha256: string | null
}

/** The actor's unconfirmed uploads in this tree that files go on with, by version. */
async function earlierUploads(
  db: Database,
  tree: OpenTree,
  files: readonly AnnouncedFile[],
): Promise<Map<string, EarlierUpload>> {
  const versions = files.flatMap(({ version }) => (version && isId(version) ? [version] : []))
  if (versions.length === 0) return new Map()
  const rows = await db
    .selectFrom('upload')
    .select(['version_id as version', 'parent_id as parentId', 'document_id as documentId'])
    .select(['name_key as key', 'size', 'announced_sha256 as hash'])
    .where('version_id', '=', (eb) => eb.fn.any(eb.val(versions)))
    .where('tree_id', '=', tree.id)
    .where('person_id', '=', tree.actor.personId)
    .execute()
  return new Map(
    rows.map(({ version, hash, ...upload }) => [
      version,
      { ...upload, sha256: hash?.toString('hex') ?? null },
    ]),
  )
}

async function insertUploads(
  db: Database,
  personId: string,
  uploads: readonly (AnnouncedUpload & { key: string })[],
): Promise<void> {
  if (uploads.length === 0) return
  await sql`
    insert into upload (version_id, tree_id, parent_id, document_id, name, name_key, size, person_id,
      organisation_id, announced_sha256)
    select version_id, tree_id, parent_id, document_id, name, name_key, size, ${personId}::uuid, organisation_id,
      decode(announced_sha256, 'hex')
    from unnest(${uploads.map(({ version }) => version)}::uuid[], ${uploads.map(({ file }) => file.tree.id)}::uuid[],
      ${uploads.map(({ file }) => file.parentId)}::uuid[], ${uploads.map(({ file }) => file.id)}::uuid[],
      ${uploads.map(({ file }) => file.name)}::text[], ${uploads.map(({ key }) => key)}::text[],
      ${uploads.map(({ size }) => size)}::bigint[], ${uploads.map(({ file }) => file.tree.organisationId)}::uuid[],
      ${uploads.map(({ sha256 }) => sha256)}::text[])
      as file (version_id, tree_id, parent_id, document_id, name, name_key, size, organisation_id, announced_sha256)
    where ${asyncCommit}`.execute(db)
}

/**
 * Deletes uploads that were announced before `before` and never confirmed (UPL-38).
 * @returns the versions whose bytes may be removed: none that is staged, of which earlier programs left the upload's row
 */
export async function sweepUploads(db: Database, before: Date): Promise<string[]> {
  const { rows } = await sql<{ version: string }>`
    with swept as (delete from upload where created_at < ${before} returning version_id)
    select version_id as version from swept
    where not exists (select from staged_change c where c.version_id = swept.version_id)`.execute(db)
  return rows.map(({ version }) => version)
}
