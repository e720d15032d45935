import type { OfficeField } from './kind.ts'

/** The organisation that a record belongs to from its making on. */
export const ORGANISATION_FIELD = {
  name: 'organisationId',
  label: 'Organisation',
  type: 'REFERENCE',
  of: 'organisation',
  required: true,
  fixed: true,
  listed: true,
  filter: true,
} as const satisfies OfficeField
