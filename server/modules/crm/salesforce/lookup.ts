import { z } from 'zod'
import type { Batch, WaitingRecord } from '../core/deliveryStore.ts'
import { emailKey, phoneKey } from '../import/keys.ts'
import { CrmUnavailable, inJson } from './endpoint.ts'
import { sObjectOf } from './records.ts'
import {
  AnswerLost,
  askData,
  CrmBusy,
  type RetryOptions,
  type SalesforceSession,
  whileBusy,
} from './request.ts'

const found = z.object({
  records: z.array(
    z.object({
      Id: z.string().max(40),
      Name: z.string().nullish(),
      FirstName: z.string().nullish(),
      LastName: z.string().nullish(),
      Email: z.string().nullish(),
      Phone: z.string().nullish(),
    }),
  ),
})
type Found = z.infer<typeof found>['records'][number]

/** Milliseconds by which the clock here may be ahead of the one there. */
const CLOCKS_MS = 600_000
/** Characters of a query's condition, encoded: an address has some 16,000. */
const MAX_CONDITION = 6000
/** Records of an answer, the most that Salesforce gives in one answer. */
const MAX_FOUND = 2000

const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`

/** What of a record a query can ask for. */
const textsOf = (record: WaitingRecord): { name: string; email: string | null } => {
  const sent = sObjectOf(record)
  return 'LastName' in sent ? { name: sent.LastName, email: record.email } : { name: sent.Name, email: null }
}

/** Conditions that together name all records, each short enough for an address. */
function conditionsOf(records: readonly WaitingRecord[], nameField: string): string[] {
  const portions: { names: string[]; emails: string[]; length: number }[] = []
  for (const record of records) {
    const { name, email } = textsOf(record)
    const length = encodeURIComponent(`${quoted(name)},${quoted(email ?? '')},`).length
    let last = portions.at(-1)
    if (!last || last.length + length > MAX_CONDITION) {
      last = { names: [], emails: [], length: 0 }
      portions.push(last)
    }
    last.names.push(quoted(name))
    if (email !== null) last.emails.push(quoted(email))
    last.length += length
  }
  return portions.map(({ names, emails }) =>
    [
      `${nameField} IN (${[...new Set(names)].join(',')})`,
      ...(emails.length > 0 ? [`Email IN (${[...new Set(emails)].join(',')})`] : []),
    ].join(' OR '),
  )
}

/**
 * What Salesforce has of a batch to which no answer came: records that were created there since, told by their name, e-mail
 * and phone.
 * @param known which of Salesforce's ids are of other records
 * @returns ids in Salesforce by the number of the row
 * @throws CrmUnavailable, ConnectionEnded
 */
export async function lookUp(
  session: SalesforceSession,
  { records, sentAt }: Batch,
  known: (crmIds: readonly string[]) => Promise<ReadonlySet<string>>,
  patience: RetryOptions,
): Promise<Map<number, string>> {
  const isCompany = records[0]?.kind === 'COMPANY'
  const [type, nameField, fields] = isCompany
    ? (['Account', 'Name', 'Id, Name, Phone'] as const)
    : (['Contact', 'LastName', 'Id, FirstName, LastName, Email, Phone'] as const)
  const since = new Date(sentAt.getTime() - CLOCKS_MS).toISOString().replace(/\.\d+/, '')
  const all = new Map<string, Found>()
  for (const condition of conditionsOf(records, nameField)) {
    const query = `SELECT ${fields} FROM ${type} WHERE CreatedDate >= ${since} AND (${condition}) LIMIT ${MAX_FOUND}`
    for (const each of await ask(session, query, patience)) all.set(each.Id, each)
  }
  const others = await known([...all.keys()])
  return matched(
    records,
    [...all.values()].filter(({ Id }) => !others.has(Id)),
  )
}

/** A question can be repeated, whatever became of the former one. */
const ask = (session: SalesforceSession, query: string, patience: RetryOptions): Promise<Found[]> =>
  whileBusy(async () => {
    try {
      const text = await askData(
        session,
        `/query?q=${encodeURIComponent(query)}`,
        { method: 'GET' },
        patience,
      )
      const answer = inJson(found, text)
      if (!answer) throw new AnswerLost('its answer could not be understood')
      return answer.records
    } catch (error) {
      throw error instanceof AnswerLost ? new CrmBusy(error.message) : error
    }
  }, patience).catch((error: unknown) => {
    throw error instanceof CrmBusy ? new CrmUnavailable(error.message) : error
  })

const plain = (text: string | null | undefined): string => (text ?? '').trim().toLowerCase()
const digits = (text: string | null | undefined): string => phoneKey(text ?? '') ?? plain(text)

/** Each found record is the answer to one row at most: first of those that it agrees with in all, then by e-mail or name. */
function matched(records: readonly WaitingRecord[], candidates: readonly Found[]): Map<number, string> {
  const result = new Map<number, string>()
  const free = new Map(candidates.map((each) => [each.Id, each]))
  const rounds = [
    (record: WaitingRecord, each: Found) => isNamed(record, each) && isReached(record, each),
    (record: WaitingRecord, each: Found) =>
      record.email === null ? isNamed(record, each) : emailKey(record.email) === plain(each.Email),
  ]
  for (const isSame of rounds) {
    for (const record of records) {
      if (result.has(record.rowNumber)) continue
      const one = [...free.values()].find((each) => isSame(record, each))
      if (!one) continue
      free.delete(one.Id)
      result.set(record.rowNumber, one.Id)
    }
  }
  return result
}

const isNamed = (record: WaitingRecord, each: Found): boolean => {
  const sent = sObjectOf(record)
  return 'LastName' in sent
    ? plain(sent.LastName) === plain(each.LastName) && plain(sent.FirstName) === plain(each.FirstName)
    : plain(sent.Name) === plain(each.Name)
}

const isReached = (record: WaitingRecord, each: Found): boolean =>
  digits(record.phone) === digits(each.Phone) &&
  (record.kind === 'COMPANY' || plain(record.email) === plain(each.Email))
