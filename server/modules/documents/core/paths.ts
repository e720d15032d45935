import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'

/** Names of the documents, whatever their permissions; for paths that are recorded, not shown. */
async function namesOf(db: Connection, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('document')
    .select(['id', 'name'])
    .where('id', '=', (eb) => eb.fn.any(eb.val(ids)))
    .execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** Paths in names below the root, as history records them: "02 Permits/Zoning.pdf". In the order asked. */
export async function pathsInNames(db: Connection, paths: readonly (readonly string[])[]): Promise<string[]> {
  const names = await namesOf(db, [...new Set(paths.flatMap((path) => path.slice(1)))])
  return paths.map((path) =>
    path
      .slice(1)
      .map((id) => names.get(id) ?? '')
      .join('/'),
  )
}

export const pathInNames = async (db: Connection, path: readonly string[]): Promise<string> =>
  (await pathsInNames(db, [path]))[0] ?? ''

/** SQL: the path in names, as `pathsInNames` gives it, of an array of ids. */
export const namesAlong = (path: RawBuilder<unknown>): RawBuilder<string> => sql<string>`(
  select string_agg(step.name, '/' order by part.place)
  from unnest(${path}) with ordinality as part(id, place) join document step on step.id = part.id
  where part.place > 1)`
