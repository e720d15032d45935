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

/** Whom a record comes from, which is shown and never set. */
export const PERSON_FIELD = {
  name: 'personId',
  label: 'User',
  type: 'REFERENCE',
  of: 'user',
  readOnly: true,
  listed: true,
  filter: true,
} as const satisfies OfficeField
