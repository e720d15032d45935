import { sql } from 'kysely'

/**
 * SQL: when the `version` of a `document` came to its readers. That of something staged came with its publication, which its
 * row doesn't say: it is a leaf of the record, and not changed (STAGE-03).
 */
export const versionMoment = sql<Date>`greatest(version.created_at, document.created_at)`
