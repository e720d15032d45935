import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openDatabase } from '../../server/platform/database/database.ts'
import { Client } from '../../testing/client.ts'
import { PASSWORD } from '../../testing/factories.ts'
import { Room } from '../../testing/room.ts'
import { startTestServer } from '../../testing/server.ts'
import { fill } from './fill.ts'
import { measureStatements } from './statements.ts'
import { READER } from './template.ts'

const { template: _, ...server } = inject('testDatabase')
const name = `scale_${process.pid}_${Date.now()}`
const poolConfig: pg.PoolConfig = { ...server, database: name }
const ORGANISATIONS = 3
/** What `npm run scale-data` runs. */
const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))
const DOCUMENT = readFileSync(new URL('../../docs/scale.md', import.meta.url), 'utf8')
/** Of each organisation: two rooms with a site of 1,000 each, and their roots. */
const DOCUMENTS = 2002

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ ...server, database: 'postgres' })
  await client.connect()
  await client.query(statement)
  await client.end()
}

beforeAll(() => asAdmin(`create database ${name} template template0 encoding utf8`))
afterAll(() => asAdmin(`drop database ${name} with (force)`))

/** The table of docs/scale.md: milliseconds at 10,000 documents and at 20 million of 10,000 organisations, and the plan. */
function documented(): { number: number; ms: [small: number, large: number]; plan: string }[] {
  const [, measured = ''] = DOCUMENT.split(
    '| | Statement | Runs | 10,000 documents, ms | 20,000,000 documents, ms | Plan |\n',
  )
  const lines = [...measured.matchAll(/^\| (\d+) \| .+? \| \d+ \| ([\d.]+) \| ([\d.]+) \| (.+) \|$/gm)]
  return lines.map(([, number, small, large, plan = '']) => ({
    number: Number(number),
    ms: [Number(small), Number(large)],
    plan,
  }))
}

test('SCALE-34 what was measured at 20 million documents is documented with its plans, and what takes twice as long by name', () => {
  const lines = documented()
  expect(lines.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
  expect(DOCUMENT).toContain('10,000 with 20,000,000')
  for (const { number, ms, plan } of lines) {
    expect(plan).toMatch(/Scan|Join|Loop|Result/)
    if (ms[1] >= 2 * ms[0]) expect(DOCUMENT).toMatch(new RegExp(`^- .*\\b[Ss]tatement ${number}\\b`, 'm'))
  }
})

test('SCALE-34 an empty database is filled with organisations and documents by COPY, each whole and by itself, and its statements are measured', async () => {
  const options = { organisations: ORGANISATIONS, documents: ORGANISATIONS * 2000 }
  const { host, user } = server
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [MAIN, ...Object.entries(options).flatMap(([option, count]) => [`--${option}`, String(count)])],
    {
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: `postgres://${user}@localhost/${name}?host=${encodeURIComponent(host)}`,
      },
    },
  )
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^document: 6,006 rows$/m)
  await expect(fill(poolConfig, options, () => {})).rejects.toThrow(
    'There is data here already. Fill an empty database.',
  )
  const database = { ...openDatabase(poolConfig), poolConfig }
  try {
    const { rows } = await database.pool.query(
      `select o.slug, (select count(*)::int from document where organisation_id = o.id) as documents,
         (select count(*)::int from activity where organisation_id = o.id and kind = 'VIEW') as views
       from organisation o order by 1`,
    )
    expect(rows).toEqual(
      ['', '-1', '-2'].map((end) => ({
        slug: `scale-fund${end}`,
        documents: DOCUMENTS,
        views: expect.any(Number),
      })),
    )
    // Each reader sees what that of the pattern sees, and nothing of others.
    const running = await startTestServer(database)
    const seen: unknown[] = []
    for (const email of [READER, READER.replace('@', '.2@')]) {
      const client = new Client(running.address)
      await client.signIn(email, PASSWORD)
      const { rows: trees } = await database.pool.query<{ id: string }>(
        `select t.id from document_tree t join user_group_portfolio g on g.portfolio_id = t.portfolio_id
         join membership m on m.group_id = g.group_id join person p on p.id = m.person_id where p.email = $1 order by 1`,
        [email],
      )
      const rooms = trees.map(({ id }) => new Room(client, id))
      const lists = await Promise.all(rooms.map((room) => room.list()))
      const [site] = lists[0] ?? []
      seen.push([
        lists.map((list) => list.map(({ fileCount }) => fileCount)),
        (await rooms[0]?.list(site?.id ?? ''))?.length,
      ])
    }
    await running.close()
    expect(seen[1]).toEqual(seen[0])
    expect(seen[0]).toEqual([[[expect.any(Number)], [expect.any(Number)]], 200])
    const measured = await measureStatements(database, ORGANISATIONS, 0)
    expect(measured).toHaveLength(20)
    for (const { ms, plan, runs } of measured)
      expect([ms > 0, plan !== '', runs > 0]).toEqual([true, true, true])
  } finally {
    await database.close()
  }
})
