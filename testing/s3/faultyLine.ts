import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** What happens to a request on its way to the store. */
export type Fault =
  | { status: number; body?: string }
  /** The answer breaks off after so many bytes of its body. */
  | { cutAfter: number }
  /** It passes so many milliseconds later. */
  | { delayMs: number }
  /** Nothing is answered. */
  | 'silent'
  /** It passes, and the store's answer is lost. */
  | 'lost'

export interface SeenRequest {
  method: string
  /** Path and query. */
  url: string
  headers: http.IncomingHttpHeaders
  /** Bytes of the body that have passed. */
  bytes: number
  /** The body of a POST, which is short. */
  text: string
}

export interface FaultyLine {
  endpoint: string
  /** Every request that came, in its order. */
  seen: SeenRequest[]
  /** Null lets the request pass. */
  fault: (request: SeenRequest, number: number) => Fault | null
  close(): Promise<void>
}

/** A line to a store that fails as it is told; whatever passes is the store's own. */
export async function faultyLine(endpoint: string): Promise<FaultyLine> {
  const { hostname, port } = new URL(endpoint)
  const agent = new http.Agent({ keepAlive: true })
  const server = http.createServer(async (request, response) => {
    const seen: SeenRequest = {
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      bytes: 0,
      text: '',
    }
    line.seen.push(seen)
    const fault = line.fault(seen, line.seen.length)
    if (fault === 'silent') return void request.resume()
    const harm = fault === 'lost' ? null : fault
    if (harm && 'status' in harm) {
      request.resume()
      request.on('end', () => response.writeHead(harm.status).end(harm.body ?? ''))
      return
    }
    if (harm && 'delayMs' in harm) await sleep(harm.delayMs)
    // With the host that was signed.
    const options = {
      hostname,
      port,
      agent,
      method: request.method,
      path: request.url,
      headers: request.headers,
    }
    const onward = http.request(options, (answer) => {
      if (fault === 'lost') return void response.destroy()
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      if (!harm || !('cutAfter' in harm)) return void answer.pipe(response)
      let left = harm.cutAfter
      answer.on('data', (chunk: Buffer) => {
        if (chunk.length < left) response.write(chunk)
        else response.write(chunk.subarray(0, left), () => response.destroy())
        left -= Math.min(left, chunk.length)
      })
    })
    onward.on('error', () => response.destroy())
    request.on('data', (chunk: Buffer) => {
      seen.bytes += chunk.length
      if (request.method === 'POST') seen.text += chunk
    })
    request.on('close', () => {
      if (!request.complete) onward.destroy()
    })
    request.pipe(onward)
  })
  const line: FaultyLine = {
    endpoint: '',
    seen: [],
    fault: () => null,
    close: () =>
      new Promise((resolve) => {
        agent.destroy()
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  line.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return line
}
