import { useCallback } from 'react'
import { formatNumber } from '../../../../shared/format/number.ts'
import { MAX_SELECTED } from '../../../../shared/selections.ts'
import { errorCode, errorText } from '../../../graphql/errors.ts'
import type { WindowedList } from '../../../graphql/useWindowedList.ts'
import { useToast } from '../../../ui/index.ts'

type ReadAll<Row> = WindowedList<Row>['readAll']

/**
 * Reads rows of a list to select them, those not scrolled to included; of very many as many as one operation takes.
 * Says that, and what fails, by a toast.
 */
export function useReadRows<Row>(readAll: ReadAll<Row>) {
  const toast = useToast()
  return useCallback(
    async (start: number, end: number, signal: AbortSignal): Promise<readonly Row[]> => {
      try {
        const rows = await readAll(start, Math.min(end, start + MAX_SELECTED), signal)
        if (end - start > MAX_SELECTED) {
          toast.info(`The first ${formatNumber(MAX_SELECTED)} of ${formatNumber(end - start)} are selected.`)
        }
        return rows
      } catch (error) {
        // The client itself says that the connection is lost.
        if (!signal.aborted && errorCode(error) !== 'OFFLINE') toast.error(errorText(error))
        throw error
      }
    },
    [readAll, toast],
  )
}
