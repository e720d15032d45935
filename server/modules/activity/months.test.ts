import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../testing/database/index.ts'
import { recordActivity } from './index.ts'
import { prepareMonths } from './months.ts'

const database = testDatabase()
const person = randomUUID()

const record = (at: Date) =>
  database.db
    .transaction()
    .execute((tx) => recordActivity(tx, [{ kind: 'SIGN_IN', personId: person, sessionId: null, at }]))

const monthFrom = (months: number, ms = 0): Date => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months) + ms)
}

const partOf = async (at: Date): Promise<string | undefined> => {
  const { rows } = await database.pool.query<{ part: string }>(
    'select tableoid::regclass::text as part from activity where person_id = $1 and at = $2',
    [person, at],
  )
  return rows[0]?.part
}

test('activity goes on past the end of a month, in the part of its month, in one order (SCALE-33)', async () => {
  const moments = [monthFrom(-30), new Date(), monthFrom(3, -1), monthFrom(3), monthFrom(4, -1), monthFrom(4)]
  for (const at of moments) await record(at)
  const parts = await Promise.all(moments.map(partOf))
  const named = (at: Date) => `activity_${at.toISOString().slice(0, 7).replace('-', '_')}`
  expect(parts).toEqual(['activity_former', 'activity_former', ...moments.slice(2).map(named)])
  const { rows } = await database.pool.query<{ id: number; at: Date }>(
    'select id, at from activity where person_id = $1 order by at, id',
    [person],
  )
  expect(rows.map(({ at }) => at)).toEqual(moments)
  expect(new Set(rows.map(({ id }) => id)).size).toBe(moments.length)
  const { rows: told } = await database.pool.query(`select from outbox where topic = $1`, [
    `person:${person}`,
  ])
  expect(told).toHaveLength(moments.length)
})

test('months are made ahead by a job and at the start, whoever is first, and what is there stays as it is', async () => {
  const far = monthFrom(14)
  await expect(record(far)).rejects.toThrow('no partition')
  await Promise.all([prepareMonths(database.db, monthFrom(9)), prepareMonths(database.db, monthFrom(9))])
  await record(far)
  expect(await partOf(far)).toMatch(/^activity_\d{4}_\d{2}$/)
  await prepareMonths(database.db)
  const { rows } = await database.pool.query<{ parts: number; indexes: number; triggers: number }>(`
    select count(distinct i.inhrelid)::int as parts,
      (select count(*)::int from pg_index x where x.indrelid = any(array_agg(i.inhrelid)) and x.indisvalid) as indexes,
      (select count(*)::int from pg_trigger t where t.tgrelid = any(array_agg(i.inhrelid))
        and t.tgname = 'activity_append_only') as triggers
    from pg_inherits i where i.inhparent = 'activity'::regclass`)
  const [facts] = rows
  const { rows: whole } = await database.pool.query(
    `select from pg_index where indrelid = 'activity'::regclass`,
  )
  expect(facts?.indexes).toBe((facts?.parts ?? 0) * whole.length)
  expect(facts?.triggers).toBe(facts?.parts)
})

test('a part is as append-only as the whole', async () => {
  await expect(database.pool.query('delete from activity_former')).rejects.toThrow('activity is append-only')
  await expect(database.pool.query('truncate activity')).rejects.toThrow('activity is append-only')
})

test('an hour and an organisation are read in their month and by an index alone', async () => {
  const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(
    `explain select id from activity where organisation_id = '${randomUUID()}' and at >= '${monthFrom(4).toISOString()}'
       and at < '${monthFrom(4, 3_600_000).toISOString()}' order by at desc, id desc limit 50`,
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain(`activity_${monthFrom(4).toISOString().slice(0, 7).replace('-', '_')}`)
  expect(plan).not.toContain('activity_former')
})
