import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { documentsAddress, idOf, newFolder, PORTFOLIO, roomOf } from './support/room.ts'
import { menuOf, rowNames, rowOf, table } from './support/table.ts'
import { expect, expectAccessible, test } from './support/test.ts'

const crumbs = (page: Page) => page.getByRole('navigation', { name: 'Breadcrumbs' })

test('DOC-06 DOC-15 DOC-09 DOC-20 DOC-01 SHELL-43 a lender walks the room: list, folders, the way back', async ({
  open,
}) => {
  // High enough for what other journeys have added.
  const page = await open('viewer', { viewport: { width: 1440, height: 2400 } })
  await page.goto(`/portfolios/${PORTFOLIO.slug}`)
  await page
    .getByRole('navigation', { name: PORTFOLIO.name })
    .getByRole('link', { name: 'Documents' })
    .click()
  await expect(page).toHaveURL(documentsAddress())
  await expect(page.getByRole('heading', { name: PORTFOLIO.name })).toBeVisible()
  await expect(table(page).getByRole('columnheader')).toContainText(['Name', 'Size', 'Last modified'])
  await expect(rowOf(page, '01 Corporate')).toBeVisible()
  // The last rows are made once the first ones stand.
  await expect.poll(async () => (await rowNames(page)).at(-1)).toMatch(/\.xlsx$/)
  const names = await rowNames(page)
  expect(names.slice(0, 3)).toEqual(['01 Corporate', '02 Real estate', '03 Offtake and interconnection'])
  await expect(rowOf(page, '02 Real estate')).toContainText('15 files')
  await expect(rowOf(page, 'Process letter.pdf')).toContainText(/\d KB/)
  await expectAccessible(page)

  await page.getByRole('link', { name: '03 Offtake and interconnection' }).click()
  await expect(page).toHaveTitle(`03 Offtake and interconnection · ${PORTFOLIO.name} · Helioroom`)
  await expect.poll(() => rowNames(page)).toEqual(expect.arrayContaining([expect.stringMatching(/^03\.10 /)]))
  const numbered = (await rowNames(page)).filter((name) => /^03\.\d+ /.test(name))
  // By value: 03.10 is the last.
  expect(numbered.map((name) => Number(/\.(\d+)/.exec(name)?.[1]))).toEqual(
    numbered.map((name) => Number(/\.(\d+)/.exec(name)?.[1])).toSorted((a, b) => a - b),
  )
  expect(numbered.at(-1)).toMatch(/^03\.10 /)
  await crumbs(page).getByRole('link', { name: 'Documents' }).click()
  await expect(page).toHaveURL(documentsAddress())

  await page.getByRole('link', { name: '02 Real estate' }).click()
  await page.getByRole('link', { name: '02.1 Leases' }).click()
  await expect(crumbs(page).getByRole('listitem')).toHaveText(['Documents', '02 Real estate', '02.1 Leases'])
  await page.goBack()
  await expect.poll(() => rowNames(page)).toContain('02.1 Leases')
  await page.goForward()
  await expect.poll(() => rowNames(page)).toContain('Cedar Bluff Solar - ground lease.pdf')
  await crumbs(page).getByRole('link', { name: '02 Real estate' }).click()
  await expect.poll(() => rowNames(page)).toContain('02.1 Leases')
})

test('DOC-08 DOC-33 DOC-34 what one may do with documents shows, and nothing else', async ({ open }) => {
  const viewer = await open('viewer')
  await viewer.goto(documentsAddress())
  await expect(rowOf(viewer, '01 Corporate')).toBeVisible()
  await expect(viewer.getByRole('button', { name: 'New folder' })).toHaveCount(0)
  await expect(viewer.getByRole('button', { name: 'Upload' })).toHaveCount(0)
  await viewer.goto(`${documentsAddress()}?view=upload`)
  await expect(rowOf(viewer, '01 Corporate')).toBeVisible()
  await expect(viewer.getByText('Drag files or click choose')).toHaveCount(0)

  const contributor = await open('contributor')
  await contributor.goto(documentsAddress())
  await expect(contributor.getByRole('button', { name: 'New folder' })).toBeVisible()
  await expect(contributor.getByRole('button', { name: 'Upload' })).toBeVisible()
  await expect(contributor.getByRole('columnheader', { name: 'Permissions' })).toHaveCount(0)

  const admin = await open('dealAdmin')
  await admin.goto(documentsAddress())
  await expect(admin.getByRole('columnheader', { name: 'Permissions' })).toBeVisible()
  await expectAccessible(admin)
})

test('DOC-41 a selection is counted, cleared by Escape, and dropped with the folder', async ({ open }) => {
  const page = await open('viewer')
  await page.goto(documentsAddress())
  for (const name of ['Process letter.pdf', 'Data room rules.txt']) {
    await page.getByRole('checkbox', { name: `Select ${name}` }).click()
  }
  await expect(page.getByText('2 selected')).toBeVisible()
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(2)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByText('2 selected')).toHaveCount(0)

  await page.getByRole('checkbox', { name: 'Select Process letter.pdf' }).click()
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.getByRole('link', { name: '01 Corporate' }).click()
  await expect.poll(() => rowNames(page)).toContain('01.1 Formation documents')
  await page.goBack()
  await expect(rowOf(page, 'Process letter.pdf')).toBeVisible()
  await expect(page.getByText('1 selected')).toHaveCount(0)
})

test('DOC-39 a copied link leads to the document, and the menu closes after a second', async ({ open }) => {
  const page = await open('viewer', { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.goto(documentsAddress())
  const menu = await menuOf(page, 'Process letter.pdf')
  await expect(menu.getByRole('menuitem')).toHaveText([
    'Open',
    'Download',
    'Download marked PDF',
    'Copy link',
    'Add to favourites',
    'Private note',
    'Copilot',
  ])
  await expectAccessible(page)
  await menu.getByRole('menuitem', { name: 'Copy link' }).click()
  await expect(menu.getByText('Copied!')).toBeVisible()
  await expect(menu).toBeHidden({ timeout: 2000 })
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await page.goto(link)
  await expect(page.getByRole('region', { name: 'Preview of Process letter.pdf' })).toBeVisible()
})

test('DOP-20 a download comes under the name of the document, with its bytes', async ({ open }) => {
  const room = await roomOf('viewer')
  const folderId = await idOf(room, '04 Permits and environmental', '04.2 Phase I assessments')
  const files = await room.list(folderId)
  const page = await open('viewer')
  await page.goto(documentsAddress(folderId))
  const [first, second] = files
  if (!first || !second) throw new Error('The demo has no assessments.')

  const hashOf = async (path: string) =>
    createHash('sha256')
      .update(await readFile(path))
      .digest('hex')
  const alone = page.waitForEvent('download')
  await (await menuOf(page, first.name)).getByRole('menuitem', { name: 'Download', exact: true }).click()
  expect((await alone).suggestedFilename()).toBe(first.name)
  expect(await hashOf(await (await alone).path())).toBe((await room.download(first.id)).sha256)

  const names: string[] = []
  page.on('download', (download) => void names.push(download.suggestedFilename()))
  await page.getByRole('checkbox', { name: `Select ${first.name}` }).click()
  await page.getByRole('checkbox', { name: `Select ${second.name}` }).click()
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  await expect.poll(() => names.toSorted()).toEqual([first.name, second.name].toSorted())
})

test('PERM-10 DOC-25 DOC-17 a bidder sees neither the rival nor what is for lenders, and an address does not help', async ({
  open,
}) => {
  const admin = await roomOf('dealAdmin')
  const rival = await idOf(admin, '08 Bids', 'Calder')
  const [offer] = await admin.list(rival)
  const page = await open('bidder')
  await page.goto(documentsAddress())
  await page.getByRole('link', { name: '08 Bids' }).click()
  await expect.poll(() => rowNames(page)).toContain('Northwind')
  expect(await rowNames(page)).not.toContain('Calder')
  await expect(page.getByText('Calder')).toHaveCount(0)

  const unknown = '018f0000-0000-7000-8000-000000000000'
  for (const id of [rival, offer?.id ?? '', unknown, 'no-id']) {
    await page.goto(documentsAddress(id))
    await expect(page.getByText('Document not found.')).toBeVisible()
    await expect(page.getByText('Calder')).toHaveCount(0)
    await expect(page).toHaveTitle(/^((?!Calder).)*$/)
  }
  await expectAccessible(page)
})

test('DOC-05 DOC-18 an address can point at a row; an empty folder says so', async ({ open }) => {
  const room = await roomOf('viewer')
  const photographs = await idOf(room, '05 Engineering and construction', '05.4 Site photographs')
  const last = (await room.list(photographs)).at(-1)
  const page = await open('viewer')
  await page.goto(`${documentsAddress(photographs)}?highlightedId=${last?.id}`)
  const row = rowOf(page, last?.name ?? '')
  await expect(row).toBeInViewport()
  await expect(row).toHaveAttribute('data-highlighted', '')

  await page.goto(documentsAddress(await newFolder('Nothing here yet')))
  await expect(page.getByText('This folder is empty')).toBeVisible()
  await expectAccessible(page)
})
