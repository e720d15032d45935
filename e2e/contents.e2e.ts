import { pdf } from './support/files.ts'
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
