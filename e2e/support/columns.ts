import type { Locator, Page } from '@playwright/test'

/** The columns of a tree, by the names of their folders. */
export const column = (page: Page, folder: string): Locator =>
  page.getByRole('tree').getByRole('group', { name: folder, exact: true })

/** An entry in any column. */
export const entry = (page: Page, name: string): Locator =>
  page.getByRole('tree').getByRole('treeitem', { name, exact: true })

/** Names of the folders whose columns are shown, from the root. */
export const columnNames = (page: Page): Promise<(string | null)[]> =>
  page
    .getByRole('tree')
    .getByRole('group')
    .evaluateAll((groups) => groups.map((group) => group.getAttribute('aria-label')))

/** Names of the entries of a column that are rendered, in order. */
export const entryNames = (page: Page, folder: string): Promise<(string | null)[]> =>
  column(page, folder)
    .getByRole('treeitem')
    .evaluateAll((items) => items.map((item) => item.getAttribute('aria-label')))

/** The card of the file that is chosen. */
export const card = (page: Page, name: string): Locator =>
  page.getByRole('main').getByRole('region', { name, exact: true })
