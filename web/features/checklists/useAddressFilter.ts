import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { CHECKLIST_STATUSES } from '../../../shared/checklists.ts'
import type { MatrixFilter } from './matrix.ts'

/** Names in the address. */
const NAMES = { statuses: 'status', userIds: 'assigned', projectIds: 'project' } as const
const KEYS = ['statuses', 'userIds', 'projectIds'] as const

/** What the matrix is narrowed to, as it stands in the address, so that a reload, Back and a link show the same. */
export function useAddressFilter(): readonly [MatrixFilter, (filter: MatrixFilter) => void] {
  const [address, setAddress] = useSearchParams()
  const said = JSON.stringify(KEYS.map((key) => address.getAll(NAMES[key])))
  const filter = useMemo((): MatrixFilter => {
    const [statuses = [], userIds = [], projectIds = []]: string[][] = JSON.parse(said)
    return { statuses: CHECKLIST_STATUSES.filter((each) => statuses.includes(each)), userIds, projectIds }
  }, [said])
  const setFilter = (next: MatrixFilter) =>
    setAddress(
      (before) => {
        const after = new URLSearchParams(before)
        // The item has been opened; what is narrowed is looked at from here on.
        after.delete('item')
        for (const key of KEYS) {
          after.delete(NAMES[key])
          for (const value of next[key]) after.append(NAMES[key], value)
        }
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  return [filter, setFilter]
}
