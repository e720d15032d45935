import pg from 'pg'
import { isAway, StandbyError } from './away.ts'
import { hostAddresses } from './hosts.ts'
import { TIMELINE } from './lostCommit.ts'

/** Milliseconds that a host gets to answer what it is. */
const PROBE_MS = 2000
/** Milliseconds that the others get once one has answered that it takes writes. */
const OTHERS_MS = 300
/** Milliseconds that a connection gets to be made. */
const CONNECT_MS = 5000
/** Milliseconds for which all that want a connection share one failure. */
const FAILED_MS = 100

/** Why connections to a former primary are cut. */
const TAKEN_OVER = 'another host takes writes'

/** Whether a server takes no writes. */
const CLOSED = `pg_is_in_recovery() or current_setting('default_transaction_read_only')::bool as "isClosed"`
/** The same, and what its clock says, in milliseconds. */
export const STATE_NOW = `select ${CLOSED}, (extract(epoch from clock_timestamp()) * 1000)::float8 as clock`
/** The same, and its timeline: a standby that was promoted has a newer one than its former primary. */
const STATE = `
  select ${CLOSED}, case when not pg_is_in_recovery() then ${TIMELINE} end as timeline`

/** One of the hosts of a database. */
interface Host {
  readonly host: string
  readonly port: number
  readonly address: string
}

interface Writable {
  readonly host: Host
  readonly timeline: string
}

/** A connection: with several hosts which one it is to, and with a single address what it leads to, once that is known. */
interface Opened {
  readonly host: Host
  timeline: string | null
}

/**
 * Which of the hosts of a database takes writes (SCALE-11). All connections of a process share what is known of it; once
 * another one does, those to the former are cut, so that whatever ran on them fails and is run again (SCALE-12).
 */
export class Primary {
  readonly #hosts: readonly Host[]
  readonly #clients = new Map<pg.Client, Opened>()
  /** Of each host that was used, on which timeline that was. */
  readonly #used = new Map<Host, string>()
  #current: Writable | { host: Host; timeline: null } | null
  #finding: Promise<Host> | undefined
  #failure: { error: unknown; at: number } | undefined

  constructor(url: string) {
    this.#hosts = hostAddresses(url).map((address) => {
      const { host, port } = new pg.Client({ connectionString: address })
      return { host, port, address }
    })
    const [only, ...others] = this.#hosts
    // Whether the only one takes writes is seen when it is connected to.
    this.#current = only && others.length === 0 ? { host: only, timeline: null } : null
  }

  get hasOthers(): boolean {
    return this.#hosts.length > 1
  }

  /** The address of one host, for what is the same with all. */
  get anyAddress(): string {
    return this.#hosts[0]?.address ?? ''
  }

  /** @throws why none of them can be used */
  find(): Promise<Host> {
    if (this.#current) return Promise.resolve(this.#current.host)
    if (this.#failure && performance.now() - this.#failure.at < FAILED_MS)
      return Promise.reject(this.#failure.error)
    this.#finding ??= this.#look(this.#hosts)
      .then(
        (found) => this.#use(found),
        (error: unknown) => {
          this.#failure = { error, at: performance.now() }
          throw error
        },
      )
      .finally(() => {
        this.#finding = undefined
      })
    return this.#finding
  }

  /** To be called where the host could not be connected to, or turned out to take no writes. */
  failed(host: Host): void {
    if (this.hasOthers && this.#current?.host === host) this.#current = null
  }

  opened(client: pg.Client, host: Host): void {
    this.#clients.set(client, { host, timeline: null })
    client.once('end', () => this.#clients.delete(client))
  }

  /**
   * A single address may lead to another server than before, such as that of a proxy, while connections to the former one live
   * on: these are cut.
   * @throws StandbyError where it leads to a former one, beside connections to its successor
   */
  leadsTo(client: pg.Client, timeline: string): void {
    const others = [...this.#clients.values()]
    if (others.some((other) => other.timeline !== null && other.timeline > timeline)) throw formerPrimary()
    const opened = this.#clients.get(client)
    if (opened) opened.timeline = timeline
    this.#cutThose((other) => other.timeline !== null && other.timeline < timeline, TAKEN_OVER)
  }

  /** To be called where the host does not answer: looks at all of them. @returns whether another one takes writes now */
  async lookAgain(): Promise<boolean> {
    const before = this.#current?.host
    const found = await this.#look(this.#hosts).catch(() => null)
    if (!found || found.host === before) return false
    this.#use(found)
    return true
  }

  /** Whether another host has been promoted while the former one goes on: looks at the others alone. */
  async lookAtOthers(): Promise<void> {
    const { host, timeline } = this.#current ?? {}
    const found = await this.#look(this.#hosts.filter((each) => each !== host)).catch(() => null)
    if (found && (!timeline || found.timeline > timeline)) this.#use(found)
  }

  /** Cuts all connections: whatever waits on them fails. @param why a part of a sentence */
  cut(why: string): void {
    this.#cutThose(() => true, why)
  }

  #use(found: Writable): Host {
    this.#current = found
    this.#used.set(found.host, found.timeline)
    this.#cutThose(({ host }) => host !== found.host, TAKEN_OVER)
    return found.host
  }

  #cutThose(isCut: (opened: Opened) => boolean, why: string): void {
    for (const [client, opened] of this.#clients) {
      if (!isCut(opened)) continue
      this.#clients.delete(client)
      client.connection.stream.destroy(new Error(`Connection terminated: ${why}.`))
    }
  }

  /** Of those that take writes the one with the newest timeline: a former primary that comes back has an older one. */
  async #look(hosts: readonly Host[]): Promise<Writable> {
    const found: Writable[] = []
    const errors: unknown[] = []
    let timer: NodeJS.Timeout | undefined
    const soon = Promise.withResolvers<void>()
    const all = hosts.map(async (host) => {
      try {
        const writable = await askedFor(host)
        if (this.#isFormer(writable)) throw formerPrimary()
        found.push(writable)
        timer ??= setTimeout(soon.resolve, OTHERS_MS)
      } catch (error) {
        errors.push(error)
      }
    })
    await Promise.race([Promise.all(all), soon.promise])
    clearTimeout(timer)
    const [newest] = found.toSorted((a, b) => b.timeline.localeCompare(a.timeline))
    // What waiting can't mend, such as a password that is refused, says more.
    if (!newest) throw errors.find((error) => !isAway(error)) ?? errors[0]
    return newest
  }

  /** Nobody has made it a standby of its successor. What is written there is lost, even while the successor is away. */
  #isFormer({ host, timeline }: Writable): boolean {
    return this.#used.get(host) === timeline && [...this.#used.values()].some((other) => other > timeline)
  }
}

const formerPrimary = (): StandbyError =>
  new StandbyError('It is a former primary, which another server has taken over from.')

async function askedFor(host: Host): Promise<Writable> {
  const client = new pg.Client({
    connectionString: host.address,
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
    application_name: 'helioroom looks for the primary',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ isClosed: boolean; timeline: string }>(STATE)
    if (!rows[0] || rows[0].isClosed) throw new StandbyError('It takes no writes.')
    return { host, timeline: rows[0].timeline }
  } finally {
    await client.end().catch(() => {})
  }
}

const known = new Map<string, Primary>()

/** Of an address: the same for all connections of the process. */
export function primaryOf(url: string): Primary {
  const primary = known.get(url) ?? new Primary(url)
  known.set(url, primary)
  return primary
}

/** A connection to whichever host takes writes. */
class PrimaryClient extends pg.Client {
  readonly #primary: Primary

  constructor({ connectionString = '', connectionTimeoutMillis, ...config }: pg.ClientConfig) {
    const primary = primaryOf(connectionString)
    super({
      ...config,
      connectionString: primary.anyAddress,
      connectionTimeoutMillis: Math.min(connectionTimeoutMillis || CONNECT_MS, CONNECT_MS),
    })
    this.#primary = primary
    // A pool hears of a connection once it is made. One that is lost before, while it is asked what it leads to, fails there, and
    // must not end the process.
    this.on('error', () => {})
  }

  override connect(): Promise<pg.Client>
  override connect(callback: (error: Error | null) => void): void
  override connect(callback?: (error: Error | null) => void): Promise<pg.Client> | undefined {
    const connected = this.#primary.find().then((host) => this.#connectTo(host))
    if (!callback) return connected
    connected.then(() => callback(null), callback)
    return undefined
  }

  async #connectTo(host: Host): Promise<pg.Client> {
    this.host = host.host
    this.port = host.port
    let standby: string | undefined
    // PostgreSQL says it to each new connection.
    this.connection.on('parameterStatus', (status: { parameterName: string; parameterValue: string }) => {
      if (status.parameterName === 'in_hot_standby') standby = status.parameterValue
    })
    try {
      await super.connect()
      this.#primary.opened(this, host)
      if (standby === 'on') throw new StandbyError('It takes no writes.')
      // What does not say it is older than what is supported, or a pool in between, which may lead anywhere.
      if (standby === 'off' && !this.#primary.hasOthers) {
        const { rows } = await this.query<{ timeline: string }>(`select ${TIMELINE} as timeline`)
        if (rows[0]) this.#primary.leadsTo(this, rows[0].timeline)
      }
    } catch (error) {
      this.#primary.failed(host)
      void this.end().catch(() => {})
      throw error
    }
    return this
  }
}

/** A connection, not yet made; of an address with several hosts to the one that takes writes. */
export const createClient = (config: pg.ClientConfig): pg.Client =>
  config.connectionString === undefined ? new pg.Client(config) : new PrimaryClient(config)

/** A pool of such connections. */
export const createPool = (config: pg.PoolConfig): pg.Pool =>
  config.connectionString === undefined
    ? new pg.Pool(config)
    : new pg.Pool({ ...config, Client: PrimaryClient as unknown as new () => pg.ClientBase })
