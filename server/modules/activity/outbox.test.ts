import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../testing/database/index.ts'
import { type ActivityEntry, recordActivity, topicOf } from './index.ts'

const database = testDatabase()
const person = { id: randomUUID() }

const record = (entries: readonly ActivityEntry[]) =>
  database.db.transaction().execute((tx) => recordActivity(tx, entries))

async function written(topic: string): Promise<{ kind: string; activityIds: number[] }[]> {
  const { rows } = await database.pool.query(
    `select kind, activity_ids::int[] as "activityIds" from outbox where topic = $1 order by id`,
    [topic],
  )
  return rows
}

test('an entry about any kind of subject is kept with it, and stands in the outbox under its topic', async () => {
  const subject = { kind: 'ticket', id: randomUUID() }
  await record([{ kind: 'EXPORT', personId: person.id, sessionId: null, subject }])
  const { rows } = await database.pool.query(
    'select id::int, kind from activity where subject_kind = $1 and subject_id = $2',
    [subject.kind, subject.id],
  )
  expect(rows).toHaveLength(1)
  expect(await written(topicOf(subject))).toEqual([{ kind: 'EXPORT', activityIds: [rows[0].id] }])
})

test('what one statement writes of one tree stands in the outbox together, 500 entries a row at most', async () => {
  const treeId = randomUUID()
  const entry = (kind: ActivityEntry['kind']): ActivityEntry => ({
    kind,
    personId: person.id,
    sessionId: null,
    treeId,
  })
  await record([...Array.from({ length: 1100 }, () => entry('DOWNLOAD')), entry('VIEW')])
  const rows = await written(`tree:${treeId}`)
  const sizes = rows.filter(({ kind }) => kind === 'DOWNLOAD').map(({ activityIds }) => activityIds.length)
  expect(sizes).toHaveLength(3)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(500)
  expect(new Set(rows.flatMap(({ activityIds }) => activityIds)).size).toBe(1101)
  expect(rows.filter(({ kind }) => kind === 'VIEW')).toHaveLength(1)
})

test('an entry whose transaction fails stands in neither', async () => {
  const subject = { kind: 'ticket', id: randomUUID() }
  const failing = database.db.transaction().execute(async (tx) => {
    await recordActivity(tx, [{ kind: 'EXPORT', personId: person.id, sessionId: null, subject }])
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  expect(await written(topicOf(subject))).toEqual([])
})
