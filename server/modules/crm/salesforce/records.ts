import { z } from 'zod'
import type { WaitingRecord } from '../core/deliveryStore.ts'
import { inJson } from './endpoint.ts'
import { AnswerLost, askData, type RetryOptions, type SalesforceSession } from './request.ts'

/** What became of one record: its id in Salesforce, or why there is none. */
export type RecordResult = { crmId: string } | { problem: string }

/** Records of one request, as many as Salesforce takes. */
export const BATCH = 200
const MAX_PROBLEM = 300

const created = z.array(
  z.object({
    id: z.string().max(40).nullish(),
    success: z.boolean(),
    errors: z.array(z.object({ message: z.string() })).default([]),
  }),
)

/** A person is a contact, a company an account. */
export const sObjectOf = ({ kind, name, firstName, lastName, title, email, phone }: WaitingRecord) =>
  kind === 'COMPANY'
    ? { attributes: { type: 'Account' }, Name: name, ...(phone && { Phone: phone.slice(0, 40) }) }
    : {
        attributes: { type: 'Contact' },
        LastName: (lastName ?? name).slice(0, 80),
        ...(firstName && { FirstName: firstName.slice(0, 40) }),
        ...(title && { Title: title.slice(0, 128) }),
        ...(email && { Email: email }),
        ...(phone && { Phone: phone.slice(0, 40) }),
      }

/**
 * Creates records in Salesforce, each by itself: one that is refused keeps none of the others (allOrNone false).
 * @returns a result for each, in their order
 * @throws what `askData` throws
 */
export async function createRecords(
  session: SalesforceSession,
  records: readonly WaitingRecord[],
  patience: RetryOptions,
): Promise<RecordResult[]> {
  const body = JSON.stringify({ allOrNone: false, records: records.map(sObjectOf) })
  const text = await askData(session, '/composite/sobjects', { method: 'POST', body }, patience)
  const results = inJson(created, text)
  if (results?.length !== records.length) throw new AnswerLost('its answer could not be understood')
  return results.map(({ id, success, errors }) =>
    success && id
      ? { crmId: id }
      : { problem: (errors[0]?.message ?? 'Salesforce did not take it.').slice(0, MAX_PROBLEM) },
  )
}
