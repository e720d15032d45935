import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'

/**
 * Removes the imports and reports of an organisation that is removed for good; those of others as well stay theirs.
 * Their files are swept once no row refers to them.
 * @returns whether rows are left, after `limit` of them
 */
export async function purgeImports(
  tx: Tx,
  { organisationId, limit }: { organisationId: string; limit: number },
): Promise<boolean> {
  const own = sql`organisation_ids <@ array[${organisationId}]::uuid[] and organisation_ids @> array[${organisationId}]::uuid[]`
  const { rows } = await sql`
    delete from crm_record where ctid = any(array(
      select record.ctid from data_import import join crm_record record on record.import_id = import.id
      where ${own} limit ${limit})) returning 1`.execute(tx)
  if (rows.length > 0) return true
  await sql`delete from duplicate_report where ${own}`.execute(tx)
  await sql`delete from data_import where ${own}`.execute(tx)
  for (const table of ['duplicate_report', 'data_import'] as const) {
    await sql`
      update ${sql.table(table)} set organisation_ids = array_remove(organisation_ids, ${organisationId}::uuid)
      where organisation_ids @> array[${organisationId}]::uuid[]`.execute(tx)
  }
  return false
}
