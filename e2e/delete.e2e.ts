import type { Page } from '@playwright/test'
import { documentsAddress, MOVE, newFiles, newFolder, REMOVE, refusalOf, roomOf } from './support/room.ts'
import { menuOf, pressIn, rowNames, rowOf } from './support/table.ts'
import { expect, expectAccessible, PHONE, test } from './support/test.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: /^Delete / })
const preview = (page: Page, name: string) => page.getByRole('region', { name: `Preview of ${name}` })

test('DOP-08 DOP-12 DOP-15 a deal manager deletes a selection; a dry run names all that goes', async ({
  open,
}) => {
  const folderId = await newFolder('Deleted')
  const room = await roomOf('contributor')
  const [inner] = await room.createFolders(['Old drafts/2024'], folderId)
  await newFiles(inner?.id ?? '', ['v1.pdf', 'v2.pdf'])
  await newFiles(folderId, ['Kept.pdf', 'Note.txt'])
  const page = await open('dealAdmin')
  await page.goto(documentsAddress(folderId))
  for (const name of ['Old drafts', 'Note.txt'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).click()
  await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Delete' }).click()
  const named = dialog(page).getByRole('listitem')
  await expect(named).toContainText([
    'Old drafts',
    'Note.txt',
    /2024\s*in Old drafts$/,
    /v1\.pdf\s*in Old drafts \/ 2024$/,
    /v2\.pdf\s*in Old drafts \/ 2024$/,
  ])
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Delete 5 items' }).click()
  await expect(page.getByText('5 items were deleted.')).toBeVisible()
  expect(await rowNames(page)).toEqual(['Kept.pdf'])
  await expect(page.getByText(/ selected$/)).toHaveCount(0)
  await page.goto(documentsAddress(inner?.id))
  await expect(page.getByText('Document not found.')).toBeVisible()
})

test('DOP-08 what somebody adds while the dialog is open is named before it goes', async ({ open }) => {
  const folderId = await newFolder('Added to while asked')
  const room = await roomOf('contributor')
  const [inner] = await room.createFolders(['Drafts'], folderId)
  await newFiles(inner?.id ?? '', ['v1.pdf'])
  const page = await open('dealAdmin')
  await page.goto(documentsAddress(folderId))
  await (await menuOf(page, 'Drafts')).getByRole('menuitem', { name: 'Delete' }).click()
  const confirm = (name: string) => dialog(page).getByRole('button', { name })
  await expect(confirm('Delete 2 items')).toBeEnabled()
  await newFiles(inner?.id ?? '', ['v2 signed.pdf'])
  await confirm('Delete 2 items').click()
  await expect(dialog(page).getByRole('alert')).toHaveText(
    'Someone else has just changed this folder. Please check and try again.',
  )
  await expect(dialog(page).getByRole('listitem').filter({ hasText: 'v2 signed.pdf' })).toBeVisible()
  await expectAccessible(page)
  await confirm('Delete 3 items').click()
  await expect(page.getByText('3 items were deleted.')).toBeVisible()
  expect(await rowNames(page)).toEqual([])
})

test('DOP-08 DOP-14 by keyboard alone: Delete asks, Escape drops it, Tab reaches the button', async ({
  open,
}) => {
  const folderId = await newFolder('Deleted by keyboard')
  await newFiles(folderId, ['a.pdf', 'b.pdf', 'c.pdf'])
  const page = await open('dealAdmin')
  await page.goto(documentsAddress(folderId))
  await rowOf(page, 'b.pdf').focus()
  await page.keyboard.press('Delete')
  await expect(dialog(page).getByRole('button', { name: 'Delete 1 item' })).toBeEnabled()
  await pressIn(dialog(page), 'Escape')
  await expect(dialog(page)).toHaveCount(0)
  await rowOf(page, 'b.pdf').focus()
  await page.keyboard.press('ControlOrMeta+a')
  await expect(page.getByText('3 selected')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('3 selected')).toHaveCount(0)
  await page.keyboard.press('Delete')
  const confirm = dialog(page).getByRole('button', { name: 'Delete 1 item' })
  await expect(confirm).toBeEnabled()
  for (let presses = 0; presses < 6; presses += 1) {
    if (await confirm.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(confirm).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('b.pdf was deleted.')).toBeVisible()
  expect(await rowNames(page)).toEqual(['a.pdf', 'c.pdf'])
})

test('DOP-13 DOC-12 from the preview on to the next file, the one before, and at last the folder', async ({
  open,
}) => {
  const folderId = await newFolder('Deleted from the preview')
  const [, middle] = await newFiles(folderId, ['1.txt', '2.txt', '3.txt'])
  const page = await open('dealAdmin')
  await page.goto(documentsAddress(middle))
  const deleteShown = async (name: string) => {
    await preview(page, name).getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await dialog(page).getByRole('button', { name: 'Delete 1 item' }).click()
    await expect(dialog(page)).toHaveCount(0)
  }
  await deleteShown('2.txt')
  await expect(preview(page, '3.txt')).toBeVisible()
  await deleteShown('3.txt')
  await expect(preview(page, '1.txt')).toBeVisible()
  await deleteShown('1.txt')
  await expect(page).toHaveURL(documentsAddress(folderId))
  await expect(page.getByText('This folder is empty')).toBeVisible()
})

test('what somebody else has just moved or deleted is left, and one sentence says so', async ({ open }) => {
  const folderId = await newFolder('Deleted too late')
  const refuge = await newFolder('Refuge')
  const [moved, gone] = await newFiles(folderId, ['moved.pdf', 'gone.pdf', 'rest.pdf'])
  const page = await open('dealAdmin', PHONE)
  await page.goto(documentsAddress(folderId))
  await rowOf(page, 'moved.pdf').click({ delay: 700, position: { x: 200, y: 50 } })
  for (const name of ['gone.pdf', 'rest.pdf']) {
    await rowOf(page, name).click({ position: { x: 200, y: 50 } })
  }
  await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const confirm = dialog(page).getByRole('button', { name: 'Delete 3 items' })
  await expect(confirm).toBeEnabled()
  const other = await roomOf('dealAdmin')
  await other.call(MOVE, { to: refuge, ids: [moved] })
  await other.call(REMOVE, { ids: [gone] })
  await confirm.click()
  await expect(
    page.getByText('1 of 3 items were deleted. Someone else has moved or deleted 2 items.'),
  ).toBeVisible()
  await expect(page.getByText('This folder is empty')).toBeVisible()
  expect((await other.list(refuge)).map((entry) => entry.name)).toEqual(['moved.pdf'])
})

test('DOC-33 ORG-51 who may not delete finds no way to, and the server refuses the call', async ({
  open,
}) => {
  const folderId = await newFolder('Not deleted')
  const [id] = await newFiles(folderId, ['Kept.pdf'])
  for (const persona of ['contributor', 'viewer', 'bidder'] as const) {
    const page = await open(persona)
    await page.goto(documentsAddress(folderId))
    const menu = await menuOf(page, 'Kept.pdf')
    await expect(menu.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0)
    await pressIn(menu, 'Escape')
    await expect(menu).toHaveCount(0)
    await rowOf(page, 'Kept.pdf').focus()
    await page.keyboard.press('Delete')
    await expect(dialog(page)).toHaveCount(0)
    expect(await refusalOf(persona, REMOVE, { ids: [id] })).toBe('FORBIDDEN')
  }
  expect(await refusalOf('dealAdmin', REMOVE, { ids: [id] })).toBeUndefined()
})
