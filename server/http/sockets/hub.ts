import type { WebSocket } from 'ws'
import type { Actor } from '../../access/actor.ts'
import { DomainError, readable } from '../../access/errors.ts'
import { presentActors, stillSignedIn } from '../../access/presentActors.ts'
import { readOnlyView } from '../../access/viewing.ts'
import { CLOSE, type SocketMessage, type SocketTopic } from '../../contracts/sockets.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Events, TopicChange } from '../../platform/events/index.ts'

/** An open socket. */
export interface Member {
  socket: WebSocket
  actor: Actor
  /** Messages that came while it was still getting the opening ones; null once it has them. */
  waiting: string[] | null
  /** Whether it answered the last ping, or has sent something since. */
  isAlive: boolean
  /** Of a session: what it was told of it last. */
  told?: string
}

export interface HubDeps {
  db: Connection
  events: Pick<Events, 'subscribe'>
  log: { error(details: object, message: string): void }
}

/** Messages that wait for a socket that is still getting its opening ones; with more it has to start again. */
const MAX_WAITING = 1000
/** Characters by which a text may name itself. */
const MAX_REF = 100
/** Bytes that a socket may be behind. */
const MAX_BEHIND = 8 * 1024 * 1024

/** All sockets of a topic in this process: what they get is read once for all of them. */
export interface Hub {
  readonly topic: SocketTopic
  /** Sends the opening messages, and from then on what changes. */
  join(member: Member): Promise<void>
  leave(member: Member): void
  receive(member: Member, text: string): Promise<void>
  /** Closes the socket of whoever may not read any more. */
  check(member: Member): Promise<void>
  /** The same once its person may hold something else; what says no more than whose session it is says that where it is another. */
  renew(member: Member): Promise<void>
  /** Drops sockets that are gone, and those whose right is. */
  ping(): Promise<void>
  readonly members: ReadonlySet<Member>
}

/** @param onEmpty nobody is left */
export function createHub(topic: SocketTopic, { db, events, log }: HubDeps, onEmpty: () => void): Hub {
  const members = new Set<Member>()

  const deliver = async (changes: readonly TopicChange[]): Promise<void> => {
    const messages: SocketMessage[] = []
    for (const change of changes) {
      // Nobody knows what was missed: all of it comes with the next opening.
      if (change.missed) return closeAll(CLOSE.tryAgain)
      messages.push(...(await topic.messagesOf(change)))
    }
    if (messages.length === 0) return
    const textOf = textsOf(messages)
    for (const member of await present()) {
      for (const text of textOf(member.actor)) pass(member, text)
    }
  }
  const closeAll = (code: number): void => {
    for (const { socket } of members) socket.close(code)
  }
  /** Those who may still read, as they are by now; the others are closed. */
  const present = async (all: readonly Member[] = [...members]): Promise<Member[]> => {
    const [actors, mayRead] = await Promise.all([
      (topic.isOfSession ? stillSignedIn : presentActors)(
        db,
        all.map(({ actor }) => actor),
      ),
      topic.audience(),
    ])
    return all.filter((member) => {
      const now = actors.get(member.actor.sessionId)
      if (!now || !mayRead(now)) {
        member.socket.close(now ? CLOSE.forbidden : CLOSE.signedOut)
        return false
      }
      const isOther = topic.partOf(now) !== topic.partOf(member.actor)
      member.actor = now
      if (isOther) {
        restart(member).catch((error) => {
          log.error({ err: error }, 'A socket could not be started again.')
          member.socket.close(CLOSE.tryAgain)
        })
      }
      return true
    })
  }
  /** Sends the opening messages, and then what came meanwhile; a later start takes the place of one that is under way. */
  const open = async (member: Member, again: boolean): Promise<void> => {
    const { socket, actor } = member
    member.waiting = []
    const waiting = member.waiting
    for await (const message of topic.opening(actor, again)) {
      if (socket.readyState !== socket.OPEN || member.waiting !== waiting) return
      const own = forReader(message, actor)
      if (own === null) continue
      const text = JSON.stringify(own)
      // The same again would tell that something is being changed which does not concern them, or not yet (STAGE-01, STAGE-10).
      if (topic.isOfSession) {
        if (member.told === text) continue
        member.told = text
      }
      await sent(socket, text)
    }
    if (member.waiting !== waiting) return
    for (const text of waiting) send(socket, text)
    member.waiting = null
  }
  const restart = (member: Member): Promise<void> => open(member, true)
  const pass = ({ socket, waiting }: Member, text: string): void => {
    if (waiting === null) send(socket, text)
    else if (waiting.push(text) > MAX_WAITING) socket.close(CLOSE.tryAgain)
  }
  const unsubscribe = events.subscribe({ topics: [topic.topic], onChanges: deliver })

  return {
    topic,
    members,
    join: async (member) => {
      // First among those who get what is new, then the opening: what is committed between the two comes twice.
      members.add(member)
      await open(member, false)
    },
    leave: (member) => {
      if (!members.delete(member) || members.size > 0) return
      unsubscribe()
      onEmpty()
    },
    receive: async (member, text) => {
      if ((await present([member])).length === 0) return
      const now = member.actor
      try {
        if (now.viewing) throw readOnlyView(now.viewing)
        const answer = await topic.receive(now, text)
        const own = answer === null ? null : forReader(answer, now)
        if (own !== null) pass(member, JSON.stringify(own))
      } catch (error) {
        const { code, message } = readable(error) ?? unexpected(error, log)
        pass(member, JSON.stringify({ error: { code, message }, ref: refOf(text) }))
      }
    },
    check: async (member) => void (await present([member])),
    renew: async (member) => {
      if ((await present([member])).length === 0 || !topic.isOfSession) return
      const now = (await presentActors(db, [member.actor])).get(member.actor.sessionId)
      if (!now) return
      member.actor = now
      await restart(member)
    },
    ping: async () => {
      for (const member of await present()) {
        // While what it has sent is being done nothing more of it is read, answers to pings neither.
        if (!member.isAlive && !member.socket.isPaused) {
          member.socket.terminate()
          continue
        }
        member.isAlive = false
        member.socket.ping()
      }
    },
  }
}

const forReader = (message: SocketMessage, reader: Actor): object | null =>
  typeof message === 'function' ? message(reader) : message

/** The texts of the messages for a reader: written once for all where they are the same. */
function textsOf(messages: readonly SocketMessage[]): (reader: Actor) => string[] {
  const common = messages.map((message) => (typeof message === 'function' ? null : JSON.stringify(message)))
  return (reader) =>
    messages.flatMap((message, at) => {
      const same = common[at]
      if (same) return same
      const own = forReader(message, reader)
      return own === null ? [] : JSON.stringify(own)
    })
}

/** What a text names itself by, so that its sender knows which one is refused; undefined where it does not. */
function refOf(text: string): string | undefined {
  try {
    const { ref } = JSON.parse(text)
    return typeof ref === 'string' && ref.length <= MAX_REF ? ref : undefined
  } catch {
    return undefined
  }
}

function send(socket: WebSocket, text: string): void {
  if (socket.readyState !== socket.OPEN) return
  if (socket.bufferedAmount > MAX_BEHIND) socket.close(CLOSE.tryAgain)
  else socket.send(text)
}

/** Resolves when the text has gone out, so that a slow reader doesn't fill memory. */
const sent = (socket: WebSocket, text: string): Promise<void> =>
  new Promise((resolve) => socket.send(text, () => resolve()))

function unexpected(error: unknown, log: HubDeps['log']): DomainError {
  log.error({ err: error }, 'A message of a socket failed.')
  return new DomainError('INTERNAL', 'A server error has occurred')
}
