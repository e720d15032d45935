import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../testing/database/index.ts'
import { type EveryRow, everyRow } from '../../../testing/everyRow.ts'
import { factories } from '../../../testing/factories.ts'
import { type ManyRows, manyRows } from '../../../testing/manyRows/index.ts'
import { NO_CALLER_LIMITS, startTestServer, type TestServer } from '../../../testing/server.ts'
import { KeptFiles } from '../../../testing/stored.ts'
import type { Actor } from '../../access/actor.ts'

/** An organisation with rows in every list, another one like it, and people in both. */

const database = testDatabase()
const make = factories(database)
let server: TestServer
let staff: Actor
const worlds: ManyRows[] = []
const ids: string[] = []
let sharedId: string

/** History keeps what was; the outbox, its readers and the queue hold what is on its way. */
const KEPT: ReadonlySet<string> = new Set([
  'activity',
  'outbox',
  'outbox_cursor',
  'record_checkpoint',
  'record_leaf',
  'record_pending',
  'record_removal',
])

const query = async <T extends object>(text: string, ...values: unknown[]): Promise<T[]> =>
  (await database.pool.query<T>(text, values)).rows

const organisationOf = async ({ variables }: ManyRows): Promise<string> => {
  const [row] = await query<{ id: string }>('select id from organisation where slug = $1', variables.orgSlug)
  return row?.id ?? ''
}

beforeAll(async () => {
  server = await startTestServer(database, {}, { callerLimits: NO_CALLER_LIMITS })
  staff = await make.actor(await make.person({ isSuperUser: true }))
  for (const rows of [3, 4]) worlds.push(await manyRows(database, server, rows))
  for (const world of worlds) ids.push(await organisationOf(world))
  for (const [index, world] of worlds.entries()) await writeTheRest(world, ids[index] ?? '')
  await server.app.runJobs()
  sharedId = await make.person()
  for (const id of ids) {
    const [group] = await query<{ id: string }>(
      'select id from user_group where organisation_id = $1 limit 1',
      id,
    )
    await make.member(group?.id ?? '', sharedId)
  }
})
afterAll(() => server.close())

/** What the lists of the schema do not fill. */
async function writeTheRest({ variables }: ManyRows, organisationId: string): Promise<void> {
  const { projectId, treeId, userId } = variables
  await query(
    `with made as (insert into offtaker (id, organisation_id, name) values (gen_random_uuid(), $1, 'Grid') returning id)
     insert into project_offtaker (project_id, offtaker_id) select $2, id from made`,
    organisationId,
    projectId,
  )
  await query(
    `with maker as (
       insert into manufacturer (id, organisation_id, name) values (gen_random_uuid(), $1, 'Panels') returning id),
     model as (
       insert into equipment_model (id, organisation_id, kind, manufacturer_id, model_number)
       select gen_random_uuid(), $1, 'PANEL', id, 'P-1' from maker returning id)
     insert into project_equipment (project_id, model_id, position, count) select $2, id, 1, 5 from model`,
    organisationId,
    projectId,
  )
  await query(
    `insert into notification_off (person_id, organisation_id) values ($2, $1)`,
    organisationId,
    userId,
  )
  await query(
    `insert into invitation (id, organisation_id, email, first_name, last_name)
     values (gen_random_uuid(), $1, $2, 'In', 'Vited')`,
    organisationId,
    `invited-${organisationId}@rows.example`,
  )
  await query(
    `insert into former_list (organisation_id, tree_id, document_id, acl_id)
     select organisation_id, tree_id, id, acl_id from document where tree_id = $1`,
    treeId,
  )
  await query(
    `update document set deleted_at = now() - interval '1 day'
     where id = (select id from document where tree_id = $1 and not is_folder limit 1)`,
    treeId,
  )
}

const organisations = () => server.app.services.organisations

/** A run that is cut off after so many transactions. @returns whether it came to its end before */
async function runUntil(id: string, transactions: number): Promise<boolean> {
  const controller = new AbortController()
  const { signal } = controller
  const check = signal.throwIfAborted.bind(signal)
  let left = transactions
  Object.defineProperty(signal, 'throwIfAborted', {
    value: () => {
      if (left === 0) controller.abort()
      left -= 1
      check()
    },
  })
  try {
    await organisations().purge(id, signal)
  } catch (error) {
    if (!signal.aborted) throw error
    return false
  }
  return true
}

const close = (id: string, name: string) =>
  server.app.services.backoffice.remove(staff, 'organisation', id, name)
const nameOf = async (id: string) =>
  (await query<{ name: string }>('select name from organisation where id = $1', id))[0]?.name ?? ''

/** Ids of what belongs to the organisation, however far below. */
async function idsBelow(organisationId: string): Promise<string[]> {
  const rows = await query<{ id: string }>(
    `select $1::uuid::text as id
     union all select id::text from portfolio where organisation_id = $1
     union all select id::text from holding_company where organisation_id = $1
     union all select id::text from user_group where organisation_id = $1
     union all select id::text from role where organisation_id = $1
     union all select id::text from project where organisation_id = $1
     union all select id::text from document_tree where organisation_id = $1
     union all select d.id::text from document d join document_tree t on t.id = d.tree_id where t.organisation_id = $1
     union all select v.id::text from document_version v join document d on d.id = v.document_id
       join document_tree t on t.id = d.tree_id where t.organisation_id = $1
     union all select q.id::text from question_log q where organisation_id = $1`,
    organisationId,
  )
  return rows.map(({ id }) => id)
}

/** Without what history keeps. */
const comparable = (rows: EveryRow) => [...rows].filter(([table]) => !KEPT.has(table))

/** What jobs go on with meanwhile: of these rows it counts that they are there, not how far they are. */
const WORKED_ON: ReadonlySet<string> = new Set(['document_text', 'thumbnail'])

/** Rows that name one of the ids, or all, to be compared with those of another moment. */
const stayed = (rows: EveryRow, ids?: readonly string[]) =>
  comparable(rows).map(([table, texts]) => {
    const kept = ids ? texts.filter((text) => ids.some((id) => text.includes(id))) : texts
    return [table, WORKED_ON.has(table) ? kept.length : kept]
  })

/** The tables with rows that name one of the ids. */
const naming = (rows: EveryRow, names: readonly string[]): string[] =>
  comparable(rows).flatMap(([table, texts]) =>
    texts.some((text) => names.some((id) => text.includes(id))) ? [table] : [],
  )

const kept = new KeptFiles(() => server, database)

test('a deleted organisation that is restored has every row that it had, and no other', async () => {
  const [id = ''] = ids
  // That nobody had access in between is kept.
  const rowsOf = async () =>
    stayed(new Map([...(await everyRow(database))].filter(([table]) => table !== 'former_right')))
  const before = await rowsOf()
  await close(id, await nameOf(id))
  const members = await query(
    'select from membership m join user_group g on g.id = m.group_id where g.organisation_id = $1',
    id,
  )
  expect(members).toHaveLength(0)
  await server.app.services.backoffice.act(staff, 'organisation', id, 'restore')
  expect(await rowsOf()).toEqual(before)
})

test('what a deletion takes with it is counted before it is asked', async () => {
  const [id = ''] = ids
  const { blocked, taken } = await server.app.services.backoffice.removal(staff, 'organisation', id)
  expect(blocked).toEqual([])
  const counts = Object.fromEntries(taken.map(({ words, count }) => [words, count]))
  expect(counts).toMatchObject({
    Portfolios: 4,
    'Holding companies': 4,
    Projects: 3,
    Checklists: 3,
    Files: 2,
    Questions: 6,
  })
  expect(counts['People who lose access']).toBe((counts['People who are in no other organisation'] ?? 0) + 1)
  expect(taken.find(({ words }) => words === 'Files')?.bytes).toBeGreaterThan(0)
})

test('after 30 days all that belonged to it goes, in small steps that can be cut off anywhere, and nothing else', async () => {
  const [id = '', otherId = ''] = ids
  const [below, others] = [await idsBelow(id), await idsBelow(otherId)]
  const filesBefore = await kept.keys()
  const mine = filesBefore.filter((name) => below.some((each) => name.includes(each)))
  expect(mine.length).toBeGreaterThan(2)
  const before = await everyRow(database)
  await close(id, await nameOf(id))
  await server.app.runJobs()
  await organisations().queuePurges()
  await server.app.runJobs()
  expect(await query('select from organisation where id = $1', id)).toHaveLength(1)
  await query("update organisation set purge_after = now() - interval '1 s' where id = $1", id)
  // Each run is cut off after some transactions, of which the first find nothing any more; the next goes on.
  let runs = 0
  for (let isDone = false; !isDone; runs += 1) {
    expect(runs).toBeLessThan(500)
    isDone = await runUntil(id, 4 + 2 * runs)
    if (runs === 5) {
      const restoring = server.app.services.backoffice.act(staff, 'organisation', id, 'restore')
      await expect(restoring).rejects.toMatchObject({ code: 'CONFLICT' })
    }
  }
  expect(runs).toBeGreaterThan(10)
  // Pictures and media that no row names any more, as each hour.
  await server.app.services.files.sweep(database.db, new Date(Date.now() + 60_000))
  const after = await everyRow(database)
  expect(naming(after, below)).toEqual([])
  const files = await kept.keys()
  expect(files.filter((name) => below.some((each) => name.includes(each)))).toEqual([])
  expect(files.filter((name) => others.some((each) => name.includes(each)))).toEqual(
    filesBefore.filter((name) => others.some((each) => name.includes(each))),
  )
  expect(stayed(after, others)).toEqual(stayed(before, others))
  // Who saw and did what can be proved still, and who removed it.
  const history = (rows: EveryRow) => (rows.get('activity') ?? []).filter((text) => text.includes(id))
  expect(history(after)).toEqual(expect.arrayContaining(history(before)))
  const [last] = await query<{ kind: string; personId: string }>(
    'select kind, person_id as "personId" from activity where subject_id = $1 order by id desc limit 1',
    id,
  )
  expect(last).toEqual({ kind: 'PURGE_ORGANISATION', personId: staff.personId })
})

test('whoever was in no other organisation is deactivated with it, and whoever was stays', async () => {
  const people = await query<{ id: string; isActive: boolean }>(
    'select id, is_active as "isActive" from person where id = any($1)',
    [sharedId, worlds[0]?.variables.userId, worlds[1]?.variables.userId],
  )
  expect(Object.fromEntries(people.map((person) => [person.id, person.isActive]))).toEqual({
    [sharedId]: true,
    [String(worlds[0]?.variables.userId)]: false,
    [String(worlds[1]?.variables.userId)]: true,
  })
})
