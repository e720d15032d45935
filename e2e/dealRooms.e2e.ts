import type { Page } from '@playwright/test'
import { PEOPLE } from '../demo/content/people.ts'
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
  await choose(page, 'Documents are permitted by', 'Role')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(rowOf(page, 'Otter Creek')).toContainText('Pre-Marketing')
  await expect(rowOf(page, 'Otter Creek')).toContainText('12.5 MW')

  // The room has its documents by now, permitted to roles.
  await rowOf(page, 'Otter Creek').getByRole('link', { name: 'Otter Creek' }).click()
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

test('DRM-16 DRM-24 DRM-27 PORT-16 a deal-room admin changes the settings from the portfolio page; users admins and others do not', async ({
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
  await expect(dialog(page)).toContainText('Someone else has just changed these settings.')
  await expect(dialog(page)).toContainText('Saved by someone else: Name: Republican Valley.')
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
  await users.screenshot({ path: '/tmp/shots/phone.png' })

  const viewer = await open('viewer')
  await viewer.goto(ROOM)
  await expect(viewer.getByRole('heading', { level: 1, name: 'Republican Valley' })).toBeVisible()
  await expect(viewer.getByRole('button', { name: 'Admin', exact: true })).toHaveCount(0)
  await viewer.goto(TAB)
  await expect(viewer.getByText('Error 404 to be precise.')).toBeVisible()
})
