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

test('an empty database is filled with organisations and documents, each whole and by itself, and its statements are measured', async () => {
  const options = { organisations: ORGANISATIONS, documents: ORGANISATIONS * 2000 }
  await fill(poolConfig, options, () => {})
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
