import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { Config } from './config.ts'
import type { Log } from './log.ts'

/** What a start may wait for (OPS-28). */
export type AwaitedPart = 'database' | 'storage' | 'migrations'

/**
 * A start that waits for what is away: it says so once for each part, and answers as a process that is healthy and not
 * ready until the server itself listens. Nothing is listened to before anything has to be waited for.
 */
export class StartWait {
  readonly #config: Pick<Config, 'host' | 'port'>
  readonly #log: Pick<Log, 'info'>
  readonly #said = new Set<string>()
  #server: Server | undefined
  #part: AwaitedPart | undefined

  constructor(config: Pick<Config, 'host' | 'port'>, log: Pick<Log, 'info'>) {
    this.#config = config
    this.#log = log
  }

  /** To be called whenever the part was found away. @throws where the port can't be listened on */
  async for(part: AwaitedPart, sentence: string): Promise<void> {
    this.#part = part
    if (!this.#said.has(sentence)) this.#log.info(sentence)
    this.#said.add(sentence)
    if (this.#server) return
    this.#server = createServer((request, response) => {
      const path = request.url?.replace(/\?.*$/s, '')
      const [status, body] =
        path === '/healthz'
          ? [200, { status: 'ok' }]
          : path === '/readyz'
            ? [503, { status: 'unavailable', failed: [this.#part] }]
            : [
                503,
                {
                  error: {
                    code: 'UNAVAILABLE',
                    message: 'The server is starting. Please try again in a moment.',
                  },
                },
              ]
      response.writeHead(status, {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        connection: 'close',
        ...(status === 503 ? { 'retry-after': '5' } : {}),
      })
      response.end(request.method === 'HEAD' ? undefined : JSON.stringify(body))
    })
    const { host, port } = this.#config
    await once(this.#server.listen({ host, port }), 'listening')
  }

  /** Leaves the port to the server. */
  async end(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    if (!server) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
}
