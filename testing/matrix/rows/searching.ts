import { ADMINS, allowed, lacking, list, MEMBERS, names, object, READERS, type Row } from './row.ts'

/** What is searched for in documents. */
export const SEARCH_ROWS: readonly Row[] = [
  {
    field: 'Query.search',
    title: 'DOC-25 finds what one may see',
    query: 'query($treeId: ID!) { search(treeId: $treeId, search: "close") { name ancestors { name } } }',
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed(READERS, lacking(READERS)),
    holds: (data, persona) => names(data).join() === (persona === 'bidder' ? '' : 'Closed,closed.pdf'),
  },
  {
    field: 'Query.searchCount',
    title: 'DOC-25 counts what one may see',
    query: 'query($treeId: ID!) { searchCount(treeId: $treeId, search: "CLOSED") }',
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed(READERS, lacking(READERS)),
    holds: (data, persona) => data === (persona === 'bidder' ? 0 : 2),
  },
  {
    field: 'Query.contentSearch',
    title: 'FIND-11 finds what one may see, and counts no more',
    query:
      'query($treeId: ID!) { contentSearch(treeId: $treeId, text: "closed") { count isCountLimited items { inName document { name readingState readingProblem } passages { page sheet text marks } } } }',
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed(READERS, lacking(READERS)),
    holds: (data, persona) => {
      const found = list(object(data).items).map((item) => object(object(item).document).name)
      return (
        found.join() === (persona === 'bidder' ? '' : 'Closed,closed.pdf') &&
        object(data).count === found.length
      )
    },
  },
  {
    field: 'Query.organisationSearch',
    title: 'FIND-14 for everybody of the organisation, of what they see',
    query:
      '{ organisationSearch(orgSlug: "matrix-fund", text: "closed -next", kinds: [DOCUMENT]) { items { kind id title place path passage } } }',
    variables: () => ({}),
    expected: allowed([...MEMBERS, 'nextAdmin']),
    holds: (data, persona) => {
      const found = list(object(data).items).map((item) => object(item).title)
      return found.join() === (READERS.includes(persona) && persona !== 'bidder' ? 'Closed,closed.pdf' : '')
    },
  },
  {
    field: 'Query.emptySearches',
    title: 'FIND-16 for who may see analytics',
    query: 'query($treeId: ID!) { emptySearches(treeId: $treeId) { count items { text people lastAt } } }',
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed(ADMINS, lacking(ADMINS)),
    holds: (data) => object(data).count === list(object(data).items).length,
  },
]
