import type { Locator, Page } from '@playwright/test'
import { letter, picture } from '../testing/hostileFiles.ts'
import { documentsAddress, newFolder, roomOf } from './support/room.ts'
import { rowNames, rowOf, table } from './support/table.ts'
import { expect, expectAccessible, PHONE, test } from './support/test.ts'
import { uploadWindow } from './support/upload.ts'

/** The thumbnail in a row. */
const thumbnailOf = (page: Page, name: string): Locator => rowOf(page, name).locator('img')

/** Whether a picture has been loaded and is more than nothing. */
const shape = (image: Locator): Promise<number[]> =>
  image.evaluate((element: HTMLImageElement) => [element.naturalWidth, element.naturalHeight])

test('DOC-06 DOC-29 FMT-10 an uploaded picture and a PDF show themselves, a broken PDF keeps its icon', async ({
  open,
}) => {
  const lease = await letter('Lease')
  const folderId = await newFolder('Pictures')
  const page = await open('contributor')
  await page.goto(documentsAddress(folderId))
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('main').getByRole('button', { name: 'Upload' }).last().click()
  await (await chooser).setFiles([
    { name: 'Site.png', mimeType: 'image/png', buffer: await picture('png') },
    { name: 'Lease.pdf', mimeType: 'application/pdf', buffer: lease },
    { name: 'Broken.pdf', mimeType: 'application/pdf', buffer: lease.subarray(0, 300) },
    { name: 'Notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Notes') },
  ])
  await expect(uploadWindow(page).getByRole('heading', { name: 'Done!' })).toBeVisible()
  await uploadWindow(page).getByRole('button', { name: 'Close' }).click()
  // They come by themselves, as soon as they are made.
  await expect.poll(() => rowNames(page)).toEqual(['Broken.pdf', 'Lease.pdf', 'Notes.txt', 'Site.png'])
  await expect(thumbnailOf(page, 'Site.png')).toBeVisible({ timeout: 30_000 })
  await expect(thumbnailOf(page, 'Lease.pdf')).toBeVisible({ timeout: 30_000 })
  await expect.poll(() => shape(thumbnailOf(page, 'Site.png'))).toEqual([192, 144])
  await expect.poll(() => shape(thumbnailOf(page, 'Lease.pdf'))).toEqual([149, 192])
  await expect(rowOf(page, 'Broken.pdf').getByRole('img', { name: 'PDF' })).toBeVisible()
  await expect(rowOf(page, 'Notes.txt').getByRole('img', { name: 'File' })).toBeVisible()
  await expect(table(page).locator('img')).toHaveCount(2)
  const box = await thumbnailOf(page, 'Site.png').boundingBox()
  expect([box?.width, box?.height]).toEqual([22, 22])
  await expectAccessible(page)

  const phone = await open('viewer', PHONE)
  await phone.goto(documentsAddress(folderId))
  await expect.poll(() => shape(thumbnailOf(phone, 'Site.png'))).toEqual([192, 144])

  await page.getByRole('searchbox').fill('lease')
  await expect(page.getByRole('grid', { name: 'Search results' })).toBeVisible()
  await expect.poll(() => shape(thumbnailOf(page, 'Lease.pdf'))).toEqual([149, 192])
})

test('DOC-06 of many pictures only those near the view are loaded', async ({ open }) => {
  const folderId = await newFolder('Many pictures')
  const room = await roomOf('contributor')
  const bytes = await picture('png', { width: 40, height: 30 })
  const names = Array.from({ length: 120 }, (_, at) => `Picture ${at}.png`)
  for (let start = 0; start < names.length; start += 20) {
    const announced = await room.announce(
      names.slice(start, start + 20).map((name) => ({ name, size: bytes.length, parentId: folderId })),
    )
    await Promise.all(announced.map((upload) => room.put(upload, bytes)))
    await room.confirm(announced)
  }
  const made = async () => {
    const { children } = await room.call<{ children: { thumbnailUrl: string | null }[] }>(
      'query($treeId: ID!, $id: ID!) { document(treeId: $treeId, documentId: $id) { children { thumbnailUrl } } }',
      { id: folderId },
    )
    return children.filter(({ thumbnailUrl }) => thumbnailUrl !== null).length
  }
  await expect.poll(made, { timeout: 45_000 }).toBe(names.length)

  const page = await open('viewer')
  const asked = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/files/')) asked.add(pathname)
  })
  await page.goto(documentsAddress(folderId))
  await expect.poll(() => shape(thumbnailOf(page, 'Picture 0.png'))).toEqual([40, 30])
  await page.waitForLoadState('networkidle')
  expect(asked.size).toBeGreaterThan(10)
  expect(asked.size).toBeLessThan(70)
  await rowOf(page, 'Picture 10.png').hover()
  await page.mouse.wheel(0, 6000)
  await expect.poll(() => shape(thumbnailOf(page, 'Picture 119.png'))).toEqual([40, 30])
})
