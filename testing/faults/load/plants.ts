import { rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { DeleteObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3'
import type { Cluster } from '../../cluster/cluster.ts'
import { BUCKET, clientOf } from '../../cluster/store.ts'
import { isClosed, PERMIT } from './clients.ts'
import type { Findings, Ledger } from './ledger.ts'
import type { OwnDatabase, World } from './world.ts'

/** Takes a stored content away behind the product's back. */
export type RemoveContent = (version: string) => Promise<void>

export const removerOf =
  ({ store, options }: Cluster): RemoveContent =>
  async (version) => {
    if (!store) return removeFile(path.join(options.dataDir, 'shared/files'), version)
    const client = clientOf(store)
    for (let token: string | undefined; ; ) {
      const page = await client.send(
        new ListObjectsV2Command({
          Bucket: BUCKET,
          ...(token === undefined ? {} : { ContinuationToken: token }),
        }),
      )
      const found = page.Contents?.find(({ Key = '' }) => Key.endsWith(version))
      if (found) return void (await client.send(new DeleteObjectCommand({ Bucket: BUCKET, Key: found.Key })))
      token = page.NextContinuationToken
      if (token === undefined) throw new Error(`The store has no ${version}.`)
    }
  }

async function removeFile(folder: string, version: string): Promise<void> {
  const names = await readdir(folder, { recursive: true })
  const found = names.find((name) => name.endsWith(version))
  if (found === undefined) throw new Error(`The folder has no ${version}.`)
  rmSync(path.join(folder, found))
}

/** What an audit has to name, by what it says of it. */
export type Planted = Readonly<Record<keyof Findings, string>>

/** Plants one fault of each sort: a confirmed content removed, a comment doubled, a closed file opened to the rival. */
export async function plantFaults(
  world: World,
  ledger: Ledger,
  database: Pick<OwnDatabase, 'pool'>,
  remove: RemoveContent,
): Promise<Planted> {
  const upload = ledger.of('uploads').find(({ told }) => told === 'confirmed')
  const comment = ledger.of('comments').find(({ told }) => told === 'confirmed')
  const file = world.closed.find(({ id }) => isClosed(ledger, id))
  const [keeper] = world.team
  if (!upload || !comment || !file || !keeper) throw new Error('Too little was confirmed to plant faults in.')
  const versions = await database.pool.query<{ id: string }>(
    'select id from document_version where document_id = $1',
    [upload.id],
  )
  await remove(versions.rows[0]?.id ?? '')
  await database.pool.query(
    `insert into checklist_comment (checklist_id, item_id, person_id, comment, activity_id, addressees, organisation_id)
     select checklist_id, item_id, person_id, comment, activity_id, addressees, organisation_id
     from checklist_comment where comment = $1`,
    [comment.name],
  )
  await keeper.call(PERMIT, { id: `${file.id}:${world.rivalGroup}`, on: true })
  return { lost: upload.name, doubled: comment.name, exposed: file.name }
}

/** Whether an audit names all that was planted. @returns what it does not name */
export const unnamed = (findings: Findings, planted: Planted): (keyof Findings)[] =>
  (Object.keys(planted) as (keyof Findings)[]).filter(
    (sort) => !findings[sort].some((sentence) => sentence.startsWith(`${planted[sort]} `)),
  )
