import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Client } from '../../../testing/client.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../testing/factories.ts'
import { NO_CALLER_LIMITS, startTestServer, type TestServer } from '../../../testing/server.ts'
import { readable } from '../../access/errors.ts'
import { spreadsheetBytes } from '../../platform/spreadsheets/index.ts'
import { insertProjects, NOTHING_KNOWN } from '../projects/index.ts'
import { addCategories, createChecklist } from './index.ts'

/** What bounds the items of a checklist, which are made in one transaction and read together. */

const database = testDatabase()
const make = factories(database)
let server: TestServer
let place: { organisationId: string; portfolioId: string }

beforeAll(async () => {
  server = await startTestServer(database, {}, { callerLimits: NO_CALLER_LIMITS })
})
afterAll(() => server.close())
beforeEach(async () => {
  ;({ place } = await make.room())
})

const transaction = () => database.db.transaction()
/** Adds so many projects to the portfolio in one statement, as an import does. */
const addProjects = (count: number) =>
  transaction().execute((tx) =>
    insertProjects(
      tx,
      Array.from({ length: count }, (_, index) => ({
        ...NOTHING_KNOWN,
        name: `Site ${index}`,
        organisationId: place.organisationId,
        portfolioIds: [place.portfolioId],
      })),
    ),
  )
const checklist = (name: string): Promise<string> =>
  transaction().execute((tx) => createChecklist(tx, { portfolioId: place.portfolioId, name }))
const names = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `Row ${index}` }))
const add = (id: string, count: number) => transaction().execute((tx) => addCategories(tx, id, names(count)))

/** What a person reads of what refused the work; null where nothing did. */
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => {
      const told = readable(error)
      return told && [told.code, told.message]
    },
  )
async function counts(): Promise<{ projects: number; items: number }> {
  const { rows } = await database.pool.query<{ projects: number; items: number }>(
    `select (select count(*)::int from portfolio_project where portfolio_id = $1) as projects,
       (select count(*)::int from checklist_item item join checklist on checklist.id = item.checklist_id
        where checklist.portfolio_id = $1) as items`,
    [place.portfolioId],
  )
  return rows[0] ?? { projects: -1, items: -1 }
}

/** A spreadsheet of so many projects that are not there yet. */
async function sheet(count: number): Promise<File> {
  async function* rows() {
    yield Array.from({ length: count }, (_, index) => [`New site ${index}`, 'Solar', 'New build'])
  }
  const parts: Uint8Array<ArrayBuffer>[] = []
  const columns = ['Name', 'Type', 'Status'].map((header) => ({ header, width: 12 }))
  for await (const part of spreadsheetBytes({ sheet: 'Projects', columns, rows: rows() })) {
    parts.push(new Uint8Array(part))
  }
  return new File(parts, 'projects.xlsx')
}

const tooMany = (cells: string) =>
  `The checklists of this portfolio would have ${cells} cells, at most 500,000 are possible. ` +
  'Please add fewer projects, or remove categories from its checklists first.'

test('CHK-44 IMP-03 an import that would make more than 500,000 cells is refused with a sentence, and adds nothing', async () => {
  const id = await checklist('Closing')
  await add(id, 200)
  await addProjects(4)
  expect(await refusal(addProjects(3000))).toEqual(['CONFLICT', tooMany('600,800')])
  expect(await counts()).toEqual({ projects: 4, items: 800 })
})

test('IMP-04 the preview of such an import says so in its errors, and its confirmation is refused', async () => {
  await add(await checklist('Closing'), 200)
  await addProjects(498)
  const person = await make.person({ email: 'importer@limits.example', password: PASSWORD })
  await make.member(
    await make.group({
      organisationId: place.organisationId,
      role: 'Deal Room Admin',
      portfolioIds: [place.portfolioId],
    }),
    person,
  )
  const client = new Client(server.address)
  await client.signIn('importer@limits.example', PASSWORD)
  const of = async (count: number) => {
    const variables = { id: place.portfolioId, file: await sheet(count) }
    const { data, errors } = await client.graphql(
      'mutation($id: ID!, $file: Upload!) { importProjects(portfolioId: $id, file: $file) { errors } }',
      variables,
    )
    expect(errors).toEqual([])
    const { errors: refusals } = await client.graphql(
      'mutation($id: ID!, $file: Upload!) { confirmImportProjects(portfolioId: $id, file: $file) { success } }',
      variables,
    )
    return [data?.importProjects, refusals.map(({ message }) => message)]
  }
  expect(await of(2003)).toEqual([
    { errors: [tooMany('500,200')] },
    ['The file has an error. Please correct it and upload it again.'],
  ])
  expect(await of(2)).toEqual([{ errors: [] }, []])
  expect(await counts()).toEqual({ projects: 500, items: 100_000 })
})

test('CHK-42 API-104 more than 100,000 cells are not read at a time, and those of some projects are', async () => {
  const id = await checklist('Closing')
  await add(id, 200)
  await addProjects(501)
  const { checklists } = server.app.services
  const importer = await make.actorWith(place, 'Deal Room Admin')
  const opened = [
    {
      ...place,
      id,
      name: 'Closing',
      portfolioName: 'One',
      portfolioSlug: 'one',
      portfolioStatus: 'MARKET' as const,
    },
  ]
  expect(await refusal(checklists.items(importer, opened))).toEqual([
    'BAD_USER_INPUT',
    'These are more than 100,000 cells. Please read them by some projects at a time (projectIds).',
  ])
  const { rows } = await database.pool.query<{ id: string }>(
    'select project_id as id from portfolio_project where portfolio_id = $1 limit 200',
    [place.portfolioId],
  )
  const projectIds = rows.map((row) => row.id)
  const [items = []] = await checklists.items(importer, opened, { projectIds, ids: null })
  expect(items).toHaveLength(40_000)
})

test('CHK-44 categories that would make too many cells are refused, of all checklists of the portfolio together', async () => {
  await addProjects(500)
  await add(await checklist('Closing'), 20)
  const other = await checklist('Operations')
  expect(await refusal(add(other, 981))).toEqual(['CONFLICT', tooMany('500,500')])
  expect(await refusal(add(other, 10))).toBeNull()
  expect(await counts()).toEqual({ projects: 500, items: 15_000 })
})

test('BO-24 a checklist has at most 1,000 categories, also where they are added one by one', async () => {
  const id = await checklist('Closing')
  await add(id, 999)
  expect(await refusal(add(id, 2))).toEqual([
    'CONFLICT',
    'A checklist has at most 1,000 categories. Please delete some first.',
  ])
  expect(await refusal(add(id, 1))).toBeNull()
})

test('BO-24 a portfolio has at most 50 checklists', async () => {
  for (let made = 0; made < 50; made += 1) await checklist(`Checklist ${made}`)
  expect(await refusal(checklist('One more'))).toEqual([
    'CONFLICT',
    'This portfolio has 50 checklists already. Please delete one first.',
  ])
})

test('API-104 of 201 assignees one answer has the first 200 by name, or those whose ids it names', async () => {
  const id = await checklist('Closing')
  await add(id, 1)
  await addProjects(201)
  await database.pool.query(
    `with crowd as (
       insert into person (id, email, first_name, last_name)
       select gen_random_uuid(), 'crowd' || n || '@limits.example', 'Pat', to_char(n, 'FM000') from generate_series(1, 201) n
       returning id, last_name::int as n
     ), cell as (select id, row_number() over (order by id) as n from checklist_item where checklist_id = $1)
     update checklist_item item set person_id = crowd.id from cell join crowd using (n) where item.id = cell.id`,
    [id],
  )
  await database.pool.query('update portfolio set has_checklist = true where id = $1', [place.portfolioId])
  await database.pool.query('update checklist set is_active = true where id = $1', [id])
  const admin = await make.person({ email: 'assigner@limits.example', password: PASSWORD })
  await make.member(
    await make.group({
      organisationId: place.organisationId,
      role: 'Deal Room Admin',
      portfolioIds: [place.portfolioId],
    }),
    admin,
  )
  const client = new Client(server.address)
  await client.signIn('assigner@limits.example', PASSWORD)
  const assignees = async (part: object) => {
    const { data, errors } = await client.graphql(
      'query($id: ID!, $ids: [ID!], $limit: Int! = 200) { checklist(checklistId: $id) { assignees(ids: $ids, limit: $limit) { fullName } } }',
      { id, ...part },
    )
    const found = data?.checklist as { assignees: { fullName: string }[] } | null | undefined
    return found?.assignees.map(({ fullName }) => fullName) ?? errors.map(({ message }) => message)
  }
  const first = await assignees({})
  expect([first.length, first[0], first.at(-1)]).toEqual([200, 'Pat 001', 'Pat 200'])
  expect(await assignees({ limit: 2 })).toEqual(['Pat 001', 'Pat 002'])
  expect(await assignees({ limit: 10_000 })).toHaveLength(200)
  const { rows } = await database.pool.query<{ id: string }>(
    `select id from person where email in ('crowd201@limits.example', 'crowd7@limits.example')`,
  )
  const ids = [...rows.map((row) => row.id), admin, 'x']
  expect(await assignees({ ids })).toEqual(['Pat 007', 'Pat 201'])
  expect(await assignees({ ids: Array.from({ length: 201 }, () => admin) })).toEqual([
    'Please name at most 200 people at a time.',
  ])
})
