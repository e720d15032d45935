import { expect, test } from 'vitest'
import type { ChecklistItemStatus } from '../../../shared/checklists.ts'
import { outcomeOf } from '../../../testing/outcome.ts'
import { checklistRoom } from './checklists.fixture.ts'
import { addCategories, createChecklist, type ItemsPart } from './index.ts'

/** What a page reads of a matrix as it comes in sight, and what it shows of the rest. */

const room = checklistRoom()
const { checklists, item } = room
const itemsIn = async (id: string, part: ItemsPart) =>
  checklists().items(room.ann, [await checklists().checklist(room.ann, id)], part)

test('CHK-42 API-104 items are read by projects, or by their ids, and never those of another checklist', async () => {
  const lease = await item('Lease of Cedar Bluff')
  const read = async (part: { projectIds?: string[]; ids?: string[] }) => {
    const [items = []] = await itemsIn(room.checklist, { projectIds: null, ids: null, ...part })
    return items
  }
  const ofOne = await read({ projectIds: [lease.projectId] })
  expect(ofOne).toHaveLength(5)
  expect(new Set(ofOne.map(({ projectId }) => projectId))).toEqual(new Set([lease.projectId]))
  expect(await read({ ids: [lease.id, 'x', '999999999999'] })).toEqual([lease])
  expect(await read({ projectIds: ['x'] })).toEqual([])
  const other = await room.database.db.transaction().execute(async (tx) => {
    const id = await createChecklist(tx, {
      portfolioId: room.place.portfolioId,
      name: 'Other',
      isActive: true,
    })
    await addCategories(tx, id, [{ name: 'Insurance' }])
    return id
  })
  const whole = { projectIds: null, ids: null }
  const [[insurance] = []] = await itemsIn(other, whole)
  expect(insurance).toBeDefined()
  expect(await read({ ids: [insurance?.id ?? ''] })).toEqual([])
  expect(await itemsIn(other, { ...whole, ids: [lease.id] })).toEqual([[]])
  const many = Array.from({ length: 201 }, (_, at) => String(at + 1))
  expect(await outcomeOf(read({ ids: many }))).toBe('BAD_USER_INPUT')
  expect(await outcomeOf(read({ projectIds: many }))).toBe('BAD_USER_INPUT')
})

test('CHK-01 CHK-33 CHK-34 CHK-43 the figures count the items of children that apply, and no others', async () => {
  const figures = async () => (await checklists().counts([room.checklist]))[0]
  expect(await figures()).toMatchObject({ total: 5, done: 0, attention: 0, inProgress: 5, assigned: 0 })
  const set = async (name: string, status: ChecklistItemStatus, userId?: string) =>
    checklists().change(room.admin, {
      ids: [(await item(name)).id],
      status,
      ...(userId !== undefined && { userId }),
    })
  await set('Lease of Cedar Bluff', 'DONE', room.ann.personId)
  await set('Title of Cedar Bluff', 'SIGNATURE_REQUIRED')
  await set('Lease of Harlan County', 'FOLLOW_UP_NEEDED')
  await set('Spare parts of Cedar Bluff', 'DONE')
  expect(await figures()).toMatchObject({ total: 5, done: 2, attention: 2, inProgress: 1, assigned: 1 })
  // In another phase the spare parts no longer apply.
  const { projectId } = await item('Lease of Cedar Bluff')
  await room.database.pool.query(`update project set status = 'NEW_BUILD' where id = $1`, [projectId])
  expect(await figures()).toMatchObject({ total: 4, done: 1, attention: 2, inProgress: 1, assigned: 1 })
})

test('CHK-14 the rows with a cell that meets all of a filter are named', async () => {
  const [lease, title, parts] = [
    await item('Lease of Cedar Bluff'),
    await item('Title of Harlan County'),
    await item('Spare parts of Cedar Bluff'),
  ]
  await checklists().change(room.admin, { ids: [lease.id], status: 'DONE', userId: room.ann.personId })
  await checklists().change(room.admin, { ids: [title.id], status: 'DONE' })
  const found = async (filter: Partial<Parameters<ReturnType<typeof checklists>['matching']>[1]>) => {
    const [ids = []] = await checklists().matching([room.checklist], {
      statuses: null,
      userIds: null,
      projectIds: null,
      ...filter,
    })
    return ids.toSorted()
  }
  expect(await found({ statuses: ['DONE'] })).toEqual([lease.categoryId, title.categoryId].toSorted())
  expect(await found({ statuses: ['DONE'], userIds: [room.ann.personId] })).toEqual([lease.categoryId])
  expect(await found({ statuses: ['DONE'], userIds: [null] })).toEqual([title.categoryId])
  expect(await found({ statuses: ['DONE'], userIds: [null], projectIds: [lease.projectId] })).toEqual([])
  expect(await found({ userIds: [null], projectIds: [lease.projectId] })).toEqual(
    [title.categoryId, parts.categoryId].toSorted(),
  )
  expect(await found({ statuses: [] })).toEqual([])
  expect(await found({ userIds: ['x'] })).toEqual([])
})
