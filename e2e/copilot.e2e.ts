import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { pdfWith } from '../testing/paper.ts'
import { documentsAddress, newFiles, newFolder } from './support/room.ts'
import { menuOf } from './support/table.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, test } from './support/test.ts'

const AGREEMENT = [
  'POWER PURCHASE AGREEMENT between Juniper Flats Solar, LLC ("Seller") and Mesa Public Power Authority ("Buyer").',
  'Contract Price. Buyer pays $31.75 per MWh. Term. The Delivery Term is twenty (20) years from the Commercial Operation Date.',
]

const openWindow = async (page: Page, name: string) => {
  await (await menuOf(page, name)).getByRole('menuitem', { name: 'Copilot' }).click()
  return page.getByRole('dialog', { name: 'Copilot' })
}

/** Every word of a Word file. */
const wordsOf = (bytes: Uint8Array): string =>
  strFromU8(unzipSync(bytes)['word/document.xml'] ?? new Uint8Array())
    .replace(/<\/w:p>/g, '\n')
    .replace(/<[^>]+>/g, '')

test('COP-01 COP-02 COP-03 COP-07 COP-08 COP-09 a folder of contracts is summarised, and the report names file and page', async ({
  open,
}) => {
  const folder = await newFolder('Contracts to summarise')
  await newFiles(folder, ['Empty.pdf'], () => new Uint8Array())
  await newFiles(folder, ['Agreement.pdf'], () => agreement)
  const page = await open('contributor')
  await page.goto(documentsAddress())
  const window = await openWindow(page, 'Contracts to summarise')
  await expect(window.getByRole('combobox', { name: 'Kind of summary' })).toHaveText('PPA analysis')
  await expectAccessible(page)
  await window.getByRole('button', { name: 'Start' }).click()
  const job = window.getByRole('listitem').filter({ hasText: 'PPA analysis: Contracts to summarise' })
  await expect(job).toContainText('Processing')
  const download = job.getByRole('link', { name: 'Download PPA analysis: Contracts to summarise' })
  await expect(download).toBeVisible({ timeout: 60_000 })
  await expectAccessible(page)
  const saved = page.waitForEvent('download')
  await download.click()
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/^PPA analysis \d{4}-\d\d-\d\d\.docx$/)
  const words = wordsOf(await readFile(await file.path()))
  expect(words).toContain('$31.75 per MWh')
  expect(words).toMatch(/Agreement\.pdf[\s\S]*page 2/)

  // Read beside its document: the fact leads to its page, on which its words are marked.
  await job.getByRole('link', { name: /^Open / }).click()
  const panel = page.getByRole('complementary', { name: 'Summary' })
  const price = panel.getByRole('link', { name: /Price.*\$31\.75 per MWh/ })
  await price.click()
  await expect(price).toHaveAttribute('aria-current', 'true')
  const second = page.getByRole('group', { name: 'Page 2' })
  await expect(second).toBeInViewport()
  await expect
    .poll(() => page.evaluate(() => [...(CSS.highlights.get('pdf-current') ?? [])].map(String).join('')))
    .toContain('$31.75 per MWh')
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(panel).toBeInViewport()
  await expectNoSidewaysScroll(page)
  await panel.getByRole('link', { name: 'Close summary' }).click()
  await expect(panel).toHaveCount(0)
})

test('COP-02 COP-04 COP-11 on a phone a lender asks for a summary of what they read, and sees no summaries of others', async ({
  open,
}) => {
  const folder = await newFolder('Certificate to summarise')
  await newFiles(folder, ['Certificate.pdf'], () => agreement)
  const page = await open('viewer', PHONE)
  await page.goto(documentsAddress(folder))
  const window = await openWindow(page, 'Certificate.pdf')
  await window.getByRole('combobox', { name: 'Kind of summary' }).click()
  await page.getByRole('option', { name: 'Insurance summary' }).click()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await window.getByRole('button', { name: 'Start' }).click()
  await expect(
    window.getByRole('listitem').filter({ hasText: 'Insurance summary: Certificate.pdf' }),
  ).toContainText(/Processing|Complete/)
  await expectNoSidewaysScroll(page)
  // Others' summaries are nobody else's.
  await expect(window.getByText('Contracts to summarise')).toHaveCount(0)
})

let agreement = new Uint8Array()
test.beforeAll(async () => {
  agreement = new Uint8Array(await pdfWith(AGREEMENT))
})
