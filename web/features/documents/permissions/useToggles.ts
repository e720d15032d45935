import { useState } from 'react'
import type { DocumentLevel, DocumentRendition } from '../../../../shared/documentLevels.ts'
import { type ActionProblem, useAction } from '../../../graphql/useAction.ts'
import { useReading } from '../../../graphql/useReading.ts'
import { useLatest } from '../../../ui/text/useLatest.ts'
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

const NONE: ReadonlyMap<string, never> = new Map<string, never>()

/** What is asked for and not answered yet. */
type ToggleChange = { readonly permissible: boolean } & StagedChange

/** Entries that a toggle changes without asking; beyond, it shows first what it does. */
const SWEEPING = 25

/** Another level, or another content, of a principal. */
export type GivenChange = { readonly level: DocumentLevel } | { readonly rendition: DocumentRendition }

/** A level and a content that are chosen and not set yet; what is left out stays. */
export interface StagedChange {
  readonly level?: DocumentLevel
  readonly rendition?: DocumentRendition
}

/** A change that was asked for: exactly these principals, or one of them permitted or not. */
export type PlannedChange =
  | { readonly principalIds: string[] }
  | { readonly principalId: string; readonly permissible: boolean }

type Permission = SelectionPermissionsQuery['documentPermissions']['permissions'][number]

/** One principal's toggle. */
export type Toggle = Permission & {
  /** Being changed: it shows what is asked for. */
  readonly pending: boolean
  /** What stands where something else is chosen that is not set yet. */
  readonly now: Pick<Permission, 'level' | 'rendition'> | undefined
}

/** The toggles of some documents, and what one may do with them. */
export interface Toggles {
  /** Undefined until the first answer. */
  readonly toggles: readonly Toggle[] | undefined
  /** How many of the documents are still there. */
  readonly count: number
  /** Files of them and below them. */
  readonly files: number
  /** Whether whoever gets access later is permitted them, too; undefined until the first answer. */
  readonly includesLater: boolean | undefined
  /** Why nothing can be changed any more. */
  readonly ended: string | undefined
  /** Why the last change, or the first look, failed. */
  readonly failure: string | undefined
  readonly retry: () => void
  readonly toggle: (principalId: string, permissible: boolean) => Promise<void>
  /** Gives a principal a level, or a content (VIEW-11, REDACT-18); over many entries it is chosen only, until it is applied. */
  readonly setGiven: (principalId: string, given: GivenChange) => Promise<void>
  /** Chooses for several. */
  readonly stage: (principalIds: readonly string[], given: GivenChange) => void
  /** Whether a choice is not set by itself (VIEW-08). */
  readonly isSweeping: boolean
  readonly staged: ReadonlyMap<string, StagedChange>
  readonly applyStaged: () => Promise<void>
  /** Whether all that is chosen waits, since it is to be published later (STAGE-03). */
  readonly collects: boolean
  readonly collect: () => void
  /** Keeps what is chosen for a publication. @returns whether it is kept */
  readonly stageForLater: () => Promise<boolean>
  readonly unstage: () => void
  /** Asks for exactly these principals; shown before it is made. */
  readonly plan: (principalIds: string[]) => void
  /** What was asked for and waits to be confirmed. */
  readonly planned: PlannedChange | undefined
  readonly applying: boolean
  readonly apply: () => Promise<void>
  /** The same for a publication. @returns whether it is kept */
  readonly applyLater: () => Promise<boolean>
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
  const [pending, setPending] = useState<ReadonlyMap<string, ToggleChange>>(NONE)
  const [staged, setStaged] = useState<ReadonlyMap<string, StagedChange>>(NONE)
  const [collects, setCollects] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [planned, setPlanned] = useState<PlannedChange>()
  const [changeId, setChangeId] = useState<string | null>(null)
  const known = data?.documentPermissions
  const latest = useLatest(known)

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
  const change = async (asked: ReadonlyMap<string, ToggleChange>, send: () => Promise<unknown>) => {
    setFailure(undefined)
    setPending(asked)
    await send()
    setPending(NONE)
  }
  const back = useAction(UndoPermissionChangeDocument, options)
  const toggleNow = async (principalId: string, permissible: boolean) => {
    const permission = latest.current?.permissions.find(({ principal }) => principal.id === principalId)
    if (!permission) return
    await change(new Map([[principalId, { permissible }]]), async () => {
      const made = await one.act({
        treeId: tree.id,
        documentPermissionId: permission.id,
        permissible,
        staged: false,
      })
      if (made) setChangeId(made.updateDocumentPermission.changeId)
    })
  }
  /** @returns whether it was made */
  const giveNow = async (changes: ReadonlyMap<string, StagedChange>) => {
    let isMade = false
    const asked = [...changes].map(
      ([id, given]) => [id, { permissible: given.level !== 'NONE', ...given }] as const,
    )
    await change(new Map(asked), async () => {
      const made = await levels.act({
        treeId: tree.id,
        documentIds: [...(latest.current?.documentIds ?? [])],
        changes: changesOf(changes),
        staged: false,
      })
      if (!made) return
      isMade = true
      setChangeId(made.setDocumentLevels.changeId)
    })
    return isMade
  }
  /** Sends what stays as it is until it is published. @returns whether it is kept */
  const keep = async (send: () => Promise<unknown>): Promise<boolean> => {
    setFailure(undefined)
    return Boolean(await send())
  }
  const stageForLater = async () => {
    const isKept = await keep(() =>
      levels.act({
        treeId: tree.id,
        documentIds: [...(latest.current?.documentIds ?? [])],
        changes: changesOf(staged),
        staged: true,
      }),
    )
    if (isKept) {
      setStaged(NONE)
      setCollects(false)
    }
    return isKept
  }
  const isSweeping = () => (latest.current?.files ?? 0) + (latest.current?.folders ?? 0) > SWEEPING
  const stage = (principalIds: readonly string[], given: GivenChange) => {
    setFailure(undefined)
    setStaged(stagedWith(staged, latest.current?.permissions ?? [], principalIds, given))
  }
  const setGiven = async (principalId: string, given: GivenChange) => {
    if (collects || isSweeping() || staged.size > 0) stage([principalId], given)
    else await giveNow(new Map([[principalId, given]]))
  }
  const toggle = async (principalId: string, permissible: boolean) => {
    if (isSweeping()) setPlanned({ principalId, permissible })
    else await toggleNow(principalId, permissible)
  }
  const permitNow = async (principalIds: string[]) => {
    const { documentIds, permissions } = latest.current ?? { documentIds: [], permissions: [] }
    const wanted = new Set(principalIds)
    const asked = permissions.flatMap(({ principal: { id }, permissible }) =>
      permissible === wanted.has(id) ? [] : [[id, { permissible: wanted.has(id) }] as const],
    )
    await change(new Map(asked), async () => {
      const made = await many.act({ treeId: tree.id, documentIds, principalIds, staged: false })
      if (made) setChangeId(made.permitDocuments.changeId)
    })
  }
  const apply = async () => {
    if (!planned) return
    if ('principalIds' in planned) await permitNow(planned.principalIds)
    else await toggleNow(planned.principalId, planned.permissible)
    setPlanned(undefined)
  }
  const applyLater = async () => {
    if (!planned) return false
    const { documentIds = [], permissions = [] } = latest.current ?? {}
    const isKept = await keep(() => {
      const asked = { treeId: tree.id, staged: true }
      if ('principalIds' in planned) {
        return many.act({ ...asked, documentIds, principalIds: planned.principalIds })
      }
      const { principalId, permissible } = planned
      const id = permissions.find(({ principal }) => principal.id === principalId)?.id ?? ''
      return one.act({ ...asked, documentPermissionId: id, permissible })
    })
    if (isKept) setPlanned(undefined)
    return isKept
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
            const { id } = permission.principal
            const asked = pending.get(id)
            if (asked) return { ...permission, ...asked, differsBelow: false, pending: true, now: undefined }
            return shownAs(permission, staged.get(id))
          })
        : [],
    count: known?.documentIds.length ?? ids.length,
    files: known?.files ?? 0,
    includesLater: known?.includesLater,
    ended,
    failure: failure ?? (known ? undefined : error?.message),
    retry: () => {
      setFailure(undefined)
      refetch().catch(() => {})
    },
    toggle,
    setGiven,
    stage,
    isSweeping: isSweeping(),
    staged,
    applyStaged: async () => {
      if (!(await giveNow(staged))) return
      setStaged(NONE)
      setCollects(false)
    },
    collects,
    collect: () => setCollects(true),
    stageForLater,
    unstage: () => {
      setFailure(undefined)
      setStaged(NONE)
      setCollects(false)
    },
    plan: (principalIds) => {
      setFailure(undefined)
      setPlanned({ principalIds })
    },
    planned,
    applying: pending.size > 0 || one.busy || many.busy || levels.busy,
    apply,
    applyLater,
    cancel: () => setPlanned(undefined),
    undo: changeId === null || back.busy ? undefined : undo,
  }
}

const changesOf = (changes: ReadonlyMap<string, StagedChange>) =>
  [...changes].map(([principalId, given]) => ({ principalId, ...given }))

/** A principal with what is chosen for it, if anything is. */
function shownAs(permission: Permission, choice: StagedChange | undefined): Toggle {
  if (!choice) return { ...permission, pending: false, now: undefined }
  const { level, rendition } = permission
  const permissible = choice.level === undefined ? permission.permissible : choice.level !== 'NONE'
  return { ...permission, ...choice, permissible, pending: false, now: { level, rendition } }
}

/** What is chosen by then, with another choice; one of what stands anyway is none. */
function stagedWith(
  staged: ReadonlyMap<string, StagedChange>,
  permissions: readonly Permission[],
  principalIds: readonly string[],
  given: GivenChange,
): ReadonlyMap<string, StagedChange> {
  const next = new Map(staged)
  for (const { principal, level, rendition } of permissions) {
    if (!principalIds.includes(principal.id)) continue
    const chosen = { ...next.get(principal.id), ...given }
    const other = {
      ...(chosen.level !== undefined && chosen.level !== level && { level: chosen.level }),
      ...(chosen.rendition !== undefined &&
        chosen.rendition !== rendition && { rendition: chosen.rendition }),
    }
    if (Object.keys(other).length > 0) next.set(principal.id, other)
    else next.delete(principal.id)
  }
  return next
}

/** What others did meanwhile is told as such; it shows as it stands now. */
const textOf = ({ code, message }: ActionProblem): string =>
  code === 'NOT_FOUND' ? 'Someone else has changed this. You see the current state.' : message
