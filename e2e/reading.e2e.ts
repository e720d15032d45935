import type { Page } from '@playwright/test'
import { origin } from './support/address.ts'
import { agreement, hostileDocument, pdf, workbook } from './support/files.ts'
import { documentsAddress, idOf, roomOf } from './support/room.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, test } from './support/test.ts'

const preview = (page: Page, name: string) => page.getByRole('region', { name: `Preview of ${name}` })

/** Puts files into a new folder of the room. @returns their addresses by name */
async function upload(folderName: string, files: Readonly<Record<string, Uint8Array>>) {
  const room = await roomOf('contributor')
  const [folder] = await room.createFolders([folderName])
  const uploads = await room.announce(
    Object.entries(files).map(([name, bytes]) => ({
      name,
      size: bytes.length,
      parentId: folder?.id ?? '',
    })),
  )
  for (const each of uploads) await room.put(each, files[each.file.name] ?? new Uint8Array())
  const confirmed = await room.confirm(uploads)
  expect(confirmed.failedIds).toEqual([])
  const ids = new Map(confirmed.files.map(({ id, name }) => [name, id]))
  return (name: string) => {
    const id = ids.get(name)
    if (id === undefined) throw new Error(`${name} was not uploaded.`)
    return documentsAddress(id)
  }
}

/** Scripts of the page itself would leave it here. */
const owned = (page: Page) => page.evaluate(() => 'owned' in window)

test('DOC-13 a Word document shows as a page to read', async ({ open }) => {
  const at = await upload('Reading Word', { 'Agreement.docx': await agreement() })
  const page = await open('viewer')
  await page.goto(at('Agreement.docx'))
  const frame = preview(page, 'Agreement.docx').locator('iframe')
  await expect(frame).toHaveAttribute('sandbox', '')
  const paper = frame.contentFrame()
  await expect(paper.getByRole('heading', { name: 'Power purchase agreement', level: 1 })).toBeVisible()
  await expect(paper.getByRole('heading', { name: 'Article 1. Term' })).toBeVisible()
  await expect(paper.getByText('412,500')).toBeVisible()
  await expectAccessible(page)
})

test('DOC-13 DOC-20 a Word document is read on a telephone without scrolling sideways', async ({ open }) => {
  const at = await upload('Reading Word by telephone', { 'Agreement.docx': await agreement() })
  const phone = await open('viewer', PHONE)
  await phone.goto(at('Agreement.docx'))
  const small = preview(phone, 'Agreement.docx').locator('iframe').contentFrame()
  await expect(small.getByText('The term is twenty years')).toBeVisible()
  expect(await small.locator('html').evaluate((root) => root.scrollWidth <= root.clientWidth)).toBe(true)
  await expectNoSidewaysScroll(phone)
})

test('DOC-13 DOC-38 a workbook shows its sheets, cell by cell; that is one view and no download', async ({
  open,
}) => {
  const at = await upload('Reading Excel', { 'Production.xlsx': await workbook(3000) })
  const page = await open('viewer')
  await page.goto(at('Production.xlsx'))
  const grid = page.getByRole('grid', { name: 'Production of Production.xlsx' })
  await expect(grid.getByText('1,000.5')).toBeVisible()
  await expect(grid.getByText('01/01/2026')).toBeVisible()
  await expect(grid).toHaveAttribute('aria-rowcount', '3002')
  expect(await grid.getByRole('row').count()).toBeLessThan(80)
  await expectAccessible(page)

  // Arrow keys are the grid's while one is in it, and the folder's otherwise.
  await grid.focus()
  await page.keyboard.press('Control+End')
  await expect(grid.getByRole('gridcell', { selected: true })).toHaveText('Day 3000 & <b>more</b>')
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('note', { name: 'Content of B3001' })).toHaveText('3,999.5')
  await page.getByRole('tab', { name: 'Assumptions' }).click()
  await expect(
    page.getByRole('grid', { name: 'Assumptions of Production.xlsx' }).getByText('0.5%'),
  ).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(grid).toBeVisible()

  const admin = await roomOf('dealAdmin')
  const { rows } = await admin.call<{
    rows: { document: { name: string }; viewCount: number; downloadCount: number }[]
  }>(
    `query($treeId: ID!) {
      treeDocumentAnalytics(treeId: $treeId, limit: 200) { rows { document { name } viewCount downloadCount } }
    }`,
  )
  expect(rows.find((row) => row.document.name === 'Production.xlsx')).toMatchObject({
    viewCount: 1,
    downloadCount: 0,
  })

  const phone = await open('viewer', PHONE)
  await phone.goto(at('Production.xlsx'))
  await expect(phone.getByRole('grid').getByText('1,000.5')).toBeVisible()
  await expectNoSidewaysScroll(phone)
  await expectAccessible(phone)
})

test('DOC-13 separated values show as a sheet, whatever their separator and encoding', async ({ open }) => {
  const at = await upload('Reading csv', {
    'semicolon.csv': Buffer.from('Größe;"Preis; netto"\r\n1,5;"12 ""EUR"""\r\n', 'latin1'),
    'tab.tsv': Buffer.from('\uFEFFName\tMW\nPrairie Sun\t187.5\n', 'utf16le'),
  })
  const page = await open('viewer')
  await page.goto(at('semicolon.csv'))
  const grid = page.getByRole('grid', { name: 'semicolon.csv' })
  await expect(grid.getByText('Größe')).toBeVisible()
  await expect(grid.getByText('Preis; netto')).toBeVisible()
  await expect(grid.getByText('12 "EUR"')).toBeVisible()
  await page.goto(at('tab.tsv'))
  await expect(page.getByRole('grid', { name: 'tab.tsv' }).getByText('187.5')).toHaveAttribute(
    'data-align',
    'right',
  )
})

const PAGES = 60
const CLAUSE = 'The Seller shall deliver Delivered Energy at the Delivery Point.'

test('DOC-13 words are found in a long PDF, page by page, and can be selected', async ({ open }) => {
  const texts = Array.from({ length: PAGES }, (_, at) =>
    at % 20 === 9 ? `Page ${at + 1}. ${CLAUSE}` : `Page ${at + 1}. Nothing to be found.`,
  )
  const at = await upload('Reading PDF', { 'Long.pdf': await pdf(texts) })
  const page = await open('viewer')
  await page.goto(at('Long.pdf'))
  const shown = preview(page, 'Long.pdf')
  await expect(shown.locator('canvas').first()).toBeVisible()
  await page.keyboard.press('Control+f')
  const field = shown.getByRole('searchbox', { name: 'Find in document' })
  await expect(field).toBeFocused()
  await field.fill('delivered energy')
  await expect(shown.getByText('1 of 3', { exact: true })).toBeVisible()
  await expect(shown.getByRole('textbox', { name: 'Page' })).toHaveValue('10')
  await expectAccessible(page)
  // Arrow keys are the field's own.
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(shown.getByText('2 of 3', { exact: true })).toBeVisible()
  await expect(shown.getByRole('textbox', { name: 'Page' })).toHaveValue('30')
  await expect
    .poll(() => page.evaluate(() => [...(CSS.highlights.get('pdf-current') ?? [])].map(String)))
    .toEqual(['Delivered Energy'])
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.press('Shift+Enter')
  await expect(shown.getByText('3 of 3', { exact: true })).toBeVisible()

  // The words can be selected where they stand.
  await shown.getByRole('group', { name: 'Page 50' }).getByText('Delivered Energy').dblclick()
  expect((await page.evaluate(() => getSelection()?.toString() ?? '')).trim()).not.toBe('')

  await field.fill('nowhere to be seen')
  await expect(shown.getByText('No results')).toBeVisible()
  await field.press('Escape')
  await field.press('Escape')
  await expect(field).toHaveCount(0)
  await expect(shown.getByRole('document')).toBeFocused()

  await shown.getByRole('textbox', { name: 'Page' }).fill('60')
  await shown.getByRole('textbox', { name: 'Page' }).press('Enter')
  const last = shown.getByRole('group', { name: 'Page 60' })
  await expect(last).toBeVisible()
  const tall = await last.boundingBox()
  await shown.getByRole('button', { name: 'Rotate' }).click()
  await expect.poll(async () => ((await last.boundingBox())?.width ?? 0) > (tall?.width ?? 0)).toBe(true)
  await shown.getByRole('button', { name: 'Fit page' }).click()
  await expect
    .poll(
      async () => ((await last.boundingBox())?.height ?? 9999) < ((await shown.boundingBox())?.height ?? 0),
    )
    .toBe(true)
})

test('DOC-13 a protected PDF opens with its password; a cut and a renamed one say so', async ({ open }) => {
  const whole = await pdf(['Some words', 'More words'])
  const at = await upload('Reading broken files', {
    'Protected.pdf': await pdf(['The price is secret.'], 'Sunrise'),
    'Cut.pdf': whole.subarray(0, Math.floor(whole.length / 2)),
    'Renamed.pdf': await agreement(),
    'Renamed.docx': whole,
    'Renamed.xlsx': await agreement(),
    'Cut.xlsx': (await workbook(10)).subarray(0, 2000),
    'Old.docx': Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]),
    'Program.txt': Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 0, 1]),
  })
  const page = await open('viewer')
  await page.goto(at('Protected.pdf'))
  const shown = preview(page, 'Protected.pdf')
  const password = shown.getByLabel('Password', { exact: true })
  await password.fill('Sunset')
  await shown.getByRole('button', { name: 'Open' }).click()
  await expect(shown.getByText('This password does not open the file. Please try again.')).toBeVisible()
  await expectAccessible(page)
  await password.fill('Sunrise')
  await shown.getByRole('button', { name: 'Open' }).click()
  await expect(shown.getByText('The price is secret.')).toBeAttached()

  const sentences: [name: string, sentence: string][] = [
    ['Cut.pdf', 'This PDF is damaged and cannot be shown.'],
    ['Renamed.pdf', 'This is not a PDF, although its name says so.'],
    ['Renamed.docx', 'This is not a Word document, although its name says so.'],
    ['Renamed.xlsx', 'This is not an Excel workbook, although its name says so.'],
    ['Cut.xlsx', 'This file is damaged and cannot be shown.'],
    ['Old.docx', 'This file is of an old format that cannot be shown here.'],
    ['Program.txt', 'This is not a text file, although its name says so.'],
  ]
  for (const [name, sentence] of sentences) {
    await page.goto(at(name))
    await expect(preview(page, name).getByText(sentence)).toBeVisible()
    await expect(preview(page, name).getByRole('button', { name: 'Download' }).last()).toBeEnabled()
  }
  await expectAccessible(page)
})

test('DOC-43 nothing in a file runs in the page, loads from elsewhere or leads away', async ({ open }) => {
  const elsewhere = 'https://elsewhere.example'
  const script = `<script>top.owned = 1; fetch('${elsewhere}')</script><img src="${elsewhere}/x.png" onerror="top.owned = 1">`
  const at = await upload('Reading hostile files', {
    'Hostile.docx': await hostileDocument(elsewhere),
    'Hostile.txt': Buffer.from(`</pre></main>${script}`),
    'Hostile.md': Buffer.from(`# Title\n\n${script}\n\n[press](javascript:top.owned=1)`),
    'Hostile.xml': Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`),
    'Hostile.csv': Buffer.from(`a,b\n"${script.replaceAll('"', '""')}",=cmd|' /C calc'!A0\n`),
    'Hostile.svg': Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`),
    'Hostile.html': Buffer.from(`<html>${script}</html>`),
  })
  const page = await open('viewer')
  const own = origin()
  const strangers: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(own) && !request.url().startsWith('data:')) strangers.push(request.url())
  })

  await page.goto(at('Hostile.docx'))
  const paper = preview(page, 'Hostile.docx').locator('iframe').contentFrame()
  await expect(paper.getByText('<script>parent.owned = 1')).toBeVisible()
  await paper.getByText('Press here').click()
  await paper.getByText('Press there').click()
  await expect(paper.getByText('Press there')).toBeVisible()
  await expect(paper.locator('[href], script, [onerror], [src^="http"]')).toHaveCount(0)
  await expect(page).toHaveURL(at('Hostile.docx'))
  expect(await owned(page)).toBe(false)

  for (const name of ['Hostile.txt', 'Hostile.md', 'Hostile.xml']) {
    await page.goto(at(name))
    await expect(
      preview(page, name).locator('iframe').contentFrame().getByText('top.owned = 1'),
    ).toBeVisible()
    expect(await owned(page)).toBe(false)
  }
  await page.goto(at('Hostile.csv'))
  await expect(page.getByRole('grid').getByText('top.owned = 1')).toBeVisible()
  expect(await owned(page)).toBe(false)
  for (const name of ['Hostile.svg', 'Hostile.html']) {
    await page.goto(at(name))
    await expect(preview(page, name).getByText('There is no preview for this kind of file.')).toBeVisible()
    expect(await owned(page)).toBe(false)
  }
  expect(strangers).toEqual([])
})

test('DOC-43 a file that is read for showing is sent as an attachment that may run nothing', async ({
  open,
}) => {
  const at = await upload('Reading attachments', { 'Notes.md': Buffer.from('# Notes') })
  const page = await open('viewer')
  const answer = page.waitForResponse(/\/files\//)
  await page.goto(at('Notes.md'))
  const headers = (await answer).headers()
  expect(headers['content-disposition']).toMatch(/^attachment/)
  expect(headers['content-security-policy']).toContain("sandbox; default-src 'none'")
})

test('DOC-17 DOC-42 the address of a restricted workbook gives a bidder nothing', async ({ open }) => {
  const admin = await roomOf('dealAdmin')
  const [offer] = await admin.list(await idOf(admin, '08 Bids', 'Calder'))
  const bidder = await roomOf('bidder')
  const { data, errors } = await bidder.ask(
    'query($treeId: ID!, $id: ID!) { document(treeId: $treeId, documentId: $id) { previewUrl } }',
    { id: offer?.id },
  )
  expect([data?.document ?? null, errors[0]?.message]).toEqual([null, 'Document not found.'])
  const page = await open('bidder')
  await page.goto(documentsAddress(offer?.id))
  await expect(page.getByText('Document not found.')).toBeVisible()
})

test('pages load the parts of a preview with the first file of its kind', async ({ open }) => {
  const page = await open('viewer')
  const loaded: string[] = []
  page.on('request', (request) => void loaded.push(request.url()))
  await page.goto(documentsAddress())
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(
    loaded.filter((url) =>
      /PdfPreview|pdf\.worker|WordPreview|wordWorker|sheetWorker|SheetPreview/i.test(url),
    ),
  ).toEqual([])
})
