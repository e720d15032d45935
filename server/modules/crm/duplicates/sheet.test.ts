import { expect, test } from 'vitest'
import type { Pair } from './pairs.ts'
import { pairSheet } from './sheet.ts'

const side = {
  fileName: 'a.xlsx',
  rowNumber: 2,
  kind: 'PERSON',
  name: 'Ann Lee',
  company: null,
  email: null,
  phone: null,
} as const
const pair: Pair = {
  a: side,
  b: { ...side, rowNumber: 3 },
  score: 65,
  sameEmail: false,
  samePhone: false,
  sameName: true,
  alike: 1,
  group: 1,
  groupSize: 2,
}

const rowsOf = async (pairCount: number, recordCount = 3) => {
  const pairs = (async function* () {
    yield [pair, pair]
  })()
  const rows = []
  for await (const portion of pairSheet(pairs, { pairCount, recordCount, totalCount: 3 }).rows)
    rows.push(...portion)
  return rows
}

test('CRM-20 a report that lists only the most alike pairs says so in its last row', async () => {
  expect(await rowsOf(2)).toHaveLength(2)
  expect((await rowsOf(123_456)).at(-1)).toEqual([
    null,
    null,
    'These are the 2 most alike of 123,456 pairs. Please merge some of them, and run the report again.',
  ])
})

test('CRM-20 a report of which some records were left out says so in its last row', async () => {
  expect((await rowsOf(2, 2)).at(-1)).toEqual([
    null,
    null,
    'Compared were the 2 records that were imported last, of 3.',
  ])
})
