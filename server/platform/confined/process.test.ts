import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { doublingForms, picture } from '../../../testing/hostileFiles.ts'
import { THUMBNAIL_LIMITS } from '../thumbnails/index.ts'
import { withoutNetwork } from './namespace.ts'
import { confinedNode, ProcessEnded, startProcess } from './process.ts'
import { usageOf } from './usage.ts'

/** What a script says or fails with behind the walls. */
const confined = (script: string): string => {
  const args = [...confinedNode(THUMBNAIL_LIMITS), '--input-type=module', '--eval', script]
  const { stdout, stderr } = spawnSync('/bin/sh', args, { env: {}, encoding: 'utf8', timeout: 20_000 })
  return stdout + stderr
}

test('behind the walls nothing of the machine can be read, written or started, and no text becomes program', () => {
  const tried = {
    "import fs from 'node:fs'; fs.readFileSync('/etc/passwd')": /ERR_ACCESS_DENIED/,
    "import fs from 'node:fs'; fs.readdirSync('/proc/self')": /ERR_ACCESS_DENIED/,
    "import fs from 'node:fs'; fs.writeFileSync('/tmp/x', '')": /ERR_ACCESS_DENIED/,
    "import child from 'node:child_process'; child.execSync('true')": /ERR_ACCESS_DENIED/,
    "import { Worker } from 'node:worker_threads'; new Worker('0', { eval: true })": /ERR_ACCESS_DENIED/,
    "new Function('return 1')()": /Code generation from strings disallowed/,
    'console.log(Object.keys(process.env).filter((name) => /key|secret|url|dir/i.test(name)).length)':
      /^0\n$/,
  }
  for (const [script, answer] of Object.entries(tried)) expect(confined(script)).toMatch(answer)
})

test('PAGE-09 behind the walls nothing is asked of a network, whichever way', async () => {
  const asked: string[] = []
  const server = createServer((socket) => {
    asked.push('asked')
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const { port } = server.address() as AddressInfo
  const tries = `[
    () => fetch('http://127.0.0.1:${port}/x'),
    () => http.get('http://127.0.0.1:${port}/x'),
    () => connect(${port}, '127.0.0.1'),
    () => tls.connect(${port}, '127.0.0.1'),
    () => createSocket('udp4').send('x', ${port}, '127.0.0.1'),
    () => net.createServer().listen(0),
    () => lookup('localhost', () => {}),
    () => resolve('localhost'),
    () => new promises.Resolver().resolve4('localhost'),
  ]`
  const said =
    confined(`import http from 'node:http'; import net, { connect } from 'node:net'; import tls from 'node:tls'
    import { createSocket } from 'node:dgram'; import { lookup, promises } from 'node:dns'
    import { resolve } from 'node:dns/promises'
    for (const attempt of ${tries}) {
      try { await attempt(); console.log('asked') } catch (error) { console.log((error.cause ?? error).message) }
    }
    process.exit()`)
  expect(said.split('\n').filter(Boolean)).toEqual(
    Array.from({ length: 9 }, () => 'There is no network here.'),
  )
  server.close()
  expect(asked).toEqual([])
})

test.skipIf((await withoutNetwork()) === null)(
  'PAGE-09 native code has no network either, where the system allows a namespace without one',
  async () => {
    const running = await startProcess(THUMBNAIL_LIMITS)
    try {
      const namespaceOf = (pid: number | undefined) => readlinkSync(`/proc/${pid}/ns/net`)
      expect(namespaceOf(running.pid)).not.toBe(namespaceOf(process.pid))
      const devices = readFileSync(`/proc/${running.pid}/net/dev`, 'utf8').trim().split('\n').slice(2)
      expect(devices.map((line) => line.trim().split(/\W/)[0])).toEqual(['lo'])
      expect(readFileSync(`/proc/${running.pid}/net/route`, 'utf8').trim().split('\n')).toHaveLength(1)
    } finally {
      running.kill()
    }
  },
)

test('a process that nobody is left to kill ends on its own', () => {
  const args = confinedNode({ ...THUMBNAIL_LIMITS, workS: 1 })
  const { signal, status } = spawnSync('/bin/sh', [...args, '--eval', 'for (;;);'], { timeout: 60_000 })
  expect(signal ?? status).toMatch(/SIGXCPU|SIGKILL/)
})

test('the process knows no secret of the server and lives in no folder of its data', async () => {
  process.env.HELIOROOM_TEST_SECRET = randomBytes(16).toString('hex')
  const running = await startProcess(THUMBNAIL_LIMITS)
  try {
    if (process.platform === 'linux') {
      const environment = readFileSync(`/proc/${running.pid}/environ`, 'latin1')
      expect(environment).not.toContain(process.env.HELIOROOM_TEST_SECRET)
      expect(environment).not.toMatch(/DATABASE|HOME|PATH=/)
      expect(readFileSync(`/proc/${running.pid}/oom_score_adj`, 'utf8')).toBe('1000\n')
    }
    const niceness = execFileSync('ps', ['-o', 'nice=', '-p', String(running.pid)], { encoding: 'utf8' })
    expect(Number(niceness)).toBeGreaterThan(0)
  } finally {
    running.kill()
    delete process.env.HELIOROOM_TEST_SECRET
  }
})

test('memory is read the same way by both roads', async () => {
  const here = await usageOf(process.pid, 'linux')
  const byPs = await usageOf(process.pid, 'darwin')
  expect(here.memoryBytes / byPs.memoryBytes).toBeGreaterThan(0.8)
  expect(here.memoryBytes / byPs.memoryBytes).toBeLessThan(1.25)
  for (const platform of ['linux', 'darwin'] as const) {
    expect((await usageOf(2 ** 30, platform)).memoryBytes).toBe(0)
  }
})

test('work is counted as the process itself counts it', async () => {
  const { user, system } = process.cpuUsage()
  const { workMs } = await usageOf(process.pid)
  if (process.platform === 'linux') expect(Math.abs((workMs ?? 0) - (user + system) / 1000)).toBeLessThan(500)
  else expect(workMs).toBeNull()
})

test.runIf(process.platform === 'linux')(
  'a process that the machine lets wait is not out of time',
  async () => {
    const running = await startProcess({ ...THUMBNAIL_LIMITS, timeMs: 900 })
    try {
      const image = await picture('png')
      process.kill(running.pid ?? 0, 'SIGSTOP')
      const given = running.give('image', image.length, (write) => write(image))
      await sleep(1400)
      process.kill(running.pid ?? 0, 'SIGCONT')
      expect((await given).length).toBeGreaterThan(0)
      // Whoever waits for ever waits five times as long.
      process.kill(running.pid ?? 0, 'SIGSTOP')
      await expect(running.give('image', image.length, (write) => write(image))).rejects.toThrow(
        new ProcessEnded('TIME'),
      )
    } finally {
      running.kill()
    }
  },
)

test('a process that is killed from outside is a crash, and takes nothing more', async () => {
  const running = await startProcess(THUMBNAIL_LIMITS)
  const bytes = doublingForms(40)
  const taken = Promise.withResolvers<void>()
  const given = running.give('pdf', bytes.length, async (write) => {
    await write(bytes)
    taken.resolve()
  })
  given.catch(() => {})
  await taken.promise
  process.kill(running.pid ?? 0, 'SIGKILL')
  await expect(given).rejects.toThrow(new ProcessEnded('CRASH'))
  const image = await picture('png')
  await expect(running.give('image', image.length, (write) => write(image))).rejects.toThrow(ProcessEnded)
})
