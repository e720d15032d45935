import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { cssVars } from '../theme/cssVars.ts'
import { styled } from '../theme/styled.tsx'
import { type DotColor, StatusDot } from './Chip.tsx'

export interface LedgerTile {
  key: string
  label: string
  value: ReactNode
  /** A unit set smaller beside the figure. */
  unit?: string
  /** The dot of a status. */
  dot?: { color: DotColor; hollow?: boolean }
  /** How far from the forecast (`Trend`). */
  trend?: ReactNode
  /** Third line, such as the forecast. */
  foot?: ReactNode
  /** Share of the width: .6, .82 (default) or 1.36 by how much the tile has to say. */
  weight?: number
}

const Scroller = styled('div')(({ theme }) => ({
  // What only screen readers get is placed by it too; by the page it would make the whole page scroll sideways.
  position: 'relative',
  overflowX: 'auto',
  scrollbarWidth: 'none',
  [theme.breakpoints.down('md')]: { marginInline: 'calc(-1 * var(--page-gutter))' },
  // Figures that go on beyond the edge fade there.
  '&[data-scrolls]': { maskImage: 'linear-gradient(90deg, #000 calc(100% - 48px), transparent)' },
}))

const Strip = styled('dl')(({ theme }) => ({
  display: 'flex',
  width: 'max-content',
  minWidth: '100%',
  margin: 0,
  padding: '12px 0 13px',
  '& > div': {
    flex: 'var(--weight) 1 0',
    minWidth: 'max-content',
    padding: '0 20px',
    borderLeft: `1px solid ${theme.vars.palette.line}`,
  },
  '& > div:first-of-type': { paddingLeft: 0, borderLeft: 0 },
  '& > div:last-of-type': { paddingRight: 0 },
  '[data-scrolls] > &': { paddingRight: 48 },
  [theme.breakpoints.down('md')]: {
    padding: '4px var(--page-gutter) 12px',
    '& > div': { flex: 'none', padding: '0 14px' },
  },
}))

/** A tile's label, and as `dd` what stands below its figure. */
const Words = styled('dt')(({ theme }) => ({
  ...theme.typography.note,
  whiteSpace: 'nowrap',
  'dd&': { margin: '2px 0 0' },
}))

const Figure = styled('dd')(({ theme }) => ({
  display: 'flex',
  alignItems: 'baseline',
  gap: 8,
  margin: '4px 0 0',
  whiteSpace: 'nowrap',
  ...theme.typography.figure,
  '& > small': {
    ...theme.typography.body1,
    fontWeight: 500,
    letterSpacing: 0,
    color: theme.vars.palette.ink2,
  },
}))

/** Whether an element holds more than it shows from left to right. */
function useScrollsSideways(element: RefObject<HTMLElement | null>, content: unknown): boolean {
  const [scrolls, setScrolls] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other figures have other widths
  useEffect(() => {
    const target = element.current
    if (!target) return
    // Called once for what it begins to observe, when the page has its layout: to ask earlier would make one more. What it
    // holds has the width of both, and another one when fonts come.
    const observer = new ResizeObserver(() => setScrolls(target.scrollWidth > target.clientWidth))
    observer.observe(target.firstElementChild ?? target)
    return () => observer.disconnect()
  }, [element, content])
  return scrolls
}

/** A strip of figures like a ledger's head, parted by lines; scrolls sideways where they don't fit. */
export function LedgerTiles({ tiles, label }: { tiles: readonly LedgerTile[]; label: string }) {
  const scroller = useRef<HTMLDivElement>(null)
  const scrolls = useScrollsSideways(scroller, tiles)
  return (
    // In the Tab order only where there is something to scroll to.
    <Scroller
      ref={scroller}
      role="group"
      aria-label={label}
      data-scrolls={scrolls ? '' : undefined}
      tabIndex={scrolls ? 0 : undefined}
    >
      <Strip>
        {tiles.map((tile) => (
          <div key={tile.key} style={cssVars({ '--weight': tile.weight ?? 0.82 })}>
            <Words>{tile.label}</Words>
            <Figure>
              {tile.dot ? <StatusDot {...tile.dot}>{tile.value}</StatusDot> : tile.value}
              {tile.unit && <small>{tile.unit}</small>}
              {tile.trend}
            </Figure>
            {tile.foot && <Words as="dd">{tile.foot}</Words>}
          </div>
        ))}
      </Strip>
    </Scroller>
  )
}
