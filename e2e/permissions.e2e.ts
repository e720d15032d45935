import type { Page } from '@playwright/test'
import { documentsAddress, idOf, newFiles, newFolder, roomOf } from './support/room.ts'
import { menuOf, rowOf } from './support/table.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, test } from './support/test.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Permissions' })
const cellOf = (page: Page, name: string) => page.getByRole('button', { name: `Permissions of ${name}:` })

/** Waits until nothing is being changed any more. */
const settled = async (page: Page) => {
  await expect(dialogOf(page).getByRole('progressbar')).toHaveCount(0)
}

test('PERM-03 PERM-08 PERM-10 PERM-13 a folder for one group: the others never see it again, that one finds it', async ({
  open,
}) => {
  test.slow()
  const folderId = await newFolder('Only for lenders')
  const contributor = await roomOf('contributor')
  await contributor.createFolders(['Inner', 'Inner/Deeper'], folderId)
  const bidder = await open('bidder')
  // The room of the journeys has many folders: the address brings this one into view.
  const pointedAt = `${documentsAddress()}?highlightedId=${folderId}`
  await bidder.goto(pointedAt)
  await expect(rowOf(bidder, 'Only for lenders')).toBeVisible()

  const page = await open('dealAdmin')
  await page.goto(pointedAt)
  await cellOf(page, 'Only for lenders').click()
  const dialog = dialogOf(page)
  await expect(dialog.getByText('A change applies to everything below it immediately')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Find groups').fill('lend')
  await expect(dialog.getByRole('checkbox')).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Only this group: Lenders' }).click()
  await expect(dialog.getByText(/lose/).first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(dialog.getByText(/^1 of \d+ groups permitted/)).toBeVisible({ timeout: 20_000 })
  await settled(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(
    page.getByRole('button', { name: 'Permissions of Only for lenders: Only Lenders' }),
  ).toBeVisible()

  // The next read of a page that is open: its name, its address and its content are gone.
  await bidder.reload()
  await expect(rowOf(bidder, '01 Corporate')).toBeVisible()
  await expect(bidder.getByText('Only for lenders')).toHaveCount(0)
  await bidder.goto(documentsAddress(folderId))
  await expect(bidder.getByText('Document not found.')).toBeVisible()
  const viewer = await open('viewer')
  await viewer.goto(documentsAddress(folderId))
  await expect(rowOf(viewer, 'Inner')).toBeVisible()

  // A deep folder that the bidder is granted is reached through its folders, and nothing beside it shows.
  const deeper = await idOf(await roomOf('dealAdmin'), 'Only for lenders', 'Inner', 'Deeper')
  await page.goto(documentsAddress(deeper))
  await page.getByRole('button', { name: 'Folder actions' }).click()
  await page.getByRole('menuitem', { name: 'Permissions' }).click()
  await dialog.getByRole('checkbox', { name: 'Bidder: Northwind' }).click()
  await settled(page)
  await expect(dialog.getByRole('checkbox', { name: 'Bidder: Northwind' })).toBeChecked()
  await bidder.goto(pointedAt)
  await rowOf(bidder, 'Only for lenders').getByRole('link').click()
  await rowOf(bidder, 'Inner').getByRole('link').click()
  await expect(rowOf(bidder, 'Deeper')).toBeVisible()
})

test('PERM-03 PERM-04 DOC-40 a mixed selection becomes one for all', async ({ open }) => {
  const parent = await newFolder('Mixed')
  const room = await roomOf('dealAdmin')
  const [one, two] = await room.createFolders(['One', 'Two'], parent)
  if (!one || !two) throw new Error('The folders were not made.')
  const page = await open('dealAdmin')
  await page.goto(documentsAddress(parent))
  const menu = await menuOf(page, 'One')
  await menu.getByRole('menuitem', { name: 'Permissions' }).click()
  const dialog = dialogOf(page)
  await dialog.getByRole('checkbox', { name: 'Tax equity' }).click()
  await settled(page)
  await expect(dialog.getByRole('checkbox', { name: 'Tax equity' })).not.toBeChecked()
  await dialog.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('checkbox', { name: 'Select One' }).click()
  await page.getByRole('checkbox', { name: 'Select Two' }).click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Permissions' }).click()
  await expect(dialog.getByText('Some of these, not all')).toHaveCount(1)
  await expectAccessible(page)
  await dialog.getByRole('checkbox', { name: 'Tax equity' }).click()
  await settled(page)
  await expect(dialog.getByText('Some of these, not all')).toHaveCount(0)
  await expect(dialog.getByRole('checkbox', { name: 'Tax equity' })).toBeChecked()
})

test('PERM-08 PERM-13 from its preview a file is given to one group alone, in one change; a reader can’t', async ({
  open,
}) => {
  const parent = await newFolder('From the preview')
  const contributor = await roomOf('contributor')
  const [upload] = await contributor.announce([{ name: 'Term sheet.txt', size: 5, parentId: parent }])
  if (!upload) throw new Error('The file was not announced.')
  await contributor.put(upload, Buffer.from('terms'))
  await contributor.confirm([upload])
  const page = await open('dealAdmin')
  await page.goto(documentsAddress(upload.file.id))
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Permissions' }).click()
  const dialog = dialogOf(page)
  await expect(dialog.getByText('Groups that get access later will see these, too.')).toBeVisible()
  const changes: string[] = []
  page.on('request', (request) => {
    const { query = '', operationName } = request.postDataJSON() ?? {}
    if (String(query).startsWith('mutation')) changes.push(operationName)
  })
  await dialog.getByRole('button', { name: 'Only this group: Lenders' }).click()
  await expect(dialog.getByText(/lose/).first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(dialog.getByText(/^1 of \d+ groups permitted/)).toBeVisible()
  await expect(dialog.getByText('Groups that get access later will not see these')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Only this group: Lenders' })).toBeFocused()
  await settled(page)
  expect(changes).toEqual(['PermitDocuments'])
  await expectAccessible(page)

  const bidder = await open('bidder')
  await bidder.goto(documentsAddress(upload.file.id))
  await expect(bidder.getByText('Document not found.')).toBeVisible()
  const viewer = await open('viewer')
  await viewer.goto(documentsAddress(upload.file.id))
  await expect(viewer.getByRole('region', { name: 'Preview of Term sheet.txt' })).toBeVisible()
  await viewer.getByRole('button', { name: 'Actions' }).click()
  await expect(viewer.getByRole('menuitem', { name: 'Permissions' })).toHaveCount(0)
})

test('a folder is set to View for a bidder by keys, who reads pages of it from then on and is offered no file', async ({
  open,
}) => {
  test.slow()
  const folder = await newFolder('Set to view')
  const [id = ''] = await newFiles(folder, ['Terms.txt'], () => Buffer.from('The terms.'))
  const bidder = await open('bidder')
  await bidder.goto(documentsAddress(id))
  await expect(bidder.getByRole('button', { name: 'Download' })).toBeVisible()

  const page = await open('dealAdmin')
  await page.goto(documentsAddress(folder))
  await page.getByRole('button', { name: 'Folder actions' }).click()
  await page.getByRole('menuitem', { name: 'Permissions' }).click()
  const levels = dialogOf(page).getByRole('radiogroup', { name: 'Level of Bidder: Northwind' })
  await levels.getByRole('radio', { name: 'Original' }).focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(levels.getByRole('radio', { name: 'View', exact: true })).toBeFocused()
  await page.keyboard.press('Space')
  await settled(page)
  await expect(levels.getByRole('radio', { name: 'View', exact: true })).toBeChecked()
  await expectAccessible(page)

  await bidder.reload()
  await expect(bidder.getByRole('document', { name: 'Pages of Terms.txt' })).toBeVisible({ timeout: 60_000 })
  await expect(bidder.getByRole('button', { name: 'Download' })).toHaveCount(0)
})

test('DOC-08 DOC-33 PERM-13 a contributor has neither column nor dialog', async ({ open }) => {
  const page = await open('contributor')
  await page.goto(documentsAddress())
  await expect(rowOf(page, '01 Corporate')).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Permissions' })).toHaveCount(0)
  const menu = await menuOf(page, '01 Corporate')
  await expect(menu.getByRole('menuitem', { name: 'Rename' })).toBeVisible()
  await expect(menu.getByRole('menuitem', { name: 'Permissions' })).toHaveCount(0)
})

test('PERM-06 a failed change goes back and says so; on a phone', async ({ open, tolerate }) => {
  tolerate(/Failed to load resource/)
  const folderId = await newFolder('Failing permissions')
  const page = await open('dealAdmin', PHONE)
  await page.goto(documentsAddress(folderId))
  await page.getByRole('button', { name: 'Folder actions' }).click()
  await page.getByRole('menuitem', { name: 'Permissions' }).click()
  const box = dialogOf(page).getByRole('checkbox', { name: 'Lenders' })
  await expect(box).toBeChecked()
  await page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('UpdateDocumentPermission')) return route.fallback()
    const errors = [{ message: 'A server error has occurred', extensions: { code: 'INTERNAL' } }]
    return route.fulfill({ status: 500, json: { errors } })
  })
  await box.click()
  await expect(dialogOf(page).getByText('A server error has occurred', { exact: true })).toBeVisible()
  await expect(box).toBeChecked()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})
