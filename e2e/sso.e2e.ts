import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { DEMO_PASSWORD } from '../demo/content/index.ts'
import { PEOPLE } from '../demo/content/people.ts'
import { CLIENT, startOidcProvider } from '../testing/oidc/index.ts'
import { ask } from './support/ask.ts'
import { appCode } from './support/authenticator.ts'
import { startOwnProduct } from './support/product.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  nameOf,
  type Persona,
  PHONE,
  signIn,
  test,
} from './support/test.ts'

const PANEL = 'Demo directory'

/** The page of the provider, which asks for a name. */
async function signInThere(page: Page, issuer: string, email: string): Promise<void> {
  await page.waitForURL(`${issuer}/**`)
  await page.locator('input[name=login]').fill(email)
  await page.locator('input[name=password]').fill('anything')
  await page.locator('button[type=submit]').click()
}

test('SSO-03 SSO-05 SSO-19 SSO-20 SSO-23 SSO-26 an organisation sets its directory up, a person signs in by it, to the room and back, and it is required', async ({
  open,
  tolerate,
}) => {
  test.slow()
  // Of the provider's own pages, of a page whose session has ended, and of those that are open when the product stops.
  tolerate(
    /favicon\.ico|fonts\.googleapis|401 \(Unauthorized\)|403 \(Forbidden\) .*\/graphql|ERR_CONNECTION_REFUSED .*\/graphql/,
  )
  const provider = await startOidcProvider()
  const folder = mkdtempSync(path.join(os.tmpdir(), 'helioroom-sso-'))
  const certificate = path.join(folder, 'provider.pem')
  writeFileSync(certificate, provider.cert)
  const product = await startOwnProduct({ SSO_PRIVATE_NETWORKS: 'on', NODE_EXTRA_CA_CERTS: certificate })
  const browser = (persona: Persona | null) =>
    open(null, { baseURL: product.address, ignoreHTTPSErrors: true }).then(async (page) => {
      await page.goto('/login')
      if (persona) {
        await signIn(page, persona)
        await page.waitForURL((url) => url.pathname !== '/login')
      }
      return page
    })
  try {
    const admin = await browser('orgAdmin')
    const byPassword = await browser('viewer')
    const address = '/segue-infra/admin/sign-in'
    await admin.goto(address)
    await admin.getByRole('button', { name: 'Add connection' }).click()
    const dialog = admin.getByRole('dialog', { name: 'Add connection' })
    await dialog.getByLabel('Name', { exact: true }).fill(PANEL)
    await dialog.getByLabel('Email domains').fill('gmail.com')
    await dialog.getByLabel('Issuer').fill(provider.issuer)
    await dialog.getByLabel('Client ID').fill(CLIENT.clientId)
    await dialog.getByLabel('Client secret', { exact: true }).fill(CLIENT.clientSecret)
    await dialog.getByRole('button', { name: 'Add connection' }).click()
    await expect(dialog.getByText('This domain belongs to a public mail service.')).toBeVisible()
    await dialog.getByLabel('Email domains').fill('demo.example')
    await expectAccessible(admin)
    await dialog.getByRole('button', { name: 'Add connection' }).click()
    await expect(dialog).toHaveCount(0)
    const panel = (page: Page) => page.getByRole('group', { name: PANEL })
    await expect(panel(admin).getByText('Waiting for verification.')).toBeVisible()
    await expect(panel(admin).getByText(/^helioroom-verification=[0-9a-f]{32}$/)).toBeVisible()

    // Until then the domain signs in as before.
    const person = await browser(null)
    await person.getByLabel('Email').fill(PEOPLE.contributor.email)
    await person.waitForResponse((answer) => answer.url().endsWith('/graphql'))
    await expect(person.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()

    const staff = await browser('super')
    await staff.goto(address)
    await panel(staff).getByRole('button', { name: 'Approve: demo.example' }).click()
    await expect(panel(staff).getByText('Approved')).toBeVisible()

    // A test shows the claims and signs in nobody.
    await admin.goto(address)
    await panel(admin).getByRole('link', { name: 'Test connection' }).click()
    await signInThere(admin, provider.issuer, PEOPLE.contributor.email)
    const result = admin.getByRole('dialog', { name: 'Test of the connection' })
    await expect(
      result.getByText(
        `${nameOf('contributor')} would be signed in, and known by this subject from then on.`,
        {
          exact: false,
        },
      ),
    ).toBeVisible()
    await expect(result.getByText(PEOPLE.contributor.email).first()).toBeVisible()
    await expectAccessible(admin)
    await result.getByRole('button', { name: 'Done' }).click()
    await expect(panel(admin)).toBeVisible()
    await expectNoSidewaysScroll(admin)
    await admin.setViewportSize(PHONE.viewport)
    await expectNoSidewaysScroll(admin)
    await expectAccessible(admin)

    // From the page that was wanted over the provider into it, and out again.
    await person.goto('/profile')
    await person.getByLabel('Email').fill(PEOPLE.contributor.email)
    const go = person.getByRole('button', { name: `Continue with ${PANEL}` })
    await expect(go).toBeVisible()
    await expect(person.getByRole('button', { name: 'Use your password' })).toBeVisible()
    await expectAccessible(person)
    await go.click()
    await signInThere(person, provider.issuer, PEOPLE.contributor.email)
    await person.waitForURL(`${product.address}/profile`)
    await expect(person.getByLabel('First Name')).toHaveValue(PEOPLE.contributor.firstName)
    await person.getByRole('link', { name: 'Deal Room', exact: true }).click()
    await person.waitForURL(`${product.address}/dealroom`)
    await person.goto('/logout')
    await person.waitForURL(`${provider.issuer}/**`)
    await person.getByRole('button', { name: /yes/i }).click()
    await person.waitForURL(`${product.address}/login**`)

    // Whom the product doesn't know is told so; of the provider's refusal the page has a code that admins find.
    await person.getByLabel('Email').fill(PEOPLE.contributor.email)
    await go.click()
    await signInThere(person, provider.issuer, 'nobody@demo.example')
    await expect(person.getByText('You have no access here. Please ask who invited you.')).toBeVisible()
    await person.goto(`/sso/${await idOf(admin)}/callback?state=x&code=y`)
    const failed = person.getByText(
      `Signing in with ${PANEL} failed. Please try again or ask your administrator. Code: `,
      { exact: false },
    )
    const code = /Code: ([A-Z2-9]{8})/.exec((await failed.textContent()) ?? '')?.[1] ?? ''
    await expectAccessible(person)
    await admin.goto(address)
    await panel(admin)
      .getByText(/^Last failures/)
      .click()
    await expect(panel(admin).getByText(code)).toBeVisible()

    // Required once somebody can sign in without it: it says how many sessions end, and no password is asked for any more.
    await admin.setViewportSize({ width: 1440, height: 900 })
    await panel(admin).getByRole('button', { name: 'Edit' }).click()
    const edit = admin.getByRole('dialog', { name: 'Edit connection' })
    await edit.getByLabel('Required').check()
    await edit.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(edit.getByText(/^This ends \d+ sessions\.$/)).toBeVisible()
    await edit.getByRole('button', { name: 'End them and save' }).click()
    await expect(edit.getByText('Keep one super user who can sign in without this connection.')).toBeVisible()
    await addAuthenticator(staff)
    await edit.getByRole('button', { name: 'Save', exact: true }).click()
    await edit.getByRole('button', { name: 'End them and save' }).click()
    await expect(edit).toHaveCount(0)
    await expect(panel(admin).getByText('Required', { exact: true })).toBeVisible()
    // Its session has ended, and the open page says so by itself.
    await byPassword.waitForURL(/\/login/)
    await byPassword.getByLabel('Email').fill(PEOPLE.viewer.email)
    await expect(byPassword.getByRole('button', { name: `Continue with ${PANEL}` })).toBeVisible()
    await expect(byPassword.getByLabel('Password', { exact: true })).toHaveCount(0)
    await expect(byPassword.getByRole('button', { name: 'Use your password' })).toHaveCount(0)
    await expectAccessible(byPassword)
  } finally {
    await product.stop()
    await provider.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

/** Gives whoever is signed in two factors, as the settings do. */
async function addAuthenticator(page: Page): Promise<void> {
  const { viewer } = await ask<{ viewer: { id: string } }>(page, '{ viewer { id } }', {})
  const { startAuthenticator } = await ask<{ startAuthenticator: { secret: string } }>(
    page,
    `mutation($id: ID!, $password: String!) {
      checkUserPassword(id: $id, password: $password) { success }
      startAuthenticator { secret }
    }`,
    { id: viewer.id, password: DEMO_PASSWORD },
  )
  await ask(page, 'mutation($code: String!) { confirmAuthenticator(code: $code) { recoveryCodes } }', {
    code: appCode(startAuthenticator.secret),
  })
}

/** Of the connection in the page's link. */
async function idOf(admin: Page): Promise<string> {
  const panel = admin.getByRole('group', { name: PANEL })
  const href = await panel.getByRole('link', { name: 'Test connection' }).getAttribute('href')
  return href?.split('/')[2] ?? ''
}
