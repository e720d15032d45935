import type { Actor } from '../../access/actor.ts'
import { notFound } from '../../access/errors.ts'
import type { EntityPlace } from '../../access/reach.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import type { Hooks } from '../../platform/hooks.ts'
import type { Organisations } from '../organisations/index.ts'
import { type Waiting, type WaitingByPerson, waits, waitsInRoom } from './hooks.ts'

export {
  byPerson,
  type Waiting,
  type WaitingAsked,
  type WaitingByPerson,
  waits,
  waitsInRoom,
} from './hooks.ts'

/** What waits for people: the same on home and in mails (NEW-04, NEW-06). */
export interface WaitingItems {
  /** The newest first. @throws NOT_FOUND for an organisation that the actor is not in */
  of(actor: Actor, orgSlug: string | null, limit: number): Promise<Waiting[]>
  /** For each reader of a mail about a room what waits for them there, the newest first. */
  inRoom(on: Connection, readers: readonly Actor[], place: EntityPlace): Promise<WaitingByPerson>
}

const newestFirst = (items: readonly Waiting[]): Waiting[] =>
  items.toSorted((a, b) => b.at.getTime() - a.at.getTime() || a.title.localeCompare(b.title))

export const createWaiting = (db: Database, hooks: Hooks, organisations: Organisations): WaitingItems => ({
  of: async (actor, orgSlug, limit) => {
    const organisation = orgSlug === null ? null : await organisations.bySlug(actor, orgSlug)
    if (orgSlug !== null && !organisation) throw notFound('Organisation')
    // What others are shown is not for whoever sees a room as they do.
    if (actor.viewing) return []
    const found = await hooks.ask(waits, db, { actor, organisationId: organisation?.id ?? null })
    return newestFirst(found.flat()).slice(0, limit)
  },
  inRoom: async (on, readers, place) => {
    const found = await hooks.ask(waitsInRoom, on, { readers, place })
    return new Map(
      readers.map(({ personId }) => [
        personId,
        newestFirst(found.flatMap((lines) => lines.get(personId) ?? [])),
      ]),
    )
  },
})
