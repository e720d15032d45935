import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { insertProjects, NOTHING_KNOWN } from '../../server/modules/projects/index.ts'
import { openDatabase } from '../../server/platform/database/database.ts'
import { Primary } from '../../server/platform/database/primary.ts'
import { Client } from '../client.ts'
import { shortestOf } from '../clock.ts'
import { hasStandby, type Postgres, primaryWithStandby } from '../cluster/postgres.ts'
import type { TestDatabase } from '../database/index.ts'
import { factories, PASSWORD } from '../factories.ts'
import { checklistOf } from '../matrix/content.ts'
import { Room } from '../room.ts'
import { TestSocket } from '../sockets.ts'
import { submitZip, zipState } from '../zips.ts'
import { kill } from './harness.ts'
import { notReady, PATIENT, probe, READY, type ServerProcess, startServer } from './serverProcess.ts'

const NAMES = ['one', 'two', 'three']
const CONNECTIONS = 16

/** Writes a row, another one whenever it is asked. */
const WRITE = `mutation($id: ID!, $title: String!) {
  createSubpage(subjectId: $id, subjectType: PORTFOLIO, title: $title) { subpage { id } }
}`

/** How many connections of the servers a PostgreSQL has, by server. */
const CONNECTED = `
  select application_name as name, count(*)::int as count from pg_stat_activity
  where application_name like 'helioroom process %' group by 1 order by 1`

/** Three servers and their PostgreSQL with a standby, started once for all that is tried here. */
describe.runIf(hasStandby)('three servers on a PostgreSQL with a standby', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'helioroom-cluster-'))
  const made: {
    primary?: Postgres
    standby?: Postgres
    database?: TestDatabase & { close(): Promise<void> }
  } = {}
  const servers: ServerProcess[] = []
  let url = ''
  let clients: readonly Client[]
  let room: Room
  let group: string
  let commentsAt: string
  let item: string
  let uploaded: string
  let portfolioId: string

  const primary = () => {
    if (!made.primary || !made.standby) throw new Error('PostgreSQL was not started.')
    return { primary: made.primary, standby: made.standby }
  }
  const database = (): TestDatabase => {
    if (!made.database) throw new Error('There is no database.')
    return made.database
  }
  /** The same person in the same session, at each of the servers. */
  const everywhere = async (email: string): Promise<[Client, ...Client[]]> => {
    const [first, ...others] = servers.map(({ address }) => address)
    const client = new Client(first ?? '')
    await client.signIn(email, PASSWORD)
    return [client, ...others.map((address) => client.at(address))]
  }
  const roomAt = (at: number): Room => new Room(clients[at] ?? clients[0] ?? new Client(''), room.treeId)

  beforeAll(async () => {
    chmodSync(folder, 0o755)
    const [first, second] = await primaryWithStandby(folder)
    Object.assign(made, { primary: first, standby: second })
    // The standby first, so that whoever takes the first one is found out.
    url = `postgres://helioroom:helioroom@${second.place},${first.place}/helioroom`
    const DATA_DIR = path.join(folder, 'data')
    mkdirSync(DATA_DIR)
    for (const name of NAMES) {
      servers.push(
        await startServer({
          DATA_DIR,
          DATABASE_URL: url,
          DATABASE_CONNECTIONS: String(CONNECTIONS),
          PROCESS_NAME: name,
          SECRET_KEY: 'of the three servers of this test',
          STORAGE_RESERVE_BYTES: '0',
          // All of them do jobs.
          WORKERS: '1',
          OCR: 'off',
          LIBREOFFICE: 'off',
        }),
      )
    }
    for (const server of servers)
      await vi.waitFor(
        async () => {
          expect(server.child.exitCode, server.output()).toBeNull()
          expect(await probe(server, '/readyz')).toEqual(READY)
        },
        // Three of them start at the same time, on a machine that may be busy.
        { timeout: 140_000, interval: 200 },
      )
    const poolConfig = { connectionString: url }
    made.database = { ...openDatabase(poolConfig), poolConfig }
    const make = factories(database())
    const organisationId = await make.organisation()
    const portfolio = await make.portfolio({ organisationId })
    portfolioId = portfolio.id
    const treeId = await make.tree({ organisationId, portfolioId, allowRootFiles: true })
    const of = { organisationId, portfolioIds: [portfolio.id] }
    const admins = await make.group({ ...of, role: 'Deal Room Admin' })
    group = await make.group({ ...of, role: 'Viewer' })
    const email = 'admin@cluster.example'
    await make.member(admins, await make.person({ email, password: PASSWORD }))
    await database()
      .db.transaction()
      .execute((tx) => insertProjects(tx, [{ ...NOTHING_KNOWN, ...of, name: 'Solar' }]))
    const [checklist, , lease] = await checklistOf(database(), portfolio.id, true)
    commentsAt = `/ws/comments/${portfolio.id}/${checklist}/`
    item = lease
    clients = await everywhere(email)
    room = new Room(clients[0] ?? new Client(''), treeId)
  })
  afterAll(async () => {
    await Promise.all(servers.map(({ child }) => kill(child)))
    await made.database?.close()
    await made.primary?.kill()
    await made.standby?.kill()
    rmSync(folder, { recursive: true, force: true })
  })

  test('SCALE-11 of the hosts in DATABASE_URL each connection goes to the one that takes writes', async () => {
    const names = NAMES.map((name) => `helioroom process ${name}`).toSorted()
    const there = await primary().primary.sql(CONNECTED)
    expect(there.map(({ name }) => name)).toEqual(names)
    expect(await primary().standby.sql(CONNECTED)).toEqual([])
    const all = new Primary(url)
    expect((await all.find()).port).toBe(primary().primary.port)
  })

  test('SCALE-04 a session is good at each server, and ends at all of them, with its sockets', async () => {
    const email = 'session@cluster.example'
    await factories(database()).person({ email, password: PASSWORD })
    const viewer = async (client: Client) => (await client.graphql('{ viewer { id } }')).data?.viewer ?? null
    const millisecondsToEnd = async (): Promise<number> => {
      const mine = await everywhere(email)
      for (const client of mine) expect(await viewer(client)).not.toBeNull()
      const sockets = mine.map((client) => new TestSocket(client, '/ws/session/'))
      for (const socket of sockets) await socket.opened()
      const [first, second, third] = mine
      const began = performance.now()
      // Whoever signs out loses the cookie; it is tried again as somebody would who had copied it.
      const copied = [first, third].map((client) => client?.at(client.address('/')))
      await second?.graphql('mutation { signOut { success } }')
      for (const client of copied) expect(client && (await viewer(client))).toBeNull()
      expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([4401, 4401, 4401])
      return performance.now() - began
    }
    expect(await shortestOf(2000, millisecondsToEnd)).toBeLessThan(2000)
  })

  test('SCALE-08 each comment reaches the sockets at all servers once, and what was missed follows a broken connection', async () => {
    const sockets = clients.map((client) => new TestSocket(client, commentsAt))
    for (const socket of sockets) await socket.opened()
    const fromServers = ({ comments }: TestSocket) =>
      comments.filter(({ comment }) => comment.includes('From server '))
    for (const [at, socket] of sockets.entries()) socket.send(`From server ${at}`, item)
    for (const socket of sockets) await socket.until(() => fromServers(socket).length >= 3)
    let timed = 0
    const millisecondsToAll = async (): Promise<number> => {
      const text = `Timed ${++timed}`
      const began = performance.now()
      sockets[0]?.send(text, item)
      for (const socket of sockets)
        await socket.until(() => socket.comments.some(({ comment }) => comment.includes(text)))
      return performance.now() - began
    }
    expect(await shortestOf(2000, millisecondsToAll)).toBeLessThan(2000)
    // All of one server, its listener among them; what is said before that listens again it has to read later.
    await primary().primary.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'helioroom process two'`,
    )
    for (const at of [3, 4, 5]) sockets[0]?.send(`From server ${at}`, item)
    for (const socket of sockets) await socket.until(() => fromServers(socket).length >= 6)
    // What comes twice comes before this.
    sockets[1]?.send('Behind them', item)
    for (const socket of sockets)
      await socket.until(() => socket.comments.some(({ comment }) => comment.includes('Behind them')))
    for (const socket of sockets) {
      const texts = fromServers(socket).map(({ comment }) => comment)
      expect(texts.map((text) => text.match(/From server \d/)?.[0]).toSorted()).toEqual(
        [0, 1, 2, 3, 4, 5].map((at) => `From server ${at}`),
      )
      socket.close()
    }
  })

  test('SCALE-09 an address of one server, sent to a second, confirmed at a third, is read at each; and so is a view as others', async () => {
    const bytes = Buffer.from('the same at each of them')
    const [announced] = await roomAt(0).announce([{ name: 'Everywhere.txt', size: bytes.length }])
    if (!announced) throw new Error('Nothing was announced.')
    const atSecond = new URL(announced.url, servers[1]?.address)
    atSecond.host = new URL(servers[1]?.address ?? '').host
    expect((await roomAt(1).put({ url: atSecond.href }, bytes)).status).toBe(200)
    expect((await roomAt(2).confirm([announced])).failedIds).toEqual([])
    for (const at of [0, 1, 2]) {
      expect((await roomAt(at).download(announced.file.id)).size).toBe(bytes.length)
    }
    uploaded = announced.file.id
    const view = await roomAt(1).ask(
      'mutation($treeId: ID!, $group: ID!) { startView(treeId: $treeId, groupId: $group) { view { id } } }',
      { group },
    )
    expect(view.errors).toEqual([])
    for (const at of [2, 0, 1]) {
      const { errors } = await roomAt(at).askToAnnounce({ name: 'In a view.txt', size: 3 })
      expect(errors[0]?.extensions).toMatchObject({ code: 'FORBIDDEN' })
    }
    await roomAt(2).ask('mutation { leaveView { success } }')
    for (const at of [0, 1, 2]) {
      const { errors } = await roomAt(at).askToAnnounce({ name: `After a view ${at}.txt`, size: 3 })
      expect(errors).toEqual([])
    }
  })

  test('SCALE-12 SCALE-16 SCALE-17 a promoted standby is used within 10 s, nothing that was confirmed is lost or done twice, and connections are as many as allowed', async () => {
    const { primary: former, standby: next } = primary()
    const told = { done: [] as string[], none: [] as string[] }
    const codes = new Set<string>()
    const firstAfter = new Map<number, number>()
    let promotedAt = Number.POSITIVE_INFINITY
    let most = 0
    let isLoaded = true
    const write = async (at: number) => {
      for (let round = 0; isLoaded; round += 1) {
        const name = `load ${at} ${round}`
        const { errors } = await roomAt(at).ask(WRITE, { id: portfolioId, title: name })
        const { code, outcome }: { code?: string; outcome?: unknown } = errors[0]?.extensions ?? {}
        if (code) codes.add(`${code} ${outcome}`)
        else told.done.push(name)
        if (outcome === 'none') told.none.push(name)
        const now = performance.now()
        if (!code && now > promotedAt && !firstAfter.has(at)) firstAfter.set(at, now - promotedAt)
        await sleep(200)
      }
    }
    const count = async () => {
      while (isLoaded) {
        const rows = await former.sql(CONNECTED).catch(() => next.sql(CONNECTED).catch(() => []))
        most = Math.max(most, ...rows.map(({ count }) => Number(count)))
        await sleep(200)
      }
    }
    const load = [...NAMES.keys()].map(write)
    const counting = count()
    await sleep(2000)
    const began = performance.now()
    await former.kill()
    const within = (ms: number) => ({ timeout: ms, interval: 50 })
    for (const server of servers)
      await expect.poll(() => probe(server, '/readyz'), within(5000)).toEqual(notReady('database'))
    for (const server of servers) expect(await probe(server, '/healthz')).toEqual(READY)
    await sleep(Math.max(0, 3000 - (performance.now() - began)))
    next.promote()
    promotedAt = performance.now()
    for (const server of servers)
      await expect.poll(() => probe(server, '/readyz'), within(10_000)).toEqual(READY)
    await expect.poll(() => firstAfter.size, within(10_000)).toBe(NAMES.length)
    expect(Math.max(...firstAfter.values())).toBeLessThan(10_000)
    await sleep(1000)
    isLoaded = false
    await Promise.all([...load, counting])
    expect([...codes].filter((code) => !code.startsWith('UNAVAILABLE'))).toEqual([])
    const rows = await next.sql(`select title as name from subpage where title like 'load %'`, 'helioroom')
    const names = rows.map(({ name }) => String(name))
    expect(new Set(names).size).toBe(names.length)
    expect(told.done.filter((name) => !names.includes(name))).toEqual([])
    expect(told.none.filter((name) => names.includes(name))).toEqual([])
    expect(most).toBeLessThanOrEqual(CONNECTIONS)
    // Workers and sockets are there again as well.
    const socket = await new TestSocket(clients[1] ?? new Client(''), commentsAt).opened()
    expect(socket.comments.length).toBeGreaterThanOrEqual(6)
    socket.send('After the failover', item)
    await socket.until(() => socket.comments.some(({ comment }) => comment.includes('After the failover')))
    socket.close()
    const { zipExport } = await submitZip(roomAt(1), [uploaded])
    await expect
      .poll(() => zipState(roomAt(2), zipExport?.id ?? ''), PATIENT)
      .toMatchObject({ state: 'READY' })
    // A former primary that comes back has an older timeline.
    await former.start()
    expect((await new Primary(url).find()).port).toBe(next.port)
    await former.kill()
    for (const server of servers) {
      expect(server.child.exitCode).toBeNull()
      expect(server.output()).toMatch(/The database does not answer: .*The database answers again\./s)
    }
  })

  test('SCALE-16 SCALE-12 of a database that says nothing, or takes no writes any more, /readyz tells within 5 s, and of its return', async () => {
    const { standby: now } = primary()
    const [server] = servers
    if (!server) throw new Error('There is no server.')
    const becomes = async (state: unknown) => {
      await expect.poll(() => probe(server, '/readyz'), { timeout: 5000, interval: 50 }).toEqual(state)
      expect(await probe(server, '/healthz')).toEqual(READY)
    }
    now.signal('SIGSTOP')
    await becomes(notReady('database'))
    now.signal('SIGCONT')
    await becomes(READY)
    const before = await now.sql(
      `select pid from pg_stat_activity where application_name like 'helioroom process %'`,
    )
    await now.sql('alter system set default_transaction_read_only = on')
    await now.sql('select pg_reload_conf()')
    await becomes(notReady('database'))
    const left = `select count(*)::int as count from pg_stat_activity where pid in (${before.map(({ pid }) => pid)})`
    await expect.poll(async () => (await now.sql(left))[0]?.count, { timeout: 10_000 }).toBe(0)
    await now.sql('alter system reset default_transaction_read_only')
    await now.sql('select pg_reload_conf()')
    await becomes(READY)
    const [announced] = await room.announce([{ name: 'At last.txt', size: 3 }])
    expect(announced?.file.name).toBe('At last.txt')
  })
})
