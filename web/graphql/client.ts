import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client'
import { ErrorLink } from '@apollo/client/link/error'
import { appendedPages } from './appendedPages.ts'
import { fetchWithCsrf } from './csrf.ts'
import { errorCode } from './errors.ts'
import { readingsLink } from './readings.ts'

/** What the client reaches outside itself; a test gives its own. */
export interface ClientOptions {
  fetch?: typeof globalThis.fetch
  /** The session is over, or never was (AUTH-18). */
  onSignedOut: () => void
  /** No answer came (ERR-08). */
  onConnectionLost: () => void
}

/**
 * Context of an operation that is read again after changes: without it a reading that is under way would stand in for
 * the new one, and may be older than the change.
 */
export const ANEW = { queryDeduplication: false }

/** Type conditions on an interface match these. */
const POSSIBLE_TYPES = { FundEntity: ['Portfolio', 'HoldingCompany'] }

const BY_TREE_AND_ORDER = appendedPages(['treeId', 'ordering'])

const TYPE_POLICIES = {
  Query: {
    fields: {
      treeCompanyAnalytics: BY_TREE_AND_ORDER,
      treeUserAnalytics: BY_TREE_AND_ORDER,
      treeDocumentAnalytics: BY_TREE_AND_ORDER,
    },
  },
  // Their ids are those of companies, users and documents: the same one has other figures in each tree.
  CompanyAnalyticsRow: { keyFields: false as const },
  UserAnalyticsRow: { keyFields: false as const },
  DocumentAnalyticsRow: { keyFields: false as const },
}

/** The one GraphQL client of the page: POST /graphql on the same origin, with cookies and the CSRF header. */
export function createClient({ fetch, onSignedOut, onConnectionLost }: ClientOptions): ApolloClient {
  const report = new ErrorLink(({ error }) => {
    const code = errorCode(error)
    if (code === 'UNAUTHENTICATED') onSignedOut()
    if (code === 'OFFLINE') onConnectionLost()
  })
  const http = new HttpLink({
    uri: '/graphql',
    credentials: 'same-origin',
    // Looked up for each call, so that what replaces it later (a proxy, a test) is used.
    fetch: fetchWithCsrf(fetch ?? ((input, init) => globalThis.fetch(input, init))),
  })
  return new ApolloClient({
    link: ApolloLink.from([report, readingsLink(), http]),
    cache: new InMemoryCache({ possibleTypes: POSSIBLE_TYPES, typePolicies: TYPE_POLICIES }),
    // What a person may see changes under way: show what is known at once, and ask again all the same.
    defaultOptions: { watchQuery: { fetchPolicy: 'cache-and-network', nextFetchPolicy: 'cache-first' } },
  })
}
