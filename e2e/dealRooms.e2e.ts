import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import writeXlsxFile from 'write-excel-file/node'
import { PEOPLE } from '../demo/content/people.ts'
import { projectsIn } from '../demo/content/portfolios.ts'
import { table } from './support/table.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, nameOf, PHONE, test } from './support/test.ts'

const TAB = '/segue-infra/admin/deal-rooms'
const ROOM = '/portfolios/republican-valley-portfolio'

const rowOf = (page: Page, name: string) => table(page).getByRole('row').filter({ hasText: name })
const dialog = (page: Page) => page.getByRole('dialog')
const field = (page: Page, name: string) => dialog(page).getByRole('textbox', { name })

async function choose(page: Page, select: string, option: string) {
  await dialog(page).getByRole('combobox', { name: select }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('DRM-01 DRM-02 DRM-03 DRM-04 DRM-05 DRM-08 DRM-09 DRM-11 DRM-18 DRM-19 an organisation admin opens a deal room, sets it up, and removes it', async ({
  open,
}) => {
  const page = await open('orgAdmin')
  await page.goto('/segue-infra/admin')
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Deal Rooms' }).click()
  await expect(page).toHaveURL(TAB)
  await expect(rowOf(page, 'Llano Estacado Expansion')).toContainText('Draft')
  await expect(rowOf(page, 'Republican Valley Portfolio')).toContainText('Active Marketing')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Status: All' }).click()
  await page.getByRole('menuitem', { name: 'Closed', exact: true }).click()
  await expect(rowOf(page, 'Prairie Sun II')).toBeVisible()
  await expect(rowOf(page, 'Republican Valley Portfolio')).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Search deal rooms' }).fill('no such room')
  await expect(page.getByText('No portfolios found.')).toBeVisible()
  await page.goto(TAB)

  await page.getByRole('button', { name: 'New deal room' }).click()
  await dialog(page).getByRole('button', { name: 'Create deal room' }).click()
  await expect(dialog(page).getByText('This field is required')).toBeVisible()
  await expectAccessible(page)
  await field(page, 'Name').fill('Otter Creek <b> ☀️')
  const manager = dialog(page).getByRole('combobox', { name: 'Deal manager' })
  await manager.fill(PEOPLE.dealAdmin.lastName)
  await page.getByRole('option', { name: nameOf('dealAdmin') }).click()
  await dialog(page).getByRole('button', { name: 'Create deal room' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(rowOf(page, 'Otter Creek <b> ☀️')).toContainText('Draft')
  await expect(rowOf(page, 'Otter Creek <b> ☀️')).toContainText(nameOf('dealAdmin'))

  await page.getByRole('button', { name: 'Settings of Otter Creek <b> ☀️' }).click()
  await expect(field(page, 'Name')).toHaveValue('Otter Creek <b> ☀️')
  await expect(dialog(page).getByRole('checkbox', { name: 'Dynamic System Size' })).toBeChecked()
  await expect(field(page, 'System size')).toBeDisabled()
  await expectAccessible(page)
  await field(page, 'Name').fill('Otter Creek')
  await choose(page, 'Status', 'Pre-Marketing')
  await dialog(page).getByRole('checkbox', { name: 'Dynamic System Size' }).uncheck()
  await field(page, 'System size').fill('12,500')
  await choose(page, 'Document access by', 'Role')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(rowOf(page, 'Otter Creek')).toContainText('Pre-Marketing')
  await expect(rowOf(page, 'Otter Creek')).toContainText('12.5 MW')

  // The room has its documents by now, permitted to roles.
  await rowOf(page, 'Otter Creek').getByRole('link', { name: 'Otter Creek' }).click()
  await expect(page).toHaveURL(/^[^?]*\/portfolios\/otter-creek-b\/overview$/)
  await page.getByRole('link', { name: 'Documents', exact: true }).click()
  await expect(page).toHaveURL(/^[^?]*\/portfolios\/otter-creek-b\/storage\/documents$/)

  await page.getByRole('button', { name: 'Admin', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await dialog(page).getByRole('button', { name: 'Remove deal room' }).click()
  await expect(dialog(page)).toContainText('Are you sure you want to remove this deal room?')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Remove deal room' }).click()
  await expect(page).toHaveURL(/\/dealroom/)
  await page.goto(TAB)
  await expect(rowOf(page, 'Prairie Sun II')).toBeVisible()
  await expect(rowOf(page, 'Otter Creek')).toHaveCount(0)
  await page.goto('/portfolios/otter-creek-b')
  await expect(page.getByText('Error 404 to be precise.')).toBeVisible()
})

test('API-147 DRM-16 DRM-24 DRM-27 PORT-16 a deal-room admin changes the settings from the portfolio page; users admins and others do not', async ({
  open,
}) => {
  const page = await open('dealAdmin')
  await page.goto(ROOM)
  await page.getByRole('button', { name: 'Admin', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await expect(field(page, 'Name')).toHaveValue('Republican Valley Portfolio')
  // Somebody else saves the same settings meanwhile.
  const other = await open('orgAdmin')
  await other.goto(TAB)
  await other.getByRole('button', { name: 'Settings of Republican Valley Portfolio' }).click()
  await field(other, 'Name').fill('Republican Valley')
  await dialog(other).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(other)).toHaveCount(0)

  await field(page, 'System size').fill('a lot')
  await field(page, 'Name').focus()
  await expect(field(page, 'System size')).toHaveValue('0')
  await field(page, 'System size').fill('150000')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  const panel = dialog(page).getByRole('region', { name: 'Someone else saved meanwhile' })
  await expect(panel).toContainText('Your changes don’t overlap.')
  await expect(panel).toContainText('Republican Valley Portfolio → Republican Valley')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Republican Valley', exact: true })).toBeVisible()
  await expect(page.getByText('150 MW')).toBeVisible()
  await page.goto(TAB)
  await expect(page.getByText('Error 404 to be precise.')).toBeVisible()

  const users = await open('usersAdmin', PHONE)
  await users.goto(TAB)
  await expect(users.getByText('Republican Valley').first()).toBeVisible()
  await expect(users.getByText('Llano Estacado Expansion')).toHaveCount(0)
  await expect(users.getByRole('button', { name: 'Settings' })).toHaveCount(0)
  await expect(users.getByRole('button', { name: 'New deal room' })).toHaveCount(0)
  await expectAccessible(users)
  await expectNoSidewaysScroll(users)

  const viewer = await open('viewer')
  await viewer.goto(ROOM)
  await expect(viewer.getByRole('heading', { level: 1, name: 'Republican Valley' })).toBeVisible()
  await expect(viewer.getByRole('button', { name: 'Admin', exact: true })).toHaveCount(0)
  await viewer.goto(TAB)
  await expect(viewer.getByText('Error 404 to be precise.')).toBeVisible()

  // Other journeys know the room by its name.
  await other.getByRole('button', { name: 'Settings of Republican Valley', exact: true }).click()
  await field(other, 'Name').fill('Republican Valley Portfolio')
  await dialog(other).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(other)).toHaveCount(0)
})

type Given = readonly (string | number | null)[]

/** A spreadsheet as somebody fills in the template. */
const spreadsheet = async (rows: readonly Given[]) => ({
  name: 'republican-valley-projects.xlsx',
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: await writeXlsxFile([
    { sheet: 'Projects', data: rows.map((row) => row.map((value) => (value === null ? null : { value }))) },
  ]).toBuffer(),
})

const HEADERS = [
  'Name',
  'Type',
  'Status',
  'Capacity DC, kW',
  'Capacity AC, kW',
  'Commercial operating date, MM/DD/YYYY',
  'PPA rate, $/kWh',
]

test('IMP-01 IMP-02 IMP-03 IMP-04 IMP-05 IMP-06 IMP-09 IMP-13 a deal-room admin imports a spreadsheet after correcting it; a reader finds no such page', async ({
  open,
}) => {
  const page = await open('dealAdmin')
  await page.goto(ROOM)
  await page.getByRole('button', { name: 'Admin', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await dialog(page).getByRole('link', { name: 'Import projects' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Import projects' })).toBeVisible()
  await expectAccessible(page)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download template' }).first().click()
  const template = await download
  expect(template.suggestedFilename()).toBe('projects_template.xlsx')
  const input = page.getByLabel('Spreadsheet of projects')
  // The template comes back as it went out.
  await input.setInputFiles({
    name: 'projects_template.xlsx',
    mimeType: '',
    buffer: await readFile(await template.path()),
  })
  await expect(page.getByText('All 5 rows are unchanged')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Confirm' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Back' }).click()

  await input.setInputFiles({ name: 'projects.csv', mimeType: 'text/csv', buffer: Buffer.from('Name\nA') })
  await expect(page.getByRole('alert')).toHaveText('projects.csv is not an .xlsx file.')
  await input.setInputFiles({ name: 'renamed.xlsx', mimeType: '', buffer: Buffer.from('Name\nA') })
  await expect(page.getByRole('alert')).toContainText(
    'Invalid value in template: The file is not an Excel workbook',
  )
  await expect(page.getByRole('alert')).toContainText('Please update or contact support')

  const [known] = projectsIn('republican-valley-portfolio')
  const changed: Given = [known?.name ?? '', null, null, 62_410, null, null, null]
  await input.setInputFiles(
    await spreadsheet([
      HEADERS,
      changed,
      ['Frenchman Solar 3', 'Solar', 'New build', '18,750', '15,0O0', '08/31/2027', null],
      ['Swanson Lake Solar', 'Solar', 'New build', 44_100, 35_000, 'Q3 2027', null],
    ]),
  )
  const issues = page.getByRole('region', { name: 'Errors' })
  await expect(issues.getByRole('button')).toHaveCount(2)
  await expect(issues).toContainText('“15,0O0” is not a number: it holds the letter O.')
  await expect(page.getByText('Correct 2 errors in the file and upload it again.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Confirm' })).toHaveCount(0)
  await issues.getByRole('button').nth(1).click()
  const grid = page.getByRole('grid', { name: 'Projects of the file' })
  await expect(grid.locator('[aria-selected="true"]')).toContainText('Q3 2027')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Back' }).click()

  await input.setInputFiles(
    await spreadsheet([
      HEADERS,
      changed,
      ['Frenchman Solar 3', 'Solar', 'New build', '18,750', '15,000', '08/31/2027', null],
    ]),
  )
  await expect(page.getByText('1 project will be added and 1 changed.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('1 project added, 1 changed')).toBeVisible()
  await expect(page).toHaveURL(/\/segue-infra\/projects\?portfolio_ids=/)
  const admin = await open('orgAdmin')
  await admin.goto(TAB)
  await expect(rowOf(admin, 'Republican Valley')).toContainText('6')

  const viewer = await open('viewer')
  await viewer.goto(page.url())
  await viewer.goto('/tagauks/portfolios/portfolio/018f0000-0000-7000-8000-000000000000/import')
  await expect(viewer.getByText('Error 404 to be precise.')).toBeVisible()
})
