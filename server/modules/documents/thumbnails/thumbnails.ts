import { sql } from 'kysely'
import type { Connection, Tx } from '../../../platform/database/database.ts'
import { isId, newId } from '../../../platform/ids.ts'
import { defineJob, queueJob } from '../../../platform/jobs/index.ts'
import type { ThumbnailKind } from '../../../platform/thumbnails/index.ts'
import type { DocumentNode } from '../core/nodes.ts'

/** Makes pending thumbnails; queued by each change that leaves some pending. */
export const thumbnailsJob = defineJob<Record<string, never>>('make_thumbnails')

const KINDS: ReadonlyMap<string, ThumbnailKind> = new Map([
  ['png', 'image'],
  ['jpg', 'image'],
  ['jpeg', 'image'],
  ['gif', 'image'],
  ['webp', 'image'],
  ['pdf', 'pdf'],
])

/** What opens a file of that extension (lower case, without the dot); null for one that has no thumbnail. */
export const thumbnailKindOf = (extension: string): ThumbnailKind | null => KINDS.get(extension) ?? null

/** Milliseconds without a further change of the tree, until its thumbnails are made: an upload comes first. */
const PAUSE_MS = { least: 1500, most: 3000 }

/**
 * Notes that the files wait for their thumbnails, and queues the job; to be called with the state it belongs to. The
 * caller holds the tree's lock.
 */
export async function awaitThumbnails(
  tx: Tx,
  tree: { id: string; organisationId: string },
  files: readonly Pick<DocumentNode, 'versionId' | 'extension'>[],
): Promise<void> {
  const versions = files.flatMap(({ versionId, extension }) =>
    versionId && thumbnailKindOf(extension) ? [versionId] : [],
  )
  if (versions.length === 0) return
  // A file that had none under another name may have one under the new.
  await sql`
    insert into thumbnail (version_id, key, organisation_id)
    select version_id, key, ${tree.organisationId}::uuid
    from unnest(${versions}::uuid[], ${versions.map(() => newId())}::uuid[]) as awaited (version_id, key)
    on conflict (version_id) do update set state = 'WAITING', attempts = 0, try_at = now()
      where thumbnail.state = 'NONE'`.execute(tx)
  const [unlessAfter, runAt] = [new Date(Date.now() + PAUSE_MS.least), new Date(Date.now() + PAUSE_MS.most)]
  await queueJob(tx, thumbnailsJob, {}, { key: `thumbnails:${tree.id}`, runAt, unlessAfter })
}

/**
 * What the addresses of the versions' thumbnails name, by version, where there is one: the document's id and the
 * version's number, not the key. A list has the id in the same row, so that the address costs it few bytes more
 * (DOC-06). The caller has the versions from visible documents.
 */
export async function thumbnailIds(
  db: Connection,
  versions: readonly string[],
): Promise<Map<string, string>> {
  if (versions.length === 0) return new Map()
  const rows = await db
    .selectFrom('thumbnail as t')
    .innerJoin('document_version as v', 'v.id', 't.version_id')
    .select(['v.id', 'v.document_id', 'v.number'])
    .where('t.version_id', '=', (eb) => eb.fn.any(eb.val(versions)))
    .where('t.state', '=', 'MADE')
    .execute()
  return new Map(rows.map((row) => [row.id, `${row.document_id}.${row.number}`]))
}

/** The version whose thumbnail an address names, as `thumbnailIds` writes it; null for any other text. */
export function thumbnailNamed(id: string): { documentId: string; number: number } | null {
  const [documentId = '', number = '', ...rest] = id.split('.')
  if (!isId(documentId) || !/^[1-9]\d{0,8}$/.test(number) || rest.length > 0) return null
  return { documentId, number: Number(number) }
}
