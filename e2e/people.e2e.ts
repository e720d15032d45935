import type { Page } from '@playwright/test'
import { PEOPLE } from '../demo/content/people.ts'
import { mailsAbout } from './support/outbox.ts'
import { table } from './support/table.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, test } from './support/test.ts'

const ADMIN = '/segue-infra/admin'
const NOT_FOUND = /We can’t seem to find the page you’re looking for/

const INVITED = 'marit.voss@journey.example'

const rowOf = (page: Page, text: string) => table(page).getByRole('row').filter({ hasText: text })
const dialog = (page: Page) => page.getByRole('dialog')
/** Others are invited by other journeys. */
const invitations = async () =>
  (await mailsAbout('Invitation to Segue Infrastructure')).filter(({ recipient }) => recipient === INVITED)

/** Chooses from the menu at the end of a row. */
async function chooseFor(page: Page, row: string, entry: string) {
  await rowOf(page, row).getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

async function chooseIn(page: Page, field: string, option: string | RegExp) {
  await dialog(page).getByRole('combobox', { name: field }).last().click()
  await page.getByRole('option', { name: option }).click()
}

test('PPL-01 PPL-02 PPL-08 PPL-13 PPL-15 PPL-16 PPL-20 NOTIF-13 an organisation admin invites a person, edits the invitation and deletes it', async ({
  open,
}) => {
  const page = await open('orgAdmin')
  await page.goto(ADMIN)
  await expect(page).toHaveURL(`${ADMIN}/users`)
  await expect(rowOf(page, PEOPLE.viewer.email)).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Add user' }).click()
  await dialog(page).getByRole('textbox', { name: 'First Name' }).fill('Marit')
  await dialog(page).getByRole('textbox', { name: 'Last Name' }).fill('Voss')
  await dialog(page).getByRole('textbox', { name: 'Email' }).fill(INVITED)
  await chooseIn(page, 'Group', /^Lenders/)
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Send invitation' }).click()
  // The journeys' product has no mail server: the link is there to be copied.
  await expect(dialog(page)).toContainText('Not sent: no mail server is set up. Copy the link.')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Search people' }).fill('journey.example')
  await expect(rowOf(page, 'Marit Voss')).toContainText('Invited')
  await expect.poll(invitations, { timeout: 20_000 }).toEqual([
    expect.objectContaining({
      text: expect.stringMatching(/Ruth Sandoval has invited you[\s\S]*\/invitations\/[\w-]{65}/),
    }),
  ])

  await chooseFor(page, 'Marit Voss', 'Edit')
  await dialog(page).getByRole('textbox', { name: 'Last Name' }).fill('Voss-Oberlander')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(rowOf(page, 'Marit Voss-Oberlander')).toBeVisible()
  await chooseFor(page, 'Marit Voss-Oberlander', 'Delete')
  await dialog(page).getByRole('button', { name: 'Delete invitation' }).click()
  await expect(page.getByText('No users found.')).toBeVisible()
})

test('GRP-04 GRP-05 GRP-12 GRP-14 PPL-22 AUTH-35 a group is set up, opens a deal room to a member on the next request, and closes it with its end', async ({
  open,
}) => {
  const page = await open('orgAdmin')
  const room = '/portfolios/prairie-sun-ii'
  await page.goto(`${ADMIN}/groups`)
  await page.getByRole('button', { name: 'Add group' }).click()
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Journey lenders')
  await chooseIn(page, 'Role', 'Viewer')
  await expect(dialog(page).getByText('Documents, View: granted')).toBeAttached()
  await dialog(page).getByRole('button', { name: 'Add deal room' }).click()
  await chooseIn(page, 'Portfolio', 'Prairie Sun II')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Add group' }).click()
  await expect(rowOf(page, 'Journey lenders')).toContainText('0')

  // Somebody of the organisation who does not come into that room.
  const member = await open('qAndA')
  const heading = member.getByRole('heading', { name: 'Prairie Sun II' })
  await member.goto(room)
  await expect(member.locator('main')).toContainText(/administrator|can’t seem to find/)
  await expect(heading).toHaveCount(0)
  await page.goto(`${ADMIN}/users?q=${PEOPLE.qAndA.lastName}`)
  await chooseFor(page, PEOPLE.qAndA.lastName, 'Group access')
  await dialog(page).getByRole('button', { name: 'Add group' }).click()
  await chooseIn(page, 'Group 2', /^Journey lenders/)
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(rowOf(page, PEOPLE.qAndA.lastName)).toContainText('Journey')
  await member.reload()
  await expect(heading).toBeVisible()

  await page.goto(`${ADMIN}/groups?q=journey`)
  await rowOf(page, 'Journey lenders').getByRole('link').click()
  await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toContainText(
    'Segue Infrastructure Groups',
  )
  await expect(page.getByText('Colette Marchand')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog(page)).toContainText(
    'You are about to remove Journey lenders from accessing Segue Infrastructure. All users belonging to this group will be impacted. Are you sure?',
  )
  await dialog(page).getByRole('button', { name: 'Delete group' }).click()
  await expect(page).toHaveURL(`${ADMIN}/groups`)
  await member.reload()
  await expect(member.locator('main')).toContainText(/administrator|can’t seem to find/)
  await expect(heading).toHaveCount(0)
})

test('PPL-27 PPL-32 TEAM-01 TEAM-06 TEAM-09 SHELL-10 a users admin reads people and deal teams but gives nobody the organisation; others find none of it', async ({
  open,
}) => {
  const page = await open('usersAdmin')
  await page.goto(`${ADMIN}/users?q=${PEOPLE.viewer.lastName}`)
  await chooseFor(page, PEOPLE.viewer.lastName, 'Group access')
  await dialog(page).getByRole('button', { name: 'Add group' }).click()
  await dialog(page).getByRole('combobox', { name: 'Group 2' }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await expect(page.getByRole('option', { name: /^Organisation admins/ })).toHaveCount(0)
  await page.goto(`${ADMIN}/users`)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export Users' }).click()
  expect((await download).suggestedFilename()).toMatch(/^segue-infra-users-\d{4}-\d\d-\d\d\.xlsx$/)
  await page.goto('/deal-teams')
  await expect(rowOf(page, 'Daniel Whitcombe')).toContainText('Bidder: Northwind')
  await expect(page.getByRole('link', { name: 'Manage users' })).toHaveCount(0)
  await expectAccessible(page)

  const contributor = await open('contributor')
  for (const address of [`${ADMIN}/users`, `${ADMIN}/groups`, '/deal-teams']) {
    await contributor.goto(address)
    await expect(contributor.getByText(NOT_FOUND)).toBeVisible()
  }
})

test('PPL-03 GRP-01 TEAM-01 on a phone people, groups and deal teams fit, and a person’s groups open', async ({
  open,
}) => {
  const page = await open('orgAdmin', PHONE)
  for (const address of [`${ADMIN}/users`, `${ADMIN}/groups`, '/deal-teams']) {
    await page.goto(address)
    await expect(table(page).getByRole('row').first()).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
  await page.goto(`${ADMIN}/users?q=${PEOPLE.viewer.lastName}`)
  await rowOf(page, PEOPLE.viewer.lastName).getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Group access' }).click()
  await expect(dialog(page).getByRole('combobox', { name: 'Group 1' })).toHaveValue('Lenders')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})
