import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CHECKLIST_STATUSES } from '../../../shared/checklists.ts'
import { Client } from '../../../testing/client.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../testing/factories.ts'
import { outcomeOf } from '../../../testing/outcome.ts'
import { NO_CALLER_LIMITS, startTestServer, type TestServer } from '../../../testing/server.ts'
import { readSpreadsheet } from '../../../testing/spreadsheets.ts'
import type { Actor } from '../../access/actor.ts'
import { insertProjects, NOTHING_KNOWN } from '../projects/index.ts'
import { addCategories, copyCategories, createChecklist, type ItemRow, setChecklistActive } from './index.ts'

const database = testDatabase()
const make = factories(database)
let server: TestServer
let place: { organisationId: string; portfolioId: string }
let admin: Actor
let ann: Actor & { groupId: string }
let bidder: Actor & { groupId: string }
let checklist: string

beforeAll(async () => {
  server = await startTestServer(database, {}, { callerLimits: NO_CALLER_LIMITS })
})
afterAll(() => server.close())

const checklists = () => server.app.services.checklists
const inTransaction = <T>(work: Parameters<ReturnType<typeof database.db.transaction>['execute']>[0]) =>
  database.db.transaction().execute(work) as Promise<T>
const project = (name: string, status: 'NEW_BUILD' | 'OPERATING' = 'OPERATING') =>
  database.db
    .transaction()
    .execute((tx) =>
      insertProjects(tx, [
        {
          ...NOTHING_KNOWN,
          name,
          status,
          organisationId: place.organisationId,
          portfolioIds: [place.portfolioId],
        },
      ]),
    )
    .then(([id = '']) => id)

beforeEach(async () => {
  await database.pool.query('truncate notification, mail_outbox')
  ;({ place } = await make.room())
  await database.pool.query('update portfolio set has_checklist = true where id = $1', [place.portfolioId])
  admin = await make.actorWith(place, 'Deal Room Admin')
  ann = await make.actorWith(place, 'Viewer')
  bidder = await make.actorWith(place, 'Bidder')
  await project('Cedar Bluff')
  await project('Harlan County', 'NEW_BUILD')
  checklist = await database.db.transaction().execute(async (tx) => {
    const id = await createChecklist(tx, { portfolioId: place.portfolioId, name: 'Closing', isActive: true })
    await addCategories(tx, id, [
      { name: 'Site control', children: [{ name: 'Lease' }, { name: 'Title' }] },
      { name: 'Operations', isDevelopment: false, children: [{ name: 'Spare parts', isDevelopment: false }] },
    ])
    return id
  })
})

/** The items as they stand, by their row and project. */
async function cells(actor: Actor = ann) {
  const [items = []] = await checklists().items([checklist])
  const [parents = []] = await checklists().categories([checklist])
  const rows = new Map(parents.flatMap((each) => [each, ...each.children]).map(({ id, name }) => [id, name]))
  const projects = new Map(
    (await checklists().projects(actor, place.portfolioId)).map(({ id, name }) => [id, name]),
  )
  return new Map(
    items.map((each): [string, ItemRow] => [
      `${rows.get(each.categoryId)} of ${projects.get(each.projectId)}`,
      each,
    ]),
  )
}
const item = async (name: string) => {
  const found = (await cells()).get(name)
  if (!found) throw new Error(`There is no cell ${name}.`)
  return found
}

describe('what there is', () => {
  test('CHK-41 CHK-42 CHK-43 CHK-44 items are there for each category and project to which it applies', async () => {
    expect([...(await cells()).keys()].sort()).toEqual([
      'Lease of Cedar Bluff',
      'Lease of Harlan County',
      'Operations of Cedar Bluff',
      'Site control of Cedar Bluff',
      'Site control of Harlan County',
      'Spare parts of Cedar Bluff',
      'Title of Cedar Bluff',
      'Title of Harlan County',
    ])
    expect(await item('Title of Cedar Bluff')).toMatchObject({
      status: 'STATE_REQUESTED',
      userId: null,
      link: null,
      commentCount: 0,
    })
    const [parents = []] = await checklists().categories([checklist])
    expect(
      parents.map(({ name, rowNumber, children }) => [
        name,
        rowNumber,
        children.map((each) => each.rowNumber),
      ]),
    ).toEqual([
      ['Site control', 1, [1, 2]],
      ['Operations', 2, [1]],
    ])
  })

  test('CHK-44 a project and a category that come later bring their items; a new phase changes which apply', async () => {
    const id = await project('Otter Creek')
    await inTransaction<void>((tx) => addCategories(tx, checklist, [{ name: 'Permits' }]))
    const names = [...(await cells()).keys()]
    expect(names.filter((name) => name.includes('Otter'))).toHaveLength(6)
    expect(names.filter((name) => name.startsWith('Permits'))).toHaveLength(3)
    await database.pool.query(`update project set status = 'NEW_BUILD' where id = $1`, [id])
    expect([...(await cells()).keys()].filter((name) => name.includes('Otter')).sort()).toEqual([
      'Lease of Otter Creek',
      'Permits of Otter Creek',
      'Site control of Otter Creek',
      'Title of Otter Creek',
    ])
    // Out of the portfolio its items are not shown; what they hold is there again with the project.
    const { id: leaseId } = await item('Lease of Otter Creek')
    await checklists().change(admin, { ids: [leaseId], status: 'DONE' })
    await database.pool.query('delete from portfolio_project where project_id = $1', [id])
    expect([...(await cells()).keys()].some((name) => name.includes('Otter'))).toBe(false)
    expect(await outcomeOf(checklists().change(admin, { ids: [leaseId], status: 'UNDER_REVIEW' }))).toBe(
      'NOT_FOUND',
    )
    await database.pool.query('insert into portfolio_project values ($1, $2)', [place.portfolioId, id])
    expect((await item('Lease of Otter Creek')).status).toBe('DONE')
  })

  test('CHK-04 CHK-46 BO-25 the first active one comes first; a copy has the categories alone', async () => {
    const second = await database.db.transaction().execute(async (tx) => {
      const id = await createChecklist(tx, { portfolioId: place.portfolioId, name: 'Second' })
      await copyCategories(tx, checklist, id)
      return id
    })
    const active = async () => (await checklists().active(ann, place.portfolioId)).map(({ name }) => name)
    expect(await active()).toEqual(['Closing'])
    expect(await outcomeOf(checklists().checklist(admin, second))).toBe('NOT_FOUND')
    await inTransaction<void>((tx) => setChecklistActive(tx, second, true))
    expect(await active()).toEqual(['Closing', 'Second'])
    const shape = async (id: string) =>
      (await checklists().categories([id]))[0]?.map(({ name, isDevelopment, children }) => [
        name,
        isDevelopment,
        children.map((each) => [each.name, each.isDevelopment]),
      ])
    expect(await shape(second)).toEqual(await shape(checklist))
  })

  test('CHK-45 ORG-30 without the flag of the portfolio or the switch of the deployment there is none', async () => {
    const off = await startTestServer(database, { CHECKLISTS: 'off' })
    try {
      const { checklists: none } = off.app.services
      expect(await outcomeOf(none.checklist(admin, checklist))).toBe('NOT_FOUND')
      expect(await outcomeOf(none.active(admin, place.portfolioId))).toBe('NOT_FOUND')
      const { id } = await item('Lease of Cedar Bluff')
      expect(await outcomeOf(none.change(admin, { ids: [id], status: 'DONE' }))).toBe('NOT_FOUND')
      expect(await outcomeOf(none.comment(admin, { checklistId: checklist, text: 'A', itemIds: [id] }))).toBe(
        'NOT_FOUND',
      )
      expect(
        await outcomeOf(none.projects(await make.actorWith(place, ['REPORTS_VIEW']), place.portfolioId)),
      ).toBe('FORBIDDEN')
    } finally {
      await off.close()
    }
    await database.pool.query('update portfolio set has_checklist = false where id = $1', [place.portfolioId])
    expect(await outcomeOf(checklists().checklist(admin, checklist))).toBe('NOT_FOUND')
    expect(await checklists().active(admin, place.portfolioId)).toEqual([])
  })
})

test('API-104 API-105 the operations of the page give the active checklists, and a whole one', async () => {
  const email = `page-${Math.random()}@fund.example`
  const person = await make.person({ email, password: PASSWORD })
  await make.member(ann.groupId, person)
  const client = new Client(server.address)
  await client.signIn(email, PASSWORD)
  await checklists().change(admin, {
    ids: [(await item('Lease of Cedar Bluff')).id],
    status: 'DONE',
    userId: ann.personId,
  })
  const { data: active } = await client.graphql(
    'query($id: ID!) { activeChecklists(portfolioId: $id) { id name portfolioId } portfolioProjects(portfolioId: $id) { name capacity cod offtakerName location { city state zipCode } } }',
    { id: place.portfolioId },
  )
  expect(active).toEqual({
    activeChecklists: [{ id: checklist, name: 'Closing', portfolioId: place.portfolioId }],
    portfolioProjects: ['Cedar Bluff', 'Harlan County'].map((name) => ({
      name,
      capacity: null,
      cod: null,
      offtakerName: null,
      location: { city: null, state: null, zipCode: null },
    })),
  })
  const { data, errors } = await client.graphql(
    `query($id: ID!) {
      checklist(checklistId: $id) {
        name
        categories { id parentId name rowNumber isDevelopment isOperating children { parentId name rowNumber children { id } } }
        items { id link projectId categoryId commentCount status userId }
        assignees { id fullName companyName avatarUrl }
      }
    }`,
    { id: checklist },
  )
  expect(errors).toEqual([])
  const found = data?.checklist as {
    categories: { id: string; parentId: null; children: { parentId: string }[] }[]
    items: { status: string; userId: string | null }[]
    assignees: { id: string }[]
  }
  expect(found.categories[0]?.children[0]?.parentId).toBe(found.categories[0]?.id)
  expect(found.items).toHaveLength(8)
  expect(found.items.filter(({ status }) => status === 'DONE')).toEqual([
    expect.objectContaining({ userId: ann.personId, link: null, commentCount: 0 }),
  ])
  expect(found.assignees.map(({ id }) => id)).toEqual([ann.personId])
})

describe('changes', () => {
  test('CHK-38 any status changes to any, for whoever may edit', async () => {
    const { id } = await item('Lease of Cedar Bluff')
    for (const from of CHECKLIST_STATUSES) {
      for (const to of CHECKLIST_STATUSES) {
        await checklists().change(admin, { ids: [id], status: from })
        expect((await checklists().change(admin, { ids: [id], status: to }))[0]?.status).toBe(to)
      }
    }
  })

  test('API-143 API-144 API-145 CHK-35 CHK-36 CHK-37 status, assignee and link change apart; an empty status is the default', async () => {
    const { id } = await item('Lease of Cedar Bluff')
    const change = async (given: object) => (await checklists().change(admin, { ids: [id], ...given }))[0]
    expect(await change({ status: 'DONE' })).toMatchObject({ status: 'DONE', userId: null })
    expect(await change({ userId: ann.personId })).toMatchObject({ status: 'DONE', userId: ann.personId })
    expect(await change({ status: null })).toMatchObject({ status: 'STATE_REQUESTED', userId: ann.personId })
    expect(await change({ userId: null })).toMatchObject({ userId: null })
    const { id: parent } = await item('Site control of Cedar Bluff')
    const link = async (text: string | null) =>
      (await checklists().change(admin, { ids: [parent], link: text }))[0]?.link
    expect(await link(' https://files.example/lease ')).toBe('https://files.example/lease')
    expect(await link('/portfolios/one/storage/documents')).toBe('/portfolios/one/storage/documents')
    expect(await link('')).toBeNull()
  })

  test('CHK-21 links to anything but http, https and paths of the product are refused', async () => {
    const { id } = await item('Site control of Cedar Bluff')
    for (const link of [
      'javascript:alert(1)',
      '//evil.example',
      '/\\evil.example',
      'data:text/html,a',
      'ftp://a',
      'lease.pdf',
      `/${'a'.repeat(2000)}`,
    ]) {
      await expect(checklists().change(admin, { ids: [id], link })).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        extensions: { fields: { link: expect.stringMatching(/^Please/) } },
      })
    }
  })

  test('CHK-11 several change together: all of them, or none', async () => {
    const ids = [(await item('Lease of Cedar Bluff')).id, (await item('Title of Harlan County')).id]
    const changed = await checklists().change(admin, { ids, status: 'UNDER_REVIEW', userId: ann.personId })
    expect(changed.map(({ status, userId }) => [status, userId])).toEqual(
      ids.map(() => ['UNDER_REVIEW', ann.personId]),
    )
    const { id: parent } = await item('Site control of Cedar Bluff')
    for (const wrong of [[...ids, '999999999'], [...ids, 'x'], [...ids, parent], []]) {
      expect(await outcomeOf(checklists().change(admin, { ids: wrong, status: 'DONE' }))).toMatch(
        /NOT_FOUND|BAD_USER_INPUT/,
      )
    }
    expect((await item('Lease of Cedar Bluff')).status).toBe('UNDER_REVIEW')
    const many = Array.from({ length: 201 }, (_, at) => String(at + 1))
    await expect(checklists().change(admin, { ids: many, status: 'DONE' })).rejects.toMatchObject({
      message: expect.stringContaining('200'),
    })
  })

  test('CHK-39 CHK-40 ORG-48 members may not; assignees are users of the portfolio', async () => {
    const { id } = await item('Lease of Cedar Bluff')
    expect(await outcomeOf(checklists().change(ann, { ids: [id], status: 'DONE' }))).toBe('FORBIDDEN')
    const stranger = await make.person()
    for (const userId of [stranger, 'x']) {
      await expect(checklists().change(admin, { ids: [id], userId })).rejects.toMatchObject({
        extensions: { fields: { userId: 'Please choose a user with access to this portfolio.' } },
      })
    }
    expect(
      await outcomeOf(checklists().change(await make.actor(stranger), { ids: [id], status: 'DONE' })),
    ).toBe('NOT_FOUND')
  })

  test('CHK-35 of two who change one thing the second is told, and of different things neither', async () => {
    const { id } = await item('Lease of Cedar Bluff')
    await checklists().change(admin, { ids: [id], status: 'DONE', known: { status: 'STATE_REQUESTED' } })
    await expect(
      checklists().change(admin, { ids: [id], status: 'UNDER_REVIEW', known: { status: 'STATE_REQUESTED' } }),
    ).rejects.toMatchObject({ code: 'CONFLICT', extensions: { newer: { status: 'DONE', userId: null } } })
    await checklists().change(admin, { ids: [id], userId: ann.personId, known: { userId: null } })
    await expect(
      checklists().change(admin, { ids: [id], userId: null, known: { userId: null } }),
    ).rejects.toMatchObject({ code: 'CONFLICT' })
  })
})

describe('comments', () => {
  const send = async (actor: Actor, text: string, ...names: string[]) =>
    checklists().comment(actor, {
      checklistId: checklist,
      text,
      itemIds: await Promise.all(names.map(async (name) => (await item(name)).id)),
    })
  const PAGE = { limit: 200, offset: 0 }

  test('CHK-27 CHK-29 CHK-39 every member comments, on several items at the same time, and each counts it', async () => {
    const made = await send(bidder, '  Which exhibit?\n ', 'Lease of Cedar Bluff', 'Title of Cedar Bluff')
    expect(made.map(({ comment, personId }) => [comment, personId])).toEqual([
      ['Which exhibit?', bidder.personId],
      ['Which exhibit?', bidder.personId],
    ])
    await send(ann, 'Exhibit C', 'Lease of Cedar Bluff')
    const { id, commentCount } = await item('Lease of Cedar Bluff')
    expect(commentCount).toBe(2)
    expect((await checklists().comments(ann, id, PAGE)).map(({ comment }) => comment)).toEqual([
      'Which exhibit?',
      'Exhibit C',
    ])
    expect((await item('Title of Cedar Bluff')).commentCount).toBe(1)
  })

  test('CHK-24 CHK-28 what is too long, empty, or for items of another checklist stores nothing', async () => {
    const other = await database.db.transaction().execute(async (tx) => {
      const id = await createChecklist(tx, { portfolioId: place.portfolioId, name: 'Other', isActive: true })
      await addCategories(tx, id, [{ name: 'Foreign', children: [{ name: 'Row' }] }])
      return id
    })
    const [foreign] = (await checklists().items([other]))[0] ?? []
    const { id } = await item('Lease of Cedar Bluff')
    const comment = (text: string, itemIds: string[]) =>
      checklists().comment(ann, { checklistId: checklist, text, itemIds })
    await expect(comment('a'.repeat(4001), [id])).rejects.toMatchObject({
      message: 'Please use at most 4,000 characters; these are 4,001.',
    })
    await expect(comment(' \n ', [id])).rejects.toMatchObject({ message: 'Please write a comment.' })
    for (const ids of [[id, foreign?.id ?? ''], [id, '99999999'], ['x']]) {
      expect(await outcomeOf(comment('Text', ids))).toBe('NOT_FOUND')
    }
    expect(await outcomeOf(comment('Text', []))).toBe('BAD_USER_INPUT')
    expect((await item('Lease of Cedar Bluff')).commentCount).toBe(0)
    expect((await comment('\u{1f600}'.repeat(4000), [id])).length).toBe(1)
    const stranger = await make.actor(await make.person())
    expect(
      await outcomeOf(checklists().comment(stranger, { checklistId: checklist, text: 'A', itemIds: [id] })),
    ).toBe('NOT_FOUND')
  })

  test('CHK-28 the 21st message of one person in ten seconds is refused, that of another not', async () => {
    const { id } = await item('Lease of Cedar Bluff')
    const both = [id, (await item('Title of Cedar Bluff')).id]
    const sent = await Promise.all(
      Array.from({ length: 25 }, (_, at) =>
        outcomeOf(checklists().comment(ann, { checklistId: checklist, text: `${at}`, itemIds: both })),
      ),
    )
    expect(sent.filter((each) => each === 'ok')).toHaveLength(20)
    expect(new Set(sent)).toEqual(new Set(['ok', 'RATE_LIMITED']))
    expect(
      await outcomeOf(checklists().comment(bidder, { checklistId: checklist, text: 'B', itemIds: [id] })),
    ).toBe('ok')
    await database.pool.query(`update checklist_comment set created_at = created_at - interval '11 seconds'`)
    expect(
      await outcomeOf(checklists().comment(ann, { checklistId: checklist, text: 'C', itemIds: [id] })),
    ).toBe('ok')
  })
})

describe('mails', () => {
  const mails = async () => {
    await database.pool.query(`update notification set due_at = now() - interval '1 second'`)
    await server.app.runJobs()
    return (
      await database.pool.query(
        'select recipient, subject, body_text as text from mail_outbox order by subject, recipient',
      )
    ).rows as { recipient: string; subject: string; text: string }[]
  }

  test('NOTIF-18 who is assigned gets one mail about all of it, and nobody about what they did themselves', async () => {
    const ids = [(await item('Lease of Cedar Bluff')).id, (await item('Title of Harlan County')).id]
    await checklists().change(admin, { ids, userId: ann.personId })
    await checklists().change(admin, {
      ids: [(await item('Title of Cedar Bluff')).id],
      userId: admin.personId,
    })
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail?.subject).toContain('2 checklist items assigned to you')
    expect(mail?.text).toMatch(/1\.1 Lease, Cedar Bluff/)
    expect(mail?.text).toMatch(/1\.2 Title, Harlan County/)
    expect(mail?.text).toContain(`/checklist?checklist=${checklist}&item=${ids[0]}`)
  })

  test('NOTIF-18 a comment is told to the assignee of its item, who may no longer be asked once taken off', async () => {
    const lease = (await item('Lease of Cedar Bluff')).id
    const title = (await item('Title of Cedar Bluff')).id
    await checklists().change(admin, { ids: [lease], userId: ann.personId, at: new Date() })
    await checklists().change(admin, { ids: [title], userId: bidder.personId, at: new Date() })
    await checklists().comment(admin, { checklistId: checklist, text: 'Exhibit C?', itemIds: [lease, title] })
    await checklists().change(admin, { ids: [title], userId: null })
    const all = await mails()
    expect(all).toHaveLength(1)
    expect(all[0]?.subject).toContain('new comments on 1 checklist item of yours')
    expect(all[0]?.text).toContain('Exhibit C?')
  })

  test('NOTIF-18 nothing is sent to whoever has lost the portfolio meanwhile', async () => {
    await checklists().change(admin, { ids: [(await item('Lease of Cedar Bluff')).id], userId: ann.personId })
    await database.pool.query('delete from membership where person_id = $1', [ann.personId])
    expect(await mails()).toEqual([])
  })
})

describe('the spreadsheet', () => {
  async function sheetFor(role: string, groupId?: string) {
    const email = `sheet-${Math.random()}@fund.example`
    const person = await make.person({ email, password: PASSWORD })
    await make.member(
      groupId ??
        (await make.group({ organisationId: place.organisationId, role, portfolioIds: [place.portfolioId] })),
      person,
    )
    const client = new Client(server.address)
    await client.signIn(email, PASSWORD)
    const answer = await client.request(`/checklist/${checklist}/spreadsheet`)
    expect(answer.headers.get('content-disposition')).toMatch(/-checklist-\d{4}-\d\d-\d\d\.xlsx/)
    const [sheet] = readSpreadsheet(new Uint8Array(await answer.arrayBuffer()))
    return sheet?.rows ?? []
  }

  test('CHK-03 API-150 it is the matrix with status, assignee and link of each cell', async () => {
    await checklists().change(admin, {
      ids: [(await item('Lease of Cedar Bluff')).id],
      status: 'FOLLOW_UP_NEEDED',
      userId: ann.personId,
    })
    await checklists().change(admin, {
      ids: [(await item('Site control of Cedar Bluff')).id],
      link: '/portfolios/one/storage/documents',
    })
    const { rows: people } = await database.pool.query('select last_name from person where id = $1', [
      ann.personId,
    ])
    const rows = await sheetFor('Deal Room Admin')
    const [head = [], ...lines] = rows
    expect(head.slice(0, 5)).toEqual([
      'Number',
      'Category',
      'Cedar Bluff: status',
      'Cedar Bluff: assigned to',
      'Cedar Bluff: docs',
    ])
    expect(lines.map((line) => line.slice(0, 2))).toEqual([
      ['1.0', 'Site control'],
      ['1.1', 'Lease'],
      ['1.2', 'Title'],
      ['2.0', 'Operations'],
      ['2.1', 'Spare parts'],
    ])
    expect(lines[0]?.[4]).toBe('/portfolios/one/storage/documents')
    expect(lines[1]?.slice(2, 4)).toEqual(['Follow up needed', `Pat ${people[0].last_name}`])
    expect(lines[4]?.[2]).toBe('Requested')
    expect(lines[4]?.[5] ?? null).toBeNull()
  })

  test('CHK-03 CHK-40 who shares no group with an assignee does not learn who it is', async () => {
    await checklists().change(admin, { ids: [(await item('Lease of Cedar Bluff')).id], userId: ann.personId })
    const [, , rival] = await sheetFor('Bidder')
    expect(rival?.[3]).toBe('assigned')
    const [, , colleague] = await sheetFor('Viewer', ann.groupId)
    expect(colleague?.[3]).toMatch(/^Pat /)
    const known = async (actor: Actor) =>
      (await checklists().assignees(actor, [await checklists().checklist(actor, checklist)]))[0]
    expect(await known(bidder)).toEqual([])
    expect(await known(admin)).toEqual([ann.personId])
    expect(await known(ann)).toEqual([ann.personId])
  })
})
