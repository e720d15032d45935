import { ApolloLink } from '@apollo/client'
import { createContext, useContext, useSyncExternalStore } from 'react'
import { catchError, defer, from, mergeMap, type Observable, of, throwError } from 'rxjs'
import { errorCode, OtherAccount } from './errors.ts'

/** Context of the operations that sign in: they are sent whoever is signed in, and their refusals are their form's. */
export const SIGNS_IN = { signsIn: true }

/** Whether the session that the page was opened in goes on, has ended, or has given way to another person's. */
type SessionState = 'open' | 'ended' | 'other'

/** The session of the person that the page was opened by. */
export interface Session {
  readonly personId: string
  /** The view of a room as others that the page was opened in; null for none. */
  readonly viewId: string | null
  readonly state: () => SessionState
  readonly subscribe: (changed: () => void) => () => void
  /** The server knows the session no more. Resolves when the same person has signed in again. @throws OtherAccount */
  readonly ended: () => Promise<void>
  /** The server says that somebody else is signed in. */
  readonly lost: () => void
  /** Somebody has signed in, here or in another tab: the same person goes on, another one does not. */
  readonly signedIn: (personId: string) => void
  /** Stops listening to other tabs. */
  readonly close: () => void
}

/** Where tabs of the product tell each other who is signed in. */
const CHANNEL = 'helioroom-session'

interface SessionOptions {
  viewId?: string | null
  /** To the other tabs; a test gives its own. */
  channel?: Pick<BroadcastChannel, 'postMessage' | 'close' | 'onmessage'>
}

export function createSession(
  personId: string,
  { viewId = null, channel = new BroadcastChannel(CHANNEL) }: SessionOptions = {},
): Session {
  let state: SessionState = 'open'
  let waiting: PromiseWithResolvers<void> | null = null
  const listeners = new Set<() => void>()
  const become = (next: SessionState) => {
    if (state === next) return
    state = next
    for (const changed of listeners) changed()
  }
  const lost = () => {
    waiting?.reject(new OtherAccount())
    waiting = null
    become('other')
  }
  const receive = (id: unknown) => {
    if (typeof id !== 'string' || state === 'other') return
    if (id !== personId) return lost()
    waiting?.resolve()
    waiting = null
    become('open')
  }
  channel.onmessage = ({ data }) => receive(data)
  channel.postMessage(personId)
  return {
    personId,
    viewId,
    state: () => state,
    subscribe: (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    ended: () => {
      if (state === 'other') return Promise.reject(new OtherAccount())
      waiting ??= Promise.withResolvers<void>()
      become('ended')
      return waiting.promise
    },
    lost,
    signedIn: (id) => {
      receive(id)
      channel.postMessage(id)
    },
    close: () => channel.close(),
  }
}

/**
 * Names the person and the view that the page was opened in with each operation, so that the server runs nothing in the
 * name of another. Once the session has ended, an operation waits until the person has signed in again, and is sent once more:
 * where nothing would be lost, the refusal leads to the sign-in page instead (AUTH-18). With another account signed in
 * nothing is sent any more.
 * @param mayLose whether leaving the page would lose something that the person has begun
 */
export function sessionLink(session: Session, mayLose: () => boolean = hasBegun): ApolloLink {
  return new ApolloLink((operation, forward) => {
    if (operation.getContext().signsIn) return forward(operation)
    Object.assign(operation.extensions, { person: session.personId, view: session.viewId })
    const attempt = (): Observable<ApolloLink.Result> =>
      defer(() =>
        session.state() === 'other' ? throwError(() => new OtherAccount()) : forward(operation),
      ).pipe(
        mergeMap((result) => (hasEnded(result) && waits() ? again() : of(result))),
        catchError((error: unknown) => {
          const code = errorCode(error)
          if (code === 'OTHER_ACCOUNT') session.lost()
          return code === 'UNAUTHENTICATED' && waits() ? again() : throwError(() => error)
        }),
      )
    const waits = () => session.state() !== 'open' || operation.operationType === 'mutation' || mayLose()
    const again = () => from(session.ended()).pipe(mergeMap(attempt))
    return attempt()
  })
}

/** A dialog that is open, rows that are selected. */
const BEGUN = '[role="dialog"], [role="row"][aria-selected="true"]'

/** Whether the page holds what the person has begun: what is typed, open or selected. */
export const hasBegun = (): boolean =>
  document.querySelector(BEGUN) !== null ||
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].some(
    ({ type, value }) => value !== '' && type !== 'checkbox' && type !== 'radio',
  )

/** An answer all of whose fields were refused for want of a session. */
const hasEnded = ({ errors }: ApolloLink.Result): boolean =>
  errors?.some(({ extensions }) => extensions?.code === 'UNAUTHENTICATED') ?? false

const SessionContext = createContext<Session | null>(null)

export const SessionProvider = SessionContext.Provider

/** The session of the page; null where nobody is signed in. */
export const useSession = (): Session | null => useContext(SessionContext)

const never = () => () => {}

export function useSessionState(): SessionState {
  const session = useSession()
  return useSyncExternalStore(session?.subscribe ?? never, session?.state ?? (() => 'open' as const))
}
