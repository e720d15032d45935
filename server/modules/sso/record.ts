import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../platform/database/database.ts'
import { recordActivity, recordBy } from '../activity/index.ts'
import type { ConnectionOwner } from './policy.ts'

type Recorded = ConnectionOwner & { id: string }

const entryOf = (
  kind: Uppercase<string>,
  { id, organisationId }: Recorded,
  detail: Readonly<Record<string, unknown>>,
) => ({
  kind,
  subject: { kind: 'sso', id },
  detail,
  ...(organisationId === null ? {} : { organisationId }),
})

/** What an admin does to a connection (SSO-27). */
export const recordChange = (
  tx: Tx,
  actor: Pick<Actor, 'personId' | 'sessionId'>,
  kind: Uppercase<string>,
  connection: Recorded,
  detail: Readonly<Record<string, unknown>>,
) => recordBy(tx, actor, [entryOf(kind, connection, detail)])

/** What happens to a person at a connection, before they have a session. */
export const recordOf = (
  tx: Tx,
  personId: string,
  kind: Uppercase<string>,
  connection: Recorded,
  detail: Readonly<Record<string, unknown>>,
) => recordActivity(tx, [{ ...entryOf(kind, connection, detail), personId, sessionId: null }])

/** Sign-ins that were refused (SSO-27). */
export const recordRefusals = (
  tx: Tx,
  connection: Recorded,
  refused: readonly { personId: string; detail: Readonly<Record<string, unknown>> }[],
) =>
  recordActivity(
    tx,
    refused.map(({ personId, detail }) => ({
      ...entryOf('REFUSE_SSO', connection, detail),
      personId,
      sessionId: null,
    })),
  )
