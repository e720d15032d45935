import type { Actor } from '../access/actor.ts'
import { unauthenticated } from '../access/errors.ts'

/** The part of a request that every resolver gets; services come from its module. Created once per request. */
export interface Context {
  /** Null without a session; only the public root fields are run then. */
  actor: Actor | null
  http: HttpExchange
  /** What `perRequest` has made for the request, by what makes it. */
  made?: Map<PerRequest<unknown>, unknown>
}

/** A sentence of the page, with the code under which admins find the reason. */
export interface SignInNotice {
  text: string
  code: string | null
}

/** What signing in and out needs of the HTTP exchange. */
export interface HttpExchange {
  /** Address of the client, for the throttles. */
  address: string
  /** Of the product, as the browser knows it. */
  origin: string
  /** What the browser says of itself; null where it says nothing. */
  userAgent: string | null
  /** Value of the session cookie that came in; null without one. */
  sessionToken: string | null
  /** Value of the cookie of a sign-in that waits for its code; null without one. */
  challengeToken: string | null
  /** Value of the cookie that binds the challenges of passkeys to the browser; null without one. */
  passkeyToken: string | null
  /** Value of the cookie that binds what is under way at a provider to the browser (SSO-07); null without one. */
  ssoToken: string | null
  /** The same for what is under way over SAML, whose answers are posts from another site (SSO-10). */
  samlToken: string | null
  /** Sets or, with null, clears the session cookie; a new session also renews the CSRF cookie. */
  setSession(token: string | null): void
  setChallenge(token: string | null): void
  setPasskeyToken(token: string | null): void
  setSsoToken(token: string): void
  setSamlToken(token: string): void
  /** What the next page says of a sign-in that came to nothing. */
  setSignInNotice(notice: SignInNotice): void
  /** The first sign-in opens the welcome dialog (AUTH-26). */
  setShowWelcome(): void
}

/** The actor of a field that is not public. The transport refuses earlier; this is for the types, and the careful. */
export function actorOf(context: Context): Actor {
  if (!context.actor) throw unauthenticated()
  return context.actor
}

/** A value per request, such as a loader: created on first use, gone with the request. */
export type PerRequest<Value> = (context: Context) => Value

/**
 * Declares what a module keeps for a request: `const tally = perRequest(() => new DataLoader(…))`, then
 * `tally(context).load(node)`. Who asks is to be read when it is used (`actorOf(context)` within the loading), since
 * signing in changes the answer in the middle of a request.
 */
export function perRequest<Value>(create: PerRequest<Value>): PerRequest<Value> {
  return (context) => {
    // On the context itself: what a long-lived WeakMap holds outlives the collections of young garbage, and so would
    // all rows of the request.
    context.made ??= new Map()
    const { made } = context
    if (made.has(create)) return made.get(create) as Value
    const value = create(context)
    made.set(create, value)
    return value
  }
}
