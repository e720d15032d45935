import { expect, test, vi } from 'vitest'
import { renderInApp } from '../testing/render.tsx'
import { Chart } from './Chart.tsx'

const YEARS = Array.from({ length: 12 }, (_, at) => 2015 + at)

test.each([
  ['wide', 900, []],
  ['narrow', 340, ['2015', '2017', '2019', '2021', '2023', '2025']],
])('a %s plot says its levels, and its steps as far as there is room', (_name, width, named) => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width)
  const figures = { unit: 'MWh', format: (value: number) => value.toFixed(1) }
  const { container } = renderInApp(
    <Chart
      title="Net yield"
      axes={{ x: 'Year', y: 'Energy' }}
      {...figures}
      small={figures}
      steps={YEARS.map(String)}
      series={[{ key: 'actual', name: 'Actual energy', look: 'bar', values: YEARS.map(() => 380) }]}
    />,
  )
  vi.restoreAllMocks()
  const words = (selector: string) =>
    [...container.querySelectorAll(selector)].flatMap(({ textContent }) => /^\d+$/.exec(textContent) ?? [])
  expect(words('span')).toEqual(['200', '400'])
  expect(words('small')).toEqual(named)
})
