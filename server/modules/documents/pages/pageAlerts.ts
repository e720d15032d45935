import { sql } from 'kysely'
import { formatNumber } from '../../../../shared/format/number.ts'
import { fullName } from '../../../../shared/personName.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Connection, Database } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/ids.ts'
import { companiesByIds, personsByIds } from '../../accounts/index.ts'
import {
  defineNotification,
  handlesNotification,
  type NotificationHandler,
  notify,
  type Written,
} from '../../notifications/index.ts'
import { pageOf, slugsOf } from '../core/addresses.ts'
import { whoMayOpen } from '../core/audience.ts'
import { openFor, openOrNull, treeRowOf } from '../core/trees.ts'
import type { OpenedPage } from './openings.ts'

/** A reader who met the limit of pages on a day (PAGE-18). */
export interface PageAlert {
  id: string
  personId: string
  at: Date
  /** Pictures of the tree's pages in the hour before; those of other rooms are none of its administrators' business. */
  pages: number
}

const COLUMNS = sql`id, person_id as "personId", at, pages`

/** Somebody opens pages faster than people read; those with the permissions right are told once a day, whatever their toggles say. */
const manyPages = defineNotification<{ alertId: string }>('MANY_PAGES', { always: true })

/** Records that the reader has met the limit, and has it told, the first time on a day in a tree. */
export async function recordAlert(
  db: Database,
  { tree, personId }: Pick<OpenedPage, 'tree' | 'personId'>,
): Promise<void> {
  // A hasty reader is refused many times a day.
  const told = await sql`
    select 1 from page_alert
    where tree_id = ${tree.id} and person_id = ${personId} and day = (now() at time zone 'UTC')::date`.execute(
    db,
  )
  if (told.rows.length > 0) return
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      insert into page_alert (id, organisation_id, tree_id, person_id, day, at, pages)
      select ${newId()}, ${tree.organisationId}, ${tree.id}, ${personId}, (now() at time zone 'UTC')::date, now(),
        coalesce(sum((trees ->> ${tree.id})::integer), 0) from page_count
      where person_id = ${personId} and minute > now() - interval '1 hour'
      on conflict (tree_id, person_id, day) do nothing returning id`.execute(tx)
    const [alert] = rows
    if (!alert) return
    await notify(tx, manyPages, {
      subject: { kind: 'document_tree', id: tree.id },
      by: personId,
      digest: alert.id,
      data: { alertId: alert.id },
    })
  })
}

/** The alerts of a tree, the newest first. @throws FORBIDDEN without the permissions right; as openTree */
export async function alertsOf(
  db: Connection,
  actor: Actor,
  treeId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ count: number; rows: PageAlert[] }> {
  const tree = await openFor(db, actor, treeId, 'admin')
  const { rows } = await sql<PageAlert & { id: string | null; count: number }>`
    select alert.*, (select count(*) from page_alert where tree_id = ${tree.id})::integer as count
    from (select 1) as one left join lateral (
      select ${COLUMNS} from page_alert where tree_id = ${tree.id}
      order by at desc, id limit ${limit} offset ${offset}) as alert on true
    order by alert.at desc, alert.id`.execute(db)
  return { count: rows[0]?.count ?? 0, rows: rows.filter(({ id }) => id !== null) }
}

const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
const FOOT = {
  why: 'You get this e-mail because you administer the documents of this room. It is sent whatever your notification settings are.',
}

/** Tells those with the permissions right by then who opens pages so quickly (PAGE-18). */
export const manyPagesMail = (origin: () => string): NotificationHandler =>
  handlesNotification({
    kind: manyPages,
    audience: async (db, [item], page) => (item ? whoMayOpen(db, item.subject.id, page) : []),
    write: async (db, [item], readers) => {
      const mails = new Map<string, Written>()
      const row = item && (await treeRowOf(db, item.subject.id))
      const { rows } = await sql<PageAlert>`
        select ${COLUMNS} from page_alert where id = ${item?.data.alertId}`.execute(db)
      const [alert] = rows
      const [person] = alert ? await personsByIds(db, [alert.personId]) : []
      if (!alert || !person || !row) return mails
      const [company] = person.companyId ? await companiesByIds(db, [person.companyId]) : []
      const name = fullName(person)
      const who = company ? `${name} of ${company.name}` : name
      const when = MOMENT.format(alert.at).replaceAll('\u202f', ' ')
      let page: string | undefined
      for (const { person: reader, actor } of readers) {
        const tree = openOrNull(actor, row)
        if (!tree?.rights.admin) continue
        page ??= pageOf(tree, await slugsOf(db, tree))
        const subject = `${tree.name}: ${name} opens pages very quickly`
        mails.set(reader.id, {
          subject,
          title: subject,
          paragraphs: [
            `${who} had opened ${formatNumber(alert.pages)} pages of this room within an hour at ${when} (UTC), and met the limit. Further pages were refused until some time had passed.`,
          ],
          button: { label: 'Open documents', url: `${origin()}${page}` },
          foot: FOOT,
        })
      }
      return mails
    },
  })
