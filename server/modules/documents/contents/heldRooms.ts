import { type RawBuilder, sql } from 'kysely'
import { isHeld } from '../../../access/legalHold.ts'

/** SQL: whether the row of the table is of a room under a legal hold (STAGE-12). @param table with a tree_id */
export const isOfHeldRoom = (
  table: 'document' | 'deletion' | 'redaction' | 'zip_export',
): RawBuilder<boolean> => sql<boolean>`
  exists (select from document_tree held where held.id = ${sql.ref(`${table}.tree_id`)}
    and ${isHeld(sql`held.portfolio_id`)})`
