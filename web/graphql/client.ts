import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client'
import { ErrorLink } from '@apollo/client/link/error'
import { GRAPHQL } from '../addresses.ts'
import { fetchWithCsrf } from './csrf.ts'
import { errorCode, isOutdated } from './errors.ts'
import { fetchWithFiles, filesLink } from './files.ts'
import { readingsLink } from './readings.ts'
import { repeatingLink } from './repeating.ts'
import { hasBegun, type Session, sessionLink } from './session.ts'

/** What the client reaches outside itself; a test gives its own. */
interface ClientOptions {
  fetch?: typeof globalThis.fetch
  /** Of the person that the page was opened by; null where nobody is signed in. */
  session?: Session | null
  /** Whether the page holds what is typed and not saved, in sight or not. */
  isUnsaved?: () => boolean
  /** There never was a session (AUTH-01). */
  onSignedOut: () => void
  /**
   * The page has to be loaded again: a new licence agreement waits for acceptance (EULA-01), or whose view of the room it
   * shows has changed.
   */
  onOutdated?: () => void
  /** No answer came (ERR-08). */
  onConnectionLost: () => void
}

/** Context of a reading that neither waits for the answer of one that is under way, nor ends with it. */
export const UNSHARED = { queryDeduplication: false }

/** Type conditions on an interface match these. */
const POSSIBLE_TYPES = { FundEntity: ['Portfolio', 'HoldingCompany'] }

const TYPE_POLICIES = {
  // Rows, counts and the place of one question are read by themselves; none takes the others away.
  QuestionPage: { merge: true },
  // The limits are the log's; how many questions are left is read apart from them.
  QuestionLimits: { merge: true },
}

/** The one GraphQL client of the page: POST /graphql on the same origin, with cookies and the CSRF header. */
export function createClient({
  fetch,
  session = null,
  isUnsaved = () => false,
  onSignedOut,
  onOutdated,
  onConnectionLost,
}: ClientOptions): ApolloClient {
  const report = new ErrorLink(({ error, operation }) => {
    const code = errorCode(error)
    if (code === 'UNAUTHENTICATED' && !operation.getContext().signsIn) onSignedOut()
    if (isOutdated(error)) onOutdated?.()
    if (code === 'OFFLINE') onConnectionLost()
  })
  const http = new HttpLink({
    uri: GRAPHQL,
    credentials: 'same-origin',
    includeExtensions: true,
    // Looked up for each call, so that what replaces it later (a proxy, a test) is used.
    fetch: fetchWithCsrf(
      fetchWithFiles(fetch ?? ((input, init) => globalThis.fetch(input, init)), fetch === undefined),
    ),
  })
  return new ApolloClient({
    link: ApolloLink.from([
      report,
      ...(session ? [sessionLink(session, () => isUnsaved() || hasBegun())] : []),
      readingsLink(),
      repeatingLink(),
      filesLink(),
      http,
    ]),
    cache: new InMemoryCache({ possibleTypes: POSSIBLE_TYPES, typePolicies: TYPE_POLICIES }),
    // What a person may see changes under way: show what is known immediately, and ask again all the same.
    defaultOptions: { watchQuery: { fetchPolicy: 'cache-and-network', nextFetchPolicy: 'cache-first' } },
  })
}
