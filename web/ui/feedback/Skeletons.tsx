import type { ReactNode } from 'react'
import { useDelayed } from '../text/useDelayed.ts'
import { VisuallyHidden } from '../text/VisuallyHidden.tsx'
import { styled } from '../theme/styled.tsx'

/** What waits longer than it takes to read one's own click pulses. */
export const PULSE = 'hr-pulse 1.4s ease-in-out 500ms infinite'

const PulsingBar = styled('span')(({ theme }) => ({
  display: 'block',
  borderRadius: 3,
  backgroundColor: theme.vars.palette.neutral.tint,
  animation: PULSE,
}))

/** A bar in the place of a text, as wide as told (percent or px). */
export function SkeletonBar({ width = '60%', height = 10 }: { width?: number | string; height?: number }) {
  return <PulsingBar style={{ width, height }} />
}

const Lines = styled('div')({ display: 'flex', flexDirection: 'column', gap: 14, padding: '6px 0' })

const WIDTHS = ['62%', '70%', '48%', '66%', '40%']

/** Bars in the place of a paragraph. */
export function SkeletonLines({ count = 5 }: { count?: number }) {
  return (
    <Lines>
      {Array.from({ length: count }, (_, line) => WIDTHS[line % WIDTHS.length]).map((width, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars have nothing else to be told apart by
        <SkeletonBar key={line} width={width} />
      ))}
    </Lines>
  )
}

/** In the place of what is not there yet: while some of the first page waits, its foot stays below the window. */
export const NotYet = () => <span hidden data-waiting="" />

/** Shows a skeleton once loading has taken 150 ms, and says so to screen readers; then the content. */
export function Loading({
  active,
  skeleton,
  children,
}: {
  active: boolean
  skeleton: ReactNode
  children?: ReactNode
}) {
  const due = useDelayed(active)
  if (!active) return children
  return due ? (
    <div aria-busy="true" data-waiting="">
      <VisuallyHidden role="status">Loading</VisuallyHidden>
      {skeleton}
    </div>
  ) : (
    <NotYet />
  )
}
