import type { OperationVariables, TypedDocumentNode } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { useCallback, useRef, useState } from 'react'
import { type ErrorCode, errorCode, errorText } from './errors.ts'
import { CHANGES_NOTHING } from './readings.ts'

/** Why an action was not done. */
export interface ActionProblem {
  readonly code: ErrorCode
  /** One sentence to show. */
  readonly message: string
}

/** Something that a person may have done on the server. */
export interface Action<Data, Variables> {
  /**
   * Does it, and reads again what shows it. Never throws: undefined where it was not done, and `problem` says why. Does
   * nothing while it is being done.
   */
  readonly act: (variables: Variables) => Promise<Data | undefined>
  readonly busy: boolean
  /** Of the last try; goes with the next one. */
  readonly problem: ActionProblem | undefined
}

export interface ActionOptions {
  /** Reads again what shows what was changed; after a refusal, too, as others may have changed it. */
  refresh?: () => Promise<unknown>
  /** It changes nothing that is read. */
  changesNothing?: boolean
}

/** The one way to have something done: a mutation, whether it is under way, why it failed, and what is read again. */
export function useAction<Data, Variables extends OperationVariables>(
  mutation: TypedDocumentNode<Data, Variables>,
  { refresh, changesNothing = false }: ActionOptions = {},
): Action<Data, Variables> {
  const client = useApolloClient()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ActionProblem>()
  const running = useRef(false)
  const latest = useRef(refresh)
  latest.current = refresh
  const act = useCallback(
    async (variables: Variables): Promise<Data | undefined> => {
      if (running.current) return undefined
      running.current = true
      setBusy(true)
      setProblem(undefined)
      let lost = false
      try {
        const { data } = await client.mutate<Data, OperationVariables>({
          mutation,
          variables,
          ...(changesNothing && { context: CHANGES_NOTHING }),
        })
        return (data as Data | null | undefined) ?? undefined
      } catch (error) {
        lost = errorCode(error) === 'OFFLINE'
        setProblem({ code: errorCode(error), message: errorText(error) })
        return undefined
      } finally {
        if (!lost) await latest.current?.().catch(() => {})
        running.current = false
        setBusy(false)
      }
    },
    [client, mutation, changesNothing],
  )
  return { act, busy, problem }
}
