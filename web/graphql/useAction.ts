import type { ApolloClient, OperationVariables, TypedDocumentNode } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { useCallback, useRef, useState } from 'react'
import type { SavedFirst } from '../../shared/conflicts.ts'
import { useLatest } from '../ui/text/useLatest.ts'
import {
  conflictOf,
  type ErrorCode,
  errorCode,
  type FieldError,
  type Problem,
  problemOf,
  problemOfError,
} from './errors.ts'

/** Why an action was not done; a form shows it as it is. */
export interface ActionProblem extends Problem {
  readonly code: ErrorCode
  /** One sentence to show. */
  readonly message: string
  /** Where somebody else was first (CONFLICT). */
  readonly conflict?: SavedFirst | undefined
}

/** What came of an action: one of both, and neither where it did not run. */
export interface Outcome<Data> {
  readonly data?: Data | undefined
  readonly problem?: ActionProblem | undefined
  /** The problem, or the errors of the payload: what a form shows where it was not done. */
  readonly refusal?: Problem | undefined
}

/** Something that a person may have done on the server. */
export interface Action<Data, Variables> {
  /**
   * Does it, and reads again what shows it. Never throws: undefined where it was not done, and `problem` says why. Does
   * nothing while it is being done.
   */
  readonly act: (variables: Variables) => Promise<Data | undefined>
  /** The same, for whoever must know immediately why it was not done, such as a form. */
  readonly attempt: (variables: Variables) => Promise<Outcome<Data>>
  readonly busy: boolean
  /** Of the last try; goes with the next one. */
  readonly problem: ActionProblem | undefined
}

export interface ActionOptions<Data, Variables> {
  /** Called with what came of it, before anything is read again; the action is under way until this ends. Throws nothing. */
  onOutcome?: (outcome: Outcome<Data>, variables: Variables) => unknown
  /** Reads again what shows what was changed; after a refusal, too, as others may have changed it. */
  refresh?: () => Promise<unknown>
  /** `CHANGES_NOTHING` of what is read, `SIGNS_IN`. The same with each rendering. */
  context?: Readonly<Record<string, unknown>>
}

/** The one way to have something done: a mutation, whether it is under way, why it failed, and what is read again. */
export function useAction<Data, Variables extends OperationVariables>(
  mutation: TypedDocumentNode<Data, Variables>,
  options: ActionOptions<Data, Variables> = {},
): Action<Data, Variables> {
  const client = useApolloClient()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ActionProblem>()
  const running = useRef(false)
  const latest = useLatest(options)
  const attempt = useCallback(
    async (variables: Variables): Promise<Outcome<Data>> => {
      if (running.current) return {}
      running.current = true
      setBusy(true)
      setProblem(undefined)
      try {
        const outcome = await send(client, mutation, variables, latest.current.context)
        setProblem(outcome.problem)
        await latest.current.onOutcome?.(outcome, variables)
        if (outcome.problem?.code !== 'OFFLINE') await latest.current.refresh?.().catch(() => {})
        return outcome
      } finally {
        running.current = false
        setBusy(false)
      }
    },
    [client, mutation],
  )
  const act = useCallback(async (variables: Variables) => (await attempt(variables)).data, [attempt])
  return { act, attempt, busy, problem }
}

/** Sends a mutation, for what may run several times at the same time or that nobody waits for; never throws. */
export async function send<Data, Variables extends OperationVariables>(
  client: ApolloClient,
  mutation: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  context?: Readonly<Record<string, unknown>>,
): Promise<Outcome<Data>> {
  try {
    const { data } = await client.mutate<Data, OperationVariables>({
      mutation,
      variables,
      ...(context && { context: { ...context } }),
    })
    return { data: (data as Data | null | undefined) ?? undefined, refusal: problemOf(payloadErrors(data)) }
  } catch (error) {
    const problem = { code: errorCode(error), conflict: conflictOf(error), ...problemOfError(error) }
    return { problem, refusal: problem }
  }
}

/** What a mutation's payload says of its input; a mutation has one. */
function payloadErrors(data: unknown): readonly FieldError[] {
  const [payload] = Object.values((data ?? {}) as Record<string, { errors?: readonly FieldError[] } | null>)
  return payload?.errors ?? []
}
