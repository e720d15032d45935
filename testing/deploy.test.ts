import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { NAMES } from '../server/settings.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const DEPLOY = path.join(ROOT, 'deploy')
const folder = mkdtempSync(path.join(os.tmpdir(), 'helioroom-deploy-'))
const cleanups: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
afterAll(() => {
  for (const cleanup of cleanups.toReversed()) cleanup()
})

const files = readdirSync(DEPLOY, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.join(entry.parentPath, entry.name))

/** Whether the machine has a program; what needs one that is missing is skipped by name. */
const has = (program: string): boolean => spawnSync(program, ['--version']).error === undefined

/** Names of environment variables that a file sets, by its kind. */
const SETTINGS_IN: Readonly<Record<string, (text: string) => string[]>> = {
  '.service': (text) => [...text.matchAll(/^Environment="?([^=\s]+)=/gm)].map(([, name = '']) => name),
  '.env': (text) => [...text.matchAll(/^#? ?([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name),
  '.timer': () => [],
  '.conf': () => [],
}

test('OPS-12 files of deploy use settings that exist, and no others', () => {
  const known = new Set(NAMES.flatMap((name) => [name, `${name}_FILE`]))
  const used = files.flatMap((file) => {
    const find = SETTINGS_IN[path.extname(file)]
    if (!find) throw new Error(`Nothing says how ${file} names settings.`)
    return find(readFileSync(file, 'utf8')).map((name) => [path.basename(file), name] as const)
  })
  expect(used.length).toBeGreaterThan(20)
  expect(used.filter(([, name]) => !known.has(name as (typeof NAMES)[number]))).toEqual([])
})

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

const NGINX = ['/usr/sbin/nginx', 'nginx'].find((program) => spawnSync(program, ['-v']).error === undefined)

/** A server that answers with its name, or cuts whoever asks. */
async function upstream(name: string, seen: string[], isBroken = false): Promise<number> {
  const server = http.createServer((request, response) => {
    seen.push(`${name} ${request.method} ${request.headers.host} ${request.headers['x-forwarded-for']}`)
    if (isBroken) return void request.socket.destroy()
    request.resume().once('end', () => response.end(name))
  })
  server.on('upgrade', (request, socket) => {
    socket.end(
      `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${request.headers.upgrade}\r\n\r\n`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

test.skipIf(NGINX === undefined)(
  'nginx takes its file, and gives a GET that met a dead server to another one, but no POST and no PUT',
  async () => {
    const seen: string[] = []
    const ports = [
      await upstream('dead', seen, true),
      await upstream('one', seen),
      await upstream('two', seen),
    ]
    const own = await upstream('reserved', [])
    const listen = own + 1 > 65_000 ? own - 1000 : own + 1
    const conf = readFileSync(path.join(DEPLOY, 'nginx/helioroom.conf'), 'utf8')
    mkdirSync(path.join(folder, 'tmp'))
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((kind) => `${kind}_temp_path ${folder}/tmp/${kind};`)
      .join(' ')
    const whole = (text: string) =>
      `pid ${folder}/nginx.pid; error_log ${folder}/error.log; daemon off; events {} http { access_log off; ${temporary} ${text} }`
    const main = path.join(folder, 'nginx.conf')
    const run = (args: string[]) =>
      spawnSync(NGINX ?? '', ['-p', folder, '-e', `${folder}/error.log`, '-c', main, ...args], {
        encoding: 'utf8',
      })
    writeFileSync(main, whole(conf))
    const checked = run(['-t'])
    expect([checked.status, checked.stderr]).toEqual([0, expect.stringContaining('test is successful')])

    const tried = ports.reduce(
      (text, port, index) =>
        text.replace(`127.0.0.1:300${index + 1} max_fails=1`, `127.0.0.1:${port} max_fails=0`),
      conf,
    )
    writeFileSync(main, whole(tried.replace('listen 80;', `listen 127.0.0.1:${listen};`)))
    const nginx = spawn(NGINX ?? '', ['-p', folder, '-e', `${folder}/error.log`, '-c', main])
    cleanups.push(() => nginx.kill('SIGTERM'))
    const address = `http://127.0.0.1:${listen}/`
    const ask = (init: RequestInit = {}) => fetch(address, { ...init, headers: { connection: 'close' } })
    await expect
      .poll(
        () =>
          ask().then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 10_000 },
      )
      .toBe(200)
    seen.length = 0
    const reads = await Promise.all(Array.from({ length: 30 }, () => ask()))
    expect(reads.map(({ status }) => status)).toEqual(Array(30).fill(200))
    expect(seen.some((line) => line.startsWith('dead GET'))).toBe(true)
    expect(new Set(seen.map((line) => line.split(' ').slice(2).join(' ')))).toEqual(
      new Set([`127.0.0.1:${listen} 127.0.0.1`]),
    )
    for (const method of ['POST', 'PUT']) {
      seen.length = 0
      const changes = await Promise.all(Array.from({ length: 30 }, () => ask({ method, body: 'x' })))
      // Each reached one server, and who met the dead one was told so.
      expect(seen).toHaveLength(30)
      const dead = seen.filter((line) => line.startsWith('dead')).length
      expect(dead).toBeGreaterThan(0)
      expect(changes.filter(({ status }) => status === 502)).toHaveLength(dead)
    }
  },
)
