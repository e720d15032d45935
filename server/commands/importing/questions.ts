import type { Actor } from '../../access/actor.ts'
import { groupsByNames } from '../../modules/memberships/index.ts'
import type { QuestionRow as Question } from '../../modules/questions/index.ts'
import type { ArchiveFolder } from './archiveFolder.ts'
import type { ImportDeps, Room } from './room.ts'
import type { LogRow, QuestionRow } from './rows.ts'

const PAGE = 200

/** Logs with their questions and answers, as far as a former import didn't make them. @returns how many questions there are */
export async function importQuestions(
  { db, services: { questions } }: ImportDeps,
  { actor, archive, room }: { actor: Actor; archive: ArchiveFolder; room: Room },
): Promise<number> {
  const [there = []] = await questions.logsOf(actor, [room.portfolioId])
  const rows = await archive.all('questions')
  const logs = new Map<string, { id: string; row: LogRow }>()
  for (const row of await archive.all('logs')) {
    const mine = rows.filter(({ log }) => log === row.id)
    const named = (kind: 'categories' | 'topics') =>
      row[kind] ?? [...new Set(mine.flatMap((question) => question[kind] ?? []))]
    const settings = {
      name: row.name,
      restricted: row.restricted,
      groupIds: [...(await groupsByNames(db, room.organisationId, row.groups ?? [])).values()].map(
        ({ id }) => id,
      ),
      visibility: row.eachParty ? ('EACH_PARTY' as const) : ('ALL' as const),
      choices: { categories: named('categories'), topics: named('topics') },
    }
    const log =
      there.find(({ name }) => name === row.name) ??
      (await questions.createLog(actor, { kind: 'portfolio', id: room.portfolioId }, settings))
    logs.set(row.id, { id: log.id, row })
  }
  const byLog = Map.groupBy(rows, ({ log }) => log)
  for (const [logId, mine] of byLog) {
    const log = logs.get(logId)
    if (log) await importLog({ questions, actor }, log.id, mine)
  }
  return rows.length
}

interface Deps {
  questions: ImportDeps['services']['questions']
  actor: Actor
}

/** By number: 2.10 comes behind 2.9. */
const inOrder = (a: QuestionRow, b: QuestionRow): number => {
  const [one, other] = [a, b].map(({ number }) => number.split('.').map(Number))
  return (one?.[0] ?? 0) - (other?.[0] ?? 0) || (one?.[1] ?? 0) - (other?.[1] ?? 0)
}

async function importLog(
  { questions, actor }: Deps,
  logId: string,
  rows: readonly QuestionRow[],
): Promise<void> {
  // By moment: where each party sees its own, several may have one number.
  const known = new Map<string, Question[]>()
  for (let offset = 0; ; offset += PAGE) {
    const page = await questions.page(actor, logId, { filter: 'ALL', limit: PAGE, offset })
    for (const each of page) {
      const at = each.createdAt.toISOString()
      known.set(at, [...(known.get(at) ?? []), each])
    }
    if (page.length < PAGE) break
  }
  const idsOf = async (kind: 'category' | 'topic') =>
    new Map((await questions.choices(actor, kind, logId)).map(({ id, name }) => [name, id]))
  const [categories, topics] = [await idsOf('category'), await idsOf('topic')]
  const ids = new Map<string, string>()
  for (const row of rows.toSorted(inOrder)) {
    const at = new Date(row.askedAt)
    const parentId = row.parent === undefined ? null : (ids.get(row.parent) ?? null)
    const number = Number(row.number.split('.').at(-1))
    const question =
      known.get(at.toISOString())?.shift() ??
      (parentId === null
        ? await questions.writing.create(actor, logId, {
            categoryIds: (row.categories ?? []).flatMap((name) => categories.get(name) ?? []),
            topicIds: (row.topics ?? []).flatMap((name) => topics.get(name) ?? []),
            number,
            at,
          })
        : await questions.writing.followUp(actor, parentId, { number, at }))
    ids.set(row.id, question.id)
    await write({ questions, actor }, question, row)
  }
}

/** Texts, priority and end of a question, each unless it is so already. */
async function write({ questions, actor }: Deps, question: Question, row: QuestionRow): Promise<void> {
  const { writing } = questions
  const { id } = question
  const at = new Date(row.askedAt)
  if (question.isClosed) return
  if (question.body === null && row.body !== undefined) {
    await writing.update(actor, id, { body: row.body, at })
  }
  if (row.isPriority && !question.isPriority) await writing.update(actor, id, { isPriority: true, at })
  const answeredAt = row.answeredAt === undefined ? at : new Date(row.answeredAt)
  if (question.answer === null && row.answerBody !== undefined) {
    await writing.answer(actor, id, { body: row.answerBody, at: answeredAt })
  }
  if (row.isClosed) await writing.update(actor, id, { isClosed: true, at: answeredAt })
}
