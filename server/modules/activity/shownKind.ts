import { type RawBuilder, sql } from 'kysely'

/** Kinds that came later than the indexes over changes of documents, and that of theirs which they are stored by (BIN-07). */
export const STORED_KINDS: Readonly<Record<'RESTORE' | 'DELETE_FOR_GOOD' | 'REDACTION', string>> = {
  RESTORE: 'MOVE',
  DELETE_FOR_GOOD: 'DELETE',
  // For those who see changes of permissions, and who may redact.
  REDACTION: 'PERMISSION',
}

/** SQL: the kind of an entry as people read it, which what it says of itself tells apart. @param row alias of the entry */
export const shownKind = (row: string): RawBuilder<string> => sql<string>`
  case when ${sql.ref(`${row}.kind`)} = 'MOVE' and ${sql.ref(`${row}.detail`)} ->> 'restored' = 'true' then 'RESTORE'
    when ${sql.ref(`${row}.kind`)} = 'DELETE' and ${sql.ref(`${row}.detail`)} ->> 'forGood' = 'true' then 'DELETE_FOR_GOOD'
    when ${sql.ref(`${row}.kind`)} = 'PERMISSION' and ${sql.ref(`${row}.detail`)} ->> 'redaction' = 'true' then 'REDACTION'
    else ${sql.ref(`${row}.kind`)} end`
