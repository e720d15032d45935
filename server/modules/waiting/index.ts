import type { Actor } from '../../access/actor.ts'
import { notFound } from '../../access/errors.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import type { Hooks } from '../../platform/hooks.ts'
import type { Organisations } from '../organisations/index.ts'
import { type Waiting, waits } from './hooks.ts'

export { type Waiting, type WaitingAsked, waits } from './hooks.ts'

/** What waits for people: the same on home and in mails (NEW-04, NEW-06). */
export interface WaitingItems {
  /** The newest first. @throws NOT_FOUND for an organisation that the actor is not in */
  of(actor: Actor, orgSlug: string | null, limit: number): Promise<Waiting[]>
  /** Of one organisation, for a mail. */
  within(on: Connection, actor: Actor, organisationId: string, limit: number): Promise<Waiting[]>
}

export function createWaiting(db: Database, hooks: Hooks, organisations: Organisations): WaitingItems {
  const found = async (
    on: Connection,
    actor: Actor,
    organisationId: string | null,
    limit: number,
  ): Promise<Waiting[]> => {
    // What others are shown is not for whoever sees a room as they do.
    if (actor.viewing) return []
    const all = (await hooks.ask(waits, on, { actor, organisationId })).flat()
    return all
      .sort((a, b) => b.at.getTime() - a.at.getTime() || a.title.localeCompare(b.title))
      .slice(0, limit)
  }
  return {
    of: async (actor, orgSlug, limit) => {
      if (orgSlug === null) return found(db, actor, null, limit)
      const organisation = await organisations.bySlug(actor, orgSlug)
      if (!organisation) throw notFound('Organisation')
      return found(db, actor, organisation.id, limit)
    },
    within: found,
  }
}
