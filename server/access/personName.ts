import { type RawBuilder, sql } from 'kysely'

/** SQL: the name of a person as others read it, out of the row of that alias. */
export const fullNameIn = (alias: 'p' | 'person' | 'row'): RawBuilder<string> =>
  sql`(${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)})`
