import { createHash } from 'node:crypto'
import { documentsAddress, idOf, newFolder, roomOf } from './support/room.ts'
import { menuOf, rowNames, rowOf } from './support/table.ts'
import { expect, expectAccessible, test } from './support/test.ts'
import { choose, holdTransfers, localFiles, startDrag, uploadRow, uploadWindow } from './support/upload.ts'

const files = localFiles({
  'Due diligence/.DS_Store': 'leftover',
  'Due diligence/Thumbs.db': 'leftover',
  'Due diligence/Empty/': '',
  'Due diligence/Leases/Parcel 1/Lease.txt': 'Between the landlord and the tenant\n',
  'Due diligence/Leases/Memorandum.txt': 'Recorded in the county\n',
  'Due diligence/Re\u0301sume\u0301.txt': 'Maya Okafor\n',
  'Secret/Price.txt': '24.10 $/MWh\n',
  'Model.csv': 'year,energy\n2026,1\n',
  'again/Model.csv': 'year,energy\n2026,1\n2027,2\n2028,3\n',
  'Survey.txt': 'North\n',
})
test.afterAll(() => files.remove())

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

test('UPL-22 UPL-19 UPL-33 UPL-35 UPL-05 a dropped folder tree arrives whole, for those who may see it', async ({
  open,
}) => {
  const folderId = await newFolder('Dropped')
  const page = await open('contributor')
  await page.goto(documentsAddress(folderId))
  await expect(page.getByText('This folder is empty')).toBeVisible()
  const drag = await startDrag(page, page.getByText('This folder is empty'), [
    files.at('Due diligence'),
    files.at('Secret'),
  ])
  await expect(page.getByText('Drop files and folders here...')).toBeVisible()
  await drag.drop()
  await expect(page.getByText('Drop files and folders here...')).toBeHidden()
  await expect(uploadWindow(page).getByRole('heading', { name: 'Done!' })).toBeVisible()
  // Five folders and four files; leftovers of operating systems are none.
  await expect(uploadWindow(page).getByText('0 of 9 items remaining')).toBeVisible()
  await expectAccessible(page)
  await expect.poll(() => rowNames(page)).toEqual(['Due diligence', 'Secret'])
  await uploadWindow(page).getByRole('button', { name: 'Close' }).click()
  await expect(uploadWindow(page)).toHaveCount(0)

  const reader = await open('viewer')
  await reader.goto(documentsAddress(folderId))
  await reader.getByRole('link', { name: 'Due diligence' }).click()
  await expect.poll(() => rowNames(reader)).toEqual(['Empty', 'Leases', 'R\u00e9sum\u00e9.txt'])
  await expect(rowOf(reader, 'Leases')).toContainText('2 files')
  const room = await roomOf('viewer')
  const lease = await idOf(room, 'Dropped', 'Due diligence', 'Leases', 'Parcel 1', 'Lease.txt')
  expect((await room.download(lease)).sha256).toBe(sha256('Between the landlord and the tenant\n'))

  const admin = await roomOf('dealAdmin')
  const secret = await idOf(admin, 'Dropped', 'Secret')
  const { permissions } = await admin.call<{ permissions: { id: string; principal: { name: string } }[] }>(
    'query($treeId: ID!, $id: ID!) { document(treeId: $treeId, documentId: $id) { permissions { id principal { name } } } }',
    { id: secret },
  )
  await admin.call(
    `mutation($treeId: ID!, $id: ID!) {
      updateDocumentPermission(treeId: $treeId, documentPermissionId: $id, permissible: false) { documents { id } }
    }`,
    { id: permissions.find(({ principal }) => principal.name === 'Bidder: Northwind')?.id },
  )
  const rival = await open('bidder')
  await rival.goto(documentsAddress(folderId))
  await expect.poll(() => rowNames(rival)).toEqual(['Due diligence'])
  await rival.goto(documentsAddress(secret))
  await expect(rival.getByText('Document not found.')).toBeVisible()
})

test('DOC-16 UPL-22 files and a whole folder can be chosen as well', async ({ open }) => {
  const folderId = await newFolder('Chosen')
  const page = await open('contributor')
  await page.goto(`${documentsAddress(folderId)}?view=upload`)
  await expect(page.getByText('Drag files or click choose to start uploading')).toBeVisible()
  await expectAccessible(page)
  const drag = await startDrag(page, page.getByText('Drag files or click choose to start uploading'), [
    files.at('Survey.txt'),
  ])
  await expect(page.getByText('Drop files and folders here...')).toBeVisible()
  await drag.drop()
  await expect(uploadWindow(page).getByText('0 of 1 items remaining')).toBeVisible()

  await choose(page, page.getByRole('button', { name: 'Choose...', exact: true }), files.at('Model.csv'))
  await expect(uploadRow(page, 'Model.csv').getByText('Done')).toBeVisible()
  await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'List' }).click()
  await expect.poll(() => rowNames(page)).toEqual(['Model.csv', 'Survey.txt'])

  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Files',
    'Folder',
    'Drag and drop',
    'Stage files',
    'Stage folder',
  ])
  await choose(page, page.getByRole('menuitem', { name: 'Folder', exact: true }), files.at('Due diligence'))
  await expect.poll(() => rowNames(page)).toEqual(['Due diligence', 'Model.csv', 'Survey.txt'])
})

test('UPL-36 a name that the folder has is asked about, becomes a new version, and the earlier one can be restored', async ({
  open,
}) => {
  const folderId = await newFolder('Versions')
  const page = await open('contributor')
  await page.goto(documentsAddress(folderId))
  const upload = page.getByRole('button', { name: 'Upload', exact: true })
  const chooseFile = async (name: string) => {
    await upload.first().click()
    await choose(page, page.getByRole('menuitem', { name: 'Files', exact: true }), files.at(name))
    await expect(uploadRow(page, 'Model.csv').getByText('Done')).toBeVisible()
  }
  await page.getByRole('main').getByText('This folder is empty').waitFor()
  await chooseFile('Model.csv')
  await expect(rowOf(page, 'Model.csv')).toContainText('19 B')
  await upload.first().click()
  await choose(page, page.getByRole('menuitem', { name: 'Files', exact: true }), files.at('again/Model.csv'))
  const taken = page.getByRole('dialog', { name: 'This name is taken' })
  await expect(taken.getByRole('radio', { name: /^Upload as new versions/ })).toBeChecked()
  await expectAccessible(page)
  await taken.getByRole('button', { name: 'Publish now' }).click()
  await expect(rowOf(page, 'Model.csv')).toContainText('33 B')
  await expect(rowOf(page, 'Model.csv')).toContainText('v2')
  const menu = await menuOf(page, 'Model.csv')
  await menu.getByRole('menuitem', { name: 'Versions' }).click()
  const versions = page.getByRole('dialog', { name: 'Versions' })
  await expectAccessible(page)
  await versions.getByRole('button', { name: 'Compare versions' }).click()
  const compared = page.getByRole('dialog', { name: 'Compare versions' })
  await expect(
    compared.getByRole('grid', { name: 'Differences' }).getByRole('insertion').first(),
  ).toBeVisible()
  await expectAccessible(page)
  await compared.getByRole('button', { name: 'Close' }).last().click()
  await versions.getByRole('button', { name: 'Restore version 1' }).click()
  await expect(versions.getByRole('listitem').last()).toContainText('Current')
  await versions.getByRole('button', { name: 'Close' }).last().click()
  await expect(rowOf(page, 'Model.csv')).toContainText('19 B')
  expect(await rowNames(page)).toEqual(['Model.csv'])
})

test('UPL-17 a file that fails says why, the others go through, and Retry failed sends it again', async ({
  open,
  tolerate,
}) => {
  tolerate(/the server responded with a status of 507/)
  const folderId = await newFolder('Failing')
  const page = await open('contributor')
  await page.goto(documentsAddress(folderId))
  let refusals = 0
  await page.route('**/uploads/*', async (route) => {
    const refuse = refusals === 0
    refusals += 1
    if (!refuse) return route.continue()
    const body = JSON.stringify({ error: { code: 'STORAGE_FULL', message: 'The storage is full.' } })
    return route.fulfill({ status: 507, contentType: 'application/json', body })
  })
  await page.getByRole('button', { name: 'Upload', exact: true }).first().click()
  await choose(page, page.getByRole('menuitem', { name: 'Files', exact: true }), [
    files.at('Model.csv'),
    files.at('Survey.txt'),
  ])
  const window = uploadWindow(page)
  await expect(window.getByText('Storage is full')).toBeVisible()
  await expect(window.getByText('1 failed').first()).toBeVisible()
  await expect.poll(() => rowNames(page)).toHaveLength(1)
  await expectAccessible(page)
  await window.getByRole('button', { name: 'Retry failed' }).click()
  await expect.poll(() => rowNames(page)).toEqual(['Model.csv', 'Survey.txt'])
  await expect(window.getByText('Storage is full')).toHaveCount(0)
})

test('UPL-18 UPL-38 a cancelled upload leaves nothing', async ({ open }) => {
  const folderId = await newFolder('Cancelled')
  const page = await open('contributor')
  await page.goto(documentsAddress(folderId))
  const transfers = await holdTransfers(page)
  await page.getByRole('button', { name: 'Upload', exact: true }).first().click()
  await choose(page, page.getByRole('menuitem', { name: 'Files', exact: true }), [
    files.at('Model.csv'),
    files.at('Survey.txt'),
  ])
  const window = uploadWindow(page)
  await expect(window.getByRole('heading', { name: 'Uploading... 0%' })).toBeVisible()
  await expect.poll(() => transfers.waiting()).toBe(2)
  await window.getByRole('button', { name: 'Cancel Upload' }).click()
  await expect(window.getByRole('heading', { name: 'Done!' })).toBeVisible()
  await expect(window.getByRole('row').filter({ hasText: 'Canceled' })).toHaveCount(2)
  await expect(window.getByRole('button', { name: 'Cancel Upload' })).toBeDisabled()
  transfers.releaseAll()
  await page.reload()
  await expect(page.getByText('This folder is empty')).toBeVisible()
})
