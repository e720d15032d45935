import { sql } from 'kysely'
import { formatDuration } from '../../../../shared/format/duration.ts'
import { formatCount } from '../../../../shared/format/number.ts'
import { formatDate } from '../../../../shared/format/time.ts'
import { findPeople, personHoldsAny } from '../../../access/audience.ts'
import { scopeOf } from '../../../access/scopes.ts'
import type { Connection, Database } from '../../../platform/database/database.ts'
import type { ScheduledJob } from '../../../platform/jobs/index.ts'
import { entityAddress } from '../../funds/index.ts'
import {
  defineNotification,
  handlesNotification,
  type NotificationHandler,
  notifyOfEach,
  type Written,
} from '../../notifications/index.ts'
import { pageOf, slugsOf, type TreeSlugs } from '../core/addresses.ts'
import { type OpenTree, openOrNull, TREE_COLUMNS, TREES, type TreeRow, treeRowOf } from '../core/trees.ts'
import { ANALYSTS, mayAnalyse } from '../policy.ts'
import { type GroupReading, readingByGroup } from './readingStore.ts'

/** The week of a mail, from its beginning to its end. */
interface Week {
  /** Null for all until the end. */
  since: string | null
  until: string
}

/** Pages of a room were read since the last such mail (PAGE-32). */
const roomRead = defineNotification<Week>('ROOM_READ')

/** Hour of a Monday, UTC, from which on mails are written, and up to which they tell. */
const HOUR = 7

/** The Monday at seven that has passed last. */
const lastMonday = (now: Date): Date => {
  const monday = new Date(now.getTime())
  monday.setUTCHours(HOUR, 0, 0, 0)
  if (monday > now) monday.setUTCDate(monday.getUTCDate() - 1)
  monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7))
  return monday
}

/** Has those with the right notified of each room in which pages were read before this Monday, and since the last mail. */
export async function announceReading(db: Database, now: Date): Promise<void> {
  const until = lastMonday(now)
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<TreeRow & { since: Date | null }>`
      with due as (
        select id, reading_mailed_at from document_tree
        where coalesce(reading_mailed_at < ${until}, true) and exists (
          select from page_reading r where r.tree_id = document_tree.id and r.ms > 0 and r.last_at < ${until}
            and coalesce(r.last_at >= document_tree.reading_mailed_at, true))
        order by id for update skip locked
      ), written as (
        update document_tree set reading_mailed_at = ${until} from due where due.id = document_tree.id
      )
      select due.reading_mailed_at as since, ${TREE_COLUMNS} from due join (${TREES}) on t.id = due.id`.execute(
      tx,
    )
    await notifyOfEach(
      tx,
      roomRead,
      rows.map((row) => ({
        subject: { kind: 'document_tree', id: row.treeId },
        by: null,
        place: scopeOf(row),
        data: { since: row.since?.toISOString() ?? null, until: until.toISOString() },
      })),
    )
  })
}

/** On Mondays, each hour from seven on: what one hour has missed the next one does. */
export const readingJob = (db: Database): ScheduledJob => ({
  name: 'announce_reading',
  pattern: `3 ${HOUR}-23 * * 1`,
  run: () => announceReading(db, new Date()),
})

/** Groups that a mail names; the page has the others. */
const MAX_NAMED = 20
/** Groups among which it looks for those, the longest reading first: no room has more. */
const MAX_GROUPS = 1000

/** By which documents somebody's figures are: those for whom it is the same get the same mail. */
const classOf = ({ rights, principals }: OpenTree): string =>
  rights.admin ? 'admin' : [...principals].sort().join(' ')

/** Writes the mails: to each of those with the analytics right by then what was read of documents that they may see. */
export const readingMail = (origin: () => string): NotificationHandler =>
  handlesNotification({
    kind: roomRead,
    audience: async (db, [item], page) => {
      const row = item && (await treeRowOf(db, item.subject.id))
      if (!row) return []
      const place = scopeOf(row)
      return findPeople(db, place.organisationId, personHoldsAny(place, ANALYSTS), page)
    },
    write: async (db, [item], readers) => {
      const mails = new Map<string, Written>()
      const row = item && (await treeRowOf(db, item.subject.id))
      if (!row) return mails
      const opened = readers.flatMap(({ person, actor }) => {
        const tree = openOrNull(actor, row)
        return tree && mayAnalyse(actor, tree.place) ? [{ id: person.id, tree }] : []
      })
      for (const members of Map.groupBy(opened, ({ tree }) => classOf(tree)).values()) {
        const [first] = members
        const written = first && (await letterOf(db, first.tree, item.data, origin()))
        for (const { id } of written ? members : []) if (written) mails.set(id, written)
      }
      return mails
    },
  })

/** The page with the reading times of a room, or the room's own where it has none. */
const pageOfReading = (tree: OpenTree, slugs: TreeSlugs): string =>
  tree.place.kind === 'portfolio' && tree.type === 'DOCUMENTS'
    ? `${entityAddress(tree.place, slugs.entity)}/documents-analytics`
    : pageOf(tree, slugs)

async function letterOf(
  db: Connection,
  tree: OpenTree,
  { since, until }: Week,
  origin: string,
): Promise<Written | null> {
  const week = { since: since === null ? null : new Date(since), until: new Date(until) }
  const asked = { limit: MAX_GROUPS, offset: 0, ordering: 'time', descending: true }
  const { rows } = await readingByGroup(db, tree, { ...week, ...asked })
  const read = rows.filter(({ ms }) => ms > 0).sort(byMost)
  if (read.length === 0) return null
  const named = read.slice(0, MAX_NAMED)
  const subject = `${tree.name}: pages that were read`
  const page = `${origin}${pageOfReading(tree, await slugsOf(db, tree))}`
  return {
    subject,
    title: subject,
    paragraphs: [
      since === null
        ? `What groups have read until ${formatDate(until)}, of the files that they may see.`
        : `What groups have read from ${formatDate(since)} to ${formatDate(until)}, of the files that they may see.`,
    ],
    facts: named.map(({ name, share, pagesRead, ms }) => ({
      label: name,
      value: `${Math.round(share * 100)} % of files, ${formatCount(pagesRead, 'page')}, ${formatDuration(ms)}`,
    })),
    button: { label: 'Open reading times', url: page },
    ...(read.length > named.length ? { more: { label: 'More groups', url: page } } : {}),
  }
}

/** By share, pages and time, the most first. */
const byMost = (one: GroupReading, other: GroupReading): number =>
  other.share - one.share || other.pagesRead - one.pagesRead || other.ms - one.ms
