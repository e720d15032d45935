import type { Actor } from '../../../access/actor.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { type ActivityKind, recordActivity, type Subject } from '../../activity/index.ts'

/** What admins do to people and groups of an organisation stays on record, with the newer state in its detail. */
export const record = (
  tx: Tx,
  actor: Actor,
  kind: ActivityKind,
  {
    organisationId,
    subject,
    detail,
    at,
  }: { organisationId: string; subject: Subject; detail: Readonly<Record<string, unknown>>; at?: Date },
): Promise<number[]> =>
  recordActivity(tx, [
    {
      kind,
      personId: actor.personId,
      sessionId: actor.sessionId,
      organisationId,
      subject,
      detail,
      ...(at ? { at } : {}),
    },
  ])

export const invitationSubject = (id: string): Subject => ({ kind: 'invitation', id })
export const groupSubject = (id: string): Subject => ({ kind: 'user_group', id })
