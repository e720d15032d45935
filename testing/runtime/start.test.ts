import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { childrenOf, freePort, gone, isAlive, isListening } from '../cluster/living.ts'
import { cleanUp, forgetOutsideOf, temporaryFolder } from './harness.ts'
import { copyProject, type Running, start } from './start.ts'

/** The numbers of npm, its script, the server, PostgreSQL and its watchdog. */
const familyOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(familyOf)]

const postmasterPid = (dataDir: string) =>
  Number(readFileSync(path.join(dataDir, 'database/cluster/postmaster.pid'), 'utf8').split('\n')[0])

/** The process that runs server/main.ts. */
function serverOf(running: Running): number {
  const found = familyOf(running.pid).find((pid) => {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return command.includes('server/main.ts') && command.includes('watch-parent')
  })
  if (!found) throw new Error('There is no server.')
  return found
}

async function expectNothingLeft(running: Running, family: number[], dataDir: string): Promise<void> {
  for (const pid of family) await gone(pid)
  expect(await isListening(running.port)).toBe(false)
  // PostgreSQL removes this file when it has written everything out.
  expect(existsSync(path.join(dataDir, 'database/cluster/postmaster.pid'))).toBe(false)
}

describe('npm start', () => {
  test('serves, and ends on SIGTERM with everything it started', async () => {
    const dataDir = temporaryFolder()
    const first = await start({ dataDir })
    const family = familyOf(first.pid)
    expect(family).toContain(postmasterPid(dataDir))
    process.kill(first.pid, 'SIGTERM')
    await first.ended
    await expectNothingLeft(first, family, dataDir)
  })

  test('Ctrl-C ends everything in order, though every process of the terminal gets it', async () => {
    const dataDir = temporaryFolder()
    const running = await start({ dataDir })
    const family = familyOf(running.pid)
    process.kill(-running.pid, 'SIGINT')
    await running.ended
    await expectNothingLeft(running, family, dataDir)
    expect(running.output()).not.toMatch(/error|exception/i)
  })

  test('when its script is killed outright, the server still ends in order', async () => {
    const dataDir = temporaryFolder()
    const running = await start({ dataDir })
    const family = familyOf(running.pid)
    for (const pid of childrenOf(running.pid)) process.kill(pid, 'SIGKILL')
    await expectNothingLeft(running, family, dataDir)
  })

  test('after kill -9 of the server it ends with an error, and the next start recovers on its own', async () => {
    const dataDir = temporaryFolder()
    const running = await start({ dataDir })
    process.kill(serverOf(running), 'SIGKILL')
    expect(await running.ended).not.toBe(0)
    const next = await start({ dataDir })
    expect(await (await fetch(`http://127.0.0.1:${next.port}/readyz`)).json()).toEqual({ status: 'ok' })
  })

  test('a PostgreSQL that dies ends the server with an error', async () => {
    const dataDir = temporaryFolder()
    const running = await start({ dataDir })
    // It answers a little before the last steps of the start are done.
    await expect.poll(running.output, { timeout: 20_000, interval: 20 }).toContain('Helioroom is ready at')
    process.kill(postmasterPid(dataDir), 'SIGKILL')
    expect(await running.ended).not.toBe(0)
    expect(running.output()).toContain('PostgreSQL stopped unexpectedly')
    expect(await isListening(running.port)).toBe(false)
  })

  test('runs from a folder that only its user may enter, with a blank in its path', async () => {
    const home = temporaryFolder(os.homedir(), 0o700)
    cleanUp(() => forgetOutsideOf(home))
    const clone = path.join(home, 'my clone')
    copyProject(clone)
    const running = await start({ folder: clone })
    const family = familyOf(running.pid)
    expect(existsSync(path.join(clone, 'data/secret-key'))).toBe(true)
    process.kill(running.pid, 'SIGTERM')
    await running.ended
    for (const pid of family) await gone(pid)
  })
})

describe('npm start refuses in one line', () => {
  const lines = (text: string) => text.split('\n').filter((line) => line && !/^(>|npm )/.test(line))

  test('a wrong setting', async () => {
    const { ended, output } = await start({
      dataDir: temporaryFolder(),
      env: { MAX_UPLOAD_BYTES: '5GB' },
      ready: false,
    })
    expect(await ended).not.toBe(0)
    expect(lines(output())).toEqual([
      'MAX_UPLOAD_BYTES is "5GB", but must be a whole number of bytes, at least 1.',
    ])
  })

  test.each([
    ['with demo data, before it is made', 'on'],
    ['without', 'off'],
  ])('a port that is taken, %s, and stops the database again', async (_, demo) => {
    const taken = net.createServer().listen(0, '127.0.0.1')
    cleanUp(() => void taken.close())
    await once(taken, 'listening')
    const port = (taken.address() as net.AddressInfo).port
    const dataDir = temporaryFolder()
    const { ended, output } = await start({ dataDir, port, env: { DEMO: demo }, ready: false })
    expect(await ended).not.toBe(0)
    expect(output()).not.toContain('Demo:')
    expect(lines(output()).at(-1)).toBe(
      `Port ${port} is in use. Stop the other program or set PORT to another number.`,
    )
    expect(existsSync(path.join(dataDir, 'database/cluster/postmaster.pid'))).toBe(false)
  })

  test('a data folder that cannot be written', async () => {
    const dataDir = path.join(temporaryFolder(), 'file')
    writeFileSync(dataDir, '')
    const { ended, output } = await start({ dataDir, ready: false })
    expect(await ended).not.toBe(0)
    expect(lines(output())).toEqual([
      `The data folder ${dataDir} cannot be used: it is a file. ` +
        'Give the user who runs Helioroom the right to write there, or set DATA_DIR to another folder.',
    ])
  })

  test('a licence file that is missing or empty, before a database is made', async () => {
    const dataDir = temporaryFolder()
    const empty = path.join(temporaryFolder(), 'licence.txt')
    writeFileSync(empty, '\n')
    for (const [file, why] of [
      ['/nowhere/licence.txt', "which can't be read (ENOENT)."],
      [empty, 'which is empty, but must hold the text of the licence agreement.'],
    ] as const) {
      const { ended, output } = await start({ dataDir, env: { LICENCE_FILE: file }, ready: false })
      expect(await ended).not.toBe(0)
      expect(lines(output()).at(-1)).toBe(`LICENCE_FILE is "${file}", ${why}`)
      expect(existsSync(path.join(dataDir, 'database'))).toBe(false)
    }
  })

  test('a second server on the same data, and leaves the first alone', async () => {
    const dataDir = temporaryFolder()
    const first = await start({ dataDir })
    const { ended, output } = await start({ dataDir, port: await freePort(), ready: false })
    expect(await ended).not.toBe(0)
    expect(lines(output()).at(-1)).toContain('is in use by another Helioroom server')
    expect(isAlive(postmasterPid(dataDir))).toBe(true)
    expect((await fetch(`http://127.0.0.1:${first.port}/healthz`)).status).toBe(200)
  })
})

/** Milliseconds that Node alone takes to start on a machine for which the 3 s are meant. */
const BARE_START_MS = 90

const bareStart = (): number => {
  const begin = performance.now()
  spawnSync(process.execPath, ['-e', '0'])
  return performance.now() - begin
}

// The last one, once the files that run beside this one are done: a start has to wait for no core.
test('npm start is ready within 3 s the second time, or as much later as this machine starts Node later', async () => {
  const dataDir = temporaryFolder()
  const first = await start({ dataDir })
  process.kill(first.pid, 'SIGTERM')
  await first.ended
  let quickest = Number.POSITIVE_INFINITY
  let bare = Number.POSITIVE_INFINITY
  const limit = () => 3_000 * Math.max(1, bare / BARE_START_MS)
  for (let attempt = 1; attempt === 1 || (attempt <= 6 && quickest >= limit()); attempt += 1) {
    bare = Math.min(bare, bareStart(), bareStart(), bareStart())
    const next = await start({ dataDir })
    quickest = Math.min(quickest, next.readyAfter)
    process.kill(next.pid, 'SIGTERM')
    await next.ended
  }
  expect(quickest).toBeLessThan(limit())
})
