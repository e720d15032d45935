import type { CDPSession, Page } from '@playwright/test'
import { PEOPLE } from '../demo/content/people.ts'
import { mailsAbout } from './support/outbox.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  nameOf,
  PHONE,
  signIn,
  test,
} from './support/test.ts'

const UNUSABLE = 'This passkey could not be used. Please try again or sign in another way.'
const SIGN_IN = 'Sign in with a passkey'

/** The address at which passkeys work without PUBLIC_URL. */
const localhost = (product: string): string => product.replace('127.0.0.1', 'localhost')

/** The browser's virtual authenticator: of this device, with a fingerprint that is always right. */
async function addAuthenticator(page: Page): Promise<{ devtools: CDPSession; authenticatorId: string }> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { devtools, authenticatorId }
}

/** Without it the list in the field Email signs in as soon as the page is there. */
const withoutList = (page: Page) =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add passkey' }).click()
  const asked = page.getByRole('dialog', { name: 'Enter your password' })
  await asked.getByLabel('Password', { exact: true }).fill('Daylight-2026')
  await asked.getByRole('button', { name: 'Continue' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog).toHaveCount(0)
}

const entry = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem').filter({ hasText: name })

test('KEY-01 KEY-04 KEY-05 KEY-06 KEY-10 KEY-14 a person adds a passkey, signs in by it, renames and removes it', async ({
  open,
  product,
}) => {
  const baseURL = localhost(product)
  const page = await open(null, { baseURL })
  await withoutList(page)
  const { devtools, authenticatorId } = await addAuthenticator(page)
  await page.goto('/login?next=/profile/security')
  await signIn(page, 'taxEquity')
  await expect(page.getByText('Passkeys need PUBLIC_URL.')).toBeVisible()
  await addPasskey(page, 'Work laptop')
  await expect(entry(page, 'Work laptop')).toContainText('never used')
  await expectAccessible(page)
  const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId })
  expect(credentials).toMatchObject([{ rpId: 'localhost', isResidentCredential: true }])
  // This device has one now.
  await page.getByRole('button', { name: 'Add passkey' }).click()
  const asked = page.getByRole('dialog', { name: 'Enter your password' })
  await asked.getByLabel('Password', { exact: true }).fill('Daylight-2026')
  await asked.getByRole('button', { name: 'Continue' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByLabel('Name', { exact: true }).fill('Twice')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('This device has a passkey of your account already.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.goto('/logout')
  await page.goto('/login?next=/profile/security')
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username webauthn')
  await expect(page.getByRole('button', { name: SIGN_IN })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: SIGN_IN }).click()
  await expect(page.getByRole('button', { name: nameOf('taxEquity') })).toBeVisible()
  await expect(entry(page, 'Work laptop')).toContainText('last used')

  await page.getByRole('button', { name: 'Rename: Work laptop' }).click()
  const renaming = page.getByRole('dialog', { name: 'Rename the passkey' })
  await renaming.getByLabel('Name', { exact: true }).fill(' ')
  await renaming.getByRole('button', { name: 'Rename' }).click()
  await expect(renaming.getByText('This field is required')).toBeVisible()
  await renaming.getByLabel('Name', { exact: true }).fill('Home laptop')
  await renaming.getByRole('button', { name: 'Rename' }).click()
  await expect(entry(page, 'Home laptop')).toBeVisible()
  await page.setViewportSize(PHONE.viewport)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Remove: Home laptop' }).click()
  const removing = page.getByRole('dialog', { name: 'Remove the passkey' })
  await expectAccessible(page)
  await removing.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('With a passkey you sign in by your fingerprint')).toBeVisible()

  await page.goto('/logout')
  await page.goto('/login')
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: SIGN_IN }).click()
  await expect(page.getByText(UNUSABLE)).toBeVisible()
  await expectAccessible(page)
  // The password still signs in.
  await signIn(page, 'taxEquity')
  await page.waitForURL((url) => url.pathname !== '/login')
  const { email } = PEOPLE.taxEquity
  for (const about of [
    'A passkey was added to your Helioroom account',
    'A passkey of your Helioroom account was removed',
  ]) {
    expect(await mailsAbout(about)).toEqual([expect.objectContaining({ recipient: email })])
  }
})

test('KEY-05 KEY-07 KEY-09 KEY-14 the list in the field Email signs in; an answer works once, in its browser; a copy is switched off', async ({
  open,
  product,
}) => {
  const baseURL = localhost(product)
  const page = await open(null, { baseURL })
  const { devtools, authenticatorId } = await addAuthenticator(page)
  await page.goto('/login?next=/profile/security')
  await signIn(page, 'counsel')
  await addPasskey(page, 'Key ring')
  await page.goto('/logout')

  const sent = page.waitForRequest((request) => request.postData()?.includes('SignInWithPasskey') ?? false)
  await page.goto('/login?next=/profile/security')
  // Nothing is pressed: the virtual authenticator chooses for the person.
  const body = (await sent).postData() ?? ''
  await expect(entry(page, 'Key ring')).toContainText('last used')
  const replay = (other: Page) =>
    other.evaluate(async (body) => {
      const token = /csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? ''
      const headers = { 'content-type': 'application/json', 'x-csrftoken': token }
      return (await fetch('/graphql', { method: 'POST', headers, body })).text()
    }, body)
  const stranger = await open(null, { baseURL })
  await stranger.goto('/login')
  for (const each of [page, stranger]) {
    const answer = await replay(each)
    expect(answer).toContain(UNUSABLE)
    expect(answer).toContain('"viewer":null')
  }
  await stranger.goto('/')
  await expect(stranger).toHaveURL(/\/login/)

  await page.goto('/logout')
  // A copy of the authenticator, whose counter stood still meanwhile.
  const [original] = (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials
  if (!original) throw new Error('The authenticator has no passkey.')
  const { credentialId } = original
  await devtools.send('WebAuthn.removeCredential', { authenticatorId, credentialId })
  await devtools.send('WebAuthn.addCredential', {
    authenticatorId,
    credential: { ...original, signCount: 0 },
  })
  await withoutList(page)
  await page.goto('/login?next=/profile/security')
  await page.getByRole('button', { name: SIGN_IN }).click()
  await expect(page.getByText(UNUSABLE)).toBeVisible()
  await signIn(page, 'counsel')
  await expect(entry(page, 'Key ring')).toContainText('Switched off')
  await expectAccessible(page)
  expect(await mailsAbout('Your passkey Key ring may have been copied.')).toEqual([
    expect.objectContaining({ recipient: PEOPLE.counsel.email }),
  ])
})

test('KEY-04 KEY-05 at an address that passkeys don’t work at, the sign-in page offers none, and the settings say why', async ({
  open,
}) => {
  const page = await open('viewer')
  await page.goto('/profile/security')
  await expect(page.getByText('Passkeys need PUBLIC_URL.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add passkey' })).toBeDisabled()
  const visitor = await open(null)
  await visitor.goto('/login')
  await expect(visitor.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await expect(visitor.getByRole('button', { name: SIGN_IN })).toHaveCount(0)
})
