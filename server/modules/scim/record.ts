import type { RawBuilder } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { type ActivityEntry, recordActivity, recording } from '../activity/index.ts'
import type { Caller } from './tokenStore.ts'

/** What a directory does, by its name, in the hands of whoever made its token (SCIM-18). */
const entryOf = (
  { connectionId, organisationId, name, madeBy }: Caller,
  kind: Uppercase<string>,
  detail: Readonly<Record<string, unknown>>,
): ActivityEntry => ({
  kind,
  personId: madeBy,
  sessionId: null,
  organisationId,
  subject: { kind: 'sso', id: connectionId },
  detail: { directory: name, ...detail },
})

export const recordOf = (tx: Tx, ...entry: Parameters<typeof entryOf>) =>
  recordActivity(tx, [entryOf(...entry)])

/** SQL: the same within the statement that makes the change, where that has changed anything. */
export const recordingOf = (where: RawBuilder<boolean>, ...entry: Parameters<typeof entryOf>) =>
  recording([entryOf(...entry)], where)
