import { useApolloClient } from '@apollo/client/react'
import { useCallback, useEffect, useState } from 'react'
import type { ChecklistItemStatus } from '../../../shared/checklists.ts'
import { CHANGES_NOTHING } from '../../graphql/readings.ts'
import { type ActionProblem, send } from '../../graphql/useAction.ts'
import type { Item, ItemPatch } from './matrix.ts'
import { UpdateChecklistItemDocument, UpdateChecklistItemsDocument } from './operations.generated.ts'
import type { OpenChecklist } from './useChecklist.ts'

/** One of these at a time (CHK-35). */
export type Change = { status: ChecklistItemStatus } | { userId: string | null } | { link: string | null }

export interface Changes {
  /** Shows the change immediately and takes it back where it is refused. @returns whether it was done */
  readonly change: (items: readonly Item[], change: Change) => Promise<boolean>
  /** Why the last one was refused, without quotes around it (CHK-31). */
  readonly problem: string | null
  readonly forget: () => void
}

/** A sentence as the server gives it, without surrounding quotes. */
const unquoted = (text: string): string => text.replace(/^"+|"+$/g, '')

const valuesOf = (item: Item, change: Change): ItemPatch =>
  'status' in change
    ? { status: item.status }
    : 'userId' in change
      ? { userId: item.userId }
      : { link: item.link }

/**
 * Changes items: one knowing what was in view of it, several together (CHK-11).
 * @param isLive whether there is a connection: that it was lost is not said beside it
 */
export function useChanges({ patch }: Pick<OpenChecklist, 'patch'>, isLive: boolean): Changes {
  const client = useApolloClient()
  const [problem, setProblem] = useState<ActionProblem | null>(null)
  useEffect(() => {
    if (isLive) setProblem((before) => (before?.code === 'OFFLINE' ? null : before))
  }, [isLive])
  const change = useCallback(
    async (items: readonly Item[], wanted: Change): Promise<boolean> => {
      const before = items.map((item) => ({ id: item.id, values: valuesOf(item, wanted) }))
      const [only] = before
      if (!only) return false
      setProblem(null)
      for (const { id } of before) patch(id, wanted)
      const outcome =
        before.length === 1
          ? await send(
              client,
              UpdateChecklistItemDocument,
              { id: only.id, ...wanted, known: only.values },
              CHANGES_NOTHING,
            )
          : await send(
              client,
              UpdateChecklistItemsDocument,
              { ids: before.map(({ id }) => id), ...wanted },
              CHANGES_NOTHING,
            )
      if (!outcome.problem) return true
      const { conflict } = outcome.problem
      const newer = conflict?.of === 'checklistItem' ? conflict.newer : undefined
      for (const { id, values } of before) patch(id, newer?.id === id ? newer : values)
      setProblem(outcome.problem)
      return false
    },
    [client, patch],
  )
  return {
    change,
    problem: problem && unquoted(problem.message),
    forget: useCallback(() => setProblem(null), []),
  }
}
