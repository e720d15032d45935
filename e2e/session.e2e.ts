import type { Page } from '@playwright/test'
import { documentsAddress, newFolder } from './support/room.ts'
import { rowOf } from './support/table.ts'
import { expect, expectAccessible, PHONE, signIn, test } from './support/test.ts'

/** Opens the dialog for a new folder, and types its name. */
async function nameFolder(page: Page, name: string, inMenu = false) {
  if (inMenu) await page.getByRole('button', { name: 'Folder actions' }).click()
  await page.getByRole(inMenu ? 'menuitem' : 'button', { name: 'New folder' }).click()
  await page.getByRole('dialog', { name: 'New folder' }).getByRole('textbox').fill(name)
}

const again = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' })

for (const [where, options] of [
  ['a desktop', undefined],
  ['a phone', PHONE],
] as const) {
  test(`AUTH-18 ERR-08 on ${where} a session that ends under a dialog is taken up in place, and what was typed is saved`, async ({
    open,
    tolerate,
  }) => {
    tolerate(/401/)
    const folderId = await newFolder(`Session on ${where}`)
    const page = await open('dealAdmin', options)
    await page.goto(documentsAddress(folderId))
    await nameFolder(page, '01 Kept', options !== undefined)
    await page.context().clearCookies({ name: 'sessionid' })
    await page.keyboard.press('Enter')
    await expect(again(page).getByLabel('Email')).toHaveValue('dealadmin@demo.example')
    await expectAccessible(page)
    // Escape does not give up what was typed.
    await page.keyboard.press('Escape')
    await signIn(page, 'dealAdmin')
    await expect(rowOf(page, '01 Kept')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
}

test('AUTH-02 another account that signs in in another tab is noticed, and nothing is done in its name', async ({
  open,
}) => {
  const folderId = await newFolder('Session of another')
  const page = await open('dealAdmin')
  await page.goto(documentsAddress(folderId))
  await nameFolder(page, '01 Of the deal admin')
  const other = await page.context().newPage()
  await other.goto('/logout')
  await signIn(other, 'bidder')
  await expect(
    other.getByRole('button', { name: /Bidder|user menu/i }).or(other.getByRole('main')),
  ).toBeVisible()
  const told = page.getByRole('dialog', { name: 'Another account is signed in' })
  await expect(told).toContainText('nothing is saved from it any more')
  await expectAccessible(page)
  await told.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog', { name: 'New folder' }).getByRole('textbox')).toHaveValue(
    '01 Of the deal admin',
  )
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'New folder' })).toContainText(
    'Another account is signed in here now. Please reload the page to continue.',
  )
})
