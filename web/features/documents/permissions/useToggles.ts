import { useRef, useState } from 'react'
import { type ActionProblem, useAction } from '../../../graphql/useAction.ts'
import { useReading } from '../../../graphql/useReading.ts'
import { usePlace } from '../place/place.ts'
import {
  PermitDocumentsDocument,
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

/** The toggles of some documents, and what one may do with them. */
export interface Toggles {
  /** Undefined until the first answer. */
  readonly toggles: readonly Toggle[] | undefined
  /** How many of the documents are still there. */
  readonly count: number
  /** Whether whoever gets access later is permitted them, too; undefined until the first answer. */
  readonly includesLater: boolean | undefined
  /** Why nothing can be changed any more. */
  readonly over: string | undefined
  /** Why the last change, or the first look, failed. */
  readonly failure: string | undefined
  readonly retry: () => void
  readonly toggle: (principalId: string, permissible: boolean) => Promise<void>
  /** Permits to this principal alone, in one change. */
  readonly only: (principalId: string) => Promise<void>
}

/**
 * The toggles of some documents, as the server has them: a change shows at once, and what failed goes back to
 * how it stands (PERM-03, PERM-06).
 * @param onChanged reads again what shows permissions elsewhere
 */
export function useToggles(documentIds: readonly string[], onChanged: () => void): Toggles {
  const { tree } = usePlace()
  const [ids] = useState(() => [...documentIds])
  const { data, error, refetch } = useReading(
    SelectionPermissionsDocument,
    { treeId: tree.id, documentIds: ids },
    { fetchPolicy: 'no-cache', every: POLL },
  )
  const [pending, setPending] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [failure, setFailure] = useState<string>()
  const known = data?.documentPermissions
  const latest = useRef(known)
  latest.current = known

  const options = {
    onOutcome: ({ problem }: { problem?: ActionProblem | undefined }) => {
      if (problem) setFailure(textOf(problem))
      else onChanged()
    },
    refresh: refetch,
  }
  const one = useAction(UpdateDocumentPermissionDocument, options)
  const many = useAction(PermitDocumentsDocument, options)
  /** Shows what is asked for until all of them are read again. */
  const change = async (asked: ReadonlyMap<string, boolean>, send: () => Promise<unknown>) => {
    setFailure(undefined)
    setPending(asked)
    await send()
    setPending(new Map())
  }
  const toggle = async (principalId: string, permissible: boolean) => {
    const permission = latest.current?.permissions.find(({ principal }) => principal.id === principalId)
    if (!permission) return
    await change(new Map([[principalId, permissible]]), () =>
      one.act({ treeId: tree.id, documentPermissionId: permission.id, permissible }),
    )
  }
  const only = async (principalId: string) => {
    const { documentIds, permissions } = latest.current ?? { documentIds: [], permissions: [] }
    const asked = permissions.flatMap(({ principal: { id }, permissible }) =>
      id === principalId || permissible !== false ? [[id, id === principalId] as const] : [],
    )
    await change(new Map(asked), () =>
      many.act({ treeId: tree.id, documentIds, principalIds: [principalId] }),
    )
  }
  const over =
    error?.code === 'FORBIDDEN'
      ? 'You can no longer change permissions here.'
      : known?.documentIds.length === 0
        ? 'This is no longer here: someone has deleted it.'
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
    includesLater: known?.includesLater,
    over,
    failure: failure ?? (known ? undefined : error?.message),
    retry: () => {
      setFailure(undefined)
      refetch().catch(() => {})
    },
    toggle,
    only,
  }
}

/** What others did meanwhile is told as such; it shows as it stands now. */
const textOf = ({ code, message }: ActionProblem): string =>
  code === 'NOT_FOUND' ? 'Someone else has changed this. You see the current state.' : message
