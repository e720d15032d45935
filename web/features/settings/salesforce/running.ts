import { useState } from 'react'
import { useReading } from '../../../graphql/useReading.ts'
import {
  DataImportsDocument,
  type DataImportsQuery,
  DuplicateReportsDocument,
} from '../core/operations.generated.ts'

type DataImport = DataImportsQuery['dataImports'][number]

/** Milliseconds after which the lists are read again while something runs (CRM-11). */
const RELOAD_MS = 5000

export const isRunning = ({ state }: Pick<DataImport, 'state'>): boolean =>
  state === 'SUBMITTED' || state === 'PROCESSING'

/** Imports and reports; both are read again for as long as one of them has not ended, and not at all afterwards. */
export function useImportsAndReports() {
  const [runs, setRuns] = useState(false)
  const every = runs ? RELOAD_MS : undefined
  const imports = useReading(DataImportsDocument, {}, { every })
  const reports = useReading(DuplicateReportsDocument, {}, { every })
  const all = [...(imports.data?.dataImports ?? []), ...(reports.data?.duplicateReports ?? [])]
  const now = all.some(isRunning)
  if (now !== runs) setRuns(now)
  return { imports, reports }
}
