import type { Page } from '@playwright/test'
import { startEmptyProduct } from './support/product.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, test } from './support/test.ts'
import { choose, localFiles } from './support/upload.ts'

const PASSWORD = 'Moonlight-2027'
const files = localFiles({ 'Model.csv': 'Year,Energy\n2026,1\n' })
test.afterAll(() => files.remove())

const field = (page: Page, name: RegExp) => page.getByRole('textbox', { name })
const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click()

/** Chooses from a list that is searched. */
async function pick(page: Page, name: RegExp, option: string) {
  await page.getByRole('combobox', { name }).click()
  // Beside its name stands what it belongs to.
  await page
    .getByRole('option', { name: new RegExp(`^${option}\\b`) })
    .first()
    .click()
}

/** Accepts the licence agreement, and closes the welcome. */
async function acceptLicence(page: Page) {
  const boxes = page.getByRole('checkbox')
  const text = page.getByRole('region', { name: 'Licence agreement' })
  await expect(text).toBeVisible()
  await text.focus()
  await page.keyboard.press('End')
  await boxes.nth(0).check()
  await boxes.nth(1).check()
  await page.getByRole('button', { name: 'OK' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click()
}

/** The organisation is deleted by its name, is gone for its admin, and is there again once it is restored. */
async function deleteAndRestore(staff: Page, admin: Page) {
  await staff.goto('/tagauks/organisations/organisation')
  await staff.getByRole('link', { name: 'Aurora Fund' }).click()
  await staff.getByRole('button', { name: 'Delete' }).click()
  const dialog = staff.getByRole('dialog')
  await expect(dialog.getByText('Files: 1 (19 B)')).toBeVisible()
  await expect(dialog.getByText('People who are in no other organisation: 1')).toBeVisible()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await field(staff, /^Name of the organisation/).fill('aurora fund')
  await dialog.getByRole('button', { name: 'Delete organisation' }).click()
  await expect(dialog.getByText('Please enter the name of the organisation exactly as it is.')).toBeVisible()
  await expectAccessible(staff)
  await field(staff, /^Name of the organisation/).fill('Aurora Fund')
  await dialog.getByRole('button', { name: 'Delete organisation' }).click()
  await expect(staff.getByText('Aurora Fund deleted')).toBeVisible()
  await admin.goto('/portfolios/snake-river/storage/documents')
  await expect(admin.getByText('Error 404 to be precise.')).toBeVisible()
  await staff.goto('/tagauks/organisations/organisation?deleted=true')
  await staff.getByRole('link', { name: 'Aurora Fund' }).click()
  await expect(staff.getByRole('button', { name: 'Delete' })).toHaveCount(0)
  await staff.getByRole('button', { name: 'Restore organisation' }).click()
  await staff.getByRole('dialog').getByRole('button', { name: 'Restore organisation' }).click()
  await expect(staff.getByText('Organisation restored')).toBeVisible()
  await admin.goto('/portfolios/snake-river/storage/documents')
  await expect(admin.getByRole('row', { name: /^Select Model\.csv/ })).toBeVisible()
}

test('BO-40 BO-07 BO-08 BO-16 BO-21 BO-34 BO-42 from an empty installation by the one-time link to the first document', async ({
  open,
}) => {
  test.setTimeout(150_000)
  const product = await startEmptyProduct()
  try {
    const setup = () => /https?:\/\/\S+\/setup\?token=\S+/.exec(product.output())?.[0] ?? ''
    // Printed after the line that says it is ready.
    await expect.poll(setup).not.toBe('')
    const staff = await open(null, { baseURL: product.address })
    await staff.goto(setup())
    await field(staff, /^Email/).fill('first@aurora.example')
    await field(staff, /^First name/).fill('Ada')
    await field(staff, /^Last name/).fill('First')
    await staff.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await staff.getByRole('button', { name: 'Create super user' }).click()
    await acceptLicence(staff)

    await staff.goto('/tagauks')
    await expectAccessible(staff)
    await staff.getByRole('main').getByRole('link', { name: 'Add organisation' }).click()
    await save(staff)
    await expect(staff.getByText('This field is required').first()).toBeVisible()
    await field(staff, /^Name/).fill('Aurora Fund')
    await field(staff, /^Address/).fill('tagauks')
    await save(staff)
    await expect(staff.getByText(/can't be an organisation's address/)).toBeVisible()
    await field(staff, /^Address/).fill('aurora')
    await expectAccessible(staff)
    await save(staff)
    await expect(staff.getByText('Organisation saved')).toBeVisible()

    await staff.goto('/tagauks/portfolios/portfolio/add')
    await field(staff, /^Name/).fill('Snake River')
    await pick(staff, /^Organisation/, 'Aurora Fund')
    await save(staff)
    await expect(staff.getByText('Portfolio saved')).toBeVisible()
    await staff.goto('/tagauks/documents/documenttree/add')
    await pick(staff, /^Type/, 'Documents')
    await pick(staff, /^Portfolio/, 'Snake River')
    await save(staff)
    await expect(staff.getByText('Document tree saved')).toBeVisible()
    await staff.goto('/tagauks/users/usergroup/add')
    await field(staff, /^Name/).fill('Administrators')
    await pick(staff, /^Organisation/, 'Aurora Fund')
    await pick(staff, /^Role/, 'Organisation Admin')
    await save(staff)
    await expect(staff.getByText('User group saved')).toBeVisible()

    await staff.goto('/aurora/admin/users')
    await staff.getByRole('button', { name: 'Add user' }).click()
    const dialog = staff.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'First Name' }).fill('Bea')
    await dialog.getByRole('textbox', { name: 'Last Name' }).fill('Admin')
    await dialog.getByRole('textbox', { name: 'Email' }).fill('bea@aurora.example')
    await dialog.getByRole('combobox', { name: 'Group' }).last().click()
    await staff.getByRole('option', { name: /^Administrators/ }).click()
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await expect(dialog.getByText('Not sent: no mail server is set up. Copy the link.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(dialog).toHaveCount(0)

    const mail = staff.getByRole('link', { name: 'Invitation to Aurora Fund' })
    await expect(async () => {
      await staff.goto('/tagauks/messages/mail')
      await expect(mail).toBeVisible({ timeout: 2000 })
    }).toPass({ timeout: 30_000 })
    await mail.click()
    const text = staff.getByText(/\/invitations\/[\w-]+/).first()
    const link = /https?:\/\/\S+\/invitations\/[\w-]+/.exec((await text.textContent()) ?? '')?.[0]

    const admin = await open(null, { baseURL: product.address })
    await admin.goto(link ?? '')
    await admin.getByLabel('Company').fill('Aurora Fund')
    await admin.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await admin.getByRole('button', { name: 'Accept the invitation' }).click()
    await acceptLicence(admin)
    await admin.goto('/portfolios/snake-river/storage/documents')
    await admin.getByText('This folder is empty').waitFor()
    await admin.getByRole('button', { name: 'Upload', exact: true }).first().click()
    await choose(admin, admin.getByRole('menuitem', { name: 'Files', exact: true }), files.at('Model.csv'))
    await expect(admin.getByRole('row', { name: /^Select Model\.csv/ })).toContainText('19 B')
    await deleteAndRestore(staff, admin)
  } finally {
    await product.stop()
  }
})

test('SHELL-14 BO-01 BO-03 BO-05 BO-06 BO-18 staff find a record, learn what holds it, and find what they did; others see no page', async ({
  open,
  tolerate,
}) => {
  tolerate(/status of 404/)
  const outsider = await open('orgAdmin')
  expect((await outsider.goto('/tagauks/users/user'))?.status()).toBe(404)
  await expect(outsider.getByText('Error 404 to be precise.')).toBeVisible()

  const page = await open('super')
  await page.goto('/tagauks/users/role')
  await page.getByRole('searchbox', { name: 'Search roles' }).fill('bidder')
  await page.getByRole('link', { name: 'Bidder' }).first().click()
  await page.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/can’t be deleted, as it is still used by/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  await page.goto('/tagauks/users/company/add')
  await field(page, /^Name/).fill('Journey Advisers')
  await save(page)
  await expect(page.getByText('Company saved')).toBeVisible()
  await page.goto('/tagauks/system/activity')
  await page.getByRole('searchbox', { name: 'Search activity' }).fill('Journey Advisers')
  await expect(page.getByRole('row').filter({ hasText: 'Journey Advisers' })).toContainText('Create')
  await page.goto('/tagauks/status')
  await expect(page.getByText('Writable')).toBeVisible()
  await expectAccessible(page)

  const phone = await open('super', PHONE)
  for (const address of [
    '/tagauks',
    '/tagauks/users/user',
    '/tagauks/organisations/organisation/add',
    '/tagauks/status',
  ]) {
    await phone.goto(address)
    await expect(
      phone.getByRole('main').getByRole('heading').nth(1).or(phone.getByText('Save')).first(),
    ).toBeVisible()
    await expectNoSidewaysScroll(phone)
  }
  await expectAccessible(phone)
})
