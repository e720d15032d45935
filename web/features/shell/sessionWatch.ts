import { SESSION_SOCKET } from '../../addresses.ts'
import { type LiveTopic, openLiveTopic } from '../../graphql/liveTopic.ts'
import { hasBegun, type Session } from '../../graphql/session.ts'
import { goToSignIn } from '../../graphql/signedOut.ts'
import { unsavedInPage } from '../../ui/index.ts'

/** Where a tab that learns of the end tells those that nobody looks at. */
const CHANNEL = 'helioroom-signed-out'
/** Milliseconds after which a page that nobody looks at holds no socket. */
const HIDDEN_MS = 30_000

/**
 * Notices the end of the session without anything being asked: somebody whom their directory or an admin has deactivated
 * has no page in front of them any more (SCIM-10, SSO-24). What is typed stays under the way to sign in again (AUTH-18).
 * @returns ends it
 */
export function watchSession(session: Session, leave: () => void = goToSignIn): () => void {
  let topic: LiveTopic | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  // Another tab may have signed in anew, with which the session of this socket ended: the next socket is of the newer one.
  let isDoubted = false

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
        const { personId } = message as { personId: string }
        if (personId !== session.personId) session.lost()
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
