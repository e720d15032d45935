import { Client, type GraphqlAnswer } from '../../../testing/client.ts'
import type { TestDatabase } from '../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../testing/factories.ts'
import type { TestServer } from '../../../testing/server.ts'

/** A script: what it asks for goes with a token, and without any cookie. */
export class Script extends Client {
  readonly #token: string
  readonly #at: string

  constructor(base: string, token: string) {
    super(base)
    this.#at = base
    this.#token = token
  }

  override at(base: string): Script {
    return new Script(base, this.#token)
  }

  override request(path: string, init: RequestInit & { duplex?: 'half' } = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('authorization', `Bearer ${this.#token}`)
    return fetch(new URL(path, this.#at), { redirect: 'manual', ...init, headers })
  }

  override async graphql(query: string, variables: Record<string, unknown> = {}): Promise<GraphqlAnswer> {
    const response = await this.request('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    })
    const { data = null, errors = [] } = (await response.json()) as Partial<GraphqlAnswer>
    return { status: response.status, data, errors }
  }
}

export interface Made {
  token: string | null
  apiToken: { id: string } | null
  errors: { field: string | null; message: string }[]
}

/** People who make tokens as the page does. */
export function tokensOver(database: TestDatabase, server: () => TestServer) {
  const make = factories(database)

  const signedIn = async (email: string): Promise<Client> => {
    const client = new Client(server().address)
    await client.signIn(email, PASSWORD)
    return client
  }
  const enterPassword = async (client: Client, personId: string): Promise<void> => {
    await client.graphql(
      'mutation($id: ID!, $password: String!) { checkUserPassword(id: $id, password: $password) { success } }',
      { id: personId, password: PASSWORD },
    )
  }
  /** A person of their own, signed in, whose password was entered again a moment ago. */
  const owner = async (given: { isSuperUser?: boolean; email?: string } = {}) => {
    const email = given.email ?? `owner-${Math.random().toString(36).slice(2)}@token.example`
    const id = await make.person({ ...given, email, password: PASSWORD })
    const client = await signedIn(email)
    await enterPassword(client, id)
    return { id, email, client }
  }
  const ask = async (client: Client, input: object): Promise<Made> => {
    const { data, errors } = await client.graphql(
      `mutation($input: ApiTokenInput!) { createApiToken(input: $input) {
        token apiToken { id } errors { field message } } }`,
      { input: { name: 'Nightly copy', scope: 'READ_WRITE', days: 30, ...input } },
    )
    if (!data) throw new Error(JSON.stringify(errors))
    return data.createApiToken as Made
  }
  /** A script with a new token. @throws where there is none */
  const script = async (client: Client, input: object = {}) => {
    const made = await ask(client, input)
    if (made.token === null || !made.apiToken) throw new Error(JSON.stringify(made.errors))
    return { id: made.apiToken.id, text: made.token, script: new Script(server().address, made.token) }
  }
  return { make, owner, ask, script, signedIn, enterPassword }
}

export const VIEWER = '{ viewer { id } }'
