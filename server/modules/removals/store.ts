import { sql } from 'kysely'
import { isHeld } from '../../access/legalHold.ts'
import { scopeOf } from '../../access/scopes.ts'
import type { Connection, Tx } from '../../platform/database/database.ts'
import type { KeptRows } from '../../platform/database/keptRows.ts'
import { newId } from '../../platform/ids.ts'
import { type RemovedRecord, TABLES } from './hooks.ts'

/** Records of an organisation that are looked through, the newest ones: they are deleted one by one, by hand. */
const MAX_RECORDS = 1000

/** JSON of texts that are JSON themselves. */
const together = (parts: ReadonlyMap<string, string>): string =>
  `{${[...parts].map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`

/** A record that its module is about to delete. */
export type NewRemoval = Omit<RemovedRecord, 'id' | 'at' | 'facts'>

export async function insertRemoved(tx: Tx, record: NewRemoval, kept: KeptRows): Promise<void> {
  const { place } = record
  const rows = together(kept.rows)
  await sql`
    insert into removed_record (id, organisation_id, kind, record_id, name, place_name, portfolio_id,
      holding_company_id, person_id, rows, links, ids)
    values (${newId()}, ${place.organisationId}, ${record.kind}, ${record.recordId}, ${record.name}, ${record.placeName},
      ${place.kind === 'portfolio' ? place.portfolioId : null},
      ${place.kind === 'holdingCompany' ? place.holdingCompanyId : null}, ${record.personId},
      ${rows}::jsonb, ${together(kept.links)}::jsonb,
      array(select distinct found[1]::uuid from regexp_matches(${rows},
        '"([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"', 'g') as found))`.execute(tx)
}

interface Row extends Omit<RemovedRecord, 'place'> {
  organisationId: string
  portfolioId: string | null
  holdingCompanyId: string | null
}

const COLUMNS = sql`
  id, organisation_id as "organisationId", kind, record_id as "recordId", name,
  place_name as "placeName", portfolio_id as "portfolioId",
  holding_company_id as "holdingCompanyId", person_id as "personId", at,
  case kind ${sql.join(
    Object.entries(TABLES).map(
      ([kind, table]) => sql`when ${sql.lit(kind)} then rows -> ${sql.lit(table)} -> 0`,
    ),
    sql` `,
  )} end - 'description' as facts`

function toRecord({ organisationId, portfolioId, holdingCompanyId, ...record }: Row): RemovedRecord {
  return { ...record, place: scopeOf({ organisationId, portfolioId, holdingCompanyId }) }
}

/** SQL: whether the record is kept whatever its age: its room is under a legal hold (STAGE-12). */
const isKept = isHeld(sql`removed_record.portfolio_id`)

/** SQL: whether the record can still be restored. */
const isRestorable = (days: number) =>
  sql<boolean>`(at > now() - make_interval(days => ${days}::int) or ${isKept})`

/** The newest records of an organisation of the last days. */
export async function removedIn(
  db: Connection,
  organisationId: string,
  days: number,
): Promise<RemovedRecord[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from removed_record
    where organisation_id = ${organisationId} and ${isRestorable(days)}
    order by at desc, id limit ${MAX_RECORDS}`.execute(db)
  return rows.map(toRecord)
}

/** One of them, until the end of the transaction for whoever restores it alone. */
export async function removedById(
  db: Connection,
  id: string,
  days: number,
  lock = sql``,
): Promise<RemovedRecord | null> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from removed_record
    where id = ${id} and ${isRestorable(days)} ${lock}`.execute(db)
  const [row] = rows
  return row ? toRecord(row) : null
}

export async function keptRowsOf(tx: Tx, id: string): Promise<KeptRows> {
  const { rows } = await sql<{ part: 'rows' | 'links'; name: string; json: string }>`
    select 'rows' as part, key as name, value::text as json from removed_record, jsonb_each(rows) where id = ${id}
    union all
    select 'links', key, value::text from removed_record, jsonb_each(links) where id = ${id}`.execute(tx)
  const of = (part: 'rows' | 'links') =>
    new Map(rows.filter((row) => row.part === part).map(({ name, json }) => [name, json]))
  return { rows: of('rows'), links: of('links') }
}

export async function forgetRemoved(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('removed_record').where('id', '=', id).execute()
}

/** Removes what can no longer be restored. */
export async function sweepRemoved(db: Connection, days: number): Promise<void> {
  await sql`
    delete from removed_record
    where at < now() - make_interval(days => ${days}::int) and not ${isKept}`.execute(db)
}

/** Which of the ids stand in the rows of records that can be restored. */
export async function idsKept(db: Connection, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct asked.id from unnest(${ids}::uuid[]) as asked(id)
    join removed_record record on record.ids @> array[asked.id]`.execute(db)
  return rows.map(({ id }) => id)
}
