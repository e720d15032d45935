import type { Page } from '@playwright/test'
import { longDocument, pdf, workbook } from './support/files.ts'
import { documentsAddress, newFiles, newFolder } from './support/room.ts'
import { expect, expectAccessible, test } from './support/test.ts'

test('FIND-03 FIND-06 what a PDF says is found within a minute, and a click shows its page with the words marked', async ({
  open,
}) => {
  test.setTimeout(120_000)
  const folderId = await newFolder('Found by contents')
  const pages = ['Cover', 'Table of contents', 'The Seller grants a quitclaim of the moonstone easement.']
  const content = await pdf(pages)
  await newFiles(folderId, ['Easement.pdf'], () => content)
  const page = await open('viewer')
  const passage = page.getByRole('link', { name: /^page 3/ })
  await expect(async () => {
    await page.goto(`${documentsAddress(folderId)}?q=moonstone+easements`)
    await expect(passage).toBeVisible({ timeout: 8_000 })
  }).toPass({ timeout: 60_000 })
  await expect(passage.locator('mark')).toHaveText(['moonstone', 'easement'])
  await expectAccessible(page)
  await passage.click()
  await expect(page).toHaveURL(/page=3&words=moonstone\+easement/)
  await expect(page.getByRole('region', { name: 'Preview of Easement.pdf' })).toBeVisible()
  await expect
    .poll(() =>
      page.evaluate(() =>
        [...CSS.highlights.values()].flatMap((marked) => [...marked].map((range) => String(range))),
      ),
    )
    .toContain('moonstone easement')
})

/** What is marked in a paper, and which of it one is at. */
const marksIn = (page: Page, name: string) => {
  const paper = page
    .getByRole('region', { name: `Preview of ${name}` })
    .locator('iframe')
    .contentFrame()
  return { marks: paper.locator('mark.found'), current: paper.locator('mark.found:target') }
}

test('FIND-15 in a PDF, a Word document and a workbook Ctrl+F looks through the whole text, counts, and goes on and back', async ({
  open,
}) => {
  test.setTimeout(240_000)
  const folderId = await newFolder('Found by Ctrl+F')
  const contents: Record<string, Uint8Array> = {
    'Long.pdf': await pdf(
      Array.from({ length: 40 }, (_, at) => (at % 20 === 19 ? 'The moonstone clause' : 'Page')),
    ),
    'Long.docx': await longDocument('moonstone', 400),
    'Long.xlsx': await workbook(3000),
  }
  await newFiles(folderId, Object.keys(contents), (name) => Buffer.from(contents[name] ?? []))
  const page = await open('viewer')
  const bar = page.getByRole('search', { name: 'Find in the document' })
  const typed = bar.getByRole('searchbox')
  const next = bar.getByRole('button', { name: 'Next match' })
  /** Once what is shown listens to keys. */
  const find = async (text: string) => {
    await expect(async () => {
      await page.keyboard.press('Control+f')
      await expect(typed).toBeVisible({ timeout: 1000 })
    }).toPass()
    await typed.fill(text)
  }
  const show = async (name: string) => {
    await page.goto(documentsAddress(folderId))
    await page.getByRole('link', { name }).click()
    await expect(page.getByRole('region', { name: `Preview of ${name}` })).toBeVisible()
  }

  await show('Long.pdf')
  await expect(page.getByRole('group', { name: 'Page 1', exact: true })).toBeVisible()
  await find('moonstone')
  await expect(bar.getByText('1 of 2')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Page 20', exact: true })).toBeInViewport()
  await next.click()
  await expect(bar.getByText('2 of 2')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Page 40', exact: true })).toBeInViewport()

  await show('Long.docx')
  const { marks, current } = marksIn(page, 'Long.docx')
  await expect(page.getByRole('button', { name: 'Find' })).toBeVisible()
  await find('moonstone')
  await expect(bar.getByText('1 of 2')).toBeVisible()
  await expect(marks).toHaveText(['moonstone', 'moonstone'])
  await expect(current).toBeInViewport()
  await expect(marks.nth(1)).not.toBeInViewport()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(bar.getByText('2 of 2')).toBeVisible()
  await expect(marks.nth(1)).toBeInViewport()
  await expect(marks.nth(0)).not.toBeInViewport()
  await page.keyboard.press('Shift+Enter')
  await expect(marks.nth(0)).toBeInViewport()
  // The first one empties the field.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(bar).toBeHidden()
  await expect(marks.nth(0)).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Find' })).toBeFocused()

  await show('Long.xlsx')
  const grid = page.getByRole('grid', { name: 'Production of Long.xlsx' })
  await expect(grid.getByText('1,000.5')).toBeVisible()
  await find('day 3000')
  await expect(bar.getByText('1 of 1')).toBeVisible()
  await expect(grid.getByRole('gridcell', { selected: true })).toHaveText('Day 3000 & <b>more</b>')
  await expect(grid.getByRole('gridcell', { selected: true })).toBeInViewport()
  // In another sheet.
  await typed.fill('degradation')
  await expect(page.getByRole('tab', { name: 'Assumptions', selected: true })).toBeVisible()
  await expect(
    page.getByRole('grid', { name: 'Assumptions of Long.xlsx' }).getByRole('gridcell', { selected: true }),
  ).toHaveText('Degradation')
  await expectAccessible(page)
})

test('FIND-06 a click on a passage shows the words marked in a Word document, and the cell in its sheet', async ({
  open,
}) => {
  test.setTimeout(120_000)
  const folderId = await newFolder('Found in Office files')
  const contents: Record<string, Uint8Array> = {
    'Amendment.docx': await longDocument('larkspur', 300),
    'Degradation.xlsx': await workbook(5),
  }
  await newFiles(folderId, Object.keys(contents), (name) => Buffer.from(contents[name] ?? []))
  const page = await open('viewer')
  const passage = (words: string) => page.locator(`a[href*="words="]`).filter({ hasText: words })
  const search = async (text: string, words: string) => {
    await expect(async () => {
      await page.goto(`${documentsAddress(folderId)}?q=${text}`)
      await expect(passage(words).first()).toBeVisible({ timeout: 8_000 })
    }).toPass({ timeout: 60_000 })
    await passage(words).first().click()
  }
  await search('larkspur', 'larkspur')
  const { current } = marksIn(page, 'Amendment.docx')
  await expect(current).toHaveText('larkspur')
  await expect(current).toBeInViewport()
  await search('degradation', 'Degradation')
  await expect(page.getByRole('tab', { name: 'Assumptions', selected: true })).toBeVisible()
  await expect(
    page
      .getByRole('grid', { name: 'Assumptions of Degradation.xlsx' })
      .getByRole('gridcell', { selected: true }),
  ).toHaveText('Degradation')
})
