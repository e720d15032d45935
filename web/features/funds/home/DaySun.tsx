import { useTheme } from '@mui/material/styles'
import { useState } from 'react'
import { sunOnItsArc } from './sunPosition.ts'

const WIDTH = 320
const HEIGHT = 64
const HORIZON = 62
const TOP = 5
const RISE = 10
const SET = 310

const pointAt = (passed: number) => ({
  x: RISE + (SET - RISE) * passed,
  y: HORIZON - (HORIZON - TOP) * Math.sin(Math.PI * passed),
})

const STEPS = 40

/** The arc between two shares of the day, as an SVG path. */
function arc(from: number, to: number): string {
  const points = Array.from({ length: STEPS + 1 }, (_, step) => pointAt(from + ((to - from) * step) / STEPS))
  return points.map(({ x, y }, at) => `${at ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')
}

/** The day's sun over the horizon, where it is by the person's clock. A drawing that says nothing else. */
export function DaySun() {
  const { palette } = useTheme().vars
  const [passed] = useState(() => sunOnItsArc(new Date()))
  const sun = passed === null ? null : pointAt(passed)
  return (
    <svg
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden="true"
      focusable="false"
    >
      <path d={`M0 ${HORIZON}H${WIDTH}`} stroke={palette.lineStrong} />
      <path d={arc(passed ?? 0, 1)} fill="none" stroke={palette.lineStrong} strokeDasharray="2 4" />
      {sun && <path d={arc(0, passed ?? 0)} fill="none" stroke={palette.sun.main} strokeWidth={1.75} />}
      {sun && <circle cx={sun.x} cy={sun.y} r={6} fill={palette.sun.main} />}
    </svg>
  )
}
