import type { Page } from '@playwright/test'
import { documentsAddress, idOf, roomOf } from './support/room.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, test } from './support/test.ts'

// Of a busy machine the processes that draw pages get a share.
test.describe.configure({ timeout: 120_000 })
const DRAWN_MS = 60_000

/** The folder that the bidder may only view, with its first file. */
async function assessment() {
  const room = await roomOf('bidder')
  const id = await idOf(room, '04 Permits and environmental', '04.2 Phase I assessments')
  const [first] = await room.list(id)
  if (!first) throw new Error('The demo has no assessments.')
  return { folderId: id, ...first }
}

const pageOf = (page: Page, number: number) => page.getByRole('img', { name: `Page ${number} of ` })
async function expectDrawn(page: Page, number: number): Promise<void> {
  await expect(pageOf(page, number)).toBeVisible({ timeout: DRAWN_MS })
  const width = () => pageOf(page, number).evaluate((image: HTMLImageElement) => image.naturalWidth)
  await expect.poll(width).toBeGreaterThan(700)
}

test('whoever may only view a file reads its pages by keyboard, zooms and turns them, and finds no download', async ({
  open,
}) => {
  const { folderId, name } = await assessment()
  const page = await open('bidder')
  await page.goto(documentsAddress(folderId))
  await page.getByRole('link', { name }).click()
  await expectDrawn(page, 1)
  await expect(page.getByRole('button', { name: 'Download' })).toHaveCount(0)
  await expectAccessible(page)

  const field = page.getByLabel('Page', { exact: true })
  await page.getByRole('document', { name: `Pages of ${name}` }).focus()
  await page.keyboard.press('End')
  await expect(field).toHaveValue('3')
  await expectDrawn(page, 3)
  await page.keyboard.press('Home')
  await expect(field).toHaveValue('1')
  const width = () => pageOf(page, 1).evaluate((image) => image.clientWidth)
  const before = await width()
  await page.keyboard.press('-')
  await expect.poll(width).toBeLessThan(before)
  await page.getByRole('button', { name: 'Rotate' }).click()
  // With the places on it.
  await expect(pageOf(page, 1).locator('..')).toHaveCSS(
    'transform',
    /matrix\(0, 1, -1, 0|matrix\(6\.\d+e-17, 1, -1/,
  )
  await expect(page.getByText(/Phase I Environmental/)).toHaveCount(0)
})

test('on a phone pages fill the width, in the dark as well', async ({ open }) => {
  const { id } = await assessment()
  const page = await open('bidder', { ...PHONE, colorScheme: 'dark' })
  await page.goto(documentsAddress(id))
  await expectDrawn(page, 1)
  const width = await pageOf(page, 1).evaluate((image) => image.clientWidth)
  expect(width).toBeGreaterThan(340)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})
