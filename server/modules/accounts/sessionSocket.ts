import { heldMark } from '../../access/heldChanges.ts'
import type { SocketLink, SocketTopic } from '../../contracts/sockets.ts'

/** One for all of them: nothing is published under it. Sign-outs are published of each person, and http looks after those. */
const TOPIC: Omit<SocketTopic, 'opening'> = {
  topic: 'sessions',
  isOfSession: true,
  partOf: () => '',
  messagesOf: async () => [],
  audience: async () => () => true,
  receive: async () => null,
}

/**
 * Open as long as the session is, so that a page that nobody touches ends with it (SCIM-10, SSO-24): opens with whose session
 * it is and a mark of what they hold, and says the mark again where it is another one by now.
 */
export const sessionSocket: SocketLink = {
  url: '/ws/session/',
  open: async () => ({
    ...TOPIC,
    opening: async function* (reader) {
      yield { personId: reader.personId, held: heldMark(reader) }
    },
  }),
}
