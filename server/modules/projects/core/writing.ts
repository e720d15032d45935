import { sql } from 'kysely'
import type { Contract, ProjectValues } from '../../../../shared/project/values.ts'
import type { Connection, Tx } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/ids.ts'
import { COLUMNS } from './fields.ts'
import type { ModelRow, OfftakerRow } from './parts.ts'

/** A project to be added, with what belongs to it. */
export interface NewProject extends ProjectValues {
  id?: string
  organisationId: string
  portfolioIds: readonly string[]
  contracts?: readonly Contract[]
  /** Models with their counts, in order. */
  equipment?: readonly { modelId: string; count: number }[]
  offtakerIds?: readonly string[]
  /** Who adds it. */
  savedBy?: string
  /** The import that adds it, if one does. */
  importId?: string
}

const columnsOf = (values: ProjectValues): Record<string, unknown> =>
  Object.fromEntries(COLUMNS.map(([field, column]) => [column, values[field]]))

const NAMES = sql.join(COLUMNS.map(([, column]) => sql.ref(column)))

/** Adds projects in as many statements for thousands as for one. @returns their ids, in their order */
export async function insertProjects(tx: Tx, projects: readonly NewProject[]): Promise<string[]> {
  const added = projects.map((project) => ({ ...project, id: project.id ?? newId() }))
  const rows = added.map(({ id, organisationId, savedBy, importId, ...values }) => ({
    id,
    organisation_id: organisationId,
    saved_by: savedBy ?? null,
    import_id: importId ?? null,
    ...columnsOf(values),
  }))
  await sql`
    insert into project (id, organisation_id, saved_by, saved_at, import_id, ${NAMES})
    select id, organisation_id, saved_by, case when saved_by is not null then now() end, import_id, ${NAMES} from jsonb_populate_recordset(null::project, ${JSON.stringify(rows)}::jsonb)`.execute(
    tx,
  )
  await linkPortfolios(
    tx,
    added.flatMap(({ id, portfolioIds }) =>
      portfolioIds.map((portfolioId) => ({ portfolioId, projectId: id })),
    ),
  )
  await insertEquipment(tx, new Map(added.map(({ id, equipment = [] }) => [id, equipment])))
  await insertContracts(tx, new Map(added.map(({ id, contracts = [] }) => [id, contracts])))
  await insertOfftakers(tx, new Map(added.map(({ id, offtakerIds = [] }) => [id, offtakerIds])))
  return added.map(({ id }) => id)
}

/** Gives projects other values; their revisions go up. In one statement for all. @param savedBy who does so */
export async function updateProjects(
  tx: Tx,
  projects: readonly (ProjectValues & { id: string })[],
  savedBy: string,
): Promise<void> {
  const rows = projects.map(({ id, ...values }) => ({ id, ...columnsOf(values) }))
  const sets = COLUMNS.map(([, column]) => sql`${sql.ref(column)} = given.${sql.ref(column)}`)
  await sql`
    update project set ${sql.join(sets)}, revision = project.revision + 1,
      saved_by = ${savedBy}, saved_at = now()
    from jsonb_populate_recordset(null::project, ${JSON.stringify(rows)}::jsonb) given
    where project.id = given.id`.execute(tx)
}

/** Moves a project; degrees. @param savedBy who does so */
export async function moveTo(
  tx: Tx,
  { id, latitude, longitude }: { id: string; latitude: number; longitude: number },
  savedBy: string,
): Promise<void> {
  await sql`
    update project set latitude = ${latitude}, longitude = ${longitude}, revision = revision + 1,
      saved_by = ${savedBy}, saved_at = now()
    where id = ${id}`.execute(tx)
}

/** A portfolio that holds a project. */
export interface PortfolioLink {
  portfolioId: string
  projectId: string
}

const linkRows = (links: readonly PortfolioLink[]): string =>
  JSON.stringify(
    links.map(({ portfolioId, projectId }) => ({ portfolio_id: portfolioId, project_id: projectId })),
  )

/** Puts projects into portfolios. */
export async function linkPortfolios(tx: Tx, links: readonly PortfolioLink[]): Promise<void> {
  await sql`
    insert into portfolio_project (portfolio_id, project_id)
    select portfolio_id, project_id from jsonb_populate_recordset(null::portfolio_project, ${linkRows(links)}::jsonb)
    on conflict do nothing`.execute(tx)
}

/** Takes projects out of portfolios. */
export async function unlinkPortfolios(tx: Tx, links: readonly PortfolioLink[]): Promise<void> {
  await sql`
    delete from portfolio_project link
    using jsonb_populate_recordset(null::portfolio_project, ${linkRows(links)}::jsonb) given
    where link.portfolio_id = given.portfolio_id and link.project_id = given.project_id`.execute(tx)
}

/** Models with their counts, in order. */
type Equipment = readonly { modelId: string; count: number }[]

/** Replaces the panels or the inverters of a project; the others stay. */
export async function replaceEquipment(
  tx: Tx,
  projectId: string,
  kind: ModelRow['kind'],
  equipment: Equipment,
): Promise<void> {
  await sql`
    delete from project_equipment used using equipment_model model
    where used.project_id = ${projectId} and model.id = used.model_id and model.kind = ${kind}`.execute(tx)
  await insertEquipment(tx, new Map([[projectId, equipment]]))
}

/** After what is there already. */
async function insertEquipment(tx: Tx, equipment: ReadonlyMap<string, Equipment>): Promise<void> {
  const rows = [...equipment].flatMap(([project_id, all]) =>
    all.map(({ modelId, count }, position) => ({ project_id, model_id: modelId, position, count })),
  )
  await sql`
    insert into project_equipment (project_id, model_id, count, position)
    select given.project_id, given.model_id, given.count,
      given.position + coalesce((select max(there.position) + 1 from project_equipment there
        where there.project_id = given.project_id), 0)
    from jsonb_populate_recordset(null::project_equipment, ${JSON.stringify(rows)}::jsonb) given`.execute(tx)
}

/** Replaces the contracts of projects. */
export async function replaceContracts(
  tx: Tx,
  contracts: ReadonlyMap<string, readonly Contract[]>,
): Promise<void> {
  await sql`delete from ppa_contract where project_id = any(${[...contracts.keys()]}::uuid[])`.execute(tx)
  await insertContracts(tx, contracts)
}

/** Replaces the offtakers of projects. */
export async function replaceOfftakers(
  tx: Tx,
  offtakers: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  await sql`delete from project_offtaker where project_id = any(${[...offtakers.keys()]}::uuid[])`.execute(tx)
  await insertOfftakers(tx, offtakers)
}

async function insertContracts(tx: Tx, contracts: ReadonlyMap<string, readonly Contract[]>): Promise<void> {
  const rows = [...contracts].flatMap(([project_id, all]) =>
    all.map(({ startDate, ...figures }) => ({ project_id, start_date: startDate, ...figures })),
  )
  await sql`
    insert into ppa_contract (project_id, start_date, term, rate, escalator)
    select project_id, start_date, term, rate, escalator
    from jsonb_populate_recordset(null::ppa_contract, ${JSON.stringify(rows)}::jsonb)`.execute(tx)
}

async function insertOfftakers(tx: Tx, offtakers: ReadonlyMap<string, readonly string[]>): Promise<void> {
  const rows = [...offtakers].flatMap(([project_id, ids]) =>
    [...new Set(ids)].map((offtaker_id) => ({ project_id, offtaker_id })),
  )
  await sql`
    insert into project_offtaker (project_id, offtaker_id)
    select project_id, offtaker_id
    from jsonb_populate_recordset(null::project_offtaker, ${JSON.stringify(rows)}::jsonb)`.execute(tx)
}

/** The organisation's offtaker of that name, made where there is none. @returns its id */
export async function offtakerOf(
  tx: Tx,
  organisationId: string,
  { name, quality, note }: Omit<OfftakerRow, 'id'>,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into offtaker (id, organisation_id, name, quality, note)
    values (${newId()}, ${organisationId}, ${name}, ${quality}, ${note})
    on conflict (organisation_id, lower(name)) do update set name = offtaker.name returning id`.execute(tx)
  return rows[0]?.id ?? ''
}

/** The organisation's model of panels or inverters, made with its manufacturer where there is none. @returns its id */
export async function modelOf(
  tx: Tx,
  organisationId: string,
  model: { kind: ModelRow['kind']; manufacturer: string; modelNumber: string },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with maker as (
      insert into manufacturer (id, organisation_id, name)
      values (${newId()}, ${organisationId}, ${model.manufacturer})
      on conflict (organisation_id, lower(name)) do update set name = manufacturer.name returning id)
    insert into equipment_model (id, organisation_id, kind, manufacturer_id, model_number)
    select ${newId()}, ${organisationId}, ${model.kind}, maker.id, ${model.modelNumber} from maker
    on conflict (manufacturer_id, kind, lower(model_number)) do update set model_number = equipment_model.model_number
    returning id`.execute(tx)
  return rows[0]?.id ?? ''
}

/** The organisation's offtakers, by their names in lower case. */
export async function offtakersByName(
  db: Connection,
  organisationId: string,
): Promise<Map<string, OfftakerRow>> {
  const { rows } = await sql<OfftakerRow>`
    select id, name, quality, note from offtaker where organisation_id = ${organisationId}`.execute(db)
  return new Map(rows.map((row) => [row.name.toLowerCase(), row]))
}
