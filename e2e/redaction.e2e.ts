import { pdfWith } from '../testing/paper.ts'
import { documentsAddress, newFiles, newFolder, roomOf } from './support/room.ts'
import { expect, expectAccessible, test } from './support/test.ts'

// Of a busy machine the processes that draw and redact get a share.
test.describe.configure({ timeout: 180_000 })
const DRAWN_MS = 60_000

test('an area is dragged over a page and words are found; applied, the result has neither', async ({
  open,
}) => {
  const bytes = await pdfWith([
    'Seller is Cedar Bluff Solar. The price is 41.20 per MWh, paid each month to Cedar Bluff Solar.',
    'Exhibit A',
  ])
  const [id] = await newFiles(await newFolder('Redaction journey'), ['Offtake.pdf'], () => bytes)
  const page = await open('contributor')
  await page.goto(documentsAddress(id))
  await page.getByRole('button', { name: 'Actions' }).last().click()
  await page.getByRole('menuitem', { name: 'Redact' }).click()
  const picture = page.getByRole('img', { name: 'Page 1 of 2' })
  await expect(picture).toBeVisible({ timeout: DRAWN_MS })
  // Its pages are scrolled in the window.
  const number = page.getByLabel('Page', { exact: true })
  await expect(number).toHaveValue('1')
  await picture.hover({ force: true })
  await page.mouse.wheel(0, 4000)
  await expect(number).toHaveValue('2')
  await expect(page.getByRole('img', { name: 'Page 2 of 2' })).toBeInViewport({ timeout: DRAWN_MS })
  await page.mouse.wheel(0, -4000)
  await expect(number).toHaveValue('1')
  await page.getByLabel('Reason of what is marked next').fill('Price')
  const box = await picture.boundingBox()
  if (!box) throw new Error('The page has no place.')
  await page.mouse.move(box.x + 80, box.y + 70)
  await page.mouse.down()
  await page.mouse.move(box.x + 300, box.y + 86, { steps: 4 })
  await page.mouse.up()
  const areas = page.getByRole('complementary', { name: 'Areas' })
  await expect(areas.getByText('1 area', { exact: true }).first()).toBeVisible()
  await page.getByLabel('Reason of what is marked next').fill('Third party')
  await page.getByLabel('Search for words').fill('Cedar Bluff Solar')
  await page.getByRole('button', { name: /^Cover / }).click({ timeout: DRAWN_MS })
  await expect(page.getByText(/^Saved /)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Apply redaction' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Apply \d areas$/ })
    .click()
  await expect(page.getByText('Applied', { exact: true })).toBeVisible({ timeout: 2 * DRAWN_MS })
  await page.getByRole('button', { name: 'Look at the result' }).click()
  const result = page.getByRole('img', { name: 'Page 1 of 2 of Offtake.pdf (redacted).' })
  await expect(result).toBeVisible({ timeout: DRAWN_MS })
  await expect(page.getByText('Redacted: Price')).toBeAttached()
  await expect(page.getByText('Cedar Bluff')).toHaveCount(0)
})

test('names of a list are found below a folder, and stand as areas in the draft', async ({ open }) => {
  const bytes = await pdfWith(['Seller is Cedar Bluff Solar, and the buyer is Mesa Power\nAuthority.'])
  // The root may have more folders of other journeys by then than a window shows rows.
  const parent = await newFolder('Names to redact')
  const [folder] = await (await roomOf('contributor')).createFolders(['Names journey'], parent)
  const [id] = await newFiles(folder?.id ?? '', ['Offtake names.pdf'], () => bytes)
  const page = await open('contributor')
  await page.goto(documentsAddress(parent))
  await page.getByRole('button', { name: 'Actions for Names journey' }).click()
  await page.getByRole('menuitem', { name: 'Find text to redact' }).click()
  const dialog = page.getByRole('dialog', { name: 'Find text to redact' })
  await dialog.getByRole('textbox', { name: 'Words or names' }).fill('Mesa Power Authority')
  await dialog.getByLabel('List of names').setInputFiles({
    name: 'names.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Cedar Bluff Solar;Seller\n'),
  })
  await expect(dialog.getByText('2 words or names, one in each line')).toBeVisible({ timeout: DRAWN_MS })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Find' }).click()
  await expect(dialog.getByText('1 file searched. 2 areas added to drafts.')).toBeVisible({
    timeout: DRAWN_MS,
  })
  await dialog.getByRole('link', { name: 'Offtake names.pdf' }).click()
  await expect(page.getByText('Redaction draft', { exact: true })).toBeVisible({ timeout: DRAWN_MS })
  const areas = page.getByRole('complementary', { name: 'Areas' })
  await expect(areas.getByText('2 areas', { exact: true }).first()).toBeVisible()
  await expect(areas.getByText('Mesa Power Authority')).toBeVisible()
  expect(page.url()).toContain(id)
})
