import { type RawBuilder, sql } from 'kysely'
import { FAR_MILES, MILE, NEAR_MILES } from '../../../shared/qualifyingFacilities.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { ProjectRow } from './core/fields.ts'
import { FIELDS, isIn, PRESENT, type Scope } from './core/store.ts'
import { EARTH_RADIUS, ROUNDING } from './distance.ts'

/** A project near another one. */
export interface Neighbour {
  project: ProjectRow
  /** Metres on the great circle. */
  distance: number
}

/** What lies around a project, itself left out; kW AC (RAD-01, RAD-03). */
export interface Surroundings {
  withinOneCount: number
  withinTenCount: number
  /** An unknown capacity counts as 0 (RAD-07). */
  withinOneSumCapacityAc: number
  withinTenSumCapacityAc: number
}

const ALONE: Surroundings = {
  withinOneCount: 0,
  withinTenCount: 0,
  withinOneSumCapacityAc: 0,
  withinTenSumCapacityAc: 0,
}

/** Degrees of latitude within which ten miles lie, and a little more. */
const REACH = ((FAR_MILES * MILE) / EARTH_RADIUS) * (180 / Math.PI) * 1.001

/** SQL: metres from `subject` to `project` on the great circle; by halves of sines, which stay exact for short ways. */
const distance = sql<number>`2 * ${EARTH_RADIUS}::float8 * asin(least(1, sqrt(
  power(sind((project.latitude - subject.latitude) / 2), 2)
  + cosd(subject.latitude) * cosd(project.latitude)
    * power(sind((project.longitude - subject.longitude) / 2), 2))))`

const within = (miles: number): number => miles * MILE + ROUNDING

/** Latitude beyond which ten miles around a project may hold the pole. */
const POLAR = 90 - 2 * REACH

/** SQL: degrees of longitude to both sides within which ten miles around `subject` lie. */
const sideways = sql`degrees(asin(sind(${REACH}) / cosd(least(abs(subject.latitude), ${POLAR}))))`

/**
 * SQL: each of the subjects with the boxes around it that the index is asked for: one more where the first crosses the
 * date line, and about a pole one with all longitudes.
 */
const boxes = (subjectIds: readonly string[]): RawBuilder<unknown> => sql`
  select subject.id, subject.latitude, subject.longitude,
    box(point(middle - width, subject.latitude - ${REACH}), point(middle + width, subject.latitude + ${REACH})) as box
  from project subject
  cross join lateral (
    select 0 as middle, 180 as width where abs(subject.latitude) > ${POLAR}
    union all
    select subject.longitude + turn, ${sideways} from (values (0), (-360), (360)) turns(turn)
    where abs(subject.latitude) <= ${POLAR} and abs(subject.longitude + turn) <= 180 + ${sideways}
  ) place
  where subject.id = any(${subjectIds}::uuid[]) and subject.latitude is not null and subject.longitude is not null`

/** SQL: pairs of a subject and a project that is seen, at most ten miles apart, with the metres between them. */
function pairs(
  subjectIds: readonly string[],
  { organisationId, all, portfolioIds }: Scope,
  among: readonly string[] | null,
): RawBuilder<unknown> {
  const conditions = [
    sql`project.organisation_id = ${organisationId}`,
    PRESENT,
    sql`project.latitude is not null and project.longitude is not null`,
    sql`point(project.longitude, project.latitude) <@ subject.box`,
    sql`project.id <> subject.id`,
    ...(all ? [] : [isIn(portfolioIds)]),
    ...(among === null ? [] : [isIn(among)]),
  ]
  return sql`
    with subject as materialized (${boxes(subjectIds)}),
    pair as (
      select subject.id as subject_id, project.id as project_id, project.capacity_ac, ${distance} as metres
      from subject join project on ${sql.join(conditions, sql` and `)})`
}

/** What lies around each project, in the order of the ids. @param among portfolios that it is limited to; null for none */
export async function surroundingsOf(
  db: Connection,
  subjectIds: readonly string[],
  scope: Scope,
  among: readonly string[] | null,
): Promise<Surroundings[]> {
  const near = sql`filter (where metres <= ${within(NEAR_MILES)})`
  const { rows } = await sql<Surroundings & { id: string }>`
    ${pairs(subjectIds, scope, among)}
    select subject_id as id, count(*) as "withinTenCount", count(*) ${near} as "withinOneCount",
      coalesce(sum(capacity_ac), 0) as "withinTenSumCapacityAc",
      coalesce(sum(capacity_ac) ${near}, 0) as "withinOneSumCapacityAc"
    from pair where metres <= ${within(FAR_MILES)} group by subject_id`.execute(db)
  const found = new Map(rows.map(({ id, ...figures }) => [id, figures]))
  return subjectIds.map((id) => found.get(id) ?? ALONE)
}

/** The nearest projects of each, the nearest first, in the order of the ids. @param limit of each, at most */
export async function neighboursOf(
  db: Connection,
  subjectIds: readonly string[],
  scope: Scope,
  among: readonly string[] | null,
  limit: number,
): Promise<Neighbour[][]> {
  const { rows } = await sql<ProjectRow & { subjectId: string; metres: number }>`
    ${pairs(subjectIds, scope, among)},
    nearest as (
      select pair.*, row_number() over (partition by subject_id order by metres, project_id) as place
      from pair where metres <= ${within(FAR_MILES)})
    select nearest.subject_id as "subjectId", nearest.metres, ${FIELDS}
    from nearest join project on project.id = nearest.project_id
    where place <= ${limit} order by subject_id, place`.execute(db)
  const found = Map.groupBy(rows, ({ subjectId }) => subjectId)
  return subjectIds.map((id) =>
    (found.get(id) ?? []).map(({ subjectId: _subject, metres, ...project }) => ({
      project,
      distance: metres,
    })),
  )
}

export const isWithinOne = ({ distance: metres }: Neighbour): boolean => metres <= within(NEAR_MILES)
