import { useState } from 'react'
import type { DocumentLevel } from '../../../../shared/documentLevels.ts'
import { useReading } from '../../../graphql/useReading.ts'
import { usePlace } from '../place/place.ts'
import type { LevelCounts } from './LevelRadios.tsx'
import { LevelDifferenceDocument } from './operations.generated.ts'
import type { Toggle } from './useToggles.ts'

const NONE: LevelCounts = new Map()

/**
 * How many files have which level for those who have several: what would fall if all of them were closed.
 * @param files all of them
 */
export function useMixedLevels(
  documentIds: readonly string[],
  toggles: readonly Toggle[] | undefined,
  files: number,
): (principalId: string) => LevelCounts {
  const { tree } = usePlace()
  const [ids] = useState(() => [...documentIds])
  const mixed = toggles?.filter(({ level, now }) => level === null || now?.level === null) ?? []
  const changes = mixed.map(({ principal }) => ({ principalId: principal.id, level: 'NONE' as const }))
  const { data } = useReading(
    LevelDifferenceDocument,
    { treeId: tree.id, documentIds: ids, changes },
    { fetchPolicy: 'no-cache', skip: changes.length === 0 },
  )
  return (principalId) => {
    const rows = data?.levelDifference.lowered.filter(({ principal }) => principal.id === principalId) ?? []
    if (rows.length === 0) return NONE
    const counts = new Map<DocumentLevel, number>()
    for (const { from, files: some } of rows) counts.set(from, (counts.get(from) ?? 0) + some)
    const closed = files - [...counts.values()].reduce((sum, some) => sum + some, 0)
    return closed > 0 ? new Map([['NONE' as const, closed], ...counts]) : counts
  }
}
