import { documentsAddress, newFolder } from './support/room.ts'
import { rowNames, rowOf } from './support/table.ts'
import { expect, expectAccessible, PHONE, test } from './support/test.ts'

test('DOP-01 DOP-02 a new folder: its name is asked for, checked, and then pointed at in the list', async ({
  open,
}) => {
  const folderId = await newFolder('Folders')
  const page = await open('contributor')
  await page.goto(documentsAddress(folderId))
  const button = page.getByRole('button', { name: 'New folder' }).first()
  const dialog = page.getByRole('dialog', { name: 'New folder' })
  const name = dialog.getByLabel('Name')
  const create = dialog.getByRole('button', { name: 'Create' })

  await button.click()
  await expect(name).toBeFocused()
  await expectAccessible(page)
  await create.click()
  await expect(dialog.getByText('A folder name must not be empty.')).toBeVisible()
  await name.fill('  Title Reports ')
  await name.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(rowOf(page, 'Title Reports')).toHaveAttribute('data-highlighted', '')
  await expect(page).toHaveURL(/highlightedId=/)

  await button.click()
  await name.fill('title reports')
  await expect(dialog.getByText('Folder title reports already exists!')).toBeVisible()
  await expect(create).toBeDisabled()
  await expectAccessible(page)
  await name.fill('Title reports, old')
  await expect(create).toBeEnabled()
  await name.press('Escape')
  await page.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(button).toBeFocused()
  expect(await rowNames(page)).toEqual(['Title Reports'])
})

test('DOP-02 a name that somebody else took meanwhile is refused by the server in the same words', async ({
  open,
}) => {
  const folderId = await newFolder('Shared')
  const page = await open('contributor')
  await page.goto(documentsAddress(folderId))
  await expect(page.getByText('This folder is empty')).toBeVisible()
  await page.getByRole('button', { name: 'New folder' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New folder' })
  await dialog.getByLabel('Name').fill('Surveys')
  const other = await open('dealAdmin')
  await other.goto(documentsAddress(folderId))
  await other.getByRole('button', { name: 'New folder' }).first().click()
  await other.getByLabel('Name').fill('SURVEYS')
  await other.getByRole('button', { name: 'Create' }).click()
  await expect(rowOf(other, 'SURVEYS')).toBeVisible()

  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByText('Folder Surveys already exists!')).toBeVisible()
})

test('DOP-03 ERR-02 ERR-08 a failed create says so in the dialog and keeps what was typed', async ({
  open,
  tolerate,
}) => {
  tolerate(/Failed to load resource/)
  const folderId = await newFolder('Unlucky')
  const page = await open('contributor', PHONE)
  await page.goto(documentsAddress(folderId))
  await page.getByRole('button', { name: 'Folder actions' }).click()
  await page.getByRole('menuitem', { name: 'New folder' }).click()
  const dialog = page.getByRole('dialog', { name: 'New folder' })
  await dialog.getByLabel('Name').fill('Permits')
  await page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('CreateFolder')) return route.fallback()
    const errors = [{ message: 'A server error has occurred', extensions: { code: 'INTERNAL' } }]
    return route.fulfill({ status: 500, json: { errors } })
  })
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByText('A server error has occurred.', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/graphql')

  await page.context().setOffline(true)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText('Connection lost. Please check your network and try again.')).toBeVisible()
  await expect(dialog.getByLabel('Name')).toHaveValue('Permits')
  await page.context().setOffline(false)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Permits' })).toBeVisible()
})
