import { useApolloClient } from '@apollo/client/react'
import { useCallback } from 'react'
import { useAction } from '../../../graphql/useAction.ts'
import { useToast } from '../../../ui/index.ts'
import { forgetEntries } from '../operations/index.ts'
import { tellOtherTabs } from '../place/otherTabs.ts'
import { usePlace } from '../place/place.ts'
import { refreshTree } from '../place/refreshTree.ts'
import { itemsText } from '../place/sizes.ts'
import type { StagedMove } from './MovingProvider.tsx'
import { MoveDocumentsDocument } from './operations.generated.ts'

interface Folder {
  readonly id: string
  readonly name: string
}

/** "3 items were moved to 02 Permits.", and of how many it was too late. */
export function movedText(documents: StagedMove['documents'], moved: number, to: string): string {
  const [only] = documents.length === 1 ? documents : []
  const done = only
    ? `${only.name} was moved to ${to}.`
    : `${itemsText(moved)} ${were(moved)} moved to ${to}.`
  return done + lateText(documents.length - moved)
}

/** Why a move can't be undone: what was narrowed for it stays so. */
const NO_WAY_BACK = 'This cannot be undone: fewer people see it there.'

const movedBackText = (wanted: number, moved: number): string =>
  `${itemsText(moved)} ${were(moved)} moved back.${lateText(wanted - moved)}`

/** Of how many it was too late; nothing for none. */
const lateText = (late: number): string =>
  late === 0 ? '' : ` ${itemsText(late)} ${late === 1 ? 'is' : 'are'} no longer there.`

const were = (count: number): string => (count === 1 ? 'was' : 'were')

/** Moves what is staged, says what came of it and offers the way back where there is one (DOP-16, DOP-19). */
export function useMove(): {
  busy: boolean
  /** @returns the ids that were moved; none where it failed, which was said */
  move: (staged: StagedMove, to: Folder) => Promise<readonly string[]>
  /** Leaves it where it is until that is published (STAGE-03). @returns whether it is staged; why not was said */
  stage: (staged: StagedMove, to: Folder) => Promise<boolean>
} {
  const client = useApolloClient()
  const toast = useToast()
  const { tree } = usePlace()
  const { attempt, busy } = useAction(MoveDocumentsDocument, {
    onOutcome: ({ data }, { parentIds, sourceDocumentIds, staged }) => {
      const [from] = [parentIds].flat()
      if (data && !staged && from !== undefined)
        forgetEntries(client.cache, from, new Set([sourceDocumentIds].flat()))
    },
    refresh: async () => {
      tellOtherTabs(tree.id)
      await refreshTree(client, tree.id)
    },
  })

  const send = useCallback(
    async (ids: readonly string[], from: string, to: string, staged = false) => {
      const { data, problem } = await attempt({
        treeId: tree.id,
        destinationParentId: to,
        sourceDocumentIds: [...ids],
        // What someone else has moved on stays where they put it.
        parentIds: ids.map(() => from),
        staged,
      })
      // The client itself says that the connection is lost.
      if (problem && problem.code !== 'OFFLINE') toast.error(problem.message)
      return data
        ? { moved: data.move.documents.map(({ id }) => id), reversible: data.move.reversible }
        : null
    },
    [attempt, toast, tree.id],
  )

  const move = useCallback(
    async ({ documents, parentId }: StagedMove, to: Folder) => {
      const ids = documents.map(({ id }) => id)
      const answer = await send(ids, parentId, to.id)
      if (!answer) return []
      const { moved, reversible } = answer
      const undo = async () => {
        const back = await send(moved, to.id, parentId)
        if (!back) return
        const show = back.moved.length < moved.length ? toast.warning : toast.success
        show(movedBackText(moved.length, back.moved.length))
      }
      const show = moved.length < ids.length ? toast.warning : toast.success
      const done = movedText(documents, moved.length, to.name)
      if (reversible) show(done, { undo: () => void undo() })
      else show(`${done} ${NO_WAY_BACK}`)
      return moved
    },
    [send, toast],
  )
  const stage = useCallback(
    async ({ documents, parentId }: StagedMove, to: Folder) => {
      const ids = documents.map(({ id }) => id)
      const answer = await send(ids, parentId, to.id, true)
      if (!answer) return false
      const [only] = documents.length === 1 ? documents : []
      toast.success(
        `The move of ${only?.name ?? itemsText(answer.moved.length)} to ${to.name} is staged.${lateText(ids.length - answer.moved.length)}`,
      )
      return true
    },
    [send, toast],
  )
  return { busy, move, stage }
}
