import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { DEMO_PASSWORD } from '../demo/content/index.ts'
import { GROUP } from '../demo/content/organisations.ts'
import { PEOPLE } from '../demo/content/people.ts'
import { Client } from '../testing/client.ts'
import { origin } from './support/address.ts'
import { PORTFOLIO } from './support/room.ts'
import { expect, expectAccessible, nameOf, signIn, test } from './support/test.ts'

/** A room with few files, so that all of it is archived within seconds; in it the deal team and bidders. */
const SMALL = { name: 'Piedmont Community Solar', slug: 'piedmont-community-solar' }

const proofsOf = ({ slug }: { slug: string }): string => `/portfolios/${slug}/proofs`
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

async function idOf({ slug }: { slug: string }): Promise<string> {
  const client = new Client(origin())
  await client.signIn(PEOPLE.orgAdmin.email, DEMO_PASSWORD)
  const { data } = await client.graphql('query($slug: String!) { portfolioBySlug(slug: $slug) { id } }', {
    slug,
  })
  return (data as { portfolioBySlug: { id: string } }).portfolioBySlug.id
}

/** The newest certificate of that name, once it is made. */
async function certificate(page: Page, group: string | null): Promise<Locator> {
  const name = group ?? 'Everything in the room'
  const items = page.getByRole('list', { name: 'Certificates' }).getByRole('listitem')
  // The demo has one of them.
  await expect(items).not.toHaveCount(0)
  const before = await items.count()
  await page.getByRole('button', { name: 'New certificate' }).click()
  const asked = dialog(page, 'New certificate')
  if (group !== null) {
    await asked.getByRole('combobox', { name: 'Of what one group could see' }).fill(group)
    await page.getByRole('option', { name: group }).click()
  }
  await asked.getByRole('button', { name: 'Make certificate' }).click()
  await expect(asked).toHaveCount(0)
  await expect(items).toHaveCount(before + 1)
  const item = items.first()
  await expect(item.getByText(name, { exact: true })).toBeVisible()
  await expect(item.getByRole('link', { name: `PDF of ${name}` })).toBeVisible({ timeout: 30_000 })
  return item
}

test('PROOF-09 an admin makes a certificate in full and one of a group, another admin reads them, and a bidder finds neither', async ({
  open,
  tolerate,
}) => {
  const [page, reader, bidder] = [await open('orgAdmin'), await open('dealAdmin'), await open('bidder')]
  await page.goto(`/portfolios/${PORTFOLIO.slug}/overview`)
  await page.getByRole('button', { name: 'Admin' }).click()
  await page.getByRole('menuitem', { name: 'Certificates' }).click()
  await expect(page).toHaveURL(proofsOf(PORTFOLIO))
  await certificate(page, GROUP.northwind)
  await certificate(page, null)
  await expectAccessible(page)

  await reader.goto(proofsOf(PORTFOLIO))
  const link = reader.getByRole('link', { name: 'PDF of Everything in the room' }).first()
  const address = (await link.getAttribute('href')) ?? ''
  const file = await reader.request.get(address)
  expect([file.status(), (await file.body()).subarray(0, 5).toString()]).toEqual([200, '%PDF-'])

  tolerate(/404/)
  await bidder.goto(`/portfolios/${PORTFOLIO.slug}/overview`)
  await expect(bidder.getByRole('heading', { name: PORTFOLIO.name })).toBeVisible()
  await expect(bidder.getByRole('button', { name: 'Admin' })).toHaveCount(0)
  await bidder.goto(proofsOf(PORTFOLIO))
  await expect(bidder.getByText('Error 404 to be precise.')).toBeVisible()
  // What another was given leads them nowhere.
  expect((await bidder.request.get(address)).status()).toBe(404)
})

test('ARCH-06 an archive of everything is made, downloaded, and linked for counsel, who takes it signed in as themselves; nobody else finds it', async ({
  open,
  tolerate,
}) => {
  tolerate(/40[134]/)
  const page = await open('orgAdmin')
  await page.goto(proofsOf(SMALL))
  await page.getByRole('button', { name: 'Make archive' }).click()
  await dialog(page, 'Make archive').getByRole('button', { name: 'Make archive' }).click()
  const item = page.getByRole('list', { name: 'Archives' }).getByRole('listitem').first()
  // Its turn, then how far it is, then its part.
  await expect(item.getByText('Waiting for its turn').or(item.getByRole('progressbar'))).toBeVisible()
  const part = item.getByRole('link', { name: /^Download .*\.zip/ })
  await expect(part).toBeVisible({ timeout: 40_000 })
  await expect(item.getByText(/^Verified/)).toBeVisible({ timeout: 20_000 })
  const [download] = await Promise.all([page.waitForEvent('download'), part.click()])
  expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK')
  const address = (await part.getAttribute('href')) ?? ''

  await item.getByRole('button', { name: /^Links/ }).click()
  const links = dialog(page, 'Links to the archive')
  await links.getByRole('combobox').fill(PEOPLE.counsel.lastName)
  await page.getByRole('option', { name: nameOf('counsel') }).click()
  await links.getByRole('button', { name: 'Make link' }).click()
  await expect(links.getByRole('button', { name: `Copy link for ${nameOf('counsel')}` })).toBeVisible()
  await expectAccessible(page)

  const counsel = await open(null)
  await counsel.goto(address)
  await expect(counsel.getByLabel('Email')).toBeVisible()
  const [taken] = await Promise.all([counsel.waitForEvent('download'), signIn(counsel, 'counsel')])
  expect(taken.suggestedFilename()).toMatch(/\.zip$/)

  // Neither the bidder nor one of counsel's own team, by page, address or field.
  const portfolioId = await idOf(SMALL)
  for (const persona of ['bidder', 'contributor'] as const) {
    const other = await open(persona)
    expect((await other.request.get(address)).status()).toBe(404)
    await other.goto(proofsOf(SMALL))
    await expect(other.getByText('Error 404 to be precise.')).toBeVisible()
    const client = new Client(origin())
    await client.signIn(PEOPLE[persona].email, DEMO_PASSWORD)
    const { data, errors } = await client.graphql(
      'query($id: ID!) { roomProofs(portfolioId: $id) { count items { urls } } }',
      { id: portfolioId },
    )
    expect([data?.roomProofs ?? null, errors.length]).toEqual([null, 1])
  }
})
