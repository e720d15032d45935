import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/test.ts'

test('CRM-02 CRM-03 CRM-06 CRM-09 CRM-11 CRM-13 CRM-19 an admin imports contacts, follows them to the end and runs a report', async ({
  open,
}) => {
  const page = await open('orgAdmin')
  await page.goto('/applications')
  await page.getByRole('link', { name: 'Imports and reports' }).click()
  await expect(page).toHaveURL('/applications/salesforce')
  const history = page.getByRole('region', { name: 'Import History' })
  const demo = (file: string) => history.getByRole('row').filter({ hasText: file })
  await expect(demo('Counterparties from Salesforce.xlsx')).toContainText('Salesforce')
  await expect(demo('Counterparties from Salesforce.xlsx')).toContainText('24 rows')
  await expect(demo('Site visit sign-in.xlsx')).toContainText('Failed: Nothing was imported, since row 3')
  const template = await page.request.get('/salesforce/template')
  const name = 'journey-contacts.xlsx'
  const submit = page.getByRole('button', { name: 'Submit' })
  await expect(submit).toBeDisabled()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Import Data' }).click()
  await (await chooser).setFiles({
    name,
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: await template.body(),
  })
  await submit.click()
  const row = history.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('Done', { timeout: 30_000 })
  const reports = page.getByRole('region', { name: 'Duplicate Reports' })
  const files = reports.getByRole('link', { name: /^Duplicates / })
  const before = await files.count()
  await page.getByRole('button', { name: 'Run report' }).click()
  await expect(files).toHaveCount(before + 1, { timeout: 30_000 })
  const file = files.first()
  const download = page.waitForEvent('download')
  await file.click()
  expect((await download).suggestedFilename()).toMatch(/^Duplicates .*\.xlsx$/)
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
})
