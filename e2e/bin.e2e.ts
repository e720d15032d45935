import type { Page } from '@playwright/test'
import { documentsAddress, idOf, newFiles, newFolder, REMOVE, refusalOf, roomOf } from './support/room.ts'
import { menuOf, rowNames } from './support/table.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, test } from './support/test.ts'

const RESTORE =
  'mutation($treeId: ID!, $ids: [ID!]!) { restoreFromBin(treeId: $treeId, documentIds: $ids) { results { id problem } } }'
const FOR_GOOD =
  'mutation($treeId: ID!, $id: ID!, $name: String!) { deleteForGood(treeId: $treeId, documentId: $id, name: $name) { success } }'
const BIN = 'query($treeId: ID!) { recycleBin(treeId: $treeId, limit: 200) { items { id name } } }'

/** Ids of what the admin of the documents finds in it. */
async function inBin(): Promise<string[]> {
  const { items } = await (await roomOf('dealAdmin')).call<{ items: { id: string }[] }>(BIN)
  return items.map(({ id }) => id)
}

const rowOf = (page: Page, name: string) => page.getByRole('main').getByRole('row').filter({ hasText: name })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search the recycle bin' })

test('what is deleted is found in the recycle bin, comes back where it was, and goes for good by its name', async ({
  open,
}) => {
  const folderId = await newFolder('Binned')
  const [, unwanted] = await newFiles(folderId, ['Lease kept.pdf', 'Lease unwanted.pdf'])
  const page = await open('dealAdmin')
  await page.goto(documentsAddress(folderId))
  for (const name of ['Lease kept.pdf', 'Lease unwanted.pdf']) {
    await (await menuOf(page, name)).getByRole('menuitem', { name: 'Delete' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Delete/ })
      .click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect.poll(() => rowNames(page)).not.toContain(name)
  }

  await page.goto(documentsAddress('bin'))
  await search(page).fill('lease')
  const kept = rowOf(page, 'Lease kept.pdf')
  await expect(kept).toContainText(/Binned.*30 days/s)
  await expect(page.getByText('Deleted documents are kept for 30 days')).toBeVisible()
  await expectAccessible(page)
  await (await menuOf(page, 'Lease kept.pdf')).getByRole('menuitem', { name: 'Restore' }).click()
  await expect(page.getByText('Lease kept.pdf is back where it was.')).toBeVisible()
  await expect(kept).toBeHidden()

  await (await menuOf(page, 'Lease unwanted.pdf')).getByRole('menuitem', { name: 'Delete for good…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete for good' })
  const confirm = dialog.getByRole('button', { name: 'Delete for good' })
  const typed = dialog.getByLabel('Type Lease unwanted.pdf to delete')
  await typed.fill('Lease kept.pdf')
  await confirm.click()
  await expect(dialog.getByText('Please type Lease unwanted.pdf.')).toBeVisible()
  await expectAccessible(page)
  await typed.fill('Lease unwanted.pdf')
  await confirm.click()
  await expect(page.getByText('Lease unwanted.pdf is deleted for good.')).toBeVisible()
  await expect(rowOf(page, 'Lease unwanted.pdf')).toBeHidden()

  await page.goto(documentsAddress(folderId))
  await expect.poll(() => rowNames(page)).toEqual(['Lease kept.pdf'])
  expect(await inBin()).not.toContain(unwanted)
})

test('on a phone the recycle bin is read without scrolling sideways', async ({ open }) => {
  const folderId = await newFolder('Binned by phone')
  await newFiles(folderId, ['Old survey of the northern parcels.pdf'])
  await (await roomOf('dealAdmin')).ask(REMOVE, { ids: [folderId] })
  const phone = await open('dealAdmin', PHONE)
  await phone.goto(documentsAddress('bin'))
  await expect(phone.getByText('Binned by phone').first()).toBeVisible()
  await expectNoSidewaysScroll(phone)
  await expectAccessible(phone)
})

test('whoever may not delete has no recycle bin, and a rival neither restores nor deletes for good', async ({
  open,
}) => {
  const folderId = await newFolder('Kept from rivals')
  const [id] = await newFiles(folderId, ['Northwind offer.pdf'])
  const admin = await roomOf('dealAdmin')
  await admin.ask(REMOVE, { ids: [id] })
  for (const persona of ['viewer', 'rival'] as const) {
    const page = await open(persona)
    await page.goto(documentsAddress('bin'))
    await expect(page.getByText('Not authorized.')).toBeVisible()
    await expect(page.getByText('Northwind offer.pdf')).toHaveCount(0)
    await page.goto(documentsAddress(folderId))
    await expect(page.getByText('Northwind offer.pdf')).toHaveCount(0)
    expect(await refusalOf(persona, BIN, {})).toBe('FORBIDDEN')
    expect(await refusalOf(persona, RESTORE, { ids: [id] })).toBe('FORBIDDEN')
    expect(await refusalOf(persona, FOR_GOOD, { id, name: 'Northwind offer.pdf' })).toBe('FORBIDDEN')
  }
  expect(await inBin()).toContain(id)
  await expect(idOf(await roomOf('viewer'), 'Kept from rivals', 'Northwind offer.pdf')).rejects.toThrow()
})
