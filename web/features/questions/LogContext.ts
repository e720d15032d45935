import { createContext, useContext } from 'react'
import type { Log, Question, QuestionDocuments, QuestionEntity, QuestionRights } from './entity.ts'
import type { QuestionActions } from './useQuestionActions.ts'

/** The log that is open, for the cells of its grid. */
interface OpenLog {
  readonly log: Log
  readonly entity: QuestionEntity
  readonly documents: QuestionDocuments
  readonly rights: QuestionRights
  readonly actions: QuestionActions
  readonly askFollowUp: (questionId: string) => void
  /** Leads to a draft that was asked, under its number. */
  readonly afterAsking: (question: Question) => void
  /** Whether all of the log is new to the reader: then no badge says it of each row. */
  readonly isAllNew: boolean
  /** Opens a dialog about a question. */
  readonly show: (what: 'history' | 'publish', question: Question) => void
}

const LogContext = createContext<OpenLog | null>(null)

export const LogProvider = LogContext.Provider

export function useOpenLog(): OpenLog {
  const open = useContext(LogContext)
  if (!open) throw new Error('useOpenLog is called outside of a log')
  return open
}
