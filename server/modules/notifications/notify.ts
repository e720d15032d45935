import { sql } from 'kysely'
import type { PermissionScope } from '../../access/actor.ts'
import type { Tx } from '../../platform/database/database.ts'
import { publish } from '../../platform/events/index.ts'
import { newId } from '../../platform/ids.ts'
import type { Subject } from '../activity/index.ts'
import type { NotificationKind } from './kinds.ts'

/** The topic that wakes the sender of every process when there is something to send. */
export const NOTIFICATIONS_TOPIC = 'notifications'

export interface Notice<Data extends object> {
  subject: Subject
  /** The person who did it; null for the product itself. */
  by: string | null
  /** Whose toggles decide (NOTIF-03); needed for every kind but those that are always sent. */
  place?: PermissionScope
  /**
   * Possible recipients; which of them may know is checked when the mail is sent. Without candidates and addresses it is
   * for those whom the handler's `audience` names by then.
   */
  candidates?: readonly string[]
  /** Mail addresses of people outside the product. */
  addresses?: readonly string[]
  /** Notifications of one kind and digest become one mail; the subject's id unless given. */
  digest?: string
  data: Data
}

/** Milliseconds within which a sender looks for what is due by itself. */
export const POLL_MS = 60_000

/**
 * Notifies people, in the caller's transaction: only if it commits. Nobody is notified of what they did
 * themselves (NOTIF-19).
 */
export const notify = <Data extends object>(
  tx: Tx,
  kind: NotificationKind<Data>,
  notice: Notice<Data>,
): Promise<void> => notifyOfEach(tx, kind, [notice])

/** The same for many subjects immediately, in one statement. */
export async function notifyOfEach<Data extends object>(
  tx: Tx,
  kind: NotificationKind<Data>,
  notices: readonly Notice<Data>[],
): Promise<void> {
  const rows = notices.flatMap((notice) => rowsOf(kind, notice))
  if (rows.length === 0) return
  await sql`
    insert into notification (id, kind, subject_kind, subject_id, person_id, address, caused_by, digest, data, due_at,
      latest_at, organisation_id, portfolio_id, holding_company_id)
    select id, ${kind.name}, subject_kind, subject_id, person, address, caused_by, digest, data,
      now() + make_interval(secs => ${kind.quietMs / 1000}),
      now() + make_interval(secs => ${kind.maxDelayMs / 1000}), organisation, portfolio, company
    from json_to_recordset(${JSON.stringify(rows)}) as one (id uuid, person uuid, address text, subject_kind text,
      subject_id uuid, caused_by uuid, digest text, data jsonb, organisation uuid, portfolio uuid, company uuid)`.execute(
    tx,
  )
  // What is due later than the next look wakes nobody.
  if (kind.quietMs < POLL_MS) await publish(tx, [{ topic: NOTIFICATIONS_TOPIC, kind: kind.name }])
}

/** A row for each recipient. */
function rowsOf<Data extends object>(kind: NotificationKind<Data>, notice: Notice<Data>): object[] {
  const { subject, by, place, candidates, addresses, digest = subject.id, data } = notice
  if (!kind.always && !place) throw new Error(`A notification of the kind "${kind.name}" needs a place.`)
  const persons = [...new Set(candidates)].filter((id) => id !== by)
  const recipients = [
    ...persons.map((person) => ({ person })),
    ...(addresses ?? []).map((address) => ({ address })),
    ...(candidates || addresses ? [] : [{}]),
  ]
  return recipients.map((recipient) => ({
    id: newId(),
    ...recipient,
    subject_kind: subject.kind,
    subject_id: subject.id,
    caused_by: by,
    digest,
    data,
    organisation: place?.organisationId,
    portfolio: place?.kind === 'portfolio' ? place.portfolioId : null,
    company: place?.kind === 'holdingCompany' ? place.holdingCompanyId : null,
  }))
}
