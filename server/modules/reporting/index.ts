import type { Actor } from '../../access/actor.ts'
import { forbidden, notFound } from '../../access/errors.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Organisations } from '../organisations/index.ts'
import { seesOperations } from './policy.ts'
import { type PartnerRow, partnersOf } from './store.ts'

export { createPartner, type NewPartner } from './service.ts'
export type { PartnerRow } from './store.ts'

export interface Reporting {
  /**
   * Who operates and maintains the organisation's sites, by name.
   * @throws NOT_FOUND for an organisation that the actor is not a member of, FORBIDDEN without O_AND_M_VIEW (ORG-57)
   */
  partners(
    actor: Actor,
    organisationSlug: string,
    page: { limit: number; offset: number },
  ): Promise<PartnerRow[]>
}

export const createReporting = (db: Database, organisations: Organisations): Reporting => ({
  partners: async (actor, slug, page) => {
    const organisation = await organisations.bySlug(actor, slug)
    if (!organisation) throw notFound('Organisation')
    if (!seesOperations(actor, organisation.id)) throw forbidden()
    return partnersOf(db, organisation.id, page)
  },
})
