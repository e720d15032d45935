import { useApolloClient } from '@apollo/client/react'
import { useCallback } from 'react'
import { formatNumber } from '../../../../shared/format/number.ts'
import { send } from '../../../graphql/useAction.ts'
import { useToast } from '../../../ui/index.ts'
import { tellOtherTabs } from '../place/otherTabs.ts'
import { usePlace } from '../place/place.ts'
import { refreshTree } from '../place/refreshTree.ts'
import { itemsText } from '../place/sizes.ts'
import type { BinEntry } from './binColumns.tsx'
import { RestoreFromBinDocument, type RestoreFromBinMutation } from './operations.generated.ts'

type Result = RestoreFromBinMutation['restoreFromBin']['results'][number]

/** Restores entries of the bin, and says what became of them (BIN-05). */
export function useBinRestore(): (entries: readonly Pick<BinEntry, 'id' | 'name'>[]) => Promise<void> {
  const client = useApolloClient()
  const toast = useToast()
  const { tree } = usePlace()
  return useCallback(
    async (entries) => {
      const { data, problem } = await send(client, RestoreFromBinDocument, {
        treeId: tree.id,
        documentIds: entries.map(({ id }) => id),
      })
      // The client itself says that the connection is lost.
      if (problem && problem.code !== 'OFFLINE') toast.error(problem.message)
      await refreshTree(client, tree.id).catch(() => {})
      tellOtherTabs(tree.id)
      if (!data) return
      const { results } = data.restoreFromBin
      const failed = results.filter((each) => each.document === null)
      if (failed.length === 0) toast.success(restoredText(entries, results))
      else if (failed.length === results.length) toast.error(problemsText(failed))
      else {
        const done = results.length - failed.length
        toast.warning(
          `${formatNumber(done)} of ${itemsText(results.length)} ${done === 1 ? 'is' : 'are'} back. ${problemsText(failed)}`,
        )
      }
    },
    [client, toast, tree.id],
  )
}

const problemsText = (failed: readonly Result[]): string =>
  [...new Set(failed.map(({ problem }) => problem ?? ''))].join(' ')

/** BIN-03: a name that was taken by then is another one now. */
function restoredText(entries: readonly { name: string }[], results: readonly Result[]): string {
  const [only] = results
  const name = entries[0]?.name ?? ''
  if (results.length > 1 || !only?.document) return `${itemsText(results.length)} are back where they were.`
  return only.document.name === name
    ? `${name} is back where it was.`
    : `${name} is back as "${only.document.name}": its name is taken.`
}
