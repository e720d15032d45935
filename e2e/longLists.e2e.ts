import type { Page } from '@playwright/test'
import { column, entry } from './support/columns.ts'
import { documentsAddress, newFolder, roomOf } from './support/room.ts'
import { menuOf, rowNames, rowOf, table } from './support/table.ts'
import { drawn, expect, test } from './support/test.ts'

/** Entries of the long folder; the bench measures ten times as many. */
const ENTRIES = 1000
const LONG = 'A long list'

let folderId: string
test.beforeAll(async () => {
  folderId = await newFolder(LONG)
  const room = await roomOf('contributor')
  for (let from = 1; from <= ENTRIES; from += 50) {
    await room.createFolders(
      Array.from({ length: 50 }, (_, index) => `Lot ${from + index}`),
      folderId,
    )
  }
})

const focusedName = (page: Page) =>
  page.evaluate(() => document.activeElement?.querySelector('a')?.textContent ?? null)

test('DOC-06 DOC-15 a long list holds what is in view alone, and End, Home and Page keys reach its ends', async ({
  open,
}) => {
  const page = await open('viewer')
  await page.goto(documentsAddress(folderId))
  await rowOf(page, 'Lot 1').focus()
  await page.keyboard.press('End')
  await expect(rowOf(page, `Lot ${ENTRIES}`)).toBeFocused()
  await expect(rowOf(page, `Lot ${ENTRIES}`)).toBeInViewport()
  expect((await rowNames(page)).length).toBeLessThan(90)
  await page.keyboard.press('Home')
  await expect(rowOf(page, 'Lot 1')).toBeFocused()
  await page.keyboard.press('PageDown')
  await expect.poll(() => focusedName(page)).toMatch(/^Lot 1\d$/)
  for (let presses = 0; presses < 120; presses += 1) await page.keyboard.press('PageDown')
  await expect(rowOf(page, `Lot ${ENTRIES}`)).toBeFocused()
  for (let presses = 0; presses < 120; presses += 1) await page.keyboard.press('PageUp')
  await expect(rowOf(page, 'Lot 1')).toBeFocused()
  await expect(rowOf(page, 'Lot 1')).toBeInViewport()
})

test('DOC-14 a long column holds what is in view alone, and End, Home and Page keys reach its ends', async ({
  open,
}) => {
  const page = await open('viewer')
  await page.goto(`${documentsAddress(folderId)}?view=columns`)
  await entry(page, 'Lot 1').focus()
  await page.keyboard.press('End')
  await expect(entry(page, `Lot ${ENTRIES}`)).toBeFocused()
  await expect(entry(page, `Lot ${ENTRIES}`)).toBeInViewport()
  expect(await column(page, LONG).getByRole('treeitem').count()).toBeLessThan(90)
  await page.keyboard.press('Home')
  await expect(entry(page, 'Lot 1')).toBeFocused()
  for (let presses = 0; presses < 150; presses += 1) await page.keyboard.press('PageDown')
  await expect(entry(page, `Lot ${ENTRIES}`)).toBeFocused()
})

test('DOC-21 DOC-22 the results of a search over 100 rows come page by page, to the last one', async ({
  open,
}) => {
  const page = await open('viewer')
  await page.goto(`${documentsAddress(folderId)}?q=lot`)
  await expect(page.getByText('The first 1,000 are listed.')).toBeVisible()
  await expect(rowOf(page, 'Lot 1')).toBeVisible()
  await rowOf(page, 'Lot 1').focus()
  await page.keyboard.press('End')
  await expect(rowOf(page, `Lot ${ENTRIES}`)).toBeFocused()
  await expect(table(page).locator('[aria-busy="true"]')).toHaveCount(0)
  await page.mouse.wheel(0, -20_000)
  await expect(table(page).locator('[data-row="510"] a').first()).toBeAttached()
})

test('DOC-05 a link to an entry far down brings it into view, and asks once for its place', async ({
  open,
}) => {
  const room = await roomOf('viewer')
  const { children } = await room.call<{ children: { id: string; name: string }[] }>(
    `query($treeId: ID!, $id: ID!) {
      document(treeId: $treeId, documentId: $id) { children(limit: 1, offset: 949) { id name } }
    }`,
    { id: folderId },
  )
  const page = await open('viewer')
  const asked: string[] = []
  page.on('request', (request) => {
    const { operationName = '' } = request.postDataJSON() ?? {}
    if (request.url().endsWith('/graphql')) asked.push(operationName)
  })
  await page.goto(`${documentsAddress(folderId)}?highlightedId=${children[0]?.id}`)
  await expect(rowOf(page, 'Lot 950')).toBeInViewport()
  await expect(rowOf(page, 'Lot 950')).toHaveAttribute('data-highlighted', '')
  expect(asked.filter((name) => name === 'DocumentPosition')).toHaveLength(1)
})

test('DOC-40 DOC-21 all hits of a search are selected together, as many as are listed', async ({ open }) => {
  const page = await open('viewer')
  await page.goto(`${documentsAddress(folderId)}?q=lot`)
  await expect(rowOf(page, 'Lot 1')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all' }).click()
  await expect(page.getByRole('toolbar', { name: 'Selection' })).toContainText('1,000 selected')
})

test('DOP-12 the focus comes to the next row when one is deleted, and to the one before at the end', async ({
  open,
}) => {
  const own = await newFolder('Deleted one by one')
  await (await roomOf('contributor')).createFolders(['One', 'Two', 'Three', 'Four'], own)
  const page = await open('dealAdmin')
  await page.goto(documentsAddress(own))
  const remove = async (name: string) => {
    await (await menuOf(page, name)).getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete 1 item' }).click()
    await expect(rowOf(page, name)).toHaveCount(0)
  }
  // In the order of names: Four, One, Three, Two.
  await remove('One')
  await expect(rowOf(page, 'Three')).toBeFocused()
  await remove('Two')
  await expect(rowOf(page, 'Three')).toBeFocused()
  await page.getByRole('checkbox', { name: 'Select Four' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete 1 item' }).click()
  await expect(rowOf(page, 'Four')).toHaveCount(0)
  await expect(rowOf(page, 'Three')).toBeFocused()
  await remove('Three')
  await expect(page.getByText('This folder is empty')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
})

test('DOP-12 what was deleted from the results of a search never shows again, not even from memory', async ({
  open,
}) => {
  const own = await newFolder('Deleted from a search')
  await (await roomOf('contributor')).createFolders(['Keep this', 'Drop this', 'Leave this'], own)
  const page = await open('dealAdmin')
  await page.goto(documentsAddress(own))
  await expect(rowOf(page, 'Drop this')).toBeVisible()
  const field = page.getByRole('searchbox', { name: 'Search this folder' })
  await field.fill('this')
  await expect(table(page).getByText('Drop this', { exact: true })).toBeVisible()
  await expect(page.getByText('3 items found')).toBeVisible()
  await (await menuOf(page, 'Drop this')).getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete 1 item' }).click()
  await expect(page.getByText('2 items found')).toBeVisible()
  await expect(
    rowOf(page, 'Keep this').or(rowOf(page, 'Leave this')).and(page.locator(':focus')),
  ).toHaveCount(1)

  // From here on nothing more comes from the server: what shows is what the page knows.
  await page.evaluate(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    new MutationObserver(() => {
      if (document.querySelector('main')?.textContent?.includes('Drop this')) seen.push(location.search)
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  await page.route('**/graphql', () => {})
  await field.fill('')
  await expect(rowOf(page, 'Keep this')).toBeVisible()
  await expect(rowOf(page, 'Leave this')).toBeVisible()
  await expect(page).not.toHaveURL(/[?]/)
  // What is shown for a moment is drawn by then.
  await drawn(page)
  expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([])
  await page.unroute('**/graphql')
})
