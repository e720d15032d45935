import { type ReactNode, useRef } from 'react'
import { MISSING } from '../../../shared/format/number.ts'
import { useWidth } from '../table/useWidth.ts'
import { styled } from '../theme/styled.tsx'
import { type ChartFigures, type ChartSeries, inWords, LEVELS, Plot, roundUp } from './plot.tsx'

export type { ChartSeries } from './plot.tsx'

interface ChartProps extends ChartFigures {
  /** Accessible name of the chart and its table. */
  title: string
  /** What stands along the axes. */
  axes: { readonly x: string; readonly y: string }
  /** Along the x axis, in order. */
  steps: readonly string[]
  series: readonly ChartSeries[]
  /** Shorter figures, where there is little room. */
  small: ChartFigures
  /** Rows under the figures that follow from them. */
  rows?: readonly { readonly key: string; readonly name: string; readonly cells: readonly ReactNode[] }[]
}

/** Px of the plot. */
const HEIGHT = 144
/** Px below which figures are written shorter, and below which the table has a row for each step. */
const SMALL = 640
const TURNED = 440

const Frame = styled('div')({ overflowX: 'auto', position: 'relative' })

const Grid = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  tableLayout: 'fixed',
  ...theme.typography.body1,
  '& caption': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
  '& th, & td': {
    padding: '3px 4px',
    textAlign: 'center',
    fontWeight: 400,
    borderBottom: `1px solid ${theme.vars.palette.line}`,
    whiteSpace: 'nowrap',
  },
  '& th[scope=row], & thead th:first-of-type': { width: 160, padding: '3px 8px 3px 0', textAlign: 'left' },
  '& thead th': { ...theme.typography.caption, fontWeight: 500, color: theme.vars.palette.ink2 },
  '& thead th:first-of-type': { fontWeight: 400, color: theme.vars.palette.ink3 },
  '& tr[data-bar] td, & td[data-bar]': { fontWeight: 600 },
  '& tbody tr:last-of-type > *': { borderBottom: 0 },
  '& tr[data-plot] > *': {
    position: 'relative',
    height: HEIGHT,
    padding: 0,
    borderBottom: `1px solid ${theme.vars.palette.control}`,
  },
  '& tr[data-plot] > td:hover': { backgroundColor: theme.vars.palette.hover },
  '&[data-turned]': {
    '& th[scope=row], & thead th:first-of-type': { width: 'auto' },
    '& thead th': { whiteSpace: 'normal', verticalAlign: 'bottom' },
  },
}))

/** Room above the plot for the title of its axis and the figure of the highest level. */
const AxisRoom = styled('div')(({ theme }) => ({
  height: 24,
  ...theme.typography.note,
}))

const Tick = styled('span')(({ theme }) => ({
  position: 'absolute',
  right: 8,
  transform: 'translateY(50%)',
  ...theme.typography.note,
}))

/** The plot by itself with its levels and steps, over a table that has a row for each step. */
const Strip = styled('div')(({ theme }) => ({
  display: 'flex',
  height: HEIGHT,
  marginBottom: 24,
  borderBottom: `1px solid ${theme.vars.palette.control}`,
  '& > div': { position: 'relative', flex: 1 },
  '& > div:first-of-type': { flex: 'none', width: 44 },
  '& small': {
    position: 'absolute',
    top: 'calc(100% + 4px)',
    left: '50%',
    whiteSpace: 'nowrap',
    transform: 'translateX(-50%)',
    ...theme.typography.caption,
    color: theme.vars.palette.ink2,
  },
}))

/** Steps that a narrow plot names, at regular distances. */
const MAX_NAMED = 7

const Swatch = styled('i')(({ theme }) => ({
  display: 'inline-block',
  width: 14,
  marginRight: 8,
  verticalAlign: 'middle',
  borderTop: `2px solid ${theme.vars.palette.ink}`,
  '&[data-look=bar]': {
    height: 10,
    border: 0,
    borderRadius: 2,
    backgroundColor: theme.vars.palette.chart.c1,
  },
  '&[data-look=dashed]': { borderTop: `2px dashed ${theme.vars.palette.chart.c2}` },
}))

/**
 * Figures by steps as bars and lines, over a table of the same figures, which is what screen readers read. Each step
 * says its figures in a tooltip.
 */
export function Chart({ title, axes, steps, series, small, rows = [], ...usual }: ChartProps) {
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  // Where nothing is laid out yet there is room.
  const figures = width > 0 && width < SMALL ? small : usual
  const known = series.flatMap(({ values }) => values).filter((value) => value !== null)
  const top = roundUp(Math.max(0, ...known))
  const caption = (
    <caption>
      {title}, {axes.y} in {figures.unit} by {axes.x.toLowerCase()}
    </caption>
  )
  const plots = steps.map((step, at) => ({
    step,
    plot: <Plot series={series} at={at} top={top} figures={figures} />,
  }))
  const levels = LEVELS.map((level) => (
    <Tick key={level} style={{ bottom: `${level * 100}%` }}>
      {figures.format(top * level).replace(/\.0$/, '')}
    </Tick>
  ))
  const everyNamed = Math.ceil(steps.length / MAX_NAMED)
  const swatched = ({ name, look }: ChartSeries) => (
    <>
      <Swatch data-look={look} aria-hidden="true" />
      {name}
    </>
  )
  const isTurned = width > 0 && width < TURNED
  return (
    <Frame ref={frame}>
      <AxisRoom aria-hidden="true">
        {axes.y}, {figures.unit}
      </AxisRoom>
      {isTurned ? (
        <>
          <Strip aria-hidden="true">
            <div>{levels}</div>
            {plots.map(({ step, plot }, at) => (
              <div key={step}>
                {plot}
                {at % everyNamed === 0 && <small>{step}</small>}
              </div>
            ))}
          </Strip>
          <Grid data-turned="">
            {caption}
            <thead>
              <tr>
                <th scope="col">{axes.x}</th>
                {series.map((one) => (
                  <th key={one.key} scope="col">
                    {swatched(one)}
                  </th>
                ))}
                {rows.map(({ key, name }) => (
                  <th key={key} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {steps.map((step, at) => (
                <tr key={step}>
                  <th scope="row">{step}</th>
                  {series.map(({ key, look, values }) => (
                    <td key={key} data-bar={look === 'bar' ? '' : undefined}>
                      {inWords(values[at], figures)}
                    </td>
                  ))}
                  {rows.map(({ key, cells }) => (
                    <td key={key}>{cells[at] ?? MISSING}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </Grid>
        </>
      ) : (
        <Grid>
          {caption}
          <thead>
            {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in a row of drawings takes the focus */}
            <tr data-plot="" aria-hidden="true">
              <th>{levels}</th>
              {plots.map(({ step, plot }) => (
                <td key={step}>{plot}</td>
              ))}
            </tr>
            <tr>
              <th scope="col">{axes.x}</th>
              {steps.map((step) => (
                <th key={step} scope="col">
                  {step}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {series.map((one) => (
              <tr key={one.key} data-bar={one.look === 'bar' ? '' : undefined}>
                <th scope="row">{swatched(one)}</th>
                {steps.map((step, at) => (
                  <td key={step}>{inWords(one.values[at], figures)}</td>
                ))}
              </tr>
            ))}
            {rows.map(({ key, name, cells }) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                {steps.map((step, at) => (
                  <td key={step}>{cells[at] ?? MISSING}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </Grid>
      )}
    </Frame>
  )
}
