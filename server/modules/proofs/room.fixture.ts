import { richTextOf } from '../../../shared/richText.ts'
import type { Client } from '../../../testing/client.ts'

/** One answer of a mutation. @throws for errors */
export async function change(
  client: Client,
  text: string,
  variables: Record<string, unknown>,
): Promise<string> {
  const { data, errors } = await client.graphql(text, variables)
  if (errors.length > 0 || /"errors":\[\{/.test(JSON.stringify(data))) {
    throw new Error(JSON.stringify([data, errors]))
  }
  return /"id":"([\w-]{36})"/.exec(JSON.stringify(data))?.[1] ?? ''
}

/** Asks a question. @returns its id */
export async function ask(client: Client, logId: string, question: string): Promise<string> {
  const questionId = await change(
    client,
    'mutation($logId: ID!) { createQuestion(logId: $logId) { question { id } } }',
    { logId },
  )
  await change(
    client,
    'mutation($questionId: ID!, $body: JSON) { updateQuestion(questionId: $questionId, body: $body) { question { id } } }',
    { questionId, body: richTextOf(question) },
  )
  return questionId
}

export async function answer(client: Client, questionId: string, text: string): Promise<void> {
  await change(
    client,
    'mutation($questionId: ID!, $body: JSON) { updateQuestionAnswer(questionId: $questionId, body: $body) { __typename } }',
    { questionId, body: richTextOf(text) },
  )
}

/** A question of somebody, which the deal team answers. */
export async function askAndAnswer(
  client: Client,
  { logId, by }: { logId: string; by: Client },
  [question, text]: readonly [question: string, answer: string],
): Promise<void> {
  await answer(by, await ask(client, logId, question), text)
}

/** A log of a room in which each party sees its own questions. @returns its id */
export const createLog = (client: Client, portfolioId: string): Promise<string> =>
  change(
    client,
    `mutation($id: ID!) {
      createQuestionLog(
        subjectType: PORTFOLIO, subjectId: $id, name: "Questions", restricted: false, groupIds: [], visibility: EACH_PARTY
      ) { questionLog { id } }
    }`,
    { id: portfolioId },
  )
