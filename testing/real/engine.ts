import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client'
import { createUploadEngine, type UploadEngine } from '../../web/features/documents/uploads/engine.ts'
import { createHttpPort } from '../../web/features/documents/uploads/httpPort.ts'
import { nodePut } from '../../web/features/documents/uploads/testing/nodePut.ts'
import type { Client } from '../client.ts'

/**
 * The page's own upload engine, with its own way to the server, in Node: only cookies and PUT, which are the
 * browser's part, come from elsewhere.
 */
export function engineOf(client: Client): UploadEngine {
  const apollo = new ApolloClient({
    link: new HttpLink({
      uri: '/graphql',
      fetch: (input, init) => {
        const headers = new Headers(init?.headers)
        headers.set('X-CSRFToken', client.cookie('csrftoken') ?? '')
        return client.request(String(input), { ...init, headers })
      },
    }),
    cache: new InMemoryCache(),
  })
  return createUploadEngine({
    port: createHttpPort({
      mutate: (mutation, variables) => apollo.mutate({ mutation, variables, fetchPolicy: 'no-cache' }),
      put: (url, file, options) => nodePut(client.address(url), file, options),
    }),
  })
}
