import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { openPlace } from '../../server/platform/backup/index.ts'
import { runProduct, urlOfDatabase } from '../commandLine.ts'
import { testDatabase } from '../database/index.ts'
import { SECRET } from '../server.ts'
import { filesBelow, folderPlace, PASSPHRASE, removeFolder, temporaryFolder } from './installation.ts'

const database = testDatabase()
/** Milliseconds: each command is a process of its own, and a shared machine may be ten times slower. */
const TIMEOUT = 200_000
const folders = [temporaryFolder(), temporaryFolder()]
const [dataDir = '', place = ''] = folders
afterAll(() => folders.forEach(removeFolder))

const settings = {
  DATABASE_URL: urlOfDatabase(database.poolConfig),
  DATA_DIR: dataDir,
  SECRET_KEY: SECRET,
  BACKUP_PASSPHRASE: PASSPHRASE,
  STORAGE_RESERVE_BYTES: '0',
}

async function run(name: string, args: readonly string[], more: NodeJS.ProcessEnv = {}) {
  const ran = runProduct(`commands/${name}.ts`, { ...settings, ...more }, args)
  const code = await ran.ended
  return { code, said: ran.output().trimEnd().split('\n'), last: ran.last() }
}

test('BACK-02 without a passphrase no backup is taken, and one of fewer than 16 characters is none', {
  timeout: TIMEOUT,
}, async () => {
  const without = await run('backup', ['--to', place], { BACKUP_PASSPHRASE: '' })
  expect([without.code, without.said]).toEqual([
    1,
    ['BACKUP_PASSPHRASE is missing. Backups are always encrypted.'],
  ])
  const short = await run('backup', ['--to', place], { BACKUP_PASSPHRASE: 'fifteen letters' })
  expect([short.code, short.said]).toEqual([
    1,
    ['BACKUP_PASSPHRASE is not usable, but must be at least 16 characters.'],
  ])
  expect(filesBelow(place)).toEqual([])
  const long = await run('backup', ['--to', place, '--json'], { BACKUP_PASSPHRASE: 'sixteen letters!' })
  expect([long.code, JSON.parse(long.last).newFiles]).toEqual([0, 0])
})

test('what is called wrongly ends with 2 and how it is called; what has failed with 1 and why', {
  timeout: TIMEOUT,
}, async () => {
  const wrong: [string, string[]][] = [
    ['backup', ['--to', 'backups']],
    ['backup', ['--too', place]],
    ['verifyBackup', ['--from', 'backups']],
    ['restore', ['--from', 'backups']],
    ['restore', []],
    ['restore', ['--back', '--from', place]],
    ['moveDatabase', ['--to', 'mysql://db/x']],
  ]
  for (const [name, args] of wrong) {
    const { code, said, last } = await run(name, args)
    expect([code, last], `${name} ${args}`).toEqual([2, ''])
    expect(said[1], `${name} ${args}`).toMatch(/^Usage: npm run /)
  }
  const empty = temporaryFolder()
  folders.push(empty)
  await openPlace(folderPlace(empty), PASSPHRASE, { isNew: true })
  for (const backup of ['latest', 'all']) {
    const { code, said } = await run('verifyBackup', ['--from', empty, '--backup', backup])
    expect([code, said], backup).toEqual([1, [`There is no backup at ${empty}.`]])
  }
})

test('BACK-25 what is verified by hand is told to the installation, and no longer once it was found damaged', {
  timeout: TIMEOUT,
}, async () => {
  const kept = temporaryFolder()
  folders.push(kept)
  const set = { BACKUP_TO: kept }
  const { backup } = JSON.parse((await run('backup', ['--json'], set)).last) as { backup: string }
  const known = async () => {
    const { rows } = await database.pool.query<{ at: Date | null }>(
      'select verified_at as at from backup_run where backup = $1',
      [backup],
    )
    return rows.map(({ at }) => at)
  }
  expect((await run('verifyBackup', ['--from', kept])).code).toBe(0)
  expect(await known()).toEqual([null])
  const own = await run('verifyBackup', [], set)
  expect([own.code, own.said.length, await known()]).toEqual([0, 2, [expect.any(Date)]])

  const away = await run('verifyBackup', [], {
    ...set,
    DATABASE_URL: 'postgres://nobody:word-of-pass@127.0.0.1:1/x',
  })
  expect([away.code, away.said]).toEqual([
    0,
    [
      `Verifying ${backup}.`,
      expect.stringMatching(/^The installation could not be told of it: .*ECONNREFUSED/),
      expect.anything(),
    ],
  ])
  expect(away.said.join()).not.toContain('word-of-pass')

  const rows = filesBelow(kept).find((file) => file.endsWith('.rows')) ?? ''
  writeFileSync(rows, readFileSync(rows).subarray(0, -100))
  expect([(await run('verifyBackup', [], set)).code, await known()]).toEqual([1, [null]])
})
