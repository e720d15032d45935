import type { Locator, Page } from '@playwright/test'
import { documentsAddress, MOVE, newFiles, newFolder, REMOVE, refusalOf, roomOf } from './support/room.ts'
import { menuOf, pressIn, rowNames, rowOf } from './support/table.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, test } from './support/test.ts'

const bar = (page: Page) => page.getByRole('region', { name: 'Move', exact: true })
const moveHere = (page: Page) => bar(page).getByRole('button', { name: 'Move here' })
const crumb = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name })
const stageRow = async (page: Page, name: string) =>
  (await menuOf(page, name)).getByRole('menuitem', { name: 'Move' }).click()

/** A folder with `From` and `To` in it, and files in `From`. */
async function twoFolders(name: string, files: readonly string[]) {
  const top = await newFolder(name)
  const [from, to] = await (await roomOf('contributor')).createFolders(['From', 'To'], top)
  if (!from || !to) throw new Error('The folders were not made.')
  return { top, from: from.id, to: to.id, ids: await newFiles(from.id, files) }
}

test('DOP-16 DOP-17 DOC-40 a contributor stages a selection, walks, moves it there and takes it back', async ({
  open,
}) => {
  const { top, from, to } = await twoFolders('Moved', ['a.pdf', 'b.pdf', 'c.pdf'])
  const page = await open('contributor')
  await page.goto(documentsAddress(from))
  for (const name of ['a.pdf', 'b.pdf']) await page.getByRole('checkbox', { name: `Select ${name}` }).click()
  await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Move' }).click()
  await expect(bar(page)).toContainText('Moving 2 items: a.pdf, b.pdf')
  await expect(bar(page)).toContainText('They are in this folder. Open another one.')
  await expect(moveHere(page)).toBeDisabled()
  await expect(rowOf(page, 'a.pdf')).toContainText('About to be moved')
  await expectAccessible(page)

  await crumb(page, 'Moved').click()
  await page.getByRole('link', { name: 'To', exact: true }).click()
  await expect(bar(page)).toContainText('To To')
  await expectAccessible(page)
  await moveHere(page).click()
  await expect(page.getByText('2 items were moved to To.')).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  await expect.poll(() => rowNames(page)).toEqual(['a.pdf', 'b.pdf'])
  await expect(rowOf(page, 'a.pdf')).toHaveAttribute('data-highlighted', '')
  expect((await (await roomOf('viewer')).list(from)).map((entry) => entry.name)).toEqual(['c.pdf'])

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('2 items were moved back.')).toBeVisible()
  await expect(page.getByText('This folder is empty')).toBeVisible()
  await page.goto(documentsAddress(top))
  await expect(rowOf(page, 'From')).toContainText('3 files')
  expect(await (await roomOf('viewer')).list(to)).toEqual([])
})

test('DOP-17 Cancel, another view and a search each end a staged move', async ({ open }) => {
  const { from } = await twoFolders('Not moved after all', ['a.pdf'])
  const page = await open('contributor')
  await page.goto(documentsAddress(from))
  await stageRow(page, 'a.pdf')
  await bar(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(bar(page)).toHaveCount(0)
  await stageRow(page, 'a.pdf')
  await page.getByRole('button', { name: 'Upload' }).click()
  await page.getByRole('menuitem', { name: 'Drag and drop' }).click()
  await expect(page).toHaveURL(/view=upload/)
  await expect(bar(page)).toHaveCount(0)
  await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'List' }).click()
  await stageRow(page, 'a.pdf')
  await page.getByRole('searchbox').fill('a.pdf')
  await expect(page.getByText('1 item found')).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  // During a search there is no Move (DOC-34).
  const menu = await menuOf(page, 'a.pdf')
  await expect(menu.getByRole('menuitem', { name: 'Move' })).toHaveCount(0)
})

test('DOP-18 DOP-19 DOC-12 into itself is never offered; a taken name and a folder that is gone are said by the server', async ({
  open,
}) => {
  const { from, to, ids } = await twoFolders('Moved in vain', ['a.pdf', 'b.pdf'])
  await newFiles(to, ['B.PDF'])
  const page = await open('contributor')
  await page.goto(documentsAddress(from))
  await page.getByRole('button', { name: 'Folder actions' }).click()
  await page.getByRole('menuitem', { name: 'Move' }).click()
  await expect(bar(page)).toContainText('"From" can\'t be moved into itself.')
  await expect(moveHere(page)).toBeDisabled()

  for (const name of ['a.pdf', 'b.pdf']) await page.getByRole('checkbox', { name: `Select ${name}` }).click()
  await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Move' }).click()
  await crumb(page, 'Moved in vain').click()
  await page.getByRole('link', { name: 'To', exact: true }).click()
  await expect(bar(page)).toContainText('To To')
  await moveHere(page).click()
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: '"b.pdf" already exists there. Please rename one of the two.' }),
  ).toBeVisible()
  await expect(bar(page)).toContainText('Moving 2 items: a.pdf, b.pdf')
  expect(await rowNames(page)).toEqual(['B.PDF'])
  await page.getByRole('button', { name: 'Close message' }).click()

  // Another file, from its preview; its destination is deleted under way.
  await page.goto(documentsAddress(ids[0]))
  await page
    .getByRole('region', { name: 'Preview of a.pdf' })
    .getByRole('button', { name: 'Actions' })
    .click()
  await page.getByRole('menuitem', { name: 'Move' }).click()
  await expect(bar(page)).toContainText('Open the folder to move it to.')
  await crumb(page, 'Moved in vain').click()
  await page.getByRole('link', { name: 'To', exact: true }).click()
  await expect(moveHere(page)).toBeEnabled()
  await (await roomOf('dealAdmin')).call(REMOVE, { ids: [to] })
  await moveHere(page).click()
  await expect(page.getByText('This folder is no longer there. Please choose another one.')).toBeVisible()
  await expect(page.getByText('Document not found.')).toBeVisible()
  expect((await (await roomOf('viewer')).list(from)).map((entry) => entry.name)).toEqual(['a.pdf', 'b.pdf'])
})

test('PERM-08 a deal manager is told before who would no longer see what is moved', async ({ open }) => {
  const { from, ids } = await twoFolders('Moved out of sight', ['a.pdf'])
  const page = await open('dealAdmin')
  await page.goto(documentsAddress(from))
  await stageRow(page, 'a.pdf')
  await crumb(page, 'Documents').click()
  await page.getByRole('link', { name: '08 Bids' }).click()
  await page.getByRole('link', { name: 'Calder' }).click()
  await expect(bar(page)).toContainText(/ and \d+ others will no longer see it\./)
  await expectAccessible(page)
  await moveHere(page).click()
  await expect(page.getByText('a.pdf was moved to Calder.')).toBeVisible()
  // The way back would not give it back to them.
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  const seen = await (await roomOf('viewer')).ask(
    'query($treeId: ID!, $id: ID!) { document(treeId: $treeId, documentId: $id) { name } }',
    { id: ids[0] },
  )
  expect(seen.errors[0]?.extensions.code).toBe('NOT_FOUND')
})

test('DOP-16 by keyboard alone, and on a phone by thumb', async ({ open }) => {
  const { top, from } = await twoFolders('Moved by hand', ['a.pdf', 'b.pdf'])
  const page = await open('contributor')
  await page.goto(documentsAddress(from))
  await rowOf(page, 'a.pdf').focus()
  await page.keyboard.press('Shift+F10')
  await pressIn(page.getByRole('menu'), 'm')
  await expect(page.getByRole('menuitem', { name: 'Move' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(bar(page)).toBeVisible()
  await expect(rowOf(page, 'a.pdf')).toBeFocused()
  await crumb(page, 'Moved by hand').focus()
  await page.keyboard.press('Enter')
  await rowOf(page, 'To').focus()
  await page.keyboard.press('Enter')
  await expect(moveHere(page)).toBeEnabled()
  // Once the folder shows, nothing takes the focus away any more.
  await expect(page.getByText('This folder is empty')).toBeVisible()
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press('Tab')
    if (await moveHere(page).evaluate((element) => element === document.activeElement)) break
  }
  await page.keyboard.press('Enter')
  await expect(rowOf(page, 'a.pdf')).toBeVisible()

  const phone = await open('contributor', PHONE)
  await phone.goto(documentsAddress(from))
  await stageRow(phone, 'b.pdf')
  await expect(bar(phone)).toContainText('Moving b.pdf')
  await expectNoSidewaysScroll(phone)
  await expectAccessible(phone)
  await phone.getByRole('link', { name: 'Back to Moved by hand' }).click()
  await phone.getByRole('link', { name: 'To', exact: true }).click()
  await moveHere(phone).click()
  await expect(rowOf(phone, 'b.pdf')).toBeVisible()
  expect((await (await roomOf('viewer')).list(top)).map((entry) => entry.fileCount)).toEqual([0, 2])
})

test('DOC-33 DOP-34 who may not move finds no way to, and the server refuses the call', async ({ open }) => {
  const { from, to, ids } = await twoFolders('Not theirs to move', ['Kept.pdf'])
  for (const persona of ['viewer', 'bidder'] as const) {
    const page = await open(persona)
    await page.goto(documentsAddress(from))
    const menu = await menuOf(page, 'Kept.pdf')
    await expect(menu.getByRole('menuitem', { name: 'Move' })).toHaveCount(0)
    await pressIn(menu, 'Escape')
    await page.getByRole('checkbox', { name: 'Select Kept.pdf' }).click()
    await expect(page.getByText('1 selected')).toBeVisible()
    await expect(
      page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Move' }),
    ).toHaveCount(0)
    expect(await refusalOf(persona, MOVE, { to, ids })).toBe('FORBIDDEN')
  }
  expect((await (await roomOf('viewer')).list(from)).map((entry) => entry.name)).toEqual(['Kept.pdf'])
})

test('INDEX-10 rows are dragged onto a folder, the way here and a column; a folder is looked for in the dialog', async ({
  open,
}) => {
  const { top, from } = await twoFolders('Dragged', ['a.pdf', 'b.pdf'])
  const page = await open('contributor')
  const moved = (name: string, to: string) => page.getByText(`${name} was moved to ${to}.`)
  /** What makes rows draggable is loaded with the first movement of a mouse. */
  const goWithMouse = async (address: string) => {
    await page.goto(address)
    await page.getByRole('searchbox').hover()
    await page.waitForLoadState('networkidle')
  }
  /** Nothing on the page tells when that has run: on a busy machine a first drag may come before. */
  const drag = (name: string, row: Locator, onto: Locator, to: string) =>
    expect(async () => {
      if (!(await moved(name, to).isVisible())) await row.dragTo(onto, { steps: 5, timeout: 5000 })
      await expect(moved(name, to)).toBeVisible({ timeout: 5000 })
    }).toPass({ timeout: 40_000 })
  await goWithMouse(documentsAddress(from))
  await drag('a.pdf', rowOf(page, 'a.pdf'), crumb(page, 'Dragged'), 'Dragged')
  await expect.poll(() => rowNames(page)).toEqual(['b.pdf'])

  await goWithMouse(documentsAddress(top))
  await drag('a.pdf', rowOf(page, 'a.pdf'), rowOf(page, 'To'), 'To')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('1 item was moved back.')).toBeVisible()

  await goWithMouse(`${documentsAddress(top)}?view=columns`)
  const entry = (name: string) => page.getByRole('treeitem', { name, exact: true })
  await entry('From').click()
  // A column that is still read takes nothing.
  await expect(entry('b.pdf')).toBeVisible()
  await drag('a.pdf', entry('a.pdf'), page.getByRole('group', { name: 'From', exact: true }), 'From')

  await page.goto(documentsAddress(from))
  await stageRow(page, 'a.pdf')
  await bar(page).getByRole('button', { name: 'Choose folder' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move a.pdf' })
  await dialog.getByRole('searchbox', { name: 'Search folders' }).fill('Dragged')
  await dialog.getByRole('button', { name: 'Open Dragged' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Move to Dragged' }).click()
  await expect(moved('a.pdf', 'Dragged')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(bar(page)).toHaveCount(0)
})
