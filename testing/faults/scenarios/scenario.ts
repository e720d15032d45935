import type { Cluster, ClusterOptions } from '../../cluster/cluster.ts'
import type { FaultyLine } from '../../s3/faultyLine.ts'
import type { Audited } from '../load/audit.ts'
import type { Findings, Ledger } from '../load/ledger.ts'
import type { TcpLine } from '../load/tcpLine.ts'
import type { OwnDatabase, World } from '../load/world.ts'

/** What a scenario breaks, while clients work on it. */
export interface Broken {
  readonly cluster: Cluster
  readonly world: World
  readonly ledger: Ledger
  readonly database: OwnDatabase
  /** Between the processes and the database, and the store. */
  readonly lines: Lines
  /** A folder of its own. */
  readonly folder: string
  /** How often to kill. */
  readonly kills: number
  /** Counts one. */
  killed(): void
  say(what: string): void
}

export interface Lines {
  readonly database: readonly TcpLine[]
  readonly store: FaultyLine | null
}

export interface Scenario {
  readonly name: string
  /** Its part of all kills; 0 where nothing is killed. */
  readonly share: number
  /** Milliseconds for which anybody may see errors; any where it says nothing. */
  readonly maxErrorMs?: number
  /** Where it needs a cluster of its own: how that differs. @returns what to do after it */
  readonly own?: (
    folder: string,
  ) => Promise<{ options: Partial<ClusterOptions>; close?: () => void | Promise<void> }>
  /** Why this machine can't run it, before anything is started; null where it can. */
  readonly lacks?: () => Promise<string | null>
  /** The same of a cluster that runs. */
  readonly lacksIn?: (cluster: Cluster) => string | null
  /** @returns ends what it started, where that has to be there for the audit */
  run(broken: Broken): Promise<void | (() => Promise<void>)>
  /** Further looks after the load has ended, beside the audit of what is there. */
  readonly after?: (broken: Broken) => Promise<Findings>
}

export type { Audited }

/** The item of that turn. */
export function turnOf<Item>(items: readonly Item[], at: number): Item {
  const item = items[at % items.length]
  if (item === undefined) throw new RangeError('There is none.')
  return item
}

/** Milliseconds that differ from one time to the next. */
export const someMs = (from: number, to: number): number => from + Math.random() * (to - from)

export const noStore = ({ store }: Cluster): string | null =>
  store ? null : "there is no object store (Debian's ceph-mon ceph-osd ceph-common radosgw)"

/** Waits until each process is ready again. */
export const allReady = (cluster: Cluster): Promise<unknown> =>
  Promise.all(cluster.members.map((member) => cluster.ready(member)))
