import type { Page } from '@playwright/test'
import type { Figure } from './measure.ts'
import { median } from './statistics.ts'

/** A line for milliseconds that were measured several times: their median, and the most. */
export const milliseconds = (title: string, values: readonly number[], atMost: number): Figure => ({
  title,
  ours: `at most ${Math.round(Math.max(...values))} ms`,
  floor: '',
  value: median(values),
  shown: `${Math.round(median(values))} ms`,
  target: { atMost },
  targetShown: `≤ ${atMost} ms`,
})

/** From the next click on waits for something; written for the browser, whose types are not those of Node. */
export const watchClick = (page: Page, isThere: string): Promise<unknown> =>
  page.evaluate(`
    window.seen = new Promise((resolve) => {
      window.addEventListener('click', ({ timeStamp }) => {
        window.clicked = timeStamp
        const look = () =>
          requestAnimationFrame(${isThere} ? () => resolve(performance.now() - timeStamp) : look)
        look()
      }, { capture: true, once: true })
    })
    null`)

/** Milliseconds from the watched click until what was waited for was painted. */
export const seenAfter = (page: Page): Promise<number> => page.evaluate<number>('window.seen')

/** Clicks, and waits for the answer to the operation. @returns ms from the click to what shows, and to the answer */
export async function clickAndAnswer(
  page: Page,
  operation: string,
  click: () => Promise<void>,
): Promise<{ shown: number; confirmed: number }> {
  const answered = page.waitForResponse(
    (response) => response.request().postData()?.includes(operation) ?? false,
  )
  await click()
  const shown = await seenAfter(page)
  await (await answered).finished()
  const confirmed = await page.evaluate<number>(`
    performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/graphql'))
      .find(({ startTime }) => startTime >= window.clicked).responseEnd - window.clicked`)
  return { shown, confirmed }
}
