import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import pg from 'pg'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { uploadFile } from '../../../../testing/matrix/uploads.ts'
import { queueLost, runPublication } from './publications.ts'
import {
  admin,
  bidder,
  comeDue,
  contributor,
  database,
  folder,
  names,
  publicationOf,
  publish,
  server,
  soon,
  stage,
  treeId,
  wrongTallies,
} from './staging.fixture.ts'

const RUN = { last: false, signal: new AbortController().signal }

let permits: string
let closing: string
beforeEach(async () => {
  permits = await folder('Permits')
  closing = await folder('Closing')
})

/** What a publication has to do with: a new file, a new version, a move and a change of permissions. */
async function stageAll(): Promise<void> {
  const [model, offer] = [
    await uploadFile(admin.room.client, treeId, permits, 'Model.csv'),
    await uploadFile(admin.room.client, treeId, permits, 'Offer.pdf'),
  ]
  await uploadFile(admin.room.client, treeId, permits, 'Lease.pdf')
  await stage(permits, 'Lease.pdf')
  await stage(permits, 'New.pdf')
  await admin.room.call(
    `mutation($treeId: ID!, $ids: [ID!]!, $to: ID!) {
      move(treeId: $treeId, destinationParentId: $to, sourceDocumentIds: $ids, staged: true) { documents { id } } }`,
    { ids: [model], to: closing },
  )
  await admin.room.call(
    `mutation($treeId: ID!, $id: ID!) {
      updateDocumentPermission(treeId: $treeId, documentPermissionId: $id, permissible: false, staged: true) { changeId } }`,
    { id: `${offer}:${bidder.groupId}` },
  )
}
const seen = async () => [await names(bidder, permits), await names(bidder, closing)]
const BEFORE = [['Lease.pdf', 'Model.csv', 'Offer.pdf'], []]
const AFTER = [['Lease.pdf', 'New.pdf'], ['Model.csv']]
/** Acts that a publication records. */
const recorded = async () =>
  (
    await database.pool.query<{ kind: string; count: number }>(
      `select kind, count(*)::int as count from activity
       where tree_id = $1 and kind in ('UPLOAD', 'MOVE', 'PERMISSION') group by kind order by kind`,
      [treeId],
    )
  ).rows

/** The tables that a publication writes, from the first step to the last. */
const STEPS = [
  'document',
  'folder_tally',
  'name_group',
  'document_version',
  'activity',
  'outbox',
  'staged_change',
  'publication',
]

test('STAGE-06 in whichever step the server of a publication is killed, nothing of it is published, and the next one publishes all of it once', async () => {
  await stageAll()
  const id = (await publish([permits], { at: soon() })).publication?.id ?? ''
  await comeDue(id)
  const before = await recorded()
  for (const table of STEPS) {
    // Whoever writes the table waits, and is killed there.
    const holder = new pg.Client(database.poolConfig)
    await holder.connect()
    onTestFinished(() => holder.end())
    await holder.query(`begin; lock table ${table} in share mode`)
    const publishing = fork(path.join(import.meta.dirname, 'publishing.fixture.ts'), [
      JSON.stringify(database.poolConfig),
      id,
    ])
    const died = once(publishing, 'exit')
    const isWaiting = vi.waitFor(async () => {
      const { rows } = await database.pool.query(
        'select from pg_locks where not granted and relation = $1::regclass',
        [table],
      )
      expect([table, rows.length]).toEqual([table, 1])
    })
    await isWaiting.finally(() => publishing.kill('SIGKILL'))
    expect(await died).toEqual([null, 'SIGKILL'])
    await holder.query('rollback')
    expect([table, await seen(), await recorded()]).toEqual([table, BEFORE, before])
    expect((await publicationOf(admin, id))?.publishedAt).toBeNull()
  }
  await queueLost(database.db)
  await Promise.all([runPublication(database.db, id, RUN), server.app.runJobs()])
  expect(await seen()).toEqual(AFTER)
  const counts = Object.fromEntries((await recorded()).map(({ kind, count }) => [kind, count]))
  const was = Object.fromEntries(before.map(({ kind, count }) => [kind, count]))
  expect(counts).toMatchObject({
    UPLOAD: (was.UPLOAD ?? 0) + 2,
    MOVE: 1,
    PERMISSION: (was.PERMISSION ?? 0) + 1,
  })
  expect(await wrongTallies()).toEqual([])
})

test('STAGE-05 of two who publish the same at the same moment one does, and the other is told', async () => {
  await stage(permits, 'Once.pdf')
  const answers = await Promise.all([
    publish([permits], { title: 'One' }, admin),
    publish([permits], { title: 'Other' }, contributor),
    publish([permits], { title: 'Third' }, admin),
  ])
  expect(answers.map(({ publication }) => publication?.count ?? 0).sort()).toEqual([0, 0, 1])
  expect(answers.flatMap(({ errors }) => errors.map(({ message }) => message))).toEqual([
    'Nothing of this is staged any more.',
    'Nothing of this is staged any more.',
  ])
  expect(await names(bidder, permits)).toEqual(['Once.pdf'])
  expect(await recorded()).toEqual([{ kind: 'UPLOAD', count: 1 }])
  const { rows } = await database.pool.query('select from publication where tree_id = $1', [treeId])
  expect(rows).toHaveLength(1)
})

test('STAGE-06 a server whose clock jumps publishes neither early nor twice', async () => {
  await stage(permits, 'Later.pdf')
  const id = (await publish([permits], { at: soon() })).publication?.id ?? ''
  const jobs = async () => {
    await database.pool.query(`select graphile_worker.remove_job('publication:' || $1::text)`, [id])
    await queueLost(database.db)
    await server.app.runJobs()
  }
  const jump = (hours: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 })
  onTestFinished(() => void vi.useRealTimers())
  const publishedAt = async () =>
    (
      await database.pool.query<{ at: Date | null }>(
        'select published_at as at from publication where id = $1',
        [id],
      )
    ).rows[0]?.at ?? null
  jump(2)
  await jobs()
  expect(await publishedAt()).toBeNull()
  vi.useRealTimers()
  await comeDue(id)
  jump(-2)
  await jobs()
  await runPublication(database.db, id, RUN)
  vi.useRealTimers()
  expect(await publishedAt()).not.toBeNull()
  expect(await recorded()).toEqual([{ kind: 'UPLOAD', count: 1 }])
  expect(await names(bidder, permits)).toEqual(['Later.pdf'])
})
