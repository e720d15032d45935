import type { Box, Chart, Pen, Series } from '../paper.ts'
import { ACCENT, INK, MUTED, RULE, SECOND } from './sheet.ts'

const BARS = [ACCENT, '#9fb6bd', '#6b4fb3'] as const

const colourOf = (chart: Chart, series: Series): string => {
  if (series.kind === 'line') return SECOND
  const bars = chart.series.filter((other) => other.kind === 'bars')
  return BARS[bars.indexOf(series) % BARS.length] ?? ACCENT
}

/** The next round figure at or above the largest value: 1, 2, 2.5 or 5 times a power of ten. */
export const roundTop = (largest: number): number => {
  if (largest <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(largest))
  const step = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((factor) => factor * power >= largest) ?? 10
  return step * power
}

interface Scale {
  readonly floor: number
  readonly top: number
}

/** Height above the bottom line, as a share of the plot. */
const shareOf = (value: number, { floor, top }: Scale): number => Math.max(0, (value - floor) / (top - floor))

const drawBars = (pen: Pen, plot: Box, chart: Chart, scale: Scale): void => {
  const bars = chart.series.filter((series) => series.kind === 'bars')
  const slot = plot.width / chart.labels.length
  const bar = (slot * 0.72) / bars.length
  bars.forEach((series, index) => {
    pen.fillColor(colourOf(chart, series))
    series.values.forEach((value, at) => {
      const height = shareOf(value, scale) * plot.height
      pen
        .rect(
          plot.x + at * slot + slot * 0.14 + index * bar,
          plot.y + plot.height - height,
          bar * 0.92,
          height,
        )
        .fill()
    })
  })
}

const drawLine = (pen: Pen, plot: Box, series: Series, slots: number, scale: Scale): void => {
  const slot = plot.width / slots
  const at = (index: number, value: number): [number, number] => [
    plot.x + (index + 0.5) * slot,
    plot.y + plot.height - shareOf(value, scale) * plot.height,
  ]
  series.values.forEach((value, index) => {
    const [x, y] = at(index, value)
    if (index === 0) pen.moveTo(x, y)
    else pen.lineTo(x, y)
  })
  pen.lineWidth(1.5).strokeColor(SECOND).stroke()
  series.values.forEach((value, index) => {
    const [x, y] = at(index, value)
    pen.circle(x, y, 2).fill(SECOND)
  })
}

const drawLegend = (pen: Pen, chart: Chart, box: Box): void => {
  let x = box.x
  for (const series of chart.series) {
    pen.rect(x, box.y + 17, 9, 6).fill(colourOf(chart, series))
    pen
      .font('Helvetica')
      .fontSize(7.5)
      .fillColor(MUTED)
      .text(series.label, x + 13, box.y + 16, { lineBreak: false })
    x += 13 + pen.widthOfString(series.label) + 18
  }
  pen.text(chart.unit, box.x, box.y + 16, { width: box.width, align: 'right', lineBreak: false })
}

/** Draws a chart in vectors: bars side by side, lines over them, one scale from zero. */
export const drawChart = (pen: Pen, chart: Chart, box: Box): void => {
  pen
    .font('Helvetica-Bold')
    .fontSize(9.5)
    .fillColor(INK)
    .text(chart.title, box.x, box.y, { lineBreak: false })
  drawLegend(pen, chart, box)
  const plot: Box = { x: box.x + 46, y: box.y + 36, width: box.width - 46, height: box.height - 56 }
  const floor = chart.floor ?? 0
  const largest = Math.max(...chart.series.flatMap((series) => series.values))
  const scale: Scale = { floor, top: floor + roundTop(largest - floor) }
  for (let step = 0; step <= 4; step += 1) {
    const y = plot.y + plot.height - (step / 4) * plot.height
    pen
      .moveTo(plot.x, y)
      .lineTo(plot.x + plot.width, y)
      .lineWidth(step === 0 ? 0.8 : 0.3)
      .strokeColor(RULE)
      .stroke()
    const label = (floor + ((scale.top - floor) * step) / 4).toLocaleString('en-US', {
      maximumFractionDigits: 2,
    })
    pen.font('Helvetica').fontSize(7).fillColor(MUTED)
    pen.text(label, box.x, y - 3, { width: 40, align: 'right', lineBreak: false })
  }
  drawBars(pen, plot, chart, scale)
  for (const series of chart.series) {
    if (series.kind === 'line') drawLine(pen, plot, series, chart.labels.length, scale)
  }
  const slot = plot.width / chart.labels.length
  pen.font('Helvetica').fontSize(7).fillColor(MUTED)
  chart.labels.forEach((label, index) => {
    pen.text(label, plot.x + index * slot, plot.y + plot.height + 5, {
      width: slot,
      align: 'center',
      lineBreak: false,
    })
  })
}
