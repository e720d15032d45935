import { checkWay, type Moving, moveNow } from '../changes/move.ts'
import { isStaged } from '../core/nodes.ts'
import { stageChanges } from './changeStore.ts'

/** Keeps a move of what is published for a publication (STAGE-03); what is staged is seen by nobody else, and moved now. */
export const stageMove: Moving = async (tx, tree, sources, destination) => {
  checkWay(tree, destination, sources)
  const mine = sources.filter(isStaged)
  if (mine.length > 0) await moveNow(tx, tree, mine, destination)
  const published = sources.filter((source) => !isStaged(source))
  await stageChanges(
    tx,
    tree,
    published.map((node) => ({ node, change: { kind: 'MOVE', destinationId: destination.id } })),
  )
  return { reversible: true }
}
