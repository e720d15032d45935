import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { DEMO_PASSWORD } from '../demo/content/index.ts'
import type { Product } from '../testing/product.ts'
import { startSamlProvider, type TestSamlProvider } from '../testing/saml/index.ts'
import { ask } from './support/ask.ts'
import { startOwnProduct } from './support/product.ts'
import { documentsAddress, PORTFOLIO } from './support/room.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, signIn, test } from './support/test.ts'

const run = promisify(execFile)
const BIDDER = { firstName: 'Ines', lastName: 'Bidder', email: 'ines@bidding-firm.example' }
const FIRM = 'Bidding Firm'
const ADDRESS = '/segue-infra/admin/sign-in'

let folder = ''
let provider: TestSamlProvider
let product: Product

// Journeys side by side share no room, and these change who may sign in.
test.beforeAll(async () => {
  provider = await startSamlProvider()
  folder = mkdtempSync(path.join(os.tmpdir(), 'helioroom-directory-'))
  const certificate = path.join(folder, 'provider.pem')
  writeFileSync(certificate, provider.cert)
  product = await startOwnProduct({ SSO_PRIVATE_NETWORKS: 'on', NODE_EXTRA_CA_CERTS: certificate })
})
test.afterAll(async () => {
  await product.stop()
  await provider.close()
  rmSync(folder, { recursive: true, force: true })
})

type Open = (persona: null, options: { baseURL: string; ignoreHTTPSErrors: boolean }) => Promise<Page>
const browser = (open: Open) => open(null, { baseURL: product.address, ignoreHTTPSErrors: true })
const browserOf = async (open: Open, persona: 'orgAdmin' | 'super') => {
  const page = await browser(open)
  await page.goto('/login')
  await signIn(page, persona)
  await page.waitForURL((url) => url.pathname !== '/login')
  return page
}

/** Where a dialog asks for the password. */
async function enterPassword(page: Page): Promise<void> {
  const asked = page.getByRole('dialog', { name: 'Enter your password' })
  await asked.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await asked.getByRole('button', { name: 'Continue' }).click()
}

/** What a dialog shows once. */
async function secretIn(page: Page, title: string): Promise<string> {
  const shown = page.getByRole('dialog', { name: title })
  await expect(shown.locator('code')).toBeVisible()
  const secret = (await shown.locator('code').textContent()) ?? ''
  await shown.getByRole('button', { name: 'I have kept it' }).click()
  await expect(shown).toHaveCount(0)
  return secret
}

test('SSO-10 SSO-14 SSO-18 SCIM-01 SCIM-10 a bidder’s firm is set up over SAML, its invitee accepts by it, and its directory ends their open page', async ({
  open,
  tolerate,
}) => {
  test.slow()
  // The provider has no icon, and what the page asks once its session has ended is refused.
  tolerate(/favicon\.ico|401 \(Unauthorized\)/)
  const admin = await browserOf(open, 'orgAdmin')
  await admin.goto(ADDRESS)
  await admin.getByRole('button', { name: 'Add connection' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Add connection' })
  await dialog.getByLabel('Kind').click()
  await admin.getByRole('option', { name: 'SAML 2.0' }).click()
  await dialog.getByLabel('Name', { exact: true }).fill(FIRM)
  await dialog.getByLabel('Email domains').fill('bidding-firm.example')
  await dialog.getByLabel('Address of the metadata').fill(provider.metadataUrl)
  await dialog.getByRole('button', { name: 'Add connection' }).click()
  await expect(dialog).toHaveCount(0)
  const panel = (page: Page) => page.getByRole('group', { name: FIRM })
  await expect(panel(admin).getByText('On', { exact: true })).toBeVisible()

  const staff = await browserOf(open, 'super')
  await staff.goto(ADDRESS)
  await panel(staff).getByRole('button', { name: 'Approve: bidding-firm.example' }).click()
  await expect(panel(staff).getByText('Approved')).toBeVisible()

  // The invitation offers the firm in place of a password; licence and welcome come as ever.
  const { orgUserGroups } = await ask<{ orgUserGroups: { id: string }[] }>(
    admin,
    'query { orgUserGroups(orgSlug: "segue-infra", search: "Bidder: Northwind") { id } }',
    {},
  )
  const { createUserInvitation } = await ask<{ createUserInvitation: { invitationLink: string } }>(
    admin,
    `mutation($firstName: String!, $lastName: String!, $email: String!, $groupId: ID!) {
      createUserInvitation(orgSlug: "segue-infra", firstName: $firstName, lastName: $lastName, email: $email,
        groupId: $groupId) { invitationLink }
    }`,
    { ...BIDDER, groupId: orgUserGroups[0]?.id },
  )
  const person = await browser(open)
  await person.goto(new URL(createUserInvitation.invitationLink).pathname)
  await person.getByLabel('Company').fill('Bidding Firm LLC')
  await expect(person.getByRole('button', { name: `Continue with ${FIRM}` })).toBeVisible()
  await expect(person.getByLabel('Password', { exact: true })).toHaveCount(0)
  await expectAccessible(person)
  await person.getByRole('button', { name: `Continue with ${FIRM}` }).click()
  await person.waitForURL(`${provider.entityId}/**`)
  await person.getByLabel('Name').fill(BIDDER.email)
  await person.getByRole('button', { name: 'Go' }).click()
  await person.waitForURL(`${product.address}/**`)
  await person.getByRole('region', { name: 'Licence agreement' }).focus()
  await person.keyboard.press('End')
  await person.getByRole('checkbox').nth(0).check()
  await person.getByRole('checkbox').nth(1).check()
  await person.getByRole('button', { name: 'OK' }).click()
  await person.getByRole('button', { name: 'Start' }).click()
  // Two pages that ask for nothing more: one is in front, and both hold what the person could see.
  const pages = [person, await person.context().newPage()]
  for (const page of pages) {
    await page.goto('/')
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
  }

  // The directory is given its token, knows the person, and deactivates them.
  await admin.goto(ADDRESS)
  await panel(admin)
    .getByRole('switch', { name: `Provisioning of ${FIRM}` })
    .click()
  await panel(admin).getByRole('button', { name: 'Make token' }).click()
  await enterPassword(admin)
  const token = await secretIn(admin, 'Token of the directory')
  await expect(panel(admin).getByRole('button', { name: 'Renew token' })).toBeVisible()
  const base = (await panel(admin).getByText('/scim/v2/').textContent()) ?? ''
  const asDirectory = async (method: string, where: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' }
    const answer = await fetch(`${base}${where}`, { method, headers, body: JSON.stringify(body) })
    expect(answer.ok).toBe(true)
    return (await answer.json()) as { id: string }
  }
  const { id } = await asDirectory('POST', '/Users', {
    userName: BIDDER.email,
    emails: [{ value: BIDDER.email, primary: true }],
    name: { givenName: BIDDER.firstName, familyName: BIDDER.lastName },
    active: true,
  })
  await asDirectory('PATCH', `/Users/${id}`, {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations: [{ op: 'Replace', path: 'active', value: 'False' }],
  })
  await Promise.all(pages.map((page) => page.waitForURL(/\/login/, { timeout: 5000, waitUntil: 'commit' })))
  await expect(person.getByLabel('Email')).toBeVisible()

  await admin.goto(ADDRESS)
  await panel(admin).getByText('Last requests (2)').click()
  await expect(panel(admin).getByText(`PATCH /Users/${id}`)).toBeVisible()
  await expectAccessible(admin)
  await admin.setViewportSize(PHONE.viewport)
  await expectNoSidewaysScroll(admin)
})

test('TOKEN-03 TOKEN-04 TOKEN-10 a token made in the browser uploads and lists by the commands that the API page copies', async ({
  open,
}) => {
  const page = await browserOf(open, 'orgAdmin')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/profile/security')
  await page.getByRole('button', { name: 'Create token' }).click()
  await enterPassword(page)
  const dialog = page.getByRole('dialog', { name: 'Create an API token' })
  await dialog.getByLabel('Name', { exact: true }).fill('Nightly upload')
  await dialog.getByLabel('Scope').click()
  await page.getByRole('option', { name: 'Read and write' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create token' }).click()
  const token = await secretIn(page, 'Your new API token')
  await page.getByRole('link', { name: 'How to use the API' }).click()
  await expectAccessible(page)
  const copied = async (label: string): Promise<string> => {
    await page.getByRole('button', { name: `Copy: ${label}`, exact: true }).click()
    return page.evaluate(() => navigator.clipboard.readText())
  }
  let settings = (await copied('Settings')).replace('hr_…', token)
  const example = async (title: string): Promise<string> => {
    const script = `${settings}\n${await copied(`${title}, curl`)}`
    const { PATH } = process.env
    return (await run('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder, env: { PATH } })).stdout
  }
  const listed = JSON.parse(await example('List portfolios')) as {
    data: { portfolios: { name: string; documentsTree: { id: string } | null }[] }
  }
  const portfolio = listed.data.portfolios.find(({ name }) => name === PORTFOLIO.name)
  settings = settings.replace('TREE_ID=…', `TREE_ID=${portfolio?.documentsTree?.id}`)
  expect(await example('Upload a file')).toContain('hello.txt')
  await page.goto(documentsAddress())
  await expect(page.getByRole('link', { name: 'hello.txt' })).toBeVisible()

  await page.goto('/profile/security')
  const entry = page.getByRole('list', { name: 'API tokens' }).getByRole('listitem')
  await expect(entry.filter({ hasText: 'Nightly upload' })).toContainText(/Last used .* from 127\.0\.0\.1/)
})
