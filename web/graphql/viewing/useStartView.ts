import { CHANGES_NOTHING } from '../readings.ts'
import { useAction } from '../useAction.ts'
import { StartViewDocument } from './operations.generated.ts'

/** As whom the room of a tree is seen; one of the two. */
type SeenAs = { treeId: string } & ({ groupId: string } | { userId: string })

/**
 * Shows a room as others see it: the page is loaded again then, since all that it has was read with other rights.
 * @param to the address that is loaded; where the page is, unless given
 */
export function useStartView(to?: string) {
  const { act, busy, problem } = useAction(StartViewDocument, { context: CHANGES_NOTHING })
  const start = async (as: SeenAs) => {
    if (!(await act(as))) return
    if (to === undefined) window.location.reload()
    else window.location.assign(to)
  }
  return { start, busy, problem }
}
