import type { Actor } from '../server/access/actor.ts'
import type { Services } from '../server/modules/index.ts'
import type { DemoServices } from './builder/services.ts'

type Ask = DemoServices['ask']

/** Who does it, through the product's own services. */
export interface QuestionServices {
  questions: Services['questions']
  actorOf(personId: string): Promise<Actor>
}

/** Asks a question, or follows one up, and answers it; nobody is mailed. @returns the question's id */
export async function askQuestion(
  services: QuestionServices,
  question: Parameters<Ask>[0],
  ids: Parameters<Ask>[1],
): ReturnType<Ask> {
  const { questions, actorOf } = services
  const { text, state, documents = [], published } = question
  const { logId, parentId, personOf, fileOf } = ids
  const actor = await actorOf(personOf(question.by))
  const { writing } = questions
  const at = new Date(question.at)
  const named = (all: readonly { id: string; name: string }[], names: readonly string[] = []) =>
    names.map((name) => {
      const found = all.find((each) => each.name === name)
      if (!found) throw new Error(`The demo's plan names "${name}", which no question can be about.`)
      return found.id
    })
  const projects = await questions.projectChoices(actor, logId, { search: null, limit: 200, offset: 0 })
  const about = {
    category: named(await questions.choices(actor, 'category', logId), question.categories),
    topic: named(await questions.choices(actor, 'topic', logId), question.topics),
    project: question.projects === 'all' ? projects.map(({ id }) => id) : named(projects, question.projects),
  }
  const { id } = parentId
    ? await writing.followUp(actor, parentId, { at })
    : await writing.create(actor, logId, {
        categoryIds: about.category,
        topicIds: about.topic,
        projectIds: about.project,
        draft: state === 'DRAFT',
        at,
      })
  if (parentId) {
    for (const [kind, subjects] of Object.entries(about)) {
      for (const subject of subjects) await writing.add(actor, id, kind as keyof typeof about, subject)
    }
  }
  await writing.update(actor, id, { body: text, ...(state === 'PRIORITY' && { isPriority: true }), at })
  if (documents.length > 0) {
    await writing.setDocuments(actor, id, { ofAnswer: false, documentIds: documents.map(fileOf) })
  }
  await answerQuestion(services, question, { ...ids, id })
  if (published) {
    await writing.publishToEverybody(await actorOf(personOf(published.by)), id, {
      body: published.text,
      answer: published.answer,
      at: new Date(published.at),
    })
  }
  return id
}

/** What the deal team says to it. */
async function answerQuestion(
  { questions: { writing }, actorOf }: QuestionServices,
  { answer, answerDraft, state }: Parameters<Ask>[0],
  { id, personOf, fileOf }: Parameters<Ask>[1] & { id: string },
): Promise<void> {
  if (answer) {
    const actor = await actorOf(personOf(answer.by))
    const at = new Date(answer.at)
    await writing.answer(actor, id, { body: answer.text, at })
    if (answer.documents.length > 0) {
      await writing.setDocuments(actor, id, { ofAnswer: true, documentIds: answer.documents.map(fileOf) })
    }
    if (state === 'CLOSED') await writing.update(actor, id, { isClosed: true, at })
  }
  if (answerDraft) {
    await writing.answer(await actorOf(personOf(answerDraft.by)), id, { body: answerDraft.text, draft: true })
  }
}
