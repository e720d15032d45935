import { useEffect, useState } from 'react'
import { lazily } from '../../../ui/index.ts'
import { type OpenDocument, usePlace } from '../place/place.ts'
import { useMoving } from './MovingProvider.tsx'

const StagedMoveBar = lazily(async () => (await import('./StagedMoveBar.tsx')).StagedMoveBar)
const DragMoves = lazily(async () => (await import('./DragMoves.tsx')).DragMoves)

/** The bar of a staged move, while there is one (DOP-16); with a mouse, rows can be dragged (INDEX-10). */
export function MoveBar(props: { document: OpenDocument; leaving: boolean }) {
  const { staged } = useMoving()
  const { tree } = usePlace()
  const [hasMouse, setMouse] = useState(false)
  useEffect(() => {
    const come = () => setMouse(true)
    addEventListener('mousemove', come, { once: true })
    return () => removeEventListener('mousemove', come)
  }, [])
  return (
    <>
      {hasMouse && tree.canEdit && <DragMoves document={props.document} />}
      {staged && <StagedMoveBar staged={staged} {...props} />}
    </>
  )
}
