import type { Actor } from '../../access/actor.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Letter } from '../../platform/mail/index.ts'
import type { PersonRow } from '../accounts/index.ts'
import type { Subject } from '../activity/index.ts'

/** A kind of event that people are notified of by mail, with the data that is stored for each as JSON. */
export interface NotificationKind<Data extends object> {
  readonly name: string
  /** Milliseconds without a further one of the same digest, after which it is sent; 0 for immediately. */
  readonly quietMs: number
  /** Milliseconds after the first of a digest, after which it is sent in any case. */
  readonly maxDelayMs: number
  /** Holds the data's type; there is no value. */
  readonly data?: Data
}

export const defineNotification = <Data extends object>(
  name: string,
  { quietMs = 0, maxDelayMs = quietMs }: { quietMs?: number; maxDelayMs?: number } = {},
): NotificationKind<Data> => ({ name, quietMs, maxDelayMs })

/** One event that somebody is notified of. */
export interface NotificationItem<Data extends object> {
  subject: Subject
  data: Data
  /** The person who did it; null for the product itself. */
  causedBy: string | null
  at: Date
}

/** The recipient of a notification, with the permissions they hold at this moment. */
export interface Reader {
  person: PersonRow
  actor: Actor
}

/** What a mail says, in the one layout of all mails. */
export interface Written extends Letter {
  /** Where answers go; to the sender of all mails unless given. */
  replyTo?: string
}

/** How a kind is notified. Everything is checked when the mail is sent, not when the event happened. */
export interface NotificationHandler<Data extends object = object> {
  kind: NotificationKind<Data>
  /** The events that the person may see by now; a kind without this goes to addresses only. */
  visible?: (
    db: Connection,
    actor: Actor,
    items: readonly NotificationItem<Data>[],
  ) => Promise<readonly NotificationItem<Data>[]>
  /**
   * The mail about things of one digest, the oldest first; null where nobody needs to know any more.
   * @param reader null for an address
   */
  write(
    db: Connection,
    items: readonly NotificationItem<Data>[],
    reader: Reader | null,
  ): Promise<Written | null>
}

/** Ties a handler to its kind; data comes only from `notify` and so is of the kind's type. */
export const handlesNotification = <Data extends object>(
  handler: NotificationHandler<Data>,
): NotificationHandler => handler as unknown as NotificationHandler
