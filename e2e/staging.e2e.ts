import { documentsAddress, newFiles, newFolder, roomOf } from './support/room.ts'
import { menuOf, rowNames, rowOf } from './support/table.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, test } from './support/test.ts'
import { choose, localFiles, uploadRow } from './support/upload.ts'

const files = localFiles({ 'Model.csv': 'year,energy\n2026,1\n2027,2\n' })
test.afterAll(() => files.remove())

test('STAGE-03 STAGE-04 an admin stages a new version, a move and permissions of what is published, and publishes them together', async ({
  open,
}) => {
  const top = await newFolder('Staged changes')
  const [closing] = await (await roomOf('contributor')).createFolders(['Closing'], top)
  await newFiles(top, ['Model.csv', 'Lease.pdf', 'Offer.pdf'])
  const page = await open('dealAdmin')
  await page.goto(documentsAddress(top))

  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await choose(page, page.getByRole('menuitem', { name: 'Files', exact: true }), files.at('Model.csv'))
  const taken = page.getByRole('dialog', { name: 'This name is taken' })
  await taken.getByRole('radio', { name: /^Upload as new versions/ }).check()
  await expectAccessible(page)
  await taken.getByRole('button', { name: 'Stage' }).click()
  await expect(uploadRow(page, 'Model.csv').getByText('Done')).toBeVisible()
  await expect(rowOf(page, 'Model.csv')).toContainText('Staged: new version')
  await expect(rowOf(page, 'Model.csv')).toContainText('9 B')
  await expect(page.getByText('1 staged, visible to who edits alone')).toBeVisible()

  await (await menuOf(page, 'Lease.pdf')).getByRole('menuitem', { name: 'Move' }).click()
  await page.getByRole('link', { name: 'Closing', exact: true }).click()
  const bar = page.getByRole('region', { name: 'Move', exact: true })
  await expect(bar).toContainText('To Closing')
  await bar.getByRole('button', { name: 'Stage' }).click()
  await expect(page.getByText('The move of Lease.pdf to Closing is staged.')).toBeVisible()

  await page.goto(documentsAddress(top))
  await expect(rowOf(page, 'Lease.pdf')).toContainText('Staged: move to Closing')
  await (await menuOf(page, 'Offer.pdf')).getByRole('menuitem', { name: 'Permissions' }).click()
  const permissions = page.getByRole('dialog', { name: 'Permissions' })
  await permissions.getByRole('button', { name: 'Stage' }).click()
  await permissions
    .getByRole('radiogroup', { name: 'Level of Bidder: Northwind' })
    .getByRole('radio', { name: 'No access' })
    .click()
  await expectAccessible(page)
  await permissions.getByRole('button', { name: 'Stage' }).click()
  await expect(page.getByText('The change of permissions is staged.')).toBeVisible()
  await permissions.getByRole('button', { name: 'Done' }).click()
  await expect(rowOf(page, 'Offer.pdf')).toContainText('Staged: permissions')

  const bidder = await roomOf('bidder')
  const sizes = async (id: string) => (await bidder.list(id)).map(({ name, size }) => [name, size])
  expect(await sizes(top)).toEqual([
    ['Closing', null],
    ['Lease.pdf', 9],
    ['Model.csv', 9],
    ['Offer.pdf', 9],
  ])

  await page.goto(documentsAddress('staged'))
  for (const [name, what] of [
    ['Model.csv', 'New version'],
    ['Lease.pdf', 'Moved'],
    ['Offer.pdf', 'Permissions'],
  ] as const) {
    await expect(rowOf(page, name)).toContainText(what)
  }
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const phone = await open('dealAdmin', PHONE)
  await phone.goto(documentsAddress('staged'))
  await expect(phone.getByText('Staged: new version')).toBeVisible()
  await expectNoSidewaysScroll(phone)
  await expectAccessible(phone)

  await page.getByRole('button', { name: 'Publish…', exact: true }).click()
  const publish = page.getByRole('dialog', { name: 'Publish 3 entries' })
  await expect(publish.getByRole('columnheader', { name: 'Who will see them' })).toBeVisible()
  await publish.getByRole('button', { name: 'At a time' }).click()
  await expectAccessible(page)
  await publish.getByRole('button', { name: 'Now' }).click()
  await publish.getByRole('textbox', { name: 'Title' }).fill('Round two')
  await publish.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('3 entries are published.')).toBeVisible()
  await expect.poll(() => rowNames(page)).toEqual([])
  expect(await sizes(top)).toEqual([
    ['Closing', null],
    ['Model.csv', 26],
  ])
  expect(await sizes(closing?.id ?? '')).toEqual([['Lease.pdf', 9]])
})
