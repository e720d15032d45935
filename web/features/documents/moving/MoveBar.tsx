import { lazily } from '../../../ui/index.ts'
import type { OpenDocument } from '../place/place.ts'
import { useMoving } from './MovingProvider.tsx'

const StagedMoveBar = lazily(async () => (await import('./StagedMoveBar.tsx')).StagedMoveBar)

/** The bar of a staged move, while there is one (DOP-16). */
export function MoveBar(props: { document: OpenDocument; leaving: boolean }) {
  const { staged } = useMoving()
  return staged && <StagedMoveBar staged={staged} {...props} />
}
