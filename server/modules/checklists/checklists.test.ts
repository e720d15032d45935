import { describe, expect, test } from 'vitest'
import { Client } from '../../../testing/client.ts'
import { PASSWORD } from '../../../testing/factories.ts'
import { outcomeOf } from '../../../testing/outcome.ts'
import { startTestServer } from '../../../testing/server.ts'
import { sentDuring } from '../../../testing/statements.ts'
import { checklistRoom } from './checklists.fixture.ts'
import { addCategories, copyCategories, createChecklist, setChecklistActive } from './index.ts'

const room = checklistRoom()
const { checklists, cells, item, project } = room
const inTransaction = <T>(work: Parameters<ReturnType<typeof room.database.db.transaction>['execute']>[0]) =>
  room.database.db.transaction().execute(work) as Promise<T>
/** How many rows each reading statement of something gives, asked once more. */
async function rowsGiven(work: () => Promise<void>): Promise<number[]> {
  const sent = await sentDuring(work)
  const answers = await Promise.all(
    sent
      .filter(({ text }) => /from project\b/.test(text))
      .map(({ text, values }) => room.database.pool.query(text, [...values])),
  )
  return answers.map(({ rows }) => rows.length)
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
    const [parents = []] = await checklists().categories([room.checklist])
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
    await inTransaction<void>((tx) => addCategories(tx, room.checklist, [{ name: 'Permits' }]))
    const names = [...(await cells()).keys()]
    expect(names.filter((name) => name.includes('Otter'))).toHaveLength(6)
    expect(names.filter((name) => name.startsWith('Permits'))).toHaveLength(3)
    await room.database.pool.query(`update project set status = 'NEW_BUILD' where id = $1`, [id])
    expect([...(await cells()).keys()].filter((name) => name.includes('Otter')).sort()).toEqual([
      'Lease of Otter Creek',
      'Permits of Otter Creek',
      'Site control of Otter Creek',
      'Title of Otter Creek',
    ])
    // Out of the portfolio its items are not shown; what they hold is there again with the project.
    const { id: leaseId } = await item('Lease of Otter Creek')
    await checklists().change(room.admin, { ids: [leaseId], status: 'DONE' })
    await room.database.pool.query('delete from portfolio_project where project_id = $1', [id])
    expect([...(await cells()).keys()].some((name) => name.includes('Otter'))).toBe(false)
    expect(await outcomeOf(checklists().change(room.admin, { ids: [leaseId], status: 'UNDER_REVIEW' }))).toBe(
      'NOT_FOUND',
    )
    await room.database.pool.query('insert into portfolio_project values ($1, $2)', [
      room.place.portfolioId,
      id,
    ])
    expect((await item('Lease of Otter Creek')).status).toBe('DONE')
  })

  test('CHK-04 CHK-46 BO-25 the first active one comes first; a copy has the categories alone', async () => {
    const second = await room.database.db.transaction().execute(async (tx) => {
      const id = await createChecklist(tx, { portfolioId: room.place.portfolioId, name: 'Second' })
      await copyCategories(tx, room.checklist, id)
      return id
    })
    const active = async () =>
      (await checklists().active(room.ann, room.place.portfolioId)).map(({ name }) => name)
    expect(await active()).toEqual(['Closing'])
    expect(await outcomeOf(checklists().checklist(room.admin, second))).toBe('NOT_FOUND')
    await inTransaction<void>((tx) => setChecklistActive(tx, second, true))
    expect(await active()).toEqual(['Closing', 'Second'])
    const shape = async (id: string) =>
      (await checklists().categories([id]))[0]?.map(({ name, isDevelopment, children }) => [
        name,
        isDevelopment,
        children.map((each) => [each.name, each.isDevelopment]),
      ])
    expect(await shape(second)).toEqual(await shape(room.checklist))
  })

  test('CHK-45 ORG-30 without the flag of the portfolio or the switch of the deployment there is none', async () => {
    const off = await startTestServer(room.database, { CHECKLISTS: 'off' })
    try {
      const { checklists: none } = off.app.services
      expect(await outcomeOf(none.checklist(room.admin, room.checklist))).toBe('NOT_FOUND')
      expect(await outcomeOf(none.active(room.admin, room.place.portfolioId))).toBe('NOT_FOUND')
      const { id } = await item('Lease of Cedar Bluff')
      expect(await outcomeOf(none.change(room.admin, { ids: [id], status: 'DONE' }))).toBe('NOT_FOUND')
      expect(
        await outcomeOf(none.comment(room.admin, { checklistId: room.checklist, text: 'A', itemIds: [id] })),
      ).toBe('NOT_FOUND')
      expect(
        await outcomeOf(
          none.projects(await room.make.actorWith(room.place, ['REPORTS_VIEW']), room.place.portfolioId),
        ),
      ).toBe('FORBIDDEN')
    } finally {
      await off.close()
    }
    await room.database.pool.query('update portfolio set has_checklist = false where id = $1', [
      room.place.portfolioId,
    ])
    expect(await outcomeOf(checklists().checklist(room.admin, room.checklist))).toBe('NOT_FOUND')
    expect(await checklists().active(room.admin, room.place.portfolioId)).toEqual([])
  })
})

test('a page of the projects is cut by the database, and all of them are given where no page is asked for', async () => {
  for (let number = 10; number < 20; number += 1) await project(`Otter ${number}`)
  const email = `projects-${Math.random()}@fund.example`
  const person = await room.make.person({ email, password: PASSWORD })
  await room.make.member(room.ann.groupId, person)
  const client = new Client(room.server.address)
  await client.signIn(email, PASSWORD)
  const projects = async (part: { limit?: number; offset?: number }) => {
    const { data, errors } = await client.graphql(
      'query($id: ID!, $limit: Int, $offset: Int) { portfolioProjects(portfolioId: $id, limit: $limit, offset: $offset) { name } }',
      { id: room.place.portfolioId, ...part },
    )
    const found = data?.portfolioProjects as { name: string }[] | undefined
    return found?.map(({ name }) => name) ?? errors.map(({ message }) => message)
  }
  const all = await projects({})
  expect([all.length, all[0], all.at(-1)]).toEqual([12, 'Cedar Bluff', 'Otter 19'])
  const rows = await rowsGiven(async () => {
    expect(await projects({ limit: 3, offset: 2 })).toEqual(['Otter 10', 'Otter 11', 'Otter 12'])
    expect(await projects({ limit: 3, offset: 11 })).toEqual(['Otter 19'])
  })
  expect(Math.max(...rows)).toBe(3)
  expect(await projects({ offset: 10 })).toEqual(['Otter 18', 'Otter 19'])
  expect(await projects({ limit: 0 })).toEqual(['limit must be at least 1.'])
  expect(await projects({ offset: -1 })).toEqual(['offset must not be negative.'])
})

test('API-104 API-105 API-106 the operations of the page give the active checklists, the projects and users of the portfolio, and a whole one', async () => {
  const email = `page-${Math.random()}@fund.example`
  const person = await room.make.person({ email, password: PASSWORD })
  await room.make.member(room.ann.groupId, person)
  const client = new Client(room.server.address)
  await client.signIn(email, PASSWORD)
  await checklists().change(room.admin, {
    ids: [(await item('Lease of Cedar Bluff')).id],
    status: 'DONE',
    userId: room.ann.personId,
  })
  const { data: active } = await client.graphql(
    'query($id: ID!) { activeChecklists(portfolioId: $id) { id name portfolioId } portfolioProjects(portfolioId: $id) { name capacity cod offtakerName location { city state zipCode } } portfolioUsers(portfolioId: $id) { id } }',
    { id: room.place.portfolioId },
  )
  expect(active).toEqual({
    activeChecklists: [{ id: room.checklist, name: 'Closing', portfolioId: room.place.portfolioId }],
    portfolioProjects: ['Cedar Bluff', 'Harlan County'].map((name) => ({
      name,
      capacity: null,
      cod: null,
      offtakerName: null,
      location: { city: null, state: null, zipCode: null },
    })),
    // Those of the person's own groups, of whom Ann is one.
    portfolioUsers: expect.arrayContaining([{ id: room.ann.personId }, { id: person }]),
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
    { id: room.checklist },
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
    expect.objectContaining({ userId: room.ann.personId, link: null, commentCount: 0 }),
  ])
  expect(found.assignees.map(({ id }) => id)).toEqual([room.ann.personId])
})
