import { Fragment } from 'react'
import { MISSING } from '../../../shared/format/number.ts'
import { Tooltip } from '../text/Tooltip.tsx'
import { styled } from '../theme/styled.tsx'

/** One row of figures: bars, or lines over them. */
export interface ChartSeries {
  readonly key: string
  readonly name: string
  readonly look: 'bar' | 'line' | 'dashed'
  /** One for each step of the x axis; null where it is not known. */
  readonly values: readonly (number | null)[]
}

/** How figures are written. */
export interface ChartFigures {
  readonly unit: string
  readonly format: (value: number) => string
}

/** Shares of the height at which a level is drawn. */
export const LEVELS = [0.5, 1] as const

const Area = styled('div')({ position: 'absolute', inset: 0 })

const Level = styled('i')(({ theme }) => ({
  position: 'absolute',
  left: 0,
  right: 0,
  height: 1,
  backgroundColor: theme.vars.palette.line,
}))

const Band = styled('i')(({ theme }) => ({
  position: 'absolute',
  left: '50%',
  width: 'min(76px, 88%)',
  transform: 'translateX(-50%)',
  backgroundColor: theme.vars.palette.neutral.tint,
}))

const PlotBar = styled('i')(({ theme }) => ({
  position: 'absolute',
  bottom: 0,
  left: '50%',
  width: 'min(40px, 48%)',
  transform: 'translateX(-50%)',
  borderRadius: '2px 2px 0 0',
  backgroundColor: theme.vars.palette.chart.c1,
}))

const Line = styled('i')(({ theme }) => ({
  position: 'absolute',
  left: '50%',
  width: 'min(76px, 88%)',
  transform: 'translate(-50%, 50%)',
  height: 0,
  borderTop: `2px solid ${theme.vars.palette.ink}`,
  '&[data-look=dashed]': { borderTop: `2px dashed ${theme.vars.palette.chart.c2}` },
}))

/** The least of 1, 2, 2.5, 3, 4, 5 or 8 times a power of ten that is not below the figure. */
export function roundUp(figure: number): number {
  if (!(figure > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(figure))
  return ([1, 2, 2.5, 3, 4, 5, 8, 10].find((step) => step * power >= figure) ?? 10) * power
}

/** The figure in words; an en dash where it is not known. */
export const inWords = (value: number | null | undefined, { format }: ChartFigures): string =>
  value === null || value === undefined ? MISSING : format(value)

interface PlotProps {
  series: readonly ChartSeries[]
  /** Which of the steps. */
  at: number
  /** The figure at the upper edge. */
  top: number
  figures: ChartFigures
}

/** One step: two lines, the space between them, and the bar over all. */
export function Plot({ series, at, top, figures }: PlotProps) {
  const share = (value: number): number => Math.max(0, Math.min(1, value / top)) * 100
  const lines = series.filter(({ look }) => look !== 'bar').flatMap(({ values }) => values[at] ?? [])
  const [low, high] = [Math.min(...lines), Math.max(...lines)]
  return (
    <Tooltip
      title={series.map(({ key, name, values }) => (
        <Fragment key={key}>
          {name} {inWords(values[at], figures)} {figures.unit}
          <br />
        </Fragment>
      ))}
    >
      <Area>
        {LEVELS.map((level) => (
          <Level key={level} style={{ bottom: `${level * 100}%` }} />
        ))}
        {lines.length > 1 && (
          <Band style={{ bottom: `${share(low)}%`, height: `${share(high) - share(low)}%` }} />
        )}
        {series.map(({ key, look, values }) => {
          const value = values[at]
          return look !== 'bar' && value !== null && value !== undefined ? (
            <Line key={key} data-look={look} style={{ bottom: `${share(value)}%` }} />
          ) : null
        })}
        {series.map(({ key, look, values }) => {
          const value = values[at]
          return look === 'bar' && value !== null && value !== undefined ? (
            <PlotBar key={key} style={{ height: `${share(value)}%` }} />
          ) : null
        })}
      </Area>
    </Tooltip>
  )
}
