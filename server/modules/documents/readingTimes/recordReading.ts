import { sql } from 'kysely'
import type { Actor } from '../../../access/actor.ts'
import { badInput, notFound } from '../../../access/errors.ts'
import { asyncCommit } from '../../../platform/database/asyncCommit.ts'
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
  // One statement, since everybody who reads sends it all the time: of two that arrive together the second waits for the
  // opening's row, and finds in it when the first one was. After a power cut a report is missing.
  const { rows } = await sql<{ counted: number }>`
    with last as (
      select (extract(epoch from clock_timestamp() - coalesce(reported_at, created_at)) * 1000)::bigint as elapsed,
        case when date_trunc('minute', reported_at) = date_trunc('minute', clock_timestamp()) then reports else 0 end
          as reports
      from page_mark where opening_id = ${openingId} for update
    ), reported as (
      update page_mark as m set reported_at = clock_timestamp(), reports = last.reports + 1
      from last where m.opening_id = ${openingId} and last.reports < ${MAX_REPORTS} and ${asyncCommit}
      returning last.elapsed
    ), given as (
      select r.page, one.ms, sum(one.ms) over (order by one.place) - one.ms as before
      from json_to_recordset(${JSON.stringify(timesOf(pages))}) as one (place integer, page integer, ms bigint)
      join page_reading r on r.opening_id = ${openingId} and r.page = one.page
    ), counted as (
      update page_reading as r set last_at = clock_timestamp(), ms = r.ms + least(given.ms, reported.elapsed - given.before)
      from given, reported
      where r.opening_id = ${openingId} and r.page = given.page and given.before < reported.elapsed and given.ms > 0
      returning least(given.ms, reported.elapsed - given.before) as ms)
    select coalesce(sum(ms), 0)::double precision as counted from counted`.execute(db)
  return rows[0]?.counted ?? 0
}

/** What may count of each page, in the order of the report. */
function timesOf(reported: readonly PageTime[]): { place: number; page: number; ms: number }[] {
  const times = new Map<number, number>()
  for (const { page, ms } of reported) times.set(page, Math.min(MAX_MS, (times.get(page) ?? 0) + ms))
  return [...times].map(([page, ms], place) => ({ place, page, ms }))
}
