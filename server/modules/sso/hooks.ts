import { defineHook } from '../../platform/hooks.ts'

/** Somebody whom a provider has signed in, by an e-mail of the connection that it has verified. */
export interface Arriving {
  connectionId: string
  organisationId: string
  email: string
  /** The account that they have; null for none. */
  personId: string | null
  at: Date
}

/**
 * Asks, where a directory provisions people, for the account of whom it has sent, which is made by that (SCIM-04): 'REFUSED'
 * for whom it has deactivated; null for anybody else.
 */
export const arrives = defineHook<Arriving, string | 'REFUSED' | null>('arrives')
