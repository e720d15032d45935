import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { documentsAddress, idOf, newFolder, roomOf } from './support/room.ts'
import { rowNames } from './support/table.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, nameOf, PHONE, test } from './support/test.ts'
import { boxOf, choose, holdTransfers, localFiles, uploadRow, uploadWindow } from './support/upload.ts'

/** Some megabytes, of which no two parts are the same. */
const LARGE = Array.from({ length: 1_300_000 }, (_, line) => `${line}\n`).join('')
const NAMES = ['Deed.txt', 'Easement.txt', 'Lease.txt', 'Survey.txt']
const files = localFiles(
  Object.fromEntries([
    ...[...NAMES, 'Title.txt'].map((name) => [name, `Content of ${name}`]),
    ['Model.csv', LARGE],
    ['other/Model.csv', LARGE.replace('0\n', '1\n')],
  ]),
)
test.afterAll(() => files.remove())

const button = (page: Page, name: string) => uploadWindow(page).getByRole('button', { name, exact: true })

const expectTitle = (page: Page, title: string) =>
  expect(page.getByRole('dialog', { name: title, exact: true })).toBeVisible()

async function chooseFiles(page: Page, names: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Upload', exact: true }).first().click()
  await choose(
    page,
    page.getByRole('menuitem', { name: 'Files', exact: true }),
    names.map((name) => files.at(name)),
  )
}

test('UPL-23 UPL-24 UPL-25 UPL-26 UPL-27 UPL-28 UPL-29 UPL-30 UPL-33 UPL-34 the window tells how far the uploads are, wherever one goes', async ({
  open,
}) => {
  const folderId = await newFolder('Watched')
  const page = await open('contributor')
  await page.goto(documentsAddress(folderId))
  const transfers = await holdTransfers(page)
  await chooseFiles(page, NAMES)
  const window = uploadWindow(page)
  await expectTitle(page, 'Uploading... 0%')
  await expect(window.getByText('4 of 4 items remaining')).toBeVisible()
  await expect(window.getByRole('columnheader')).toHaveText(['Name', 'Destination', 'Status'])
  await expect(uploadRow(page, 'Deed.txt')).toContainText('Watched')
  await expect(button(page, 'Cancel Upload')).toBeEnabled()
  await expect(button(page, 'Close')).toBeDisabled()
  await expectAccessible(page)

  await expect.poll(() => transfers.waiting()).toBe(4)
  transfers.releaseOne()
  await expectTitle(page, 'Uploading... 25%')
  await expect(window.getByText('4 of 4 items remaining')).toBeVisible()

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Deal Room' }).click()
  await expect(page.getByRole('heading', { name: 'Deal Room' })).toBeVisible()
  await expectTitle(page, 'Uploading... 25%')
  await page.goBack()
  await expect(page.getByText('This folder is empty')).toBeVisible()

  await chooseFiles(page, ['Title.txt'])
  await expectTitle(page, 'Uploading... 20%')
  await expect(window.getByText('5 of 5 items remaining')).toBeVisible()

  const dialog = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  expect((await dialog).type()).toBe('beforeunload')
  await (await dialog).dismiss()
  await expectTitle(page, 'Uploading... 20%')

  transfers.releaseAll()
  await expectTitle(page, 'Done!')
  await expect(window.getByText('0 of 5 items remaining')).toBeVisible()
  await expect(button(page, 'Cancel Upload')).toBeDisabled()
  await expect.poll(() => rowNames(page)).toEqual([...NAMES, 'Title.txt'])
  await expectAccessible(page)

  // Nothing runs, so nothing holds one back.
  page.on('dialog', () => expect('a warning').toBe('none'))
  await page.reload()
  await expect(page.getByRole('link', { name: 'Deed.txt' })).toBeVisible()
  await expect(window).toHaveCount(0)
})

test('UPL-31 UPL-32 the window keeps its sizes and stays inside the browser window', async ({ open }) => {
  const folderId = await newFolder('Sized')
  const page = await open('contributor')
  await page.goto(documentsAddress(folderId))
  await chooseFiles(page, ['Deed.txt'])
  const window = uploadWindow(page)
  await expectTitle(page, 'Done!')
  const opened = await boxOf(window)
  expect(opened).toEqual({ x: 1440 - 500 - 24, y: 900 - 310 - 24, width: 500, height: 310 })

  const drag = async (from: { x: number; y: number }, to: { x: number; y: number }) => {
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 })
    await page.mouse.move(to.x, to.y, { steps: 4 })
    await page.mouse.up()
  }
  const byTitle = async () => {
    const { x, y } = await boxOf(window)
    return { x: x + 200, y: y + 27 }
  }
  const corner = async (right: boolean) => {
    const { x, y, width, height } = await boxOf(window)
    return right ? { x: x + width - 1, y: y + height - 1 } : { x: x + 1, y: y + 1 }
  }
  await drag(await corner(false), { x: 100, y: 100 })
  expect(await boxOf(window)).toMatchObject({ width: 720, height: 560 })
  await drag(await corner(false), { x: 1430, y: 890 })
  expect(await boxOf(window)).toMatchObject({ width: 386, height: 150 })

  await drag(await byTitle(), { x: -500, y: -500 })
  expect(await boxOf(window)).toEqual({ x: 0, y: 0, width: 386, height: 150 })
  await drag(await corner(true), { x: 600, y: 300 })
  const former = await boxOf(window)
  expect(former.width).toBeGreaterThan(560)

  await button(page, 'Minimise').click()
  expect(await boxOf(window)).toMatchObject({ width: 386, height: 54 })
  await expectAccessible(page)
  await button(page, 'Restore').click()
  expect(await boxOf(window)).toEqual(former)
  await button(page, 'Maximise').click()
  expect(await boxOf(window)).toMatchObject({ width: 720, height: 560 })
  await button(page, 'Restore former size').click()
  expect(await boxOf(window)).toEqual(former)

  await drag(await byTitle(), { x: 3000, y: 3000 })
  expect(await boxOf(window)).toMatchObject({ x: 1440 - former.width, y: 900 - former.height })
  await page.setViewportSize({ width: 1200, height: 600 })
  // The page hears of its new size a moment later.
  const farEdges = async () => {
    const { x, y, width, height } = await boxOf(window)
    return { right: x + width <= 1200, bottom: y + height <= 600 }
  }
  await expect.poll(farEdges).toEqual({ right: true, bottom: true })
  await button(page, 'Close').click()
  await expect(window).toHaveCount(0)
})

test('UPL-23 UPL-25 on a telephone uploads are a bar at the bottom that opens', async ({ open }) => {
  const folderId = await newFolder('On the way')
  const page = await open('contributor', PHONE)
  await page.goto(documentsAddress(folderId))
  await expect(page.getByRole('button', { name: nameOf('contributor') })).toBeVisible()
  const transfers = await holdTransfers(page)
  await page.getByRole('button', { name: 'Folder actions' }).click()
  await choose(
    page,
    page.getByRole('menuitem', { name: 'Upload files' }),
    NAMES.map((name) => files.at(name)),
  )
  const bar = uploadWindow(page)
  await expect(bar).toContainText('Uploading... 0%')
  await expect(bar).toContainText('4 of 4 items remaining')
  await expectNoSidewaysScroll(page)
  await bar.getByRole('button', { expanded: false }).click()
  await expect(bar.getByText('Easement.txt')).toBeVisible()
  await expectAccessible(page)
  transfers.releaseAll()
  await expect(bar).toContainText('Done!')
  await bar.getByRole('button', { name: 'Close' }).click()
  await expect(bar).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Survey.txt' })).toBeVisible()
  await expectNoSidewaysScroll(page)
})

test('INDEX-11 an upload is paused and resumed, and after a reload the same file goes on where it stopped', async ({
  open,
}) => {
  const folderId = await newFolder('Gone on with')
  const page = await open('contributor')
  const ranges: string[] = []
  page.on('request', (request) => {
    const range = request.headers()['content-range']
    if (range?.startsWith('bytes ') && !range.includes('*')) ranges.push(range)
  })
  await page.goto(documentsAddress(folderId))
  const devtools = await page.context().newCDPSession(page)
  const sendAt = (uploadThroughput: number) =>
    devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  await sendAt(500_000)
  await chooseFiles(page, ['Model.csv'])
  const window = uploadWindow(page)
  const row = uploadRow(page, 'Model.csv')
  const bar = row.getByRole('progressbar')
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(20)
  await button(page, 'Pause Model.csv').click()
  await expect(row).toContainText(/Paused at \d+%/)
  await expectAccessible(page)
  await button(page, 'Resume all').click()
  await expect.poll(() => ranges.length).toBe(2)
  await button(page, 'Pause all').click()
  await expect(row).toContainText(/Paused at \d+%/)

  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expectTitle(page, '1 of 1 interrupted')
  await expect(row).toContainText('Interrupted. Please choose it again.')
  await expectAccessible(page)
  await sendAt(-1)
  const again = button(page, 'Choose the files again to go on')
  await choose(page, again, files.at('other/Model.csv'))
  await expect(row).toContainText('Not the same file. Please choose it again.')
  await choose(page, again, files.at('Model.csv'))
  await expectTitle(page, 'Done!')
  await expect(window.getByText('0 of 1 items remaining')).toBeVisible()
  const starts = ranges.map((range) => Number(/bytes (\d+)-/.exec(range)?.[1]))
  expect(starts).toHaveLength(3)
  expect(starts).toEqual(starts.toSorted((a, b) => a - b))
  expect(starts[1]).toBeGreaterThan(100_000)
  const room = await roomOf('contributor')
  const { sha256 } = await room.download(await idOf(room, 'Gone on with', 'Model.csv'))
  expect(sha256).toBe(createHash('sha256').update(LARGE).digest('hex'))
})
