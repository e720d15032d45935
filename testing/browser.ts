import type { HttpExchange, SignInNotice } from '../server/contracts/context.ts'
import { type Accounts, createPerson, type NewPerson } from '../server/modules/accounts/index.ts'
import type { Database } from '../server/platform/database/database.ts'
import { PASSWORD } from './factories.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** A clock that tests turn on, so that none of them waits. */
export class TestClock {
  private at = Date.parse('2026-03-02T09:00:00.000Z')
  now = (): Date => new Date(this.at)
  pass(milliseconds: number): void {
    this.at += milliseconds
  }
}

/** What a browser keeps between its requests. */
export class TestBrowser implements HttpExchange {
  address: string
  origin = 'https://room.example'
  userAgent: string | null = null
  sessionToken: string | null = null
  challengeToken: string | null = null
  passkeyToken: string | null = null
  ssoToken: string | null = null
  samlToken: string | null = null
  notice: SignInNotice | null = null
  showWelcome = false

  constructor(address = '192.0.2.1') {
    this.address = address
  }
  setSession(token: string | null): void {
    this.sessionToken = token
  }
  setChallenge(token: string | null): void {
    this.challengeToken = token
  }
  setPasskeyToken(token: string | null): void {
    this.passkeyToken = token
  }
  setSsoToken(token: string): void {
    this.ssoToken = token
  }
  setSamlToken(token: string): void {
    this.samlToken = token
  }
  setSignInNotice(notice: SignInNotice): void {
    this.notice = notice
  }
  setShowWelcome(): void {
    this.showWelcome = true
  }
  /** Another request of the same moment, with cookies of its own from then on. */
  copy(): TestBrowser {
    return Object.assign(new TestBrowser(this.address), this)
  }
}

let people = 0

/** A person with an e-mail of their own and the common password, unless told otherwise. */
export async function addPerson(
  db: Database,
  given: Partial<NewPerson> = {},
): Promise<{ id: string; email: string }> {
  people += 1
  const email = given.email ?? `person${people}@demo.example`
  const accepted = { acceptedEulaAt: new Date() }
  const person = { firstName: 'Ann', lastName: 'Lee', password: PASSWORD, ...accepted, ...given, email }
  return { id: await db.transaction().execute((tx) => createPerson(tx, person)), email }
}

/** Signs in with the common password. @throws when that fails */
export async function signedIn(accounts: Accounts, email: string, browser = new TestBrowser()) {
  const result = await accounts.signIn({ email, password: PASSWORD }, browser)
  const token = browser.sessionToken
  if (!result.actor || token === null) throw new Error(`${email} could not sign in`)
  return { browser, token, sessionId: result.actor.sessionId }
}
