import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { sha256 } from '../testing/faults/content.ts'
import type { Room } from '../testing/room.ts'
import { documentsAddress, idOf, roomOf } from './support/room.ts'
import { menuOf, pressIn, rowOf, table } from './support/table.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, test } from './support/test.ts'

/** How many files somebody sees below a folder of the root. */
const filesIn = async (room: Room, folder: string): Promise<number> =>
  (await room.list()).find((entry) => entry.name === folder)?.fileCount ?? 0

const dialog = (page: Page) => page.getByRole('dialog')

/** Confirms the question in view, waits for the zip and saves it. */
async function zipOf(page: Page): Promise<{ name: string; files: Record<string, Uint8Array> }> {
  await dialog(page).getByRole('button', { name: 'Make zip' }).click()
  await expect(dialog(page).getByText('The zip is ready.')).toBeVisible({ timeout: 60_000 })
  const saved = page.waitForEvent('download')
  await dialog(page).getByRole('link', { name: 'Download', exact: true }).click()
  const download = await saved
  return {
    name: download.suggestedFilename(),
    files: unzipSync(new Uint8Array(await readFile(await download.path()))),
  }
}

test('DOP-21 DOP-22 DOP-25 DOP-27 a lender zips a folder from its row, and finds in it what they may see', async ({
  open,
}) => {
  const page = await open('viewer')
  const room = await roomOf('viewer')
  const count = await filesIn(room, '03 Offtake and interconnection')
  await page.goto(documentsAddress())
  const menu = await menuOf(page, '03 Offtake and interconnection')
  await expect(menu.getByRole('menuitem')).toHaveText([
    'Open',
    'Download as zip',
    'Copy link',
    'Add to favourites',
    'Private note',
    'Copilot',
  ])
  await menu.getByRole('menuitem', { name: 'Download as zip' }).click()
  await expect(dialog(page).getByRole('status')).toHaveText(new RegExp(`^${count} files, [\\d.]+ [KM]B$`))
  await expectAccessible(page)
  const { name, files } = await zipOf(page)
  await expectAccessible(page)
  expect(name).toMatch(/^republican-valley-portfolio-documents-\d{4}-\d\d-\d\d\.zip$/)
  await expect(dialog(page).getByText(`In the zip: ${count} files`)).toBeVisible()
  await expect(
    dialog(page).getByRole('list', { name: 'Files in the zip' }).getByRole('listitem'),
  ).toHaveCount(count)
  await dialog(page).getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog(page)).toHaveCount(0)

  const paths = Object.keys(files).filter((path) => !path.endsWith('/') && path !== 'manifest.csv')
  expect(paths).toHaveLength(count)
  const [path = ''] = paths
  const original = await room.download(await idOf(room, ...path.split('/')))
  expect(sha256(files[path] ?? new Uint8Array())).toBe(original.sha256)
  const manifest = Buffer.from(files['manifest.csv'] ?? []).toString()
  expect(manifest).toContain(original.sha256)
  expect(manifest.trimEnd().split('\r\n')).toHaveLength(count + 1)
})

test("PERM-10 DOP-27 DOC-40 a bidder's zip of the whole room holds no name of the rival, the manifest included", async ({
  open,
}) => {
  const page = await open('bidder')
  await page.goto(documentsAddress())
  await page.getByRole('button', { name: 'Folder actions' }).click()
  await page.getByRole('menuitem', { name: 'Download as zip' }).click()
  const { files } = await zipOf(page)
  const hers = (await (await roomOf('bidder')).list()).map((entry) => entry.name)
  const everything = (await (await roomOf('dealAdmin')).list()).map((entry) => entry.name)
  const tops = new Set(Object.keys(files).map((path) => path.split('/')[0]))
  expect([...tops].sort()).toEqual([...hers, 'manifest.csv'].sort())
  const bids = await namesBelow('dealAdmin', '08 Bids')
  const mine = await namesBelow('bidder', '08 Bids')
  const hidden = bids.filter((name) => !mine.includes(name))
  expect(hidden.length).toBeGreaterThan(0)
  const told = [...Object.keys(files), Buffer.from(files['manifest.csv'] ?? []).toString()].join('\n')
  for (const name of mine) expect(told).toContain(name)
  expect(told).not.toContain('Calder')
  // By whole names: other journeys leave files of short ones.
  const named = told.split('\n').filter((line) => line.includes('08 Bids/'))
  const segments = new Set(named.flatMap((line) => line.split(/[/,"]/)))
  expect(hidden.filter((name) => segments.has(name))).toEqual([])
  // Other journeys leave entries of short names in the root; a line that begins with one would tell of it.
  const begins = told.split('\n').map((line) => line.replace(/^"/, '').split(/[/,"]/)[0])
  expect(everything.filter((name) => !hers.includes(name) && begins.includes(name))).toEqual([])
})

/** Names of all entries of a folder of the root, and of what is in them, as somebody sees them. */
async function namesBelow(persona: 'bidder' | 'dealAdmin', folder: string): Promise<string[]> {
  const room = await roomOf(persona)
  const entries = await room.list(await idOf(room, folder))
  const below = await Promise.all(
    entries.map((entry) => (entry.fileType === 'FOLDER' ? room.list(entry.id) : [])),
  )
  return [...entries, ...below.flat()].map((entry) => entry.name)
}

test('DOC-40 DOP-17 DOP-25 a mixed selection is zipped; what was staged ends with the folder', async ({
  open,
}) => {
  const page = await open('viewer')
  await page.goto(documentsAddress())
  await rowOf(page, '01 Corporate').getByRole('checkbox').check()
  // Files come last, behind the folders of other journeys.
  await rowOf(page, '01 Corporate').focus()
  await page.keyboard.press('End')
  await rowOf(page, 'Process letter.pdf').getByRole('checkbox').check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Download as zip' }).click()
  await expect(dialog(page).getByRole('heading')).toHaveText('Download 2 items as zip')
  await expect(dialog(page).getByRole('status')).toHaveText(
    new RegExp(`^${1 + (await filesIn(await roomOf('viewer'), '01 Corporate'))} files, `),
  )
  const { files } = await zipOf(page)
  expect(Object.keys(files)).toEqual(expect.arrayContaining(['01 Corporate/', 'Process letter.pdf']))
  await pressIn(dialog(page), 'Escape')
  await expect(dialog(page)).toHaveCount(0)

  await page.goto(documentsAddress())
  await page.getByRole('link', { name: '02 Real estate' }).click()
  await expect(rowOf(page, '02.1 Leases')).toBeVisible()
  await (await menuOf(page, '02.1 Leases')).getByRole('menuitem', { name: 'Download as zip' }).click()
  await expect(dialog(page)).toBeVisible()
  await page.goBack()
  await expect(rowOf(page, '01 Corporate')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
})

test('DOP-21 on a phone a folder is zipped from its own menu', async ({ open }) => {
  const page = await open('viewer', PHONE)
  await page.goto(documentsAddress())
  await expect(table(page)).toBeVisible()
  await page.getByRole('button', { name: 'Folder actions' }).click()
  await page.getByRole('menuitem', { name: 'Download as zip' }).click()
  await expect(dialog(page).getByRole('status')).toHaveText(/^\d+ files, /)
  await expectNoSidewaysScroll(page)
  const { files } = await zipOf(page)
  await expectNoSidewaysScroll(page)
  expect(Object.keys(files)).toContain('manifest.csv')
})

test('DOP-25 DOP-28 a zip whose window was closed is found again, on a phone as well, and by nobody else', async ({
  open,
}) => {
  const room = await roomOf('viewer')
  const count = await filesIn(room, '04 Permits and environmental')
  const page = await open('viewer')
  await page.goto(documentsAddress())
  const menu = await menuOf(page, '04 Permits and environmental')
  await menu.getByRole('menuitem', { name: 'Download as zip' }).click()
  await dialog(page).getByRole('button', { name: 'Make zip' }).click()
  await expect(dialog(page).getByText(`In the zip: ${count} files`)).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Close' }).first().press('Escape')
  await expect(dialog(page)).toHaveCount(0)

  const phone = await open('viewer', PHONE)
  await phone.goto(documentsAddress())
  await phone.getByRole('button', { name: 'Folder actions' }).click()
  await phone.getByRole('menuitem', { name: 'Zip downloads' }).click()
  const link = dialog(phone).getByRole('link', { name: 'Download zip of 04 Permits and environmental' })
  await expect(link.first()).toBeVisible({ timeout: 60_000 })
  await expectAccessible(phone)
  await expectNoSidewaysScroll(phone)
  const saved = phone.waitForEvent('download')
  await link.first().click()
  const files = unzipSync(new Uint8Array(await readFile(await (await saved).path())))
  expect(Object.keys(files).filter((path) => !path.endsWith('/'))).toHaveLength(count + 1)

  const other = await open('bidder')
  await other.goto(documentsAddress())
  await other.getByRole('button', { name: 'Folder actions' }).click()
  await other.getByRole('menuitem', { name: 'Zip downloads' }).click()
  await expect(
    dialog(other)
      .getByText(/You have no zips here|kept until/)
      .first(),
  ).toBeVisible()
  await expect(dialog(other).getByText('04 Permits and environmental')).toHaveCount(0)
})
