/** One GraphQL answer: the status, and what the body holds. */
export interface GraphqlAnswer {
  status: number
  data: Record<string, unknown> | null
  errors: {
    message: string
    path?: (string | number)[]
    extensions: { code: string } & Record<string, unknown>
  }[]
}

/** A browser's part in the conversation: keeps cookies, repeats the CSRF token, follows no redirect. */
export class Client {
  readonly #base: string
  readonly #cookies = new Map<string, string>()

  constructor(base: string) {
    this.#base = base
  }

  /** The whole address of a path of the server. */
  address(path: string): string {
    return new URL(path, this.#base).href
  }

  cookie(name: string): string | undefined {
    return this.#cookies.get(name)
  }

  setCookie(name: string, value: string): void {
    this.#cookies.set(name, value)
  }

  /** The same person at another server. */
  at(base: string): Client {
    const other = new Client(base)
    for (const [name, value] of this.#cookies) other.setCookie(name, value)
    return other
  }

  async request(path: string, init: RequestInit & { duplex?: 'half' } = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (this.#cookies.size > 0 && !headers.has('cookie')) {
      headers.set('cookie', [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    }
    const response = await fetch(this.address(path), { redirect: 'manual', ...init, headers })
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';')
      const equals = pair.indexOf('=')
      const name = pair.slice(0, equals)
      const over = attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute))
      if (over) this.#cookies.delete(name)
      else this.#cookies.set(name, pair.slice(equals + 1))
    }
    return response
  }

  /** Loads the page once, which gives the CSRF cookie. */
  async open(path = '/login'): Promise<Response> {
    return this.request(path, { headers: { accept: 'text/html' } })
  }

  /** Files among the variables go as parts (transport.md 3). */
  async graphql(query: string, variables: Record<string, unknown> = {}): Promise<GraphqlAnswer> {
    if (this.cookie('csrftoken') === undefined) this.setCookie('csrftoken', 'a-token-for-this-test')
    const body = bodyOf(query, variables)
    const response = await this.request('/graphql', {
      method: 'POST',
      headers: {
        'x-csrftoken': this.cookie('csrftoken') ?? '',
        ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      },
      body,
    })
    const answer = (await response.json()) as Partial<Omit<GraphqlAnswer, 'status'>>
    return { status: response.status, data: answer.data ?? null, errors: answer.errors ?? [] }
  }

  /** @throws where the person can't sign in */
  async signIn(email: string, password: string): Promise<void> {
    const { data, errors } = await this.graphql(
      'mutation($email: String!, $password: String!) { signIn(email: $email, password: $password) { viewer { id } errors { message } } }',
      { email, password },
    )
    const payload = data?.signIn as { viewer: { id: string } | null; errors: unknown } | undefined
    if (!payload?.viewer) throw new Error(`${email} can't sign in: ${JSON.stringify(payload ?? errors)}`)
  }
}

function bodyOf(query: string, variables: Record<string, unknown>): string | FormData {
  const names = Object.keys(variables).filter((name) => variables[name] instanceof File)
  if (names.length === 0) return JSON.stringify({ query, variables })
  const form = new FormData()
  const rest = { ...variables, ...Object.fromEntries(names.map((name) => [name, null])) }
  form.append('operations', JSON.stringify({ query, variables: rest }))
  form.append('map', JSON.stringify(Object.fromEntries(names.map((name) => [name, [`variables.${name}`]]))))
  for (const name of names) form.append(name, variables[name] as File)
  return form
}
