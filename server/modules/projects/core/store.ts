import { type RawBuilder, sql } from 'kysely'
import type { Ordering } from '../../../contracts/pages.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { escapeLike } from '../../../platform/database/like.ts'
import { COLUMNS, type ProjectRow } from './fields.ts'

/** What an actor sees of an organisation's projects: all of them, or those in portfolios (PROJ-29). */
export interface Scope {
  organisationId: string
  /** Whether those in no portfolio of the actor are seen, too. */
  all: boolean
  /** Whose projects are seen. */
  portfolioIds: readonly string[]
}

export interface ProjectFilter {
  /** In name, city and state. */
  search: string | null
  /** In one of these; null for no such filter. */
  portfolioIds: readonly string[] | null
  isOwned: boolean | null
}

/** Sums over the projects found; kW DC. */
export interface Aggregations {
  count: number
  totalCapacity: number
  minCapacity: number | null
  maxCapacity: number | null
}

/** SQL: the columns of a ProjectRow out of `project`. */
export const FIELDS = sql`project.id, project.organisation_id as "organisationId", project.revision,
  project.saved_by as "savedBy", project.saved_at as "savedAt",
  ${sql.join(COLUMNS.map(([field, column]) => sql`${sql.ref(`project.${column}`)} as ${sql.ref(field)}`))}`

/** SQL: whether `project` has not been deleted; those in portfolios have not, as a deletion takes them out. */
export const PRESENT = sql<boolean>`project.deleted_at is null`

/** SQL: whether `project` is in one of the portfolios. */
export const isIn = (portfolioIds: readonly string[]): RawBuilder<boolean> => sql<boolean>`
  exists (select from portfolio_project link
    where link.project_id = project.id and link.portfolio_id = any(${portfolioIds}::uuid[]))`

/** SQL: whether a search finds `project` by name, city or state. */
function isFound(search: string): RawBuilder<boolean> {
  const pattern = `%${escapeLike(search)}%`
  return sql<boolean>`
    (project.name ilike ${pattern} or project.city ilike ${pattern} or project.state ilike ${pattern})`
}

/** SQL: the projects within the scope that match, as `project`. */
export function matching(
  scope: Scope,
  { search, portfolioIds, isOwned }: ProjectFilter,
): RawBuilder<unknown> {
  const conditions = [
    sql`project.organisation_id = ${scope.organisationId}`,
    PRESENT,
    ...(scope.all ? [] : [isIn(scope.portfolioIds)]),
    ...(portfolioIds === null ? [] : [isIn(portfolioIds)]),
    ...(isOwned === null ? [] : [sql`project.is_owned = ${isOwned}`]),
    ...(search === null ? [] : [isFound(search)]),
  ]
  return sql`from project where ${sql.join(conditions, sql` and `)}`
}

const name = sql`project.name collate name_order`

/** SQL by ordering; ties go by name. @param acquiredIds the acquired portfolios that the actor may open, by name */
const ORDERS: Readonly<Record<string, (acquiredIds: readonly string[]) => readonly RawBuilder<unknown>[]>> = {
  name: () => [name],
  status: () => [sql`project.status`],
  location: () => [sql`project.state`, sql`project.city`],
  capacity: () => [sql`project.capacity`],
  type: () => [sql`project.type`],
  acquired_portfolio: (acquiredIds) => [
    sql`(select min(array_position(${acquiredIds}::uuid[], link.portfolio_id)) from portfolio_project link
      where link.project_id = project.id)`,
  ],
}

/** What the list of projects may be sorted by (PROJ-08). */
export const ORDERINGS = Object.keys(ORDERS)

/** SQL: what a list is ordered by; what is not known comes last, and ties go by name. */
function orderOf(ordering: Ordering, acquiredIds: readonly string[]): RawBuilder<unknown> {
  const direction = ordering.descending ? sql`desc` : sql`asc`
  if (ordering.by === 'name') return sql`${name} ${direction}, project.id ${direction}`
  const by = (ORDERS[ordering.by]?.(acquiredIds) ?? []).map((each) => sql`${each} ${direction} nulls last`)
  return sql.join([...by, name, sql`project.id`])
}

export interface ProjectQuery extends ProjectFilter {
  ordering: Ordering
  /** The acquired portfolios that the actor may open, by name. */
  acquiredIds: readonly string[]
}

/** Projects within the scope, in order; what is not known comes last. */
export async function projectPage(
  db: Connection,
  scope: Scope,
  { ordering, acquiredIds, limit, offset, ...filter }: ProjectQuery & { limit: number; offset: number },
): Promise<ProjectRow[]> {
  const { rows } = await sql<ProjectRow>`
    select ${FIELDS} ${matching(scope, filter)}
    order by ${orderOf(ordering, acquiredIds)}
    limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/**
 * The projects of several sets of portfolios, each once in its set, in order; by set, in one statement.
 * @param limit of each set, at most
 */
export async function projectsOfSets(
  db: Connection,
  sets: readonly (readonly string[])[],
  {
    ordering,
    acquiredIds,
    search,
    limit,
  }: { ordering: Ordering; acquiredIds: readonly string[]; search: string | null; limit: number },
): Promise<ProjectRow[][]> {
  const given = JSON.stringify(sets.map((ids, at) => ({ at, ids })))
  const { rows } = await sql<ProjectRow & { at: number }>`
    select chosen.at, page.*
    from jsonb_to_recordset(${given}::jsonb) chosen (at int, ids uuid[])
    cross join lateral (
      select ${FIELDS}, row_number() over (order by ${orderOf(ordering, acquiredIds)}) as place
      from project
      where project.id in (select link.project_id from portfolio_project link where link.portfolio_id = any(chosen.ids))
        and ${search === null ? sql`true` : isFound(search)}
      order by place limit ${limit}) page
    order by chosen.at, page.place`.execute(db)
  const found = Map.groupBy(rows, ({ at }) => at)
  return sets.map((_ids, at) => found.get(at) ?? [])
}

/** Where projects are, one list for each value. */
export interface Places {
  ids: string[]
  names: string[]
  latitudes: number[]
  longitudes: number[]
  /** kW DC */
  capacities: number[]
  /** How many there are beyond those listed. */
  more: number
}

/** Of all that match and have coordinates (MAP-01), the largest where they are too many. */
export async function placesOf(
  db: Connection,
  scope: Scope,
  filter: ProjectFilter,
  limit: number,
): Promise<Places> {
  const { rows } = await sql<Omit<Places, 'more'> & { count: number }>`
    with place as (
      select project.id, project.name, project.latitude, project.longitude, coalesce(project.capacity, 0) as capacity,
        count(*) over () as count
      ${matching(scope, filter)} and project.latitude is not null and project.longitude is not null
      order by capacity desc, project.id limit ${limit})
    select coalesce(array_agg(id), '{}') as ids, coalesce(array_agg(name), '{}') as names,
      coalesce(array_agg(latitude), '{}') as latitudes, coalesce(array_agg(longitude), '{}') as longitudes,
      coalesce(array_agg(capacity), '{}') as capacities, coalesce(max(count), 0)::int as count
    from place`.execute(db)
  const [found] = rows
  if (!found) return { ids: [], names: [], latitudes: [], longitudes: [], capacities: [], more: 0 }
  const { count, ...places } = found
  return { ...places, more: count - places.ids.length }
}

export async function aggregationsOf(
  db: Connection,
  scope: Scope,
  filter: ProjectFilter,
): Promise<Aggregations> {
  const { rows } = await sql<Aggregations>`
    select count(*) as count, coalesce(sum(project.capacity), 0) as "totalCapacity",
      min(project.capacity) as "minCapacity", max(project.capacity) as "maxCapacity"
    ${matching(scope, filter)}`.execute(db)
  return rows[0] ?? { count: 0, totalCapacity: 0, minCapacity: null, maxCapacity: null }
}

/** For whoever checks what the actor may see of it, and for the import. */
export async function projectById(db: Connection, id: string): Promise<ProjectRow | null> {
  const { rows } =
    await sql<ProjectRow>`select ${FIELDS} from project where project.id = ${id} and ${PRESENT}`.execute(db)
  return rows[0] ?? null
}

/** By name, for whoever checks what the actor may see of them. */
export async function projectsByIds(db: Connection, ids: readonly string[]): Promise<ProjectRow[]> {
  const { rows } = await sql<ProjectRow>`
    select ${FIELDS} from project where project.id = any(${ids}::uuid[]) and ${PRESENT} order by ${name}, project.id`.execute(
    db,
  )
  return rows
}

/** Ids of the projects of portfolios, each once. */
export async function projectIdsIn(db: Connection, portfolioIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct project_id as id from portfolio_project
    where portfolio_id = any(${portfolioIds}::uuid[])`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * The projects of a portfolio by name, whoever asks.
 * @param page of them; null for all
 * @param forUpdate locks them until the end of the transaction
 */
export async function projectsIn(
  db: Connection,
  portfolioId: string,
  {
    page = null,
    forUpdate = false,
  }: { page?: { limit: number; offset: number } | null; forUpdate?: boolean } = {},
): Promise<ProjectRow[]> {
  const { rows } = await sql<ProjectRow>`
    select ${FIELDS} from project join portfolio_project link on link.project_id = project.id
    where link.portfolio_id = ${portfolioId}
    order by ${name}, project.id ${page ? sql`limit ${page.limit} offset ${page.offset}` : sql``}
    ${forUpdate ? sql`for update of project` : sql``}`.execute(db)
  return rows
}

/** A page of the projects of portfolios, by name. @param search looked for in the name; null for all */
export async function projectsNamed(
  db: Connection,
  portfolioIds: readonly string[],
  { search, limit, offset }: { search: string | null; limit: number; offset: number },
): Promise<ProjectRow[]> {
  const { rows } = await sql<ProjectRow>`
    select ${FIELDS} from project
    where project.id in (select project_id from portfolio_project where portfolio_id = any(${portfolioIds}::uuid[]))
      and ${search === null ? sql`true` : sql`project.name ilike ${`%${escapeLike(search)}%`}`}
    order by ${name}, project.id limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** The portfolios of each project, by project. */
export async function portfoliosOfProjects(
  db: Connection,
  projectIds: readonly string[],
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ projectId: string; portfolioId: string }>`
    select project_id as "projectId", portfolio_id as "portfolioId" from portfolio_project
    where project_id = any(${projectIds}::uuid[])`.execute(db)
  const found = Map.groupBy(rows, ({ projectId }) => projectId)
  return new Map([...found].map(([id, links]) => [id, links.map(({ portfolioId }) => portfolioId)]))
}
