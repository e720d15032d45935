import type { ChecklistItemStatus } from '../../../shared/checklists.ts'
import { DEFAULT_CHECKLIST_STATUS, linkProblem, MAX_ITEMS } from '../../../shared/checklists.ts'
import type { Actor } from '../../access/actor.ts'
import { isPersonWho, personHolds } from '../../access/audience.ts'
import { badInput, forbidden, notFound, requireFields } from '../../access/errors.ts'
import { reauthorise } from '../../access/reauthorise.ts'
import { scopeOf } from '../../access/scopes.ts'
import { assertRevision } from '../../contracts/revisions.ts'
import type { Connection, Database, Tx } from '../../platform/database/database.ts'
import { isId } from '../../platform/ids.ts'
import { recordBy } from '../activity/index.ts'
import { notify } from '../notifications/index.ts'
import { itemsAssigned } from './mail.ts'
import { type ChecklistRow, openChecklistOf } from './opening.ts'
import { maySetItems } from './policy.ts'
import { type ItemChange, type ItemRow, type LockedItem, lockItems, updateItems } from './store.ts'

/** A change of items as it is asked for: what is left out stays. */
export interface ItemsChange {
  ids: readonly string[]
  /** Null falls back to the default (CHK-36). */
  status?: ChecklistItemStatus | null | undefined
  userId?: string | null | undefined
  /** Null and an empty text remove it. */
  link?: string | null | undefined
  /** What the person saw of it, where it is one item: what is given is compared. */
  known?:
    | {
        status?: ChecklistItemStatus | null | undefined
        userId?: string | null | undefined
        link?: string | null | undefined
      }
    | undefined
  /** When it was done, for what is entered later; then nobody is mailed. */
  at?: Date
}

const LEVELS = {
  link: 'Documents are linked in the row of a category. Please choose a cell there.',
  status: 'A category has no status and nobody assigned. Please choose one of its items.',
}

/** The change in the words of the store. @throws BAD_USER_INPUT */
function readChange({ status, userId, link }: ItemsChange): ItemChange {
  const text = link?.trim() ?? ''
  requireFields({ link: linkProblem(text) })
  return {
    ...(status === undefined ? {} : { status: status ?? DEFAULT_CHECKLIST_STATUS }),
    ...(userId === undefined ? {} : { userId }),
    ...(link === undefined ? {} : { link: text === '' ? null : text }),
  }
}

/** The checklist of the items, for whoever may change them. @throws NOT_FOUND, FORBIDDEN */
async function toSet(db: Connection, actor: Actor, itemId: string): Promise<ChecklistRow> {
  const checklist = await openChecklistOf(db, actor, itemId)
  if (!maySetItems(actor, scopeOf(checklist))) throw forbidden()
  return checklist
}

function requireKnown(item: LockedItem, { known, ...change }: ItemsChange): void {
  if (!known) return
  const now = { status: item.status, userId: item.userId, link: item.link }
  // Who changes one field may not know of the others.
  const fields = (['status', 'userId', 'link'] as const).filter(
    (field) => change[field] !== undefined && known[field] !== undefined,
  )
  assertRevision({
    of: 'checklistItem',
    known,
    now,
    // Nobody, and no link, are states as well.
    isSame: () => fields.every((field) => (known[field] ?? null) === now[field]),
    what: 'this item',
    newer: { id: item.id, ...now },
  })
}

/**
 * Changes items of one checklist: all of them, or none (CHK-11).
 * @throws NOT_FOUND for an item that the actor does not see, FORBIDDEN without CHECKLISTS_ADMIN (ORG-48), BAD_USER_INPUT,
 * CONFLICT where it is no longer what the person knew
 */
export async function changeItems(db: Database, actor: Actor, change: ItemsChange): Promise<ItemRow[]> {
  const ids = [...new Set(change.ids)]
  const [first] = ids
  if (first === undefined || ids.length > MAX_ITEMS) throw badInput(`Please choose 1 to ${MAX_ITEMS} items.`)
  await toSet(db, actor, first)
  const wanted = readChange(change)
  return db.transaction().execute(async (tx) => {
    const checklist = await reauthorise(tx, actor, (now) => toSet(tx, now, first))
    const items = await lockItems(tx, checklist.id, ids)
    if (items.length !== ids.length) throw notFound('Item')
    if (wanted.link !== undefined && items.some(({ isParent }) => !isParent)) throw badInput(LEVELS.link)
    if ((wanted.status ?? wanted.userId) !== undefined && items.some(({ isParent }) => isParent)) {
      throw badInput(LEVELS.status)
    }
    for (const item of items) requireKnown(item, change)
    await requireAssignee(tx, checklist, wanted.userId)
    if (items.every((item) => isAlready(item, wanted))) return items
    const [activityId = 0] = await recordBy(tx, actor, [
      {
        kind: 'CHANGE_CHECKLIST',
        organisationId: checklist.organisationId,
        subject: { kind: 'checklist', id: checklist.id },
        detail: { itemIds: ids, ...wanted },
        ...(change.at ? { at: change.at } : {}),
      },
    ])
    const changed = await updateItems(tx, ids, wanted, activityId)
    if (!change.at) await notifyAssignee(tx, { actor, checklist, items, userId: wanted.userId })
    return changed
  })
}

const isAlready = (item: LockedItem, wanted: ItemChange): boolean =>
  (['status', 'userId', 'link'] as const).every(
    (field) => wanted[field] === undefined || wanted[field] === item[field],
  )

/** Assignees are users of the portfolio, or nobody (CHK-40). @throws BAD_USER_INPUT */
async function requireAssignee(
  tx: Tx,
  checklist: ChecklistRow,
  userId: string | null | undefined,
): Promise<void> {
  if (userId === undefined || userId === null) return
  const isUser = isId(userId) && (await isPersonWho(tx, userId, personHolds(scopeOf(checklist), 'ANY')))
  requireFields({ userId: isUser ? null : 'Please choose a user with access to this portfolio.' })
}

/** Of what was not theirs before (NOTIF-18). */
async function notifyAssignee(
  tx: Tx,
  {
    actor,
    checklist,
    items,
    userId,
  }: {
    actor: Actor
    checklist: ChecklistRow
    items: readonly LockedItem[]
    userId: string | null | undefined
  },
): Promise<void> {
  const added = items.filter((item) => item.userId !== userId)
  if (userId === undefined || userId === null || added.length === 0) return
  await notify(tx, itemsAssigned, {
    subject: { kind: 'checklist', id: checklist.id },
    by: actor.personId,
    place: scopeOf(checklist),
    candidates: [userId],
    digest: `${checklist.id} ${actor.personId}`,
    data: { itemIds: added.map(({ id }) => id) },
  })
}
