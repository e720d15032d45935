import { allowed, EVERYBODY, list, object, type Row, without } from './row.ts'

const STAFF = allowed(['superUser'], { FORBIDDEN: without(EVERYBODY, 'superUser') })

/** What people ask the support for: anybody sends, staff read. */
export const SUPPORT_ROWS: readonly Row[] = [
  {
    field: 'Query.supportTickets',
    title: 'are for staff alone',
    query: '{ supportTickets { count tickets { issue user { email } } } }',
    variables: () => ({}),
    expected: STAFF,
    holds: (data) =>
      list(object(data).tickets).some(
        ({ issue, user }) => issue === 'Matrix ticket' && object(user).email === 'viewer@matrix.example',
      ),
  },
  {
    field: 'Mutation.createSupportTicket',
    title: 'is for whoever is signed in (SUP-07)',
    query:
      'mutation { createSupportTicket(issue: "Another", description: "Text") { success supportTicket { issue user { id } } errors { message } } }',
    variables: () => ({}),
    expected: allowed(EVERYBODY),
    holds: (data) => object(data).success === true,
  },
  {
    field: 'Mutation.createSupportTicket',
    title: 'says what is wrong at its fields (SUP-10)',
    query:
      'mutation { createSupportTicket(issue: "", description: "Text") { success supportTicket { id } errors { field message } } }',
    variables: () => ({}),
    expected: allowed(EVERYBODY),
    holds: (data) =>
      JSON.stringify(data) ===
      '{"success":false,"supportTicket":null,"errors":[{"field":"issue","message":"This field is required"}]}',
  },
  {
    field: 'Mutation.setSupportTicketState',
    title: 'is for staff alone',
    query:
      'mutation($id: ID!) { setSupportTicketState(id: $id, state: CLOSED, revision: 1) { state revision } }',
    variables: ({ ticket }) => ({ id: ticket }),
    expected: STAFF,
    holds: (data) => object(data).state === 'CLOSED' && object(data).revision === 2,
  },
]
