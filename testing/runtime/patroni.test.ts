import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '../../server/platform/database/database.ts'
import { Client } from '../client.ts'
import { LACKING, Patroni } from '../cluster/patroni.ts'
import { addressOf, sqlAt, USER } from '../cluster/postgres.ts'
import { factories, PASSWORD } from '../factories.ts'
import { kill } from './harness.ts'
import { notReady, probe, READY, type ServerProcess, startServer } from './serverProcess.ts'

/** Milliseconds in which each process works on a primary that takes writes. */
const WITHIN_MS = 10_000
/** Milliseconds more for what Patroni needs after its ttl: an election, and the promotion itself, on a busy machine. */
const PROMOTION_MS = 30_000
const EMAIL = 'admin@patroni.example'

/** Each time a new row. */
const WRITE = `mutation($id: ID!, $title: String!) {
  createSubpage(subjectId: $id, subjectType: PORTFOLIO, title: $title) { subpage { id } }
}`

interface Told {
  readonly done: string[]
  readonly none: string[]
  readonly codes: Set<string>
  /** When a write was confirmed that began after the crash. */
  firstAfter: number
}

const lacking = LACKING.length > 0 ? ` (there is no ${LACKING.join(', no ')})` : ''

describe.runIf(lacking === '')(`servers on PostgreSQL under Patroni, etcd and HAProxy${lacking}`, () => {
  let folder: string
  /** Each with what it calls the database. */
  const servers: (ServerProcess & { name: string })[] = []
  const portfolios: string[] = []
  let patroni: Patroni

  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'helioroom-patroni-'))
    chmodSync(folder, 0o755)
    patroni = await Patroni.start(path.join(folder, 'patroni'))
    const DATA_DIR = path.join(folder, 'data')
    mkdirSync(DATA_DIR)
    const places = { haproxy: patroni.proxy, hosts: patroni.places.join(',') }
    for (const [name, place] of Object.entries(places)) {
      const server = await startServer({
        DATA_DIR,
        DATABASE_URL: addressOf(place),
        DATABASE_CONNECTIONS: '12',
        PROCESS_NAME: name,
        SECRET_KEY: 'of the two servers of this test only',
        STORAGE_RESERVE_BYTES: '0',
        OCR: 'off',
        LIBREOFFICE: 'off',
      })
      servers.push({ ...server, name })
    }
    for (const server of servers)
      await vi.waitFor(
        async () => {
          expect(server.child.exitCode, server.output()).toBeNull()
          expect(await probe(server, '/readyz')).toEqual(READY)
        },
        { timeout: 140_000, interval: 200 },
      )
    const poolConfig = { connectionString: addressOf(patroni.proxy) }
    const database = { ...openDatabase(poolConfig), poolConfig }
    const make = factories(database)
    const organisationId = await make.organisation()
    for (const _ of servers) portfolios.push((await make.portfolio({ organisationId })).id)
    const admins = await make.group({ organisationId, portfolioIds: portfolios, role: 'Deal Room Admin' })
    await make.member(admins, await make.person({ email: EMAIL, password: PASSWORD }))
    await database.close()
  })
  afterAll(async () => {
    await Promise.all(servers.map(({ child }) => kill(child)))
    await patroni?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('SCALE-12 SCALE-16 after a crash of the primary each server writes within 10 s of the promotion, which Patroni begins once its ttl has passed, and nothing that was confirmed is lost or done twice', async () => {
    let crashedAt = Number.POSITIVE_INFINITY
    let isLoaded = true
    const write = async (told: Told, { address, name }: { address: string; name: string }, id?: string) => {
      const client = new Client(address)
      await client.signIn(EMAIL, PASSWORD)
      for (let round = 0; isLoaded; round += 1) {
        const title = `${name} ${round}`
        const began = performance.now()
        const { errors } = await client.graphql(WRITE, { id, title })
        const { code, outcome }: { code?: string; outcome?: unknown } = errors[0]?.extensions ?? {}
        if (code) told.codes.add(code)
        else told.done.push(title)
        if (outcome === 'none') told.none.push(title)
        if (!code && began > crashedAt) told.firstAfter = Math.min(told.firstAfter, performance.now())
        await sleep(200)
      }
    }
    const told = servers.map(
      (): Told => ({ done: [], none: [], codes: new Set(), firstAfter: Number.POSITIVE_INFINITY }),
    )
    const load = told.map((each, at) => write(each, servers[at] ?? { address: '', name: '' }, portfolios[at]))
    await expect.poll(() => told.map(({ done }) => done.length > 3)).toEqual([true, true])
    const former = await patroni.primary()
    const next = await patroni.standby()
    // What is written now the standby does not get. Commits wait for it, and so nothing of that is confirmed.
    await patroni.holdBack(former)
    await sleep(1500)
    crashedAt = performance.now()
    await patroni.crash(former)
    for (const server of servers) {
      await expect
        .poll(() => probe(server, '/readyz'), { timeout: 5000, interval: 50 })
        .toEqual(notReady('database'))
      expect(await probe(server, '/healthz')).toEqual(READY)
    }
    // What the product promises is counted from here; until here it is Patroni's.
    const place = `127.0.0.1:${next.port}`
    await expect
      .poll(() => sqlAt(place, 'select pg_is_in_recovery() as is').then(([row]) => row?.is), {
        timeout: patroni.ttlMs + PROMOTION_MS,
        interval: 50,
      })
      .toBe(false)
    const promotedAt = performance.now()
    const took = () => told.map(({ firstAfter }) => firstAfter - promotedAt < WITHIN_MS)
    await expect.poll(took, { timeout: WITHIN_MS + 1000, interval: 50 }).toEqual([true, true])
    for (const server of servers)
      await expect.poll(() => probe(server, '/readyz'), { timeout: 5000, interval: 50 }).toEqual(READY)
    isLoaded = false
    await Promise.all(load)
    const rows = await sqlAt(place, 'select title from subpage', USER)
    const titles = rows.map(({ title }) => String(title))
    expect(new Set(titles).size).toBe(titles.length)
    for (const { done, none, codes } of told) {
      expect(done.filter((title) => !titles.includes(title))).toEqual([])
      expect(none.filter((title) => titles.includes(title))).toEqual([])
      expect([...codes].filter((code) => code !== 'UNAVAILABLE')).toEqual([])
    }
    for (const { child } of servers) expect(child.exitCode).toBeNull()
  })
})
