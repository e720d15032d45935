import type { PermissionScope } from '../../access/actor.ts'
import { loadActors } from '../../access/loadActor.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Letter, Mail } from '../../platform/mail/index.ts'
import { personsByIds } from '../accounts/index.ts'
import type { NotificationHandler, NotificationItem, Reader, Written } from './kinds.ts'
import { wantedBy } from './settingsStore.ts'
import { type PlaceNames, placeNames } from './store.ts'

/** What mails need of the deployment. */
export interface MailAddresses {
  /** The public address of the product. */
  origin(): string
  /** The address that switches off a person's toggle of a place, with nothing but that address (RFC 8058). */
  unsubscribeUrl(personId: string, place: PermissionScope): string
}

const WORDS: Readonly<Record<PermissionScope['kind'], string>> = {
  organisation: 'this organisation',
  portfolio: 'this portfolio',
  holdingCompany: 'this holding company',
}

/** Why a mail came and where to change that (NOTIF-25). */
function footOf(
  { organisation, orgSlug, entity }: PlaceNames,
  { place, origin, unsubscribeUrl }: { place: PermissionScope; origin: string; unsubscribeUrl: string },
): Letter['foot'] {
  return {
    why: `You get this e-mail because notifications for ${entity} are on.`,
    links: [
      { label: 'Change preferences', url: `${origin}/profile/${orgSlug}/notifications` },
      { label: `Unsubscribe from ${WORDS[place.kind]}`, url: unsubscribeUrl },
    ],
    organisation,
  }
}

/** Those of the people who are active and, where toggles count, want to know; with what they hold at this moment. */
async function readersAmong(
  tx: Tx,
  personIds: readonly string[],
  place: PermissionScope | null,
): Promise<Reader[]> {
  const wanting = place ? await wantedBy(tx, place, personIds) : new Set(personIds)
  const ids = personIds.filter((id) => wanting.has(id))
  if (ids.length === 0) return []
  const actors = await loadActors(tx, ids)
  const persons = await personsByIds(tx, ids)
  return persons.flatMap((person) => {
    const actor = person ? actors.get(person.id) : undefined
    return person?.isActive && actor ? [{ person, actor }] : []
  })
}

/** A mail, and whom it is for. */
export interface MailTo {
  personId: string
  mail: Mail
}

/** A handler that writes to people. */
export type Writer = Required<Pick<NotificationHandler, 'kind' | 'write'>>

/** The mails to people about the things of one digest, of one place: to nobody about their own actions (NOTIF-19). */
export async function mailsTo(
  tx: Tx,
  { kind, write }: Writer,
  {
    items,
    personIds,
    place,
    addresses,
  }: {
    items: readonly NotificationItem<object>[]
    personIds: readonly string[]
    place: PermissionScope | null
    addresses: MailAddresses
  },
): Promise<MailTo[]> {
  if (!kind.always && !place) throw new Error(`A notification of the kind "${kind.name}" has no place.`)
  const names = place ? await placeNames(tx, place) : null
  if (place && !names) return []
  const readers = await readersAmong(tx, personIds, kind.always ? null : place)
  const causerIds = new Set(items.map(({ causedBy }) => causedBy))
  const others = readers.filter(({ person }) => !causerIds.has(person.id))
  const written: [Reader, Written][] = []
  const add = async (some: readonly NotificationItem<object>[], to: readonly Reader[]): Promise<void> => {
    if (some.length === 0 || to.length === 0) return
    const mails = await write(tx, some, to)
    for (const reader of to) {
      const mail = mails.get(reader.person.id)
      if (mail) written.push([reader, mail])
    }
  }
  await add(items, others)
  // The few who have done some of it themselves.
  for (const reader of readers.filter(({ person }) => causerIds.has(person.id))) {
    await add(
      items.filter(({ causedBy }) => causedBy !== reader.person.id),
      [reader],
    )
  }
  const origin = addresses.origin()
  return written.map(([{ person }, { foot, ...letter }]) => {
    const recipient = person.email
    const personId = person.id
    if (kind.always || !place || !names) {
      return { personId, mail: { ...letter, recipient, foot: requireFoot(kind.name, foot) } }
    }
    const unsubscribeUrl = addresses.unsubscribeUrl(personId, place)
    const own = footOf(names, { place, origin, unsubscribeUrl })
    return { personId, mail: { ...letter, recipient, unsubscribeUrl, foot: own } }
  })
}

/** The foot that a handler has written for what is always sent. */
export function requireFoot(kind: string, foot: Letter['foot'] | undefined): Letter['foot'] {
  if (!foot) throw new Error(`A mail of the kind "${kind}" says nowhere why it came.`)
  return foot
}
