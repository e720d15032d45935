import { ConnectionLost, isCsrfRefusal } from './errors.ts'

/** The value of the cookie that every POST repeats in a header (AUTH-20); empty before the first page. */
function csrfToken(cookies: string = document.cookie): string {
  const pair = cookies.split('; ').find((entry) => entry.startsWith('csrftoken='))
  return pair ? decodeURIComponent(pair.slice('csrftoken='.length)) : ''
}

/**
 * A fetch that adds the CSRF header, with the cookie read for each call: another tab may have signed in
 * since. A call refused for its token ran nothing, so it is repeated once with the cookie as it is then.
 * @throws ConnectionLost when no answer came; an aborted call throws as fetch does.
 */
export function fetchWithCsrf(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const attempt = async () => {
      const headers = new Headers(init?.headers)
      headers.set('X-CSRFToken', csrfToken())
      try {
        return await fetch(input, { ...init, headers })
      } catch (error) {
        if (error instanceof DOMException && error.name === 'AbortError') throw error
        throw new ConnectionLost(error)
      }
    }
    const response = await attempt()
    const refused = response.status === 403 && isCsrfRefusal(await response.clone().text())
    return refused ? attempt() : response
  }
}
