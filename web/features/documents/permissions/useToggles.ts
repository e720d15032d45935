import { useRef, useState } from 'react'
import type { DocumentLevel, DocumentRendition } from '../../../../shared/documentLevels.ts'
import { type ActionProblem, useAction } from '../../../graphql/useAction.ts'
import { useReading } from '../../../graphql/useReading.ts'
import { usePlace } from '../place/place.ts'
import {
  PermitDocumentsDocument,
  SelectionPermissionsDocument,
  type SelectionPermissionsQuery,
  SetDocumentLevelsDocument,
  UndoPermissionChangeDocument,
  UpdateDocumentPermissionDocument,
} from './operations.generated.ts'

/** Pause between two looks at what others have changed meanwhile, in ms. */
const POLL = 5000

/** Entries that a toggle changes without asking; beyond, it shows first what it does. */
const SWEEPING = 25

/** Another level, or another content, of a principal. */
export type GivenChange = { readonly level: DocumentLevel } | { readonly rendition: DocumentRendition }

/** A change that was asked for: exactly these principals, one of them permitted or not, or at another level. */
export type PlannedChange =
  | { readonly principalIds: string[] }
  | { readonly principalId: string; readonly permissible: boolean }
  | { readonly principalId: string; readonly given: GivenChange }

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
  readonly ended: string | undefined
  /** Why the last change, or the first look, failed. */
  readonly failure: string | undefined
  readonly retry: () => void
  readonly toggle: (principalId: string, permissible: boolean) => Promise<void>
  /** Gives a principal a level, or the redacted content (VIEW-11, REDACT-18). */
  readonly setGiven: (principalId: string, given: GivenChange) => Promise<void>
  /** Asks for exactly these principals; shown before it is made. */
  readonly plan: (principalIds: string[]) => void
  /** What was asked for and waits to be confirmed. */
  readonly planned: PlannedChange | undefined
  readonly applying: boolean
  readonly apply: () => Promise<void>
  readonly cancel: () => void
  /** Takes the last change back; undefined where there is none that could be. */
  readonly undo: (() => Promise<void>) | undefined
}

/**
 * The toggles of some documents, as the server has them: a change shows immediately, and what failed goes back to
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
  const [planned, setPlanned] = useState<PlannedChange>()
  const [changeId, setChangeId] = useState<string | null>(null)
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
  const levels = useAction(SetDocumentLevelsDocument, options)
  /** Shows what is asked for until all of them are read again. */
  const change = async (asked: ReadonlyMap<string, boolean>, send: () => Promise<unknown>) => {
    setFailure(undefined)
    setPending(asked)
    await send()
    setPending(new Map())
  }
  const back = useAction(UndoPermissionChangeDocument, options)
  const toggleNow = async (principalId: string, permissible: boolean) => {
    const permission = latest.current?.permissions.find(({ principal }) => principal.id === principalId)
    if (!permission) return
    await change(new Map([[principalId, permissible]]), async () => {
      const made = await one.act({ treeId: tree.id, documentPermissionId: permission.id, permissible })
      if (made) setChangeId(made.updateDocumentPermission.changeId)
    })
  }
  const givenNow = async (principalId: string, given: GivenChange) => {
    const isGiven = !('level' in given && given.level === 'NONE')
    await change(new Map([[principalId, isGiven]]), async () => {
      const made = await levels.act({
        treeId: tree.id,
        documentIds: [...(latest.current?.documentIds ?? [])],
        changes: [{ principalId, ...given }],
      })
      if (made) setChangeId(made.setDocumentLevels.changeId)
    })
  }
  const isSweeping = () => (latest.current?.files ?? 0) + (latest.current?.folders ?? 0) > SWEEPING
  const setGiven = async (principalId: string, given: GivenChange) => {
    if (isSweeping()) setPlanned({ principalId, given })
    else await givenNow(principalId, given)
  }
  const toggle = async (principalId: string, permissible: boolean) => {
    if (isSweeping()) setPlanned({ principalId, permissible })
    else await toggleNow(principalId, permissible)
  }
  const permitNow = async (principalIds: string[]) => {
    const { documentIds, permissions } = latest.current ?? { documentIds: [], permissions: [] }
    const wanted = new Set(principalIds)
    const asked = permissions.flatMap(({ principal: { id }, permissible }) =>
      permissible === wanted.has(id) ? [] : [[id, wanted.has(id)] as const],
    )
    await change(new Map(asked), async () => {
      const made = await many.act({ treeId: tree.id, documentIds, principalIds })
      if (made) setChangeId(made.permitDocuments.changeId)
    })
  }
  const apply = async () => {
    if (!planned) return
    if ('principalIds' in planned) await permitNow(planned.principalIds)
    else if ('given' in planned) await givenNow(planned.principalId, planned.given)
    else await toggleNow(planned.principalId, planned.permissible)
    setPlanned(undefined)
  }
  const undo = async () => {
    if (changeId === null) return
    setFailure(undefined)
    setChangeId(null)
    await back.act({ treeId: tree.id, changeId })
  }
  const ended =
    error?.code === 'FORBIDDEN'
      ? 'You can no longer change permissions here.'
      : known?.documentIds.length === 0
        ? 'This is no longer here: someone has deleted it.'
        : undefined
  return {
    toggles:
      ended === undefined
        ? known?.permissions.map((permission) => {
            const asked = pending.get(permission.principal.id)
            return asked === undefined
              ? { ...permission, pending: false }
              : { ...permission, permissible: asked, differsBelow: false, pending: true }
          })
        : [],
    count: known?.documentIds.length ?? ids.length,
    includesLater: known?.includesLater,
    ended,
    failure: failure ?? (known ? undefined : error?.message),
    retry: () => {
      setFailure(undefined)
      refetch().catch(() => {})
    },
    toggle,
    setGiven,
    plan: (principalIds) => {
      setFailure(undefined)
      setPlanned({ principalIds })
    },
    planned,
    applying: pending.size > 0 || one.busy || many.busy || levels.busy,
    apply,
    cancel: () => setPlanned(undefined),
    undo: changeId === null || back.busy ? undefined : undo,
  }
}

/** What others did meanwhile is told as such; it shows as it stands now. */
const textOf = ({ code, message }: ActionProblem): string =>
  code === 'NOT_FOUND' ? 'Someone else has changed this. You see the current state.' : message
