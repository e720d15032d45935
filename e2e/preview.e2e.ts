import type { Page } from '@playwright/test'
import { documentsAddress, idOf, roomOf } from './support/room.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  type Persona,
  PHONE,
  test,
} from './support/test.ts'

const ENGINEERING = '05 Engineering and construction'
const PHOTOGRAPHS = '05.4 Site photographs'

const preview = (page: Page, name: string) => page.getByRole('region', { name: `Preview of ${name}` })

/** The folder's id and its files, in the order of the list. */
async function filesIn(persona: Persona, ...folder: string[]) {
  const room = await roomOf(persona)
  const id = await idOf(room, ...folder)
  return { id, files: (await room.list(id)).filter((entry) => entry.fileType === 'FILE') }
}

async function expectPicture(page: Page, name: string): Promise<void> {
  const picture = preview(page, name).getByRole('img', { name })
  await expect(picture).toBeVisible()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(100)
}

test('DOC-10 DOC-13 pictures show themselves, and the arrow keys and buttons lead through the folder', async ({
  open,
}) => {
  const { id, files } = await filesIn('viewer', ENGINEERING, PHOTOGRAPHS)
  const [first, second, third] = files.map((file) => file.name)
  if (!first || !second || !third) throw new Error('The demo has too few photographs.')
  const page = await open('viewer')
  await page.goto(documentsAddress(id))
  await page.getByRole('link', { name: first }).click()
  await expectPicture(page, first)
  await expectAccessible(page)
  await expect(page.getByRole('button', { name: 'Previous file' })).toBeDisabled()
  await page.keyboard.press('ArrowLeft')
  await expectPicture(page, first)
  // The way to the neighbours comes a moment after the file.
  await expect(page.getByRole('link', { name: 'Next file' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expectPicture(page, second)
  await page.getByRole('link', { name: 'Next file' }).click()
  await expectPicture(page, third)
  await expect(page.getByRole('link', { name: 'Previous file' })).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expectPicture(page, second)
  await page.getByRole('link', { name: 'Previous file' }).click()
  await expectPicture(page, first)
  await page.goto(documentsAddress(files.at(-1)?.id))
  await expectPicture(page, files.at(-1)?.name ?? '')
  await expect(page.getByRole('button', { name: 'Next file' })).toBeDisabled()
})

test('DOC-13 a picture that had to be made smaller can be looked at in full size, where arrows scroll it', async ({
  open,
}) => {
  const { files } = await filesIn('viewer', ENGINEERING, PHOTOGRAPHS)
  const [, second] = files
  if (!second) throw new Error('The demo has too few photographs.')
  const page = await open('viewer', { viewport: { width: 900, height: 700 } })
  await page.goto(documentsAddress(second.id))
  await expectPicture(page, second.name)
  const shown = preview(page, second.name)
  const picture = shown.getByRole('img', { name: second.name })
  const width = () => picture.evaluate((image: HTMLImageElement) => image.clientWidth)
  const natural = await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)
  expect(await width()).toBeLessThan(natural)
  await shown.getByRole('button', { name: 'Full size' }).click()
  expect(await width()).toBe(natural)
  const stage = shown.getByRole('group', { name: `${second.name} in full size` })
  const scrolled = () => stage.evaluate((element) => element.scrollLeft)
  const before = await scrolled()
  expect(before).toBeGreaterThan(0)
  await stage.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(scrolled).toBeGreaterThan(before)
  await expect(picture).toBeVisible()
  await expectAccessible(page)
  await shown.getByRole('button', { name: 'Fit to the page' }).click()
  expect(await width()).toBeLessThan(natural)
  await picture.click()
  expect(await width()).toBe(natural)
})

test('DOC-11 DOP-20 a PDF is drawn in the page, under a bar with link and download', async ({ open }) => {
  const { files } = await filesIn('viewer', '02 Real estate', '02.1 Leases')
  const [lease] = files
  if (!lease) throw new Error('The demo has no lease.')
  const page = await open('viewer', { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.goto(documentsAddress(lease.id))
  const shown = preview(page, lease.name)
  const sheet = shown.locator('canvas').first()
  await expect(sheet).toBeVisible()
  // White paper with something on it.
  await expect
    .poll(() =>
      sheet.evaluate((canvas: HTMLCanvasElement) => {
        const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
        let dark = 0
        for (let at = 0; at < pixels.length; at += 4) {
          if ((pixels[at] ?? 255) < 128 && pixels[at + 3] === 255) dark += 1
        }
        return dark
      }),
    )
    .toBeGreaterThan(500)
  await expectAccessible(page)

  await shown.getByRole('button', { name: 'Copy link' }).click()
  await expect(shown.getByText('Copied!')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
  const download = page.waitForEvent('download')
  await shown.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe(lease.name)
})

test('DOC-13 text shows in a frame of its own origin; a file without preview offers its download', async ({
  open,
}) => {
  const room = await roomOf('viewer')
  const page = await open('viewer')
  await page.goto(documentsAddress(await idOf(room, 'Data room rules.txt')))
  const frame = preview(page, 'Data room rules.txt').locator('iframe')
  await expect(frame).toHaveAttribute('sandbox', '')
  await expect(frame.contentFrame().locator('body')).not.toBeEmpty()

  const contributor = await roomOf('contributor')
  const [folder] = await contributor.createFolders(['Without preview'])
  const [upload] = await contributor.announce([{ name: 'Model.dwg', size: 4, parentId: folder?.id ?? '' }])
  if (!upload) throw new Error('The file was not announced.')
  await contributor.put(upload, Buffer.from('old!'))
  await contributor.confirm([upload])
  await page.goto(documentsAddress(upload.file.id))
  const fallback = preview(page, 'Model.dwg')
  await expect(fallback.getByText('There is no preview for this kind of file.')).toBeVisible()
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await fallback.getByRole('button', { name: 'Download' }).last().click()
  expect((await download).suggestedFilename()).toBe('Model.dwg')
})

test('DOC-43 a file that holds a script does not run it, as preview or by its address', async ({
  open,
  tolerate,
}) => {
  // A file that is opened alone has no icon, so the browser asks for one.
  tolerate(/favicon\.ico/)
  const room = await roomOf('contributor')
  const [folder] = await room.createFolders(['Hostile'])
  const script =
    '<html><script>parent.localStorage.owned = 1; localStorage.owned = 1</script><p>Hello</p></html>'
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"><script>localStorage.owned = 1</script></svg>`
  const bytes: Record<string, Buffer> = {
    'page.html': Buffer.from(script),
    'drawing.svg': Buffer.from(svg),
    'page.txt': Buffer.from(script),
    'page.png': Buffer.from(script),
    'page.pdf': Buffer.from(script),
  }
  const uploads = await room.announce(
    Object.entries(bytes).map(([name, content]) => ({
      name,
      size: content.length,
      parentId: folder?.id ?? '',
    })),
  )
  for (const upload of uploads) await room.put(upload, bytes[upload.file.name] ?? Buffer.alloc(0))
  const { files } = await room.confirm(uploads)
  expect(files).toHaveLength(5)

  const page = await open('contributor')
  for (const { id, name } of files) {
    await page.goto(documentsAddress(id))
    await expect(preview(page, name)).toBeVisible()
    if (name === 'page.txt')
      await expect(page.frameLocator('iframe').locator('body')).toContainText('<script>')
    else await expect(preview(page, name).getByRole('button', { name: 'Download' }).last()).toBeVisible()
    const { previewUrl } = await room.call<{ previewUrl: string | null }>(
      'query($treeId: ID!, $id: ID!) { document(treeId: $treeId, documentId: $id) { previewUrl } }',
      { id },
    )
    // What has no preview has no address under which a browser would show it.
    expect(previewUrl === null).toBe(/html|svg/.test(name))
    // A browser without a reader of PDFs takes the file down, and stays on the page.
    if (previewUrl !== null)
      await page.goto(previewUrl).catch((error: Error) => {
        if (!/Download is starting/.test(error.message) || name !== 'page.pdf') throw error
      })
    expect(await page.evaluate(() => localStorage.getItem('owned'))).toBeNull()
  }
})

test('DOC-10 DOC-20 on a telephone the preview fills the screen, with a way back to the folder', async ({
  open,
}) => {
  const { id, files } = await filesIn('viewer', ENGINEERING, PHOTOGRAPHS)
  const [first] = files
  const page = await open('viewer', PHONE)
  await page.goto(documentsAddress(id))
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.getByRole('link', { name: first?.name ?? '' }).click()
  await expectPicture(page, first?.name ?? '')
  expect(await preview(page, first?.name ?? '').boundingBox()).toMatchObject({ x: 0, y: 0, width: 390 })
  await expectAccessible(page)
  await page.getByRole('link', { name: `Back to ${PHOTOGRAPHS}` }).click()
  await expect(page).toHaveURL(documentsAddress(id))
})
