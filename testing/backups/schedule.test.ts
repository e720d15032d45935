import { afterAll, beforeAll, expect, test } from 'vitest'
import { keptBackups } from '../../server/platform/backup/keep.ts'
import { backupIds, ITEM, verifiedAt, writeJson } from '../../server/platform/backup/manifest.ts'
import { isBackupDue, lastDue } from '../../server/platform/backup/status.ts'
import { testDatabase } from '../database/index.ts'
import { factories } from '../factories.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { PASSPHRASE, placeAt, removeFolder, temporaryFolder } from './installation.ts'

const database = testDatabase()
const TIMEOUT = 400_000
let server: TestServer
const folder = temporaryFolder()

beforeAll(async () => {
  server = await startTestServer(database, {
    BACKUP_TO: folder,
    BACKUP_PASSPHRASE: PASSPHRASE,
    BACKUP_VERIFY: 'always',
    METRICS_TOKEN: 'a token of the tests',
  })
})
afterAll(async () => {
  await server.close()
  removeFolder(folder)
})

const tick = async () => {
  await server.app.backups.scheduled.find(({ name }) => name === 'take_missed_backup')?.run()
  await server.app.backups.idle()
}
const status = async () => {
  const { rows } = await database.pool.query(
    'select backup, verified_at as "verifiedAt", failure from backup_run order by started_at',
  )
  return rows
}

test('BACK-22 BACK-26 one is taken once, verified, and shown in the metrics', {
  timeout: TIMEOUT,
}, async () => {
  await tick()
  const [run, ...more] = await status()
  expect(more).toEqual([])
  expect(run).toEqual({
    backup: expect.stringMatching(/^\d{8}T/),
    verifiedAt: expect.any(Date),
    failure: null,
  })
  expect(await backupIds(await placeAt(folder))).toEqual([run.backup])
  await tick()
  expect(await status()).toHaveLength(1)
  const metrics = await fetch(`${server.address}/metrics`, {
    headers: { authorization: 'Bearer a token of the tests' },
  })
  const text = await metrics.text()
  expect(text).toMatch(/^helioroom_backup_last_success_timestamp_seconds 1\d{9}/m)
  expect(text).toMatch(/^helioroom_backup_last_verified_timestamp_seconds 1\d{9}/m)
  expect(text).toMatch(/^helioroom_backup_failed 0$/m)
})

test('BACK-22 at its time one is taken by all workers together, however many are told to, and nobody is told of a failure', {
  timeout: TIMEOUT,
}, async () => {
  await database.pool.query('delete from backup_run')
  const lines: string[] = []
  const settings = { BACKUP_TO: folder, BACKUP_PASSPHRASE: PASSPHRASE, LOG_LEVEL: 'warn' }
  const workers = await Promise.all(
    [1, 2].map(() => startTestServer(database, settings, { logTo: (line) => void lines.push(line) })),
  )
  const before = await backupIds(await placeAt(folder))
  const told = workers.flatMap(({ app }) => app.backups.scheduled).filter(({ name }) => /^take_/.test(name))
  // What looks for missed ones comes at 02:30 as well.
  expect(told.map(({ name }) => name)).toHaveLength(4)
  await Promise.all(told.map((job) => job.run()))
  await Promise.all(workers.map(({ app }) => app.backups.idle()))
  const taken = (await backupIds(await placeAt(folder))).length - before.length
  const runs = await status()
  for (const worker of workers) await worker.close()
  expect([taken, runs.length, runs[0]?.failure, lines]).toEqual([1, 1, null, []])
  // Unless BACKUP_VERIFY says otherwise, one a week is verified: that of a moment ago was.
  expect(runs[0]?.verifiedAt).toBe(null)
})

test('BACK-24 with off none is verified, with weekly one where none of a week was, unless set otherwise, and with always each', {
  timeout: TIMEOUT,
}, async () => {
  const at = temporaryFolder()
  /** Takes one, and tells whether it was verified by the place and by the status. */
  const isVerified = async (verify: Record<string, string>) => {
    await database.pool.query('delete from backup_run')
    const worker = await startTestServer(database, {
      BACKUP_TO: at,
      BACKUP_PASSPHRASE: PASSPHRASE,
      ...verify,
    })
    await worker.app.backups.scheduled.find(({ name }) => name === 'take_missed_backup')?.run()
    await worker.app.backups.idle()
    await worker.close()
    const [run] = await status()
    expect(run?.failure).toBe(null)
    const inPlace = (await verifiedAt(await placeAt(at), run?.backup)) !== null
    expect(run?.verifiedAt !== null).toBe(inPlace)
    return inPlace
  }
  /** All that were verified were so many days ago. */
  const age = async (days: number) => {
    const open = await placeAt(at)
    const moment = new Date(Date.now() - days * 86_400_000).toISOString()
    for (const id of await backupIds(open))
      if ((await verifiedAt(open, id)) !== null) await writeJson(open, ITEM.verified(id), { at: moment })
  }
  expect(await isVerified({ BACKUP_VERIFY: 'off' })).toBe(false)
  expect(await isVerified({})).toBe(true)
  expect(await isVerified({ BACKUP_VERIFY: 'weekly' })).toBe(false)
  expect(await isVerified({ BACKUP_VERIFY: 'always' })).toBe(true)
  await age(6)
  expect(await isVerified({ BACKUP_VERIFY: 'weekly' })).toBe(false)
  await age(8)
  expect(await isVerified({ BACKUP_VERIFY: 'off' })).toBe(false)
  expect(await isVerified({ BACKUP_VERIFY: 'weekly' })).toBe(true)
  removeFolder(at)
})

test('BACK-26 of one that fails super users get one mail a day with the reason', {
  timeout: TIMEOUT,
}, async () => {
  const make = factories(database)
  await make.person({ email: 'staff@backups.example', isSuperUser: true })
  await make.person({ email: 'other@backups.example' })
  removeFolder(folder)
  await database.pool.query('delete from backup_run')
  const broken = await startTestServer(database, {
    BACKUP_TO: '/dev/null/place',
    BACKUP_PASSPHRASE: PASSPHRASE,
  })
  const failing = async () => {
    await broken.app.backups.scheduled.find(({ name }) => name === 'take_missed_backup')?.run()
    await broken.app.backups.idle()
    const mails = await database.pool.query('select recipient, body_text as text from mail_outbox')
    return mails.rows
  }
  const told = await failing()
  expect(told.map(({ recipient }) => recipient)).toEqual(['staff@backups.example'])
  expect(told[0]?.text).toContain('The folder /dev/null/place cannot be used for backups')
  // An hour later it is tried again, and nobody is told twice.
  await database.pool.query(`update backup_run set started_at = started_at - interval '2 hours'`)
  expect(await failing()).toHaveLength(1)
  await broken.close()
})

test('BACK-22 what was missed is due until it is made up for', async () => {
  const at = 2 * 60 + 30
  expect(lastDue(at, new Date('2026-11-27T02:29:59Z')).toISOString()).toBe('2026-11-26T02:30:00.000Z')
  expect(lastDue(at, new Date('2026-11-27T02:30:00Z')).toISOString()).toBe('2026-11-27T02:30:00.000Z')
  await database.pool.query('delete from backup_run')
  expect(await isBackupDue(database.db, at)).toBe(true)
})

test('BACK-23 one a day, a week and a month is kept, restore points for a week, and the newest verified one always', () => {
  const now = new Date('2026-11-27T12:00:00Z')
  const backupOf = (day: number, more = {}) => {
    const at = new Date(now.getTime() - day * 86_400_000).toISOString().replaceAll(/[-:]|\.\d+/g, '')
    return { id: `${at}-000000`, isVerified: false, isRestorePoint: false, ...more }
  }
  const all = Array.from({ length: 500 }, (_, day) => backupOf(day))
  const kept = keptBackups(all, { days: 7, weeks: 4, months: 12 }, now)
  const days = all.flatMap(({ id }, day) => (kept.has(id) ? [day] : []))
  expect(days.slice(0, 7)).toEqual([0, 1, 2, 3, 4, 5, 6])
  // Sundays before, then the last day of each month before that.
  expect(days.length).toBeLessThanOrEqual(7 + 3 + 11)
  expect(days.at(-1)).toBeGreaterThan(300)
  const few = keptBackups(
    [
      backupOf(0),
      backupOf(1, { isRestorePoint: true }),
      backupOf(8, { isRestorePoint: true }),
      backupOf(90, { isVerified: true }),
    ],
    { days: 1, weeks: 0, months: 0 },
    now,
  )
  expect(few).toEqual(new Set([backupOf(0).id, backupOf(1, {}).id, backupOf(90).id]))
})
