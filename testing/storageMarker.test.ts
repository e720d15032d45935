import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runProduct, urlOfDatabase } from './commandLine.ts'
import { testDatabase } from './database/index.ts'
import { contributors } from './faults/fund.ts'
import { IN_FOLDER } from './inFolder.ts'
import { startTestServer } from './server.ts'

const database = testDatabase()
/** More than are looked for. */
const UPLOADS = 101

let dataDir = ''
const markerFile = () => path.join(dataDir, 'files/installation.json')
const env = (more: NodeJS.ProcessEnv = {}) => ({
  DATABASE_URL: urlOfDatabase(database.poolConfig),
  DATA_DIR: dataDir,
  SECRET_KEY: 'x'.repeat(40),
  PORT: '0',
  WORKERS: '0',
  STORAGE_RESERVE_BYTES: '0',
  ...more,
})

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'helioroom-marker-'))
  const server = await startTestServer(database, { ...IN_FOLDER, DATA_DIR: dataDir })
  const [room] = await contributors(database, server.address, 1)
  const files = Array.from({ length: UPLOADS }, (_, at) => ({ name: `File ${at}.txt`, size: 4 }))
  for (let at = 0; at < UPLOADS; at += 20) {
    const announced = await room.announce(files.slice(at, at + 20))
    for (const each of announced) expect((await room.put(each, Buffer.from('text'))).status).toBe(200)
    await room.confirm(announced)
  }
  await server.app.close()
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** Starts a server; null once it is ready, else what it says before it ends. */
async function startOnce(): Promise<string | null> {
  const server = runProduct('main.ts', env())
  const isReady = expect
    .poll(() => server.output(), { timeout: 60_000, interval: 50 })
    .toContain('Helioroom is ready')
    .then(() => true)
  const isUp = await Promise.race([isReady, server.ended.then(() => false)])
  isReady.catch(() => {})
  server.child.kill('SIGKILL')
  const code = await server.ended
  if (isUp) return null
  expect(code).toBe(1)
  return server.output().trim()
}

const idInDatabase = async (): Promise<string | undefined> =>
  (await database.pool.query<{ id: string }>('select id from storage_marker')).rows[0]?.id

test('STORE-32 the first start marks storage and database, later ones compare and refuse another storage', async () => {
  // Of an older version: versions are there, and no marker.
  expect([existsSync(markerFile()), await idInDatabase()]).toEqual([false, undefined])
  expect(await startOnce()).toBe(null)
  const marker = readFileSync(markerFile(), 'utf8')
  expect(JSON.parse(marker)).toEqual({ installation: await idInDatabase() })
  expect(await startOnce()).toBe(null)
  expect(readFileSync(markerFile(), 'utf8')).toBe(marker)

  const place = path.join(dataDir, 'files')
  rmSync(markerFile())
  expect(await startOnce()).toBe(
    `The storage at ${place} has no marker of this installation. Is the volume mounted, or the right bucket set? If it is the right one, run: npm run adopt-files.`,
  )
  expect(existsSync(markerFile())).toBe(false)
  writeFileSync(markerFile(), '{"installation":"019a2b3c-0000-7000-8000-000000000001"}')
  expect(await startOnce()).toBe(`The storage at ${place} belongs to another installation.`)
  const doctor = runProduct('commands/doctor.ts', env(), ['--json'])
  await doctor.ended
  expect(JSON.parse(doctor.last()).checks).toContainEqual({
    name: 'marker',
    state: 'fail',
    message: `The storage at ${place} belongs to another installation.`,
    fix: 'Set the right place, or run: npm run adopt-files.',
  })
  writeFileSync(markerFile(), marker)
})

test('STORE-33 adopt-files looks for 100 versions and writes the marker where at most one is missing, or when told to', async () => {
  const adopt = async (...args: string[]) => {
    const ran = runProduct('commands/adoptFiles.ts', env(), args)
    return { code: await ran.ended, output: ran.output(), json: () => JSON.parse(ran.last()) }
  }
  rmSync(markerFile(), { force: true })
  const whole = await adopt('--json')
  expect([whole.code, whole.json()]).toEqual([0, { looked: 100, missing: 0, adopted: true }])
  expect(JSON.parse(readFileSync(markerFile(), 'utf8'))).toEqual({ installation: await idInDatabase() })

  // Fewer than a hundred are all looked for.
  await database.pool.query(`update document set deleted_at = now(), bytes_removed_at = now() where name not in ('File 1.txt', 'File 2.txt', 'File 3.txt')
    and not is_folder`)
  rmSync(markerFile())
  const { rows } = await database.pool.query<{ id: string }>(
    `select v.id from document_version v join document d on d.id = v.document_id where d.bytes_removed_at is null order by 1`,
  )
  const remove = (id: string) => {
    const file = readdirSync(dataDir, { recursive: true, withFileTypes: true }).find(
      ({ name }) => name === id,
    )
    rmSync(path.join(file?.parentPath ?? '', id))
  }
  remove(rows[0]?.id ?? '')
  const one = await adopt('--json')
  expect([one.code, one.json()]).toEqual([0, { looked: 3, missing: 1, adopted: true }])
  rmSync(markerFile())
  remove(rows[1]?.id ?? '')
  const two = await adopt()
  expect(two.code).toBe(1)
  expect(two.output).toContain('2 of 3 versions are missing')
  expect(existsSync(markerFile())).toBe(false)
  // Nothing is written then, the key among it.
  const keys = async () => (await database.pool.query('select digest from secret_fingerprint')).rows
  const key = await keys()
  const other = env({ SECRET_KEY: 'y'.repeat(40) })
  const refused = runProduct('commands/adoptFiles.ts', other, ['--new-key'])
  expect([await refused.ended, await keys()]).toEqual([1, key])
  expect((await adopt('--yes')).code).toBe(0)
  expect(await startOnce()).toBe(null)
})
