import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { BUCKET_RIGHTS, DATABASE_RIGHTS } from '../../server/commands/doctor/rights.ts'
import { type OpenDatabase, openDatabase } from '../../server/platform/database/database.ts'
import type { S3Options } from '../../server/platform/storage/s3/index.ts'
import { runProduct, urlOfDatabase } from '../commandLine.ts'
import { contributors } from '../faults/fund.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { submitZip, zipState } from '../zips.ts'
import { bucketSettings, hasObjectStore, leastRights, newBucket } from './bucket.ts'

const MIB = 1024 * 1024
const WAIT = { timeout: 50_000, interval: 200 }
const SECRET = 'a secret of the tests that is long enough'
const operations = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

/** Database and user as docs/operations.md makes them. */
async function leastDatabase(name: string): Promise<pg.PoolConfig> {
  const { host, port, user } = inject('testDatabase')
  const [, sql = ''] = /```sql\n(.*?)```/s.exec(operations) ?? []
  const [outside = '', inside = ''] = sql.replaceAll('helioroom', name).split(/^\\c .*$/m)
  for (const [database, statements] of [
    ['postgres', outside],
    [name, inside],
  ] as const) {
    const admin = new pg.Client({ host, port, user, database })
    await admin.connect()
    for (const statement of statements.split(';')) if (statement.trim() !== '') await admin.query(statement)
    await admin.end()
  }
  return { host, port, user: name, database: name }
}

async function dropDatabase(name: string): Promise<void> {
  const admin = new pg.Client({ ...inject('testDatabase'), database: 'postgres' })
  await admin.connect()
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.query(`drop role if exists ${name}`)
  await admin.end()
}

describe.runIf(hasObjectStore())('the least rights', () => {
  const names = [`least_${process.pid}`, `restored_${process.pid}`] as const
  const folders: string[] = []
  const folder = () => {
    const made = mkdtempSync(path.join(os.tmpdir(), 'helioroom-rights-'))
    folders.push(made)
    return made
  }
  let bucket: S3Options
  let opened: OpenDatabase | undefined
  let server: TestServer | undefined

  beforeAll(async () => {
    bucket = await newBucket('', 'limited')
  })
  afterAll(async () => {
    await server?.close()
    await opened?.close()
    for (const name of names) await dropDatabase(name)
    for (const each of folders) rmSync(each, { recursive: true, force: true })
  })

  test('OPS-30 with the least rights that are named everything works, the doctor, a backup and a restore included', async () => {
    // In the same words wherever they are named.
    const flat = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll('`', '')
    for (const right of [DATABASE_RIGHTS, BUCKET_RIGHTS]) expect(flat(readme)).toContain(right)
    const actions = [...leastRights('rooms').matchAll(/s3:(\w+)/g)].map(([, action]) => action)
    expect(actions.sort()).toEqual(BUCKET_RIGHTS.split(/, | and /).sort())

    const poolConfig = await leastDatabase(names[0])
    const env = (config: pg.PoolConfig) => ({
      DATABASE_URL: urlOfDatabase(config),
      DATA_DIR: folder(),
      SECRET_KEY: SECRET,
      STORAGE_RESERVE_BYTES: '0',
      ...bucketSettings(bucket),
      BACKUP_TO: `s3://${bucket.bucket}/backups/`,
      BACKUP_S3_ENDPOINT: bucket.endpoint ?? '',
      BACKUP_S3_ACCESS_KEY_ID: bucket.credentials?.accessKeyId ?? '',
      BACKUP_S3_SECRET_ACCESS_KEY: bucket.credentials?.secretAccessKey ?? '',
      BACKUP_PASSPHRASE: 'sixteen characters or more',
    })
    const settings = env(poolConfig)
    const command = async (file: string, given: NodeJS.ProcessEnv, args: string[] = []) => {
      const run = runProduct(`commands/${file}.ts`, given, [...args, '--json'])
      expect(await run.ended, run.output()).toBe(0)
      return JSON.parse(run.last()) as Record<string, unknown>
    }
    await command('migrate', settings)
    await command('adoptFiles', settings)
    opened = openDatabase(poolConfig)
    server = await startTestServer({ ...opened, poolConfig }, { ...settings, WORKERS: '1' })
    const [room] = await contributors({ ...opened, poolConfig }, server.address, 1)
    const contents = [randomBytes(20 * MIB), randomBytes(1000)]
    const ids: string[] = []
    for (const [at, bytes] of contents.entries()) {
      const [announced] = await room.announce([{ name: `File ${at}.bin`, size: bytes.length }])
      if (!announced) throw new Error('Nothing was announced.')
      expect((await room.put(announced, bytes)).status).toBe(200)
      await room.confirm([announced])
      ids.push(announced.file.id)
    }
    const { url } = await room.call<{ url: string }>(
      'mutation($treeId: ID!, $id: ID!) { downloadFile(treeId: $treeId, documentId: $id) { url } }',
      { id: ids[0] },
    )
    const got = await room.client.request(url)
    expect(Buffer.from(await got.arrayBuffer()).equals(contents[0] ?? Buffer.alloc(0))).toBe(true)
    const { zipExport } = await submitZip(room, ids)
    await expect.poll(() => zipState(room, zipExport?.id ?? ''), WAIT).toMatchObject({ state: 'READY' })

    const { checks } = await command('doctor', settings)
    const failed = (checks as { name: string; state: string }[]).filter(({ state }) => state === 'fail')
    expect(failed).toEqual([])
    await command('backup', settings)
    await server.close()
    server = undefined
    const restored = await leastDatabase(names[1])
    const elsewhere = env(restored)
    const bare: NodeJS.ProcessEnv = {
      ...elsewhere,
      FILES: 'disk',
      S3_BUCKET: '',
      S3_ENDPOINT: '',
      S3_ACCESS_KEY_ID: '',
      S3_SECRET_ACCESS_KEY: '',
    }
    expect(await command('restore', bare, ['--from', elsewhere.BACKUP_TO])).toMatchObject({ files: 3 })
  })
})
