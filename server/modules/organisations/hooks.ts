import type { OfficeDependents } from '../../access/office/index.ts'
import type { Connection } from '../../platform/database/database.ts'
import { defineHook } from '../../platform/hooks.ts'

/** Staff have made an organisation, with its roles: for what it starts with besides. In the same transaction. */
export const organisationCreated = defineHook<{ organisationId: string }>('organisationCreated')

/** A person is no longer in a group, whose access they may have had from nowhere else. */
export const memberRemoved = defineHook<{ groupId: string; personId: string }>('memberRemoved')

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
