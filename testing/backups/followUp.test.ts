import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { verifyBackup } from '../../server/platform/backup/index.ts'
import { backupIds, verifiedAt } from '../../server/platform/backup/manifest.ts'
import { testDatabase } from '../database/index.ts'
import { factories } from '../factories.ts'
import { contributors } from '../faults/fund.ts'
import { look, TOKEN } from '../metrics.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { filesBelow, PASSPHRASE, placeAt, removeFolder, temporaryFolder } from './installation.ts'

const database = testDatabase()
/** Milliseconds: a shared machine may be ten times slower. */
const TIMEOUT = 400_000
const PATIENT = { timeout: 100_000 }
const folder = temporaryFolder()
const lines: string[] = []
let server: TestServer
/** Bytes of the one document, and where the storage has them. */
let stored = ''

const start = (env: Record<string, string> = {}) =>
  startTestServer(
    database,
    {
      FILES: 'disk',
      BACKUP_TO: folder,
      BACKUP_PASSPHRASE: PASSPHRASE,
      BACKUP_VERIFY: 'always',
      METRICS_TOKEN: TOKEN,
      LOG_LEVEL: 'info',
      ...env,
    },
    { logTo: (line) => void lines.push(line) },
  )

beforeAll(async () => {
  server = await start()
  await factories(database).person({ email: 'staff@backups.example', isSuperUser: true })
  const [room] = await contributors(database, server.address, 1)
  const announced = await room.announce([{ name: 'Lease.bin', size: 1000 }])
  for (const upload of announced) expect((await room.put(upload, randomBytes(1000))).status).toBe(200)
  await room.confirm(announced)
  stored = filesBelow(server.dataDir).find((file) => file.endsWith(announced[0]?.version ?? '?')) ?? ''
}, TIMEOUT)
afterAll(async () => {
  await server.close()
  removeFolder(folder)
})
beforeEach(async () => {
  lines.length = 0
  await database.pool.query('delete from backup_run; delete from mail_outbox')
})

const begin = async ({ app }: TestServer) =>
  app.backups.scheduled.find(({ name }) => name === 'take_missed_backup')?.run()
const tick = async (on = server) => {
  await begin(on)
  await on.app.backups.idle()
}
const runs = async () => {
  const { rows } = await database.pool.query<{
    backup: string | null
    verifiedAt: Date | null
    failure: string | null
  }>('select backup, verified_at as "verifiedAt", failure from backup_run order by started_at')
  return rows
}
const failed = async () => (await look(server.address)).sum('helioroom_backup_failed')
const mails = async () => (await database.pool.query('select body_text as text from mail_outbox')).rows
const problems = () => lines.filter((line) => /"level":"(warn|error)"/.test(line))

/** Something in place of a file, which is put back. */
async function inPlaceOf(file: string, put: () => void, work: () => Promise<void>): Promise<void> {
  const content = readFileSync(file)
  rmSync(file)
  put()
  try {
    await work()
  } finally {
    rmSync(file, { recursive: true, force: true })
    writeFileSync(file, content)
  }
}
/** Nobody writes into it: whoever opens it waits for ever. */
const fifoAt = (file: string) => () => expect(spawnSync('mkfifo', [file]).status).toBe(0)
const contentItem = () => filesBelow(folder).find((file) => path.basename(file).startsWith('c-')) ?? ''
const isTaken = async () => typeof (await runs()).at(-1)?.backup === 'string'

/** Process id of what takes backups for this process. */
function backupProcess(): number {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
  const found = stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .find(([, parent, ...args]) => Number(parent) === process.pid && args.join().includes('scheduledProcess'))
  if (!found) throw new Error('No backup is being taken.')
  return Number(found[0])
}

test('a verification that breaks off is shown and mailed as a failure of that backup, and made up for', {
  timeout: TIMEOUT,
}, async () => {
  await tick()
  expect(await runs()).toEqual([{ backup: expect.any(String), verifiedAt: expect.any(Date), failure: null }])
  await database.pool.query('delete from backup_run')
  const item = contentItem()
  await inPlaceOf(
    item,
    () => mkdirSync(item),
    async () => {
      await tick()
      const [run, ...more] = await runs()
      expect(more).toEqual([])
      expect(run?.failure).toMatch(/^The backup \d{8}T\S+ was taken, but not verified: EISDIR/)
      expect(run?.failure).toContain(run?.backup)
      expect([run?.verifiedAt, await failed()]).toEqual([null, 1])
      const [mail, ...others] = await mails()
      expect(others).toEqual([])
      expect(mail?.text).toContain(run?.failure)
      expect(JSON.parse(problems()[0] ?? '{}').msg).toContain('was taken, but not verified: EISDIR')
      // Neither the backup nor the verification is begun again immediately.
      await tick()
      expect(await runs()).toEqual([run])
    },
  )
  const before = await backupIds(await placeAt(folder))
  await database.pool.query(`update backup_run set follow_up_until = follow_up_until - interval '2 hours'`)
  await tick()
  expect(await runs()).toEqual([{ backup: before[0], verifiedAt: expect.any(Date), failure: null }])
  expect(await failed()).toBe(0)
  // Of the two of this day the newer one is kept.
  expect(await backupIds(await placeAt(folder))).toEqual([before[0]])
})

test('a verification whose process is killed, alone or with its worker, is shown as interrupted', {
  timeout: TIMEOUT,
}, async () => {
  const item = contentItem()
  const interrupted =
    /^The backup \S+ was taken\. Its verification, or the removal of old ones, was interrupted\.$/
  await inPlaceOf(item, fifoAt(item), async () => {
    await begin(server)
    await expect.poll(isTaken, PATIENT).toBe(true)
    process.kill(backupProcess(), 'SIGKILL')
    await server.app.backups.idle()
    expect((await runs())[0]?.failure).toMatch(interrupted)
    expect(await mails()).toHaveLength(1)
    // As a machine leaves it that has lost its power.
    await database.pool.query(
      `update backup_run set failure = null, follow_up_until = now() - interval '1 second'`,
    )
    await tick()
    expect((await runs())[0]?.failure).toMatch(interrupted)
    expect(await failed()).toBe(1)
  })
  await database.pool.query(`update backup_run set follow_up_until = follow_up_until - interval '2 hours'`)
  await tick()
  expect(await runs()).toEqual([{ backup: expect.any(String), verifiedAt: expect.any(Date), failure: null }])
})

test('a backup that is not whole is a failure that is not tried again, and one found damaged later counts as verified no longer', {
  timeout: TIMEOUT,
}, async () => {
  await tick()
  const place = await placeAt(folder)
  const [whole = ''] = await backupIds(place)
  expect(await verifiedAt(place, whole)).not.toBe(null)
  await database.pool.query('delete from backup_run')
  const item = contentItem()
  await inPlaceOf(
    item,
    () => writeFileSync(item, 'other bytes'),
    async () => {
      await tick()
      const { rows } = await database.pool.query(
        'select failure, follow_up_until as "followUp" from backup_run',
      )
      expect(rows).toEqual([
        {
          failure: expect.stringMatching(/^The backup \S+ is not whole: 1 damaged, 0 missing\. Run npm run/),
          followUp: null,
        },
      ])
      expect(await verifyBackup(place, whole)).toMatchObject({ damaged: 1, missing: 0 })
      expect(await verifiedAt(place, whole)).toBe(null)
    },
  )
})

test('a worker that is stopped during a backup gives it back to the next, and nobody is told of a failure', {
  timeout: TIMEOUT,
}, async () => {
  const place = temporaryFolder()
  const settings = { BACKUP_TO: place, DATA_DIR: server.dataDir }
  const stopped = await start(settings)
  // Its folder stays when the server has gone.
  const stop = () => stopped.app.close()
  await inPlaceOf(stored, fifoAt(stored), async () => {
    await begin(stopped)
    await expect.poll(async () => (await runs()).length, PATIENT).toBe(1)
    await stop()
  })
  expect(problems()).toEqual([])
  expect(lines.join('')).toContain('A backup was stopped. The next worker begins it again.')
  expect(await runs()).toEqual([])
  const next = await start(settings)
  // The queue has it, which wakes whoever is free.
  await next.app.runJobs()
  await next.app.backups.idle()
  const [run] = await runs()
  expect(run).toEqual({ backup: expect.any(String), verifiedAt: expect.any(Date), failure: null })

  // Stopped while it was verified.
  await database.pool.query('delete from backup_run')
  const item = filesBelow(place).find((file) => path.basename(file).startsWith('c-')) ?? ''
  await inPlaceOf(item, fifoAt(item), async () => {
    await begin(next)
    await expect.poll(isTaken, PATIENT).toBe(true)
    await next.app.close()
  })
  expect(await runs()).toEqual([{ backup: expect.any(String), verifiedAt: null, failure: null }])
  const last = await start(settings)
  await last.app.runJobs()
  await last.app.backups.idle()
  expect(await runs()).toEqual([{ backup: expect.any(String), verifiedAt: expect.any(Date), failure: null }])
  await last.app.close()
  expect(problems()).toEqual([])
  expect(await mails()).toEqual([])
  removeFolder(place)
})

test('a backup whose worker was killed is taken again that day', { timeout: TIMEOUT }, async () => {
  await database.pool.query(
    `insert into backup_run (id, process, is_scheduled, started_at, held_until)
     values (gen_random_uuid(), 'killed', true, now() - interval '61 minutes', now() - interval '1 minute')`,
  )
  // Due since a minute before that one began.
  const due = new Date(Date.now() - 62 * 60_000)
  const at = `${String(due.getUTCHours()).padStart(2, '0')}:${String(due.getUTCMinutes()).padStart(2, '0')}`
  const other = await start({ BACKUP_AT: at })
  await tick(other)
  await other.close()
  expect((await runs()).map(({ backup, failure }) => [backup, failure])).toEqual([
    [null, 'It was interrupted.'],
    [expect.any(String), null],
  ])
})

test('a backup of a person that was killed is shown as interrupted where none is taken by the clock, too', {
  timeout: TIMEOUT,
}, async () => {
  const other = await start({ BACKUP_TO: '' })
  const held = (seconds: number) =>
    database.pool.query(
      `insert into backup_run (id, process, is_scheduled, held_until)
       values (gen_random_uuid(), 'npm run backup', false, now() + $1 * interval '1 second')`,
      [seconds],
    )
  await held(30)
  await tick(other)
  expect(await runs()).toEqual([{ backup: null, verifiedAt: null, failure: null }])
  await database.pool.query(`update backup_run set held_until = now() - interval '1 second'`)
  await tick(other)
  await other.close()
  expect(await runs()).toEqual([{ backup: null, verifiedAt: null, failure: 'It was interrupted.' }])
  // Whoever takes one themselves sees that it failed.
  expect(await mails()).toEqual([])
})
