import type { Page } from '@playwright/test'
import { PEOPLE } from '../demo/content/people.ts'
import { exported } from './support/exported.ts'
import { documentsAddress, idOf, PORTFOLIO, roomOf } from './support/room.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, nameOf, PHONE, test } from './support/test.ts'

const ADDRESS = `/portfolios/${PORTFOLIO.slug}/documents-analytics`

const rowOf = (page: Page, table: string, name: string) =>
  page.getByRole('grid', { name: table }).getByRole('row').filter({ hasText: name })

/** The figures of a row, left to right. */
const figures = async (page: Page, table: string, name: string): Promise<number[]> => {
  const cells = await rowOf(page, table, name).getByRole('gridcell').allTextContents()
  return cells.filter((cell) => /^[\d,]+$/.test(cell)).map((cell) => Number(cell.replaceAll(',', '')))
}

test('ANA-01 ANA-02 ANA-03 ANA-05 ANA-11 ANA-16 ANA-17 PORT-08 PORT-21 a deal admin sees who used which documents, and exports the log', async ({
  open,
}) => {
  const reader = await roomOf('viewer')
  const letter = await idOf(reader, 'Process letter.pdf')
  const glance = await idOf(reader, 'Projects at a glance.xlsx')
  const rules = await idOf(reader, 'Data room rules.txt')
  const page = await open('dealAdmin')
  await page.goto(documentsAddress())
  await page.getByRole('button', { name: 'Admin', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Analytics' }).click()
  await expect(page).toHaveURL(ADDRESS)
  await expect(page.getByRole('heading', { name: 'Analytics', exact: true })).toBeVisible()
  // The demo's lender has read something already.
  await expect(rowOf(page, 'Users', nameOf('viewer'))).toBeVisible()
  await expect(rowOf(page, 'Companies', PEOPLE.viewer.company)).toBeVisible()
  const downloadsOf = async (table: string, name: string) => (await figures(page, table, name)).at(-2) ?? 0
  const before = {
    user: await downloadsOf('Users', nameOf('viewer')),
    company: await downloadsOf('Companies', PEOPLE.viewer.company),
  }
  for (const id of [letter, glance, rules]) await reader.download(id)
  await page.reload()
  await expect.poll(() => downloadsOf('Users', nameOf('viewer'))).toBe(before.user + 3)
  await expect.poll(() => downloadsOf('Companies', PEOPLE.viewer.company)).toBe(before.company + 3)
  await expect(page.getByRole('columnheader', { name: 'Downloads' }).first()).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  await expectAccessible(page)

  const header = page.getByRole('grid', { name: 'Documents' }).getByRole('button', { name: 'Document' })
  await header.click()
  const names = () => page.getByRole('grid', { name: 'Documents' }).locator('[data-first]').allTextContents()
  await expect.poll(async () => (await names()).length).toBeGreaterThan(1)
  await expect
    .poll(async () => {
      const shown = await names()
      return shown.join() === shown.toSorted(new Intl.Collator('en', { numeric: true }).compare).join()
    })
    .toBe(true)

  const { name, rows } = await exported(page, () =>
    page.getByRole('link', { name: 'Export', exact: true }).click(),
  )
  expect(name).toContain('-documents-access-log-')
  expect(rows[1]?.slice(1)).toEqual([
    nameOf('viewer'),
    PEOPLE.viewer.company,
    'Data room rules.txt',
    'Data room rules.txt',
    'Download',
  ])
})

test('ANA-06 ANA-07 ANA-15 ANA-09 load more adds the next rows until all are there', async ({ open }) => {
  const room = await roomOf('dealAdmin')
  const folder = await idOf(room, '02 Real estate', '02.1 Leases')
  const engineering = await idOf(room, '05 Engineering and construction', '05.4 Site photographs')
  const files = [...(await room.list(folder)), ...(await room.list(engineering))].filter(
    ({ fileType }) => fileType === 'FILE',
  )
  const [made] = await room.createFolders(['Many readings'])
  const extra = await room.announce(
    Array.from({ length: 20 }, (_, at) => ({ name: `Reading ${at}.txt`, size: 1, parentId: made?.id ?? '' })),
  )
  for (const upload of extra) await room.put(upload, Buffer.from('r'))
  await room.confirm(extra)
  for (const id of [...files.map((each) => each.id), ...extra.map(({ file }) => file.id)])
    await room.download(id)

  const page = await open('dealAdmin')
  await page.goto(ADDRESS)
  const documents = page.getByRole('grid', { name: 'Documents' })
  await expect(documents.locator('[data-row]')).toHaveCount(25)
  const box = await documents.locator('..').boundingBox()
  expect(box?.height).toBeLessThanOrEqual(400)
  const more = page.getByRole('button', { name: 'Load more documents' })
  for (let shown = 25; await more.isVisible(); shown += 25) {
    await more.click()
    await expect.poll(() => documents.locator('[data-row]').count()).toBeGreaterThan(shown)
  }
  const count = await page.getByRole('region', { name: 'Documents' }).getByRole('status').textContent()
  await expect(documents.locator('[data-row]')).toHaveCount(Number(count))
})

test('ANA-16 PORT-13 PORT-22 nobody else has the menu, the page or the figures', async ({
  open,
  tolerate,
}) => {
  tolerate(/404/)
  for (const persona of ['viewer', 'bidder', 'contributor'] as const) {
    const page = await open(persona)
    await page.goto(documentsAddress())
    await expect(page.getByRole('grid', { name: 'Documents' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Admin', exact: true })).toHaveCount(0)
    await page.goto(ADDRESS)
    await expect(page.getByText('Error 404 to be precise.')).toBeVisible()
    const room = await roomOf(persona)
    const { errors } = await room.ask('query($treeId: ID!) { treeUserAnalytics(treeId: $treeId) { count } }')
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN'])
    const log = await room.client.request(`/documents/${room.treeId}/access-log`)
    expect(log.status).toBe(403)
  }
})

test('ANA-04 on a phone each row says its figures below its name', async ({ open }) => {
  const page = await open('dealAdmin', PHONE)
  await page.goto(ADDRESS)
  const users = page.getByRole('grid', { name: 'Users' })
  await expect(users.locator('[data-row]').first()).toContainText(/Downloads: \d+.*Sessions: \d+.*Views: \d+/)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})
