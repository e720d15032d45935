import { OVERVIEW_LIMITS } from '../../../shared/overviewRules.ts'
import type { Actor } from '../../access/actor.ts'
import { conflict, forbidden, notFound, requireFields } from '../../access/errors.ts'
import { assertRevision } from '../../contracts/revisions.ts'
import type { Connection, Database, Tx } from '../../platform/database/database.ts'
import { withLock } from '../../platform/database/withLock.ts'
import { isId } from '../../platform/ids.ts'
import type { Funds } from '../funds/index.ts'
import {
  type EntityAt,
  editedEntity,
  entityAt,
  type OpenEntity,
  openEntity,
  overviewLock,
  stillEdits,
} from './entities.ts'
import { moved } from './pages.ts'
import { editsOverview, seesOverview } from './policy.ts'
import {
  countTimelines,
  deleteMilestone,
  insertMilestone,
  insertTimeline,
  type MilestoneRow,
  type MilestoneTexts,
  milestonesOf,
  setMilestoneOrder,
  type TimelineRow,
  timelineById,
  timelineLock,
  timelineOf,
  updateMilestone,
} from './timelineStore.ts'

/** A timeline that the actor sees. */
export interface Timeline extends TimelineRow {
  canEdit: boolean
  milestones: MilestoneRow[]
}

/** Timelines of overviews. What the actor does not see is NOT_FOUND; a change needs DEALROOM_ADMIN, else FORBIDDEN. */
export interface Timelines {
  timeline(actor: Actor, id: string): Promise<Timeline>
  /** With one milestone (TIME-15). @throws CONFLICT where the entity has too many */
  create(actor: Actor, at: EntityAt): Promise<string>
  /** Active, empty and last (TIME-09). @throws CONFLICT where there are too many */
  addMilestone(actor: Actor, timelineId: string): Promise<MilestoneRow>
  /** @throws BAD_USER_INPUT for a text that is too long, CONFLICT with the newer texts where `revision` is an older one */
  update(
    actor: Actor,
    milestoneId: string,
    texts: MilestoneTexts & { revision?: number | null | undefined },
  ): Promise<MilestoneRow>
  /** @throws CONFLICT for the last one (TIME-11) */
  remove(actor: Actor, milestoneId: string): Promise<Timeline>
  reorder(actor: Actor, milestoneId: string, up: boolean): Promise<Timeline>
}

/** Sentences that the back office says as well. */
export const TOO_MANY_TIMELINES = `There are ${OVERVIEW_LIMITS.timelines} timelines already. Please use one of them.`
export const TOO_MANY_MILESTONES = `A timeline has at most ${OVERVIEW_LIMITS.milestones} milestones.`
/** TIME-11 */
export const LAST_MILESTONE = 'The last milestone of a timeline can’t be deleted.'

const tooLong = (text: string | undefined, most: number): string | null =>
  text !== undefined && text.length > most
    ? `Please use at most ${most.toLocaleString('en')} characters.`
    : null

export function createTimelines(db: Database, funds: Funds): Timelines {
  const open = async (
    actor: Actor,
    id: string | null,
    what = 'Timeline',
  ): Promise<{ row: TimelineRow; entity: OpenEntity }> => {
    const row = id !== null && isId(id) ? await timelineById(db, id) : null
    const entity = row && (await openEntity(funds, actor, entityAt(row.portfolioId, row.companyId)))
    if (!row || !entity || !seesOverview(actor, entity.place)) throw notFound(what)
    return { row, entity }
  }
  const withMilestones = async (
    on: Connection,
    actor: Actor,
    { row, entity }: { row: TimelineRow; entity: OpenEntity },
  ): Promise<Timeline> => ({
    ...row,
    canEdit: editsOverview(actor, entity.place),
    milestones: await milestonesOf(on, [row.id]),
  })
  /** A change of a timeline, one after the other, with the right asked again. */
  const changing = async <T>(
    actor: Actor,
    found: { row: TimelineRow; entity: OpenEntity },
    work: (tx: Tx, milestones: MilestoneRow[]) => Promise<T>,
  ): Promise<T> => {
    if (!editsOverview(actor, found.entity.place)) throw forbidden()
    return withLock(db, timelineLock(found.row.id), async (tx) => {
      await stillEdits(tx, actor, found.entity)
      return work(tx, await milestonesOf(tx, [found.row.id]))
    })
  }
  const ofMilestone = async (actor: Actor, milestoneId: string) =>
    open(actor, isId(milestoneId) ? await timelineOf(db, milestoneId) : null, 'Milestone')
  const milestone = async (on: Connection, timelineId: string, id: string): Promise<MilestoneRow> => {
    const found = (await milestonesOf(on, [timelineId])).find((each) => each.id === id)
    if (!found) throw notFound('Milestone')
    return found
  }
  return {
    timeline: async (actor, id) => withMilestones(db, actor, await open(actor, id)),
    create: async (actor, at) => {
      const entity = await editedEntity(funds, actor, at)
      return withLock(db, overviewLock(entity.id), async (tx) => {
        await stillEdits(tx, actor, entity)
        if ((await countTimelines(tx, entity.id)) >= OVERVIEW_LIMITS.timelines) {
          throw conflict(TOO_MANY_TIMELINES)
        }
        const id = await insertTimeline(tx, entity)
        await insertMilestone(tx, id, 0)
        return id
      })
    },
    addMilestone: async (actor, timelineId) =>
      changing(actor, await open(actor, timelineId), async (tx, milestones) => {
        if (milestones.length >= OVERVIEW_LIMITS.milestones) {
          throw conflict(TOO_MANY_MILESTONES)
        }
        const id = await insertMilestone(tx, timelineId, milestones.length)
        return milestone(tx, timelineId, id)
      }),
    update: async (actor, milestoneId, { revision, ...texts }) => {
      const found = await ofMilestone(actor, milestoneId)
      requireFields({
        dueDate: tooLong(texts.dueDate, OVERVIEW_LIMITS.dueDate),
        title: tooLong(texts.title, OVERVIEW_LIMITS.milestoneTitle),
        body: tooLong(texts.body, OVERVIEW_LIMITS.milestoneBody),
      })
      return changing(actor, found, async (tx, milestones) => {
        const before = milestones.find(({ id }) => id === milestoneId)
        if (!before) throw notFound('Milestone')
        assertRevision({
          of: 'milestone',
          known: revision,
          now: before.revision,
          what: 'this milestone',
          newer: {
            dueDate: before.dueDate,
            title: before.title,
            body: before.body,
            status: before.status,
          },
        })
        await updateMilestone(tx, milestoneId, texts)
        return milestone(tx, found.row.id, milestoneId)
      })
    },
    remove: async (actor, milestoneId) => {
      const found = await ofMilestone(actor, milestoneId)
      return changing(actor, found, async (tx, milestones) => {
        if (milestones.length <= 1) throw conflict(LAST_MILESTONE)
        await deleteMilestone(tx, milestoneId)
        await setMilestoneOrder(
          tx,
          milestones.flatMap(({ id }) => (id === milestoneId ? [] : [id])),
        )
        return withMilestones(tx, actor, found)
      })
    },
    reorder: async (actor, milestoneId, up) => {
      const found = await ofMilestone(actor, milestoneId)
      return changing(actor, found, async (tx, milestones) => {
        const ids = milestones.map(({ id }) => id)
        await setMilestoneOrder(tx, moved(ids, milestoneId, up))
        return withMilestones(tx, actor, found)
      })
    },
  }
}
