import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories } from '../../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { readSpreadsheet } from '../../../testing/spreadsheets.ts'
import { storageOf } from '../../../testing/stored.ts'
import { unpacked } from '../../../testing/unpacked.ts'
import { createTextReader } from '../../platform/documentText/index.ts'
import { insertProjects, NOTHING_KNOWN } from '../projects/index.ts'
import {
  type ArchivedRoom,
  archivedRoomOf,
  archivesOver,
  beginArchive,
  type Entries,
  partsIn,
  RIVALS,
  rowsOf,
  together,
} from './archives.fixture.ts'
import { certificateBy, nowIn } from './certificates.fixture.ts'
import { answer, ask, change, createLog } from './room.fixture.ts'

/** What is done in a room after a group has lost it: none of it stands in what the group is given. */

const database = testDatabase()
const make = factories(database)
const reader = createTextReader()
let server: TestServer
let room: ArchivedRoom
let from: string

const page = (title: string) =>
  change(
    room.team.client,
    `mutation($id: ID!, $title: String!) {
      createSubpage(subjectId: $id, subjectType: PORTFOLIO, title: $title) { subpage { id } } }`,
    { id: room.place.portfolioId, title },
  )
const write = (id: string, text: { title?: string; description?: string }) =>
  change(
    room.team.client,
    `mutation($id: ID!, $title: String, $description: String) {
      updateSubpage(id: $id, subjectType: PORTFOLIO, title: $title, description: $description) { subpage { id } } }`,
    { id, ...text },
  )
const comment = async (itemId: string, text: string) =>
  server.app.services.checklists.comment(await make.actor(room.team.personId), {
    checklistId:
      (
        await database.pool.query<{ id: string }>(
          'select checklist_id as id from checklist_item where id = $1',
          [itemId],
        )
      ).rows[0]?.id ?? '',
    itemIds: [itemId],
    text,
  })
const cell = (id: string, to: { status?: string; link?: string }) =>
  change(
    room.team.client,
    `mutation($id: ID!, $status: ChecklistItemStatus, $link: String) {
      updateChecklistItem(id: $id, status: $status, link: $link) { __typename } }`,
    { id, ...to },
  )

beforeAll(async () => {
  server = await startTestServer(database)
  from = await nowIn(database)
  room = await archivedRoomOf(database, server)
  const { place, team, northwind } = room
  await server.app.services.record.append()
  await database.db.transaction().execute((tx) =>
    insertProjects(tx, [
      {
        ...NOTHING_KNOWN,
        organisationId: place.organisationId,
        portfolioIds: [place.portfolioId],
        name: 'Solar',
      },
    ]),
  )
  const { rows: items } = await database.pool.query<{ id: string }>(
    `select item.id::text from checklist_item item join checklist on checklist.id = item.checklist_id
     where checklist.portfolio_id = $1 order by item.category_id`,
    [place.portfolioId],
  )
  const [parent = '', lease = ''] = items.map(({ id }) => id)
  const logId = await createLog(team.client, place.portfolioId)
  const answered = await ask(northwind.client, logId, 'Which voltage')
  await answer(team.client, answered, 'It is 34.5 kV')
  const open = await ask(northwind.client, logId, 'Which tariff')
  const about = await page('About the fund')
  await write(about, { description: 'Sun and wind' })
  const [rewritten, renamed] = [await page('Timetable'), await page('Contacts')]
  await comment(lease, 'The lease is signed')
  await cell(parent, { link: 'https://example.com/lease' })
  await cell(lease, { status: 'UNDER_REVIEW' })
  await change(
    team.client,
    `mutation($id: ID!, $groupId: ID!, $endsAt: DateTime) {
      setGroupAccessEnd(portfolioId: $id, groupId: $groupId, endsAt: $endsAt) { success } }`,
    { id: place.portfolioId, groupId: northwind.groupId, endsAt: new Date() },
  )

  await answer(team.client, answered, 'It is 34.5 kV, as Zyxomma found')
  await answer(team.client, open, 'Quillfeather pays it')
  await change(
    team.client,
    'mutation($id: ID!, $body: JSON) { updateQuestion(questionId: $id, body: $body) { question { id } } }',
    {
      id: open,
      body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Marzipan' }] }] },
    },
  )
  await write(rewritten, { description: 'Zyxomma signs on Friday' })
  await write(renamed, { title: 'Zyxomma Capital' })
  await write(await page('Tourmaline'), { description: 'Of Quillfeather' })
  await comment(lease, 'Zyxomma has it')
  await cell(parent, { link: 'https://example.com/zyxomma' })
  await cell(lease, { status: 'DONE' })
})
afterAll(async () => {
  await reader.close()
  await server.close()
})

const wordsOf = (entries: Entries): string =>
  [...entries]
    .flatMap(([name, bytes]) => {
      if (name.endsWith('.xlsx')) return [JSON.stringify(readSpreadsheet(bytes))]
      return [bytes.toString(), name.endsWith('.pdf') ? unpacked(bytes) : '']
    })
    .join('\n')

async function archiveOf(groupId: string | null): Promise<Entries> {
  const storage = await storageOf(server, database)
  const { archives, run } = archivesOver({ database, server }, storage, 1_000_000)
  const id = await beginArchive(database, room, { groupId, versions: true })
  await run(id)
  return together(await partsIn(storage, archives, id))
}

test('ARCH-01 ARCH-09 the archive of a group whose access has ended is what it could see then: nothing that was written since', async () => {
  const entries = await archiveOf(room.northwind.groupId)
  const words = wordsOf(entries)
  for (const rival of [...RIVALS, 'zyxomma']) expect([rival, words.includes(rival)]).toEqual([rival, false])
  expect(rowsOf(entries, 'questions').map(({ text, answer: given }) => [text, given])).toEqual([
    ['Which voltage', 'It is 34.5 kV'],
    ['Which tariff', undefined],
  ])
  expect(rowsOf(entries, 'checklist').map(({ cells }) => cells)).toEqual([
    [{ project: 'Solar', link: 'https://example.com/lease', comments: [] }],
    [
      {
        project: 'Solar',
        status: 'Under review',
        comments: [expect.stringMatching(/UTC: The lease is signed$/)],
      },
    ],
  ])
  // What a page said before is not kept: one that was changed since is left out.
  expect(rowsOf(entries, 'pages').map(({ title, text }) => [title, text])).toEqual([
    ['About the fund', 'Sun and wind'],
  ])
  // In that of everything all of it is there.
  const all = await archiveOf(null)
  expect(rowsOf(all, 'questions').map(({ text, answer: given }) => [text, given])).toEqual([
    ['Which voltage', 'It is 34.5 kV, as Zyxomma found'],
    ['Marzipan', 'Quillfeather pays it'],
  ])
  expect(rowsOf(all, 'pages').map(({ title }) => title)).toEqual([
    'About the fund',
    'Timetable',
    'Zyxomma Capital',
    'Tourmaline',
  ])
  expect(wordsOf(all)).toContain('https://example.com/zyxomma')
})

test('PROOF-10 nor is any of it in its certificate', async () => {
  const { sheets, text } = await certificateBy(
    { client: room.team.client, server, reader },
    { portfolioId: room.place.portfolioId, groupId: room.northwind.groupId, from, to: await nowIn(database) },
  )
  const said = JSON.stringify(sheets.map(({ rows }) => rows)) + text
  for (const rival of RIVALS) expect([rival, said.includes(rival)]).toEqual([rival, false])
  expect(said).toContain('It is 34.5 kV')
  expect(said).toContain('Which tariff')
})
