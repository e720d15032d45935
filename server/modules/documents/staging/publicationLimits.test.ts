import pg from 'pg'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { manyFiles } from '../../../../testing/manyFiles.ts'
import { runPublication } from './publications.ts'
import {
  admin,
  bidder,
  comeDue,
  contributor,
  database,
  folder,
  mailsTo,
  names,
  publicationOf,
  publish,
  server,
  soon,
  stage,
  treeId,
} from './staging.fixture.ts'

let permits: string
beforeEach(async () => {
  permits = await folder('Permits')
})

test('STAGE-05 a publication has a title, at most a note, and a moment to come within a year', async () => {
  await stage(permits, 'New.pdf')
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const refusals = [
    [{ title: ' \n' }, 'title', 'Please enter a title.'],
    [{ title: '\u200b' }, 'title', 'Please enter a title.'],
    [{ title: 'x'.repeat(201) }, 'title', 'A title has at most 200 characters.'],
    [{ note: 'x'.repeat(2001) }, 'note', 'A note has at most 2000 characters.'],
    [{ at: inDays(-1) }, 'at', 'Please choose a moment in the future.'],
    [{ at: inDays(367) }, 'at', 'Please choose a moment within a year.'],
  ] as const
  for (const [asked, field, message] of refusals) {
    expect(await publish([permits], asked)).toEqual({ publication: null, errors: [{ field, message }] })
  }
  expect(await names(bidder, permits)).toEqual([])
  const fits = { title: ` ${'é'.repeat(200)} `, note: '😀'.repeat(2000), at: inDays(365) }
  expect((await publish([permits], fits)).publication?.count).toBe(1)
})

test('STAGE-05 at most 50,000 entries are published together', async () => {
  const first = (await stage(permits, 'First.pdf')) ?? ''
  const { rows } = await database.pool.query<{ id: string }>(
    'select person_id as id from membership where group_id = $1',
    [admin.groupId],
  )
  const many = { treeId, folderId: permits, word: 'Survey', count: 50_000, personId: rows[0]?.id ?? '' }
  await manyFiles(database.pool, { ...many, like: first })
  expect(await publish([permits], { at: soon() })).toEqual({
    publication: null,
    errors: [
      {
        field: null,
        message: 'At most 50,000 entries can be published at a time. Please publish folder by folder.',
      },
    ],
  })
  expect((await publish([permits], { at: soon(), leaveOut: [first] })).publication?.count).toBe(50_000)
})

test('STAGE-06 what its author may no longer publish, and what fails for another reason, is told to them, and nothing is published', async () => {
  await stage(permits, 'New.pdf')
  const id = (await publish([permits], { at: soon() }, contributor)).publication?.id ?? ''
  await database.pool.query('delete from membership where group_id = $1', [contributor.groupId])
  await comeDue(id)
  await server.app.runJobs()
  expect((await publicationOf(admin, id))?.problem).toBe(
    'You may no longer publish in this room. Nothing was published.',
  )
  // They are told so, and nothing of the room.
  const [lost] = await mailsTo(contributor)
  expect(lost?.subject).toBe('"Round two" could not be published')
  expect(lost?.text).toContain('You may no longer publish in this room. Nothing was published.')
  expect(lost?.text).not.toMatch(/Republican Valley|New\.pdf|http/)

  const next = (await publish([permits], { at: soon() })).publication?.id ?? ''
  await comeDue(next)
  const holder = new pg.Client(database.poolConfig)
  await holder.connect()
  onTestFinished(() => holder.end())
  await holder.query('begin; lock table document in share mode')
  const signal = new AbortController().signal
  await expect(runPublication(database.db, next, { last: true, signal })).rejects.toThrow()
  await holder.query('rollback')
  expect((await publicationOf(admin, next))?.problem).toBe(
    'It could not be published right now. Nothing was published.',
  )
  expect((await mailsTo(admin)).map(({ text }) => text).join()).toContain(
    'It could not be published right now. Nothing was published.',
  )
  expect(await names(bidder, permits)).toEqual([])
})
