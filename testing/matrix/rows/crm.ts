import { allowed, EVERYBODY, list, ORGANISATION_ADMINS, object, type Row, without } from './row.ts'

/** Who administers some organisation, their own among them. */
const ANY_ADMIN = [...ORGANISATION_ADMINS, 'foreign', 'viewerAdminAbroad'] as const
export const FOR_ADMINS = allowed(ANY_ADMIN, { FORBIDDEN: without(EVERYBODY, ...ANY_ADMIN) })

/** Staff see all, the others what is of their organisation; two of them administer the foreign one. */
const sees = (persona: string, whose: readonly string[]): boolean => {
  const found = new Set(whose.map((name) => name.toLowerCase()))
  if (persona === 'superUser') return ['superuser', 'orgadmin', 'foreign'].every((each) => found.has(each))
  return found.has(persona.toLowerCase()) && !found.has(persona === 'orgAdmin' ? 'foreign' : 'orgadmin')
}

/** The CRM: admins of any organisation. */
export const CRM_ROWS: readonly Row[] = [
  {
    field: 'Mutation.uploadDataImport',
    title: 'CRM-01 CRM-05 of an .xlsx alone',
    query: 'mutation($file: Upload!) { uploadDataImport(file: $file) { dataImport { id } } }',
    variables: () => ({ file: new File(['Name'], 'contacts.csv') }),
    expected: Object.fromEntries(
      Object.entries(FOR_ADMINS).map(([persona, outcome]) => [
        persona,
        outcome === 'ok' ? 'BAD_USER_INPUT' : outcome,
      ]),
    ) as Row['expected'],
    holds: () => false,
  },
  {
    field: 'Mutation.uploadDataImport',
    title: 'CRM-01 by admins',
    query:
      'mutation($file: Upload!) { uploadDataImport(file: $file) { dataImport { importedBy { email } } } }',
    variables: (_world, persona) => ({ file: new File(['PK\u0003\u0004'], `${persona}.xlsx`) }),
    expected: FOR_ADMINS,
    holds: (data, persona) =>
      String(object(object(object(data).dataImport).importedBy).email).startsWith(persona.toLowerCase()),
  },
  {
    field: 'Mutation.sendDataImport',
    title: 'CRM-01 CRM-21 of somebody’s own import, by their connection',
    query: 'mutation($id: ID!) { sendDataImport(id: $id) { dataImport { id } } }',
    variables: ({ contacts }) => ({ id: contacts }),
    expected: {
      ...FOR_ADMINS,
      // It is another admin's, of another organisation, and their own without a connection.
      superUser: 'FORBIDDEN',
      foreign: 'NOT_FOUND',
      viewerAdminAbroad: 'NOT_FOUND',
      orgAdmin: 'BAD_USER_INPUT',
    },
    holds: () => false,
  },
  {
    field: 'Mutation.importGoodRows',
    title: 'CRM-01 CRM-21 of somebody’s own import',
    query: 'mutation($id: ID!) { importGoodRows(id: $id) { dataImport { id } } }',
    variables: ({ contacts }) => ({ id: contacts }),
    expected: {
      ...FOR_ADMINS,
      superUser: 'FORBIDDEN',
      foreign: 'NOT_FOUND',
      viewerAdminAbroad: 'NOT_FOUND',
      // It has no faulty rows.
      orgAdmin: 'CONFLICT',
    },
    holds: () => false,
  },
  {
    field: 'Query.dataImports',
    title: 'CRM-21 of admins of one organisation to each other',
    query: '{ dataImports { fileName } }',
    variables: () => ({}),
    expected: FOR_ADMINS,
    holds: (data, persona) =>
      sees(
        persona,
        list(data).map(({ fileName }) => String(fileName).slice(0, -5)),
      ),
  },
  {
    field: 'Mutation.createDuplicateReport',
    title: 'CRM-01 by admins',
    query: 'mutation { createDuplicateReport { duplicateReport { status fileUrl } } }',
    variables: () => ({}),
    expected: FOR_ADMINS,
    holds: (data) => JSON.stringify(data) === '{"duplicateReport":{"status":"Submitted","fileUrl":null}}',
  },
  {
    field: 'Query.duplicateReports',
    title: 'CRM-21 of admins of one organisation to each other',
    query: '{ duplicateReports { createdBy { email } } }',
    variables: () => ({}),
    expected: FOR_ADMINS,
    holds: (data, persona) =>
      sees(
        persona,
        list(data).map(({ createdBy }) => String(object(createdBy).email).split('@')[0] ?? ''),
      ),
  },
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
