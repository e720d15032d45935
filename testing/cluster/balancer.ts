import http from 'node:http'
import net from 'node:net'

/** Milliseconds for which a server that failed is asked nothing. */
const LEFT_OUT_MS = 5000
const CONNECT_MS = 1000

/** What stands before the servers, by their ports. */
export interface Balancer {
  /** Of its main process. */
  pid(): number
  /** Gives those ports no more requests; what is under way there goes on. */
  leaveOut(ports: readonly number[]): Promise<void>
  stop(): Promise<void>
}

interface Server {
  readonly port: number
  open: number
  failedAt: number
}

/**
 * A balancer of its own, for machines without nginx, by the rules of deploy/nginx: the server with the fewest requests is
 * asked; what a server did not get goes to another one, and so does a GET or HEAD before an answer has begun.
 */
export async function ownBalancer(
  port: number,
  ports: readonly number[],
  leftOutMs = LEFT_OUT_MS,
): Promise<Balancer> {
  const servers = ports.map((each): Server => ({ port: each, open: 0, failedAt: Number.NEGATIVE_INFINITY }))
  let leftOut: readonly number[] = []
  const agent = new http.Agent({ keepAlive: true })

  /** The best server that was not asked yet. */
  const choose = (asked: readonly Server[]): Server | undefined => {
    const possible = servers.filter((each) => !asked.includes(each) && !leftOut.includes(each.port))
    const well = possible.filter(({ failedAt }) => performance.now() - failedAt >= leftOutMs)
    return (well.length > 0 ? well : possible).toSorted((one, other) => one.open - other.open)[0]
  }
  const refuse = (response: http.ServerResponse) => {
    if (!response.headersSent) response.writeHead(502)
    response.end()
  }
  const pass = (request: http.IncomingMessage, response: http.ServerResponse, asked: Server[] = []): void => {
    const server = choose(asked)
    if (!server) {
      refuse(response)
      return
    }
    asked.push(server)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    server.open += 1
    let wasSent = false
    const onward = http.request(optionsOf(request, server, agent), (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(response)
      answer.once('error', () => response.destroy())
    })
    onward.once('socket', (socket) => {
      const send = () => {
        wasSent = true
        request.pipe(onward)
      }
      if (socket.connecting) {
        const timer = setTimeout(() => onward.destroy(), CONNECT_MS)
        socket.once('connect', () => {
          clearTimeout(timer)
          send()
        })
      } else send()
    })
    onward.once('close', () => {
      server.open -= 1
    })
    onward.once('error', () => {
      server.failedAt = performance.now()
      if (response.headersSent) response.destroy()
      else if (isRead || !wasSent) pass(request, response, asked)
      else refuse(response)
    })
    response.once('close', () => {
      if (!response.writableFinished) onward.destroy()
    })
  }
  const upgrade = (
    request: http.IncomingMessage,
    socket: net.Socket,
    head: Buffer,
    asked: Server[] = [],
  ): void => {
    const server = choose(asked)
    if (!server) return void socket.destroy()
    asked.push(server)
    const onward = net.connect(server.port, '127.0.0.1', () => {
      const { headers } = optionsOf(request, server, agent)
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
      onward.write(`GET ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
      onward.write(head)
      server.open += 1
      onward.once('close', () => {
        server.open -= 1
      })
      onward.pipe(socket).pipe(onward)
    })
    let isOpen = false
    onward.once('connect', () => {
      isOpen = true
    })
    onward.on('error', () => {
      server.failedAt = performance.now()
      if (isOpen) socket.destroy()
      else upgrade(request, socket, head, asked)
    })
    onward.once('close', () => isOpen && socket.destroy())
    socket.on('error', () => onward.destroy())
  }
  const balancer = http.createServer({ requestTimeout: 0 }, (request, response) => pass(request, response))
  balancer.on('upgrade', (request, socket, head) => {
    if (socket instanceof net.Socket) upgrade(request, socket, head)
  })
  await new Promise<void>((resolve, reject) => {
    balancer.once('error', reject).listen(port, '127.0.0.1', resolve)
  })
  return {
    pid: () => process.pid,
    leaveOut: async (given) => {
      leftOut = given
    },
    stop: () =>
      new Promise((resolve) => {
        agent.destroy()
        balancer.closeAllConnections()
        balancer.close(() => resolve())
      }),
  }
}

/** The same request, with the address of who asked added. */
function optionsOf(
  { method, url, headers, socket }: http.IncomingMessage,
  server: Server,
  agent: http.Agent,
) {
  const before = headers['x-forwarded-for']
  const client = socket.remoteAddress ?? ''
  return {
    agent,
    host: '127.0.0.1',
    port: server.port,
    method,
    path: url,
    headers: { ...headers, 'x-forwarded-for': before === undefined ? client : `${before}, ${client}` },
  }
}
