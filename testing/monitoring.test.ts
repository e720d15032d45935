import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from './database/index.ts'
import { contributors } from './faults/fund.ts'
import { look, METRICS, TOKEN } from './metrics.ts'
import { startTestServer } from './server.ts'
import { readYaml } from './yaml.ts'

const database = testDatabase()
const MONITORING = new URL('../deploy/monitoring/', import.meta.url)
const monitored = (file: string): string => readFileSync(new URL(file, MONITORING), 'utf8')

interface Rule {
  alert: string
  expr: string
  annotations: { runbook: string; summary: string }
}

const rules = (readYaml(monitored('alerts.yml'))[0] as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
)

/** Names of metrics in an expression of PromQL: what is neither a function nor a label. */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, ' ')
    .replaceAll(/\b(by|without|on|ignoring) *\([^)]*\)/g, ' ')
    .replaceAll(/\boffset +\w+/g, ' ')
  return [...bare.matchAll(/\b[a-zA-Z_:][\w:]*\b(?! *\()/g)]
    .map(([name]) => name)
    .filter((name) => !/^(and|or|unless|bool)$/.test(name))
}

test('OPS-25 the dashboard and the alerts name metrics that a process gives, and each alert leads to its paragraph', async () => {
  const server = await startTestServer(database, { METRICS_TOKEN: TOKEN })
  // Of a histogram there is nothing before the first of what it measures.
  await server.app.storage.checkWritable()
  // Nor of requests before the first one.
  await look(server.address)
  const given = new Set((await look(server.address)).series.map(({ name }) => name))
  await server.close()
  // Prometheus itself says whether a process has answered.
  given.add('up')
  const { panels } = JSON.parse(monitored('helioroom.json')) as {
    panels: { title: string; targets: { expr: string }[] }[]
  }
  const expressions = [
    ...rules.map(({ alert, expr }) => [alert, expr] as const),
    ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
  ]
  expect(metricsIn('sum by (le) (rate(a_b{c="d"}[5m])) / max(e offset 1h) > 26 * 3600 and up == 0')).toEqual([
    'a_b',
    'e',
    'up',
  ])
  for (const [name, expression] of expressions) {
    const named = metricsIn(expression)
    expect(named.length, `${name}: ${expression}`).toBeGreaterThan(0)
    expect(
      named.filter((each) => !given.has(each)),
      name,
    ).toEqual([])
  }
  // Each of those that are worth a graph is on the dashboard.
  const drawn = new Set(panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => metricsIn(expr))))
  const wanted = Object.keys(METRICS).filter((name) => !['helioroom_backup_failed'].includes(name))
  expect(wanted.filter((name) => !drawn.has(name))).toEqual([])

  const operations = readFileSync(new URL('../docs/operations.md', import.meta.url), 'utf8')
  const paragraphs = new Map(
    operations
      .split(/^### /m)
      .slice(1)
      .map((part) => [part.split('\n')[0], part.split('\n').slice(1).join(' ').trim()]),
  )
  expect(rules.map(({ alert }) => alert)).toEqual([...paragraphs.keys()])
  for (const { alert, annotations } of rules) {
    expect(annotations.runbook).toBe(`docs/operations.md#${alert.toLowerCase()}`)
    expect(paragraphs.get(alert)?.length, alert).toBeGreaterThan(80)
  }
  const prometheus = readYaml(monitored('prometheus.yml'))[0] as {
    rule_files: string[]
    scrape_configs: { job_name: string; metrics_path: string; authorization: { credentials_file: string } }[]
  }
  expect(prometheus.rule_files).toEqual(['alerts.yml'])
  expect(prometheus.scrape_configs).toMatchObject([
    {
      job_name: 'helioroom',
      metrics_path: '/metrics',
      authorization: { credentials_file: expect.any(String) },
    },
  ])
  expect(rules.map(({ expr }) => expr).join()).toContain('job="helioroom"')
})

test('an upload that the reserve of free space alone refuses counts as one that had no room, from zero on', async () => {
  const server = await startTestServer(database, {
    FILES: 'disk',
    METRICS_TOKEN: TOKEN,
    STORAGE_RESERVE_BYTES: String(Number.MAX_SAFE_INTEGER),
  })
  onTestFinished(() => server.close())
  const full = async () => (await look(server.address)).of('helioroom_storage_full_total')
  // What Prometheus meets for the first time at 1 is no increase to it.
  expect(await full()).toEqual([{ name: 'helioroom_storage_full_total', labels: {}, value: 0 }])
  const [room] = await contributors(database, server.address, 1)
  const [upload] = await room.announce([{ name: 'Site plan.pdf', size: 9 }])
  if (!upload) throw new Error('Nothing was announced.')
  expect((await room.put(upload, Buffer.from('site plan'))).status).toBe(507)
  expect(await full()).toMatchObject([{ value: 1 }])
  // What is written by the product itself has no look at the room before.
  const put = server.app.storage.put('pages', (write) => write(Buffer.from('x')), { size: 1 })
  await expect(put).rejects.toThrow('The storage is full.')
  expect(await full()).toMatchObject([{ value: 2 }])
})

/** For each alert: numbers that have it fire, and those that don't; `series` are samples a minute apart. */
const FIRING: Readonly<Record<string, [string, string, string]>> = {
  HelioroomProcessAway: ['up{job="helioroom",instance="a"}', '1 0x40', '1x40'],
  HelioroomNotReady: ['helioroom_ready{instance="a"}', '0x40', '1x40'],
  HelioroomErrors: ['http_requests_total{status="5xx"}', '0+2x40', '0+1x40'],
  HelioroomQueueStands: ['helioroom_job_oldest_due_seconds', '301x40', '299x40'],
  HelioroomJobsFailed: ['helioroom_jobs{state="failed"}', '1x40', '0x40'],
  HelioroomConnectionsUsedUp: [
    'helioroom_database_connections{pool="readers",state="waiting"}',
    '1x40',
    '0x40',
  ],
  HelioroomDatabaseErrors: ['helioroom_database_errors_total', '0+10x40', '3x40'],
  HelioroomStorageFailing: [
    'helioroom_storage_request_duration_seconds_count{storage="s3",operation="put",outcome="failed"}',
    '0+1x40',
    '5x40',
  ],
  HelioroomStorageFull: ['helioroom_storage_full_total{instance="a"}', '0x20 1x20', '1x40'],
  HelioroomBackupFailed: ['helioroom_backup_failed', '1x40', '0x40'],
  HelioroomClock: ['helioroom_clock_offset_seconds', '-6x40', '4x40'],
}

test.skipIf(spawnSync('promtool', ['--version']).error !== undefined)(
  'promtool takes the rules and the configuration, and alerts fire when they should and not otherwise',
  () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'helioroom-promtool-'))
    try {
      for (const file of ['alerts.yml', 'prometheus.yml'])
        writeFileSync(
          path.join(folder, file),
          monitored(file).replace(/credentials_file: .*/, 'credentials_file: /dev/null'),
        )
      const promtool = (...args: string[]) => spawnSync('promtool', args, { cwd: folder, encoding: 'utf8' })
      for (const args of [
        ['check', 'rules', 'alerts.yml'],
        ['check', 'config', 'prometheus.yml'],
      ]) {
        const { status, stdout, stderr } = promtool(...args)
        expect(status, stdout + stderr).toBe(0)
      }
      // One request in a hundred fails beside those that do not.
      const beside = {
        HelioroomErrors: [{ series: 'http_requests_total{status="2xx"}', values: '0+100x40' }],
      }
      const cases = Object.entries(FIRING).flatMap(([alert, [series, firing, quiet]]) =>
        [firing, quiet].map((values, at) => ({
          interval: '1m',
          input_series: [
            { series, values },
            ...(beside[alert as keyof typeof beside] ?? []),
            { series: 'nothing_else', values: '0x40' },
          ],
          promql_expr_test: [
            {
              expr: `count(ALERTS{alertname="${alert}",alertstate="firing"}) or vector(0)`,
              eval_time: '30m',
              exp_samples: [{ labels: '{}', value: at === 0 ? 1 : 0 }],
            },
          ],
        })),
      )
      writeFileSync(
        path.join(folder, 'test.yml'),
        JSON.stringify({ rule_files: ['alerts.yml'], evaluation_interval: '1m', tests: cases }),
      )
      const { status, stdout, stderr } = promtool('test', 'rules', 'test.yml')
      expect(status, stdout + stderr).toBe(0)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
