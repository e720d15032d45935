import type { ApolloClient } from '@apollo/client'
import { SESSION_SOCKET } from '../../addresses.ts'
import { type LiveTopic, openLiveTopic } from '../../graphql/liveTopic.ts'
import { hasBegun, type Session } from '../../graphql/session.ts'
import { goToSignIn } from '../../graphql/signedOut.ts'
import { unsavedInPage } from '../../ui/index.ts'

/** What the server says of the session. */
interface SessionMessage {
  personId: string
  /** What they hold, as a word that is another one after each change of it. */
  held: string
}

/** Where a tab that learns of the end tells those that nobody looks at. */
const CHANNEL = 'helioroom-signed-out'
/** Milliseconds after which a page that nobody looks at holds no socket. */
const HIDDEN_MS = 30_000

interface WatchOptions {
  leave?: () => void
  /** What the person holds is not what it was when the page last knew. */
  onHeldChanged?: () => void
}

/** Reads again what is shown: what they may not open any more gives way to the page that says so (STAGE-10). */
export const rereading = (client: ApolloClient) => () =>
  void client.refetchQueries({ include: 'active' }).catch(() => {})

/**
 * Notices the end of the session without anything being asked: somebody whom their directory or an admin has deactivated
 * has no page in front of them any more (SCIM-10, SSO-24). What is typed stays under the way to sign in again (AUTH-18).
 * Notices as well that the person holds something else, so that a page loses what has ended for them (STAGE-10).
 * @returns ends it
 */
export function watchSession(
  session: Session,
  { leave = goToSignIn, onHeldChanged }: WatchOptions = {},
): () => void {
  let topic: LiveTopic | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  // Another tab may have signed in anew, with which the session of this socket ended: the next socket is of the newer one.
  let isDoubted = false
  let known: string | null = null

  const end = (): Promise<void> => {
    if (session.state() !== 'open' || hasBegun() || unsavedInPage()?.isUnsaved()) return session.ended()
    leave()
    // The page goes, and with it the socket.
    return new Promise(() => {})
  }
  const others = new BroadcastChannel(CHANNEL)
  // Whom another account has taken the page from says so by itself.
  others.onmessage = () => void end().catch(() => {})

  const open = (): void => {
    if (session.state() === 'other') return
    topic ??= openLiveTopic({
      path: SESSION_SOCKET,
      onState: () => {},
      onMessage: (message) => {
        isDoubted = false
        const { personId, held } = message as SessionMessage
        if (personId !== session.personId) return session.lost()
        if (known !== null && known !== held) onHeldChanged?.()
        known = held
      },
      onSignedOut: async () => {
        if (isDoubted) {
          others.postMessage(null)
          await end()
        }
        isDoubted = !isDoubted
      },
    })
  }
  const close = (): void => {
    topic?.close()
    topic = null
  }
  const onVisibility = (): void => {
    clearTimeout(timer)
    if (document.visibilityState === 'hidden') timer = setTimeout(close, HIDDEN_MS)
    else open()
  }
  const unsubscribe = session.subscribe(() => session.state() === 'other' && close())
  document.addEventListener('visibilitychange', onVisibility)
  onVisibility()
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    clearTimeout(timer)
    unsubscribe()
    others.close()
    close()
  }
}
