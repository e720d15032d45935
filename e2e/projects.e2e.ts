import { table } from './support/table.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, test } from './support/test.ts'

test('PROJ-02 PROJ-03 PROJ-04 PROJ-05 PROJ-06 PROJ-08 PROJ-19 an analyst narrows the list of projects, and a link shows the same', async ({
  open,
}) => {
  const page = await open('orgAdmin')
  await page.goto('/segue-infra/projects')
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  const rows = table(page).getByRole('row')
  await expect(rows.filter({ hasText: 'Anthony Solar' })).toContainText('Prairie Sun II')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Filter by portfolio' }).click()
  await page.getByRole('checkbox', { name: 'Prairie Sun II' }).check()
  // The open filter hides the list from screen readers, and so from roles.
  const behind = (name: string) => page.locator('[role=row]', { hasText: name })
  await expect(behind('Wellington Solar')).toHaveCount(0)
  await expect(behind('Anthony Solar')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Arkansas River Solar' }).check()
  await expect(behind('Wellington Solar')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Multiple', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Pipeline' }).click()
  await expect(page.getByText('No projects found.')).toBeVisible()
  await page.getByRole('button', { name: 'Owned' }).click()
  await page.getByRole('button', { name: 'Capacity' }).click()
  await page.getByRole('button', { name: 'Capacity' }).click()
  await expect(rows.nth(1)).toContainText('Wellington Solar + Storage')
  await page.reload()
  await expect(rows.nth(1)).toContainText('Wellington Solar + Storage')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export' }).click()
  expect((await download).suggestedFilename()).toMatch(/^segue-infra-projects-\d{4}-\d\d-\d\d\.xlsx$/)

  const phone = await open('viewer', PHONE)
  await phone.goto('/segue-infra/projects')
  await expect(phone.getByText('Anthony Solar')).toBeVisible()
  await expectAccessible(phone)
  await expectNoSidewaysScroll(phone)
})
