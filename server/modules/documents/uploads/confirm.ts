import type { NotNull } from 'kysely'
import type { Actor } from '../../../access/actor.ts'
import type { Database, Tx } from '../../../platform/database/database.ts'
import { isId } from '../../../platform/ids.ts'
import type { DirectTransfers } from '../../../platform/storage/index.ts'
import { recordBy } from '../../activity/index.ts'
import { foldersToFill } from '../core/destinations.ts'
import { type DocumentNode, documentsByIds, isStaged } from '../core/nodes.ts'
import { changeTree } from '../core/treeLock.ts'
import type { OpenTree } from '../core/trees.ts'
import { announceAdded } from '../digests/documentsAdded.ts'
import type { Arrivals } from './arrivals.ts'
import { takeDirect } from './direct.ts'
import { type Appearing, publish, type Received } from './publish.ts'
import { atMostTwenty } from './uploads.ts'

export interface ConfirmInput {
  treeId: string
  uploads: readonly { version: string; documentId: string }[]
  /** Bytes that lie under the version in the storage, safe from a power cut by then; null for none. */
  storedSize: (version: string) => Promise<number | null>
  arrivals: Pick<Arrivals, 'hashes' | 'forget'>
  /** Where browsers may send to the store themselves. */
  direct: DirectTransfers | undefined
  /** Now unless given; the demo gives past moments. */
  at?: Date
  /** For editors alone, until a publication (STAGE-03). */
  staged: boolean
  drop: Appearing['drop']
  stageVersions: Appearing['stageVersions']
}

export interface ConfirmedUploads {
  files: DocumentNode[]
  failedIds: string[]
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
  const versions = [...new Set(input.uploads.map((upload) => upload.version))].filter(isId)
  // Before the tree is locked: the disk may take its time over large files.
  const sizes = new Map(
    await Promise.all(versions.map(async (version) => [version, await input.storedSize(version)] as const)),
  )
  // What was sent to a server is there already.
  const sent = input.direct
    ? await takeDirect(db, input.direct, actor, {
        treeId: input.treeId,
        versions: versions.filter((version) => sizes.get(version) === null),
      })
    : new Map<string, number>()
  const hashes = await input.arrivals.hashes(versions.filter((version) => sizes.get(version) !== null))
  for (const [version, size] of sent) sizes.set(version, size)
  const at = input.at ?? new Date()
  const { made, confirmed } = await changeTree(db, actor, input.treeId, 'edit', async (tx, tree) => {
    const takesAnnounced = input.direct !== undefined
    const received = await receivedUploads(tx, tree, versions, { sizes, hashes, takesAnnounced })
    const { staged, drop, stageVersions } = input
    const { published, staged: waiting } = await publish(tx, tree, received, {
      at,
      staged,
      drop,
      stageVersions,
    })
    const isSeen = [...published.values()].some((file) => !isStaged(file))
    // What is entered for another moment is no news.
    if (isSeen && !input.at) await announceAdded(tx, tree, at)
    const made = new Map([...published, ...waiting])
    const earlier = await confirmedBefore(
      tx,
      tree,
      versions.filter((version) => !made.has(version)),
    )
    const files = new Map(
      [...(await documentsByIds(tx, tree, [...earlier.values()])), ...made.values()].map((file) => [
        file.id,
        file,
      ]),
    )
    const ids = input.uploads.map(({ version }) => made.get(version)?.id ?? earlier.get(version))
    const confirmed: ConfirmedUploads = {
      files: [...new Set(ids)].flatMap((id) => files.get(id ?? '') ?? []),
      failedIds: input.uploads.flatMap(({ documentId }, index) => (ids[index] ? [] : [documentId])),
    }
    await recordFailed(
      tx,
      tree,
      versions.filter((version) => !made.has(version) && !earlier.has(version)),
      at,
    )
    return { made, confirmed }
  })
  input.arrivals.forget([...made.keys()])
  return confirmed
}

/** That uploads of this actor came to nothing, for who is told of it (TOKEN-12); no history shows it. */
async function recordFailed(tx: Tx, tree: OpenTree, versions: readonly string[], at: Date): Promise<void> {
  if (versions.length === 0) return
  const rows = await tx
    .selectFrom('upload')
    .select(['version_id', 'document_id'])
    .where('version_id', '=', (eb) => eb.fn.any(eb.val(versions)))
    .where('tree_id', '=', tree.id)
    .where('person_id', '=', tree.actor.personId)
    .orderBy('version_id')
    .execute()
  await recordBy(
    tx,
    tree.actor,
    rows.map((row) => ({
      kind: 'UPLOAD_FAILED' as const,
      organisationId: tree.organisationId,
      treeId: tree.id,
      documentId: row.document_id,
      versionId: row.version_id,
      at,
    })),
  )
}

/** The documents of uploads of this actor that were confirmed earlier, by version. */
async function confirmedBefore(
  tx: Tx,
  tree: OpenTree,
  versions: readonly string[],
): Promise<Map<string, string>> {
  if (versions.length === 0) return new Map()
  const rows = await tx
    .selectFrom('document_version as v')
    .innerJoin('document as d', 'd.id', 'v.document_id')
    .select(['v.id', 'v.document_id'])
    .where('v.id', '=', (eb) => eb.fn.any(eb.val(versions)))
    .where('v.created_by', '=', tree.actor.personId)
    .where('d.tree_id', '=', tree.id)
    .where('d.deleted_at', 'is', null)
    .unionAll(
      tx
        .selectFrom('staged_change as c')
        .innerJoin('document as d', 'd.id', 'c.document_id')
        .select(['c.version_id as id', 'c.document_id'])
        .where('c.version_id', '=', (eb) => eb.fn.any(eb.val(versions)))
        .where('c.created_by', '=', tree.actor.personId)
        .where('c.tree_id', '=', tree.id)
        .where('d.deleted_at', 'is', null)
        .$narrowType<{ id: NotNull }>(),
    )
    .execute()
  return new Map(rows.map((row) => [row.id, row.document_id]))
}

/** What is known of bytes that lie in the storage, by version. */
interface Stored {
  sizes: ReadonlyMap<string, number | null>
  /** Where the upload's row may not have the hash yet. */
  hashes: ReadonlyMap<string, Buffer>
  /** Whether bytes may have come to the store without passing a server. */
  takesAnnounced: boolean
}

/** The uploads of this actor in this tree that are whole and whose folder is still there. */
async function receivedUploads(
  tx: Tx,
  tree: OpenTree,
  versions: readonly string[],
  { sizes, hashes, takesAnnounced }: Stored,
): Promise<Received[]> {
  if (versions.length === 0) return []
  const rows = await tx
    .selectFrom('upload')
    .select(['version_id', 'parent_id', 'document_id', 'name', 'name_key', 'size', 'sha256'])
    .select('announced_sha256 as announced')
    .select((eb) =>
      eb
        .exists(eb.selectFrom('document').select('id').whereRef('document.id', '=', 'upload.document_id'))
        .as('idIsUsed'),
    )
    .where('version_id', '=', (eb) => eb.fn.any(eb.val(versions)))
    .where('tree_id', '=', tree.id)
    .where('person_id', '=', tree.actor.personId)
    // In the order in which arrivals are recorded, so that they can't deadlock.
    .orderBy('version_id')
    .forUpdate()
    .execute()
  const folders = await foldersToFill(tx, tree, [...new Set(rows.map((row) => row.parent_id))])
  const byVersion = new Map(
    rows.flatMap((row) => {
      const parent = folders.get(row.parent_id)
      const read = row.sha256 ?? hashes.get(row.version_id)
      const sha256 = read ?? (takesAnnounced ? row.announced : null)
      if (!parent || !sha256 || sizes.get(row.version_id) !== row.size) return []
      // What the sender meant to send is something else (STORE-23).
      if (row.announced && !row.announced.equals(sha256)) return []
      const upload: Received = {
        versionId: row.version_id,
        parent,
        announcedId: row.document_id,
        idIsUsed: Boolean(row.idIsUsed),
        name: row.name,
        key: row.name_key,
        size: row.size,
        sha256,
        isUnchecked: !read,
      }
      return [[row.version_id, upload] as const]
    }),
  )
  // In the order of the request: of two uploads of one name the first becomes the earlier version.
  return versions.flatMap((version) => byVersion.get(version) ?? [])
}
