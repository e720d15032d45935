import { plainText } from '../../../shared/richText.ts'
import type { Actor } from '../../access/actor.ts'
import { isDealTeam } from '../../access/parties.ts'
import { reauthorise } from '../../access/reauthorise.ts'
import type { Exported, SpreadsheetLink } from '../../contracts/links.ts'
import type { Database } from '../../platform/database/database.ts'
import { MAX_CELL, type Row } from '../../platform/spreadsheets/index.ts'
import type { LogRow, Questions } from './index.ts'
import { seesAnswers } from './policy.ts'

const PAGE = 200

const COLUMNS = [
  ['Number', 10],
  ['Status', 12],
  ['Priority', 10],
  ['Categories', 24],
  ['Topics', 24],
  ['Projects', 32],
  ['Portfolios', 32],
  ['Question', 60],
  ['Created', 18],
  ['Modified', 18],
] as const
/** For the deal team alone (QA-46). */
const ASKED_COLUMNS = [
  ['Party', 24],
  ['Asked by', 24],
  ['Company', 24],
] as const
const ANSWER_COLUMNS = [
  ['Answer', 60],
  ['Answered', 18],
] as const

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10)

/** A part of a file name: letters and figures of any script, the rest dashes. */
const inFileName = (name: string): string =>
  name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'log'

/** All questions of a log with their answers, by the log's address (QA-05, QA-06). */
export const questionsLink = (db: Database, questions: Questions): SpreadsheetLink => ({
  kind: 'spreadsheet',
  url: '/questions/:logId/spreadsheet',
  open: async (actor, asked): Promise<Exported> => {
    const log = await questions.log(actor, asked.part('logId'))
    const shows = { asked: isDealTeam(actor, log.place), answers: seesAnswers(actor, log.place) }
    const columns = [
      ...COLUMNS,
      ...(shows.asked ? ASKED_COLUMNS : []),
      ...(shows.answers ? ANSWER_COLUMNS : []),
    ]
    return {
      fileName: `${log.entity.slug}-q-and-a-${inFileName(log.name)}-${dayOf(new Date())}.xlsx`,
      subject: { organisationId: log.place.organisationId },
      spreadsheet: {
        sheet: 'Questions',
        columns: columns.map(([header, width]) => ({ header, width })),
        rows: rowsOf(db, questions, actor, log, shows),
      },
    }
  },
})

async function* rowsOf(
  db: Database,
  questions: Questions,
  holder: Actor,
  { id }: LogRow,
  shows: { asked: boolean; answers: boolean },
): AsyncGenerator<readonly Row[]> {
  for (let offset = 0; ; offset += PAGE) {
    // It may go on after right or session have gone.
    const actor = await reauthorise(db, holder, (now) => now)
    const read = await questions.page(actor, id, { filter: 'ALL', limit: PAGE, offset })
    const page = read.filter(({ isDraft }) => !isDraft)
    const ids = page.map(({ id }) => id)
    const about = await Promise.all([
      questions.choicesOf('category', ids),
      questions.choicesOf('topic', ids),
      questions.projectsOf(actor, ids),
      questions.portfoliosOf(actor, ids),
    ])
    const [parties, askers] = await Promise.all([
      questions.naming.partiesOfQuestions(page),
      questions.naming.askersOf(page),
    ])
    yield page.map(
      ({ number, isClosed, isPriority, body, createdAt, modifiedAt, answer, isForDealTeam }, at) => [
        number,
        isClosed ? 'Closed' : 'Open',
        isPriority ? 'High' : null,
        ...about.map((each) => (each[at] ?? []).map(({ name }) => name).join('; ') || null),
        plainText(body).slice(0, MAX_CELL) || null,
        dayOf(createdAt),
        dayOf(modifiedAt),
        ...(shows.asked
          ? [
              parties[at] ?? null,
              ...(isForDealTeam ? [askers[at]?.fullName ?? null, askers[at]?.company ?? null] : [null, null]),
            ]
          : []),
        ...(answer ? [plainText(answer.body).slice(0, MAX_CELL) || null, dayOf(answer.modifiedAt)] : []),
      ],
    )
    if (read.length < PAGE) return
  }
}
