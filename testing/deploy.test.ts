import { spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { problemsOfSettings } from '../server/config.ts'
import { NAMES } from '../server/settings.ts'
import { settingsOfChart } from './chart.ts'
import { readYaml } from './yaml.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const DEPLOY = path.join(ROOT, 'deploy')
const folder = mkdtempSync(path.join(os.tmpdir(), 'helioroom-deploy-'))
const cleanups: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
afterAll(() => {
  for (const cleanup of cleanups.toReversed()) cleanup()
})

/** What an operator makes beside them. */
const MADE = /compose\/(secrets\/|\.env$)/
const files = readdirSync(DEPLOY, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.join(entry.parentPath, entry.name))
  .filter((file) => !MADE.test(file))

/** Whether the machine has a program; what needs one that is missing is skipped by name. */
const has = (program: string): boolean => spawnSync(program, ['--version']).error === undefined

interface Service {
  image?: string
  restart?: string
  mem_limit?: string
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  healthcheck?: { test: string[] }
  secrets?: string[]
  environment?: Record<string, unknown>
}
interface Layer {
  services: Record<string, Service>
  secrets?: Record<string, { file: string }>
}
const COMPOSE = path.join(DEPLOY, 'compose')
const layer = (name: string): Layer => readYaml(readFileSync(path.join(COMPOSE, name), 'utf8'))[0] as Layer
const LAYERS = ['postgres.yml', 's3.yml', 'proxy.yml', 'monitoring.yml']
/** Services of the product. */
const OURS = ['web', 'worker']
const settingsOfLayer = (name: string): string[] =>
  OURS.flatMap((service) => Object.keys(layer(name).services[service]?.environment ?? {}))

/** What no setting of the product stands in. */
const none = (): string[] => []

/** Names of environment variables of the product that a file sets, by its kind. */
const SETTINGS_IN: Readonly<Record<string, (text: string, file: string) => string[]>> = {
  'systemd/*.service': (text) =>
    [...text.matchAll(/^Environment="?([^=\s]+)=/gm)].map(([, name = '']) => name),
  'systemd/*.env': (text) => [...text.matchAll(/^#? ?([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name),
  'systemd/*.timer': none,
  'nginx/*.conf': none,
  'compose/*.yml': (_text, file) => settingsOfLayer(path.basename(file)),
  // Those that compose itself reads, see OPS-06.
  'compose/.env.example': none,
  'compose/init': none,
  'compose/Caddyfile': none,
  'compose/grafana/*.yml': none,
  'monitoring/*.yml': none,
  'monitoring/*.json': none,
  // As they are rendered, see OPS-09.
  'helm/**': none,
  'helm/*/.helmignore': none,
}

test('OPS-12 files of deploy use settings that exist, and no others', () => {
  const known = new Set(NAMES.flatMap((name) => [name, `${name}_FILE`]))
  const used = files.flatMap((file) => {
    const relative = path.relative(DEPLOY, file)
    const [, find] = Object.entries(SETTINGS_IN).find(([kind]) => path.matchesGlob(relative, kind)) ?? []
    if (!find) throw new Error(`Nothing says how ${file} names settings.`)
    return find(readFileSync(file, 'utf8'), file).map((name) => [relative, name] as const)
  })
  used.push(...settingsOfChart().map((name) => ['helm/helioroom', name] as const))
  expect(new Set(used.map(([file]) => path.dirname(file)))).toEqual(new Set(['systemd', 'compose', 'helm']))
  expect(used.length).toBeGreaterThan(50)
  expect(used.filter(([, name]) => !known.has(name as (typeof NAMES)[number]))).toEqual([])
})

test('what docs/operations.md has the containers run are commands of the image, whose entry point is helioroom', () => {
  const operations = readFileSync(path.join(ROOT, 'docs/operations.md'), 'utf8').replaceAll(/\s+/g, ' ')
  const entered = [...operations.matchAll(/docker compose exec web (\S+) (\w+)/g)].map((each) =>
    each.slice(1),
  )
  expect(entered).toEqual([['helioroom', 'doctor']])
  const run = [...operations.matchAll(/docker compose run --rm web (\w+)/g)].map(([, name = '']) => name)
  expect(run).toEqual(['COMMAND'])
})

/** A version of an image that will not become another one. */
const FIXED = /^[\w./-]+:(?!latest)[\w.-]*\d[\w.-]*$/

const DOCKER_COMPOSE = has('docker-compose') ? 'docker-compose' : null

test('each service of the layers has a fixed image, a restart rule and a limit, and those of the product are closed', () => {
  const base = layer('base.yml')
  expect(Object.keys(base.services)).toEqual(OURS)
  for (const name of OURS) {
    expect(base.services[name], name).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      healthcheck: { test: ['CMD', 'node', '/app/bin/healthcheck.mjs'] },
    })
  }
  for (const name of ['base.yml', ...LAYERS]) {
    for (const [service, { image, restart, mem_limit }] of Object.entries(layer(name).services)) {
      if (name !== 'base.yml' && OURS.includes(service)) continue
      expect(image, service).toMatch(FIXED)
      expect([restart, typeof mem_limit], service).toEqual(['unless-stopped', 'string'])
    }
  }
  // What may be said of an installation stands in .env.example, and nothing else does.
  const example = readFileSync(path.join(COMPOSE, '.env.example'), 'utf8')
  const offered = [...example.matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name)
  const asked = ['base.yml', ...LAYERS].flatMap((name) =>
    [...readFileSync(path.join(COMPOSE, name), 'utf8').matchAll(/\$\{(\w+)/g)].map(([, word = '']) => word),
  )
  expect(new Set(offered)).toEqual(new Set([...asked, 'COMPOSE_FILE', 'COMPOSE_PROFILES']))
})

test.skipIf(DOCKER_COMPOSE === null)('OPS-06 base runs alone, and each sum of layers is valid', async () => {
  const sums = Array.from({ length: 2 ** LAYERS.length }, (_, bits) => [
    'base.yml',
    ...LAYERS.filter((_layer, at) => (bits >> at) % 2 === 1),
  ])
  expect(sums).toHaveLength(16)
  const copy = path.join(folder, 'compose')
  cpSync(COMPOSE, copy, { recursive: true, filter: (file) => path.basename(file) !== 'secrets' })
  const config = async (sum: readonly string[]) => {
    const child = spawn(DOCKER_COMPOSE ?? '', ['--env-file', '.env.example', 'config'], {
      cwd: copy,
      env: { PATH: process.env.PATH, COMPOSE_FILE: sum.join(':'), COMPOSE_PROFILES: 'worker' },
    })
    const printed = { stdout: '', stderr: '' }
    for (const out of ['stdout', 'stderr'] as const)
      child[out].setEncoding('utf8').on('data', (text: string) => {
        printed[out] += text
      })
    const code = await new Promise((resolve) => child.once('close', resolve))
    expect([code, printed.stderr], sum.join(' ')).toEqual([0, ''])
    return readYaml(printed.stdout)[0] as Layer
  }
  const waiting = sums.values()
  const merged = new Map<string, Layer>()
  const work = async () => {
    for (const sum of waiting) merged.set(sum.slice(1).join(' '), await config(sum))
  }
  await Promise.all([work(), work(), work()])
  for (const [sum, { services }] of merged) {
    for (const [name, service] of Object.entries(services)) {
      expect([service.restart, service.image], `${sum} ${name}`).toEqual([
        'unless-stopped',
        expect.stringMatching(FIXED),
      ])
      expect(service.mem_limit, name).toBeDefined()
      if (!OURS.includes(name)) continue
      expect(service, `${sum} ${name}`).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        healthcheck: { test: ['CMD', 'node', '/app/bin/healthcheck.mjs'] },
      })
      // A start takes what they are set to.
      const environment = Object.fromEntries(
        Object.entries(service.environment ?? {}).map(([key, value]) => [key, String(value)]),
      )
      const held = Object.fromEntries(Object.entries(environment).filter(([key]) => !key.endsWith('_FILE')))
      const secrets = {
        S3_ACCESS_KEY_ID: 'id',
        S3_SECRET_ACCESS_KEY: 'secret',
        BACKUP_PASSPHRASE: 'x'.repeat(20),
      }
      expect(problemsOfSettings({ ...held, ...(sum.includes('s3') && secrets) }), `${sum} ${name}`).toEqual(
        [],
      )
    }
  }
  const ofAll = merged.get(LAYERS.join(' '))?.services
  expect(Object.keys(ofAll ?? {}).sort()).toEqual([
    'grafana',
    'postgres',
    'prometheus',
    'proxy',
    'web',
    'worker',
  ])
  expect(ofAll?.web?.environment).toMatchObject({
    DATABASE_URL_FILE: '/run/secrets/database-url',
    FILES: 's3',
    PUBLIC_URL: 'https://rooms.example.com',
  })
})

test.skipIf(process.getuid?.() !== 0)(
  'OPS-07 init makes each secret of the layers once, for its reader alone, and no file of deploy has one',
  () => {
    const copy = path.join(folder, 'init')
    mkdirSync(copy)
    cpSync(path.join(COMPOSE, 'init'), path.join(copy, 'init'))
    const run = () => spawnSync(path.join(copy, 'init'), [], { encoding: 'utf8' })
    const first = run()
    expect([first.status, first.stderr]).toEqual([0, ''])
    const named = ['base.yml', ...LAYERS].flatMap((name) => Object.entries(layer(name).secrets ?? {}))
    for (const [name, { file }] of named) expect(file).toBe(`./secrets/${name}`)
    const made = readdirSync(path.join(copy, 'secrets')).sort()
    expect(made).toEqual(named.map(([name]) => name).sort())
    const contents = () =>
      made.map((name) => readFileSync(path.join(copy, 'secrets', name), 'utf8').trimEnd())
    const before = contents()
    const modes = made.map((name) => statSync(path.join(copy, 'secrets', name)).mode & 0o777)
    expect(new Set(modes)).toEqual(new Set([0o600]))
    expect(run().status).toBe(0)
    expect(contents()).toEqual(before)
    const secretIn = (name: string) => before[made.indexOf(name)] ?? ''
    const ownOf = (name: string) => statSync(path.join(copy, 'secrets', name)).uid
    // What the product takes is what is made, and belongs to the user of its image.
    const given = {
      SECRET_KEY: secretIn('secret-key'),
      DATABASE_URL: secretIn('database-url'),
      METRICS_TOKEN: secretIn('metrics-token'),
      BACKUP_PASSPHRASE: secretIn('backup-passphrase'),
    }
    expect(problemsOfSettings(given)).toEqual([])
    expect(secretIn('database-url')).toContain(`:${secretIn('database-password')}@postgres:5432/`)
    expect(secretIn('prometheus-metrics-token')).toBe(secretIn('metrics-token'))
    expect(new Set([...Object.values(given), secretIn('grafana-password')]).size).toBe(5)
    const user = /^USER (\d+):/m.exec(readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8'))?.[1]
    for (const name of ['base.yml', ...LAYERS]) {
      for (const service of OURS) {
        const { secrets = [], environment = {} } = layer(name).services[service] ?? {}
        const asFiles = Object.entries(environment).filter(([key]) => key.endsWith('_FILE'))
        expect(asFiles.map(([, value]) => value).sort()).toEqual(
          secrets.map((secret) => `/run/secrets/${secret}`).sort(),
        )
        for (const secret of secrets) expect(ownOf(secret), secret).toBe(Number(user))
      }
    }
    // None of them is kept by Git.
    const ignored = spawnSync(
      'git',
      ['check-ignore', 'deploy/compose/secrets/secret-key', 'deploy/compose/.env'],
      {
        cwd: ROOT,
        encoding: 'utf8',
      },
    )
    expect(ignored.stdout.trim().split('\n')).toHaveLength(2)
    for (const file of files) {
      const text = readFileSync(file, 'utf8')
      // An address with a password, a long word of letters and digits, a name of a secret that is given a value.
      expect(text.match(/:\/\/[^\s/:$]+:[^\s@$]+@/g), file).toBe(null)
      expect(text.match(/\b(?=\w*\d)(?=\w*[a-z])(?=\w*[A-Z])\w{24,}\b/g), file).toBe(null)
      const given = /^.*\b\w*(PASSWORD|PASSPHRASE|SECRET|TOKEN|ACCESS_KEY)\w*["']?[:=] *[^\s#].*$/gm
      for (const [line] of text.matchAll(given)) expect(line, file).toMatch(/_FILE["']?[:=]/)
    }
  },
)

const UNITS = [
  'helioroom-web@.service',
  'helioroom-worker@.service',
  'helioroom-backup.service',
  'helioroom-backup.timer',
]

test.skipIf(!has('systemd-analyze'))(
  'OPS-11 systemd takes the units, and finds each exposed by 3.0 or less',
  () => {
    for (const unit of UNITS) {
      const text = readFileSync(path.join(DEPLOY, 'systemd', unit), 'utf8')
      writeFileSync(path.join(folder, unit), text.replaceAll('/opt/helioroom', ROOT))
    }
    const analyze = (...args: string[]) =>
      spawnSync('systemd-analyze', args, {
        encoding: 'utf8',
        cwd: folder,
        env: { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` },
      })
    for (const unit of UNITS) {
      const named = path.join(folder, unit.replace('@.', '@3001.'))
      if (named !== path.join(folder, unit)) cpSync(path.join(folder, unit), named)
      // It ends with 0 where it does not know a key, too.
      const { status, stdout, stderr } = analyze('verify', named)
      const about = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('helioroom'))
      expect([status, about], unit).toEqual([0, []])
      if (unit.endsWith('.timer')) continue
      const security = analyze('security', '--offline=yes', '--threshold=30', named)
      expect(security.status, security.stdout.split('\n').slice(-3).join(' ') + security.stderr).toBe(0)
    }
  },
)
