import type { Actor } from '../access/actor.ts'
import type { TopicChange } from '../platform/events/index.ts'
import type { LinkRequest } from './links.ts'

/**
 * A message to the people on a topic: the same for all, or by who gets it, where not all may see all of it or it holds
 * addresses made for one person; null for whom it has nothing.
 */
export type SocketMessage = object | ((reader: Actor) => object | null)

/** What the sockets of one address are about: one for all that are open in a process, whoever opened it first. */
export interface SocketTopic {
  /** Of the outbox; what is committed under it reaches all sockets of all processes. */
  topic: string
  /**
   * What a socket gets first, oldest first; nothing that is committed is lost between it and what follows.
   * @param again another part of the topic is shown to the person by now: what they got before is not theirs any more
   */
  opening(reader: Actor, again: boolean): AsyncIterable<SocketMessage>
  /** Which part of the topic the person sees, as a word: where it becomes another one, a socket gets its opening again. */
  partOf(reader: Actor): string
  /** What became of a change; for all sockets of the process. */
  messagesOf(change: TopicChange): Promise<readonly SocketMessage[]>
  /** Asked before each delivery, at each ping and for each message, once for all sockets: who of them may still read. */
  audience(): Promise<(now: Actor) => boolean>
  /**
   * A text that somebody sent.
   * @returns what only the sender gets, or nothing
   * @throws DomainError, which only the sender gets, with the `ref` of the text; the socket stays open
   */
  receive(actor: Actor, text: string): Promise<SocketMessage | null>
  /**
   * It says nothing but that the session goes on, as pages want to know: what its people hold is not read again, and it takes
   * no place of the topics that a person follows (SCALE-07).
   */
  isOfSession?: true
}

/** A WebSocket address of a module; http looks after origin, session, pings, limits and close codes (transport.md 6). */
export interface SocketLink {
  /** With its parts, such as `/ws/comments/:portfolioId/:checklistId/`. */
  url: string
  /** @throws NOT_FOUND, FORBIDDEN */
  open(actor: Actor, request: LinkRequest): Promise<SocketTopic>
}

/** Close codes (transport.md 6). */
export const CLOSE = {
  unsupported: 1003,
  tryAgain: 1013,
  signedOut: 4401,
  forbidden: 4403,
  notFound: 4404,
} as const
