import { sql } from 'kysely'
import { OVERVIEW_LIMITS } from '../../../shared/overviewRules.ts'
import type { Actor } from '../../access/actor.ts'
import { conflict, notFound } from '../../access/errors.ts'
import { requireNoHoldOf } from '../../access/legalHold.ts'
import {
  type AdminResource,
  choiceIn,
  isSameValue,
  numberIn,
  type OfficeField,
  type OfficeValues,
  onlyChanged,
  optionsOf,
  requiredIn,
  tableResource,
  textIn,
} from '../../admin/index.ts'
import type { Tx } from '../../platform/database/database.ts'
import { alsoLock } from '../../platform/database/withLock.ts'
import type { Funds } from '../funds/index.ts'
import { entityAt, openEntity, overviewLock } from './entities.ts'
import {
  countTimelines,
  deleteMilestone,
  insertMilestone,
  insertTimeline,
  type MilestoneRow,
  type MilestoneTexts,
  milestonesOf,
  setMilestoneOrder,
  timelineLock,
  timelineOf,
  updateMilestone,
} from './timelineStore.ts'
import { LAST_MILESTONE, TOO_MANY_MILESTONES, TOO_MANY_TIMELINES } from './timelines.ts'

/** What a kind needs of the others of overviews: the fields that name a fund entity, and which one they name. */
export interface OwnedKind {
  entity: readonly OfficeField[]
  ownerIn(values: OfficeValues): { portfolio_id: string | null; holding_company_id: string | null }
}

/** Timelines with their milestones (BO-26). Pages show them by the id in their text (TIME-14). */
export const timelineKinds = (funds: Funds, owned: OwnedKind): AdminResource[] => [
  timelines(funds, owned),
  milestones(),
]

const timelines = (funds: Funds, { entity, ownerIn }: OwnedKind): AdminResource => {
  const create = async (tx: Tx, actor: Actor, values: OfficeValues): Promise<string> => {
    const owner = ownerIn(values)
    const open = await openEntity(funds, actor, entityAt(owner.portfolio_id, owner.holding_company_id))
    if (!open) throw notFound(owner.portfolio_id === null ? 'Holding company' : 'Portfolio')
    await alsoLock(tx, overviewLock(open.id))
    if ((await countTimelines(tx, open.id)) >= OVERVIEW_LIMITS.timelines) throw conflict(TOO_MANY_TIMELINES)
    const id = await insertTimeline(tx, open, requiredIn(values, 'name'))
    await insertMilestone(tx, id, 0)
    return id
  }
  return {
    ...tableResource({
      name: 'timeline',
      path: 'portfolios/timeline',
      section: 'Funds',
      one: 'timeline',
      many: 'Timelines',
      about: 'Shown where a page of the overview has it in its text. A new one starts with one milestone.',
      table: 'timeline',
      parts: ['milestone'],
      names: 'name',
      searched: ['name'],
      sort: '-createdAt',
      fields: [
        { name: 'name', label: 'Name', type: 'TEXT', required: true, initial: 'Timeline', listed: true },
        ...entity,
        {
          name: 'createdAt',
          label: 'Created',
          type: 'MOMENT',
          readOnly: true,
          listed: true,
          sortable: true,
        },
      ],
    }),
    create,
    change: async (tx, _actor, id, values) => {
      await tx
        .updateTable('timeline')
        .set({ name: requiredIn(values, 'name') })
        .where('id', '=', id)
        .execute()
    },
    remove: async (tx, _actor, id) => {
      await requireNoHoldOf(tx, sql`(select portfolio_id from timeline where id = ${id})`)
      await tx.deleteFrom('timeline').where('id', '=', id).execute()
    },
  }
}

const STATES = { ACTIVE: 'In progress', COMPLETE: 'Complete' } as const
const STATE_NAMES = ['ACTIVE', 'COMPLETE'] as const

const textsOf = (values: OfficeValues): Required<MilestoneTexts> => ({
  dueDate: textIn(values, 'dueDate') ?? '',
  title: textIn(values, 'title') ?? '',
  body: textIn(values, 'body') ?? '',
  status: choiceIn(values, 'status', STATE_NAMES) ?? 'ACTIVE',
})

/** The milestones of a timeline that nobody else changes until the end of the transaction. */
async function lockedMilestones(tx: Tx, timelineId: string): Promise<MilestoneRow[]> {
  await alsoLock(tx, timelineLock(timelineId))
  return milestonesOf(tx, [timelineId])
}

/** Puts one of them at a place, counted from 1, and closes the gaps (TIME-17). */
const placeAt = (tx: Tx, ids: readonly string[], id: string, place: number): Promise<void> => {
  const others = ids.filter((each) => each !== id)
  return setMilestoneOrder(tx, others.toSpliced(Math.min(place - 1, others.length), 0, id))
}

const milestones = (): AdminResource => ({
  ...tableResource({
    name: 'milestone',
    path: 'portfolios/milestone',
    section: 'Funds',
    one: 'milestone',
    many: 'Milestones',
    about: 'A timeline keeps at least one.',
    table: 'milestone',
    names: sql`coalesce(nullif(row.title, ''), 'Milestone without a title')`,
    searched: ['title', 'due_date'],
    sort: 'place',
    columns: { place: sql`row.position + 1` },
    orders: { place: [sql`row.position`] },
    fields: [
      { name: 'title', label: 'Title', type: 'TEXT', listed: true, max: OVERVIEW_LIMITS.milestoneTitle },
      {
        name: 'timelineId',
        label: 'Timeline',
        type: 'REFERENCE',
        of: 'timeline',
        required: true,
        fixed: true,
        listed: true,
        filter: true,
      },
      {
        name: 'place',
        label: 'Place',
        type: 'NUMBER',
        whole: true,
        least: 1,
        most: OVERVIEW_LIMITS.milestones,
        listed: true,
        sortable: true,
        help: 'Counted from 1; empty for the last.',
      },
      { name: 'dueDate', label: 'Due date', type: 'TEXT', listed: true, max: OVERVIEW_LIMITS.dueDate },
      {
        name: 'status',
        label: 'Status',
        type: 'CHOICE',
        options: optionsOf(STATES),
        required: true,
        initial: 'ACTIVE',
        listed: true,
        filter: true,
      },
      { name: 'body', label: 'Text', type: 'LONG_TEXT', max: OVERVIEW_LIMITS.milestoneBody },
    ],
  }),
  lockOf: async (db, id) => timelineLock((await timelineOf(db, id)) ?? ''),
  create: async (tx, _actor, values) => {
    const timelineId = requiredIn(values, 'timelineId')
    const there = await lockedMilestones(tx, timelineId)
    if (there.length >= OVERVIEW_LIMITS.milestones) throw conflict(TOO_MANY_MILESTONES)
    const id = await insertMilestone(tx, timelineId, there.length, textsOf(values))
    const ids = [...there.map((each) => each.id), id]
    await placeAt(tx, ids, id, numberIn(values, 'place') ?? ids.length)
    return id
  },
  change: async (tx, _actor, id, values, before) => {
    const { dueDate, title, body, status } = textsOf(values)
    const changed = onlyChanged<MilestoneTexts>(values, before, {
      dueDate: { dueDate },
      title: { title },
      body: { body },
      status: { status },
    })
    if (Object.keys(changed).length > 0) await updateMilestone(tx, id, changed)
    if (isSameValue(values.place, before.place)) return
    const ids = (await milestonesOf(tx, [requiredIn(values, 'timelineId')])).map((each) => each.id)
    await placeAt(tx, ids, id, numberIn(values, 'place') ?? ids.length)
  },
  remove: async (tx, _actor, id) => {
    const there = await milestonesOf(tx, [(await timelineOf(tx, id)) ?? ''])
    if (there.length <= 1) throw conflict(LAST_MILESTONE)
    await deleteMilestone(tx, id)
    await setMilestoneOrder(
      tx,
      there.flatMap((each) => (each.id === id ? [] : [each.id])),
    )
  },
})
