import { useId, useMemo } from 'react'
import { styled } from '../theme/styled.tsx'
import { drawing } from '../theme/tokens.ts'
import { type Block, COVER, type CoverKind, coverScene, type Field } from './coverScene.ts'

const { land } = drawing

/** By night the land lies in dusk, or it would outshine the page. */
const Picture = styled('svg')(({ theme }) => ({
  display: 'block',
  ...theme.applyStyles('dark', { filter: 'brightness(0.78) saturate(0.9)' }),
}))

export interface DrawnCoverProps {
  /** Decides the picture, for good. */
  slug: string
  kind?: CoverKind
  /** In px. */
  height?: number
}

/** A cover for what has no picture: land seen from above, drawn from the slug. */
export function DrawnCover({ slug, kind = 'modules', height = COVER.height }: DrawnCoverProps) {
  const scene = useMemo(() => coverScene(slug, kind), [slug, kind])
  const id = useId()
  return (
    <Picture
      viewBox={`0 0 ${COVER.width} ${COVER.height}`}
      width="100%"
      height={height}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <defs>
        <linearGradient id={`${id}-row`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor={land.module} />
          <stop offset="0.62" stopColor={land.module} />
          <stop offset="1" stopColor={land.moduleShine} />
        </linearGradient>
      </defs>
      <g transform={`rotate(${scene.turn.toFixed(2)} ${COVER.width / 2} ${COVER.height / 2})`}>
        <rect x="-100" y="-100" width="700" height="420" fill={scene.ground} />
        {scene.fields.map((field) => (
          <FieldShape key={`${field.x}/${field.y}`} field={field} />
        ))}
        {scene.circles.map((circle) => (
          <circle
            key={`${circle.x}/${circle.y}`}
            cx={circle.x}
            cy={circle.y}
            r={circle.r}
            fill={circle.color}
            stroke={land.edge}
            strokeOpacity="0.35"
          />
        ))}
        {scene.roads.map((road) => (
          <rect key={road.y} {...road} fill={land.road} />
        ))}
        {scene.blocks.map((block) => (
          <BlockShape
            key={`${block.x}/${block.y}`}
            block={block}
            ground={scene.fields[0]?.color ?? land.road}
            row={`url(#${id}-row)`}
          />
        ))}
      </g>
    </Picture>
  )
}

function FieldShape({ field }: { field: Field }) {
  const furrows = field.furrows > 0 ? Math.floor(field.width / field.furrows) : 0
  const lines = Array.from(
    { length: furrows },
    (_, at) => `M${(field.x + (at + 0.5) * field.furrows).toFixed(1)} ${field.y}v${field.height.toFixed(1)}`,
  ).join('')
  return (
    <>
      <rect x={field.x} y={field.y} width={field.width} height={field.height} fill={field.color} />
      {lines && <path d={lines} stroke={land.edge} strokeOpacity="0.3" strokeWidth="0.8" />}
    </>
  )
}

const MARGIN = 4
const ROW = { height: 3.6, pitch: 5.9, width: 35, gap: 3.4 }
const CASE = { width: 19, height: 8.4, pitchX: 25, pitchY: 14.6 }

function BlockShape({ block, ground, row }: { block: Block; ground: string; row: string }) {
  return (
    <>
      <rect
        x={block.x}
        y={block.y}
        width={block.width}
        height={block.height}
        fill={ground}
        stroke={land.edge}
        strokeOpacity="0.65"
        strokeWidth="0.8"
      />
      {block.holds === 'modules' ? <Modules block={block} fill={row} /> : <Containers block={block} />}
    </>
  )
}

/** Rows of modules in columns with service lanes between; the last column takes what is left. */
function Modules({ block, fill }: { block: Block; fill: string }) {
  const inner = block.width - 2 * MARGIN
  const columns: { x: number; width: number }[] = []
  for (let at = 0; at < inner - 6; at += ROW.width + ROW.gap) {
    columns.push({ x: block.x + MARGIN + at, width: Math.min(ROW.width, inner - at) })
  }
  const rows = Math.floor((block.height - 2 * MARGIN) / ROW.pitch)
  return Array.from({ length: rows }, (_, line) => line * ROW.pitch + block.y + MARGIN).flatMap((y) =>
    columns.map((column) => (
      <rect
        key={`${column.x}/${y}`}
        x={column.x}
        y={y}
        width={column.width}
        height={ROW.height}
        fill={fill}
      />
    )),
  )
}

/** White containers in rows, each with its doors drawn as ribs and a shade below. */
function Containers({ block }: { block: Block }) {
  const across = Math.floor((block.width - 2 * MARGIN) / CASE.pitchX)
  const down = Math.floor((block.height - 2 * MARGIN) / CASE.pitchY)
  const left = block.x + (block.width - across * CASE.pitchX + CASE.pitchX - CASE.width) / 2
  const top = block.y + (block.height - down * CASE.pitchY + CASE.pitchY - CASE.height) / 2
  return Array.from({ length: across * down }, (_, at) => {
    const x = left + (at % across) * CASE.pitchX
    const y = top + Math.floor(at / across) * CASE.pitchY
    const ribs = [1, 2, 3, 4].map((rib) => `M${(x + rib * 4).toFixed(1)} ${y}v${CASE.height}`).join('')
    return (
      <g key={`${x}/${y}`}>
        <rect x={x + 1} y={y + 1.4} width={CASE.width} height={CASE.height} fill={land.shade} opacity="0.4" />
        <rect x={x} y={y} width={CASE.width} height={CASE.height} fill={land.container} />
        <path d={ribs} stroke={land.shade} strokeOpacity="0.22" strokeWidth="0.7" />
      </g>
    )
  })
}
