import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import type { AreaBox } from '../../../../../shared/redactions.ts'
import { styled } from '../../../../ui/theme/styled.tsx'
import type { Place } from '../pages/usePlaces.ts'
import type { PageSize } from '../pdf/turn.ts'
import { POINT } from '../pdf/zoom.ts'
import { type EditedArea, nameOf, onPage } from './areas.ts'

const Layer = styled('div')(({ theme }) => ({
  position: 'absolute',
  inset: 0,
  '&[data-draws]': { cursor: 'crosshair', touchAction: 'none' },
  '& > button, & > span': { position: 'absolute', boxSizing: 'border-box', padding: 0, margin: 0 },
  '& > button': {
    border: '1.5px solid #12212a',
    backgroundColor: 'rgba(18, 33, 42, 0.1)',
    cursor: 'pointer',
    '&[data-chosen]': { borderColor: theme.vars.palette.primary.main, borderWidth: 2 },
  },
  '& > span': { border: `1.5px dashed ${theme.vars.palette.sun.main}`, pointerEvents: 'none' },
  '& > span[data-drawn]': { border: `2px solid ${theme.vars.palette.primary.main}` },
}))

/** Points of a box that is meant, and not a click. */
const MIN_DRAWN = 3
/** Points by which the arrow keys move, with Shift, and how they point. */
const STEP = 1
const LEAP = 10
const ARROWS: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

interface AreaLayerProps {
  size: PageSize
  scale: number
  areas: readonly EditedArea[]
  /** What was found and is not covered. */
  found: readonly Place[]
  chosen: string | null
  onChoose: (key: string) => void
  /** None where areas are only looked at. */
  onDraw: ((box: AreaBox) => void) | undefined
  onChange: (key: string, boxes: readonly AreaBox[]) => void
  onRemove: (key: string) => void
  onReason: (key: string) => void
}

/** Areas over a page: drawn by dragging, moved by arrow keys, sized by these with Alt, removed by Delete (REDACT-03). */
export function AreaLayer(props: AreaLayerProps) {
  const { size, scale, areas, found, chosen, onChoose, onDraw, onChange, onRemove, onReason } = props
  const [drawn, setDrawn] = useState<AreaBox | null>(null)
  const from = useRef<{ x: number; y: number } | null>(null)
  const unit = POINT * scale
  const pointOf = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) => {
    const { left, top } = currentTarget.getBoundingClientRect()
    return { x: (clientX - left) / unit, y: (clientY - top) / unit }
  }
  const boxTo = (event: PointerEvent<HTMLElement>): AreaBox | null => {
    const begin = from.current
    if (!begin) return null
    const end = pointOf(event)
    const [x, y] = [Math.max(0, Math.min(begin.x, end.x)), Math.max(0, Math.min(begin.y, end.y))]
    return {
      x,
      y,
      width: Math.min(size.width, Math.max(begin.x, end.x)) - x,
      height: Math.min(size.height, Math.max(begin.y, end.y)) - y,
    }
  }
  const onKeyDown = (event: KeyboardEvent, { key: of, boxes }: EditedArea): void => {
    const { key, shiftKey, altKey, ctrlKey, metaKey } = event
    if (ctrlKey || metaKey) return
    const arrow = ARROWS[key]
    if (arrow) {
      const by = shiftKey ? LEAP : STEP
      const [x, y] = [arrow.x * by, arrow.y * by]
      onChange(
        of,
        boxes.map((box) =>
          onPage(
            altKey
              ? { ...box, width: box.width + x, height: box.height + y }
              : { ...box, x: box.x + x, y: box.y + y },
            size,
          ),
        ),
      )
    } else if (key === 'Delete' || key === 'Backspace') onRemove(of)
    else if (key.toLowerCase() === 'r') onReason(of)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const placed = ({ x, y, width, height }: AreaBox) => ({
    left: x * unit,
    top: y * unit,
    width: width * unit,
    height: height * unit,
  })
  return (
    <Layer
      data-draws={onDraw ? '' : undefined}
      onPointerDown={(event) => {
        if (!onDraw || event.button !== 0 || event.target !== event.currentTarget) return
        event.currentTarget.setPointerCapture?.(event.pointerId)
        from.current = pointOf(event)
      }}
      onPointerMove={(event) => from.current && setDrawn(boxTo(event))}
      onPointerUp={(event) => {
        const box = boxTo(event)
        from.current = null
        setDrawn(null)
        if (box && box.width >= MIN_DRAWN && box.height >= MIN_DRAWN) onDraw?.(box)
      }}
      onPointerCancel={() => {
        from.current = null
        setDrawn(null)
      }}
    >
      {found.flatMap(({ boxes }) =>
        boxes.map((box) => <span key={`${box.x} ${box.y}`} aria-hidden="true" style={placed(box)} />),
      )}
      {areas.flatMap((area) =>
        area.boxes.map((box) => (
          <button
            key={`${area.key} ${box.x} ${box.y}`}
            type="button"
            data-area={area.key}
            data-chosen={area.key === chosen ? '' : undefined}
            aria-pressed={area.key === chosen}
            aria-label={`${nameOf(area)} on page ${area.page}: ${area.reason}`}
            style={placed(box)}
            onClick={() => onChoose(area.key)}
            onFocus={() => onChoose(area.key)}
            onKeyDown={onDraw && ((event) => onKeyDown(event, area))}
          />
        )),
      )}
      {drawn && <span data-drawn="" style={placed(drawn)} />}
    </Layer>
  )
}
