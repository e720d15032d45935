import { rowLabel } from '../../../shared/checklists.ts'
import { MINUTE_MS } from '../../../shared/durations.ts'
import { fullName } from '../../../shared/personName.ts'
import type { Actor } from '../../access/actor.ts'
import { scopeOf } from '../../access/scopes.ts'
import type { Connection } from '../../platform/database/database.ts'
import { personsByIds } from '../accounts/index.ts'
import { opensRoom } from '../funds/index.ts'
import {
  defineNotification,
  handlesNotification,
  type NotificationHandler,
  type NotificationItem,
  type NotificationKind,
  type Reader,
  type Written,
} from '../notifications/index.ts'
import { commentTexts } from './commentStore.ts'
import { type ChecklistRow, shownChecklist } from './opening.ts'
import { seesComment } from './policy.ts'
import { type NamedItem, namedItems } from './store.ts'

/** What a mail says, and the items that it is about; with none of them nothing is sent. */
type Letter = Pick<Written, 'subject' | 'title' | 'paragraphs' | 'quote'> & { items: readonly NamedItem[] }

/** Items were assigned to somebody: a mail about all that one person assigned within a few minutes (NOTIF-18). */
export const itemsAssigned = defineNotification<{ itemIds: readonly string[] }>('CHECKLIST_ASSIGNED', {
  quietMs: MINUTE_MS,
  maxDelayMs: 10 * MINUTE_MS,
})

/** Somebody commented on items that are assigned to the reader (NOTIF-18). */
export const itemsCommented = defineNotification<{ itemIds: readonly string[]; activityId: number }>(
  'CHECKLIST_COMMENTED',
  { quietMs: MINUTE_MS, maxDelayMs: 10 * MINUTE_MS },
)

/** Items that a mail names; of further ones it says how many they are. */
const MAX_NAMED = 20

type Item = NotificationItem<{ itemIds: readonly string[] }>

const labelOf = ({ parentNumber, rowNumber, category, project }: NamedItem): string =>
  `${rowLabel(parentNumber, rowNumber)} ${category}, ${project}`

/** Items of the events, the checklist as it is by now, and who of the readers may open it and is still assigned. */
async function found(db: Connection, items: readonly Item[], readers: readonly Reader[]) {
  const [first] = items
  const checklist = first ? await shownChecklist(db, first.subject.id) : null
  if (!first || !checklist) return null
  const named = await namedItems(
    db,
    checklist.id,
    items.flatMap(({ data }) => data.itemIds),
  )
  const [author] = first.causedBy === null ? [] : await personsByIds(db, [first.causedBy])
  return {
    checklist,
    by: author ? fullName(author) : 'Somebody',
    theirs: readers
      .filter(({ actor }) => opensRoom(actor, scopeOf(checklist), checklist.portfolioStatus))
      .map(({ person, actor }) => ({
        personId: person.id,
        actor,
        items: named.filter(({ userId }) => userId === person.id),
      }))
      .filter((each) => each.items.length > 0),
  }
}

const addressOf = (origin: string, { portfolioSlug, id }: ChecklistRow, item: NamedItem): string =>
  `${origin}/portfolios/${portfolioSlug}/checklist?checklist=${id}&item=${item.id}`

const listed = (items: readonly NamedItem[]): string[] => {
  const more = items.length - MAX_NAMED
  return [...items.slice(0, MAX_NAMED).map(labelOf), ...(more > 0 ? [`${more} more`] : [])]
}

const counted = (count: number): string => (count === 1 ? '1 checklist item' : `${count} checklist items`)

/** Who is assigned by now gets the mail: who was taken off meanwhile need not know any more. */
const writes = <Data extends { itemIds: readonly string[] }>(
  kind: NotificationKind<Data>,
  letter: (
    db: Connection,
    about: { checklist: ChecklistRow; by: string; events: readonly NotificationItem<Data>[] },
  ) => Promise<(items: readonly NamedItem[], reader: Actor) => Letter | null>,
  origin: () => string,
): NotificationHandler =>
  handlesNotification<Data>({
    kind,
    write: async (db, events, readers) => {
      const mails = new Map<string, Written>()
      const about = await found(db, events, readers)
      if (!about) return mails
      const { checklist, by } = about
      const write = await letter(db, { checklist, by, events })
      for (const { personId, actor, items } of about.theirs) {
        const letter = write(items, actor)
        const [first] = letter?.items ?? []
        if (!letter || !first) continue
        const { items: named, ...words } = letter
        mails.set(personId, {
          ...words,
          facts: [
            { label: 'Checklist', value: checklist.name },
            ...listed(named).map((value, at) => ({ label: at === 0 ? 'Items' : '', value })),
          ],
          button: { label: 'Open the checklist', url: addressOf(origin(), checklist, first) },
        })
      }
      return mails
    },
  })

/** The mails of the checklist; everything is as it is at the moment of the sending. */
export const checklistMails = (origin: () => string): NotificationHandler[] => [
  writes(
    itemsAssigned,
    async (_db, { checklist, by }) =>
      (items) => ({
        items,
        subject: `${checklist.portfolioName}: ${counted(items.length)} assigned to you`,
        title: `${counted(items.length)} assigned to you`,
        paragraphs: [`${by} assigned them to you in ${checklist.portfolioName}.`],
      }),
    origin,
  ),
  writes(
    itemsCommented,
    async (db, { checklist, by, events }) => {
      const comments = await commentTexts(
        db,
        events.map(({ data }) => data.activityId),
      )
      const place = scopeOf(checklist)
      return (assigned, reader) => {
        // Whom a comment is not for learns nothing of it (CHK-47).
        const theirs = comments.filter(({ addressees }) => seesComment(reader, { place, addressees }))
        const items = assigned.filter(({ id }) => theirs.some(({ itemId }) => itemId === id))
        const ids = new Set(items.map(({ id }) => id))
        const texts = [
          ...new Set(theirs.filter(({ itemId }) => ids.has(itemId)).map(({ comment }) => comment)),
        ]
        return {
          items,
          subject: `${checklist.portfolioName}: new comments on ${counted(items.length)} of yours`,
          title: `New comments on ${counted(items.length)} of yours`,
          paragraphs: [`${by} commented in ${checklist.portfolioName}.`],
          quote: texts.join('\n\n'),
        }
      }
    },
    origin,
  ),
]
