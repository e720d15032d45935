import type { Page } from '@playwright/test'
import { PEOPLE } from '../demo/content/people.ts'
import { TICKETS } from '../demo/content/tickets.ts'
import { mailsAbout } from './support/outbox.ts'
import { table } from './support/table.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, nameOf, PHONE, test } from './support/test.ts'

const ISSUE = 'Upload of the site plans stops'
const DESCRIPTION = 'Each time at 80 %.\nThe file has 40 MB.'

const rowOf = (page: Page, issue: string) => table(page).getByRole('row').filter({ hasText: issue })

/** Opens the menu at the end of a row, and chooses from it. */
async function chooseFor(page: Page, issue: string, entry: string) {
  await rowOf(page, issue).getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

const dialog = (page: Page) => page.getByRole('dialog')
const form = (page: Page) => ({
  issue: page.getByRole('textbox', { name: 'Issue' }),
  description: page.getByRole('textbox', { name: 'Description' }),
  submit: page.getByRole('button', { name: 'Submit' }),
})

/** Goes where a link of the page's foot leads. */
const openFromFoot = (page: Page, link: string) =>
  page.getByRole('contentinfo').getByRole('link', { name: link }).click()

test('SUP-01 SUP-02 SUP-03 SUP-04 SUP-07 SUP-08 BO-33 a contributor asks for help, and the staff find the ticket and close it', async ({
  open,
}) => {
  const page = await open('contributor')
  await page.goto('/')
  await openFromFoot(page, 'Support')
  await expect(page).toHaveURL('/support')
  await expect(page).toHaveTitle('Support · Helioroom')
  const { issue, description, submit } = form(page)
  await expectAccessible(page)

  await submit.click()
  await expect(page.getByText('This field is required')).toHaveCount(2)
  await expect(issue).toBeFocused()
  await issue.fill('a'.repeat(129))
  await description.fill('b'.repeat(1025))
  await submit.click()
  await expect(issue).toHaveAccessibleDescription('Max 128 characters')
  await expect(description).toHaveAccessibleDescription('Max 1024 characters')
  await expectAccessible(page)

  await issue.fill(ISSUE)
  await description.fill(DESCRIPTION)
  // What is typed is not lost by the way, be it to this page or to another.
  await openFromFoot(page, 'Support')
  await expect(issue).toHaveValue(ISSUE)
  await openFromFoot(page, 'About')
  const question = page.getByRole('dialog', { name: 'Unsaved changes' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(description).toHaveValue(DESCRIPTION)
  await submit.click()
  await expect(page.getByRole('heading', { name: 'Thank you for contacting us.' })).toBeFocused()
  await expect(page.getByText("We'll follow up shortly.")).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Submit a new issue' }).click()
  await expect(issue).toHaveValue('')
  await expect(description).toHaveValue('')

  await expect
    .poll(() => mailsAbout(`Support: ${ISSUE}`), { timeout: 20_000 })
    .toEqual([
      {
        recipient: 'support@demo.example',
        replyTo: PEOPLE.contributor.email,
        subject: `Support: ${ISSUE}`,
        text: expect.stringContaining(`> ${DESCRIPTION.replace('\n', '\n> ')}`),
      },
    ])

  const staff = await open('super')
  await staff.goto('/support')
  await staff.getByRole('link', { name: 'All tickets' }).click()
  await expect(rowOf(staff, TICKETS[2]?.issue ?? '')).toBeVisible()
  await staff.getByRole('searchbox', { name: 'Search tickets' }).fill('site plans')
  await expect(staff).toHaveURL('/support/tickets?q=site+plans')
  await expect(rowOf(staff, TICKETS[2]?.issue ?? '')).toHaveCount(0)
  await expectAccessible(staff)
  // Another of the staff has the same list open, by its address.
  const other = await staff.context().newPage()
  await other.goto(staff.url())
  await expect(rowOf(other, ISSUE)).toContainText(nameOf('contributor'))

  await rowOf(staff, ISSUE).getByRole('button', { name: ISSUE, exact: true }).click()
  await expect(dialog(staff)).toContainText('The file has 40 MB.')
  await expect(dialog(staff).getByRole('link', { name: PEOPLE.contributor.email })).toBeVisible()
  await expectAccessible(staff)
  await dialog(staff).getByRole('button', { name: 'Close ticket' }).click()
  await expect(staff.getByText('Ticket closed')).toBeVisible()
  await expect(dialog(staff)).toHaveCount(0)
  await expect(staff.getByText('No ticket matches your search')).toBeVisible()
  await staff.getByRole('button', { name: 'Closed' }).click()
  await expect(rowOf(staff, ISSUE)).toBeVisible()
  await staff.reload()
  await expect(rowOf(staff, ISSUE)).toBeVisible()
  await expect(rowOf(staff, TICKETS[0]?.issue ?? '')).toHaveCount(0)

  await chooseFor(other, ISSUE, 'Close ticket')
  await expect(dialog(other).getByRole('alert')).toHaveText(
    'Someone else has just changed this ticket. Please check and try again.',
  )
  await expectAccessible(other)
  await dialog(other).getByRole('button', { name: 'Reopen' }).click()
  await expect(rowOf(other, ISSUE)).toBeVisible()
})

test('SUP-05 a submit that fails says so, and keeps what was typed', async ({ open, tolerate }) => {
  tolerate(/500/)
  const page = await open('contributor')
  await page.goto('/support')
  const { issue, description, submit } = form(page)
  await issue.fill(ISSUE)
  await description.fill(DESCRIPTION)
  await page.route('**/graphql', (route) => route.fulfill({ status: 500, body: 'The server is broken.' }))
  await submit.click()
  await expect(page.getByRole('alert')).toHaveText('A server error has occurred.')
  await expect(issue).toHaveValue(ISSUE)
  await expect(description).toHaveValue(DESCRIPTION)
  await expectAccessible(page)
})

test('BO-01 BO-33 whoever is none of the staff finds neither the list of tickets nor a way to it', async ({
  open,
  tolerate,
}) => {
  tolerate(/404/)
  const page = await open('viewer')
  await page.goto('/support')
  await expect(form(page).submit).toBeVisible()
  await expect(page.getByRole('link', { name: /ticket/i })).toHaveCount(0)
  await page.goto('/support/tickets')
  await expect(page.getByText(/We can’t seem to find the page/)).toBeVisible()
  await expect(page.getByText(TICKETS[1]?.issue ?? '')).toHaveCount(0)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`SUP-01 SUP-09 form, list, ticket and what the product is on a phone, ${colorScheme}`, async ({
    open,
  }) => {
    const page = await open('super', { ...PHONE, colorScheme })
    const sound = async () => {
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    }
    await page.goto('/support')
    await expect(form(page).submit).toBeVisible()
    await sound()
    await page.getByRole('link', { name: 'All tickets' }).click()
    await expect(rowOf(page, TICKETS[1]?.issue ?? '')).toBeVisible()
    await sound()
    await rowOf(page, TICKETS[1]?.issue ?? '').click()
    await expect(dialog(page)).toContainText('Whom do I ask for an invitation')
    await sound()
    await page.goto('/about')
    await expect(page.getByRole('link', { name: 'support@demo.example' })).toBeVisible()
    await sound()
  })
}
