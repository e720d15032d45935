import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { xhrPut } from './xhrPut.ts'

interface Received {
  method: string | undefined
  path: string | undefined
  headers: IncomingHttpHeaders
  body: string
}

/** Storage on another origin, as object storage is; null leaves the call without an answer. */
async function storage(status: number | null = 200, text = '{}') {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*')
    response.setHeader('Access-Control-Allow-Methods', 'PUT')
    response.setHeader('Access-Control-Allow-Headers', 'Content-Type')
    if (request.method === 'OPTIONS') {
      response.end()
      return
    }
    let body = ''
    for await (const part of request.setEncoding('utf8')) body += part
    received.push({ method: request.method, path: request.url, headers: request.headers, body })
    if (status !== null) response.writeHead(status).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/u/v1?expires=9&signature=ab%2Bc`,
    received,
  }
}

const options = (signal = new AbortController().signal) => ({
  contentType: 'application/pdf',
  signal,
  onProgress: () => {},
})
const pdf = new File(['%PDF-1.7'], 'a.pdf')

describe('xhrPut', () => {
  test('SCALE-15 a server without its database, or that died behind a proxy, is as a lost connection, after which uploads go on by themselves (UPL-17)', async () => {
    const { url } = await storage(503, '{"error":{"code":"UNAVAILABLE","outcome":"none"}}')
    await expect(xhrPut(url, pdf, options())).rejects.toThrow(/^Connection lost$/)
    for (const status of [502, 504]) {
      const proxy = await storage(status, '<h1>Bad gateway</h1>')
      await expect(xhrPut(proxy.url, pdf, options())).rejects.toThrow(/^Connection lost$/)
    }
    const other = await storage(503)
    await expect(xhrPut(other.url, pdf, options())).rejects.toThrow(/^Refused by the storage \(503\)$/)
  })

  test('UPL-09 API-035 the bare file goes to the address as it is, with its content type and nothing of ours', async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the test needs a cookie that the page's scripts see
    document.cookie = 'csrftoken=secret'
    const { url, received } = await storage()
    await xhrPut(url, pdf, options())
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({
      method: 'PUT',
      path: '/u/v1?expires=9&signature=ab%2Bc',
      body: '%PDF-1.7',
    })
    expect(received[0]?.headers['content-type']).toBe('application/pdf')
    expect(received[0]?.headers['x-csrftoken']).toBeUndefined()
    expect(received[0]?.headers.cookie).toBeUndefined()
  })

  test('UPL-11 an answer other than 2xx is a failure with its reason', async () => {
    const { url } = await storage(507)
    await expect(xhrPut(url, pdf, options())).rejects.toThrow('Storage is full')
  })

  test('UPL-11 a connection that breaks is a failure', async () => {
    await expect(xhrPut('http://127.0.0.1:1/u', pdf, options())).rejects.toThrow('Connection lost')
  })

  test('a file that changed on the disk is told apart from a lost connection', async () => {
    const moved = new File(['x'], 'moved.pdf')
    moved.slice = () => {
      throw new DOMException('', 'NotReadableError')
    }
    await expect(xhrPut('http://127.0.0.1:1/u', moved, options())).rejects.toMatchObject({
      message: 'Could not be read. Please choose it again.',
      retryable: false,
    })
  })

  test('UPL-11 UPL-18 API-035 an aborted transfer ends immediately with the signal’s reason', async () => {
    const { url, received } = await storage(null)
    const abort = new AbortController()
    const sent = xhrPut(url, pdf, options(abort.signal))
    await vi.waitFor(() => expect(received).toHaveLength(1))
    abort.abort()
    await expect(sent).rejects.toMatchObject({ name: 'AbortError' })
    await expect(xhrPut(url, pdf, options(abort.signal))).rejects.toMatchObject({ name: 'AbortError' })
    expect(received).toHaveLength(1)
  })

  test('a transfer that stands still for five minutes counts as lost', async () => {
    const { url, received } = await storage(null)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const sent = xhrPut(url, pdf, options()).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(5 * 60_000)
    vi.useRealTimers()
    expect(await sent).toMatchObject({ message: 'Connection lost' })
    expect(received.length).toBeLessThanOrEqual(1)
  })
})
