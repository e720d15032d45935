import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { ClusterFile } from '../cluster/cluster.ts'
import { gone, isAlive } from '../cluster/living.ts'
import { commandOf, statusOf, THIS_PROGRAM } from '../cluster/member.ts'
import { portsInARow } from '../cluster/ports.ts'
import { sqlAt } from '../cluster/postgres.ts'
import { hasCeph } from '../s3/ceph.ts'
import { cleanUp, temporaryFolder } from './harness.ts'

/** Milliseconds in which who asks behind the balancer may see errors. */
const ERRORS_MS = 2000
const WATCHED_MS = 7000

/** Kills a server that has reads under way, while others read and call. */
async function killUnderWay(url: string, pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP')
  const reads = Array.from({ length: 9 }, () => statusOf(`${url}/healthz`))
  const failures: number[] = []
  const begun = performance.now()
  let killedAt = Number.POSITIVE_INFINITY
  const call = async () => {
    while (performance.now() - begun < WATCHED_MS) {
      const body = JSON.stringify({ query: '{ __typename }' })
      const headers = { 'content-type': 'application/json' }
      const status = await fetch(`${url}/graphql`, { method: 'POST', headers, body }).then(
        (answer) => answer.text().then(() => answer.status),
        () => 0,
      )
      if (status === 0 || status >= 500) failures.push(performance.now() - killedAt)
      await sleep(50)
    }
  }
  const calls = Array.from({ length: 4 }, call)
  // Some of the reads wait for the server that does not go on.
  await sleep(300)
  process.kill(pid, 'SIGKILL')
  killedAt = performance.now()
  expect(await Promise.all(reads)).toEqual(Array(9).fill(200))
  await Promise.all(calls)
  expect(failures.filter((at) => at > ERRORS_MS)).toEqual([])
}

test('SCALE-25 SCALE-26 the cluster starts all that it is made of, starts again what dies, answers meanwhile, and stops everything', async () => {
  const folder = temporaryFolder()
  const port = await portsInARow()
  const [command, args, shell] = await commandOf(THIS_PROGRAM, 'testing/cluster/main.ts', [
    ...['--port', String(port), '--servers', '3', '--workers', '1'],
  ])
  const child = spawn(command, args, {
    env: { ...shell, DATA_DIR: folder, OCR: 'off', LIBREOFFICE: 'off' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  cleanUp(async () => {
    if (child.exitCode === null) child.kill('SIGTERM')
    await ended
  })
  const url = `http://127.0.0.1:${port}`
  await expect.poll(() => printed, { timeout: 100_000 }).toContain(`Helioroom is ready at ${url}`)
  const read = (): ClusterFile => JSON.parse(readFileSync(path.join(folder, 'cluster.json'), 'utf8'))
  const { servers, workers, database, store } = read()
  expect(read().url).toBe(url)
  expect(servers.map(({ name }) => name)).toEqual(['server-1', 'server-2', 'server-3'])
  expect(workers.map(({ name }) => name)).toEqual(['worker-1'])
  expect(await statusOf(`${url}/healthz`)).toBe(200)
  for (const { url: at } of [...servers, ...workers]) expect(await statusOf(`${at}/readyz`)).toBe(200)
  // A worker answers people with nothing.
  expect(await statusOf(`${workers[0]?.url}/login`)).toBe(404)
  const names = await sqlAt(
    new URL(database.url).host,
    'select name from running_process order by name',
    'helioroom',
  )
  expect(names.map(({ name }) => name)).toEqual(['server-1', 'server-2', 'server-3', 'worker-1'])
  if (await hasCeph()) expect(store).toMatchObject({ bucket: 'helioroom', pid: expect.any(Number) })

  await killUnderWay(url, servers[1]?.pid ?? 0)

  const dying = (file: ClusterFile) => [
    file.servers[0]?.pid ?? 0,
    file.workers[0]?.pid ?? 0,
    file.database.pid,
    ...(file.store.bucket === '' ? [] : [file.store.pid]),
  ]
  for (let at = 0; at < dying(read()).length; at += 1) {
    const pid = dying(read())[at] ?? 0
    expect(isAlive(pid)).toBe(true)
    process.kill(pid, 'SIGKILL')
    // Started again within 5 s, and written there.
    await expect
      .poll(() => isAlive(dying(read())[at] ?? 0) && dying(read())[at] !== pid, {
        timeout: 5000,
        interval: 50,
      })
      .toBe(true)
  }
  await expect.poll(() => statusOf(`${url}/readyz`), { timeout: 30_000 }).toBe(200)
  for (const { url: at } of [...servers, ...workers])
    await expect.poll(() => statusOf(`${at}/readyz`), { timeout: 30_000 }).toBe(200)

  const all = [...dying(read()), ...read().servers.map(({ pid }) => pid)]
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  for (const pid of all) await gone(pid)
  expect(existsSync(path.join(folder, 'cluster.json'))).toBe(false)
})
