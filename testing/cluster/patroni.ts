import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { until } from '../until.ts'
import { gone, IS_ROOT, NOBODY } from './living.ts'
import { portsInARow } from './ports.ts'
import { INSTALLED, signalAll, sqlAt, USER } from './postgres.ts'

/** HAProxy's folder is not on every path. */
const PATH = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`
const PROGRAMS = ['patroni', 'patronictl', 'etcd', 'haproxy']
const has = (program: string): boolean =>
  spawnSync('/bin/sh', ['-c', `command -v ${program}`], { env: { PATH } }).status === 0

/** What the machine lacks to run PostgreSQL under Patroni. */
export const LACKING: readonly string[] = [
  ...PROGRAMS.filter((program) => !has(program)),
  ...(INSTALLED === undefined ? ['pg_basebackup'] : []),
]

const ACCOUNT = IS_ROOT ? { uid: NOBODY, gid: NOBODY } : {}
const SCOPE = 'rooms'
const COUNT = 2

export interface PatroniOptions {
  /** Seconds after which a leader that has not renewed its key is replaced. */
  readonly ttl?: number
  /** Whether commits wait for a standby. */
  readonly isSynchronous?: boolean
  /** What HAProxy does with the connections to a server that is no primary any more. */
  readonly onMarkedDown?: 'shutdown-sessions' | null
}

/** One PostgreSQL and the Patroni that runs it. */
interface PatroniNode {
  readonly name: string
  readonly port: number
  /** Of Patroni's REST interface. */
  readonly rest: number
  readonly folder: string
  child?: ChildProcess
}

/**
 * PostgreSQL with a standby as operators have it, below a folder and on 127.0.0.1: one etcd, two Patronis, and HAProxy, which
 * leads to the one that is primary.
 */
export class Patroni {
  readonly nodes: readonly PatroniNode[]
  /** Milliseconds, as it is configured. */
  readonly ttlMs: number
  readonly #folder: string
  readonly #ports: { proxy: number; etcd: number; peers: number }
  readonly #options: Required<PatroniOptions>
  readonly #children: ChildProcess[] = []

  private constructor(folder: string, first: number, options: PatroniOptions) {
    this.#folder = folder
    this.#options = { ttl: 6, isSynchronous: true, onMarkedDown: 'shutdown-sessions', ...options }
    this.ttlMs = this.#options.ttl * 1000
    this.#ports = { proxy: first, etcd: first + 1, peers: first + 2 }
    this.nodes = Array.from({ length: COUNT }, (_, at) => ({
      name: `pg${at}`,
      port: first + 3 + 2 * at,
      rest: first + 4 + 2 * at,
      folder: path.join(folder, `pg${at}`),
    }))
  }

  /** Starts it, with an empty database of the product. To be stopped by the caller. @param folder that all may pass */
  static async start(folder: string, options: PatroniOptions = {}): Promise<Patroni> {
    const patroni = new Patroni(folder, await portsInARow(), options)
    try {
      await patroni.#bringUp()
      return patroni
    } catch (error) {
      await patroni.stop()
      throw error
    }
  }

  /** Host and port of HAProxy. */
  get proxy(): string {
    return `127.0.0.1:${this.#ports.proxy}`
  }

  /** Host and port of each PostgreSQL. */
  get places(): string[] {
    return this.nodes.map(({ port }) => `127.0.0.1:${port}`)
  }

  /** One that Patroni takes for the primary. */
  async primary(): Promise<PatroniNode> {
    return until('there is a primary', () => this.#find('primary'))
  }

  async standby(): Promise<PatroniNode> {
    return until('there is a standby', () =>
      this.#find(this.#options.isSynchronous ? 'synchronous' : 'replica'),
    )
  }

  /** As if the machine were gone: Patroni and its PostgreSQL. */
  async crash(node: PatroniNode): Promise<void> {
    await this.killPatroni(node)
    await this.killPostgres(node)
  }

  /** Patroni alone: its PostgreSQL goes on, and takes writes as before. */
  async killPatroni({ child }: PatroniNode): Promise<void> {
    child?.kill('SIGKILL')
    if (child?.pid !== undefined) await gone(child.pid)
  }

  /** PostgreSQL alone: Patroni starts it again, or lets the other one take over. */
  async killPostgres(node: PatroniNode): Promise<void> {
    for (const pid of killed(node)) await gone(pid)
  }

  /** What that primary writes from now on does not reach its standby. */
  async holdBack({ port }: PatroniNode): Promise<void> {
    const senders = await sqlAt(`127.0.0.1:${port}`, 'select pid from pg_stat_replication')
    for (const { pid } of senders) process.kill(Number(pid), 'SIGSTOP')
  }

  run(node: PatroniNode): void {
    node.child = this.#spawn('patroni', [this.#configuration(node)])
  }

  /** Makes the standby the primary, and the other way round. */
  switchover(): void {
    const [node] = this.nodes
    const { status, stdout, stderr } = spawnSync(
      'patronictl',
      ['-c', path.join(this.#folder, `${node?.name}.json`), 'switchover', SCOPE, '--force'],
      { ...ACCOUNT, cwd: this.#folder, env: { PATH, LC_ALL: 'C.UTF-8' }, encoding: 'utf8' },
    )
    if (status !== 0) throw new Error(`patronictl: ${stdout}${stderr}`)
  }

  /** As a power cut would. */
  async stop(): Promise<void> {
    for (const child of this.#children) child.kill('SIGKILL')
    for (const { pid } of this.#children) if (pid !== undefined) await gone(pid)
    for (const node of this.nodes) await this.killPostgres(node)
  }

  async #bringUp(): Promise<void> {
    mkdirSync(this.#folder, { recursive: true })
    if (IS_ROOT) chownSync(this.#folder, NOBODY, NOBODY)
    const { etcd, peers } = this.#ports
    const own = `http://127.0.0.1:${etcd}`
    const others = `http://127.0.0.1:${peers}`
    this.#spawn('etcd', [
      ...['--name', 'etcd', '--data-dir', path.join(this.#folder, 'etcd'), '--unsafe-no-fsync'],
      ...['--listen-client-urls', own, '--advertise-client-urls', own],
      ...['--listen-peer-urls', others, '--initial-advertise-peer-urls', others],
      ...['--initial-cluster', `etcd=${others}`],
    ])
    await until('etcd answers', () => answers(`${own}/health`))
    const [first, ...more] = this.nodes
    if (!first) return
    this.run(first)
    await until('there is a primary', () => this.#find('primary'))
    for (const node of more) this.run(node)
    this.#spawn('haproxy', ['-db', '-f', this.#write('haproxy.cfg', this.#proxyConfiguration())])
    await this.standby()
    const place = `127.0.0.1:${first.port}`
    await until('HAProxy leads to the primary', () => sqlAt(this.proxy, 'select 1').catch(() => null))
    await sqlAt(place, `create database ${USER}`)
  }

  /** The node whose Patroni says that of itself. */
  async #find(role: string): Promise<PatroniNode | null> {
    for (const node of this.nodes) if (await answers(`http://127.0.0.1:${node.rest}/${role}`)) return node
    return null
  }

  #spawn(program: string, args: readonly string[]): ChildProcess {
    const output = openSync(path.join(this.#folder, `${program}.log`), 'a')
    const child = spawn(program, args, {
      ...ACCOUNT,
      cwd: this.#folder,
      env: { PATH, LC_ALL: 'C.UTF-8', HOME: this.#folder },
      stdio: ['ignore', output, output],
    })
    this.#children.push(child)
    return child
  }

  #write(name: string, text: string): string {
    const file = path.join(this.#folder, name)
    writeFileSync(file, text)
    return file
  }

  #proxyConfiguration(): string {
    const { onMarkedDown } = this.#options
    const servers = this.nodes.map(
      ({ name, port, rest }) => `  server ${name} 127.0.0.1:${port} check port ${rest}`,
    )
    return `defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 1s
listen primary
  bind ${this.proxy}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1${onMarkedDown ? ` on-marked-down ${onMarkedDown}` : ''}
${servers.join('\n')}
`
  }

  /** @returns where it is: JSON, which YAML takes */
  #configuration({ name, port, rest, folder }: PatroniNode): string {
    const { ttl, isSynchronous } = this.#options
    const account = (username: string) => ({ username, password: USER })
    const configuration = {
      scope: SCOPE,
      name,
      restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
      etcd3: { host: `127.0.0.1:${this.#ports.etcd}` },
      bootstrap: {
        dcs: {
          ttl,
          loop_wait: 1,
          retry_timeout: 2,
          synchronous_mode: isSynchronous,
          // A PostgreSQL that died is not waited for.
          primary_start_timeout: 0,
          postgresql: {
            use_pg_rewind: true,
            parameters: { max_connections: 200, shared_buffers: '32MB', wal_keep_size: '128MB' },
          },
        },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums', 'no-sync'],
      },
      postgresql: {
        listen: `127.0.0.1:${port}`,
        connect_address: `127.0.0.1:${port}`,
        data_dir: folder,
        bin_dir: INSTALLED,
        basebackup: [{ checkpoint: 'fast' }, 'no-sync'],
        pgpass: path.join(this.#folder, `${name}.pgpass`),
        authentication: { superuser: account(USER), replication: account('replicator') },
        parameters: { unix_socket_directories: '' },
        pg_hba: ['host replication all samehost scram-sha-256', 'host all all samehost scram-sha-256'],
      },
    }
    return this.#write(`${name}.json`, JSON.stringify(configuration))
  }
}

/** Kills the PostgreSQL of a node, if it runs. @returns its processes */
function killed({ folder }: PatroniNode): number[] {
  try {
    const pid = Number(readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])
    // Another process may have the number by now.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder) ? signalAll(pid, 'SIGKILL') : []
  } catch {
    return []
  }
}

const answers = async (address: string): Promise<boolean> => {
  try {
    const { status } = await fetch(address, { signal: AbortSignal.timeout(2000) })
    return status === 200
  } catch {
    return false
  }
}
