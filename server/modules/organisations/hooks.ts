import type { OfficeDependents } from '../../admin/index.ts'
import type { Connection } from '../../platform/database/database.ts'
import { defineHook } from '../../platform/hooks.ts'

/** Staff have made an organisation: for what it starts with. In the same transaction. */
export const organisationCreated = defineHook<{ organisationId: string }>('organisationCreated')

/**
 * What belongs to an organisation, to be counted before it is deleted: rows of one sort each, none where there are
 * none. Asked for staff alone.
 */
export const organisationHolds = defineHook<
  { organisationId: string },
  readonly OfficeDependents[],
  Connection
>('organisationHolds')

/**
 * An organisation is removed for good: for whoever names it other than by a foreign key.
 * @returns whether rows are left, after `limit` of them; it is asked again then
 */
export const organisationPurged = defineHook<{ organisationId: string; limit: number }, boolean>(
  'organisationPurged',
)

/** Rows go with their organisation, in the transaction that deletes them: for whoever keeps files for them. */
export const rowsPurged = defineHook<{
  table: string
  rows: readonly Readonly<Record<string, unknown>>[]
}>('rowsPurged')
