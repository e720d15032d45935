import { type RawBuilder, sql } from 'kysely'
import type { Connection, Tx } from '../../../platform/database/database.ts'
import { isId } from '../../../platform/ids.ts'

/** Projects of an organisation: by their ids, by the import that added them, or those of one portfolio alone. */
export type ProjectChoice = { ids: readonly string[] } | { importId: string } | { portfolioId: string }

/** A project that is to be deleted. */
export interface Found {
  id: string
  name: string
}

/** SQL: whether `project` is chosen. */
function conditionOf(choice: ProjectChoice): RawBuilder<boolean> {
  if ('ids' in choice) return sql`project.id = any(${choice.ids.filter(isId)}::uuid[])`
  if ('importId' in choice)
    return isId(choice.importId) ? sql`project.import_id = ${choice.importId}` : sql`false`
  return sql`
    project.id in (select link.project_id from portfolio_project link where link.portfolio_id = ${choice.portfolioId})
    and not exists (select from portfolio_project other
      where other.project_id = project.id and other.portfolio_id <> ${choice.portfolioId})`
}

/** Those that are chosen, by name; locked until the end of the transaction where they are to be deleted. */
export async function chosen(
  on: Connection,
  organisationId: string,
  choice: ProjectChoice,
  forUpdate = false,
): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select project.id, project.name from project
    where project.organisation_id = ${organisationId} and project.deleted_at is null and ${conditionOf(choice)}
    order by project.name collate name_order, project.id ${forUpdate ? sql`for update of project` : sql``}`.execute(
    on,
  )
  return rows
}

/** Takes projects out of their portfolios, which are kept for restoring them. */
export async function closeProjects(tx: Tx, ids: readonly string[], personId: string): Promise<void> {
  await sql`
    update project set deleted_at = now(), deleted_by = ${personId}, revision = revision + 1,
      deleted_from = array(select link.portfolio_id from portfolio_project link where link.project_id = project.id)
    where id = any(${ids}::uuid[])`.execute(tx)
  await sql`delete from portfolio_project where project_id = any(${ids}::uuid[])`.execute(tx)
}

/** An import, and what is left of it. */
export interface ImportRow {
  id: string
  at: Date
  count: number
}

/** Imports that one may look back on. */
const MAX_IMPORTS = 50

/** Imports whose projects are in a portfolio, the newest first. */
export async function importsInto(db: Connection, portfolioId: string): Promise<ImportRow[]> {
  const { rows } = await sql<ImportRow>`
    select project.import_id as id, min(project.created_at) as at, count(*)::int as count
    from portfolio_project link join project on project.id = link.project_id
    where link.portfolio_id = ${portfolioId} and project.import_id is not null
    group by project.import_id order by min(project.created_at) desc, project.import_id limit ${MAX_IMPORTS}`.execute(
    db,
  )
  return rows
}
