import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { canEnter } from '../../server/platform/database/embedded/account.ts'
import { hasCeph } from '../s3/ceph.ts'
import { type Balancer, ownBalancer } from './balancer.ts'
import { IS_ROOT, NOBODY } from './living.ts'
import { launchOf, type Named, type Program, statusOf, THIS_PROGRAM } from './member.ts'
import type { Namespace } from './namespace.ts'
import { NGINX, nginxBalancer } from './nginx.ts'
import { addressOf, answers, makePostgres, postgresProgram, sqlAt, USER } from './postgres.ts'
import { BUCKET, type Store, startStore } from './store.ts'
import { endLeftOver, marked, Supervised } from './supervised.ts'

const STARTED_WITHIN_MS = 180_000
/** What PostgreSQL does last: writes everything out, without waiting for its clients. */
const FAST = 'SIGINT'

/** Ports after those of the processes. */
const AFTER = { database: 0, store: 1, monitor: 2, standby: 3 }

export interface ClusterOptions {
  readonly dataDir: string
  readonly servers: number
  readonly workers: number
  /** Of the balancer; the servers, the workers, the database and the store have those after it. */
  readonly port: number
  /** Unless set, an object store where the machine has one. */
  readonly files?: 's3' | 'disk'
  /** Further settings of all processes. */
  readonly env?: Readonly<Record<string, string>>
  readonly program?: Program
  /** Puts a line between the processes and what they use. @returns the port to which they are sent */
  readonly line?: (to: 'database' | 'store', port: number) => Promise<number>
  /** Processes are told of a second database, the standby of the first, which whoever says so starts. */
  readonly hasStandby?: boolean
  /** The network in which the database and the store run; unless given, that of all others. */
  readonly namespace?: Namespace
  /** Where PostgreSQL keeps its files, where this is not in the data folder. */
  readonly databaseFolder?: string
}

/** What is written for others. */
export interface ClusterFile {
  readonly url: string
  readonly servers: readonly Named[]
  readonly workers: readonly Named[]
  readonly database: { readonly url: string; readonly pid: number }
  readonly store: { readonly endpoint: string; readonly bucket: string; readonly pid: number }
}

/** A server or a worker of a cluster. */
export interface Member {
  readonly name: string
  readonly port: number
  readonly url: string
  readonly process: Supervised
}

/** The problem is one that the person at the keyboard can fix. */
export class ClusterError extends Error {}

/** Servers, workers and all that they need, on this machine; what dies of it is started again (SCALE-25). */
export class Cluster {
  readonly options: ClusterOptions
  readonly servers: Member[] = []
  readonly workers: Member[] = []
  readonly url: string
  readonly run: string
  readonly databaseFolder: string
  store: Store | undefined
  balancer: Balancer | undefined
  database: Supervised
  /** Settings of all processes of the product. */
  env: Record<string, string> = {}
  #isComplete = false
  #hasStopped = false

  constructor(options: ClusterOptions) {
    this.options = options
    this.url = `http://127.0.0.1:${options.port}`
    this.run = path.join(options.dataDir, 'run')
    this.databaseFolder = options.databaseFolder ?? path.join(options.dataDir, 'postgres/data')
    this.database = new Supervised('database', this.run, (output) => {
      const [command, args, rest] = postgresProgram(
        this.databaseFolder,
        this.#port('database'),
        options.namespace,
      )
      const env = marked(this.run, { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' })
      return spawn(command, args, { ...rest, env, stdio: ['ignore', output, output] })
    })
  }

  get members(): Member[] {
    return [...this.servers, ...this.workers]
  }

  #port(of: keyof typeof AFTER | number): number {
    const { port, servers, workers } = this.options
    if (typeof of === 'number') return port + 1 + of
    return port + 1 + servers + workers + AFTER[of]
  }

  /** Of the database and the store. */
  get #host(): string {
    return this.options.namespace?.address ?? '127.0.0.1'
  }

  get databasePlace(): string {
    return `${this.#host}:${this.#port('database')}`
  }

  /** Of the database and, where there shall be one, its standby. */
  get databaseAddress(): string {
    return addressOf(this.databasePorts.map((port) => `${this.#host}:${port}`).join(','))
  }

  get databasePorts(): number[] {
    return [this.#port('database'), ...(this.options.hasStandby ? [this.#port('standby')] : [])]
  }

  /** The port by which processes get there. */
  async #towards(to: 'database' | 'store', port: number): Promise<number> {
    return (await this.options.line?.(to, port)) ?? port
  }

  /** Starts everything, and waits until it is ready. @throws where something can't be started; nothing is left then */
  async start(): Promise<void> {
    try {
      await this.#start()
    } catch (error) {
      await this.stop()
      throw error
    }
  }

  async #start(): Promise<void> {
    const { dataDir, servers, workers, program = THIS_PROGRAM } = this.options
    mkdirSync(dataDir, { recursive: true })
    if (IS_ROOT) chmodSync(dataDir, 0o711)
    if (IS_ROOT && !canEnter({ uid: NOBODY, gid: NOBODY }, dataDir))
      throw new ClusterError(
        `PostgreSQL does not run as root, and others can't enter ${dataDir}. Set DATA_DIR.`,
      )
    rmSync(this.#file, { force: true })
    const names = (of: string, count: number) => Array.from({ length: count }, (_, at) => `${of}-${at + 1}`)
    const [serverNames, workerNames] = [names('server', servers), names('worker', workers)]
    await endLeftOver(this.run, [
      ...['balancer', ...serverNames, ...workerNames],
      ...['gateway', 'objects', 'monitor', 'database'],
    ])
    await Promise.all([this.#startDatabase(), this.#startStore()])
    this.env = { ...(await this.#settings()), ...this.options.env }
    for (const [at, name] of [...serverNames, ...workerNames].entries()) {
      const isServer = at < servers
      const port = this.#port(at)
      const process = new Supervised(name, this.run, await this.#launch(program, name, port, isServer))
      process.onStart = () => this.#write()
      const member = { name, port, url: `http://127.0.0.1:${port}`, process }
      ;(isServer ? this.servers : this.workers).push(member)
      process.start()
    }
    await Promise.all(this.members.map((member) => this.ready(member)))
    await this.#startBalancer()
    this.database.onStart = () => this.#write()
    if (this.store) this.store.gateway.onStart = () => this.#write()
    this.#isComplete = true
    this.#write()
  }

  async #startDatabase(): Promise<void> {
    if (!existsSync(path.join(this.databaseFolder, 'PG_VERSION'))) makePostgres(this.databaseFolder)
    this.database.start()
    await answers(this.databasePlace, () => this.#hasStopped)
    const there = await sqlAt(this.databasePlace, `select 1 from pg_database where datname = '${USER}'`)
    if (there.length === 0)
      await sqlAt(this.databasePlace, `create database ${USER} template template0 encoding utf8`)
  }

  async #startStore(): Promise<void> {
    const { dataDir, files } = this.options
    if (files === 'disk' || !(await hasCeph())) {
      if (files === 's3') throw new ClusterError('This machine has no object store.')
      return
    }
    const places = {
      folder: path.join(dataDir, 'store'),
      port: this.#port('store'),
      monitorPort: this.#port('monitor'),
      host: this.#host,
    }
    this.store = await startStore(places, this.run, this.run, this.options.namespace)
  }

  async #settings(): Promise<Record<string, string>> {
    const key = path.join(this.options.dataDir, 'cluster-key')
    if (!existsSync(key)) writeFileSync(key, randomBytes(32).toString('hex'), { mode: 0o600 })
    const places: string[] = []
    for (const port of this.databasePorts)
      places.push(`${this.#host}:${await this.#towards('database', port)}`)
    const common = {
      DATABASE_URL: addressOf(places.join(',')),
      SECRET_KEY: readFileSync(key, 'utf8'),
      PUBLIC_URL: this.url,
      DEMO: 'off',
    }
    if (!this.store) return { ...common, FILES: 'disk' }
    const { accessKeyId, secretAccessKey } = this.store
    return {
      ...common,
      FILES: 's3',
      S3_ENDPOINT: `http://${this.#host}:${await this.#towards('store', this.#port('store'))}`,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    }
  }

  /** With a bucket processes share no folder. */
  #folderOf(name: string): string {
    const folder = path.join(this.options.dataDir, this.store ? name : 'shared')
    mkdirSync(folder, { recursive: true })
    return folder
  }

  #launch(program: Program, name: string, port: number, isServer: boolean) {
    const own = { PORT: String(port), ROLE: isServer ? 'web' : 'worker' }
    return launchOf(program, { ...this.settingsOf(name), ...own }, this.run)
  }

  async #startBalancer(): Promise<void> {
    const { dataDir, port } = this.options
    const servers = this.servers.map((each) => each.port)
    if (NGINX) {
      const nginx = nginxBalancer({ folder: path.join(dataDir, 'nginx'), port, servers }, this.run, this.run)
      this.balancer = nginx
    } else this.balancer = await ownBalancer(port, servers)
    await this.#until('the balancer', async () => (await statusOf(`${this.url}/healthz`)) === 200)
  }

  /** Waits until a process is ready. */
  ready({ name, url }: Member): Promise<void> {
    return this.#until(name, async () => (await statusOf(`${url}/readyz`)) === 200)
  }

  async #until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    const until = Date.now() + STARTED_WITHIN_MS
    while (!(await isSo())) {
      if (this.#hasStopped) throw new ClusterError('It was stopped.')
      if (Date.now() > until) throw new ClusterError(`${what} is not ready; see ${this.run}.`)
      await sleep(100)
    }
  }

  /** Settings of a process, or a command, of the product on this installation. */
  settingsOf(name: string): Record<string, string> {
    return { ...this.env, DATA_DIR: this.#folderOf(name), PROCESS_NAME: name }
  }

  /**
   * Runs another program in place of that of a process, out of the balancer meanwhile, so that no request fails.
   * @param isThere whether it has come as far as it shall; unless given, once it is ready
   */
  async replace(member: Member, program: Program, isThere?: () => Promise<boolean>): Promise<void> {
    const isServer = this.servers.includes(member)
    if (isServer) await this.balancer?.leaveOut([member.port])
    await member.process.stop('SIGTERM', 30_000)
    member.process.start(await this.#launch(program, member.name, member.port, isServer))
    await (isThere ? this.#until(member.name, isThere) : this.ready(member))
    if (isServer) await this.balancer?.leaveOut([])
  }

  get #file(): string {
    return path.join(this.options.dataDir, 'cluster.json')
  }

  /** What others are told. */
  get description(): ClusterFile {
    const named = ({ name, url, process }: Member): Named => ({ name, url, pid: process.pid })
    const { store } = this
    return {
      url: this.url,
      servers: this.servers.map(named),
      workers: this.workers.map(named),
      database: { url: addressOf(this.databasePlace), pid: this.database.pid },
      store: store
        ? { endpoint: store.endpoint, bucket: BUCKET, pid: store.gateway.pid }
        : // The disk has no address and no process.
          { endpoint: path.join(this.options.dataDir, 'shared/files'), bucket: '', pid: 0 },
    }
  }

  /** Others never read half of it. */
  #write(): void {
    if (!this.#isComplete || this.#hasStopped) return
    writeFileSync(`${this.#file}.new`, `${JSON.stringify(this.description, null, 2)}\n`)
    renameSync(`${this.#file}.new`, this.#file)
  }

  /** Ends everything, those first that use the others. */
  async stop(): Promise<void> {
    this.#hasStopped = true
    rmSync(this.#file, { force: true })
    await this.balancer?.stop()
    await Promise.all(this.members.map(({ process }) => process.stop('SIGINT', 15_000)))
    await Promise.all([this.store?.stop(), this.database.stop(FAST, 10_000)])
  }
}
