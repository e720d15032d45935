/** Milliseconds after which a service that doesn't answer is left alone. */
const TIMEOUT_MS = 10_000

/**
 * Sends JSON to a service of the operator, also while the page is being left; never waits and never fails. It goes as
 * text, without cookies and without the page's address: so no service has to allow the page's origin first.
 */
export function post(url: string, body: object): void {
  fetch(url, {
    method: 'POST',
    mode: 'no-cors',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    keepalive: true,
    headers: { 'content-type': 'text/plain;charset=UTF-8' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => {})
}
