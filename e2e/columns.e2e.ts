import type { Page } from '@playwright/test'
import { card, column, columnNames, entry, entryNames } from './support/columns.ts'
import { documentsAddress, idOf, newFolder, roomOf } from './support/room.ts'
import { pressIn, rowNames, rowOf } from './support/table.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, test } from './support/test.ts'
import { localFiles, startDrag } from './support/upload.ts'

const files = localFiles({ 'Dropped.txt': 'dropped' })
test.afterAll(() => files.remove())

const press = (page: Page, ...keys: string[]) =>
  keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())
const columnsAddress = (folderId?: string): string => `${documentsAddress(folderId)}?view=columns`

test('DOC-03 DOC-14 DOC-09 API-086 a lender walks the columns by mouse; reload, Back and a copied link open the same', async ({
  open,
}) => {
  const room = await roomOf('viewer')
  const leases = await idOf(room, '02 Real estate', '02.1 Leases')
  const page = await open('viewer')
  await page.goto(documentsAddress())
  await expect(rowOf(page, '01 Corporate')).toBeVisible()
  await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Columns' }).click()
  await expect(page).toHaveURL(columnsAddress())
  await expect(entry(page, '01 Corporate')).toBeVisible()
  const root = await entryNames(page, 'Documents')
  expect(root).toEqual((await room.list()).map(({ name }) => name))
  expect(root.slice(0, 2)).toEqual(['01 Corporate', '02 Real estate'])
  expect(root.at(-1)).toMatch(/\.xlsx$/)

  await entry(page, '02 Real estate').click()
  await entry(page, '02.1 Leases').click()
  await expect(page).toHaveURL(columnsAddress(leases))
  await expect(column(page, '02.1 Leases').getByRole('treeitem').first()).toBeVisible()
  expect(await columnNames(page)).toEqual(['Documents', '02 Real estate', '02.1 Leases'])
  await expect(entry(page, '02 Real estate')).toHaveAttribute('aria-expanded', 'true')
  await expect(entry(page, '02.1 Leases')).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)

  const lease = 'Cedar Bluff Solar - ground lease.pdf'
  await entry(page, lease).click()
  await expect(card(page, lease)).toContainText(/Size\d+(\.\d)? KB/)
  await expect(card(page, lease).getByRole('link', { name: 'Open' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`${leases}\\?view=columns&highlightedId=`))
  await expect(entry(page, lease)).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)
  const link = page.url()

  const expectSame = async (other: Page) => {
    await expect(card(other, lease)).toBeVisible()
    await expect.poll(() => entryNames(other, 'Documents')).toContain('02 Real estate')
    expect(await columnNames(other)).toEqual(['Documents', '02 Real estate', '02.1 Leases'])
  }
  await page.reload()
  await expectSame(page)
  const colleague = await open('contributor')
  await colleague.goto(link)
  await expectSame(colleague)

  await entry(page, lease).dblclick()
  await expect(page.getByRole('region', { name: `Preview of ${lease}` })).toBeVisible()
  await page.goBack()
  await expectSame(page)
  // A file's own address in columns is its folder with the file chosen.
  await page.goto(
    `${documentsAddress(await idOf(room, '02 Real estate', '02.1 Leases', lease))}?view=columns`,
  )
  await expectSame(page)
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Documents' }).click()
  await expect(page).toHaveURL(columnsAddress())
  await expect.poll(() => columnNames(page)).toEqual(['Documents'])
  await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'List' }).click()
  await expect(page).toHaveURL(documentsAddress())
  await expect(rowOf(page, '01 Corporate')).toBeVisible()
})

test('DOC-14 the columns are walked by the keyboard alone', async ({ open }) => {
  const room = await roomOf('viewer')
  const page = await open('viewer')
  await page.goto(columnsAddress())
  await entry(page, '01 Corporate').focus()
  await press(page, 'ArrowDown')
  await expect(entry(page, '02 Real estate')).toBeFocused()
  // What the keyboard rests on is chosen: its column opens.
  await expect(page).toHaveURL(columnsAddress(await idOf(room, '02 Real estate')))
  await expect(entry(page, '02.1 Leases')).toBeVisible()
  await press(page, 'ArrowRight')
  await expect(entry(page, '02.1 Leases')).toBeFocused()
  await press(page, 'ArrowRight')
  const leases = (await room.list(await idOf(room, '02 Real estate', '02.1 Leases'))).map(({ name }) => name)
  await expect(entry(page, leases[0] ?? '')).toBeFocused()
  await press(page, 'End')
  const last = leases.at(-1) ?? ''
  await expect(entry(page, last)).toBeFocused()
  await expect(card(page, last)).toBeVisible()
  await press(page, 'Home', 'h')
  const harlan = leases.find((name) => name.startsWith('Harlan')) ?? ''
  await expect(entry(page, harlan)).toBeFocused()
  await expect(card(page, harlan)).toBeVisible()
  await press(page, 'Enter')
  await expect(page.getByRole('region', { name: `Preview of ${harlan}` })).toBeVisible()
  await page.goBack()
  await expect(card(page, harlan)).toBeVisible()
  await entry(page, harlan).focus()
  await press(page, 'ArrowLeft')
  await expect(entry(page, '02.1 Leases')).toBeFocused()
  await expect(card(page, harlan)).toHaveCount(0)
  await press(page, 'ArrowLeft')
  await expect(entry(page, '02 Real estate')).toBeFocused()
  await expect.poll(() => columnNames(page)).toEqual(['Documents', '02 Real estate'])
  await press(page, 'Shift+F10')
  await expect(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible()
  await pressIn(page.getByRole('menu'), 'Escape')
  await expect(entry(page, '02 Real estate')).toBeFocused()
})

test('DOC-25 PERM-10 DOC-17 a bidder sees the own part alone, and an address does not help', async ({
  open,
}) => {
  const admin = await roomOf('dealAdmin')
  const rival = await idOf(admin, '08 Bids', 'Calder')
  const [offer] = await admin.list(rival)
  const page = await open('bidder')
  await page.goto(columnsAddress())
  await entry(page, '08 Bids').click()
  await entry(page, 'Northwind').click()
  await expect.poll(() => columnNames(page)).toEqual(['Documents', '08 Bids', 'Northwind'])
  expect(await entryNames(page, '08 Bids')).not.toContain('Calder')
  await expect(page.getByText('Calder')).toHaveCount(0)
  for (const address of [
    columnsAddress(rival),
    columnsAddress(offer?.id),
    `${columnsAddress()}&highlightedId=${rival}`,
  ]) {
    await page.goto(address)
    await expect(page.getByText('Document not found.').or(entry(page, '08 Bids'))).toBeVisible()
    await expect(page.getByText('Calder')).toHaveCount(0)
  }
  const bidder = await roomOf('bidder')
  const asked =
    'query($treeId: ID!, $id: ID) { columns(treeId: $treeId, documentId: $id) { name descendants { name } } }'
  expect(JSON.stringify(await bidder.ask(asked, { id: rival }))).not.toContain('Calder')
  const bids = await bidder.ask(asked, { id: await idOf(bidder, '08 Bids', 'Northwind') })
  expect(bids.errors).toEqual([])
  expect(JSON.stringify(bids)).not.toContain('Calder')
})

test('DOC-05 an address points at an entry of a long column, which comes into view', async ({ open }) => {
  const folderId = await newFolder('Column of many')
  const room = await roomOf('contributor')
  const names = Array.from({ length: 350 }, (_, index) => `Part ${index + 1}`)
  const made: { id: string }[] = []
  for (let from = 0; from < names.length; from += 50) {
    made.push(...(await room.createFolders(names.slice(from, from + 50), folderId)))
  }
  const page = await open('viewer')
  await page.goto(`${columnsAddress(folderId)}&highlightedId=${made[299]?.id}`)
  await expect(entry(page, 'Part 300')).toBeInViewport()
  await expect(entry(page, 'Part 300')).toHaveAttribute('data-highlighted', '')
  // The folder's own entry in the column before as well, and with it chosen from there.
  await expect(entry(page, 'Column of many')).toBeInViewport()
  await page.goto(columnsAddress(made[320]?.id))
  await expect(entry(page, 'Part 321')).toBeInViewport()
  await expect(entry(page, 'Part 321')).toHaveAttribute('aria-selected', 'true')
  await expect(column(page, 'Part 321')).toContainText('This folder is empty')
  await entry(page, 'Part 321').focus()
  await press(page, 'End')
  await expect(entry(page, 'Part 350')).toBeFocused()
  await press(page, 'Home')
  await expect(entry(page, 'Part 1')).toBeFocused()
})

test('DOC-33 DOP-04 DOP-12 DOP-13 DOP-17 UPL-35 in columns one makes, uploads, renames and deletes', async ({
  open,
}) => {
  const folderId = await newFolder('Work in columns')
  const page = await open('dealAdmin')
  await page.goto(columnsAddress(folderId))
  await expect(column(page, 'Work in columns')).toContainText('This folder is empty')
  await page.getByRole('button', { name: 'New folder' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Drafts')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(entry(page, 'Drafts')).toHaveAttribute('data-highlighted', '')
  await expect(page).toHaveURL(new RegExp(`${folderId}\\?view=columns&highlightedId=`))

  const drag = await startDrag(page, column(page, 'Work in columns'), [files.at('Dropped.txt')])
  await expect(page.getByText('Drop files and folders here...')).toBeVisible()
  await drag.drop()
  await expect(entry(page, 'Dropped.txt')).toBeVisible()

  await entry(page, 'Drafts').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByLabel('Name of Drafts').fill('Finals')
  await press(page, 'Enter')
  await expect(entry(page, 'Finals')).toBeFocused()
  await expect(entry(page, 'Drafts')).toHaveCount(0)

  await entry(page, 'Finals').click()
  await expect.poll(() => columnNames(page)).toEqual(['Documents', 'Work in columns', 'Finals'])
  await page.getByRole('button', { name: 'Actions for Finals' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const asked = page.getByRole('dialog', { name: 'Delete Finals' })
  await expect(asked).toBeVisible()
  // What was staged ends with the folder.
  await page.goBack()
  await expect(asked).toHaveCount(0)
  await page.goForward()
  await expect.poll(() => columnNames(page)).toEqual(['Documents', 'Work in columns', 'Finals'])
  await expect(asked).toHaveCount(0)
  await page.getByRole('button', { name: 'Actions for Finals' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete 1 item' }).click()
  await expect(entry(page, 'Finals')).toHaveCount(0)
  await expect(page).toHaveURL(columnsAddress(folderId))
  await expect.poll(() => columnNames(page)).toEqual(['Documents', 'Work in columns'])
  await expect(entry(page, 'Dropped.txt')).toBeFocused()
})

test('DOC-21 in columns a search keeps its field and its results give way to the columns again', async ({
  open,
}) => {
  const page = await open('viewer')
  await page.goto(columnsAddress())
  await expect(entry(page, '01 Corporate')).toBeVisible()
  const field = page.getByRole('searchbox', { name: 'Search this folder' })
  await field.click()
  await page.keyboard.type('ground lease', { delay: 20 })
  await expect.poll(() => rowNames(page)).toContain('Cedar Bluff Solar - ground lease.pdf')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('ground lease')
  await field.fill('')
  await expect(entry(page, '01 Corporate')).toBeVisible()
  await expect(field).toBeFocused()
})

test('DOC-14 on a phone there is one column at a time, with the way back', async ({ open }) => {
  const room = await roomOf('viewer')
  const page = await open('viewer', PHONE)
  await page.goto(columnsAddress(await idOf(room, '02 Real estate')))
  await expect(entry(page, '02.1 Leases')).toBeVisible()
  expect(await columnNames(page)).toEqual(['02 Real estate'])
  await entry(page, '02.1 Leases').tap()
  await expect.poll(() => columnNames(page)).toEqual(['02.1 Leases'])
  const lease = 'Cedar Bluff Solar - ground lease.pdf'
  await entry(page, lease).tap()
  await expect(card(page, lease)).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to 02.1 Leases' }).click()
  await expect(entry(page, lease)).toBeVisible()
  await page.getByRole('link', { name: 'Back to 02 Real estate' }).click()
  await expect.poll(() => columnNames(page)).toEqual(['02 Real estate'])
})
