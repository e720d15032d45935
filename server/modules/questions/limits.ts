import { formatDate } from '../../../shared/format/time.ts'
import { badInput, conflict, requireFields } from '../../access/errors.ts'
import type { Party } from '../../access/parties.ts'
import { momentIn, NO_MOMENT } from '../../contracts/moments.ts'
import type { Connection } from '../../platform/database/database.ts'
import { type QuestionCounts, questionCounts } from './askStore.ts'
import type { LogRow, LogSettings } from './logStore.ts'

/** Of a limit's number. */
const MAX_LIMIT = 100_000

const NAMES = { total: 'limits.total', perDay: 'limits.perDay', perParty: 'limits.perParty' } as const

/** @throws BAD_USER_INPUT at the limits that are no whole numbers from 1 on */
export function checkLimits(limits: LogSettings['limits']): void {
  const isWrong = (value: number | null | undefined) =>
    value !== null && value !== undefined && (!Number.isInteger(value) || value < 1 || value > MAX_LIMIT)
  requireFields(
    Object.fromEntries(
      Object.entries(NAMES).map(([name, field]) => [
        field,
        isWrong(limits?.[name as keyof typeof NAMES])
          ? 'Please enter a whole number from 1 to 100,000, or leave it empty for no limit.'
          : null,
      ]),
    ),
  )
}

/** Limits as the API takes them. @throws BAD_USER_INPUT at an end that is no moment */
export function limitsOf<Input extends { endsAt?: unknown }>(
  input: Input | null | undefined,
): (Omit<Input, 'endsAt'> & { endsAt: Date | null }) | null {
  if (!input) return null
  const { endsAt = null, ...limits } = input
  if (endsAt === null) return { ...limits, endsAt: null }
  const moment = momentIn(endsAt)
  if (moment) return { ...limits, endsAt: moment }
  throw badInput(NO_MOMENT, { 'limits.endsAt': NO_MOMENT })
}

/** A limit that counts, how much of it is used, and what is said where that is all. */
interface Used {
  limit: number
  used: number
  said: string
}

function usedOf({ limits, eachParty }: LogRow, { all, party, today }: QuestionCounts): Used[] {
  const { total, perDay, perParty } = limits
  const ofGroup = (limit: number) => `Your group has asked ${limit} of ${limit} questions.`
  const found: Used[] = []
  if (total !== null) {
    const used = eachParty ? party : all
    const isOwn = eachParty || party >= total
    found.push({
      limit: total,
      used,
      said: isOwn ? ofGroup(total) : `All ${total} questions have been asked.`,
    })
  }
  if (perParty !== null) found.push({ limit: perParty, used: party, said: ofGroup(perParty) })
  if (perDay !== null) {
    const said = `Your group has asked ${perDay} of ${perDay} questions today. Please ask again tomorrow.`
    found.push({ limit: perDay, used: today, said })
  }
  return found
}

const NOTHING: QuestionCounts = { all: 0, party: 0, today: 0 }

/** A log, and the party that asks there. */
interface Asking {
  log: LogRow
  party: Party
}

/** In the order of the logs; nothing where no limit counts. */
async function countsOfParties(db: Connection, asking: readonly Asking[]): Promise<Used[][]> {
  const isCounted = ({ log: { limits }, party }: Asking) =>
    !party.isDealTeam && (limits.total !== null || limits.perDay !== null || limits.perParty !== null)
  const asked = await questionCounts(
    db,
    asking.filter(isCounted).map(({ log, party }) => ({ id: log.id, groupIds: party.groupIds })),
  )
  return asking.map((each) => (isCounted(each) ? usedOf(each.log, asked.get(each.log.id) ?? NOTHING) : []))
}

/**
 * How many questions the parties may ask still, in the order of the logs; null without a limit, as for the deal team
 * (QA-49).
 */
export async function leftOf(db: Connection, asking: readonly Asking[]): Promise<(number | null)[]> {
  return (await countsOfParties(db, asking)).map((counts) =>
    counts.length === 0 ? null : Math.min(...counts.map(({ limit, used }) => Math.max(0, limit - used))),
  )
}

/**
 * Whether the party may ask one more question. The caller holds the log's lock, so that of two who ask the last one at the
 * same time one is refused.
 * @throws CONFLICT with a sentence where a limit is reached, or questions have ended
 */
export async function requireWithinLimits(db: Connection, log: LogRow, party: Party): Promise<void> {
  if (party.isDealTeam) return
  const { endsAt } = log.limits
  if (endsAt !== null && endsAt.getTime() <= Date.now()) {
    throw conflict(`Questions ended on ${formatDate(endsAt)}.`)
  }
  const [counts = []] = await countsOfParties(db, [{ log, party }])
  const reached = counts.find(({ limit, used }) => used >= limit)
  if (reached) throw conflict(reached.said)
}

/** For what is not done to a draft. @throws BAD_USER_INPUT */
export function requireAsked({ isDraft }: { isDraft: boolean }): void {
  if (isDraft) throw badInput('This question is a draft. Please ask it first.')
}
