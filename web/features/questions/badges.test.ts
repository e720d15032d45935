import { expect, test } from 'vitest'
import { newsOf } from './badges.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const ago = (hours: number) => new Date(NOW - hours * 3_600_000).toISOString()
const seen = (first: number | null, viewed: number, modified: number, answered: number | null = null) =>
  newsOf(
    {
      firstViewedAt: first === null ? null : ago(first),
      viewedAt: first === null ? null : ago(viewed),
      modifiedAt: ago(modified),
      answer: answered === null ? null : { modifiedAt: ago(answered) },
    },
    NOW,
  )

test('QA-21 New stands for a day from the first view', () => {
  expect([seen(null, 0, 90), seen(0, 0, 90), seen(23.9, 23.9, 90), seen(24, 24, 90)]).toEqual([
    'New',
    'New',
    'New',
    null,
  ])
})

test('QA-22 Updated stands for a day on what is not new, from the latest view, change or answer', () => {
  expect(seen(100, 100, 100)).toBeNull()
  expect([seen(100, 23, 100), seen(100, 100, 23), seen(100, 100, 100, 23)]).toEqual([
    'Updated',
    'Updated',
    'Updated',
  ])
  expect([seen(100, 24, 24, 24), seen(2, 1, 1, 1)]).toEqual([null, 'New'])
})
