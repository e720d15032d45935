import { allowed, EVERYBODY, ORGANISATION_ADMINS, object, type Row, without } from './row.ts'

/** Who administers some organisation, their own among them. */
const ANY_ADMIN = [...ORGANISATION_ADMINS, 'foreign'] as const
const FOR_ADMINS = allowed(ANY_ADMIN, { FORBIDDEN: without(EVERYBODY, ...ANY_ADMIN) })

/** The CRM: admins of any organisation. */
export const CRM_ROWS: readonly Row[] = [
  {
    field: 'Mutation.disconnectSalesforce',
    title: 'CRM-01 of the admin themselves',
    query: 'mutation { disconnectSalesforce { user { email hasSalesforceToken } } }',
    variables: () => ({}),
    expected: FOR_ADMINS,
    holds: (data, persona) => {
      const user = object(object(data).user)
      return String(user.email).startsWith(persona.toLowerCase()) && user.hasSalesforceToken === false
    },
  },
]
