import type { Tx } from '../../platform/database/database.ts'
import { recordActivity } from '../activity/index.ts'
import type { Caller } from './tokenStore.ts'

/** What a directory does, by its name, in the hands of whoever made its token (SCIM-18). */
export const recordOf = (
  tx: Tx,
  { connectionId, organisationId, name, madeBy }: Caller,
  kind: Uppercase<string>,
  detail: Readonly<Record<string, unknown>>,
) =>
  recordActivity(tx, [
    {
      kind,
      personId: madeBy,
      sessionId: null,
      organisationId,
      subject: { kind: 'sso', id: connectionId },
      detail: { directory: name, ...detail },
    },
  ])
