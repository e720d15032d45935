import type { Mapping } from './mapping.ts'
import type { Tokens } from './tokens.ts'

/** Provisioning by a directory, as the admins of its connection keep it. */
export interface Scim {
  tokens: Tokens
  mapping: Mapping
}
