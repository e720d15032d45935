import type { Page } from '@playwright/test'
import { documentsAddress, newFiles, newFolder } from './support/room.ts'
import { rowNames, rowOf } from './support/table.ts'
import { expect, expectAccessible, PHONE, test } from './support/test.ts'

const box = (page: Page) => page.getByRole('searchbox')

/** Names of what was found, without the links to where it lies. */
const hits = async (page: Page) =>
  (await rowNames(page)).filter((name) => !name.startsWith('Documents / ') && name !== 'Documents')

test('DOC-04 DOC-21 DOC-22 DOC-23 a search below the folder, everywhere, and the place of each result', async ({
  open,
}) => {
  const page = await open('viewer')
  await page.clock.install()
  const searched = new Set<unknown>()
  page.on('request', (request) => {
    if (request.url().endsWith('/graphql')) searched.add(request.postDataJSON()?.variables?.search)
  })
  await page.goto(documentsAddress())
  await page.getByRole('link', { name: '02 Real estate' }).click()
  await expect(rowOf(page, '02.1 Leases')).toBeVisible()
  await box(page).fill('gr')
  await page.clock.fastForward(1000)
  expect(await rowNames(page)).toContain('02.1 Leases')
  expect(new URL(page.url()).search).toBe('')

  await box(page).fill('GROUND lease')
  await expect(page).toHaveURL(/[?]q=GROUND(\+|%20)lease$/)
  await expect.poll(() => rowNames(page)).toContain('Cedar Bluff Solar - ground lease.pdf')
  expect([searched.has('GROUND lease'), searched.has('gr')]).toEqual([true, false])
  const hit = page.getByRole('row').filter({ hasText: 'Cedar Bluff Solar - ground lease.pdf' })
  await expect(hit).toContainText('Documents / 02 Real estate / 02.1 Leases')
  await expectAccessible(page)

  await box(page).fill('Process letter')
  await expect(page.getByText('No documents found.')).toBeVisible()
  await page.getByRole('radio', { name: 'Everywhere' }).or(page.getByText('Everywhere')).first().click()
  await expect(page).toHaveURL(/qs=all/)
  await expect.poll(() => rowNames(page)).toContain('Process letter.pdf')

  const other = await open('bidder')
  await other.goto(page.url())
  await expect(box(other)).toHaveValue('Process letter')
  await expect.poll(() => rowNames(other)).toContain('Process letter.pdf')
  await rowOf(other, 'Process letter.pdf').getByRole('link', { name: 'Process letter.pdf' }).click()
  await expect(other.getByRole('region', { name: 'Preview of Process letter.pdf' })).toBeVisible()
})

test('DOC-23 a result leads to its folder, where its row is marked', async ({ open }) => {
  const page = await open('viewer')
  await page.goto(`${documentsAddress()}?q=ground+lease`)
  await page.getByRole('link', { name: 'Documents / 02 Real estate / 02.1 Leases' }).first().click()
  await expect(page).toHaveURL(/highlightedId=/)
  await expect(page.getByRole('row').and(page.locator('[data-highlighted]'))).toContainText('ground lease')
})

test('DOC-21 DOC-24 per cent, underscore and backslash are taken as they are; nothing found says so', async ({
  open,
}) => {
  const folderId = await newFolder('Searched')
  await newFiles(folderId, ['Share 100% of_A.txt', 'Share 1000 ofXA.txt', 'Straße "Süd".txt'])
  const page = await open('viewer', PHONE)
  await page.goto(`${documentsAddress(folderId)}?q=${encodeURIComponent('100%')}`)
  await expect.poll(() => rowNames(page)).toEqual(['Share 100% of_A.txt'])
  await box(page).fill('of_A')
  await expect.poll(() => rowNames(page)).toEqual(['Share 100% of_A.txt'])
  await box(page).fill('share')
  await expect.poll(async () => (await rowNames(page)).length).toBe(2)
  // What has quotes is looked for in names and contents together.
  await box(page).fill('"süd"')
  await expect(page.getByRole('link', { name: 'Straße "Süd".txt' })).toBeVisible()
  await expect(page.getByText(/ in 1 document$/)).toBeVisible()
  await box(page).fill('%%%')
  await expect(page.getByText('No documents found.')).toBeVisible()
  await expectAccessible(page)
  await box(page).fill('')
  await expect.poll(async () => (await rowNames(page)).length).toBe(3)
})

test('DOC-25 PERM-10 a search finds nothing that is denied, wherever it looks', async ({ open }) => {
  const page = await open('bidder')
  await page.goto(`${documentsAddress()}?q=Calder&qs=all`)
  await expect(page.getByText('No documents found.')).toBeVisible()
  await page.goto(`${documentsAddress()}?q=Northwind&qs=all`)
  await expect.poll(async () => (await rowNames(page)).length).toBeGreaterThan(0)
  await expect(page.getByText('Calder')).toHaveCount(0)
})

test('DOC-21 an older answer never covers a newer one', async ({ open }) => {
  const folderId = await newFolder('Searched twice')
  await newFiles(folderId, ['alpha one.txt', 'alpha two.txt'])
  const page = await open('viewer')
  await page.goto(documentsAddress(folderId))
  await expect(rowOf(page, 'alpha one.txt')).toBeVisible()
  const held = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const passedOn = Promise.withResolvers<void>()
  await page.route('**/graphql', async (route) => {
    const body = route.request().postDataJSON()
    const isFirst = body.operationName === 'SearchDocuments' && body.variables.search === 'alpha'
    if (isFirst) {
      asked.resolve()
      await held.promise
    }
    await route.continue().catch(() => {})
    if (isFirst) passedOn.resolve()
  })
  await box(page).fill('alpha')
  await asked.promise
  // Nobody waits for it any more, so it is called off.
  const calledOff = page.waitForEvent(
    'requestfailed',
    (request) => request.url().endsWith('/graphql') && request.postDataJSON().variables.search === 'alpha',
  )
  await box(page).fill('alpha two')
  await expect.poll(() => hits(page)).toEqual(['alpha two.txt'])
  await calledOff
  held.resolve()
  await passedOn.promise
  expect(await hits(page)).toEqual(['alpha two.txt'])
})

test('DOC-21 by keyboard: typed, walked, opened, and back to the same search', async ({ open }) => {
  const page = await open('viewer')
  await page.goto(documentsAddress())
  await box(page).focus()
  await page.keyboard.type('phase i')
  await expect(page.getByText(/ items? found$/)).toBeVisible()
  const [first] = await hits(page)
  await rowOf(page, first ?? '').focus()
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/q=/)
  await page.goBack()
  await expect(box(page)).toHaveValue('phase i')
  await expect.poll(() => hits(page)).toContain(first)
})
