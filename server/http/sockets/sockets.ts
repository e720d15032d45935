import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Actor } from '../../access/actor.ts'
import { DomainError } from '../../access/errors.ts'
import { heldTopic } from '../../access/heldChanges.ts'
import type { LinkRequest } from '../../contracts/links.ts'
import { CLOSE, type SocketLink, type SocketTopic } from '../../contracts/sockets.ts'
import type { OpenSockets } from '../../platform/sharedUse/index.ts'
import { originOf, ownOrigin } from '../origin.ts'
import { createHub, type Hub, type HubDeps, type Member } from './hub.ts'

/** Who a request comes from; null without a session. */
export interface SocketSession {
  actor: Actor
  awaitsLicence: boolean
}

export interface SocketOptions extends HubDeps {
  links: readonly SocketLink[]
  publicUrl: string | undefined
  /** Whether `Host` is a name of the product. */
  isOwnHost(host: string): boolean
  sessionOf(request: IncomingMessage): Promise<SocketSession | null>
  /** What is published of a person, the end of a session among it, by whichever process. */
  topicOfPerson(personId: string): string
  /** Counts the sockets of people at all servers (SCALE-07). */
  openSockets: OpenSockets
  /** Milliseconds between pings; 30 s unless given. */
  pingMs?: number
}

/** A socket that may be opened: what it is about, and its place among those of its person. */
interface Admitted {
  actor: Actor
  topic: SocketTopic
  place: string
}

export interface Sockets {
  /** How many are open at this process. */
  count(): number
  /** Asks all of them to come back, to another server process. */
  close(): void
}

const PING_MS = 30_000
/** Bytes of a message. */
const MAX_MESSAGE = 65_536
/** Sockets of a kind of one person, at all servers together. */
export const MAX_OF_PERSON = 10

/** WebSockets of modules (transport.md 6). */
export function registerSockets(app: FastifyInstance, options: SocketOptions): Sockets {
  const { links, publicUrl, sessionOf, isOwnHost } = options
  const server = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE, perMessageDeflate: false })
  const hubs = new Map<string, Hub>()
  const routes = links.map((link) => ({ link, pattern: patternOf(link.url) }))
  let closing = false

  const hubOf = (topic: SocketTopic): Hub => {
    const known = hubs.get(topic.topic)
    if (known) return known
    const made = createHub(topic, options, () => hubs.delete(topic.topic))
    hubs.set(topic.topic, made)
    return made
  }

  /** What the socket is about, or the code with which it is closed. */
  const admit = async (
    request: IncomingMessage,
    { link, parts }: { link: SocketLink; parts: Readonly<Record<string, string>> },
  ): Promise<Admitted | number> => {
    if (closing) return CLOSE.tryAgain
    const session = await sessionOf(request)
    if (!session) return CLOSE.signedOut
    if (session.awaitsLicence) return CLOSE.forbidden
    try {
      const origin = ownOrigin(request.headers, publicUrl)
      const topic = await link.open(session.actor, requestOf(parts, origin))
      const kind = topic.isOfSession ? 'page' : 'topic'
      const place = await options.openSockets.take(session.actor.personId, kind)
      if (place === null) return CLOSE.tryAgain
      return { actor: session.actor, topic, place }
    } catch (error) {
      if (error instanceof DomainError && error.code === 'NOT_FOUND') return CLOSE.notFound
      if (error instanceof DomainError && error.code === 'FORBIDDEN') return CLOSE.forbidden
      options.log.error({ err: error }, 'A socket could not be opened.')
      return CLOSE.tryAgain
    }
  }

  const serve = (socket: WebSocket, { actor, topic }: Admitted): void => {
    const { personId } = actor
    const member: Member = { socket, actor, waiting: [], isAlive: true }
    const hub = hubOf(topic)
    // Whoever signs out, or holds less by now, is not kept waiting for the next ping.
    const held = heldTopic(personId)
    const unsubscribe = options.events.subscribe({
      topics: [options.topicOfPerson(personId), held],
      onChanges: (changes) =>
        changes.some(({ topic }) => topic === held) ? hub.renew(member) : hub.check(member),
    })
    socket.on('pong', () => {
      member.isAlive = true
    })
    socket.on('close', () => {
      unsubscribe()
      hub.leave(member)
    })
    // One after the other: whoever sends faster waits. What came in one piece with another message is read already.
    let inHand = 0
    let last: Promise<void> = Promise.resolve()
    socket.on('message', (data, isBinary) => {
      if (isBinary) return socket.close(CLOSE.unsupported)
      member.isAlive = true
      socket.pause()
      inHand += 1
      last = last
        .then(() => hub.receive(member, String(data)))
        .catch((error) => failed(socket, error))
        .finally(() => {
          inHand -= 1
          // Its answers to pings are read only now.
          member.isAlive = true
          if (inHand === 0) socket.resume()
        })
    })
    // Whose session has ended since it was read got in before anybody could tell this socket.
    const join = async () => {
      await hub.join(member)
      await hub.check(member)
    }
    join().catch((error) => failed(socket, error))
  }
  const failed = (socket: WebSocket, error: unknown): void => {
    options.log.error({ err: error }, 'A socket failed.')
    socket.close(CLOSE.tryAgain)
  }

  const upgrade = async (request: IncomingMessage, raw: Duplex, head: Buffer): Promise<void> => {
    raw.on('error', () => {})
    const found = routeOf(routes, request.url ?? '')
    if (!isOwnHost((request.headers.host ?? '').toLowerCase())) return refuse(raw, '421 Misdirected Request')
    if (!found) return refuse(raw, '404 Not Found')
    // Browsers send it with every socket; what is no browser proves itself by the session alone.
    const { origin } = request.headers
    const own = originOf(ownOrigin(request.headers, publicUrl))
    if (origin === undefined || originOf(origin) !== own) return refuse(raw, '403 Forbidden')
    const admitted = await admit(request, found)
    if (typeof admitted !== 'number') leaveWith(raw, admitted.place)
    if (raw.destroyed) return
    server.handleUpgrade(request, raw, head, (socket) => {
      socket.on('error', () => {})
      if (typeof admitted === 'number') socket.close(admitted)
      else serve(socket, admitted)
    })
  }
  /** Gives back a place once its connection has ended, whether or not it became a socket. */
  const leaveWith = (raw: Duplex, place: string): void => {
    // What can't be given back now expires.
    const leave = () => void options.openSockets.leave(place).catch(() => {})
    if (raw.destroyed) leave()
    else raw.once('close', leave)
  }
  app.server.on('upgrade', (request: IncomingMessage, raw: Duplex, head: Buffer) => {
    upgrade(request, raw, head).catch((error) => {
      options.log.error({ err: error }, 'An upgrade failed.')
      raw.destroy()
    })
  })

  const pings = setInterval(() => {
    options.openSockets.stay().catch((error) => {
      options.log.error({ err: error }, 'Open sockets could not be recorded.')
    })
    for (const hub of hubs.values()) {
      hub.ping().catch((error) => options.log.error({ err: error }, 'Sockets could not be checked.'))
    }
  }, options.pingMs ?? PING_MS).unref()

  return {
    count: () => server.clients.size,
    close: () => {
      closing = true
      clearInterval(pings)
      for (const hub of hubs.values()) {
        for (const { socket } of hub.members) {
          socket.close(CLOSE.tryAgain)
          // Who does not answer is gone.
          setTimeout(() => socket.terminate(), 1000).unref()
        }
      }
    },
  }
}

/** The path of an address with its parts; a slash at the end may be left out. */
const patternOf = (url: string): RegExp =>
  new RegExp(`^${url.replace(/\/$/, '').replace(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`)

function routeOf(
  routes: readonly { link: SocketLink; pattern: RegExp }[],
  url: string,
): { link: SocketLink; parts: Readonly<Record<string, string>> } | null {
  const [path = ''] = url.split('?')
  for (const { link, pattern } of routes) {
    const match = pattern.exec(path)
    if (match) return { link, parts: match.groups ?? {} }
  }
  return null
}

/** A socket's address has parts alone. */
const requestOf = (parts: Readonly<Record<string, string>>, origin: string): LinkRequest => ({
  part: (name) => parts[name] ?? '',
  all: () => [],
  one: () => null,
  search: '',
  origin,
})

function refuse(raw: Duplex, status: string): void {
  raw.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
