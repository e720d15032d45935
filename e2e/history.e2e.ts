import type { Locator, Page } from '@playwright/test'
import { PEOPLE } from '../demo/content/people.ts'
import { exported } from './support/exported.ts'
import { documentsAddress, idOf, newFolder, PORTFOLIO, roomOf } from './support/room.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, nameOf, PHONE, test } from './support/test.ts'

const historyAddress = (documentId?: string, query = ''): string =>
  `${documentsAddress(documentId)}?view=history${query}`

const history = (page: Page): Locator => page.getByRole('grid', { name: /^History of / })
const entries = (page: Page): Locator => history(page).locator('[data-row]')
const filter = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: new RegExp(`^Filter by ${name}`) })

const fromMenu = (page: Page, name: string) => async () => {
  await page.getByRole('button', { name: 'Folder actions' }).click()
  await page.getByRole('menuitem', { name }).click()
}

/** A folder with one of each kind of change in it. @returns its id */
async function changedFolder(name: string): Promise<string> {
  const room = await roomOf('dealAdmin')
  const folderId = await newFolder(name)
  const [from, to] = await room.createFolders(['Drafts', 'Signed'], folderId)
  if (!from || !to) throw new Error('The folders were not made.')
  const uploads = await room.announce([
    { name: 'Lease draft.txt', size: 5, parentId: from.id },
    { name: 'Notes.txt', size: 5, parentId: from.id },
  ])
  for (const upload of uploads) await room.put(upload, Buffer.from('lease'))
  await room.confirm(uploads)
  const [lease, notes] = uploads
  await room.call(
    'mutation($treeId: ID!, $id: ID!, $name: String!) { renameDocument(treeId: $treeId, documentId: $id, name: $name) { error } }',
    { id: lease?.file.id, name: 'Lease.txt' },
  )
  await room.call(
    `mutation($treeId: ID!, $to: ID!, $ids: [ID!]!) {
      move(treeId: $treeId, destinationParentId: $to, sourceDocumentIds: $ids) { documents { id } }
    }`,
    { to: to.id, ids: [lease?.file.id] },
  )
  await room.call(
    'mutation($treeId: ID!, $ids: [ID!]!) { removeDocuments(treeId: $treeId, documentIds: $ids) { deletedIds } }',
    { ids: [notes?.file.id] },
  )
  return folderId
}

test('HIST-01 HIST-05 HIST-06 HIST-07 HIST-08 HIST-11 DOC-03 a deal admin reads what happened in a folder and narrows it down', async ({
  open,
}) => {
  const folderId = await changedFolder('Closing set')
  const page = await open('dealAdmin')
  await page.goto(documentsAddress(folderId))
  await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'History' }).click()
  await expect(page).toHaveURL(historyAddress(folderId))
  await expect(entries(page)).toHaveText([
    /^DeleteTomás Brandt.*Notes\.txtVersion 1RestoreClosing set \/ Drafts/,
    /^MoveTomás Brandt.*Lease\.txtVersion 1Closing set \/ DraftsbecameClosing set \/ Signed/,
    /^RenameTomás Brandt.*Lease draft\.txtbecameLease\.txt/,
    /^Upload.*Closing set \/ Drafts/,
    /^Upload.*Closing set \/ Drafts/,
    /^Create Folder.*(Drafts|Signed)Closing set/,
    /^Create Folder.*(Drafts|Signed)Closing set/,
  ])
  await expect(history(page).getByText('Today')).toBeVisible()
  await expect(entries(page).nth(0).getByRole('link')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Restore Notes.txt' }).click()
  await expect(page.getByText('Notes.txt is back where it was.')).toBeVisible()
  await expect(entries(page).nth(0)).toHaveText(/^Restore.*Notes\.txtVersion 1/)
  await expect(page.getByRole('button', { name: /^Restore/ })).toHaveCount(0)

  await filter(page, 'activity').click()
  await page.getByRole('checkbox', { name: 'Move' }).check()
  await page.getByRole('checkbox', { name: 'Rename' }).check()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(entries(page)).toHaveCount(2)
  await filter(page, 'folder').click()
  await page.getByRole('checkbox', { name: 'Signed' }).check()
  await page.keyboard.press('Escape')
  // The lease lies in Signed by now, with all that was done to it.
  await expect(entries(page)).toHaveText([/^Move/, /^Rename/])
  await page.getByRole('searchbox', { name: 'Search the history' }).fill('notes')
  await expect(page.getByText('No activity found.')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search the history' }).fill('lease')
  await expect(entries(page)).toHaveCount(2)

  // Whoever gets the link sees the same.
  const link = page.url()
  const other = await open('super')
  await other.goto(link)
  await expect(entries(other)).toHaveText([/^Move/, /^Rename/])
  await expect(filter(other, 'folder')).toHaveText('Folder: Signed')
  await expect(filter(other, 'user group')).toBeVisible()
  await expect(filter(page, 'user group')).toHaveCount(0)

  await entries(other).nth(0).getByRole('link', { name: 'Lease.txt' }).click()
  await expect(other.getByRole('region', { name: 'Preview of Lease.txt' })).toBeVisible()
})

test('HIST-04 HIST-10 HIST-07 pages of 100, newest first, each with its own address', async ({ open }) => {
  const page = await open('dealAdmin')
  await page.goto(historyAddress())
  await expect(entries(page)).toHaveCount(100)
  const times = await history(page)
    .locator('time')
    .evaluateAll((all) => all.map((each) => each.getAttribute('datetime') ?? ''))
  expect(times).toEqual(times.toSorted().toReversed())
  const first = await entries(page).first().getAttribute('data-id')
  await page.getByRole('button', { name: 'Page 2', exact: true }).click()
  await expect(page).toHaveURL(/[?&]page=2$/)
  await expect(entries(page).first()).not.toHaveAttribute('data-id', first ?? '')
  const second = await entries(page).first().getAttribute('data-id')
  await page.reload()
  await expect(entries(page).first()).toHaveAttribute('data-id', second ?? '')
  await page.goBack()
  await expect(entries(page).first()).toHaveAttribute('data-id', first ?? '')
})

test('DOC-26 DOC-27 DOP-32 DOP-33 API-151 API-152 change log and access log open in a new tab, as the filters say', async ({
  open,
}) => {
  const folderId = await changedFolder('Logged set')
  const room = await roomOf('dealAdmin')
  const [lease] = await room.list(await idOf(room, 'Logged set', 'Signed'))
  if (!lease) throw new Error('The lease is not there.')
  await room.download(lease.id)
  const page = await open('dealAdmin')
  await page.goto(historyAddress(folderId, '&activityTypes=MOVE&activityTypes=DELETE'))
  await expect(entries(page)).toHaveCount(2)
  const changes = await exported(page, fromMenu(page, 'Change log'))
  expect(changes.name).toMatch(
    new RegExp(`^${PORTFOLIO.slug}-documents-change-log-\\d{4}-\\d{2}-\\d{2}\\.xlsx$`),
  )
  const [head = [], ...rows] = changes.rows
  const at = (name: string) => head.indexOf(name)
  expect(rows.map((row) => [row[at('Activity')], row[at('Path')]])).toEqual([
    ['Delete', 'Logged set/Drafts/Notes.txt'],
    ['Move', 'Logged set/Signed/Lease.txt'],
  ])
  expect(rows[1]?.[at('Former path')]).toBe('Logged set/Drafts/Lease.txt')

  const accesses = await exported(page, fromMenu(page, 'Access log'))
  expect(accesses.name).toContain('-documents-access-log-')
  expect(accesses.rows[1]?.slice(1)).toEqual([
    nameOf('dealAdmin'),
    PEOPLE.dealAdmin.company,
    'Lease.txt',
    'Logged set/Signed/Lease.txt',
    'Download',
  ])
})

test('DOC-28 DOP-29 DOP-31 PERM-10 a bidder’s file index has the chosen columns, and nothing of the rival', async ({
  open,
}) => {
  const page = await open('bidder')
  await page.goto(documentsAddress())
  await page.getByRole('button', { name: 'Folder actions' }).click()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Download as zip',
    'Zip downloads',
    'Show dates',
    'Copilot',
    'File index…',
  ])
  await page.getByRole('menuitem', { name: 'File index…' }).click()
  await page.getByRole('checkbox', { name: 'Size' }).check()
  await expectAccessible(page)
  const { name, rows } = await exported(page, () => page.getByRole('link', { name: 'Export' }).click())
  expect(name).toContain('-documents-file-index-')
  expect(rows[0]).toEqual(['Modified', 'Path', 'Name', 'Link', 'Size'])
  const paths = rows.map((row) => String(row[1]))
  expect(paths).toContain('08 Bids/Northwind/')
  expect(JSON.stringify(rows)).not.toContain('Calder')

  const bids = await idOf(await roomOf('bidder'), '08 Bids')
  await page.goto(documentsAddress(bids))
  await fromMenu(page, 'File index…')()
  const inside = await exported(page, () => page.getByRole('link', { name: 'Export' }).click())
  expect(inside.rows.slice(1).every((row) => String(row[1]).startsWith('08 Bids/'))).toBe(true)
  expect(inside.rows.length).toBeGreaterThan(1)
  expect(inside.rows.length).toBeLessThan(rows.length)
})

test('HIST-02 HIST-03 ORG-53 without the right there is no way to the history, and its address says so', async ({
  open,
}) => {
  for (const persona of ['viewer', 'bidder', 'contributor'] as const) {
    const page = await open(persona)
    await page.goto(documentsAddress())
    await expect(page.getByRole('grid', { name: 'Documents' })).toBeVisible()
    await expect(
      page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Columns' }),
    ).toBeVisible()
    await expect(
      page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'History' }),
    ).toHaveCount(0)
    await page.goto(historyAddress())
    await expect(page.getByText('Not authorized.')).toBeVisible()
    await expect(history(page)).toHaveCount(0)
    const room = await roomOf(persona)
    const { errors } = await room.ask('query($treeId: ID!) { history(treeId: $treeId) { count } }')
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN'])
    const log = await room.client.request(`/documents/${room.treeId}/change-log`)
    expect(log.status).toBe(403)
  }
})

test('API-151 the eleventh export in a minute is answered with a page that says when to try again', async ({
  open,
  tolerate,
}) => {
  tolerate(/429/)
  const room = await roomOf('northwindAnalyst')
  for (let count = 0; count < 10; count += 1) {
    const answer = await room.client.request(`/documents/${room.treeId}/file-index`)
    expect(answer.status).toBe(200)
    await answer.arrayBuffer()
  }
  const page = await open('northwindAnalyst')
  const answer = await page.goto(`/documents/${room.treeId}/file-index`)
  expect(answer?.status()).toBe(429)
  await expect(page.getByText(/Please try again in \d+ seconds\./)).toBeVisible()
  await expectAccessible(page)
})

test('HIST-01 on a phone: two lines an entry, filters in a row, no sideways scroll', async ({ open }) => {
  const folderId = await changedFolder('Phone set')
  const page = await open('dealAdmin', PHONE)
  await page.goto(documentsAddress(folderId))
  await page.getByRole('button', { name: 'Folder actions' }).click()
  await page.getByRole('menuitem', { name: 'Show history' }).click()
  await expect(entries(page)).toHaveCount(7)
  await filter(page, 'activity').click()
  await page.getByRole('checkbox', { name: 'Delete', exact: true }).check()
  await page.keyboard.press('Escape')
  await expect(entries(page)).toHaveCount(1)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Folder actions' }).click()
  await page.getByRole('menuitem', { name: 'Show list' }).click()
  await expect(page).toHaveURL(documentsAddress(folderId))
})
