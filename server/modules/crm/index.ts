import type { Actor } from '../../access/actor.ts'
import { forbidden, unavailable } from '../../access/errors.ts'
import { connectsApplications } from './policy.ts'

/** The connection to the CRM. No client of one can be configured yet, so that nobody has a connection. */
export interface Crm {
  /**
   * Where the actor gives consent to a connection.
   * @throws FORBIDDEN for whoever is no admin; a 503 where no client is configured (transport.md 7)
   */
  consentAddress(actor: Actor): Promise<string>
}

export const createCrm = (): Crm => ({
  consentAddress: async (actor) => {
    if (!connectsApplications(actor)) throw forbidden()
    throw unavailable('Salesforce is not configured for this installation. Please ask whoever operates it.')
  },
})
