import type { Page } from '@playwright/test'
import { pressIn, rowNames, rowOf, table } from './support/table.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, test } from './support/test.ts'
import { choose, localFiles, uploadWindow } from './support/upload.ts'

const files = localFiles({ 'Outage notice.txt': 'Feeder 12 is down on Tuesday from 8 to 10.\n' })
test.afterAll(() => files.remove())

const crumbs = (page: Page) => page.getByRole('navigation', { name: 'Breadcrumbs' })
const NOT_FOUND = 'Sorry. We can’t seem to find the page you’re looking for.'

const REPORTING = '/segue-infra/reporting'
const OPERATIONS = '/segue-infra/o-and-m'
const COMPANY = { name: 'Great Plains HoldCo I', slug: 'great-plains-holdco-i' }

test('REP-01 REP-03 REP-04 REP-08 HOLD-14 SHELL-29 a reader of reports goes from the list to a report', async ({
  open,
}) => {
  const page = await open('reports')
  await page.goto('/')
  await page.getByRole('link', { name: 'Reporting' }).click()
  await expect(page).toHaveURL(REPORTING)
  const reports = page.getByRole('grid', { name: 'Reports' })
  await expect(reports.getByRole('link')).toHaveText([COMPANY.name, 'Great Plains HoldCo II'])
  await expectAccessible(page)
  await reports.getByRole('link', { name: COMPANY.name, exact: true }).click()
  await expect(page).toHaveURL(`${REPORTING}/${COMPANY.slug}/reports`)
  const figures = page.getByLabel('Figures')
  await expect(figures).toContainText('187 MW')
  await expect(figures).toContainText(/Revenue YTD\$[\d.]+M/)
  await expect(figures).toContainText(/Forecast [\d,]+ MWh/)
  await expect.poll(() => rowNames(page)).toEqual(['2025', '2026'])
  await expectAccessible(page)

  await page.getByRole('link', { name: '2026' }).click()
  await page.getByRole('link', { name: 'Q3' }).click()
  await page.getByRole('link', { name: 'Investor report Q3 2026.pdf' }).click()
  await expect(page).toHaveURL(new RegExp(`^[^?]*${REPORTING}/${COMPANY.slug}/reports/[0-9a-f-]+$`))
  await expect(page.getByText('The fleet delivered').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /Rename|Delete/ })).toHaveCount(0)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).first().click()
  expect((await download).suggestedFilename()).toBe('Investor report Q3 2026.pdf')

  // The same tree is a tab of the company, and the portfolio has one of its own.
  await page.goto(`/holding-company/${COMPANY.slug}`)
  await expect(page).toHaveURL(`/holding-company/${COMPANY.slug}/overview`)
  const companyTabs = page.getByRole('navigation', { name: COMPANY.name }).getByRole('link')
  await expect(companyTabs).toHaveText(['Overview', 'Portfolios', 'Reports'])
  await companyTabs.getByText('Reports').click()
  await expect.poll(() => rowNames(page)).toEqual(['2025', '2026'])
  await expectAccessible(page)
})

test('on a phone the figures of a company scroll by themselves, and its page stays where it is', async ({
  open,
}) => {
  const page = await open('reports', PHONE)
  const reports = `/holding-company/${COMPANY.slug}/storage/reports`
  for (const address of [reports, `${REPORTING}/${COMPANY.slug}/reports`]) {
    await page.goto(address)
    await expect(page.getByRole('group', { name: 'Figures' })).toContainText('Forecast')
    await expect(page.getByRole('link', { name: '2026' })).toBeVisible()
    await expectNoSidewaysScroll(page)
  }
})

test('PORT-36 PORT-47 DOC-37 a portfolio has its reports beside its documents', async ({ open }) => {
  const page = await open('contributor')
  await page.goto('/portfolios/prairie-sun-ii')
  const tabs = page.getByRole('navigation', { name: 'Prairie Sun II' })
  await expect(tabs.getByRole('link')).toContainText(['Documents', 'Reports'])
  await tabs.getByRole('link', { name: 'Reports' }).click()
  await expect(page).toHaveURL('/portfolios/prairie-sun-ii/storage/reports')
  await expect(crumbs(page)).toContainText('Reports')
  // REPORTS_EDIT makes and renames; it neither deletes nor permits.
  await expect(page.getByRole('button', { name: 'New folder' })).toBeVisible()
  await page.getByRole('button', { name: 'Actions for 2026' }).click()
  await expect(page.getByRole('menu').getByRole('menuitem', { name: 'Rename' })).toBeVisible()
  await expect(page.getByRole('menu').getByRole('menuitem', { name: 'Delete' })).toHaveCount(0)
  await pressIn(page.getByRole('menu'), 'Escape')
  await expect(table(page).getByRole('columnheader', { name: 'Permissions' })).toHaveCount(0)

  // Somebody with documents alone has no such tab, and no such page.
  const bidder = await open('bidder')
  await bidder.goto('/portfolios/republican-valley-portfolio')
  await expect(bidder.getByRole('link', { name: 'Reports' })).toHaveCount(0)
  await expect(bidder.getByRole('link', { name: 'Reporting' })).toHaveCount(0)
})

test('OAM-01 OAM-05 OAM-06 OAM-09 SHELL-31 whoever runs O&M sees the partners and works in the tree', async ({
  open,
}) => {
  const page = await open('assetManager')
  await page.goto('/')
  await page.getByRole('link', { name: 'O&M' }).click()
  await expect(page).toHaveURL(OPERATIONS)
  const partners = page.getByRole('region', { name: 'Partners' })
  await expect(partners.getByRole('listitem')).toHaveCount(3)
  await expect(partners).toContainText(/Clearfield Operations, LLC14 projects · 187 MW · 41%/)
  await expect(page.getByLabel('Totals')).toContainText('Projects20')
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Prairie Sun II' }).click()
  await expect.poll(() => rowNames(page)).toContain('Invoices')
  await page.getByRole('button', { name: 'New folder' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('Notices')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('link', { name: 'Notices' }).click()
  await expect(page.getByText('This folder is empty')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Upload' }).first().click()
  await choose(
    page,
    page.getByRole('menuitem', { name: 'Files', exact: true }),
    files.at('Outage notice.txt'),
  )
  await expect(uploadWindow(page).getByRole('heading', { name: 'Done!' })).toBeVisible()
  await uploadWindow(page).getByRole('button', { name: 'Close' }).click()
  await expect(rowOf(page, 'Outage notice.txt')).toBeVisible()

  await page.getByRole('button', { name: 'Actions for Outage notice.txt' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  const name = table(page).getByRole('textbox')
  await name.fill('Outage notice, feeder 12.txt')
  await name.press('Enter')
  await page.getByRole('link', { name: 'Outage notice, feeder 12.txt' }).click()
  await expect(page).toHaveTitle('Outage notice, feeder 12.txt · Segue Infrastructure · Helioroom')

  await page.goto(OPERATIONS)
  await page.getByRole('searchbox').fill('feeder')
  await expect.poll(() => rowNames(page)).toContain('Outage notice, feeder 12.txt')
  await page.goto(OPERATIONS)
  await page.getByRole('link', { name: 'Prairie Sun II' }).click()
  await page.getByRole('button', { name: 'Actions for Notices' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Delete/ })
    .click()
  await expect(page.getByRole('link', { name: 'Notices' })).toHaveCount(0)
})

test('OAM-05 OAM-08 OAM-09 PERM-10 an analyst reads what is meant for them, without totals and invoices', async ({
  open,
}) => {
  for (const options of [{}, PHONE]) {
    const page = await open('analyst', options)
    await page.goto(OPERATIONS)
    await expect(page.getByRole('region', { name: 'Partners' })).toBeVisible()
    await expect(page.getByLabel('Totals')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'New folder' })).toHaveCount(0)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Prairie Sun II' }).click()
    await expect(page.getByRole('link', { name: 'Inverter tickets' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Invoices' })).toHaveCount(0)
  }
})

test('SHELL-19 REP-06 OAM-08 HOLD-22 who has no business there meets the right screens', async ({ open }) => {
  const reports = await open('reports')
  await reports.goto(OPERATIONS)
  await expect(reports.getByText(NOT_FOUND)).toBeVisible()

  // The right on portfolios shows the link, and is none on the organisation's own tree.
  const contributor = await open('contributor')
  await contributor.goto(OPERATIONS)
  await expect(contributor.getByText('Not authorized.')).toBeVisible()
  await expect(contributor.getByRole('region', { name: 'Partners' })).toHaveCount(0)
  await expectAccessible(contributor)

  const outsider = await open('outsider')
  for (const address of [REPORTING, OPERATIONS, `/holding-company/${COMPANY.slug}`]) {
    await outsider.goto(address)
    await expect(outsider.getByText(NOT_FOUND)).toBeVisible()
  }
  const bidder = await open('bidder')
  for (const address of [
    REPORTING,
    `${REPORTING}/${COMPANY.slug}/reports`,
    `/holding-company/${COMPANY.slug}`,
  ]) {
    await bidder.goto(address)
    await expect(bidder.getByText(NOT_FOUND)).toBeVisible()
  }
})

test('REP-02 an organisation with one company opens it immediately', async ({ open }) => {
  const page = await open('meridianAdmin')
  await page.goto('/meridian/reporting')
  await expect(page).toHaveURL('/meridian/reporting/tidewater-holdco/reports')
  await expect(page.getByRole('heading', { level: 1, name: 'Tidewater HoldCo' })).toBeVisible()
})
