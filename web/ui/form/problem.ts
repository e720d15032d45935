import { createContext, useContext } from 'react'
import { trimQuotes } from '../../../shared/format/quotes.ts'

/** Why a submit failed: a message per field, and one for the whole form. Server quotes may stay on. */
export interface FormProblem {
  fields?: Readonly<Record<string, string>>
  message?: string
}

/** What a form says: at its fields, and for the whole of it. */
interface SortedProblem {
  readonly fields: readonly (readonly [name: string, text: string])[]
  /** Empty where there is nothing to say. */
  readonly general: string
}

/**
 * A problem by where a form shows it, without the server's quotes (FMT-24). What concerns a field that the form
 * lacks is said for the whole form, and nothing is said twice.
 */
export function sortedProblem(problem: FormProblem, has: (field: string) => boolean): SortedProblem {
  const all = Object.entries(problem.fields ?? {}).map(([name, text]) => [name, trimQuotes(text)] as const)
  const fields = all.filter(([name]) => has(name))
  const said = new Set(fields.map(([, text]) => text))
  const rest = [
    ...(problem.message === undefined ? [] : [trimQuotes(problem.message)]),
    ...all.filter(([name]) => !has(name)).map(([, text]) => text),
  ]
  const general = [...new Set(rest)].filter((text) => text !== '' && !said.has(text)).join(' ')
  return { fields, general }
}

/** ERR-03 */
const UNEXPECTED = 'A server error has occurred'

/** What forms make of an error that was thrown while they were sent. */
export interface Failures {
  /** The server's sentence, where the error carries one. */
  problemOf: (error: unknown) => FormProblem
  log: (error: unknown) => void
}

export const FailuresContext = createContext<Failures>({
  problemOf: () => ({ message: UNEXPECTED }),
  log: (error) => console.error(error),
})

export const useFailures = (): Failures => useContext(FailuresContext)
