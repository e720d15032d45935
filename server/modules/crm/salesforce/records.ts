import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { LiveTokens } from '../connecting.ts'
import type { WaitingRecord } from '../importStore.ts'
import { askCrm, CrmUnavailable, inJson, unavailableBy } from './endpoint.ts'

/** What became of one record: its id in Salesforce, or why there is none. */
export type RecordResult = { crmId: string } | { problem: string }

/** A connection in use; its tokens change as they are renewed. */
export interface SalesforceSession {
  live: LiveTokens
}

/** Records of one request, as many as Salesforce takes. */
export const BATCH = 200
const VERSION = 'v62.0'
const ATTEMPTS = 4
const MAX_PAUSE_S = 60
const MAX_PROBLEM = 300
/** Answers after which nothing was taken, so that the same may be sent again. */
const NOT_TAKEN = new Set([408, 429, 503])

const created = z.array(
  z.object({
    id: z.string().max(40).nullish(),
    success: z.boolean(),
    errors: z.array(z.object({ message: z.string() })).default([]),
  }),
)

/** People are contacts, companies are accounts. */
const sObjectOf = ({ kind, name, firstName, lastName, title, email, phone }: WaitingRecord) =>
  kind === 'COMPANY'
    ? { attributes: { type: 'Account' }, Name: name, ...(phone && { Phone: phone }) }
    : {
        attributes: { type: 'Contact' },
        LastName: (lastName ?? name).slice(0, 80),
        ...(firstName && { FirstName: firstName.slice(0, 40) }),
        ...(title && { Title: title.slice(0, 128) }),
        ...(email && { Email: email }),
        ...(phone && { Phone: phone.slice(0, 40) }),
      }

/** Whether a failed request may have been taken all the same. */
export class AnswerLost extends Error {
  override name = 'AnswerLost'
}

/**
 * Creates records in Salesforce, each by itself: one that is refused keeps none of the others (allOrNone false).
 * @param pauseMs before the second attempt; each further one waits twice as long
 * @returns a result for each, in their order
 * @throws CrmUnavailable where nothing was taken, AnswerLost where that is unknown, ConnectionEnded
 */
export async function createRecords(
  session: SalesforceSession,
  records: readonly WaitingRecord[],
  {
    signal,
    pauseMs = 1000,
    timeoutMs = 60_000,
  }: { signal: AbortSignal; pauseMs?: number; timeoutMs?: number },
): Promise<RecordResult[]> {
  const body = JSON.stringify({ allOrNone: false, records: records.map(sObjectOf) })
  let renewed = false
  for (let attempt = 1; ; attempt += 1) {
    const { accessToken, instanceUrl } = session.live.tokens
    const answer = await askCrm(
      `${instanceUrl}/services/data/${VERSION}/composite/sobjects`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
        body,
        signal,
      },
      timeoutMs,
    ).catch((error: unknown) => {
      // Salesforce may have taken the records before the line broke, and has no way to ask.
      throw error instanceof CrmUnavailable ? new AnswerLost(error.message) : error
    })
    if (answer.status === 200) return resultsOf(answer.text, records.length)
    if (answer.status === 401 && !renewed) {
      renewed = true
      session.live = await session.live.renew()
      continue
    }
    const failure = unavailableBy(answer)
    if (!NOT_TAKEN.has(answer.status)) {
      if (answer.status >= 500) throw new AnswerLost(failure.message)
      throw failure
    }
    if (attempt >= ATTEMPTS) throw failure
    const pause = failure.retryAfter === null ? pauseMs * 2 ** (attempt - 1) : failure.retryAfter * 1000
    await sleep(Math.min(pause, MAX_PAUSE_S * 1000), undefined, { signal })
  }
}

/** @throws AnswerLost for what is no answer to so many records */
function resultsOf(text: string, count: number): RecordResult[] {
  const results = inJson(created, text)
  if (results?.length !== count) throw new AnswerLost('its answer could not be understood')
  return results.map(({ id, success, errors }) =>
    success && id
      ? { crmId: id }
      : { problem: (errors[0]?.message ?? 'Salesforce did not take it.').slice(0, MAX_PROBLEM) },
  )
}
