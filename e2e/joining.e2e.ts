import type { Page } from '@playwright/test'
import { DEMO_PASSWORD } from '../demo/content/index.ts'
import { PEOPLE } from '../demo/content/people.ts'
import { ask } from './support/ask.ts'
import { appCode } from './support/authenticator.ts'
import { mailsAbout } from './support/outbox.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, signIn, test } from './support/test.ts'

const PASSWORD = 'Moonlight-2027'
const { newcomer } = PEOPLE

/** The link of the newest mail of a subject to somebody. */
async function linkIn(subject: string, recipient: string, pattern: RegExp): Promise<string> {
  await expect
    .poll(async () => (await mailsAbout(subject)).some((mail) => mail.recipient === recipient))
    .toBe(true)
  const mail = (await mailsAbout(subject)).findLast((each) => each.recipient === recipient)
  return new URL(pattern.exec(mail?.text ?? '')?.[0] ?? '').pathname
}

/** What an admin does who has the invitation sent once more. */
async function sendInvitation(page: Page, email: string) {
  const { invitationPages } = await ask<{ invitationPages: { invitations: { token: string }[] } }>(
    page,
    'query($email: String) { invitationPages(orgSlug: "segue-infra", search: $email) { invitations { token } } }',
    { email },
  )
  await ask(
    page,
    'mutation($token: String!) { resendUserInvitation(orgSlug: "segue-infra", token: $token) { success } }',
    { token: invitationPages.invitations[0]?.token },
  )
}

/** What an admin does who invites somebody into a group. */
async function invite(
  page: Page,
  person: { firstName: string; lastName: string; email: string },
  group: string,
) {
  const { orgUserGroups } = await ask<{ orgUserGroups: { id: string }[] }>(
    page,
    'query($group: String) { orgUserGroups(orgSlug: "segue-infra", search: $group) { id } }',
    { group },
  )
  const { firstName, lastName, email } = person
  await ask(
    page,
    `mutation($firstName: String!, $lastName: String!, $email: String!, $groupId: ID!) {
      createUserInvitation(orgSlug: "segue-infra", firstName: $firstName, lastName: $lastName, email: $email,
        groupId: $groupId) { token }
    }`,
    { firstName, lastName, email, groupId: orgUserGroups[0]?.id },
  )
}

test('AUTH-21 AUTH-25 AUTH-26 EULA-10 WELC-02 a newcomer gets from the invitation mail to the first document unaided', async ({
  open,
}) => {
  const admin = await open('usersAdmin')
  await admin.goto('/about')
  await sendInvitation(admin, newcomer.email)
  const invitation = await linkIn(
    'Invitation to Segue Infrastructure',
    newcomer.email,
    /https?:\/\/\S+\/invitations\/[\w-]+/,
  )

  const page = await open(null)
  await page.goto(invitation)
  await expect(page.getByRole('heading', { name: 'Join Segue Infrastructure' })).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveValue(newcomer.firstName)
  await expect(page.getByLabel('Last name')).toHaveValue(newcomer.lastName)
  await expect(page.getByLabel('Email')).toHaveValue(newcomer.email)
  await expect(page.getByLabel('Email')).not.toBeEditable()
  await expectAccessible(page)
  const accept = page.getByRole('button', { name: 'Accept the invitation' })
  await page.getByLabel('Password', { exact: true }).fill('short')
  await accept.click()
  await expect(page.getByText('Must be 8 or more characters')).toBeVisible()
  await page.getByLabel('Company').fill(newcomer.company)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await accept.click()

  const text = page.getByRole('region', { name: 'Licence agreement' })
  await expect(text).toBeVisible()
  await expectAccessible(page)
  const boxes = page.getByRole('checkbox')
  await expect(boxes.nth(0)).toBeDisabled()
  await text.focus()
  await page.keyboard.press('End')
  await boxes.nth(0).check()
  await boxes.nth(1).check()
  await page.getByRole('button', { name: 'OK' }).click()

  const welcome = page.getByRole('dialog', { name: `Welcome ${newcomer.firstName} ${newcomer.lastName}` })
  await expect(welcome).toBeVisible()
  await expectAccessible(page)
  await welcome.getByRole('button', { name: 'Start' }).click()
  await expect(welcome).toHaveCount(0)
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('showWelcome')

  await page.getByRole('link', { name: 'Open the deal rooms' }).click()
  await page.getByRole('link', { name: 'Republican Valley Portfolio' }).first().click()
  await page.getByRole('link', { name: 'Documents', exact: true }).first().click()
  await page.getByRole('link', { name: '01 Corporate' }).click()
  await page.getByRole('link', { name: '01.1 Formation documents' }).click()
  await expect(page.getByRole('link', { name: /\.pdf$/ }).first()).toBeVisible()

  // The link is used up, and the mail once more leads nowhere.
  await page.goto(invitation)
  await expect(page.getByText('This invitation is no longer valid.')).toBeVisible()
})

test('AUTH-27 AUTH-28 NOTIF-13 who has an account in another organisation accepts with it, and has both', async ({
  open,
  tolerate,
}) => {
  tolerate(/Failed to load resource: the server responded with a status of 401/)
  const { meridianAssets } = PEOPLE
  const admin = await open('usersAdmin')
  await admin.goto('/about')
  await invite(admin, meridianAssets, 'Lenders')
  const link = /https?:\/\/\S+\/invitations\/[\w-]+/
  const invitation = await linkIn('Invitation to Segue Infrastructure', meridianAssets.email, link)

  // The admin opens the link of somebody else, and accepts nothing.
  await admin.goto(invitation)
  await expect(admin.getByText(`the invitation is for ${meridianAssets.email}`)).toBeVisible()
  await expectAccessible(admin)

  const page = await open(null, PHONE)
  await page.goto(invitation)
  await expect(page.getByRole('heading', { name: 'Join Segue Infrastructure' })).toBeVisible()
  await expect(
    page.getByText('Your address has an account already. Sign in to accept the invitation.'),
  ).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(meridianAssets.email)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.getByLabel('Password', { exact: true }).fill('Daylight-2025')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Incorrect email or password.')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).not.toHaveURL(/\/invitations\//)
  await page.goto('/portfolios/republican-valley-portfolio/storage/documents')
  await expect(page.getByRole('link', { name: '01 Corporate' })).toBeVisible()
  await page.goto('/meridian/projects')
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()

  await page.goto(invitation)
  await expect(page.getByText('This invitation is no longer valid.')).toBeVisible()
})

test('AUTH-30 AUTH-31 AUTH-32 a forgotten password is replaced through the mailed link, which works once', async ({
  open,
  tolerate,
}) => {
  tolerate(/Failed to load resource: the server responded with a status of 401/)
  const { email } = PEOPLE.lender
  const elsewhere = await open('lender')
  await elsewhere.goto('/about')
  const page = await open(null)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password' }).click()
  await expect(page).toHaveURL('/reset-password')
  await expectAccessible(page)
  await page.getByLabel('Email').fill(email.toUpperCase())
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(
    page.getByText('If an account exists for this email, a reset link has been sent.'),
  ).toBeVisible()

  const link = await linkIn('Set a new password', email, /https?:\/\/\S+\/reset-password\/[\w-]+/)
  await page.goto(link)
  await expectAccessible(page)
  await page.getByLabel('New password', { exact: true }).fill('Moonlight')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('Password must have at least 1 number')).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await signIn(page, 'lender')
  await expect(page.getByText('Incorrect email or password.')).toBeVisible()
  await signIn(page, 'lender', PASSWORD)
  await expect(page.getByRole('button', { name: 'Omar Haddad' })).toBeVisible()

  // A page that asks for nothing is left as well.
  await expect(elsewhere).toHaveURL(/\/login/)
  await page.goto(link)
  await expect(page.getByText('This link is no longer valid.')).toBeVisible()
})

test('AUTH-10 AUTH-12 an authenticator app is added from the settings; its code and a recovery code sign in, and other sessions end', async ({
  open,
  tolerate,
}) => {
  tolerate(/Failed to load resource: the server responded with a status of 401/)
  const elsewhere = await open(null)
  await elsewhere.goto('/about')
  await signIn(elsewhere, 'meridianDeals')
  await expect(elsewhere.getByRole('button', { name: 'Theo Lindgren' })).toBeVisible()

  const page = await open(null)
  await page.goto('/profile/security')
  await signIn(page, 'meridianDeals')
  await expect(page.getByRole('heading', { name: /Two-Factor Authentication: Disabled/ })).toBeVisible()
  await page.getByRole('button', { name: 'Add an authenticator app' }).click()
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill('Daylight-2026')
  await page.getByRole('button', { name: 'Continue' }).click()
  const enrol = page.getByRole('dialog', { name: 'Add an authenticator app' })
  await expect(enrol.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  await expectAccessible(page)
  const key = (await enrol.locator('code').textContent()) ?? ''
  await enrol.getByLabel('Authentication code').fill(appCode(key))
  await enrol.getByRole('button', { name: 'Add the app' }).click()
  const shown = page.getByRole('dialog', { name: 'Your recovery codes' })
  await expect(shown.getByRole('listitem')).toHaveCount(10)
  await expectAccessible(page)
  const recoveryCode = (await shown.getByRole('listitem').first().textContent()) ?? ''
  await shown.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible()
  await expect(page.getByRole('heading', { name: /Two-Factor Authentication: Enabled/ })).toBeVisible()

  const sessions = page.getByRole('list', { name: 'Sessions' })
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await expect(sessions.getByRole('listitem').first()).toContainText('This session')
  await expect(sessions.getByRole('listitem').first()).toContainText(/Chrome on Linux/)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await expect(elsewhere).toHaveURL(/\/login/)

  await signIn(elsewhere, 'meridianDeals')
  await expect(elsewhere.getByText('Your authenticator app shows a code of 6 digits.')).toBeVisible()
  await expectAccessible(elsewhere)
  // The next one of the app: the one that added it is used up.
  await elsewhere.getByLabel('Authentication code').fill(appCode(key, 1))
  await elsewhere.getByRole('button', { name: 'Sign in' }).click()
  await expect(elsewhere.getByRole('button', { name: 'Theo Lindgren' })).toBeVisible()

  const lost = await open(null, PHONE)
  await lost.goto('/about')
  await signIn(lost, 'meridianDeals')
  await lost.getByRole('button', { name: 'Use a recovery code' }).click()
  await expectNoSidewaysScroll(lost)
  await lost.getByLabel('Recovery code', { exact: true }).fill('AAAA-BBBB-CCCC-DDDD')
  await lost.getByRole('button', { name: 'Sign in' }).click()
  await expect(lost.getByText('Invalid recovery code.')).toBeVisible()
  await lost.getByLabel('Recovery code', { exact: true }).fill(recoveryCode.toLowerCase())
  await lost.getByRole('button', { name: 'Sign in' }).click()
  await expect(lost).toHaveURL('/about')
  await expect(lost.getByRole('button', { name: 'Theo Lindgren' })).toBeVisible()
})

test('AUTH-22 AUTH-30 the pages of the front door on a telephone', async ({ open }) => {
  const page = await open(null, PHONE)
  for (const path of ['/reset-password', '/reset-password/unknown', '/invitations/unknown']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
})
