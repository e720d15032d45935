import { useApolloClient } from '@apollo/client/react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { User } from './matrix.ts'
import { ChecklistAssigneesDocument } from './operations.generated.ts'
import type { Cells } from './useCells.ts'

/** Assignees of one answer: the first ones come with the checklist. */
const AT_A_TIME = 200

export interface Assignees {
  readonly users: ReadonlyMap<string, User>
  readonly addUsers: (users: readonly User[]) => void
  /** Asks once for each of them who it is. */
  readonly loadUsers: (ids: readonly string[]) => void
}

/**
 * Who is assigned, as far as the person may know it: the first ones by name, and of more those in cells that have been read.
 * @param first those that came with the checklist
 */
export function useAssignees(
  checklistId: string,
  first: readonly User[] | undefined,
  cells: Cells,
): Assignees {
  const client = useApolloClient()
  const [added, setAdded] = useState<readonly User[]>([])
  const asked = useRef(new Set<string>())
  const users = useMemo(
    () => new Map([...added, ...(first ?? [])].map((user) => [user.id, user])),
    [added, first],
  )
  const addUsers = useCallback((more: readonly User[]) => setAdded((before) => [...before, ...more]), [])
  const ask = useCallback(
    async (ids: readonly string[]) => {
      for (const id of ids) asked.current.add(id)
      try {
        const { data } = await client.query({
          query: ChecklistAssigneesDocument,
          variables: { checklistId, ids: [...ids] },
          fetchPolicy: 'no-cache',
        })
        addUsers(data?.checklist?.assignees ?? [])
      } catch {
        // The next change of a cell tries again.
        for (const id of ids) asked.current.delete(id)
      }
    },
    [client, checklistId, addUsers],
  )
  const loadUsers = useCallback(
    (ids: readonly string[]) => {
      const unknown = [...new Set(ids)].filter((id) => !asked.current.has(id)).slice(0, AT_A_TIME)
      if (unknown.length > 0) void ask(unknown)
    },
    [ask],
  )
  const { items, version } = cells
  const isFull = first !== undefined && first.length >= AT_A_TIME
  // biome-ignore lint/correctness/useExhaustiveDependencies: items change in place, which `version` says
  useEffect(() => {
    if (isFull) loadUsers(items.userIds().filter((id) => !users.has(id)))
  }, [isFull, items, version, users, loadUsers])
  return { users, addUsers, loadUsers }
}
