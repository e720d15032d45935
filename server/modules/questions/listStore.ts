import { type RawBuilder, sql } from 'kysely'
import { orderingOf, searchOf } from '../../contracts/pages.ts'
import type { Connection } from '../../platform/database/database.ts'
import { escapeLike } from '../../platform/database/like.ts'
import { isId } from '../../platform/ids.ts'
import type { QuestionReader } from './policy.ts'
import { isAskedFor, isDraftOf, WHOLE_FOR } from './questionStore.ts'

export type QuestionFilter = 'OPEN' | 'CLOSED' | 'PRIORITY' | 'NEW' | 'ALL'

/** What the questions of a page have in common (QA-50); absent and null choose all. */
export interface QuestionSearch {
  text?: string | null | undefined
  categoryId?: string | null | undefined
  /** Id of a group, or 'DEAL_TEAM'; for the deal team alone. */
  party?: string | null | undefined
  askedBy?: string | null | undefined
  isAnswered?: boolean | null | undefined
}

export interface Counts {
  open: number
  closed: number
  priority: number
  new: number
  all: number
  answered: number | null
}

export interface QuestionQuery {
  filter: QuestionFilter
  search?: QuestionSearch | null | undefined
  /** A name of `SORTS`, with a minus before it for descending; by number without. */
  ordering?: string | null | undefined
  /** Of the entity, by name, as far as the reader sees them: asked for where it is sorted by project. */
  projectIds?: readonly string[]
  /** Without follow-ups. */
  parentsOnly?: boolean
  limit: number
  offset: number
}

/** SQL: whether `q` is new to its reader, by `seen` (QA-21). */
const IS_NEW = sql<boolean>`coalesce(seen.first_viewed_at > now() - interval '1 day', true)`

const FILTERS: Readonly<Record<QuestionFilter, RawBuilder<boolean>>> = {
  OPEN: sql<boolean>`not q.is_closed`,
  CLOSED: sql<boolean>`q.is_closed`,
  PRIORITY: sql<boolean>`(q.is_priority and not q.is_closed)`,
  NEW: IS_NEW,
  ALL: sql<boolean>`true`,
}

/** SQL: the words of a rich text, in the order in which they stand there. */
export const wordsOf = (column: string): RawBuilder<string> =>
  sql<string>`(select string_agg(part #>> '{}', '') from jsonb_path_query(${sql.ref(column)}, 'strict $.**.text') part)`

/** SQL: the conditions of a search. `answer` is joined. Who may not see something cannot search by it. */
function conditionsOf(reader: QuestionReader, search: QuestionSearch): RawBuilder<boolean>[] {
  const { text, categoryId, party, askedBy, isAnswered } = search
  const found: RawBuilder<boolean>[] = []
  const words = searchOf(text, 1)
  if (words !== null) {
    const pattern = `%${escapeLike(words)}%`
    found.push(sql<boolean>`(${wordsOf('q.body')} ilike ${pattern}
      or (answer.revision > 0 and ${wordsOf('answer.body')} ilike ${pattern})
      or ${WHOLE_FOR(reader)} || case when q.follow_up > 0 then '.' || q.follow_up else '' end = ${words})`)
  }
  if (categoryId) {
    found.push(sql<boolean>`exists (select from question_categorising c
      where c.question_id = q.id and c.category_id = ${isId(categoryId) ? categoryId : null}::uuid)`)
  }
  if (party && reader.party.isDealTeam) {
    found.push(
      party === 'DEAL_TEAM'
        ? sql<boolean>`q.party_ids = '{}'::uuid[]`
        : sql<boolean>`${isId(party) ? party : null}::uuid = any(q.party_ids)`,
    )
  }
  if (askedBy) {
    found.push(sql<boolean>`(q.asked_by = ${isId(askedBy) ? askedBy : null}::uuid and ${isNamed(reader)})`)
  }
  if (isAnswered !== null && isAnswered !== undefined && reader.answers) {
    found.push(sql<boolean>`(answer.body is not null) = ${isAnswered}::boolean`)
  }
  return found
}

/** SQL: whether the reader is told who asked `q`: as `isOwnQuestion` says of one that was asked. */
export const isNamed = ({ party }: QuestionReader): RawBuilder<boolean> =>
  party.isDealTeam ? sql<boolean>`true` : sql<boolean>`(q.party_ids && ${party.groupIds}::uuid[])`

/** SQL: questions of a log, with what the reader has seen of them and their answers where that is asked for. */
function chosen(
  logId: string,
  reader: QuestionReader,
  which: RawBuilder<boolean>,
  { filter, search, ordering, joins = false }: Partial<QuestionQuery> & { joins?: boolean },
) {
  const conditions = conditionsOf(reader, search ?? {})
  const answers = joins || conditions.length > 0 || (ordering ?? 'number').replace('-', '') !== 'number'
  return sql`
    question q ${
      joins || filter === 'NEW'
        ? sql`left join question_view seen on seen.question_id = q.id and seen.person_id = ${reader.personId}`
        : sql``
    } ${
      answers
        ? sql`left join question_answer answer on answer.question_id = q.id and ${reader.answers}::boolean`
        : sql``
    }
    where q.log_id = ${logId} and ${which} and ${FILTERS[filter ?? 'ALL']}
      ${conditions.length > 0 ? sql`and ${sql.join(conditions, sql` and `)}` : sql``}`
}

/** SQL: by what a page is sorted. A name that the reader is not told sorts as none. */
const SORTS: Readonly<
  Record<string, (reader: QuestionReader, projectIds: readonly string[]) => RawBuilder<unknown>>
> = {
  number: () => sql`q.number`,
  status: () => sql`q.is_closed`,
  category: () => sql`(select min(choice.name) from question_categorising link
    join question_category choice on choice.id = link.category_id where link.question_id = q.id)`,
  project: (_reader, ids) => sql`(select min(array_position(${ids}::uuid[], link.project_id))
    from question_project link where link.question_id = q.id)`,
  question: () => wordsOf('q.body'),
  answer: () => sql`case when answer.revision > 0 then ${wordsOf('answer.body')} end`,
  party: (reader) =>
    reader.party.isDealTeam
      ? sql`(select min(g.name) from user_group g where g.id = any(q.party_ids))`
      : sql`null::text`,
  askedBy: (reader) =>
    sql`case when ${isNamed(reader)} then (select p.last_name from person p where p.id = q.asked_by) end`,
  createdAt: () => sql`q.created_at`,
  modifiedAt: () => sql`q.modified_at`,
}
const QUESTION_ORDERINGS = Object.keys(SORTS)

/** The ids of a page of a log, found first so that what is skipped is not joined: the reader's drafts, then what was asked. */
export async function pageIds(
  db: Connection,
  logId: string,
  reader: QuestionReader,
  { parentsOnly = false, limit, offset, ...query }: QuestionQuery,
): Promise<string[]> {
  const roots = parentsOnly ? sql`and q.parent_id is null` : sql``
  const { rows: drafts } =
    query.filter === 'OPEN' || query.filter === 'ALL'
      ? await sql<{ id: string }>`
          select q.id from ${chosen(logId, reader, isDraftOf(reader), query)} ${roots}
          order by q.created_at, q.id`.execute(db)
      : { rows: [] }
  const first = drafts.slice(offset, offset + limit)
  const { by, descending } = orderingOf(query.ordering ?? 'number', QUESTION_ORDERINGS)
  const sort = SORTS[by]?.(reader, query.projectIds ?? []) ?? sql`q.number`
  const { rows } = await sql<{ id: string }>`
    select q.id from ${chosen(logId, reader, isAskedFor(reader), query)} ${roots}
    order by ${sort} ${descending ? sql`desc nulls last` : sql`asc nulls last`}, q.number, q.follow_up
    limit ${limit - first.length} offset ${Math.max(0, offset - drafts.length)}`.execute(db)
  return [...first, ...rows].map(({ id }) => id)
}

/** How many of a page's questions stand before one, by its number such as "3.1" or its id; null where it is none of them. */
export async function positionOf(
  db: Connection,
  logId: string,
  reader: QuestionReader,
  query: Omit<QuestionQuery, 'limit' | 'offset'>,
  of: string,
): Promise<number | null> {
  const ids = await pageIds(db, logId, reader, { ...query, limit: MAX_PLACES, offset: 0 })
  const id = isId(of) ? of : await idOfNumber(db, logId, reader, of)
  const place = id === null ? -1 : ids.indexOf(id)
  return place < 0 ? null : place
}

/** Questions among which one is looked for. */
const MAX_PLACES = 20_000

async function idOfNumber(
  db: Connection,
  logId: string,
  reader: QuestionReader,
  number: string,
): Promise<string | null> {
  const [, whole, followUp = '0'] = /^(\d{1,9})(?:\.(\d{1,9}))?$/.exec(number) ?? []
  if (whole === undefined) return null
  const { rows } = await sql<{ id: string }>`
    select q.id from ${chosen(logId, reader, isAskedFor(reader), {})}
      and ${WHOLE_FOR(reader)} = ${Number(whole)} and q.follow_up = ${Number(followUp)}
    order by q.number limit 1`.execute(db)
  return rows[0]?.id ?? null
}

export async function countsOf(
  db: Connection,
  logId: string,
  reader: QuestionReader,
  search: QuestionSearch | null | undefined,
): Promise<Counts> {
  const which = sql<boolean>`(${isAskedFor(reader)} or ${isDraftOf(reader)})`
  const { rows } = await sql<Counts>`
    select count(*) filter (where ${FILTERS.OPEN}) as open, count(*) filter (where ${FILTERS.CLOSED}) as closed,
      count(*) filter (where ${FILTERS.PRIORITY} and not q.is_draft) as priority,
      count(*) filter (where ${IS_NEW} and not q.is_draft) as new,
      count(*) as all, count(answer.body) as answered
    from ${chosen(logId, reader, which, { search, joins: true })}`.execute(db)
  const found = rows[0] ?? { open: 0, closed: 0, priority: 0, new: 0, all: 0, answered: 0 }
  return { ...found, answered: reader.answers ? found.answered : null }
}

/** By log, groups of the parties that asked questions there, which the caller has shown to be for the deal team; by name. */
export async function partiesOf(
  db: Connection,
  logIds: readonly string[],
): Promise<Map<string, { id: string; name: string }[]>> {
  const { rows } = await sql<{ logId: string; id: string; name: string }>`
    select log.id as "logId", g.id, g.name from unnest(${logIds}::uuid[]) as log (id), lateral (
      select 'DEAL_TEAM' as id, 'Deal team' as name, 0 as rank
      where exists (select from question q where q.log_id = log.id and q.party_ids = '{}' and not q.is_draft)
      union all (
        select g.id::text, g.name, 1 from user_group g
        where g.id in (select unnest(q.party_ids) from question q where q.log_id = log.id and not q.is_draft)
        order by g.name collate name_order, g.id limit ${MAX_CHOICES})) as g
    order by log.id, g.rank, g.name collate name_order, g.id`.execute(db)
  return new Map(
    [...Map.groupBy(rows, ({ logId }) => logId)].map(([logId, found]) => [
      logId,
      found.map(({ id, name }) => ({ id, name })),
    ]),
  )
}

/** By log, ids of who asked questions that its reader sees and whom they are named. */
export async function askerIds(
  db: Connection,
  logs: readonly { id: string; reader: QuestionReader }[],
): Promise<Map<string, string[]>> {
  if (logs.length === 0) return new Map()
  const each = logs.map(
    ({ id, reader }) => sql`(select distinct q.log_id as "logId", q.asked_by as id from question q
      where q.log_id = ${id} and ${isAskedFor(reader)} and ${isNamed(reader)} and q.asked_by is not null
      limit ${MAX_CHOICES})`,
  )
  const { rows } = await sql<{ logId: string; id: string }>`${sql.join(each, sql` union all `)}`.execute(db)
  return new Map(
    [...Map.groupBy(rows, ({ logId }) => logId)].map(([logId, found]) => [logId, found.map(({ id }) => id)]),
  )
}

/** Of parties and of people to filter by. */
const MAX_CHOICES = 200

/** Names of groups by id. */
export async function groupNames(db: Connection, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from user_group where id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
