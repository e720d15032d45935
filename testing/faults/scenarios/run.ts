import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Cluster, type ClusterOptions } from '../../cluster/cluster.ts'
import { type FaultyLine, faultyLine } from '../../s3/faultyLine.ts'
import { audit, auditedHere } from '../load/audit.ts'
import { type Findings, type Kind, Ledger } from '../load/ledger.ts'
import { STEADY_MS, startLoad } from '../load/load.ts'
import { type TcpLine, tcpLine } from '../load/tcpLine.ts'
import { makeWorld, type OwnDatabase, openOwn, type World } from '../load/world.ts'
import { allReady, type Broken, type Lines, type Scenario } from './scenario.ts'

/** A scenario as test-results/faults.json has it. */
export interface ScenarioResult {
  readonly name: string
  readonly kills: number
  readonly seconds: number
  readonly told: Record<Kind, number>
  readonly lost: number
  readonly doubled: number
  readonly exposed: number
  readonly longestErrorMs: number
}

/** A scenario that has come to its end. */
export interface Ran extends ScenarioResult {
  readonly findings: Findings
  /** Answers that failed, by what they said. */
  readonly failures: ReadonlyMap<string, number>
}

/** A cluster with lines that can be broken, and a database beside them. */
export interface Stage {
  readonly cluster: Cluster
  readonly lines: Lines
  readonly database: OwnDatabase
  close(): Promise<void>
}

/** What is common to all clusters under faults. */
const SETTINGS = {
  LOG_LEVEL: 'warn',
  OCR: 'off',
  LIBREOFFICE: 'off',
  STORAGE_RESERVE_BYTES: '0',
  DATABASE_CONNECTIONS: '16',
  WORKERS: '2',
}

export async function openStage(
  options: Omit<ClusterOptions, 'servers' | 'workers' | 'line'>,
): Promise<Stage> {
  const databaseLines: TcpLine[] = []
  const made: { store: FaultyLine | null } = { store: null }
  const cluster = new Cluster({
    servers: 3,
    workers: 2,
    ...options,
    env: { ...SETTINGS, ...options.env },
    line: async (to, port) => {
      // The network itself is broken there.
      if (options.namespace) return port
      if (to === 'store') {
        made.store = await faultyLine(`http://127.0.0.1:${port}`)
        return Number(new URL(made.store.endpoint).port)
      }
      const line = await tcpLine(port)
      databaseLines.push(line)
      return line.port
    },
  })
  let database: OwnDatabase | undefined
  const close = async () => {
    await database?.close()
    await cluster.stop()
    for (const line of databaseLines) await line.close()
    await made.store?.close()
  }
  try {
    await cluster.start()
    database = openOwn(cluster.databaseAddress)
    return { cluster, lines: { database: databaseLines, store: made.store }, database, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Breaks something under load, and audits what is there afterwards. */
export async function runScenario(
  scenario: Scenario,
  { cluster, lines, database }: Stage,
  { kills, folder }: { kills: number; folder: string },
): Promise<Ran> {
  const begun = performance.now()
  const world: World = await makeWorld(database, cluster.url)
  const ledger = new Ledger()
  const own = path.join(folder, scenario.name)
  mkdirSync(own, { recursive: true, mode: 0o711 })
  let done = 0
  const ends: (() => Promise<void>)[] = []
  const broken: Broken = {
    cluster,
    world,
    ledger,
    database,
    lines,
    folder: own,
    kills,
    killed: () => {
      done += 1
    },
    say: (what) => console.log(`  ${what}`),
  }
  try {
    const load = startLoad(world, ledger)
    try {
      await sleep(STEADY_MS)
      const end = await scenario.run(broken)
      if (end) ends.push(end)
      await sleep(STEADY_MS)
    } finally {
      await load.end()
    }
    await allReady(cluster)
    const findings = await audit(auditedHere(world, ledger, database))
    const further = await scenario.after?.(broken)
    const count = (of: keyof Findings) => findings[of].length + (further?.[of].length ?? 0)
    return {
      name: scenario.name,
      kills: done,
      seconds: Math.round((performance.now() - begun) / 1000),
      told: ledger.told(),
      lost: count('lost'),
      doubled: count('doubled'),
      exposed: count('exposed'),
      longestErrorMs: Math.round(ledger.longestErrorMs),
      findings: {
        lost: [...findings.lost, ...(further?.lost ?? [])],
        doubled: [...findings.doubled, ...(further?.doubled ?? [])],
        exposed: [...findings.exposed, ...(further?.exposed ?? [])],
      },
      failures: ledger.failures,
    }
  } finally {
    for (const end of ends) await end()
  }
}
