import type { PermissionScope } from '../../access/actor.ts'
import type { Tx } from '../../platform/database/database.ts'
import { keepSource, type Mail, type RewriteMail } from '../../platform/mail/index.ts'
import type { NotificationHandler, NotificationItem } from './kinds.ts'
import { type MailAddresses, type MailTo, mailsTo } from './mails.ts'

/** What mails of one digest are written of. */
export interface Digested {
  /** Name of the kind. */
  kind: string
  items: readonly NotificationItem<object>[]
  place: PermissionScope | null
}

/** The mails with what they are written of, for those that will have to wait for their mail server. */
export async function withSource(tx: Tx, digested: Digested, mails: readonly MailTo[]): Promise<Mail[]> {
  if (mails.length === 0) return []
  const id = await keepSource(tx, digested)
  return mails.map(({ personId, mail }) => ({ ...mail, source: { id, readerId: personId } }))
}

/** As JSON keeps it: it comes from `withSource` alone. */
type StoredDigest = Omit<Digested, 'items'> & {
  items: readonly (Omit<NotificationItem<object>, 'at'> & { at: string })[]
}

/**
 * Writes a mail again that could not be delivered soon, as its kind would write it now: of what its reader may see and
 * wants to know by then (NOTIF-19). A kind that a newer version no longer has says nothing.
 */
export function createRewriting({
  handlers,
  addresses,
}: {
  handlers: readonly NotificationHandler[]
  addresses: MailAddresses
}): RewriteMail {
  const byKind = new Map(handlers.map((handler) => [handler.kind.name, handler]))
  return async (tx, content, readerId) => {
    const { kind: name, items, place } = content as StoredDigest
    const { kind, write } = byKind.get(name) ?? {}
    if (!kind || !write) return null
    const again = items.map((item) => ({ ...item, at: new Date(item.at) }))
    const mails = await mailsTo(
      tx,
      { kind, write },
      { items: again, personIds: [readerId], place, addresses },
    )
    return mails[0]?.mail ?? null
  }
}
