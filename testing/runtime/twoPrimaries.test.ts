import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenDatabase, openDatabase } from '../../server/platform/database/database.ts'
import { Primary, primaryOf } from '../../server/platform/database/primary.ts'
import { addressOf, hasStandby, type Postgres, primaryWithStandby, USER } from '../cluster/postgres.ts'
import { type TcpLine, tcpLine } from '../faults/load/tcpLine.ts'

const WAITING = `select count(*)::int as count from pg_stat_activity where wait_event = 'SyncRep'`
const within = (timeout: number) => ({ timeout, interval: 50 })

/** PostgreSQL whose commits wait for its standby, reached by the addresses of both, and by one that leads to either. */
describe.runIf(hasStandby)('a primary that goes on beside its successor', () => {
  let folder: string
  const opened: Record<'hosts' | 'line', OpenDatabase>[] = []
  let servers: Postgres[] = []
  let line: TcpLine
  let urls: Record<'hosts' | 'line', string>

  const parts = () => {
    const [[former, next], [databases]] = [servers, opened]
    if (!former || !next || !databases) throw new Error('PostgreSQL was not started.')
    return { former, next, databases }
  }
  const write = ({ db }: OpenDatabase, text: string) =>
    db.transaction().execute((tx) => sql`insert into note (line) values (${text})`.execute(tx))
  const linesAt = async (server: Postgres): Promise<string[]> =>
    (await server.sql('select line from note', USER)).map(({ line: text }) => String(text))

  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'helioroom-primaries-'))
    chmodSync(folder, 0o755)
    const [former, next] = await primaryWithStandby(folder)
    servers = [former, next]
    await former.sql('create table note (line text)', USER)
    line = await tcpLine(former.port)
    urls = { hosts: addressOf(`${former.place},${next.place}`), line: addressOf(`127.0.0.1:${line.port}`) }
    opened.push({
      hosts: openDatabase({ connectionString: urls.hosts }),
      line: openDatabase({ connectionString: urls.line }),
    })
  })
  afterAll(async () => {
    for (const databases of opened) for (const each of Object.values(databases)) await each.close()
    await line?.close()
    for (const server of servers) await server.kill()
    rmSync(folder, { recursive: true, force: true })
  })

  test('a COMMIT that waits for the standby when its connection is lost is not confirmed before the standby has it', async () => {
    const { former, next, databases } = parts()
    next.signal('SIGSTOP')
    let confirmedAt = Number.POSITIVE_INFINITY
    const written = write(databases.line, 'waited').then(() => {
      confirmedAt = performance.now()
    })
    await expect.poll(async () => (await former.sql(WAITING))[0]?.count).toBe(1)
    primaryOf(urls.line).cut('the test cuts it')
    // The database would have been asked, and its process ended, within a second or two.
    await sleep(4000)
    const goesOnAt = performance.now()
    next.signal('SIGCONT')
    await written
    expect(confirmedAt).toBeGreaterThan(goesOnAt)
    expect(await linesAt(former)).toEqual(['waited'])
  })

  test('SCALE-12 once its successor takes writes each process leaves it within 10 s, by several hosts and by an address that leads elsewhere, with nothing confirmed that is not there', async () => {
    const { next, databases } = parts()
    const kinds = ['hosts', 'line'] as const
    const confirmed: string[] = []
    const firstAfter = new Map<string, number>()
    let promotedAt = Number.POSITIVE_INFINITY
    let isLoaded = true
    const load = kinds.map(async (kind) => {
      for (let round = 0; isLoaded; round += 1) {
        const text = `${kind} ${round}`
        const began = performance.now()
        const isConfirmed = await write(databases[kind], text).then(
          () => true,
          () => false,
        )
        if (isConfirmed) confirmed.push(text)
        if (isConfirmed && began > promotedAt && !firstAfter.has(kind))
          firstAfter.set(kind, performance.now() - promotedAt)
        await sleep(100)
      }
    })
    await expect.poll(() => confirmed.length).toBeGreaterThan(5)
    next.promote()
    line.lead(next.port)
    promotedAt = performance.now()
    await expect.poll(() => [...firstAfter.keys()].toSorted(), within(12_000)).toEqual(kinds)
    isLoaded = false
    await Promise.all(load)
    expect(Math.max(...firstAfter.values())).toBeLessThan(10_000)
    const lines = await linesAt(next)
    expect(confirmed.filter((text) => !lines.includes(text))).toEqual([])
    expect(new Set(lines).size).toBe(lines.length)
    for (const { jobs } of Object.values(databases))
      expect((await sql<{ port: number }>`select inet_server_port() as port`.execute(jobs.db)).rows).toEqual([
        { port: next.port },
      ])
  })

  test('a former primary that still takes writes is not gone back to while its successor is away', async () => {
    const { former, next, databases } = parts()
    const answers = () =>
      databases.hosts.ping().then(
        () => true,
        () => false,
      )
    await next.kill()
    for (let tries = 0; tries < 15; tries += 1) {
      expect(await answers()).toBe(false)
      await sleep(200)
    }
    expect((await new Primary(urls.hosts).find()).port).toBe(former.port)
    await next.start()
    await expect.poll(answers).toBe(true)
    expect((await primaryOf(urls.hosts).find()).port).toBe(next.port)
  })
})
