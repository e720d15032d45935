import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { testDatabase } from '../../../testing/database/index.ts'
import { openOverFaults } from '../../../testing/database/lostCommits.ts'
import { factories } from '../../../testing/factories.ts'
import { SECRET, startTestServer, type TestServer } from '../../../testing/server.ts'
import { KeptFiles } from '../../../testing/stored.ts'
import { createHooks } from '../../platform/hooks.ts'
import { newId } from '../../platform/ids.ts'
import { createSigner } from '../../platform/signing.ts'
import { createFiles, defineStoredFile } from './index.ts'

const database = testDatabase()
const make = factories(database)
const AVATAR = defineStoredFile({ name: 'avatar', maxBytes: 100, types: ['png'], refusal: 'No.' })
const STRANGE = defineStoredFile({ name: 'of_no_module', maxBytes: 100, types: ['png'], refusal: 'No.' })
let server: TestServer

beforeAll(async () => {
  server = await startTestServer(database)
})
afterAll(() => server.close())

const files = () => server.app.services.files
const bytes = Buffer.from('picture')
const ids = async () =>
  (await database.pool.query<{ id: string }>('select id from stored_file order by id')).rows.map(
    ({ id }) => id,
  )
const kept = new KeptFiles(() => server, database)
/** Ids of the files whose bytes are stored. */
const stored = async () =>
  (await kept.keys()).flatMap((key) => (key.startsWith('file-') ? [key.slice('file-'.length)] : [])).sort()
const later = () => new Date(Date.now() + 60_000)

test('a file that gets no owner is kept by nobody, and goes with the next sweep', async () => {
  const ownerId = await make.person()
  const refused = files().keep(AVATAR, { ownerId, name: 'a.webp', bytes }, async () => {
    throw new Error('refused')
  })
  await expect(refused).rejects.toThrow('refused')
  expect(await kept.arriving()).toEqual([])
  expect(await files().sweep(database.db, later())).toBe(1)
  expect([await ids(), await stored()]).toEqual([[], []])
})

test('a file whose COMMIT got no answer keeps its bytes where it was committed, and nobody could be told', async () => {
  const ownerId = await make.person()
  const broken = await openOverFaults(database.poolConfig)
  broken.lose('unanswered', 1, true)
  // It is asked about for ten seconds.
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const hooks = createHooks(() => [])
  const overBroken = createFiles({
    db: broken.db,
    storage: server.app.storage,
    signer: createSigner(SECRET),
    hooks,
    maker: { make: () => Promise.reject(new Error('no pictures here')) },
  })
  const keeping = overBroken.keep(AVATAR, { ownerId, name: 'a.webp', bytes }, async (tx, fileId) => {
    await tx.updateTable('person').set({ avatar_id: fileId }).where('id', '=', ownerId).execute()
  })
  const outcome = expect(keeping).rejects.toMatchObject({ outcome: 'unknown' })
  let isOver = false
  void outcome.finally(() => {
    isOver = true
  })
  // However late the asking begins.
  while (!isOver) {
    await sleep(50)
    vi.advanceTimersByTime(20_000)
  }
  await outcome
  expect(broken.lost()).toBe(1)
  await broken.close()
  const { rows } = await database.pool.query('select avatar_id from person where id = $1', [ownerId])
  const [{ avatar_id: avatar }] = rows
  expect(avatar).not.toBeNull()
  expect(await files().sweep(database.db, later())).toBe(0)
  expect([await ids(), await stored()]).toEqual([[avatar], [avatar]])
  await database.pool.query('update person set avatar_id = null')
  await files().sweep(database.db, later())
})

test('the sweep removes bytes and row of what nothing refers to, after an hour; what is shown and what no module owns stays', async () => {
  const ownerId = await make.person()
  const keep = (kind = AVATAR, avatar = true) =>
    files().keep(kind, { ownerId, name: 'a.webp', bytes }, async (tx, fileId) => {
      if (avatar) {
        await tx.updateTable('person').set({ avatar_id: fileId }).where('id', '=', ownerId).execute()
      }
      return fileId
    })
  const replaced = await keep()
  const shown = await keep()
  const unattached = await keep(AVATAR, false)
  const strange = await keep(STRANGE, false)
  expect(await files().sweep(database.db)).toBe(0)
  expect(await stored()).toEqual([replaced, shown, unattached, strange].sort())
  expect(await files().sweep(database.db, later())).toBe(2)
  expect([await ids(), await stored()]).toEqual([[shown, strange].sort(), [shown, strange].sort()])
})

test('the sweep walks any number of files, and goes on where their bytes are gone already', async () => {
  const many = Array.from({ length: 1100 }, newId)
  await database.pool.query(
    `insert into stored_file (id, kind, owner_id, name, size, sha256)
     select id, 'avatar', id, 'a.webp', 1, decode(repeat('00', 32), 'hex') from unnest($1::uuid[]) as id`,
    [many],
  )
  expect(await files().sweep(database.db, later())).toBe(1100)
})
