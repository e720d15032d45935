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
  { questions, actorOf }: QuestionServices,
  { text, answer, state, ...question }: Parameters<Ask>[0],
  { logId, parentId, personId, answererId }: Parameters<Ask>[1],
): ReturnType<Ask> {
  const actor = await actorOf(personId)
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
  const asked = parentId
    ? await writing.followUp(actor, parentId, { at })
    : await writing.create(actor, logId, {
        categoryIds: about.category,
        topicIds: about.topic,
        projectIds: about.project,
        at,
      })
  if (parentId) {
    for (const [kind, ids] of Object.entries(about)) {
      for (const id of ids) await writing.add(actor, asked.id, kind as keyof typeof about, id)
    }
  }
  await writing.update(actor, asked.id, {
    body: text,
    ...(state === 'PRIORITY' && { isPriority: true }),
    at,
  })
  if (answer && answererId) {
    const answered = { body: answer.text, at: new Date(answer.at) }
    await writing.answer(await actorOf(answererId), asked.id, answered)
    if (state === 'CLOSED') {
      await writing.update(await actorOf(answererId), asked.id, { isClosed: true, at: answered.at })
    }
  }
  return asked.id
}
