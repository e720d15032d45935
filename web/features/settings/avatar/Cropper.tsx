import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef } from 'react'
import { Note, Stack } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { type Crop, keptWithin, MAX_ZOOM, movedBy } from './crop.ts'
import { drawCrop } from './picture.ts'

/** Width and height of the view, in points; drawn for screens of double density. */
const VIEW_PX = 280

const Frame = styled(Stack)({ alignItems: 'center' })

const View = styled('div')(({ theme }) => ({
  position: 'relative',
  width: VIEW_PX,
  height: VIEW_PX,
  maxWidth: '100%',
  overflow: 'hidden',
  borderRadius: 8,
  cursor: 'grab',
  touchAction: 'none',
  backgroundColor: theme.vars.palette.sunken,
  '&:active': { cursor: 'grabbing' },
  '& > canvas': { display: 'block', width: '100%', height: '100%' },
  // What is outside of the round picture.
  '&::after': {
    content: '""',
    position: 'absolute',
    inset: 0,
    borderRadius: '50%',
    boxShadow: `0 0 0 ${VIEW_PX}px ${theme.vars.palette.scrim}`,
    pointerEvents: 'none',
  },
}))

const Zoom = styled('label')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  fontWeight: 500,
  '& > input': { width: 200, height: 28, accentColor: theme.vars.palette.accent.main },
}))

/** Parts of the square that a press of an arrow key moves by. */
const STEP = 0.05
const STEPS: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
}

interface CropperProps {
  picture: ImageBitmap
  crop: Crop
  onChange: (crop: Crop) => void
}

/** A square of a picture, chosen by dragging, by the arrow keys and by the zoom. */
export function Cropper({ picture, crop, onChange }: CropperProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const hint = useId()
  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop)
  }, [picture, crop])

  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (!step) return
    event.preventDefault()
    onChange(movedBy(picture, crop, ...step))
  }
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const { width } = event.currentTarget.getBoundingClientRect()
    onChange(movedBy(picture, crop, -event.movementX / width, -event.movementY / width))
  }
  return (
    <Frame>
      <View
        role="application"
        aria-label="Crop area"
        aria-describedby={hint}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
      >
        <canvas ref={canvas} width={2 * VIEW_PX} height={2 * VIEW_PX} />
      </View>
      <Zoom>
        Zoom
        <input
          type="range"
          min={1}
          max={MAX_ZOOM}
          step={0.05}
          value={crop.zoom}
          onChange={(event) => onChange(keptWithin(picture, { ...crop, zoom: Number(event.target.value) }))}
        />
      </Zoom>
      <Note id={hint}>Drag the picture, or move it with the arrow keys.</Note>
    </Frame>
  )
}
