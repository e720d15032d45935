import { documentsAddress, newFolder, refusalOf } from './support/room.ts'
import { rowOf } from './support/table.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, signIn, test } from './support/test.ts'

test('a documents admin sees a room as a group sees it, under a bar, and goes back', async ({ open }) => {
  test.slow()
  const folderId = await newFolder('Not for Northwind')
  // A session of its own: the view is the session's, and others' journeys share one.
  const page = await open(null, PHONE)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${documentsAddress()}?highlightedId=${folderId}`)
  await signIn(page, 'dealAdmin')
  await page.getByRole('button', { name: 'Permissions of Not for Northwind:' }).click()
  const dialog = page.getByRole('dialog', { name: 'Permissions' })
  await dialog.getByRole('checkbox', { name: 'Bidder: Northwind' }).click()
  await expect(dialog.getByRole('progressbar')).toHaveCount(0)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'View as Bidder: Northwind' }).click()

  const bar = page.getByRole('complementary', { name: 'View as' })
  await expect(bar).toContainText('Viewing as Bidder: Northwind')
  await expect(rowOf(page, '01 Corporate')).toBeVisible()
  await expect(page.getByText('Not for Northwind')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'New folder' })).toHaveCount(0)
  await expectAccessible(page)
  await page.mouse.wheel(0, 2000)
  await expect(bar).toBeInViewport()
  await page.setViewportSize(PHONE.viewport)
  await expectNoSidewaysScroll(page)
  await expect(bar.getByRole('button', { name: 'Leave' })).toBeInViewport()
  await bar.getByRole('button', { name: 'Leave' }).click()
  await expect(bar).toHaveCount(0)
  // The browser takes the same address for a reload, and goes back to where the page was scrolled to.
  await page.goto('/')
  await page.goto(`${documentsAddress()}?highlightedId=${folderId}`)
  await expect(page.getByText('Not for Northwind').first()).toBeVisible()
  // Who is no documents admin is offered nothing, and gets nothing.
  const start =
    'mutation($treeId: ID!, $groupId: ID!) { startView(treeId: $treeId, groupId: $groupId) { view { id } } }'
  expect(await refusalOf('bidder', start, { groupId: folderId })).toBe('FORBIDDEN')
})
