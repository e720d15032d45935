import type { Page } from '@playwright/test'
import { DEMO_PASSWORD } from '../demo/content/index.ts'
import { PEOPLE } from '../demo/content/people.ts'
import { Client } from '../testing/client.ts'
import { origin } from './support/address.ts'
import { exported } from './support/exported.ts'
import { PORTFOLIO } from './support/room.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, test } from './support/test.ts'

const ADDRESS = `/portfolios/${PORTFOLIO.slug}/checklist`
const OTHER = { name: 'Prairie Sun II', slug: 'prairie-sun-ii' }

/** Milliseconds between two steps of the dialog (CHK-22). */
const STEP_MS = 300

const grid = (page: Page) => page.getByRole('grid', { name: 'Closing checklist' })
/** A cell by its row and the place of its project. */
const cell = (page: Page, row: string, at: number) =>
  page
    .locator('[role=row]', { has: page.locator('[role=rowheader]', { hasText: row }) })
    .locator('[role=gridcell]')
    .nth(at)
const dialog = (page: Page) => page.getByRole('dialog')
const comment = (page: Page) => dialog(page).getByRole('textbox', { name: 'Write a comment' })

async function choose(page: Page, field: string, option: string | RegExp) {
  await dialog(page).getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option }).click()
}

test('CHK-15 CHK-17 CHK-18 CHK-23 CHK-27 CHK-34 CHK-39 two side by side: a bidder comments, the admin answers with a status, and each sees the other’s immediately', async ({
  open,
}) => {
  const [admin, bidder] = [await open('dealAdmin'), await open('bidder')]
  for (const page of [admin, bidder]) {
    await page.goto(ADDRESS)
    await expect(cell(page, '1.5 Mineral rights', 1)).toBeAttached()
    await cell(page, '1.5 Mineral rights', 1).click()
    await expect(dialog(page)).toContainText('1.5 Mineral rights')
    await expect(dialog(page).getByText('Live')).toBeVisible()
  }
  await expectAccessible(bidder)
  await expect(dialog(bidder).getByRole('combobox')).toHaveCount(0)
  await comment(bidder).fill('Is the surface waiver recorded?')
  await bidder.keyboard.press('Enter')
  await expect(comment(bidder)).toHaveValue('')
  await expect(dialog(admin)).toContainText('Is the surface waiver recorded?')

  // The socket alone brings it: nothing here is read again by the clock.
  await choose(admin, 'Status', 'Follow up needed')
  await expect(dialog(bidder).getByText('Follow up needed')).toBeVisible()
  await choose(admin, 'Assigned to', /^Colette Marchand/)
  await expectAccessible(admin)
  await comment(admin).fill('Filed on Monday')
  await admin.keyboard.press('Shift+Enter')
  await admin.keyboard.type('and returned for a stamp.')
  await admin.keyboard.press('Enter')
  await expect(dialog(bidder)).toContainText('and returned for a stamp.')
  await bidder.keyboard.press('Escape')
  // CHK-40: who shares no group with the assignee learns that there is one, and not who.
  await expect(cell(bidder, '1.5 Mineral rights', 1)).toHaveAccessibleName(
    /^Follow up needed, assigned to somebody, \d+ comments$/,
  )
  await admin.keyboard.press('Escape')
  await expect(cell(admin, '1.5 Mineral rights', 1)).toHaveAccessibleName(/assigned to Colette Marchand/)
})

test('CHK-02 CHK-03 CHK-06 CHK-08 CHK-10 CHK-11 CHK-12 CHK-14 CHK-20 CHK-22 an admin goes through the matrix by keyboard, changes several cells, links a folder, and takes the spreadsheet', async ({
  open,
}) => {
  const page = await open('dealAdmin')
  await page.clock.install()
  await page.goto(ADDRESS)
  await expectAccessible(page)
  // CHK-06
  const sizes = await Promise.all(
    [grid(page), page.getByRole('rowheader').first(), cell(page, '2.1 Interconnection agreement', 0)].map(
      async (each) => {
        const { width = 0, height = 0 } = (await each.boundingBox()) ?? {}
        return [Math.round(width), Math.round(height)]
      },
    ),
  )
  expect([sizes[0]?.[1], ...sizes.slice(1)]).toEqual([678, [300, 63], [230, 63]])
  await cell(page, '2.1 Interconnection agreement', 0).click({ modifiers: ['ControlOrMeta'] })
  await cell(page, '2.2 Facilities study', 0).click({ modifiers: ['ControlOrMeta'] })
  await expect(page.getByText('2 items selected')).toBeVisible()
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await choose(page, 'Status', 'Third party review')
  await page.keyboard.press('Escape')
  for (const row of ['2.1 Interconnection agreement', '2.2 Facilities study']) {
    await expect(cell(page, row, 0)).toHaveAccessibleName(/^Third party review/)
  }
  await page.getByRole('button', { name: 'Clear' }).click()

  await cell(page, '2.0 Interconnection', 0).click({ position: { x: 200, y: 30 } })
  await expect(dialog(page)).toContainText('2.0 Interconnection')
  await page.clock.fastForward(STEP_MS)
  await dialog(page).getByRole('button', { name: 'Close' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(dialog(page)).toContainText('2.1 Interconnection agreement')
  await page.clock.fastForward(STEP_MS)
  await page.keyboard.press('ArrowUp')
  await dialog(page).getByRole('button', { name: 'Choose from documents' }).click()
  await dialog(page).getByRole('button', { name: 'Open 03 Offtake and interconnection' }).click()
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Choose this folder' }).click()
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  // While the button still waits for the answer.
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(cell(page, '2.0 Interconnection', 0).getByRole('link', { name: 'View Docs' })).toHaveAttribute(
    'href',
    /\/storage\/documents\/[0-9a-f-]{36}$/,
  )

  await page.getByRole('rowheader', { name: /2\.0 Interconnection/ }).click()
  await expect(page.getByRole('rowheader', { name: /^2\.1/ })).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('rowheader', { name: /^2\.1/ })).toBeAttached()
  const { name, rows } = await exported(page, () => page.getByRole('link', { name: 'Export' }).click())
  expect(name).toMatch(/^republican-valley-portfolio-checklist-\d{4}-\d\d-\d\d\.xlsx$/)
  expect(rows.find(([number]) => number === '2.1')).toContain('Third party review')

  const phone = await open('dealAdmin', PHONE)
  await phone.goto(ADDRESS)
  await phone.getByText('2.1 Interconnection agreement').click()
  await expect(dialog(phone)).toContainText('Third party review')
  await expectAccessible(phone)
  await phone.getByRole('button', { name: 'Close' }).click()
  // However long a thread is, it begins below the fields.
  await phone.getByRole('combobox', { name: 'Project' }).selectOption({ label: 'Harlan County Solar' })
  await phone.getByRole('button', { name: /^2\.3 Network upgrade/ }).click()
  await expect(dialog(phone)).toContainText('Two thirds at COD')
  const field = await dialog(phone).getByRole('combobox', { name: 'Assigned to' }).boundingBox()
  const thread = await dialog(phone)
    .getByRole('heading', { name: /^Comments/ })
    .boundingBox()
  expect(thread?.y).toBeGreaterThan((field?.y ?? 0) + (field?.height ?? 0))
  await phone.getByRole('button', { name: 'Close' }).click()
  await expectNoSidewaysScroll(phone)
})

test('CHK-47 CHK-48 CHK-49 QA-40 two rivals and the deal team in one cell: each reads what is for them, and of the other not even a number', async ({
  open,
}) => {
  const [admin, bidder, rival] = [await open('dealAdmin'), await open('bidder'), await open('rival', PHONE)]
  const row = '1.6 Subordination and non-disturbance'
  for (const page of [admin, bidder]) {
    await page.goto(ADDRESS)
    await cell(page, row, 1).click()
    await expect(dialog(page).getByText('Live')).toBeVisible()
  }
  await rival.goto(ADDRESS)
  // The items begin in the upper half of a phone, and the field of the open one is in sight.
  const first = rival.getByText('1.1 Lease or deed')
  expect((await first.boundingBox())?.y).toBeLessThan(422 + 60)
  await rival.getByRole('combobox', { name: 'Project' }).selectOption({ index: 1 })
  const count = rival.getByRole('button', { name: new RegExp(`^${row}`) })
  const before = await count.textContent()
  await count.click()
  await expect(dialog(rival).getByText('Live')).toBeVisible()
  await expect(comment(rival)).toBeInViewport({ ratio: 1 })
  await expectAccessible(rival)

  await comment(bidder).fill('We would pay 41 per MWh')
  await bidder.keyboard.press('Enter')
  await expect(dialog(admin)).toContainText('We would pay 41 per MWh')
  const party = dialog(admin).getByRole('combobox', { name: 'For' })
  await expect(party).not.toHaveValue('Deal team')
  await comment(admin).fill('Understood')
  await admin.keyboard.press('Enter')
  await expect(dialog(bidder)).toContainText('Understood')
  await party.click()
  await admin.getByRole('option', { name: 'Everybody' }).click()
  await comment(admin).fill('The survey is in the folder')
  await admin.keyboard.press('Enter')
  for (const page of [bidder, rival]) await expect(dialog(page)).toContainText('The survey is in the folder')
  await expect(dialog(rival)).not.toContainText('41')
  await expect(dialog(rival)).not.toContainText('Understood')
  await expect(dialog(rival).getByRole('combobox', { name: 'For' })).toHaveCount(0)
  await expectAccessible(admin)

  const own = dialog(bidder).getByRole('listitem').filter({ hasText: '41 per MWh' })
  await own.getByRole('button', { name: /^Actions of the comment/ }).click()
  await bidder.getByRole('menuitem', { name: 'Edit' }).click()
  await bidder.getByRole('textbox', { name: 'Edit comment' }).fill('We would pay 42 per MWh')
  await bidder.getByRole('button', { name: 'Save' }).click()
  await expect(dialog(admin)).toContainText('We would pay 42 per MWh')
  const changed = dialog(bidder).getByRole('listitem').filter({ hasText: '42 per MWh' })
  await changed.getByRole('button', { name: /^Actions of the comment/ }).click()
  await bidder.getByRole('menuitem', { name: 'Remove' }).click()
  await changed.getByRole('button', { name: 'Remove' }).click()
  for (const page of [admin, bidder]) await expect(dialog(page)).toContainText('Comment removed')
  await expect(dialog(bidder)).not.toContainText('42')
  await expect(dialog(rival)).not.toContainText('removed')
  // Of all that the rival counts one: what was for everybody.
  await rival.getByRole('button', { name: 'Close' }).click()
  expect(Number(/\d+$/.exec((await count.textContent()) ?? '')?.[0])).toBe(
    Number(/\d+$/.exec(before ?? '')?.[0]) + 1,
  )
})

/** A group of its own that opens the other room to a person of the demo, until it ends. */
async function temporaryGroup(lastName: string): Promise<{ end(): Promise<void> }> {
  const client = new Client(origin())
  await client.signIn(PEOPLE.orgAdmin.email, DEMO_PASSWORD)
  const ask = async <T>(query: string, variables: Record<string, unknown>): Promise<T> => {
    const { data, errors } = await client.graphql(query, variables)
    if (errors.length > 0 || !data) throw new Error(JSON.stringify(errors))
    return Object.values(data)[0] as T
  }
  const roles = await ask<{ id: string; name: string }[]>('{ roles(orgSlug: "segue-infra") { id name } }', {})
  const { id: portfolioId } = await ask<{ id: string }>(
    'query($slug: String!) { portfolioBySlug(slug: $slug) { id } }',
    { slug: OTHER.slug },
  )
  const { group } = await ask<{ group: { id: string } }>(
    `mutation($roleId: ID!, $portfolioId: ID!) {
      createGroup(orgSlug: "segue-infra", name: "Checklist visitors", roleId: $roleId, portfolios: [{ id: $portfolioId }]) { group { id } }
    }`,
    { roleId: roles.find(({ name }) => name === 'Viewer')?.id, portfolioId },
  )
  const { invitations } = await ask<{ invitations: { token: string; groups: { id: string }[] }[] }>(
    'query($search: String!) { invitationPages(orgSlug: "segue-infra", search: $search) { invitations { token groups { id } } } }',
    { search: lastName },
  )
  await ask(
    'mutation($token: String!, $ids: [ID!]!) { updateUserGroups(orgSlug: "segue-infra", invitationToken: $token, groupIds: $ids) { __typename } }',
    {
      token: invitations[0]?.token,
      ids: [...(invitations[0]?.groups ?? []).map(({ id }) => id), group.id],
    },
  )
  return {
    end: () =>
      ask('mutation($id: ID!) { deleteGroup(orgSlug: "segue-infra", groupId: $id) { __typename } }', {
        id: group.id,
      }),
  }
}

test('CHK-25 CHK-28 CHK-30 whoever loses the right with the page open is told, nothing more comes, and what was typed stays; a lost network comes back by itself', async ({
  open,
  tolerate,
}) => {
  tolerate(/404|WebSocket|ERR_INTERNET_DISCONNECTED|Failed to load/)
  const visit = await temporaryGroup(PEOPLE.rival.lastName)
  const rival = await open('rival')
  await rival.goto(`/portfolios/${OTHER.slug}/checklist`)
  await expect(grid(rival)).toBeVisible()
  await cell(rival, '2.3 Network upgrade', 2).click()
  await expect(dialog(rival).getByText('Live')).toBeVisible()

  await rival.context().setOffline(true)
  await expect(dialog(rival).getByText('Reconnecting')).toBeVisible()
  await comment(rival).fill('Half a sentence of a')
  await rival.context().setOffline(false)
  await expect(dialog(rival).getByText('Live')).toBeVisible({ timeout: 10_000 })

  await comment(rival).pressSequentially(' rival')
  await visit.end()
  const admin = await open('orgAdmin')
  await admin.goto(`/portfolios/${OTHER.slug}/checklist`)
  await cell(admin, '2.3 Network upgrade', 2).click()
  await expect(dialog(admin).getByText('Live')).toBeVisible()
  await comment(admin).fill('Not for visitors')
  await admin.keyboard.press('Enter')
  await expect(dialog(admin)).toContainText('Not for visitors')
  await expect(dialog(rival).getByRole('alert')).toHaveText('You no longer have access to this checklist.')
  await rival.keyboard.press('Enter')
  await expect(comment(rival)).toHaveValue('Half a sentence of a rival')
  await expect(dialog(rival)).not.toContainText('Not for visitors')
})
