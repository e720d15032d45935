import { expect, type Locator, type Page } from '@playwright/test'

/** The list of a folder. */
export const table = (page: Page): Locator =>
  page.getByRole('main').getByRole('grid').or(page.getByRole('main').getByRole('table'))

/** The row of that name. */
export const rowOf = (page: Page, name: string): Locator =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name, exact: true }) })

/** Names of the rows that are rendered, in order. */
export const rowNames = (page: Page): Promise<string[]> =>
  table(page)
    .getByRole('row')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('aria-label') ?? link.textContent ?? ''))

/** Opens the menu at the end of a row. */
export async function menuOf(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  return page.getByRole('menu')
}

/**
 * Presses a key within what has just opened (a menu, a dialog), once that has taken the focus: a busy browser moves it
 * a moment after the thing can be seen.
 */
export async function pressIn(opened: Locator, key: string): Promise<void> {
  await expect.poll(() => opened.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await opened.page().keyboard.press(key)
}
