import { sql } from 'kysely'
import { badInput } from '../../access/errors.ts'
import { requireNoHoldOf } from '../../access/legalHold.ts'
import {
  type AdminResource,
  flagIn,
  numberIn,
  type OfficeValues,
  requiredIn,
  tableResource,
  textIn,
} from '../../admin/index.ts'
import type { Tx } from '../../platform/database/database.ts'
import { removeChecklist } from './removedChecklists.ts'
import { copyCategories, createChecklist, requireRoomFor, setChecklistActive } from './setup.ts'

const checklists = (): AdminResource => ({
  ...tableResource({
    name: 'checklist',
    path: 'checklists/checklist',
    section: 'Projects',
    one: 'checklist',
    many: 'Checklists',
    about: 'A checklist shows on the page of its portfolio while it is active.',
    table: 'checklist',
    names: 'name',
    searched: ['name'],
    sort: 'name',
    toldBy: ['portfolioId'],
    columns: { copyFrom: sql`null::uuid` },
    fields: [
      { name: 'name', label: 'Name', type: 'TEXT', required: true, listed: true, sortable: true, max: 200 },
      {
        name: 'portfolioId',
        label: 'Portfolio',
        type: 'REFERENCE',
        of: 'portfolio',
        required: true,
        fixed: true,
        listed: true,
        filter: true,
      },
      {
        name: 'isActive',
        label: 'Active',
        type: 'FLAG',
        help: 'Shown in the portfolio, with all of its categories.',
        listed: true,
        filter: true,
      },
      {
        name: 'copyFrom',
        label: 'Copy the categories of',
        type: 'REFERENCE',
        of: 'checklist',
        fixed: true,
        help: 'Names and order alone: no items, comments or links.',
      },
      { name: 'createdAt', label: 'Created', type: 'MOMENT', readOnly: true, listed: true },
    ],
  }),
  create: async (tx, _actor, values) => {
    const id = await createChecklist(tx, {
      portfolioId: requiredIn(values, 'portfolioId'),
      name: requiredIn(values, 'name'),
      isActive: flagIn(values, 'isActive'),
    })
    const from = textIn(values, 'copyFrom')
    if (from !== null) await copyCategories(tx, from, id)
    return id
  },
  change: async (tx, _actor, id, values) => {
    await tx
      .updateTable('checklist')
      .set({ name: requiredIn(values, 'name') })
      .where('id', '=', id)
      .execute()
    await setChecklistActive(tx, id, flagIn(values, 'isActive'))
  },
  remove: (tx, actor, id) => removeChecklist(tx, actor, id),
})

/** Categories have two levels (BO-24). @throws BAD_USER_INPUT for a parent elsewhere, and for one that has a parent itself */
async function requireParent(tx: Tx, values: OfficeValues): Promise<void> {
  const parentId = textIn(values, 'parentId')
  if (parentId === null) return
  const { rows } = await sql`
    select from checklist_category
    where id = ${parentId} and checklist_id = ${requiredIn(values, 'checklistId')} and parent_id is null`.execute(
    tx,
  )
  const wrong = 'Please choose a category of the first level of the same checklist.'
  if (rows.length === 0) throw badInput(wrong, { parentId: wrong })
}

const columnsOf = (values: OfficeValues) => ({
  name: requiredIn(values, 'name'),
  row_number: numberIn(values, 'rowNumber') ?? 1,
  is_development: flagIn(values, 'isDevelopment'),
  is_operating: flagIn(values, 'isOperating'),
})

const categories = (): AdminResource => ({
  ...tableResource({
    name: 'checklistcategory',
    path: 'checklists/checklistcategory',
    section: 'Projects',
    one: 'checklist category',
    many: 'Checklist categories',
    about: 'In two levels. Each project of the portfolio has an item in each category that applies to it.',
    table: 'checklist_category',
    keyType: 'bigint',
    names: 'name',
    searched: ['name'],
    sort: 'rowNumber',
    toldBy: ['parentId', 'checklistId'],
    fields: [
      { name: 'name', label: 'Name', type: 'TEXT', required: true, listed: true, sortable: true, max: 200 },
      {
        name: 'checklistId',
        label: 'Checklist',
        type: 'REFERENCE',
        of: 'checklist',
        required: true,
        fixed: true,
        listed: true,
        filter: true,
      },
      {
        name: 'parentId',
        label: 'Below',
        type: 'REFERENCE',
        of: 'checklistcategory',
        within: 'checklistId',
        fixed: true,
        listed: true,
        help: 'None for a category of the first level.',
      },
      {
        name: 'rowNumber',
        label: 'Order',
        type: 'NUMBER',
        required: true,
        whole: true,
        least: 1,
        most: 10_000,
        initial: '1',
        listed: true,
        sortable: true,
      },
      { name: 'isDevelopment', label: 'For new builds', type: 'FLAG', initial: 'true', listed: true },
      {
        name: 'isOperating',
        label: 'For projects in operation',
        type: 'FLAG',
        initial: 'true',
        listed: true,
      },
    ],
  }),
  create: async (tx, _actor, values) => {
    await requireParent(tx, values)
    await requireRoomFor(tx, requiredIn(values, 'checklistId'), 1)
    const { id } = await tx
      .insertInto('checklist_category')
      .values({
        checklist_id: requiredIn(values, 'checklistId'),
        parent_id: numberIn(values, 'parentId'),
        ...columnsOf(values),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return String(id)
  },
  change: async (tx, _actor, id, values) => {
    await tx.updateTable('checklist_category').set(columnsOf(values)).where('id', '=', Number(id)).execute()
  },
  remove: async (tx, _actor, id) => {
    // With its cells and what was written of them (STAGE-12).
    await requireNoHoldOf(
      tx,
      sql`(select checklist.portfolio_id from checklist_category category
        join checklist on checklist.id = category.checklist_id where category.id = ${Number(id)})`,
    )
    await tx.deleteFrom('checklist_category').where('id', '=', Number(id)).execute()
  },
})

/** Checklists with their categories, as staff set them up (BO-24, BO-25, CHK-46). */
export const checklistKinds = (): AdminResource[] => [checklists(), categories()]
