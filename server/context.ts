import type { Actor } from './access/actor.ts'
import { unauthenticated } from './access/errors.ts'
import type { Loaders } from './loaders.ts'
import type { Services } from './services.ts'

/** What every resolver gets: who asks, and the services. Made once for each request. */
export interface Context {
  /** Null without a session; only the public root fields are run then. */
  actor: Actor | null
  services: Services
  loaders: Loaders
  http: HttpExchange
}

/** What signing in and out needs of the HTTP exchange. */
export interface HttpExchange {
  /** Address of the client, for the throttles. */
  address: string
  /** Value of the session cookie that came in; null without one. */
  sessionToken: string | null
  /** Value of the cookie of a sign-in that waits for its code; null without one. */
  challengeToken: string | null
  /** Sets or, with null, clears the session cookie; a new session also renews the CSRF cookie. */
  setSession(token: string | null): void
  setChallenge(token: string | null): void
  /** The first sign-in opens the welcome dialog (AUTH-26). */
  setShowWelcome(): void
}

/** The actor of a field that is not public. The transport refuses earlier; this is for the types, and the careful. */
export function actorOf(context: Context): Actor {
  if (!context.actor) throw unauthenticated()
  return context.actor
}
