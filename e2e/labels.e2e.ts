import { documentsAddress, newFolder, roomOf } from './support/room.ts'
import { menuOf, rowOf } from './support/table.ts'
import { expect, expectAccessible, test } from './support/test.ts'

test('PERM-14 PERM-16 DOC-07 an admin labels a folder, with a label made in place; who reads it sees it', async ({
  open,
}) => {
  const parent = await newFolder('Labelling')
  await (await roomOf('contributor')).createFolders(['To label'], parent)
  const page = await open('orgAdmin')
  await page.goto(documentsAddress(parent))
  const menu = await menuOf(page, 'To label')
  await menu.getByRole('menuitem', { name: 'Labels' }).click()
  const dialog = page.getByRole('dialog', { name: 'Labels' })
  await dialog.getByRole('checkbox', { name: 'Confidential' }).click()
  await dialog.getByRole('button', { name: 'New label' }).click()
  await dialog.getByRole('textbox', { name: 'New label' }).fill('Under review')
  await dialog.getByRole('radio', { name: 'Blue' }).check({ force: true })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create label' }).click()
  await expect(dialog.getByRole('checkbox', { name: 'Under review' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(rowOf(page, 'To label')).toContainText('Confidential')

  const viewer = await open('viewer')
  await viewer.goto(documentsAddress(parent))
  await expect(rowOf(viewer, 'To label')).toContainText('Under review')
  const theirs = await menuOf(viewer, 'To label')
  await expect(theirs.getByRole('menuitem', { name: 'Labels' })).toHaveCount(0)
})

test('PERM-16 two admins who label at the same time: the second is told and loses nothing', async ({
  open,
}) => {
  const parent = await newFolder('Labelling twice')
  await (await roomOf('contributor')).createFolders(['Contested'], parent)
  const one = await open('orgAdmin')
  const two = await open('dealAdmin')
  for (const page of [one, two]) {
    await page.goto(documentsAddress(parent))
    const menu = await menuOf(page, 'Contested')
    await menu.getByRole('menuitem', { name: 'Labels' }).click()
  }
  const box = (page: typeof one, name: string) =>
    page.getByRole('dialog', { name: 'Labels' }).getByRole('checkbox', { name })
  await box(one, 'Draft').click()
  await box(two, 'Redacted').click()
  await one.getByRole('button', { name: 'Save' }).click()
  await expect(one.getByRole('dialog')).toHaveCount(0)
  await two.getByRole('button', { name: 'Save' }).click()
  await expect(two.getByText(/Someone else has just changed these labels/)).toBeVisible()
  await expect(box(two, 'Draft')).toBeChecked()
  await expect(box(two, 'Redacted')).toBeChecked()
  await two.getByRole('button', { name: 'Save' }).click()
  await expect(rowOf(two, 'Contested')).toContainText('Draft')
  await expect(rowOf(two, 'Contested')).toContainText('Redacted')
})

test('DOC-40 PERM-16 a selection is labelled in one step; partly stays partly, and who may not has no such action', async ({
  open,
}) => {
  const parent = await newFolder('Labelling many')
  await (await roomOf('contributor')).createFolders(['First', 'Second', 'Third'], parent)
  const page = await open('orgAdmin')
  await page.goto(documentsAddress(parent))
  const dialog = page.getByRole('dialog', { name: 'Labels' })
  const box = (name: string) => dialog.getByRole('checkbox', { name })
  await (await menuOf(page, 'First')).getByRole('menuitem', { name: 'Labels' }).click()
  await box('Draft').click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(rowOf(page, 'First')).toContainText('Draft')

  await page.getByRole('checkbox', { name: 'Select all' }).click()
  await expect(page.getByText('3 selected')).toBeVisible()
  await page.getByRole('toolbar').getByRole('button', { name: 'Labels' }).click()
  await expect(dialog.getByText('Assigned to some')).toBeVisible()
  await box('Executed').focus()
  await page.keyboard.press('Space')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  for (const name of ['First', 'Second', 'Third']) await expect(rowOf(page, name)).toContainText('Executed')
  await expect(rowOf(page, 'First')).toContainText('Draft')
  await expect(rowOf(page, 'Second')).not.toContainText('Draft')

  const viewer = await open('viewer')
  await viewer.goto(documentsAddress(parent))
  await viewer.getByRole('checkbox', { name: 'Select all' }).click()
  await expect(viewer.getByRole('toolbar').getByRole('button', { name: 'Download as zip' })).toBeVisible()
  await expect(viewer.getByRole('toolbar').getByRole('button', { name: 'Labels' })).toHaveCount(0)
})
