import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { PEOPLE } from '../demo/content/people.ts'
import { startOwnProduct } from './support/product.ts'
import { expect, nameOf, signIn, test } from './support/test.ts'

/** A service of the operator on this machine, with what it was sent. */
async function startService() {
  const received: { cookie: string | undefined; body: Record<string, unknown> }[] = []
  const server = http.createServer(async (request, response) => {
    received.push({ cookie: request.headers.cookie, body: JSON.parse(await text(request)) })
    response.writeHead(204).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  }
  const { port } = server.address() as AddressInfo
  return { received, url: `http://127.0.0.1:${port}/in`, stop }
}

test('SHELL-40 services that are set are told who signs in, which pages are opened and of errors; the page needs none of them', async ({
  open,
  tolerate,
}) => {
  test.setTimeout(120_000)
  tolerate(/planted|Content Security Policy|ERR_CONNECTION_REFUSED/)
  const [analytics, errors, other] = [await startService(), await startService(), await startService()]
  const product = await startOwnProduct({ ANALYTICS_URL: analytics.url, ERROR_REPORTS_URL: errors.url })
  try {
    const page = await open(null, { baseURL: product.address })
    await page.goto('/about')
    await signIn(page, 'reports')
    await expect(page.getByRole('button', { name: nameOf('reports') })).toBeVisible()
    const { email, firstName, lastName } = PEOPLE.reports
    const user = { id: expect.any(String), firstName, lastName, fullName: nameOf('reports'), email }
    const pages = () =>
      analytics.received.flatMap(({ body }) => (body.name === 'page_opened' ? [body.page] : []))
    await expect.poll(pages).toEqual(['/about'])
    expect(analytics.received[0]).toEqual({ cookie: undefined, body: { type: 'identify', user } })
    await page.goto('/support?secret=1')
    await expect.poll(pages).toEqual(['/about', '/support'])
    expect(analytics.received.filter(({ body }) => body.type === 'identify')).toHaveLength(1)

    await page.evaluate(() => {
      setTimeout(() => {
        throw new TypeError('planted')
      })
    })
    await expect.poll(() => errors.received.map(({ body }) => body.message)).toEqual(['planted'])
    expect(JSON.stringify(errors.received)).not.toMatch(/secret|reports@/)
    // No other address can be sent anything.
    const asked = await page.evaluate(
      (url) => fetch(url, { method: 'POST', mode: 'no-cors' }).then(String, () => 'refused'),
      other.url,
    )
    expect([asked, other.received]).toEqual(['refused', []])

    await analytics.stop()
    await errors.stop()
    await page.goto('/about')
    await expect(page.getByText(/data-room platform/)).toBeVisible()
  } finally {
    await product.stop()
    await Promise.allSettled([analytics, errors, other].map((service) => service.stop()))
  }
})
