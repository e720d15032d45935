import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../platform/database/database.ts'
import type { OfficeDependents } from './kind.ts'

/** How many rows of each sort there are, by their words and `from … where …`; none of which there are none. */
export async function countedOf(
  db: Connection,
  sorts: Readonly<Record<string, RawBuilder<unknown>>>,
): Promise<OfficeDependents[]> {
  const counted: OfficeDependents[] = []
  for (const [words, rowsOf] of Object.entries(sorts)) {
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count ${rowsOf}`.execute(db)
    const count = rows[0]?.count ?? 0
    if (count > 0) counted.push({ words, count, names: [] })
  }
  return counted
}
