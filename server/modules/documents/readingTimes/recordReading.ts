import { sql } from 'kysely'
import type { Actor } from '../../../access/actor.ts'
import { badInput, notFound } from '../../../access/errors.ts'
import type { Database } from '../../../platform/database/database.ts'
import { isId } from '../../../platform/ids.ts'
import { openedPage } from '../pages/openings.ts'

/** Time that a page was in view since the last report. */
export interface PageTime {
  /** From 1. */
  page: number
  ms: number
}

/** Pages of one report, milliseconds of each that count, and reports of an opening in a minute. */
const MAX_PAGES = 50
const MAX_MS = 60_000
const MAX_REPORTS = 12

/**
 * Counts how long pages were in view: of one's own opening alone, pages that were given out in it, and together no more
 * than the time since its last report (PAGE-26).
 * @returns milliseconds that were counted
 * @throws NOT_FOUND for what is no opening of the actor's that they may still read, BAD_USER_INPUT for what is no time
 */
export async function recordReading(
  db: Database,
  actor: Actor,
  { openingId, pages }: { openingId: string; pages: readonly PageTime[] },
): Promise<number> {
  if (pages.length > MAX_PAGES) throw badInput(`At most ${MAX_PAGES} pages are reported together.`)
  if (pages.some(({ page, ms }) => page < 1 || ms < 0)) {
    throw badInput('Pages are counted from 1, and their times are not negative.')
  }
  const opened = isId(openingId) ? await openedPage(db, actor, { openingId, number: 1 }) : null
  if (opened?.kind !== 'SCREEN') throw notFound('Opening')
  if (actor.viewing || !opened.tree.measureReading) return 0
  return db.transaction().execute(async (tx) => {
    // One report after the other: two that arrive together have the time since the last one once.
    const { rows } = await sql<{ elapsed: number; reports: number }>`
      select (extract(epoch from clock_timestamp() - coalesce(reported_at, created_at)) * 1000)::double precision as elapsed,
        case when date_trunc('minute', reported_at) = date_trunc('minute', clock_timestamp()) then reports else 0 end
          as reports
      from page_mark where opening_id = ${openingId} for update`.execute(tx)
    const [last] = rows
    if (!last || last.reports >= MAX_REPORTS) return 0
    await sql`
      update page_mark set reported_at = clock_timestamp(), reports = ${last.reports + 1}
      where opening_id = ${openingId}`.execute(tx)
    const { rows: given } = await sql<{ page: number }>`
      select page from page_reading
      where opening_id = ${openingId} and page = any(${pages.map(({ page }) => page)}::integer[])`.execute(tx)
    const counted = countedOf(pages, new Set(given.map(({ page }) => page)), Math.max(0, last.elapsed))
    if (counted.length === 0) return 0
    await sql`
      update page_reading as r set ms = r.ms + one.ms, last_at = clock_timestamp()
      from json_to_recordset(${JSON.stringify(counted)}) as one (page integer, ms bigint)
      where r.opening_id = ${openingId} and r.page = one.page`.execute(tx)
    return counted.reduce((sum, { ms }) => sum + ms, 0)
  })
}

/** What counts of reported times, in their order, until they are as long as the time that has passed. */
function countedOf(
  reported: readonly PageTime[],
  given: ReadonlySet<number>,
  elapsed: number,
): readonly PageTime[] {
  const times = new Map<number, number>()
  for (const { page, ms } of reported) {
    if (given.has(page)) times.set(page, Math.min(MAX_MS, (times.get(page) ?? 0) + ms))
  }
  let left = Math.floor(elapsed)
  return [...times].flatMap(([page, ms]) => {
    const counted = Math.min(ms, left)
    left -= counted
    return counted > 0 ? [{ page, ms: counted }] : []
  })
}
