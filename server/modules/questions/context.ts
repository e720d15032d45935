import { type RichText, readRichText } from '../../../shared/richText.ts'
import type { Actor } from '../../access/actor.ts'
import { badInput, conflict, forbidden } from '../../access/errors.ts'
import { reauthorise } from '../../access/reauthorise.ts'
import type { Connection, Database, Tx } from '../../platform/database/database.ts'
import { rowLock, withLock } from '../../platform/database/withLock.ts'
import { type ActivityKind, recordBy } from '../activity/index.ts'
import type { Documents } from '../documents/index.ts'
import type { Funds } from '../funds/index.ts'
import type { Projects } from '../projects/index.ts'
import type { LogRow } from './logStore.ts'
import type { Possible } from './possible.ts'
import type { QuestionRow } from './questionStore.ts'

/** A question that an actor sees, with its log. */
export interface OpenQuestion {
  log: LogRow
  question: QuestionRow
}

export interface WritingDeps {
  db: Database
  funds: Funds
  projects: Projects
  documents: Documents
  /** @throws NOT_FOUND */
  log(actor: Actor, logId: string, on?: Connection): Promise<LogRow>
  possible: Possible
  /** @throws NOT_FOUND */
  open(actor: Actor, questionId: string, on?: Connection): Promise<OpenQuestion>
}

/** Whether an actor may make a change of a question that they see. */
export type May = (actor: Actor, found: OpenQuestion) => boolean

/** @throws BAD_USER_INPUT at `field` for a text that can't be kept */
export function textOf(value: unknown, field = 'body'): RichText | null {
  const { text, problem } = readRichText(value)
  if (problem !== null) throw badInput(problem, { [field]: problem })
  return text
}

/** @throws CONFLICT for a closed question (QA-24) */
export const requireOpen = ({ isClosed }: QuestionRow): void => {
  if (isClosed) throw conflict('This question is closed. Reopen it to change it.')
}

/** Of the conflict about a text. */
export const WRITTEN = { of: 'text', what: 'this text' } as const

/** Writes to the activity who did what to which question of which log (QA-47). `change` says what, where the kind doesn't. */
export const recordQuestion = (
  tx: Tx,
  actor: Actor,
  kind: ActivityKind,
  { log, question }: { log: LogRow; question: Pick<QuestionRow, 'id' | 'number'> },
  { change, at }: { change?: string | undefined; at?: Date | undefined } = {},
): Promise<number[]> =>
  recordBy(tx, actor, [
    {
      kind,
      organisationId: log.place.organisationId,
      subject: { kind: 'question', id: question.id },
      detail: {
        logId: log.id,
        record: `${log.name}, question ${question.number}`,
        log: log.name,
        number: question.number,
        ...(change && { change }),
      },
      ...(at && { at }),
    },
  ])

/** Changes a question under its lock, with the right asked for before and again under it. @throws FORBIDDEN, NOT_FOUND */
export async function changing(
  { db, open }: WritingDeps,
  actor: Actor,
  questionId: string,
  may: May,
  work: (tx: Tx, now: OpenQuestion) => Promise<void>,
): Promise<QuestionRow> {
  if (!may(actor, await open(actor, questionId))) throw forbidden()
  return withLock(db, rowLock('question', questionId), async (tx) => {
    const now = await reauthorise(tx, actor, async (holder) => {
      const found = await open(holder, questionId, tx)
      if (!may(holder, found)) throw forbidden()
      return found
    })
    await work(tx, now)
    return (await open(actor, questionId, tx)).question
  })
}
