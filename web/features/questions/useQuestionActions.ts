import type { TypedDocumentNode } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { useMemo } from 'react'
import type { RichText } from '../../../shared/richText.ts'
import { type ActionProblem, send } from '../../graphql/useAction.ts'
import { type SaveOutcome, useToast } from '../../ui/index.ts'
import type { Named, Question } from './entity.ts'
import * as operations from './operations.generated.ts'

/** What a question is about. */
export type Subject = 'categories' | 'topics' | 'projects' | 'portfolios'

type Change = Readonly<Record<Subject, TypedDocumentNode<object, { questionId: string; id: string }>>>
type ChangeOfAll = Readonly<
  Record<'projects' | 'portfolios', TypedDocumentNode<object, { questionId: string }>>
>

const TYPES = {
  categories: 'QuestionCategory',
  topics: 'QuestionTopic',
  projects: 'Project',
  portfolios: 'Portfolio',
} as const
const ADD: Change = {
  categories: operations.AddQuestionCategoryDocument,
  topics: operations.AddQuestionTopicDocument,
  projects: operations.AddQuestionProjectDocument,
  portfolios: operations.AddQuestionPortfolioDocument,
}
const REMOVE: Change = {
  categories: operations.RemoveQuestionCategoryDocument,
  topics: operations.RemoveQuestionTopicDocument,
  projects: operations.RemoveQuestionProjectDocument,
  portfolios: operations.RemoveQuestionPortfolioDocument,
}
const ADD_ALL: ChangeOfAll = {
  projects: operations.AddAllQuestionProjectsDocument,
  portfolios: operations.AddAllQuestionPortfoliosDocument,
}
const REMOVE_ALL: ChangeOfAll = {
  projects: operations.RemoveAllQuestionProjectsDocument,
  portfolios: operations.RemoveAllQuestionPortfoliosDocument,
}

export interface QuestionActions {
  readonly mark: (question: Question, change: { isClosed?: boolean; isPriority?: boolean }) => Promise<void>
  readonly add: (question: Question, subject: Subject, named: Named) => Promise<void>
  readonly remove: (question: Question, subject: Subject, named: Named) => Promise<void>
  readonly addAll: (question: Question, subject: 'projects' | 'portfolios') => Promise<void>
  readonly removeAll: (question: Question, subject: 'projects' | 'portfolios') => Promise<void>
  readonly writeBody: (
    question: Question,
    text: RichText | null,
    revision: number,
  ) => Promise<SaveOutcome<RichText | null>>
  readonly writeAnswer: (
    question: Question,
    text: RichText | null,
    revision: number,
  ) => Promise<SaveOutcome<RichText | null>>
}

/** Changes of a question: they show immediately, and are taken back where the server refuses them. */
export function useQuestionActions(onChanged: () => void): QuestionActions {
  const client = useApolloClient()
  const toast = useToast()
  return useMemo(() => {
    /** Changes what shows of a question; what else was changed of it meanwhile stays. */
    const show = ({ id }: Question, change: (now: Question) => Partial<Question>) =>
      client.cache.updateFragment(
        { id: `Question:${id}`, fragment: operations.QuestionFactsFragmentDoc },
        (now) => now && { ...now, ...change(now) },
      )
    const changed = async (
      question: Question,
      keys: readonly (keyof Question)[],
      change: (now: Question) => Partial<Question>,
      sent: ReturnType<typeof send>,
    ) => {
      // Before the server has confirmed it.
      show(question, change)
      const { problem } = await sent
      if (problem) {
        show(question, () => Object.fromEntries(keys.map((key) => [key, question[key]])))
        toast.error(problem.message)
      }
      onChanged()
    }
    const saved = (problem: ActionProblem | undefined) => {
      if (problem?.conflict?.of === 'text') {
        const { revision, newer } = problem.conflict
        return { kind: 'conflict', revision, value: newer.body } as const
      }
      return { kind: 'failed', message: problem?.message ?? '' } as const
    }
    return {
      mark: (question, change) =>
        changed(
          question,
          ['isClosed', 'isPriority'],
          () => change,
          send(client, operations.MarkQuestionDocument, { questionId: question.id, ...change }),
        ),
      add: (question, subject, named) =>
        changed(
          question,
          [subject],
          (now) => ({ [subject]: [...now[subject], { ...named, __typename: TYPES[subject] }] }),
          send(client, ADD[subject], { questionId: question.id, id: named.id }),
        ),
      remove: (question, subject, { id }) =>
        changed(
          question,
          [subject],
          (now) => ({ [subject]: now[subject].filter((each) => each.id !== id) }),
          send(client, REMOVE[subject], { questionId: question.id, id }),
        ),
      addAll: (question, subject) =>
        changed(question, [], () => ({}), send(client, ADD_ALL[subject], { questionId: question.id })),
      removeAll: (question, subject) =>
        changed(
          question,
          [subject],
          () => ({ [subject]: [] }),
          send(client, REMOVE_ALL[subject], { questionId: question.id }),
        ),
      writeBody: async ({ id: questionId }, body, revision) => {
        const { data, problem } = await send(client, operations.WriteQuestionDocument, {
          questionId,
          body,
          revision,
        })
        const question = data?.updateQuestion.question
        if (question) return { kind: 'saved', revision: question.bodyRevision }
        return saved(problem)
      },
      writeAnswer: async ({ id: questionId }, body, revision) => {
        const { data, problem } = await send(client, operations.WriteAnswerDocument, {
          questionId,
          body,
          revision,
        })
        const question = data?.updateQuestionAnswer.question
        if (question) return { kind: 'saved', revision: question.answer?.revision ?? revision }
        return saved(problem)
      },
    }
  }, [client, toast, onChanged])
}
