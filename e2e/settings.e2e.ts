import type { Page } from '@playwright/test'
import { PEOPLE } from '../demo/content/people.ts'
import { picture } from '../testing/hostileFiles.ts'
import { mailsAbout, messagesTo } from './support/outbox.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  nameOf,
  PHONE,
  signIn,
  test,
} from './support/test.ts'

const NUMBER = '+12025550143'
const NEW_PASSWORD = 'Moonlight-2027'

/** The user menu's picture, as the browser has read it: its width in pixels, 0 where there is none. */
const topBarPicture = (page: Page, name: string) =>
  page
    .getByRole('button', { name })
    .locator('img')
    .evaluateAll(([image]) => (image instanceof HTMLImageElement ? image.naturalWidth : 0))

/** The newest code that was sent to a number. */
const codeTo = async (number: string) => /\b\d{6}\b/.exec((await messagesTo(number)).at(-1) ?? '')?.[0] ?? ''

test('PROF-01 PROF-03 PROF-04 PROF-08 PROF-09 PROF-10 PROF-11 PROF-12 a person changes title and name, and takes a picture that shows everywhere', async ({
  open,
}) => {
  const page = await open('storageBidder')
  await page.goto('/')
  await page.getByRole('button', { name: nameOf('storageBidder') }).click()
  await page.getByRole('dialog', { name: 'User menu' }).getByRole('link', { name: 'Settings' }).click()
  await expect(page).toHaveTitle('My Profile · Helioroom')
  await expect(page.getByLabel('First Name')).toHaveValue(PEOPLE.storageBidder.firstName)
  await expectAccessible(page)

  await page.getByLabel('Title').fill('Partner')
  await page.getByLabel('Last Name').fill('Ferreira')
  await page.getByRole('button', { name: 'Update profile' }).click()
  await expect(page.getByText('Profile updated successfully.')).toBeVisible()
  await expectAccessible(page)
  const name = `${PEOPLE.storageBidder.firstName} Ferreira`
  await expect(page.getByRole('button', { name })).toBeVisible()

  const choose = page.locator('input[type="file"]')
  await choose.setInputFiles({ name: 'face.svg', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
  await expect(page.getByText('Please choose an image file of at most 5 MB.')).toBeVisible()
  await choose.setInputFiles({
    name: 'broken.png',
    mimeType: 'image/png',
    buffer: (await picture('png')).subarray(0, 40),
  })
  const dialog = page.getByRole('dialog', { name: 'Upload new picture' })
  await expect(dialog).toContainText('This image could not be read. Please choose another one.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await choose.setInputFiles({
    name: 'Face.JPG',
    mimeType: 'image/jpeg',
    buffer: await picture('jpeg', { width: 1600, height: 900 }),
  })
  await dialog.getByLabel('Zoom').fill('2')
  await dialog.getByRole('application').focus()
  await page.keyboard.press('ArrowRight')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save picture' }).click()
  await expect(dialog).toHaveCount(0)
  await expect.poll(() => topBarPicture(page, name)).toBe(256)
  await page.reload()
  await expect(page.getByLabel('Title')).toHaveValue('Partner')
  await expect.poll(() => topBarPicture(page, name)).toBe(256)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Delete Photo' }).click()
  await expect.poll(() => topBarPicture(page, name)).toBe(0)
  await expect(page.getByRole('button', { name: 'Delete Photo' })).toHaveCount(0)
})

test('SEC-01 SEC-02 SEC-03 SEC-06 SEC-08 SEC-12 SEC-14 SEC-15 NOTIF-15 a person confirms a phone number by the code of a text message, and signs in with a code from then on', async ({
  open,
}) => {
  const page = await open('taxEquity')
  await page.goto('/profile/security')
  await expect(page.getByRole('heading', { name: 'Two-Factor Authentication: Disabled' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Edit' }).click()
  const asked = page.getByRole('dialog', { name: 'Enter your password' })
  await asked.getByLabel('Password', { exact: true }).fill('Daylight-2026')
  await expectAccessible(page)
  await asked.getByRole('button', { name: 'Continue' }).click()

  await page.getByRole('textbox', { name: 'Mobile number' }).fill('123')
  await page.getByRole('button', { name: 'Update mobile number' }).click()
  await expect(page.getByText('Please enter a valid phone number.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Mobile number' }).fill('(202) 555-0143')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Update mobile number' }).click()
  const dialog = page.getByRole('dialog', { name: 'Two-Factor Authentication' })
  await expect(dialog).toBeVisible()
  const code = await codeTo(NUMBER)
  await dialog.getByLabel('Authentication code').fill(String((Number(code) + 1) % 1_000_000).padStart(6, '0'))
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(dialog.getByText('Invalid authentication code.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Authentication code').fill(code)
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Phone number was updated')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Two-Factor Authentication: Enabled' })).toBeVisible()
  expect(await mailsAbout('The phone number of your Helioroom account was changed')).toEqual([
    expect.objectContaining({ recipient: PEOPLE.taxEquity.email }),
  ])

  const other = await open(null)
  await other.goto('/login')
  await signIn(other, 'taxEquity')
  await expect(other.getByLabel('Authentication code')).toBeVisible()
  await other.getByLabel('Authentication code').fill(await codeTo(NUMBER))
  await other.getByRole('button', { name: 'Sign in' }).click()
  await expect(other.getByRole('button', { name: nameOf('taxEquity') })).toBeVisible()
})

test('SEC-19 SEC-22 SEC-23 AUTH-33 a person changes the password; this session goes on, others end', async ({
  open,
  tolerate,
}) => {
  tolerate(/401/)
  const page = await open('counsel')
  const other = await open(null)
  await other.goto('/login')
  await signIn(other, 'counsel')
  await expect(other.getByRole('button', { name: nameOf('counsel') })).toBeVisible()

  await page.goto('/profile/security')
  await page.getByLabel('Old Password').fill('Moonlight-2026')
  await page.getByLabel('New Password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password update failed.')).toBeVisible()
  await expect(page.getByLabel('Old Password')).toHaveAccessibleDescription('Incorrect password.')
  await expectAccessible(page)
  await page.getByLabel('Old Password').fill('Daylight-2026')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password updated successfully.')).toBeVisible()
  await expect(page.getByLabel('New Password')).toHaveValue('')
  await page.reload()
  await expect(page.getByLabel('Old Password')).toBeVisible()

  await other.goto('/')
  await expect(other).toHaveURL(/\/login/)
  await signIn(other, 'counsel', NEW_PASSWORD)
  await expect(other.getByRole('button', { name: nameOf('counsel') })).toBeVisible()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`PROF-14 PROF-18 settings on a phone, ${colorScheme}`, async ({ open }) => {
    const page = await open('orgAdmin', { ...PHONE, colorScheme })
    for (const [address, shown] of [
      ['/profile', 'Update profile'],
      ['/profile/security', 'Change password'],
      ['/applications', 'Connect'],
    ] as const) {
      await page.goto(address)
      await expect(page.getByText(shown, { exact: true })).toBeVisible()
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    }
  })
}
