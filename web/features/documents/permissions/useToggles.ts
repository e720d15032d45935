import { useApolloClient, useQuery } from '@apollo/client/react'
import { useRef, useState } from 'react'
import { errorCode, errorText } from '../../../graphql/errors.ts'
import { usePlace } from '../place.ts'
import {
  SelectionPermissionsDocument,
  type SelectionPermissionsQuery,
  UpdateDocumentPermissionDocument,
} from './operations.generated.ts'

/** Pause between two looks at what others have changed meanwhile, in ms. */
const POLL = 5000

/** One principal's toggle. */
export type Toggle = SelectionPermissionsQuery['documentPermissions']['permissions'][number] & {
  /** Being changed: `permissible` is what is asked for. */
  readonly pending: boolean
}

export interface Toggles {
  /** Undefined until the first answer. */
  readonly toggles: readonly Toggle[] | undefined
  /** How many of the documents are still there. */
  readonly count: number
  /** Why nothing can be changed any more. */
  readonly over: string | undefined
  /** Why the last change, or the first look, failed. */
  readonly failure: string | undefined
  readonly retry: () => void
  readonly toggle: (principalId: string, permissible: boolean) => Promise<void>
  /** Permits to this principal alone. */
  readonly only: (principalId: string) => Promise<void>
}

/**
 * The toggles of some documents, as the server has them: a change shows at once, and what failed goes back to
 * how it stands (PERM-03, PERM-06).
 * @param onChanged reads again what shows permissions elsewhere
 */
export function useToggles(documentIds: readonly string[], onChanged: () => void): Toggles {
  const client = useApolloClient()
  const { tree } = usePlace()
  const [ids] = useState(() => [...documentIds])
  const { data, previousData, error, refetch } = useQuery(SelectionPermissionsDocument, {
    variables: { treeId: tree.id, documentIds: ids },
    fetchPolicy: 'no-cache',
    pollInterval: POLL,
  })
  const [pending, setPending] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [failure, setFailure] = useState<string>()
  const known = (data ?? previousData)?.documentPermissions
  const latest = useRef(known)
  latest.current = known

  const send = async ({ id }: { id: string }, permissible: boolean): Promise<boolean> => {
    try {
      await client.mutate({
        mutation: UpdateDocumentPermissionDocument,
        variables: { treeId: tree.id, documentPermissionId: id, permissible },
      })
      return true
    } catch (failed) {
      setFailure(textOf(failed))
      return false
    }
  }
  /** One after the other, up to the first that fails; then looks at how all of them stand. */
  const change = async (asked: readonly (readonly [principalId: string, permissible: boolean])[]) => {
    const known = new Map(latest.current?.permissions.map((each) => [each.principal.id, each]))
    setFailure(undefined)
    setPending(new Map(asked))
    let changed = false
    for (const [principalId, permissible] of asked) {
      const permission = known.get(principalId)
      if (!permission || !(await send(permission, permissible))) break
      changed = true
    }
    if (changed) onChanged()
    await refetch().catch(() => {})
    setPending(new Map())
  }
  const only = (principalId: string) => {
    const others = (latest.current?.permissions ?? []).filter(
      ({ principal, permissible }) => principal.id !== principalId && permissible !== false,
    )
    return change([[principalId, true], ...others.map(({ principal }) => [principal.id, false] as const)])
  }
  const over =
    error && errorCode(error) === 'FORBIDDEN'
      ? 'You can no longer change permissions here.'
      : known?.documentIds.length === 0
        ? 'This is no longer here: somebody has deleted it.'
        : undefined
  return {
    toggles:
      over === undefined
        ? known?.permissions.map((permission) => {
            const asked = pending.get(permission.principal.id)
            return asked === undefined
              ? { ...permission, pending: false }
              : { ...permission, permissible: asked, differsBelow: false, pending: true }
          })
        : [],
    count: known?.documentIds.length ?? ids.length,
    over,
    failure: failure ?? (error && !known ? errorText(error) : undefined),
    retry: () => {
      setFailure(undefined)
      refetch().catch(() => {})
    },
    toggle: (principalId, permissible) => change([[principalId, permissible]]),
    only,
  }
}

/** What others did meanwhile is told as such; it shows as it stands now. */
const textOf = (error: unknown): string =>
  errorCode(error) === 'NOT_FOUND'
    ? 'This was changed by somebody else meanwhile. It stands as shown now.'
    : errorText(error)
