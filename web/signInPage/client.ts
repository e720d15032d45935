import type { ApolloClient, OperationVariables } from '@apollo/client'
import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors'
import type { DocumentNode } from 'graphql'
import { GRAPHQL } from '../addresses.ts'
import { fetchWithCsrf } from '../graphql/csrf.ts'
import { TEXTS } from './texts.generated.ts'

/**
 * Sends what the sign-in page asks, as the client of the other pages does, and keeps nothing of what comes: a third of the
 * page would be for that.
 */
export function createSignInClient(): ApolloClient {
  const fetch = fetchWithCsrf((input, init) => window.fetch(input, init))
  const send = async (document: DocumentNode, variables: OperationVariables = {}) => {
    const operationName = nameOf(document)
    const response = await fetch(GRAPHQL, {
      method: 'POST',
      credentials: 'same-origin',
      headers: {
        'content-type': 'application/json',
        accept: 'application/graphql-response+json, application/json',
      },
      body: JSON.stringify({ operationName, variables, query: TEXTS[operationName] }),
    })
    const bodyText = await response.text()
    const body = response.ok && parsed(bodyText)
    if (!body) throw new ServerError(`The server answered ${response.status}.`, { response, bodyText })
    if (body.errors) throw new CombinedGraphQLErrors(body)
    return { data: body.data }
  }
  const client = {
    mutate: ({ mutation, variables }: ApolloClient.MutateOptions) => send(mutation, variables),
    query: ({ query, variables }: ApolloClient.QueryOptions) => send(query, variables),
  }
  // Its forms use nothing else of a client.
  return client as unknown as ApolloClient
}

function nameOf({ definitions: [operation] }: DocumentNode): string {
  const name = operation?.kind === 'OperationDefinition' ? operation.name?.value : undefined
  if (name === undefined || !(name in TEXTS)) throw new Error(`The sign-in page does not know ${name}.`)
  return name
}

/** The body of an answer that came as it should; null for anything else. */
function parsed(text: string): { data: object | null; errors?: { message: string }[] } | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
