import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import { escapeLike } from '../../../platform/database/like.ts'
import type { ModelRow, OfftakerRow } from '../core/parts.ts'

/** What is looked for among an organisation's models and offtakers (PFORM-40). */
export interface LookupQuery {
  /** Null for a super user who names none: those of all. */
  organisationIds: readonly string[] | null
  search: string | null
  limit: number
}

const isOf = (organisationIds: readonly string[] | null, column: string): RawBuilder<boolean> =>
  organisationIds === null
    ? sql<boolean>`true`
    : sql<boolean>`${sql.ref(column)} = any(${organisationIds}::uuid[])`

const patternOf = (search: string | null): string | null =>
  search === null ? null : `%${escapeLike(search)}%`

/** By manufacturer and model number (PFORM-36). */
export async function modelsOf(
  db: Connection,
  kind: ModelRow['kind'],
  { organisationIds, search, limit }: LookupQuery,
): Promise<ModelRow[]> {
  const pattern = patternOf(search)
  const { rows } = await sql<Omit<ModelRow, 'manufacturer'> & { maker: string }>`
    select model.id, model.kind, model.model_number as "modelNumber", maker.name as maker
    from equipment_model model join manufacturer maker on maker.id = model.manufacturer_id
    where ${isOf(organisationIds, 'model.organisation_id')} and model.kind = ${kind}
      and (${pattern}::text is null or maker.name || ' ' || model.model_number ilike ${pattern})
    order by maker.name collate name_order, model.model_number collate name_order, model.id
    limit ${limit}`.execute(db)
  return rows.map(({ maker, ...model }) => ({ ...model, manufacturer: { name: maker } }))
}

/** By name. */
export async function offtakersOf(
  db: Connection,
  { organisationIds, search, limit }: LookupQuery,
): Promise<OfftakerRow[]> {
  const pattern = patternOf(search)
  const { rows } = await sql<OfftakerRow>`
    select id, name, quality, note from offtaker
    where ${isOf(organisationIds, 'organisation_id')}
      and (${pattern}::text is null or name ilike ${pattern})
    order by name collate name_order, id limit ${limit}`.execute(db)
  return rows
}

/** Those of the ids that are models of that kind, or offtakers, of the organisation. */
export async function knownAmong(
  db: Connection,
  organisationId: string,
  what: ModelRow['kind'] | 'OFFTAKER',
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await (what === 'OFFTAKER'
    ? sql<{ id: string }>`
        select id from offtaker where organisation_id = ${organisationId} and id = any(${ids}::uuid[])`
    : sql<{ id: string }>`
        select id from equipment_model
        where organisation_id = ${organisationId} and kind = ${what} and id = any(${ids}::uuid[])`
  ).execute(db)
  return new Set(rows.map(({ id }) => id))
}
