import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../platform/database/database.ts'
import { type ActivityKind, recordBy } from '../activity/index.ts'

/** Records what a person changes of their own account, in the transaction that changes it. */
export const recordOwn = (
  tx: Tx,
  actor: Pick<Actor, 'personId' | 'sessionId'>,
  kind: ActivityKind,
  detail?: Readonly<Record<string, string>>,
): Promise<number[]> =>
  recordBy(tx, actor, [{ kind, subject: { kind: 'person', id: actor.personId }, ...(detail && { detail }) }])
