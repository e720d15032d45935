// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { zoneName } from '../../../shared/format/time.ts'
import { printFootRule } from './printFoot.ts'

const DAY = new Date(2026, 6, 4)
const zone = zoneName(DAY)

test('FMT-31 every printed page tells what it is about, the day, the zone of its times, and that it is confidential', () => {
  expect(printFootRule('Prairie Sun II', DAY)).toContain(
    `content: "Prairie Sun II · 07/04/2026 · Times in ${zone} · Confidential";`,
  )
})

test('FMT-30 a name with quotes or line ends does not break out of the foot', () => {
  const rule = printFootRule('A "quoted" \\ name\n} body { display: none', DAY)
  expect(rule).toContain(
    'content: "A \\"quoted\\" \\\\ name } body { display: none · 07/04/2026 · Times in ' +
      zone +
      ' · Confidential";',
  )
})
