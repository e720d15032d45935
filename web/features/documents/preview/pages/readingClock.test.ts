import { expect, test } from 'vitest'
import { createReadingClock, pagesInView } from './readingClock.ts'

/** Pages of 100 px with 10 px between them. */
const LAYOUT = { tops: [0, 110, 220, 330], heights: [100, 100, 100, 100] }

test('a page is in view by half of it; where no page is, the one that fills most of it', () => {
  expect(pagesInView(LAYOUT, 0, 150)).toEqual([0])
  expect(pagesInView(LAYOUT, 0, 160)).toEqual([0, 1])
  expect(pagesInView(LAYOUT, 60, 150)).toEqual([1])
  // Zoomed in so far that less than half of a page fills the view.
  expect(pagesInView(LAYOUT, 180, 40)).toEqual([1])
  expect(pagesInView(LAYOUT, 200, 40)).toEqual([2])
  expect(pagesInView({ tops: [], heights: [] }, 0, 40)).toEqual([])
})

test('time goes to the pages in view in equal parts, not in a hidden tab, and not a minute after the last sign of a reader', () => {
  let now = 0
  const clock = createReadingClock(() => now)
  const look = (pages: number[], isHidden = false) => {
    now += 1000
    clock.look(pages, isHidden)
  }
  look([0])
  look([0, 1])
  look([1], true)
  expect(clock.take()).toEqual([
    { page: 1, ms: 1500 },
    { page: 2, ms: 500 },
  ])
  // What was taken is not taken again.
  expect(clock.take()).toEqual([])
  clock.active()
  for (let second = 0; second < 90; second += 1) look([2])
  expect(clock.take()).toEqual([{ page: 3, ms: 60_000 }])
  // A machine that slept has read nothing.
  now += 3_600_000
  clock.active()
  clock.look([2], false)
  expect(clock.take()).toEqual([{ page: 3, ms: 5000 }])
})
