import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Cluster } from '../../cluster/cluster.ts'
import { testDatabase } from '../../database/index.ts'
import { NO_CALLER_LIMITS, startTestServer, type TestServer } from '../../server.ts'
import { until } from '../../until.ts'
import { KINDS } from '../load/ledger.ts'
import { killsOf, NAMES, SCENARIOS } from './list.ts'
import { readOptions, UsageError } from './options.ts'
import { FaultReport } from './report.ts'
import { type Ran, runScenario } from './run.ts'
import type { Scenario } from './scenario.ts'

const NAMED =
  'server worker database failover store store-errors store-slow network-cut network-slow disk-full clock backup upgrade'
const MINUTES = 60_000

const database = testDatabase()
const folder = mkdtempSync(path.join(os.tmpdir(), 'helioroom-scenarios-'))
const requests: string[] = []
let server: TestServer
let readerId: string
let ran: Ran

/** Breaks nothing; it ends once each client was told something and the readers have read. */
const patient: Scenario = {
  name: 'server',
  share: 1,
  maxErrorMs: 2000,
  run: async ({ ledger, killed, kills, world }) => {
    const { rows } = await database.pool.query<{ id: string }>('select id from person where email = $1', [
      world.emails.reader,
    ])
    readerId = rows[0]?.id ?? 'nobody'
    for (let at = 0; at < kills; at += 1) killed()
    const hasRead = () => requests.filter((line) => line.includes(readerId)).length > 3
    await until('all clients work', () => hasRead() && Object.values(ledger.told()).every((n) => n > 0))
  },
}

beforeAll(async () => {
  const log = { callerLimits: NO_CALLER_LIMITS, logTo: (line: string) => void requests.push(line) }
  server = await startTestServer(database, { WORKERS: '1', LOG_LEVEL: 'info', LOG_REQUESTS: 'on' }, log)
  // One server stands for all of them: its address is the balancer's.
  const port = Number(new URL(server.address).port)
  const cluster = new Cluster({ dataDir: folder, servers: 0, workers: 0, port })
  const stage = { cluster, lines: { database: [], store: null }, database, close: async () => {} }
  const own = { ...database, close: async () => {} }
  ran = await runScenario(patient, { ...stage, database: own }, { kills: 2, folder })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A report of that mode, with what it has said. */
function reportOf(mode: 'usual' | 'some' | 'long', chosen: readonly Scenario[] = [patient]) {
  const said: string[] = []
  return { said, report: new FaultReport({ chosen, mode }, (line) => void said.push(line)) }
}

test('SCALE-28 thirteen scenarios, each under the load of all clients; 60 kills, N or 1,000, and without --long 20 minutes', () => {
  expect(NAMES.toSorted()).toEqual(NAMED.split(' ').toSorted())
  const { chosen, kills, mode } = readOptions([])
  expect([chosen.map(({ name }) => name), kills, mode]).toEqual([NAMES, 60, 'usual'])
  expect(readOptions(['--long'])).toMatchObject({ chosen: SCENARIOS, kills: 1000, mode: 'long' })
  const some = readOptions(['--only', 'clock,worker', '--kills', '7'])
  expect([some.chosen.map(({ name }) => name), some.kills, some.mode]).toEqual([
    ['worker', 'clock'],
    7,
    'some',
  ])
  for (const args of [['--only', 'fire'], ['--kills', 'many'], ['--kills', '-1'], ['--all']])
    expect(() => readOptions(args)).toThrow(UsageError)
  // As many as are asked for, all scenarios together.
  for (const each of [0, 1, 7, 60, 1000]) {
    for (const scenarios of [SCENARIOS, SCENARIOS.slice(0, 2), SCENARIOS.slice(2, 4)]) {
      const parts = killsOf(scenarios, each)
      expect([...parts.values()].reduce((sum, part) => sum + part, 0)).toBe(each)
      for (const { name, share } of scenarios) if (share === 0) expect(parts.get(name)).toBe(0)
    }
  }
  const still = SCENARIOS.filter(({ share }) => share === 0)
  expect([...killsOf(still, 60).values()].every((part) => part === 0)).toBe(true)

  expect(Object.keys(ran.told)).toEqual([...KINDS])
  for (const [kind, count] of Object.entries(ran.told)) expect(count, kind).toBeGreaterThan(0)
  expect(requests.filter((line) => line.includes(readerId)).length).toBeGreaterThan(3)

  for (const [mode, minutes, code] of [
    ['usual', 20, 0],
    ['usual', 21, 1],
    ['some', 21, 1],
    ['long', 200, 0],
  ] as const) {
    const { report, said } = reportOf(mode)
    report.ended(patient, ran)
    expect([mode, report.close(folder, minutes * MINUTES)]).toEqual([mode, code])
    expect(said.join('\n').includes('are allowed without --long')).toBe(code === 1)
  }
})

test('SCALE-30 the results are in faults.json; what failed fails the run, and what could not be run is named and is no pass', () => {
  const written = (): unknown => JSON.parse(readFileSync(path.join(folder, 'faults.json'), 'utf8'))
  const others = ['worker', 'database', 'store', 'clock'].map((name): Scenario => ({ ...patient, name }))
  const [worker = patient, broken = patient, store = patient] = others
  const { report, said } = reportOf('usual', [patient, ...others])
  report.network = 'namespaces'
  report.ended(patient, ran)
  report.ended(worker, {
    ...ran,
    name: 'worker',
    kills: 3,
    lost: 1,
    exposed: 2,
    findings: { lost: ['One was confirmed'], doubled: [], exposed: ['Two was shown', 'Three was shown'] },
    failures: new Map([['PUT 502', 4]]),
  })
  report.failed(broken)
  report.skip(store, 'there is no object store')
  report.ended({ ...patient, name: 'clock', maxErrorMs: 100 }, { ...ran, name: 'clock', longestErrorMs: 101 })
  expect(report.close(folder, MINUTES)).toBe(1)
  const { findings, failures, ...result } = ran
  expect([Object.values(findings).flat(), result.kills]).toEqual([[], 2])
  expect(Object.keys(result).toSorted()).toEqual(
    ['name', 'kills', 'seconds', 'told', 'lost', 'doubled', 'exposed', 'longestErrorMs'].toSorted(),
  )
  expect(written()).toEqual({
    mode: 'usual',
    network: 'namespaces',
    kills: 7,
    lost: 1,
    doubled: 0,
    exposed: 2,
    scenarios: [
      result,
      { ...result, name: 'worker', kills: 3, lost: 1, exposed: 2 },
      { ...result, name: 'clock', longestErrorMs: 101 },
    ],
  })
  expect(said.at(-1)).toBe('1 passed, 3 failed')
  for (const line of [
    'store: not run, because there is no object store',
    'Not run: store',
    '  4 × PUT 502',
    '  exposed: Two was shown',
    '  errors for 101 ms',
  ])
    expect(said).toContain(line)

  const quiet = reportOf('some', [patient, store])
  quiet.report.ended(patient, ran)
  quiet.report.skip(store, 'there is no object store')
  expect([quiet.report.close(folder, MINUTES), quiet.said.at(-1)]).toEqual([0, '1 passed, 0 failed'])
  expect(written()).toMatchObject({ mode: 'some', network: 'proxy', kills: 2, lost: 0, exposed: 0 })
})
