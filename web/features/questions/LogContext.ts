import { createContext, useContext } from 'react'
import type { Log, QuestionEntity, QuestionRights } from './entity.ts'
import type { QuestionActions } from './useQuestionActions.ts'

/** The log that is open, for the cells of its grid. */
interface OpenLog {
  readonly log: Log
  readonly entity: QuestionEntity
  readonly rights: QuestionRights
  readonly actions: QuestionActions
  readonly askFollowUp: (questionId: string) => void
}

const LogContext = createContext<OpenLog | null>(null)

export const LogProvider = LogContext.Provider

export function useOpenLog(): OpenLog {
  const open = useContext(LogContext)
  if (!open) throw new Error('useOpenLog is called outside of a log')
  return open
}
