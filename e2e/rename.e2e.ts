import type { Page } from '@playwright/test'
import { documentsAddress, newFiles, newFolder, RENAME, refusalOf, roomOf } from './support/room.ts'
import { menuOf, pressIn, rowNames, rowOf } from './support/table.ts'
import { expect, expectAccessible, PHONE, test } from './support/test.ts'

const field = (page: Page, name: string) => page.getByRole('textbox', { name: `Name of ${name}` })
const failure = (page: Page) => page.getByRole('dialog', { name: 'Rename Failed' })

async function startRename(page: Page, name: string) {
  await (await menuOf(page, name)).getByRole('menuitem', { name: 'Rename' }).click()
  await expect(field(page, name)).toBeFocused()
}

test('DOP-04 DOP-05 DOP-06 a contributor renames in the row; a taken name is refused and what was typed stays', async ({
  open,
}) => {
  const folderId = await newFolder('Renamed')
  await newFiles(folderId, ['Draft lease.pdf', 'Survey.pdf'])
  const page = await open('contributor')
  await page.goto(documentsAddress(folderId))
  await startRename(page, 'Draft lease.pdf')
  await expectAccessible(page)
  await page.keyboard.type('SURVEY')
  await page.keyboard.press('Enter')
  await expect(failure(page)).toContainText('Renaming of the entry below failed')
  await expect(failure(page).getByRole('definition')).toHaveText([
    'File',
    'Draft lease.pdf',
    'An entry with this name already exists.',
  ])
  await expectAccessible(page)
  await pressIn(failure(page), 'Escape')
  await expect(field(page, 'Draft lease.pdf')).toHaveValue('SURVEY.pdf')

  await field(page, 'Draft lease.pdf').fill('A/B.pdf')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(failure(page)).toContainText('A name cannot contain / or \\.')
  await pressIn(failure(page), 'Escape')
  await field(page, 'Draft lease.pdf').fill(`${'ü'.repeat(148)}.pdf`)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(failure(page)).toContainText('A name can have at most 255 bytes, this one has 300.')
  await pressIn(failure(page), 'Escape')
  await field(page, 'Draft lease.pdf').fill('   ')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('This field may not be blank')
  await field(page, 'Draft lease.pdf').fill('Zoning lease "final" – Übersicht.pdf')
  await page.keyboard.press('Enter')
  await expect.poll(() => rowNames(page)).toEqual(['Survey.pdf', 'Zoning lease "final" – Übersicht.pdf'])
  await page.reload()
  await expect(rowOf(page, 'Zoning lease "final" – Übersicht.pdf')).toBeVisible()
})

test('DOP-04 by keyboard alone: F2, a new name, Enter; Escape drops it', async ({ open }) => {
  const folderId = await newFolder('Renamed by keyboard')
  await newFiles(folderId, ['Inverter.pdf', 'Module.pdf'])
  const page = await open('contributor')
  await page.goto(documentsAddress(folderId))
  await rowOf(page, 'Inverter.pdf').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('F2')
  await expect(field(page, 'Module.pdf')).toBeFocused()
  await page.keyboard.type('Modules')
  await page.keyboard.press('Enter')
  await expect(rowOf(page, 'Modules.pdf')).toBeFocused()
  await page.keyboard.press('F2')
  await expect(field(page, 'Modules.pdf')).toBeFocused()
  await page.keyboard.type('Dropped')
  await page.keyboard.press('Escape')
  await expect(rowOf(page, 'Modules.pdf')).toBeFocused()
  expect(await rowNames(page)).toEqual(['Inverter.pdf', 'Modules.pdf'])
})

test('DOP-05 of two people who rename one file the second is told, sees the new name and may go on', async ({
  open,
}) => {
  const folderId = await newFolder('Renamed by two')
  const [id] = await newFiles(folderId, ['Offer.pdf'])
  const page = await open('contributor', PHONE)
  await page.goto(documentsAddress(folderId))
  await startRename(page, 'Offer.pdf')
  await field(page, 'Offer.pdf').fill('Offer, second round.pdf')
  await (await roomOf('dealAdmin')).call(RENAME, { id, name: 'Offer, withdrawn.pdf' })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(failure(page)).toContainText(
    'Someone else has just changed the name to "Offer, withdrawn.pdf".',
  )
  await failure(page).getByRole('button', { name: 'Close' }).last().click()
  await expect(field(page, 'Offer, withdrawn.pdf')).toHaveValue('Offer, second round.pdf')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(rowOf(page, 'Offer, second round.pdf')).toBeVisible()
})

test('ERR-08 DOP-05 without a connection nothing typed is lost, and it goes on when it is back', async ({
  open,
  tolerate,
}) => {
  tolerate(/Failed to load resource/)
  const folderId = await newFolder('Renamed offline')
  await newFiles(folderId, ['Title.pdf'])
  const page = await open('contributor')
  await page.goto(documentsAddress(folderId))
  await startRename(page, 'Title.pdf')
  await page.keyboard.type('Title commitment')
  await page.context().setOffline(true)
  await page.keyboard.press('Enter')
  await expect(failure(page)).toContainText('Connection lost. Please check your network and try again.')
  await page.context().setOffline(false)
  await pressIn(failure(page), 'Escape')
  await expect(field(page, 'Title.pdf')).toHaveValue('Title commitment.pdf')
  await field(page, 'Title.pdf').press('Enter')
  await expect(rowOf(page, 'Title commitment.pdf')).toBeVisible()
})

test('DOC-33 DOP-34 who may not rename finds no way to, and the server refuses the call', async ({
  open,
}) => {
  const folderId = await newFolder('Not renamed')
  const [id] = await newFiles(folderId, ['Kept.pdf'])
  for (const persona of ['viewer', 'bidder'] as const) {
    const page = await open(persona)
    await page.goto(documentsAddress(folderId))
    const menu = await menuOf(page, 'Kept.pdf')
    await expect(menu.getByRole('menuitem')).toHaveText([
      'Open',
      'Download',
      'Download marked PDF',
      'Copy link',
      'Add to favourites',
      'Private note',
      'Copilot',
    ])
    await pressIn(menu, 'Escape')
    await expect(menu).toHaveCount(0)
    await rowOf(page, 'Kept.pdf').focus()
    await page.keyboard.press('F2')
    await expect(page.getByRole('textbox', { name: 'Name of Kept.pdf' })).toHaveCount(0)
    expect(await refusalOf(persona, RENAME, { id, name: 'Taken.pdf' })).toBe('FORBIDDEN')
  }
  expect((await (await roomOf('viewer')).list(folderId)).map((entry) => entry.name)).toEqual(['Kept.pdf'])
})
