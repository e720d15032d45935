import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { NAMES } from '../../server/settings.ts'
import { Client } from '../client.ts'
import { freePort } from '../cluster/living.ts'
import { addressOf, makePostgres, Postgres } from '../cluster/postgres.ts'
import { PASSWORD } from '../factories.ts'
import { databaseOf } from '../faults/embedded.ts'
import { contributors } from '../faults/fund.ts'
import { newDataDir, type Product, startProduct } from '../product.ts'
import { Room } from '../room.ts'
import { hasObjectStore, newBucket } from './bucket.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const OPERATIONS = readFileSync(path.join(ROOT, 'docs/operations.md'), 'utf8')
const README = readFileSync(path.join(ROOT, 'README.md'), 'utf8')
/** Milliseconds: the product is started a dozen times, and each command is a process of its own. */
const TIMEOUT = 1_200_000

/** A part of a document, by its heading. @throws where there is none */
function sectionOf(document: string, title: string): string {
  const [, text] = document.split(`\n## ${title}\n`)
  if (text === undefined) throw new Error(`Nothing is about ${title}.`)
  return text.split('\n## ')[0] ?? ''
}

/** What is to be typed, in its order: in lines of their own, or within a sentence. */
function commandsIn(text: string): string[] {
  const quoted = [...text.matchAll(/```\w*\n(.*?)```|`([^`]+)`/gs)]
  return quoted
    .flatMap(([, block, inline = '']) => block?.split('\n') ?? [inline])
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => /^(export |([A-Z_]+=\S+ )*npm (run \S+|start)\b)/.test(line))
}

/** Commands of a section of docs/operations.md. */
const stepsOf = (title: string): string[] => commandsIn(sectionOf(OPERATIONS, title))

/** Settings, each of which the section names. @throws for one that it does not */
function asIn(title: string, settings: Readonly<Record<string, string>>): Record<string, string> {
  const text = sectionOf(OPERATIONS, title)
  for (const [name, value] of Object.entries(settings))
    if (!text.includes(`\`${name}\``) && !text.includes(`\`${name}=${value}\``) && !text.includes(`${name}=`))
      throw new Error(`'${title}' does not say ${name}=${value}.`)
  return { ...settings }
}

/** Settings before a command. */
const settingsBefore = (command: string): Record<string, string> =>
  Object.fromEntries(
    [...command.matchAll(/\b([A-Z_]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
  )

interface Ran {
  code: number | null
  output: string
}

/** Has a shell do what stands there, with these settings alone. */
async function shell(commands: string, env: Readonly<Record<string, string>>): Promise<Ran> {
  const { PATH, HOME } = process.env
  const child = spawn('sh', ['-ec', commands], {
    cwd: ROOT,
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output }
}

/** Runs commands that have to end with 0. @returns what they printed */
async function run(commands: string | undefined, env: Readonly<Record<string, string>>): Promise<string> {
  const { code, output } = await shell(commands ?? 'false', env)
  expect(code, `${commands}\n${output}`).toBe(0)
  return output
}

/** What the doctor has to say of a check. */
const expectLine = (output: string, state: 'ok' | 'fail', name: string) =>
  expect(output).toMatch(new RegExp(`^${state} +${name} `, 'm'))

/** An installation in a folder, whose settings change as its operator goes on. */
class Installed {
  readonly folder = newDataDir()
  readonly dataDir = path.join(this.folder, 'data')
  settings: Record<string, string> = { DEMO: 'off', STORAGE_RESERVE_BYTES: '0', DATA_DIR: this.dataDir }
  /** SHA-256 of each file that was uploaded, by its document. */
  readonly contents = new Map<string, string>()
  readonly #running: Product[] = []
  #treeId = ''
  #email = ''

  /** A file that holds the value of a setting. */
  fileOf(name: string, value: string): string {
    const file = path.join(this.folder, name)
    writeFileSync(file, `${value}\n`, { mode: 0o600 })
    return file
  }

  /** @returns the address of the process */
  async start(own: Readonly<Record<string, string>> = {}): Promise<string> {
    const env = { ...this.settings, ...own }
    const product = await startProduct({ dataDir: env.DATA_DIR ?? '', env })
    this.#running.push(product)
    return product.address
  }

  async stop(): Promise<void> {
    for (const product of this.#running.splice(0)) await product.stop()
  }

  async restart(): Promise<string> {
    await this.stop()
    return this.start()
  }

  /** Somebody who may upload, in a room of the database that the product runs. */
  async people(address: string): Promise<Room> {
    const database = databaseOf(this.dataDir)
    const [room] = await contributors(database, address, 1)
    await database.close()
    this.#treeId = room.treeId
    this.#email = `writer1.${room.treeId}@faults.example`
    return room
  }

  /** Signs that person in. */
  async enter(address: string): Promise<Room> {
    const client = new Client(address)
    await client.signIn(this.#email, PASSWORD)
    return new Room(client, this.#treeId)
  }

  async upload(room: Room, name: string, size: number): Promise<string> {
    const bytes = randomBytes(size)
    const [announced] = await room.announce([{ name, size }])
    if (!announced) throw new Error('Nothing was announced.')
    expect((await room.put(announced, bytes)).status).toBe(200)
    expect((await room.confirm([announced])).failedIds).toEqual([])
    this.contents.set(announced.file.id, createHash('sha256').update(bytes).digest('hex'))
    return announced.file.id
  }

  async expectAllIn(room: Room): Promise<void> {
    expect((await room.list()).map(({ id }) => id).sort()).toEqual([...this.contents.keys()].sort())
    for (const [id, sha256] of this.contents) expect((await room.download(id)).sha256).toBe(sha256)
  }

  contentsOnDisk(): number {
    return readdirSync(path.join(this.dataDir, 'files'), { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile() && ID.test(entry.name),
    ).length
  }
}

const ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/

test('settings, commands and files that it names exist, and the README has the same steps in short', () => {
  const known: ReadonlySet<string> = new Set(NAMES.flatMap((name) => [name, `${name}_FILE`]))
  const named = [...OPERATIONS.matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)[`=]/g)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(25)
  // Those two are of docker compose.
  expect(named.filter((name) => !known.has(name) && !/^COMPOSE_(FILE|PROFILES)$/.test(name))).toEqual([])
  const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'))
  const beyond = sectionOf(README, 'Beyond one machine')
  for (const text of [OPERATIONS, beyond])
    for (const [, name = ''] of text.matchAll(/npm run ([a-z:-]+)/g)) expect(scripts).toHaveProperty([name])
  for (const [file] of OPERATIONS.matchAll(/\bdeploy\/[\w./-]*\w/g))
    expect(existsSync(path.join(ROOT, file)), file).toBe(true)
  const inShort = commandsIn(beyond).filter((command) => command.includes('move-files'))
  expect(inShort.length).toBeGreaterThan(0)
  expect(stepsOf('Disk to bucket')).toEqual(expect.arrayContaining(inShort))
})

describe.runIf(hasObjectStore())('docs/operations.md', () => {
  test(
    'OPS-29 its steps lead from one machine to several, to a bucket and an external database, through an upgrade and back, a rehearsed restore and a lost key',
    async ({ onTestFinished }) => {
      // What needs no command of the product.
      for (const title of ['Failover', 'A full disk', 'What each alert means'])
        expect(sectionOf(OPERATIONS, title).length, title).toBeGreaterThan(500)
      const rooms = new Installed()
      onTestFinished(() => rmSync(rooms.folder, { recursive: true, force: true }))
      onTestFinished(() => rooms.stop())
      const room = await rooms.people(await rooms.start())
      await rooms.upload(room, 'Lease.pdf', 9_000_000)
      await rooms.upload(room, 'Permit.pdf', 1000)

      const [backup, startOne, doctor, ...others] = stepsOf('One machine to several')
      expect(others).toEqual(['npm run cluster', 'npm run test:faults'])
      Object.assign(
        rooms.settings,
        asIn('Backup and a rehearsed restore', {
          BACKUP_TO: path.join(rooms.folder, 'backups'),
          BACKUP_PASSPHRASE_FILE: rooms.fileOf('passphrase', 'a passphrase that is long enough'),
        }),
      )
      const { BACKUP_TO = '', BACKUP_PASSPHRASE_FILE = '' } = rooms.settings
      mkdirSync(BACKUP_TO)
      await run(backup, rooms.settings)
      await rehearse(rooms, { BACKUP_TO, BACKUP_PASSPHRASE_FILE })
      await bringToDatabase(rooms, onTestFinished)
      await bringToBucket(rooms)

      // Several processes, which share no folder.
      await rooms.stop()
      const { DATA_DIR: _first, ...shared } = rooms.settings
      const key = readFileSync(path.join(rooms.dataDir, 'secret-key'), 'utf8').trim()
      rooms.settings = {
        ...shared,
        ...asIn('One machine to several', { SECRET_KEY_FILE: rooms.fileOf('key', key) }),
      }
      const addresses: string[] = []
      for (const [role, number] of [
        ['web', '3001'],
        ['web', '3002'],
        ['worker', '3011'],
      ] as const) {
        const own = settingsBefore(startOne ?? '')
        expect(own).toEqual({
          DATA_DIR: '/srv/helioroom/3001',
          PORT: '3001',
          ROLE: 'web',
          PROCESS_NAME: 'web-3001',
        })
        const port = String(await freePort())
        const DATA_DIR = path.join(rooms.folder, number)
        addresses.push(
          await rooms.start({ ...own, DATA_DIR, PORT: port, ROLE: role, PROCESS_NAME: `${role}-${number}` }),
        )
      }
      const [one = '', two = ''] = addresses
      const atOne = await rooms.enter(one)
      await rooms.upload(atOne, 'Of several.pdf', 70_000)
      await rooms.expectAllIn(new Room(atOne.client.at(two), atOne.treeId))
      const looked = await run(doctor, { ...rooms.settings, DATA_DIR: path.join(rooms.folder, '3001') })
      expectLine(looked, 'ok', 'connections')
      for (const name of ['web-3001', 'web-3002', 'worker-3011']) expect(looked).toContain(name)
      await rooms.stop()
      rooms.settings.DATA_DIR = path.join(rooms.folder, '3001')

      await upgradeAndReturn(rooms, BACKUP_TO)
      await replaceKey(rooms)
    },
    TIMEOUT,
  )
})

/** 'Backup and a rehearsed restore', beside the running installation. */
async function rehearse(rooms: Installed, places: { BACKUP_TO: string; BACKUP_PASSPHRASE_FILE: string }) {
  const [passphrase = '', list = '', verify = '', restore = '', start = '', ...others] = stepsOf(
    'Backup and a rehearsed restore',
  )
  expect(others).toEqual([])
  const { BACKUP_TO, BACKUP_PASSPHRASE_FILE } = places
  const folder = path.join(rooms.folder, 'rehearsal')
  const asHere = (command: string) =>
    command
      .replace('/etc/helioroom/backup-passphrase', BACKUP_PASSPHRASE_FILE)
      .replace('/srv/rehearsal', folder)
      .replace('/mnt/backups', BACKUP_TO)
  const { DATA_DIR = '' } = rooms.settings
  await run([passphrase, list, verify].map(asHere).join('\n'), { DATA_DIR, BACKUP_TO })
  await run([passphrase, restore].map(asHere).join('\n'), {})
  const own = settingsBefore(asHere(start))
  expect(own).toEqual({ DATA_DIR: folder, PORT: '3999' })
  const rehearsal = await startProduct({ dataDir: folder, env: { PORT: String(await freePort()) } })
  try {
    await rooms.expectAllIn(await rooms.enter(rehearsal.address))
  } finally {
    await rehearsal.stop()
  }
}

/** 'Embedded to external database'. */
async function bringToDatabase(rooms: Installed, onEnd: (close: () => Promise<void>) => void) {
  const title = 'Embedded to external database'
  const [backup, move = '', doctor, ...others] = stepsOf(title)
  expect(others).toEqual([])
  const postgres = new Postgres(path.join(rooms.folder, 'postgres/a'), await freePort())
  makePostgres(postgres.folder)
  await postgres.start()
  onEnd(() => postgres.kill())
  await postgres.sql('create database helioroom')
  const address = addressOf(postgres.place)
  await run(backup, rooms.settings)
  await rooms.stop()
  const [, example = ''] = / --to (postgres:\S+)$/.exec(move) ?? []
  await run(move.replace(example, address), rooms.settings)
  Object.assign(rooms.settings, asIn(title, { DATABASE_URL_FILE: rooms.fileOf('database-url', address) }))
  const room = await rooms.enter(await rooms.start())
  await rooms.expectAllIn(room)
  const looked = await run(doctor, rooms.settings)
  for (const name of ['database', 'schema']) expectLine(looked, 'ok', name)
  await rooms.upload(room, 'In the external database.pdf', 2000)
}

/** 'Disk to bucket'. */
async function bringToBucket(rooms: Installed) {
  const title = 'Disk to bucket'
  const [doctor = '', adopt, copy, remove, ...others] = stepsOf(title)
  expect(others).toEqual([])
  const { endpoint = '', bucket, region, credentials } = await newBucket()
  Object.assign(
    rooms.settings,
    asIn(title, {
      S3_ENDPOINT: endpoint,
      S3_REGION: region,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID_FILE: rooms.fileOf('access-key', credentials?.accessKeyId ?? ''),
      S3_SECRET_ACCESS_KEY_FILE: rooms.fileOf('secret-access-key', credentials?.secretAccessKey ?? ''),
      FILES: 's3',
      FILES_ALSO: 'disk',
    }),
  )
  const { output } = await shell(doctor, rooms.settings)
  for (const name of ['storage', 'privacy']) expectLine(output, 'ok', name)
  expectLine(output, 'fail', 'marker')
  await run(adopt, rooms.settings)
  const room = await rooms.enter(await rooms.restart())
  await rooms.expectAllIn(room)
  await rooms.upload(room, 'In the bucket.pdf', 3000)
  expect(rooms.contentsOnDisk()).toBe(rooms.contents.size - 1)
  await run(copy, rooms.settings)
  await run(remove, rooms.settings)
  expect(rooms.contentsOnDisk()).toBe(0)
  delete rooms.settings.FILES_ALSO
  await rooms.expectAllIn(await rooms.enter(await rooms.restart()))
}

/** 'Upgrade and way back', with this version as the new one. */
async function upgradeAndReturn(rooms: Installed, place: string) {
  const [backup, verify, migrate, doctor, again, rolling, restore = '', back, ...others] =
    stepsOf('Upgrade and way back')
  expect([again, rolling, ...others]).toEqual([migrate, 'npm run test:rolling -- --from COMMIT'])
  await run(`${backup}\n${verify}`, rooms.settings)
  await run(migrate, rooms.settings)
  const room = await rooms.enter(await rooms.start())
  await run(doctor, rooms.settings)
  const before = new Map(rooms.contents)
  const added = await rooms.upload(room, 'After the upgrade.pdf', 4000)
  await rooms.stop()
  await run(restore.replace('PLACE', place), rooms.settings)
  const restored = await rooms.enter(await rooms.start())
  expect((await restored.list()).map(({ id }) => id).sort()).toEqual([...before.keys()].sort())
  await rooms.stop()
  await run(back, rooms.settings)
  const returned = await rooms.enter(await rooms.start())
  expect((await returned.list()).map(({ id }) => id)).toContain(added)
  await rooms.expectAllIn(returned)
}

/** 'A lost key', without any backup. */
async function replaceKey(rooms: Installed) {
  const title = 'A lost key'
  const [adopt, ...others] = stepsOf(title)
  // What is said of a passphrase.
  expect(others).toEqual(['npm run backup'])
  const signedIn = await rooms.enter(await rooms.restart())
  await rooms.stop()
  delete rooms.settings.SECRET_KEY_FILE
  Object.assign(rooms.settings, asIn(title, { SECRET_KEY: randomBytes(32).toString('hex') }))
  await run(adopt, rooms.settings)
  const address = await rooms.start()
  // By addresses that the new key signs.
  await rooms.expectAllIn(new Room(signedIn.client.at(address), signedIn.treeId))
  await rooms.expectAllIn(await rooms.enter(address))
}
