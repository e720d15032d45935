import type { Database } from '../database/database.ts'
import { handles, type JobHandler } from '../jobs/index.ts'
import { handOver, type SmsGateway, SmsRefused } from './gateway.ts'
import { deliverText } from './outbox.ts'

/** Milliseconds that the gateway may take for a message. */
const ANSWER_MS = 10_000
/** Characters of what the gateway said that are kept. */
const MAX_FAILURE = 500

/**
 * Sends what lies in the outbox of text messages, each in a job of its own that is tried again for some minutes, which is as
 * long as a code is good. One that is recorded as sent is never sent again; one whose process died between may be sent once
 * more. What is refused, or fails to the last, is recorded with the reason. Without a gateway all stay where they are, for
 * the deployment's staff to read (SEC-25).
 */
export function textDelivery(
  db: Database,
  gateway: SmsGateway | null,
  { answerMs = ANSWER_MS }: { answerMs?: number } = {},
): JobHandler {
  return handles(deliverText, async ({ textId }, { signal, last }) => {
    if (!gateway) return
    const sms = await db
      .selectFrom('sms_outbox')
      .select(['recipient', 'body'])
      .where('id', '=', textId)
      .where('sent_at', 'is', null)
      .where('failed_at', 'is', null)
      .executeTakeFirst()
    if (!sms) return
    const setOutcome = (state: { sent_at: Date } | { failed_at: Date; failure: string }) =>
      db.updateTable('sms_outbox').set(state).where('id', '=', textId).execute()
    try {
      await handOver(gateway, sms, AbortSignal.any([signal, AbortSignal.timeout(answerMs)]))
    } catch (error) {
      const isRefused = error instanceof SmsRefused
      if (isRefused || (last && !signal.aborted)) {
        const failure = (error instanceof Error ? error.message : String(error)).slice(0, MAX_FAILURE)
        await setOutcome({ failed_at: new Date(), failure })
        if (isRefused) return
      }
      throw error
    }
    await setOutcome({ sent_at: new Date() })
  })
}
