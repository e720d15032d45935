import type { TypedDocumentNode } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { useMemo } from 'react'
import type { RichText } from '../../../shared/richText.ts'
import { type ActionProblem, send } from '../../graphql/useAction.ts'
import { type SaveOutcome, useToast } from '../../ui/index.ts'
import type { Named, Question } from './entity.ts'
import * as operations from './operations.generated.ts'
import { textOf } from './texts.ts'

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
const SUBJECTS = Object.keys(TYPES) as Subject[]
/** Milliseconds within which what was typed last has reached the server. */
const LEFT_MS = 3000

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
  /** Names these documents; of those that the person doesn't see none is lost. Whether it was done; what was refused is said. */
  readonly setDocuments: (question: Question, ofAnswer: boolean, ids: readonly string[]) => Promise<boolean>
  /** Whether it was asked; what was refused is said. */
  readonly ask: (question: Question) => Promise<boolean>
  readonly discard: (question: Question) => Promise<boolean>
  /** A draft is no longer open: one of nothing goes (QA-43), once what was typed last is saved. */
  readonly leaveDraft: (question: Question) => void
  /** Publishes the draft of the answer as it is saved. */
  readonly publish: (question: Question) => Promise<boolean>
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
    /** @param undo takes this change alone back: of two quick ones the other may hold */
    const changed = async (
      question: Question,
      change: (now: Question) => Partial<Question>,
      undo: (now: Question) => Partial<Question>,
      sent: ReturnType<typeof send>,
    ) => {
      // Before the server has confirmed it.
      show(question, change)
      const { problem } = await sent
      if (problem) {
        show(question, undo)
        toast.error(problem.message)
      }
      onChanged()
    }
    const withOne = (subject: Subject, named: Named) => (now: Question) => ({
      [subject]: [
        ...now[subject].filter(({ id }) => id !== named.id),
        { ...named, __typename: TYPES[subject] },
      ],
    })
    const withoutOne = (subject: Subject, id: string) => (now: Question) => ({
      [subject]: now[subject].filter((each) => each.id !== id),
    })
    const latestOf = (id: string) =>
      client.cache.readFragment({
        id: `Question:${id}`,
        fragment: operations.QuestionFactsFragmentDoc,
        fragmentName: 'QuestionFacts',
      })
    /** Says what was refused; whether it was done. */
    const done = async (sent: ReturnType<typeof send>): Promise<boolean> => {
      const { problem } = await sent
      if (problem) toast.error(problem.message)
      onChanged()
      return problem === undefined
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
          () => change,
          () => ({
            ...(change.isClosed === undefined ? {} : { isClosed: question.isClosed }),
            ...(change.isPriority === undefined ? {} : { isPriority: question.isPriority }),
          }),
          send(client, operations.MarkQuestionDocument, { questionId: question.id, ...change }),
        ),
      add: (question, subject, named) =>
        changed(
          question,
          withOne(subject, named),
          withoutOne(subject, named.id),
          send(client, ADD[subject], { questionId: question.id, id: named.id }),
        ),
      remove: (question, subject, named) =>
        changed(
          question,
          withoutOne(subject, named.id),
          withOne(subject, named),
          send(client, REMOVE[subject], { questionId: question.id, id: named.id }),
        ),
      addAll: (question, subject) =>
        changed(
          question,
          () => ({}),
          () => ({}),
          send(client, ADD_ALL[subject], { questionId: question.id }),
        ),
      removeAll: (question, subject) =>
        changed(
          question,
          () => ({ [subject]: [] }),
          () => ({ [subject]: question[subject] }),
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
        if (question) return { kind: 'saved', revision: question.answerDraftRevision ?? 0 }
        return saved(problem)
      },
      setDocuments: ({ id: questionId }, ofAnswer, ids) =>
        done(
          send(client, operations.SetQuestionDocumentsDocument, {
            questionId,
            ofAnswer,
            documentIds: [...ids],
          }),
        ),
      ask: ({ id: questionId }) => done(send(client, operations.AskQuestionDocument, { questionId })),
      discard: ({ id: questionId }) => done(send(client, operations.DiscardQuestionDocument, { questionId })),
      leaveDraft: ({ id }) => {
        setTimeout(() => {
          const now = latestOf(id)
          if (!now?.isDraft || textOf(now.body) !== null) return
          if (SUBJECTS.some((subject) => now[subject].length > 0)) return
          const named = client.cache.readFragment({
            id: `Question:${id}`,
            fragment: operations.DocumentsOfQuestionFragmentDoc,
            fragmentName: 'DocumentsOfQuestion',
          })
          if (named?.documents.length !== 0) return
          void send(client, operations.DiscardQuestionDocument, { questionId: id }).then(onChanged)
        }, LEFT_MS)
      },
      publish: ({ id }) => {
        // What has just been saved, not what was shown when the button was drawn.
        const revision = latestOf(id)?.answerDraftRevision ?? 0
        return done(send(client, operations.PublishAnswerDocument, { questionId: id, revision }))
      },
    }
  }, [client, toast, onChanged])
}
