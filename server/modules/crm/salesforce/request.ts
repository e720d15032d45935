import { setTimeout as sleep } from 'node:timers/promises'
import { askCrm, CrmUnavailable, type Tokens, unavailableBy } from './endpoint.ts'

/** Tokens of a connection that is in use. */
export interface LiveTokens {
  tokens: Tokens
  /**
   * Newer tokens in place of these, which the CRM no longer takes.
   * @throws ConnectionEnded, CrmUnavailable, OtherDestination where the person has connected another Salesforce since
   */
  renew(): Promise<LiveTokens>
}

/** A connection in use; its tokens change as they are renewed. */
export interface SalesforceSession {
  live: LiveTokens
}

export interface RetryOptions {
  signal: AbortSignal
  /** Milliseconds before the second attempt; each further one waits twice as long. */
  pauseMs?: number
  /** Milliseconds that one answer may take. */
  timeoutMs?: number
}

/** The CRM took nothing, and may be asked again. */
export class CrmBusy extends CrmUnavailable {
  override name = 'CrmBusy'
}

/** Whether a failed request was taken all the same is unknown. */
export class AnswerLost extends Error {
  override name = 'AnswerLost'
}

const DATA = '/services/data/v62.0'
const ATTEMPTS = 4
const PAUSE_MS = 1000
const MAX_PAUSE_MS = 60_000
/** Milliseconds for an answer: records are checked and written by what people have built in their Salesforce. */
export const ANSWER_MS = 60_000
/** Answers after which nothing was taken, so that the same may be sent again. */
const NOT_TAKEN = new Set([408, 429, 503])

/**
 * Asks the REST API once, with newer tokens where these have expired.
 * @returns the answer's text
 * @throws CrmBusy and CrmUnavailable where nothing was taken, AnswerLost where that is unknown, ConnectionEnded
 */
export async function askData(
  session: SalesforceSession,
  path: string,
  init: { method: 'GET' | 'POST'; body?: string },
  { signal, timeoutMs = ANSWER_MS }: RetryOptions,
): Promise<string> {
  let renewed = false
  for (;;) {
    const { accessToken, instanceUrl } = session.live.tokens
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
    const answer = await askCrm(
      `${instanceUrl}${DATA}${path}`,
      { ...init, headers, signal },
      timeoutMs,
    ).catch((error: unknown) => {
      throw error instanceof CrmUnavailable ? new AnswerLost(error.message) : error
    })
    if (answer.status === 200) return answer.text
    if (answer.status === 401 && !renewed) {
      renewed = true
      session.live = await session.live.renew()
      continue
    }
    const { message, retryAfter } = unavailableBy(answer)
    if (NOT_TAKEN.has(answer.status)) throw new CrmBusy(message, retryAfter)
    throw answer.status >= 500 ? new AnswerLost(message) : new CrmUnavailable(message)
  }
}

/** Tries four times while the CRM is busy, for as long as it asks for. @throws what the attempts throw */
export async function whileBusy<T>(
  attempt: () => Promise<T>,
  { signal, pauseMs = PAUSE_MS }: RetryOptions,
): Promise<T> {
  for (let count = 1; ; count += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof CrmBusy) || count >= ATTEMPTS) throw error
      const pause = error.retryAfter === null ? pauseMs * 2 ** (count - 1) : error.retryAfter * 1000
      await sleep(Math.min(pause, MAX_PAUSE_MS), undefined, { signal })
    }
  }
}
