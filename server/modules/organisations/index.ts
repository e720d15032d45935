import DataLoader from 'dataloader'
import type { Actor } from '../../access/actor.ts'
import { notFound } from '../../access/errors.ts'
import { actorOf, type Context, perRequest } from '../../contracts/context.ts'
import type { Database } from '../../platform/database/database.ts'
import { isId } from '../../platform/ids.ts'
import {
  anyHasCopilot,
  type OrganisationRow,
  organisationBySlug,
  organisationOpenTo,
  organisationsByIds,
  organisationsJoined,
  organisationsOf,
  organisationsShared,
} from './store.ts'

export { deleteOrganisation, isClosed, requireOpen, restoreOrganisation } from './deletion.ts'
export {
  organisationCreated,
  organisationHolds,
  organisationPurged,
  rowsPurged,
} from './hooks.ts'
export { createOrganisation, type NewOrganisation } from './service.ts'
export { type OrganisationRow, openOrganisations, organisationsByIds, setTokensAllowed } from './store.ts'

export interface Organisations {
  /** The actor's organisations by name, or a part of them; a super user has all that are not deleted (ORG-27). */
  of(actor: Actor, part: { limit: number; offset: number } | null): Promise<OrganisationRow[]>
  /** Those that the actor belongs to by their groups, by name: none of most super users. */
  joined(actor: Actor): Promise<OrganisationRow[]>
  /** For resolvers: another person's organisations that the caller shares, read together with those of others. */
  shared(context: Context, personId: string): Promise<OrganisationRow[]>
  /** Null unless the actor is in it (ORG-03). */
  bySlug(actor: Actor, slug: string): Promise<OrganisationRow | null>
  /** Null unless the actor is in it. @param id any text */
  openById(actor: Actor, id: string): Promise<OrganisationRow | null>
  /** Whether one of the actor's organisations has the copilot (COP-01). */
  anyHasCopilot(actor: Actor): Promise<boolean>
  /** For resolvers: read together with the others that the request asks for. @throws NOT_FOUND */
  byId(context: Context, id: string): Promise<OrganisationRow>
}

export interface OrganisationsDoor extends Organisations {
  /** Queues the removal of all organisations whose 30 days have ended. */
  queuePurges(): Promise<void>
  /** Removes one of them, as far as it comes before the signal; see purgeOrganisation in purge.ts. */
  purge(organisationId: string, signal: AbortSignal): Promise<void>
}

export function createOrganisations(db: Database): Organisations {
  const loaded = perRequest(
    () =>
      new DataLoader(async (ids: readonly string[]) => {
        const rows = new Map((await organisationsByIds(db, ids)).map((row) => [row.id, row]))
        return ids.map((id): OrganisationRow | Error => rows.get(id) ?? notFound('Organisation'))
      }),
  )
  const shared = perRequest(
    (context) => new DataLoader((ids: readonly string[]) => organisationsShared(db, actorOf(context), ids)),
  )
  return {
    of: (actor, part) => organisationsOf(db, actor, part),
    joined: (actor) => organisationsJoined(db, actor),
    shared: (context, personId) => shared(context).load(personId),
    bySlug: (actor, slug) => organisationBySlug(db, actor, slug),
    anyHasCopilot: (actor) => anyHasCopilot(db, actor),
    openById: async (actor, id) => (isId(id) ? organisationOpenTo(db, actor, id) : null),
    byId: (context, id) => loaded(context).load(id),
  }
}
