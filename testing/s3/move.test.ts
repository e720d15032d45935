import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { S3Options } from '../../server/platform/storage/s3/index.ts'
import { runProduct, urlOfDatabase } from '../commandLine.ts'
import { testDatabase } from '../database/index.ts'
import { contributors } from '../faults/fund.ts'
import { Room } from '../room.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { hasObjectStore, namesIn, newBucket, objectStore, plainClient } from './bucket.ts'
import { type FaultyLine, faultyLine } from './faultyLine.ts'

const MIB = 1024 * 1024
const database = testDatabase()
const ID = '019a2b3c-0000-7000-8000-000000000001'

describe.runIf(hasObjectStore())('moving between a folder and a bucket', () => {
  let bucket: S3Options
  let line: FaultyLine
  let dataDir = ''
  let server: TestServer
  let room: Room
  const contents = new Map<string, Buffer>()

  const env = (files: 'disk' | 's3') => ({
    DATA_DIR: dataDir,
    FILES: files,
    FILES_ALSO: files === 's3' ? 'disk' : 's3',
    S3_BUCKET: bucket.bucket,
    S3_ENDPOINT: line.endpoint,
    S3_PREFIX: 'rooms/',
    S3_ACCESS_KEY_ID: bucket.credentials?.accessKeyId ?? '',
    S3_SECRET_ACCESS_KEY: bucket.credentials?.secretAccessKey ?? '',
  })
  const command = (file: string, files: 'disk' | 's3', args: string[]) =>
    runProduct(
      file,
      {
        ...env(files),
        DATABASE_URL: urlOfDatabase(database.poolConfig),
        SECRET_KEY: 'x'.repeat(40),
        PORT: '0',
      },
      args,
    )
  const move = async (files: 'disk' | 's3', ...args: string[]) => {
    const ran = command('commands/moveFiles.ts', files, ['--to', files, '--json', ...args])
    return { code: await ran.ended, output: ran.output(), json: JSON.parse(ran.last()) }
  }
  const upload = async (name: string, bytes: Buffer): Promise<string> => {
    const [announced] = await room.announce([{ name, size: bytes.length }])
    if (!announced) throw new Error('Nothing was announced.')
    expect((await room.put(announced, bytes)).status).toBe(200)
    await room.confirm([announced])
    contents.set(announced.version, bytes)
    return announced.version
  }
  const expectAllReadable = async () => {
    for (const [version, bytes] of contents) {
      const { rows } = await database.pool.query<{ id: string }>(
        'select document_id as id from document_version where id = $1',
        [version],
      )
      const { url } = await room.call<{ url: string }>(
        'mutation($treeId: ID!, $id: ID!) { downloadFile(treeId: $treeId, documentId: $id) { url } }',
        { id: rows[0]?.id },
      )
      const answer = await room.client.request(url)
      expect(answer.status).toBe(200)
      expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
    }
  }
  const onDisk = () =>
    readdirSync(path.join(dataDir, 'files'), { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile() && entry.name !== 'installation.json',
    )
  const inBucket = async () => (await namesIn(bucket)).filter((name) => name.startsWith('rooms/files/'))

  beforeAll(async () => {
    bucket = await newBucket()
    line = await faultyLine(objectStore().endpoint)
    dataDir = mkdtempSync(path.join(os.tmpdir(), 'helioroom-move-'))
    const before = await startTestServer(database, { DATA_DIR: dataDir })
    ;[room] = await contributors(database, before.address, 1)
    for (const size of [9 * MIB, 0, 100, 50_000, 1000, 70_000])
      await upload(`Of ${size}.bin`, randomBytes(size))
    await before.app.close()
    await database.pool.query('insert into storage_marker (id, written_at) values ($1, now())', [ID])
    writeFileSync(path.join(dataDir, 'files/installation.json'), JSON.stringify({ installation: ID }))
    // The product runs meanwhile, on the bucket already.
    server = await startTestServer(database, env('s3'))
    room = new Room(room.client.at(server.address), room.treeId)
  })
  afterAll(async () => {
    await server.close()
    await line.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  test('STORE-35 STORE-36 move-files goes on where it was killed, copies nothing twice, leaves what differs, and moves all of it there and back', async () => {
    await expectAllReadable()
    const late = await upload('Late.bin', randomBytes(2000))
    expect(await inBucket()).toEqual([`rooms/files/${late}`])

    // Killed once some are there and others on their way.
    line.fault = ({ method, url }) =>
      method === 'PUT' && url.includes('/files/') && line.seen.filter(isWrite).length > 5 ? 'silent' : null
    const killed = command('commands/moveFiles.ts', 's3', ['--to', 's3'])
    await expect
      .poll(async () => (await inBucket()).length, { timeout: 60_000, interval: 50 })
      .toBeGreaterThan(2)
    killed.child.kill('SIGKILL')
    await killed.ended
    line.fault = () => null
    // Those that it was writing are taken for a while, a minute in earnest.
    await database.pool.query(`update storage_claim set until = now() + interval '4 seconds'`)
    // What the store has received whole it keeps a moment later.
    let there = new Set<string>()
    await vi.waitFor(
      async () => {
        const before = there
        there = new Set(await inBucket())
        expect(there).toEqual(before)
      },
      { timeout: 30_000, interval: 1500 },
    )
    expect(there.size).toBeLessThan(7)

    // One has other bytes on the disk than the database says.
    const damaged = [...contents].find(
      ([version, { length }]) => length > 0 && !there.has(`rooms/files/${version}`),
    )
    const [version = '', bytes = Buffer.alloc(0)] = damaged ?? []
    const entry = onDisk().find(({ name }) => name === version)
    const file = path.join(entry?.parentPath ?? '', version)
    writeFileSync(file, Buffer.concat([bytes.subarray(1), Buffer.from('x')]))
    line.seen.splice(0)
    const failed = await move('s3')
    expect([failed.code, failed.json.failed]).toEqual([1, 1])
    expect(failed.output).toContain(`Version ${version} of`)
    // Six are on the disk, and the late one never was.
    expect(failed.json.copied + failed.json.present).toBe(5)
    // The late one is in the bucket alone.
    expect(failed.json.present).toBe(there.size - 1)
    const written = new Set(line.seen.filter(isWrite).map(({ url }) => url.split('?')[0]))
    for (const name of there) expect(written.has(`/${bucket.bucket}/${name}`), name).toBe(false)
    expect(await inBucket()).not.toContain(`rooms/files/${version}`)
    expect(existsSync(file)).toBe(true)

    writeFileSync(file, bytes)
    const whole = await move('s3', '--delete')
    expect([whole.code, whole.json]).toEqual([0, { copied: 1, present: 5, failed: 0, bytes: bytes.length }])
    expect(onDisk()).toEqual([])
    expect(await inBucket()).toHaveLength(7)
    await expectAllReadable()

    const back = await move('disk', '--delete')
    expect([back.code, back.json]).toMatchObject([0, { copied: 7, present: 0, failed: 0 }])
    expect(await inBucket()).toEqual([])
    for (const { name, parentPath } of onDisk()) {
      expect(readFileSync(path.join(parentPath, name)).equals(contents.get(name) ?? Buffer.alloc(1))).toBe(
        true,
      )
    }
    // The product, which has the bucket in the first place, still reads all of it.
    await expectAllReadable()
  })

  test('STORE-32 a bucket is marked and compared as a folder is; STORE-29 one that anybody can read is said', async () => {
    const alone = { ...env('s3'), FILES_ALSO: '' }
    const start = async () => {
      const ran = runProduct('main.ts', {
        ...alone,
        DATABASE_URL: urlOfDatabase(database.poolConfig),
        SECRET_KEY: 'x'.repeat(40),
        PORT: '0',
        WORKERS: '0',
      })
      const isUp = await Promise.race([
        expect
          .poll(() => ran.output(), { timeout: 60_000, interval: 50 })
          .toContain('Helioroom is ready')
          .then(
            () => true,
            () => false,
          ),
        ran.ended.then(() => false),
      ])
      ran.child.kill('SIGKILL')
      await ran.ended
      return { isUp, output: ran.output() }
    }
    // Moving has written it.
    expect(await namesIn(bucket)).toContain('rooms/installation.json')
    const first = await start()
    expect([first.isUp, first.output.includes('read by anybody')]).toEqual([true, false])
    const { DeleteObjectCommand, PutBucketAclCommand, PutObjectAclCommand } = await import(
      '@aws-sdk/client-s3'
    )
    const client = plainClient(bucket)
    await client.send(new PutBucketAclCommand({ Bucket: bucket.bucket, ACL: 'public-read' }))
    const object = { Bucket: bucket.bucket, Key: 'rooms/installation.json' }
    await client.send(new PutObjectAclCommand({ ...object, ACL: 'public-read' }))
    // At a loopback address it is a warning alone.
    const open = await start()
    expect(open.isUp).toBe(true)
    expect(open.output).toContain(`The bucket ${bucket.bucket} can be read by anybody. Make it private.`)
    await client.send(new DeleteObjectCommand(object))
    expect((await start()).output).toContain(
      `The storage at ${line.endpoint}/${bucket.bucket} has no marker of this installation. Is the volume mounted, or the right bucket set? If it is the right one, run: npm run adopt-files.`,
    )
  })
})

const isWrite = ({ method, url }: { method: string; url: string }): boolean =>
  method === 'PUT' && url.includes('/files/')
