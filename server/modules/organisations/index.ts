import type { Actor } from '../../access/actor.ts'
import type { Database } from '../../platform/database/database.ts'
import {
  type OrganisationRow,
  organisationBySlug,
  organisationsByIds,
  organisationsOf,
  organisationsShared,
} from './store.ts'

export { organisationsResolvers } from './resolvers.ts'
export { addMember, createGroup, createOrganisation, createRole, type NewGroup } from './service.ts'
export type { OrganisationRow } from './store.ts'

export interface Organisations {
  /** The actor's organisations by name. */
  of(actor: Actor): Promise<OrganisationRow[]>
  /** Another person's organisations that the actor shares. */
  shared(actor: Actor, personId: string): Promise<OrganisationRow[]>
  bySlug(actor: Actor, slug: string): Promise<OrganisationRow | null>
  /** In the order of the ids; for loaders. */
  byIds(ids: readonly string[]): Promise<(OrganisationRow | null)[]>
}

export const createOrganisations = (db: Database): Organisations => ({
  of: (actor) => organisationsOf(db, actor),
  shared: (actor, personId) => organisationsShared(db, actor, personId),
  bySlug: (actor, slug) => organisationBySlug(db, actor, slug),
  byIds: async (ids) => {
    const rows = new Map((await organisationsByIds(db, ids)).map((row) => [row.id, row]))
    return ids.map((id) => rows.get(id) ?? null)
  },
})
