import type { Actor } from '../../access/actor.ts'
import type { PeoplePage } from '../../access/audience.ts'
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
  /** Whether it is sent whatever the toggles say: what people have asked for, and what is about their account (NOTIF-22). */
  readonly always: boolean
  /** Holds the data's type; there is no value. */
  readonly data?: Data
}

export const defineNotification = <Data extends object>(
  name: string,
  {
    quietMs = 0,
    maxDelayMs = quietMs,
    always = false,
  }: { quietMs?: number; maxDelayMs?: number; always?: boolean } = {},
): NotificationKind<Data> => ({ name, quietMs, maxDelayMs, always })

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

/**
 * What a mail says, in the one layout of all mails. Its foot says why it came and where to change that: the sender writes
 * it for a kind that obeys toggles, the handler for one that is always sent.
 */
export interface Written extends Omit<Letter, 'foot'> {
  foot?: Letter['foot']
  /** Where answers go; to the sender of all mails unless given. */
  replyTo?: string
}

/**
 * How a kind is notified. Everything is checked when the mail is sent, not when the event happened; who has turned it
 * off, is not active or did it themselves is never asked about.
 */
export interface NotificationHandler<Data extends object = object> {
  kind: NotificationKind<Data>
  /** A page of those whom an event without candidates may be for, by id; of those `write` says who gets a mail. */
  audience?: (db: Connection, items: readonly NotificationItem<Data>[], page: PeoplePage) => Promise<string[]>
  /**
   * The mails about the things of one digest, the oldest first, by the readers' ids: to each only what they may see by
   * now. Who may see nothing of it, or need not know any more, is absent. The number of statements must not grow with that of the
   * readers.
   */
  write?: (
    db: Connection,
    items: readonly NotificationItem<Data>[],
    readers: readonly Reader[],
  ) => Promise<ReadonlyMap<string, Written>>
  /** The mail to an address outside of the product; null where nobody needs to know any more. */
  writeToAddress?: (db: Connection, items: readonly NotificationItem<Data>[]) => Promise<Written | null>
}

/** Ties a handler to its kind; data comes only from `notify` and so is of the kind's type. */
export const handlesNotification = <Data extends object>(
  handler: NotificationHandler<Data>,
): NotificationHandler => handler as unknown as NotificationHandler
