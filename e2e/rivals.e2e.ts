import type { Page } from '@playwright/test'
import { DEMO_PASSWORD } from '../demo/content/index.ts'
import { PEOPLE } from '../demo/content/people.ts'
import { Client } from '../testing/client.ts'
import { origin } from './support/address.ts'
import { documentsAddress, newFiles, newFolder, PORTFOLIO } from './support/room.ts'
import { menuOf } from './support/table.ts'
import { expect, expectAccessible, test } from './support/test.ts'

const ADDRESS = `/portfolios/${PORTFOLIO.slug}/q-and-a`
const SECRET = 'We would pay 41 per MWh'

const opened = (page: Page) => page.locator('[data-opened]')
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const textbox = (page: Page, name: RegExp) => opened(page).getByRole('textbox', { name })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

/** A log of the room in which each party sees its own questions. @returns its address */
async function newLog(name: string): Promise<string> {
  const client = new Client(origin())
  await client.signIn(PEOPLE.dealAdmin.email, DEMO_PASSWORD)
  const asked = await client.graphql('query($slug: String!) { portfolioBySlug(slug: $slug) { id } }', {
    slug: PORTFOLIO.slug,
  })
  const portfolio = asked.data?.portfolioBySlug as { id: string } | null | undefined
  const made = await client.graphql(
    `mutation($id: ID!, $name: String!) {
      createQuestionLog(
        subjectType: PORTFOLIO, subjectId: $id, name: $name, restricted: false, groupIds: [], visibility: EACH_PARTY
      ) { questionLog { id } }
    }`,
    { id: portfolio?.id, name },
  )
  const payload = made.data?.createQuestionLog as { questionLog: { id: string } | null } | null | undefined
  if (!payload?.questionLog) throw new Error(`${name} was not made.`)
  return `${ADDRESS}?logId=${payload.questionLog.id}`
}

/** Chooses a document of the room for what is open, by the folders to it. */
async function name(page: Page, button: RegExp, folders: readonly string[], file: string) {
  await opened(page).getByRole('button', { name: button }).click()
  const picker = dialog(page, 'Add documents')
  for (const folder of folders) await picker.getByRole('button', { name: `Open ${folder}` }).click()
  await picker.getByRole('button', { name: `Choose ${file}` }).click()
  await expect(picker.getByRole('button', { name: `Choose ${file}` })).toBeDisabled()
  await picker.getByRole('button', { name: 'Done' }).click()
}

test('QA-40 QA-41 QA-42 QA-43 QA-44 QA-46 QA-48 QA-50 three side by side: a bidder drafts and asks, the deal team answers and publishes, and the rival learns what is for everybody', async ({
  open,
}) => {
  const log = await newLog('Rivals')
  const [bidder, rival, admin] = [await open('bidder'), await open('rival'), await open('dealAdmin')]

  await bidder.goto(log)
  await expect(bidder.getByText('Read by you and the deal team')).toBeVisible()
  await bidder.getByRole('button', { name: 'New question' }).first().click()
  const draft = textbox(bidder, /^Draft/)
  await draft.click()
  await draft.pressSequentially(`${SECRET}. Is the title company content with that?`)
  // One click leads to the choices.
  await opened(bidder).getByRole('button', { name: 'Add category' }).click()
  await bidder.getByRole('option', { name: 'Title' }).click()
  await name(bidder, /^Add document to draft/, ['08 Bids', 'Northwind'], 'Northwind - questions on title.txt')
  await expect(opened(bidder).getByRole('link', { name: /Northwind/ })).toBeVisible()
  await expectAccessible(bidder)
  // A draft is its author's alone.
  await admin.goto(log)
  await expect(admin.getByText('No questions so far')).toBeVisible()
  await opened(bidder).getByRole('button', { name: 'Ask' }).click()
  await expect(textbox(bidder, /^Question 1/)).toBeVisible()

  await admin.reload()
  const row = rowOf(admin, SECRET)
  for (const who of ['Daniel Whitcombe', 'Northwind Renewables Capital', 'Bidder: Northwind']) {
    await expect(row).toContainText(who)
  }
  await row.click()
  await textbox(admin, /^Answer/).pressSequentially('It is, for $14,200.')
  await expect(opened(admin).getByText(/^Saved/)).toBeVisible()
  await expect(opened(admin).getByText('Draft, seen by the deal team')).toBeVisible()
  await name(
    admin,
    /^Add document to the answer/,
    ['02 Real estate', '02.2 Title'],
    'Harlan County Solar - title commitment.pdf',
  )
  await name(
    admin,
    /^Add document to the answer/,
    ['09 Correspondence', '09.3 Deal team'],
    '2026-09-28 Shortlist.eml',
  )
  await expectAccessible(admin)
  await bidder.goto(log)
  await rowOf(bidder, SECRET).click()
  await expect(opened(bidder).getByText('No answer yet')).toBeVisible()
  await expect(opened(bidder).getByRole('link', { name: /title commitment/ })).toHaveCount(0)
  await opened(admin).getByRole('button', { name: 'Publish answer' }).click()
  await expect(opened(admin).getByText('Draft, seen by the deal team')).toHaveCount(0)

  await bidder.reload()
  await expect(opened(bidder)).toContainText('It is, for $14,200.')
  const documents = opened(bidder).getByRole('list', { name: 'Documents of the answer to question 1' })
  await expect(documents.getByRole('listitem')).toHaveText([/title commitment/])
  await rival.goto(log)
  await expect(rival.getByText('No questions so far')).toBeVisible()

  await opened(admin).getByRole('button', { name: 'Publish to everybody' }).click()
  const publishing = dialog(admin, 'Publish to everybody')
  const body = publishing.getByRole('textbox', { name: 'Question' })
  await body.click()
  await body.press('ControlOrMeta+a')
  await body.pressSequentially('Is the title company content?')
  await expectAccessible(admin)
  await publishing.getByRole('button', { name: 'Publish to everybody' }).click()
  await expect(publishing).toHaveCount(0)
  await rival.reload()
  const published = rowOf(rival, 'Is the title company content?')
  await expect(published).toContainText('For everybody')
  await expect(published).toContainText('It is, for $14,200.')
  await published.click()
  await expect(opened(rival).getByRole('group', { name: 'Question 1', exact: true })).toBeVisible()
  await expect(opened(rival).getByRole('textbox')).toHaveCount(0)
  await expect(
    opened(rival).getByRole('list', { name: 'Documents of the answer to question 1' }).getByRole('listitem'),
  ).toHaveText([/title commitment/])
  expect(await rival.content()).not.toMatch(/Whitcombe|Northwind|per MWh|Shortlist/)
  await rival.getByRole('searchbox', { name: 'Search questions' }).fill('per MWh')
  await expect(rival.getByText('No questions here')).toBeVisible()
  await bidder.reload()
  await expect(rowOf(bidder, SECRET)).toBeVisible()
  await expect(rowOf(bidder, 'For everybody')).toContainText('Is the title company content?')
})

test('DOC-44 readers see earlier versions once an admin lets them, and a version that is withdrawn opens for nobody', async ({
  open,
  tolerate,
}) => {
  tolerate(/404|409/)
  const folderId = await newFolder('Superseded')
  await newFiles(folderId, ['Lease.txt'], () => new TextEncoder().encode('Signed by the wrong owner'))
  await newFiles(folderId, ['Lease.txt'], () => new TextEncoder().encode('Signed by the owner'))
  const [admin, bidder] = [await open('dealAdmin'), await open('bidder')]
  const address = documentsAddress(folderId)
  const versionsIn = async (page: Page) => {
    await page.goto(address)
    await (await menuOf(page, 'Lease.txt')).getByRole('menuitem', { name: 'Versions' }).click()
    return dialog(page, 'Versions')
  }
  await bidder.goto(address)
  await expect(
    (await menuOf(bidder, 'Lease.txt')).getByRole('menuitem', { name: 'Download', exact: true }),
  ).toBeVisible()
  await expect(bidder.getByRole('menuitem', { name: 'Versions' })).toHaveCount(0)

  const versions = await versionsIn(admin)
  const readers = versions.getByRole('switch', { name: 'Readers see earlier versions' })
  await expect(readers).not.toBeChecked()
  await readers.click()
  await expect(versions.getByText('On, for all files here')).toBeVisible()
  const seen = await versionsIn(bidder)
  await seen.getByRole('link', { name: 'Preview version 1' }).click()
  await expect(bidder.getByText(/^Version 1 of 2/)).toBeVisible()
  await expect(bidder.frameLocator('iframe').getByText('Signed by the wrong owner')).toBeVisible()
  const kept = bidder.url()

  await versions.getByRole('button', { name: 'Withdraw version 1' }).click()
  await expectAccessible(admin)
  await versions.getByRole('button', { name: 'Withdraw version', exact: true }).click()
  await expect(versions.getByText(/^Withdrawn by Tomás Brandt on/)).toBeVisible()
  await bidder.goto(kept)
  await expect(bidder.getByText('Version 1 has been withdrawn. This is the current one.')).toBeVisible()
  await expect(bidder.frameLocator('iframe').getByText('Signed by the owner')).toBeVisible()
  expect(await bidder.content()).not.toContain('wrong owner')
  await readers.click()
  await expect(versions.getByText('Off, for all files here')).toBeVisible()
})
