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

  async graphql(query: string, variables: Record<string, unknown> = {}): Promise<GraphqlAnswer> {
    if (this.cookie('csrftoken') === undefined) this.setCookie('csrftoken', 'a-token-for-this-test')
    const response = await this.request('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-csrftoken': this.cookie('csrftoken') ?? '' },
      body: JSON.stringify({ query, variables }),
    })
    const body = (await response.json()) as Partial<Omit<GraphqlAnswer, 'status'>>
    return { status: response.status, data: body.data ?? null, errors: body.errors ?? [] }
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
