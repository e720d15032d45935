import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { pdfWith } from '../testing/paper.ts'
import { documentsAddress, idOf, newFiles, roomOf } from './support/room.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, test } from './support/test.ts'

// Of a busy machine the processes that draw pages get a share.
test.describe.configure({ timeout: 180_000 })
const DRAWN_MS = 60_000

/** The folder that the bidder may only view. */
const assessments = async () =>
  idOf(await roomOf('bidder'), '04 Permits and environmental', '04.2 Phase I assessments')

/** A scan of two pages, of which the second is damaged. */
async function tornScan(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const one = () =>
    sharp({ create: { width: 400, height: 300, channels: 3, background: '#ffffff', noise } })
      .png()
      .toBuffer()
  const scan = await sharp([await one(), await one()], { join: { animated: true } })
    .tiff({ compression: 'deflate' })
    .toBuffer()
  // In what is packed of the second page; its directory is at the end.
  scan.fill(0, Math.floor(scan.length * 0.6), Math.floor(scan.length * 0.8))
  return scan
}

/** A contract of pages that say "Section 1" and so on, in a folder that the bidder may only view. @returns its id */
async function newContract(folderName: string, pages = 4): Promise<string> {
  const contract = await pdfWith(Array.from({ length: pages }, (_, at) => `Section ${at + 1}`))
  const [folder] = await (await roomOf('contributor')).createFolders([folderName], await assessments())
  const [id = ''] = await newFiles(folder?.id ?? '', ['Contract.pdf'], () => contract)
  return id
}

const pageOf = (page: Page, number: number) => page.getByRole('img', { name: `Page ${number} of ` })
async function expectDrawn(page: Page, number: number): Promise<void> {
  await expect(pageOf(page, number)).toBeVisible({ timeout: DRAWN_MS })
  const width = () => pageOf(page, number).evaluate((image: HTMLImageElement) => image.naturalWidth)
  await expect.poll(width).toBeGreaterThan(390)
}

test('PAGE-14 PAGE-19 the reader loads pages near the view, and is walked through by bar and keys; a page that can’t be drawn says so in its place', async ({
  open,
  tolerate,
}) => {
  tolerate(/422/)
  const contract = await pdfWith(Array.from({ length: 30 }, (_, at) => `Section ${at + 1}`))
  const scan = await tornScan()
  const [folder] = await (await roomOf('contributor')).createFolders(['Read by keys'], await assessments())
  const [id = ''] = await newFiles(folder?.id ?? '', ['1 Contract.pdf', '2 Scan.tiff'], (name) =>
    name.endsWith('.pdf') ? contract : scan,
  )
  const page = await open('bidder')
  const asked = new Set<number>()
  const refused: number[] = []
  page.on('response', (response) => {
    const [, number] = /\/files\/page\/[^/]+\/(\d+)\?/.exec(response.url()) ?? []
    if (number === undefined) return
    asked.add(Number(number))
    if (!response.ok()) refused.push(response.status())
  })
  await page.goto(documentsAddress(id))
  await expectDrawn(page, 1)
  await expect(page.getByRole('button', { name: 'Download' })).toHaveCount(0)
  await expectAccessible(page)
  const pages = page.getByRole('document', { name: 'Pages of 1 Contract.pdf' })
  const field = page.getByLabel('Page', { exact: true })
  const place = () => pages.evaluate((element) => element.scrollTop)
  const height = () => pages.evaluate((element) => element.scrollHeight)
  const sheet = await height()
  expect(await page.locator('[data-page]').count()).toBeLessThan(5)

  // By the field, over all those between, which are not asked for and keep their places.
  await field.fill('30')
  await field.press('Enter')
  await expectDrawn(page, 30)
  expect([...asked].filter((number) => number > 5 && number < 26)).toEqual([])
  expect(await height()).toBe(sheet)
  await pages.focus()
  await page.keyboard.press('Home')
  await expect(field).toHaveValue('1')
  await expect.poll(place).toBe(0)
  await page.keyboard.press('PageDown')
  await expect.poll(place).toBeGreaterThan(300)
  await page.keyboard.press('PageUp')
  await expect.poll(place).toBe(0)
  await page.keyboard.press('End')
  await expect(field).toHaveValue('30')
  await page.keyboard.press('Home')
  await expect.poll(place).toBe(0)

  const size = async (number: number) => (await pageOf(page, number).boundingBox()) ?? { width: 0, height: 0 }
  for (let step = 0; step < 10; step += 1) await page.keyboard.press('+')
  await expect(page.getByText('400%')).toBeVisible()
  await expect.poll(async () => (await size(1)).width).toBeCloseTo((612 * 4 * 96) / 72, 0)
  for (let step = 0; step < 10; step += 1) await page.keyboard.press('-')
  await expect(page.getByText('25%')).toBeVisible()
  const room = await pages.evaluate(({ clientHeight }) => clientHeight)
  await page.getByRole('button', { name: 'Fit page' }).click()
  await expect.poll(async () => Math.abs((await size(1)).height - room)).toBeLessThan(40)
  await page.getByRole('button', { name: 'Fit width' }).click()
  await expect.poll(async () => (await size(1)).height).toBeGreaterThan(room)
  await page.getByRole('button', { name: 'Rotate' }).click()
  // With the places on it.
  await expect(pageOf(page, 1).locator('..')).toHaveCSS(
    'transform',
    /matrix\(0, 1, -1, 0|matrix\(6\.\d+e-17, 1, -1/,
  )
  await page.getByRole('button', { name: 'Full window' }).click()
  const viewer = page.getByRole('region', { name: 'Preview of 1 Contract.pdf' })
  const window = page.viewportSize() ?? { width: 0, height: 0 }
  await expect.poll(() => viewer.boundingBox()).toMatchObject({ x: 0, y: 0, ...window })
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await viewer.boundingBox())?.y).toBeGreaterThan(0)
  await expect(page.getByText(/Section \d/)).toHaveCount(0)

  await page.getByRole('link', { name: 'Next file' }).click()
  await expectDrawn(page, 1)
  await pageOf(page, 1).hover()
  await page.mouse.wheel(0, 2000)
  await expect(page.getByText('This page could not be drawn.')).toBeVisible({ timeout: DRAWN_MS })
  expect(new Set(refused)).toEqual(new Set([422]))
  await page.keyboard.press('ArrowLeft')
  await expect(pages).toBeVisible()
})

test('PAGE-24 on a phone pages fill the width, in the dark as well; two fingers zoom, and the bar has page field, find and menu', async ({
  open,
}) => {
  const id = await newContract('Read on a phone')
  const page = await open('bidder', { ...PHONE, colorScheme: 'dark' })
  await page.goto(documentsAddress(id))
  await expectDrawn(page, 1)
  const width = () => pageOf(page, 1).evaluate((image) => image.clientWidth)
  const filled = PHONE.viewport.width
  expect(await width()).toBe(filled)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  const touches = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...across: number[]) =>
    touches.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: across.map((x, id) => ({ x, y: 400, id })),
    })
  await touch('touchStart', 170, 220)
  for (const apart of [60, 90, 120]) await touch('touchMove', 195 - apart / 2, 195 + apart / 2)
  await touch('touchEnd')
  await expect.poll(width).toBeGreaterThan(filled * 1.5)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Pages' }).click()
  await page.getByRole('menuitem', { name: 'Fit width' }).click()
  await expect.poll(width).toBe(filled)
  const field = page.getByLabel('Page', { exact: true })
  await field.fill('3')
  await field.press('Enter')
  await expectDrawn(page, 3)

  await page.getByRole('button', { name: 'Find', exact: true }).click()
  const bar = page.getByRole('search', { name: 'Find in the document' })
  const words = bar.getByRole('searchbox', { name: 'Find in document' })
  await words.fill('section')
  await expect(bar.getByText(/^\d of 4$/)).toBeVisible({ timeout: DRAWN_MS })
  // All of it can be reached by a finger.
  for (const part of [words, ...(await bar.getByRole('button').all())])
    await expect(part).toBeInViewport({ ratio: 1 })
  expect((await words.boundingBox())?.width).toBeGreaterThan(100)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await field.fill('1')
  await field.press('Enter')
  await expectDrawn(page, 1)
  await bar.getByRole('button', { name: 'Next match' }).click()
  await expect(page.locator('[data-current]')).toBeInViewport()
})
