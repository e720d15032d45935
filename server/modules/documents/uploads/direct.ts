import type { Actor } from '../../../access/actor.ts'
import { badInput, DomainError, notFound } from '../../../access/errors.ts'
import type { Database } from '../../../platform/database/database.ts'
import { isId } from '../../../platform/ids.ts'
import type {
  AnnouncedPart,
  DirectAddress,
  DirectPart,
  DirectTransfers,
  Header,
} from '../../../platform/storage/index.ts'
import { openFor } from '../core/trees.ts'
import { announcedHash } from './hashes.ts'
import { atMostTwenty } from './uploads.ts'

/** Bytes up to which a file is put to the store as one (STORE-22). */
const MAX_WHOLE_BYTES = 104_857_600

/** Where and how one file is sent. */
export interface UploadAddress {
  url: string
  headers: Header[]
  /** Of a file that may go to the store in parts. */
  parts: { size: number; count: number } | null
}

/**
 * Where a file is sent whose hash is known: small ones straight to the store, others to a server or in parts (STORE-22 to
 * STORE-24).
 * @param ownUrl the address at the servers
 */
export async function uploadAddressOf(
  direct: DirectTransfers | undefined,
  { version, size, sha256 }: { version: string; size: number; sha256: string | null },
  ownUrl: string,
): Promise<UploadAddress> {
  const own = { url: ownUrl, headers: [], parts: null }
  if (!direct || sha256 === null) return own
  if (size > MAX_WHOLE_BYTES) return { ...own, parts: direct.partsOf(size) }
  const { url, headers }: DirectAddress = await direct.putAddress(version, { size, sha256 })
  return { url, headers, parts: null }
}

/**
 * Addresses for parts of an announced upload of the actor (STORE-24).
 * @throws FORBIDDEN without the tree's edit right, NOT_FOUND for an upload that is not theirs or not one of parts,
 * BAD_USER_INPUT for parts that it has not
 */
export async function presignParts(
  db: Database,
  direct: DirectTransfers | undefined,
  actor: Actor,
  { treeId, version, parts }: { treeId: string; version: string; parts: readonly AnnouncedPart[] },
): Promise<DirectPart[]> {
  atMostTwenty(parts.length)
  const tree = await openFor(db, actor, treeId, 'edit')
  const upload = isId(version)
    ? await db
        .selectFrom('upload')
        .select(['size', 'announced_sha256 as sha256'])
        .where('version_id', '=', version)
        .where('tree_id', '=', tree.id)
        .where('person_id', '=', actor.personId)
        .where('state', '=', 'ANNOUNCED')
        .executeTakeFirst()
    : undefined
  if (!direct || !upload?.sha256 || upload.size <= MAX_WHOLE_BYTES) throw notFound('Upload')
  const { count } = direct.partsOf(upload.size)
  const checked = parts.map(({ number, sha256 }, index): AnnouncedPart => {
    if (!Number.isInteger(number) || number < 1 || number > count) {
      throw partError(index, 'number', `The parts of this file are 1 to ${count}.`)
    }
    const hash = announcedHash(sha256)
    if (hash === null) throw partError(index, 'sha256', 'The SHA-256 must have 64 hexadecimal digits.')
    return { number, sha256: hash }
  })
  if (new Set(checked.map(({ number }) => number)).size < checked.length) {
    throw badInput('Please name each part once.')
  }
  return direct.partAddresses(version, upload.size, checked)
}

const partError = (index: number, field: string, message: string) =>
  new DomainError('BAD_USER_INPUT', message, { fields: { [`parts.${index}.${field}`]: message } })

/**
 * Takes what lies in the store of these uploads of the actor, as it is at this moment (STORE-25).
 * @returns bytes by version, of those that were taken
 */
export async function takeDirect(
  db: Database,
  direct: DirectTransfers,
  { personId }: Pick<Actor, 'personId'>,
  { treeId, versions }: { treeId: string; versions: readonly string[] },
): Promise<Map<string, number>> {
  if (versions.length === 0) return new Map()
  const uploads = await db
    .selectFrom('upload')
    .select(['version_id as version', 'size'])
    .where('version_id', '=', (eb) => eb.fn.any(eb.val(versions)))
    .where('tree_id', '=', treeId)
    .where('person_id', '=', personId)
    .where('announced_sha256', 'is not', null)
    .execute()
  const taken = await Promise.all(
    uploads.map(
      async ({ version, size }): Promise<[string, number][]> =>
        (await direct.take(version, size)) ? [[version, size]] : [],
    ),
  )
  return new Map(taken.flat())
}
