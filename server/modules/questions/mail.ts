import { MINUTE_MS } from '../../../shared/durations.ts'
import type { Permission } from '../../../shared/permissions.ts'
import { plainText } from '../../../shared/richText.ts'
import type { Actor } from '../../access/actor.ts'
import type { Connection, Tx } from '../../platform/database/database.ts'
import { entityAddress, seesEntity, whoMaySee } from '../funds/index.ts'
import {
  defineNotification,
  handlesNotification,
  type NotificationHandler,
  type NotificationItem,
  type NotificationKind,
  notify,
  type Written,
} from '../notifications/index.ts'
import { groupNames } from './listStore.ts'
import { type LogRow, logFacts } from './logStore.ts'
import { type Asker, askersByIds, partyName } from './naming.ts'
import { editsAnswers, readerOf, seesAnswers, seesLog } from './policy.ts'
import { logIdOf, questionForReaders } from './questionStore.ts'

/** Texts save themselves while they are typed: a mail waits until they have ended. */
const AFTER_TYPING = { quietMs: 5 * MINUTE_MS, maxDelayMs: 30 * MINUTE_MS }

type Kind = NotificationKind<object>
/** A question has a text: to those who answer (NOTIF-17). */
export const questionAsked: Kind = defineNotification('QUESTION_ASKED', AFTER_TYPING)
/** A question has an answer: to those who may see its log, and answers. */
export const questionAnswered: Kind = defineNotification('QUESTION_ANSWERED', AFTER_TYPING)
/** A question was closed: to those who may see its log. */
export const questionClosed: Kind = defineNotification('QUESTION_CLOSED', AFTER_TYPING)

/** Has people notified of a question, in the transaction of the change. */
export const announce = (
  tx: Tx,
  kind: Kind,
  { personId }: Actor,
  { place }: LogRow,
  questionId: string,
): Promise<void> =>
  notify(tx, kind, { subject: { kind: 'question', id: questionId }, by: personId, place, data: {} })

/** Characters of a text that a mail quotes. */
const MAX_QUOTE = 600

const shortened = (text: string): string =>
  text.length > MAX_QUOTE ? `${text.slice(0, MAX_QUOTE).trimEnd()}…` : text

const KINDS = [
  {
    kind: questionAsked,
    candidates: ['QUESTION_ANSWERS_EDIT'],
    sees: editsAnswers,
    title: (number: string, log: string) => `Question ${number} is new in ${log}`,
    subject: 'new question',
    text: 'body',
  },
  {
    kind: questionAnswered,
    candidates: ['QUESTIONS_VIEW'],
    sees: seesAnswers,
    title: (number: string, log: string) => `Question ${number} of ${log} has an answer`,
    subject: 'answer to question',
    text: 'answer',
  },
  {
    kind: questionClosed,
    candidates: ['QUESTIONS_VIEW'],
    sees: () => true,
    title: (number: string, log: string) => `Question ${number} of ${log} was closed`,
    subject: 'closed question',
    text: 'body',
  },
] as const

type Facts = NonNullable<Awaited<ReturnType<typeof logFacts>>>

/** Whether a reader sees the log by now: members of its organisation alone, staff only where they are such. */
const isFor = (actor: Actor, log: Facts): boolean =>
  log.enabled &&
  seesEntity(actor, log.place, log.status) &&
  seesLog(actor, log) &&
  actor.groups.some(({ organisationId }) => organisationId === log.place.organisationId)

/** Who asked, with company and group, for the deal team (QA-46); null where that isn't known. */
async function askedBy(
  db: Connection,
  { askedById, partyIds }: { askedById: string | null; partyIds: readonly string[] | null },
): Promise<string | null> {
  if (askedById === null) return null
  const asker: Asker | undefined = (await askersByIds(db, [askedById])).get(askedById)
  if (!asker) return null
  const party = partyName({ partyIds, isDraft: false }, await groupNames(db, partyIds ?? []))
  return `Asked by ${[asker.fullName, asker.company, party].filter((each) => each !== null).join(', ')}.`
}

/** The mails about questions (NOTIF-17, NOTIF-19): everything in them is as it is when they are sent. */
export const questionMails = (origin: () => string): NotificationHandler[] =>
  KINDS.map(({ kind, candidates, sees, title, subject, text }) => {
    const logOf = async (
      db: Tx | Parameters<typeof logFacts>[0],
      [item]: readonly NotificationItem<object>[],
    ) => {
      const logId = item ? await logIdOf(db, item.subject.id) : null
      return logId === null ? null : { logId, log: await logFacts(db, logId) }
    }
    return handlesNotification({
      kind,
      audience: async (db, items, page) => {
        const found = await logOf(db, items)
        const anyOf: readonly Permission[] = candidates
        return found?.log ? whoMaySee(db, found.log, anyOf, page) : []
      },
      write: async (db, items, readers) => {
        const mails = new Map<string, Written>()
        const found = await logOf(db, items)
        const [item] = items
        if (!found?.log || !item) return mails
        const { log, logId } = found
        const forReader = await questionForReaders(db, item.subject.id)
        if (!forReader) return mails
        const asker = await askedBy(db, forReader.facts)
        for (const { person, actor } of readers) {
          if (!isFor(actor, log) || !sees(actor, log.place)) continue
          const question = forReader.as(readerOf(actor, log))
          if (!question) continue
          const words = plainText((text === 'answer' ? question.answer?.body : question.body) ?? null)
          if (kind === questionClosed ? !question.isClosed : words === '') continue
          // Numbers of parties say which question only together with whose it is.
          const which = log.eachParty ? question.id : question.number
          const url = `${origin()}${entityAddress(log.place, log.entity.slug)}/q-and-a?logId=${logId}&question=${which}`
          mails.set(person.id, {
            subject: `${log.entity.name}: ${subject} ${question.number}`,
            title: title(question.number, log.name),
            ...(question.isForDealTeam && asker ? { paragraphs: [asker] } : {}),
            ...(words === '' ? {} : { quote: shortened(words) }),
            button: { label: 'Open question', url },
          })
        }
        return mails
      },
    })
  })
