import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
} from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'
import { freePort, IS_ROOT, NOBODY } from '../cluster/living.ts'
import { cleanUp, kill, ROOT, temporaryFolder } from './harness.ts'

/** What scripts in front of the packages know is no TypeScript. */
const { COMMANDS } = (await import(new URL('../../bin/lib/commands.mjs', import.meta.url).href)) as {
  COMMANDS: Record<string, string>
}

/** An instruction of the Dockerfile, its lines joined. */
interface Instruction {
  word: string
  rest: string
}

const instructions: Instruction[] = readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8')
  .replaceAll(/\\\n/g, ' ')
  .split('\n')
  .flatMap((line) => {
    const [, word, rest] = /^([A-Z]+) +(.+)$/.exec(line.trim()) ?? []
    return word && rest ? [{ word, rest }] : []
  })
const froms = instructions.flatMap(({ word, rest }, at) => (word === 'FROM' ? [{ at, rest }] : []))
const stages = froms.map(({ at, rest }, index) => {
  const [, image = '', name] = /^(\S+)(?: AS (\S+))?$/.exec(rest) ?? []
  return { image, name, steps: instructions.slice(at + 1, froms[index + 1]?.at) }
})
const image = stages.at(-1)?.steps ?? []
const of = (word: string) => image.filter((step) => step.word === word).map(({ rest }) => rest)

const ignored = readFileSync(path.join(ROOT, '.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
/** Whether a build gets a file of the project; a pattern that names a folder holds for all below it. */
const isSent = (relative: string): boolean =>
  !relative
    .split('/')
    .map((_part, at, parts) => parts.slice(0, at + 1).join('/'))
    .some((part) => ignored.some((pattern) => path.matchesGlob(part, pattern)))

/** What the last stage of the image holds of the project, with the packages of this checkout. */
function unpacked(): string {
  const folder = temporaryFolder()
  for (const rest of of('COPY')) {
    if (rest.startsWith('--from=')) continue
    const words = rest.split(' ')
    for (const source of words.slice(0, -1)) {
      cpSync(path.join(ROOT, source), path.join(folder, source), {
        recursive: true,
        filter: (file) => isSent(path.relative(ROOT, file)),
      })
    }
  }
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'))
  return folder
}

/** Packages that files below a folder load when they run. */
function loaded(folder: string): Set<string> {
  const names = new Set<string>()
  for (const name of ['server', 'shared', 'demo']) {
    for (const file of readdirSync(path.join(folder, name), { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts')) continue
      const text = readFileSync(path.join(folder, name, file), 'utf8')
      const found = [
        ...text.matchAll(/^(?:import|export) (?!type )[^'"]*?from '([^'.][^']*)'/gm),
        ...text.matchAll(/\bimport\('([^'.][^']*)'\)/g),
        ...text.matchAll(/^import '([^'.][^']*)'/gm),
      ]
      for (const [, from = ''] of found) {
        if (!from.startsWith('node:'))
          names.add(
            from
              .split('/')
              .slice(0, from.startsWith('@') ? 2 : 1)
              .join('/'),
          )
      }
    }
  }
  return names
}

/** A process of the image: what it may write is its DATA_DIR and /tmp. */
function helioroom(folder: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child: ChildProcess = spawn(process.execPath, [path.join(folder, 'bin/helioroom.mjs'), ...args], {
    env: { PATH: process.env.PATH, HOME: '/tmp', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(IS_ROOT ? { uid: NOBODY, gid: NOBODY } : {}),
  })
  cleanUp(() => kill(child))
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, ended, output: () => printed }
}

test('OPS-04 the image is built of fixed parts, runs as a user who can write DATA_DIR and /tmp alone, and stops when asked', async () => {
  const names = stages.map(({ name }) => name)
  for (const { image: from } of stages) {
    if (!names.includes(from)) expect(from).toMatch(/^[\w./-]+:(?!latest)\d+\.\d+\.\d+[\w.-]*$/)
  }
  const runs = stages.flatMap(({ steps }) =>
    steps.filter(({ word }) => word === 'RUN').map(({ rest }) => rest),
  )
  expect(runs.filter((line) => /npm/.test(line)).every((line) => /^npm ci\b/.test(line))).toBe(true)
  const pages = stages.findIndex(({ steps }) => steps.some(({ rest }) => rest.includes('ensureWebBuilt')))
  expect(pages).toBeLessThan(stages.length - 1)
  expect(of('COPY')).toContain(`--from=${stages[pages]?.name} /app/web/dist ./web/dist`)
  expect(of('USER')).toEqual([expect.stringMatching(/^[1-9]\d*:[1-9]\d*$/)])
  // No shell stands between the container and the process, nor between it and the check.
  const list = (text: string | undefined) => JSON.parse(text ?? '') as string[]
  expect(list(of('ENTRYPOINT')[0])).toEqual(['helioroom'])
  expect(list(of('CMD')[0])).toEqual(['start'])
  const check = list(/CMD (\[.*\])$/.exec(of('HEALTHCHECK')[0] ?? '')?.[1])
  expect(check).toEqual(['node', '/app/bin/healthcheck.mjs'])
  expect(of('RUN').join()).toContain('ln -s /app/bin/helioroom.mjs /usr/local/bin/helioroom')
  expect(readFileSync(path.join(ROOT, 'bin/helioroom.mjs'), 'utf8')).toMatch(/^#!\/usr\/bin\/env -S node /)
  for (const file of [
    '.git/config',
    'data/secret-key',
    'node_modules/pg/package.json',
    'web/node_modules/x',
    'testing/server.ts',
    'server/config.test.ts',
    'web/ui/a.test.tsx',
    'e2e/a.spec.ts',
    'deploy/compose/secrets/secret-key',
  ])
    expect(isSent(file), file).toBe(false)
  for (const file of ['package-lock.json', 'server/main.ts', 'web/App.tsx', 'migrations/0188_baseline.sql'])
    expect(isSent(file), file).toBe(true)

  const folder = unpacked()
  const { dependencies } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  // `npm ci --omit=dev` brings no others.
  expect([...loaded(folder)].filter((name) => !(name in dependencies))).toEqual([])

  const dataDir = path.join(temporaryFolder(), 'data')
  mkdirSync(dataDir, { mode: 0o700 })
  if (IS_ROOT) chownSync(dataDir, NOBODY, NOBODY)
  for (const name of readdirSync(folder))
    if (name !== 'node_modules') chmodSync(path.join(folder, name), 0o555)
  const port = await freePort()
  // As the image sets them.
  const env = { HOST: '0.0.0.0', DATA_DIR: dataDir, NODE_ENV: 'production', PORT: String(port) }
  const healthy = () =>
    spawnSync(process.execPath, [path.join(folder, 'bin/healthcheck.mjs')], { env: { PORT: String(port) } })
      .status
  expect(healthy()).toBe(1)
  const { child, ended, output } = helioroom(folder, [], env)
  await expect.poll(output, { timeout: 90_000, interval: 100 }).toContain('Helioroom is ready')
  expect(healthy()).toBe(0)
  expect(existsSync(path.join(folder, '.cache'))).toBe(false)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  // What answers with anything else is not healthy.
  const sick = http.createServer((_request, response) => response.writeHead(503).end())
  await new Promise<void>((resolve) => sick.listen(0, '127.0.0.1', resolve))
  const { port: sickPort } = sick.address() as AddressInfo
  const asked = spawn(process.execPath, [path.join(folder, 'bin/healthcheck.mjs')], {
    env: { PORT: String(sickPort) },
  })
  expect(await new Promise((resolve) => asked.once('close', resolve))).toBe(1)
  sick.close()
})

test('OPS-05 helioroom runs by name what npm run runs', async () => {
  const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  expect(Object.keys(COMMANDS)).toEqual([
    'start',
    'migrate',
    'backup',
    'restore',
    'verify-backup',
    'move-files',
    'move-database',
    'adopt-files',
    'import-archive',
    'doctor',
  ])
  for (const [name, file] of Object.entries(COMMANDS)) {
    expect(scripts[name]).toBe(`exec node bin/${name}.mjs`)
    expect(readFileSync(path.join(ROOT, `bin/${name}.mjs`), 'utf8')).toContain(
      `typescript('${file}', process.argv.slice(2))`,
    )
  }
  // Each is given its arguments, and says what it takes.
  const ended = await Promise.all(
    ['restore', 'verify-backup', 'doctor'].map(async (name) => {
      const run = helioroom(ROOT, [name, '--unheard-of'])
      return [name, await run.ended, run.output()] as const
    }),
  )
  for (const [name, code, printed] of ended)
    expect([code, printed]).toEqual([2, expect.stringContaining(`Usage: npm run ${name} -- `)])
  const wrong = { PORT: '70000' }
  for (const args of [[], ['start']]) {
    const start = helioroom(ROOT, args, wrong)
    expect([await start.ended, start.output().trim()]).toEqual([
      1,
      'PORT is "70000", but must be a whole number from 0 to 65535.',
    ])
  }
  const unknown = helioroom(ROOT, ['serve'])
  expect([await unknown.ended, unknown.output()]).toEqual([
    2,
    expect.stringContaining('There is no command serve.'),
  ])
})
