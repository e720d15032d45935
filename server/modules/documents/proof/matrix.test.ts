import { beforeAll, expect, test } from 'vitest'
import type { Row } from '../../../platform/spreadsheets/index.ts'
import {
  admin,
  bidder,
  database,
  documents,
  folder,
  lender,
  make,
  place,
  treeId,
  upload,
} from '../permissions/permissions.fixture.ts'

const PAGE = { limit: 200, offset: 0 }
const proof = () => documents().proof
const moment = async (): Promise<Date> => {
  const { rows } = await database.pool.query<{ at: Date }>(
    `select date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond' as at from pg_sleep(0.003)`,
  )
  await database.pool.query('select pg_sleep(0.003)')
  return rows[0]?.at ?? new Date()
}
const level = (id: string, principalId: string, to: 'NONE' | 'VIEW' | 'PDF' | 'ORIGINAL') =>
  documents().levels.set(admin, { treeId, documentIds: [id], changes: [{ principalId, level: to }] })

let offtake: string
let executed: string
let ppa: string
let side: string
let before: Date
let after: Date

beforeAll(async () => {
  offtake = await folder('03 Offtake')
  executed = await folder('03 Offtake/Executed')
  await folder('04 Permits')
  ppa = await upload(admin, treeId, executed, 'PPA.pdf')
  side = await upload(admin, treeId, executed, 'Side letter.pdf')
  await upload(admin, treeId, executed, 'Schedule.pdf')
  before = await moment()
  await level(offtake, bidder.groupId, 'VIEW')
  await level(ppa, bidder.groupId, 'ORIGINAL')
  await level(side, bidder.groupId, 'NONE')
  after = await moment()
})

test('PROOF-03 the matrix of groups by folders has the level and how many entries differ below, what differs, and is an .xlsx', async () => {
  const matrix = async (at: Date | null, folderId: string | null = null) => {
    const { groups, shownIds, count, rows } = await proof().matrix(
      admin,
      { treeId, folderId, at, groupIds: null },
      PAGE,
    )
    expect(count).toBe(rows.length)
    const names = new Map(groups.map(({ id, name }) => [id, name]))
    expect(shownIds).toEqual(groups.map(({ id }) => id))
    return rows.map(({ path, cells }) => [
      path,
      Object.fromEntries(cells.map((cell) => [names.get(cell.groupId), [cell.level, cell.differing]])),
    ])
  }
  // Admins have everything and are not in it.
  const none = { Lenders: ['Original', 0], 'Bidder: Northwind': ['Original', 0] }
  expect(await matrix(before)).toEqual([
    ['', none],
    ['03 Offtake', none],
    ['04 Permits', none],
  ])
  expect(await matrix(after)).toEqual([
    // The folder, the one in it, and the three files; one of them is as the root.
    ['', { ...none, 'Bidder: Northwind': ['Original', 4] }],
    ['03 Offtake', { ...none, 'Bidder: Northwind': ['View', 2] }],
    ['04 Permits', none],
  ])
  expect(await matrix(null, offtake)).toEqual([
    ['03 Offtake/Executed', { ...none, 'Bidder: Northwind': ['View', 2] }],
  ])
  const { groups } = await proof().matrix(admin, { treeId, folderId: null, at: null, groupIds: [] }, PAGE)
  expect(groups.map(({ name, members }) => [name, members])).toEqual([
    ['Bidder: Northwind', 1],
    ['Lenders', 1],
  ])

  const differing = (at: Date | null, page = PAGE) =>
    proof().differing(admin, { treeId, folderId: offtake, groupId: bidder.groupId, at }, page)
  const { level: onFolder, count, items } = await differing(null)
  expect([onFolder, count, items.map(({ path, level: is }) => `${path}: ${is}`)]).toEqual([
    'View',
    2,
    ['03 Offtake/Executed/PPA.pdf: Original', '03 Offtake/Executed/Side letter.pdf: No access'],
  ])
  expect((await differing(null, { limit: 1, offset: 1 })).items.map(({ documentId }) => documentId)).toEqual([
    side,
  ])
  expect((await differing(before)).count).toBe(0)

  const { fileName, spreadsheet } = await proof().matrixSpreadsheet(admin, { treeId, at: after })
  expect(fileName).toMatch(/-access-matrix-\d{4}-\d{2}-\d{2}\.xlsx$/)
  const rows: Row[] = []
  for await (const portion of spreadsheet.rows) rows.push(...portion)
  expect([spreadsheet.columns.map(({ header }) => header), ...rows]).toEqual([
    ['Folder', 'Bidder: Northwind', 'Lenders'],
    ['Documents', 'Original, 4 differ', 'Original'],
    ['03 Offtake', 'View, 2 differ', 'Original'],
    ['03 Offtake/Executed', 'View, 2 differ', 'Original'],
    ['04 Permits', 'Original', 'Original'],
  ])
  const asked = { treeId, folderId: null, at: null, groupIds: null }
  await expect(proof().matrix(lender, asked, PAGE)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(proof().differing(lender, { ...asked, groupId: bidder.groupId }, PAGE)).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  await expect(proof().matrixSpreadsheet(lender, { treeId, at: null })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  // What is staged differs from nothing yet.
  const [draft] = await documents().createFolders(admin, {
    treeId,
    parentId: executed,
    folderPaths: ['Drafts'],
    staged: true,
  })
  expect(draft?.id).toBeTruthy()
  expect((await differing(null)).count).toBe(2)
  await level(draft?.id ?? '', bidder.groupId, 'NONE')
  expect((await differing(null)).count).toBe(2)
})

test('PROOF-04 the difference of two moments says what became visible or hidden to whom, by which change and by whom', async () => {
  const by = (
    await database.pool.query<{ name: string }>(
      `select first_name || ' ' || last_name as name from person where id = $1`,
      [admin.personId],
    )
  ).rows[0]?.name
  const difference = async (from: Date, to: Date | null = null, page = PAGE) => {
    const { count, items } = await proof().difference(admin, { treeId, from, to }, page)
    if (page === PAGE) expect(count).toBe(items.length)
    // The first change first.
    return items.toReversed().map(({ what, path, principals, by: who }) => {
      expect(who).toBe(by)
      return [what, path, ...principals.map((each) => `${each.names}: ${each.former} > ${each.level}`)]
    })
  }
  const levels = await difference(before, after)
  expect(levels).toHaveLength(5)
  expect(levels).toEqual(
    expect.arrayContaining([
      ['Permissions', '03 Offtake', 'Bidder: Northwind: Original > View'],
      ['Permissions', '03 Offtake, folders', 'Bidder: Northwind: Original > View'],
      ['Permissions', '03 Offtake/Executed, files', 'Bidder: Northwind: Original > View'],
      ['Permissions', '03 Offtake/Executed/PPA.pdf', 'Bidder: Northwind: View > Original'],
      ['Permissions', '03 Offtake/Executed/Side letter.pdf', 'Bidder: Northwind: View > No access'],
    ]),
  )
  expect((await difference(before, after, { limit: 1, offset: 0 })).at(0)?.[1]).toContain('Side letter.pdf')

  // The one entry of its kind: its list is gone once it has another one.
  await folder('08 Bids')
  const calder = await folder('08 Bids/Calder')
  const alone = await moment()
  await level(calder, bidder.groupId, 'NONE')
  expect(await difference(alone)).toEqual([
    ['Permissions', '08 Bids/Calder', 'Bidder: Northwind: Original > No access'],
  ])

  const withoutIt = await moment()
  const notes = await folder('09 Notes')
  expect(await difference(withoutIt)).toEqual([
    ['Added', '09 Notes', 'Admins,Bidder: Northwind,Lenders: No access > Original'],
  ])
  await documents().remove(admin, { treeId, documentIds: [notes] })

  // What is staged became visible to nobody; it comes with its publication.
  const staged = await moment()
  const [draft] = await documents().createFolders(admin, {
    treeId,
    parentId: null,
    folderPaths: ['10 Draft'],
    staged: true,
  })
  await level(draft?.id ?? '', bidder.groupId, 'NONE')
  expect(await difference(staged)).toEqual([])

  const from = await moment()
  const added = await upload(admin, treeId, executed, 'New.pdf')
  const come = await moment()
  expect(await difference(from, come)).toEqual([
    [
      'Added',
      '03 Offtake/Executed/New.pdf',
      'Admins,Lenders: No access > Original',
      'Bidder: Northwind: No access > View',
    ],
  ])
  await documents().remove(admin, { treeId, documentIds: [added] })
  expect(await difference(come)).toEqual([
    [
      'Deleted',
      '03 Offtake/Executed/New.pdf',
      'Admins,Lenders: Original > No access',
      'Bidder: Northwind: View > No access',
    ],
  ])
  const removed = await moment()
  await documents().bins.restore(admin, { treeId, documentIds: [added] })
  expect(await difference(removed)).toEqual([
    [
      'Restored',
      '03 Offtake/Executed/New.pdf',
      'Admins,Lenders: No access > Original',
      'Bidder: Northwind: No access > View',
    ],
  ])
})

test('PROOF-04 who joins or leaves, and what groups, roles and the room are given, is in it as well', async () => {
  const owners = await make.actorWith(place, 'Viewer', 'Owners')
  const person = await make.person()
  const from = await moment()
  const said = async (since: Date) => {
    const { items } = await proof().difference(admin, { treeId, from: since, to: null }, PAGE)
    return items.map(({ what, principals }) => [
      what,
      ...principals.map((each) => `${each.former} > ${each.level}: ${each.names}`),
    ])
  }
  await make.member(owners.groupId, person)
  const { rows } = await database.pool.query<{ name: string }>(
    `select first_name || ' ' || last_name as name from person where id = $1`,
    [person],
  )
  expect(await said(from)).toEqual([['Joined Owners', `– > As Owners: ${rows[0]?.name}`]])
  const joined = await moment()
  await database.pool.query('delete from membership where person_id = $1', [person])
  expect(await said(joined)).toEqual([['Left Owners', `As Owners > –: ${rows[0]?.name}`]])
  const left = await moment()
  await database.pool.query(
    `update user_group_portfolio set access_ends_at = clock_timestamp() + interval '50 milliseconds' where group_id = $1`,
    [owners.groupId],
  )
  await database.pool.query('select pg_sleep(0.06)')
  // The end comes by itself, after it was set.
  expect(await said(left)).toEqual([
    ['End of access', 'As permitted > No access: Owners'],
    ['Access of the group'],
  ])
  const ended = await moment()
  await database.pool.query('update user_group_portfolio set access_ends_at = null where group_id = $1', [
    owners.groupId,
  ])
  expect(await said(ended)).toEqual([['Access of the group', 'No access > As permitted: Owners']])
  const lifted = await moment()
  await database.pool.query(`update user_group set name = 'Owners of it' where id = $1`, [owners.groupId])
  expect(await said(lifted)).toEqual([])
  await expect(proof().difference(admin, { treeId, from: lifted, to: from }, PAGE)).rejects.toMatchObject({
    code: 'BAD_USER_INPUT',
    message: 'Please choose a first moment before the second.',
  })
  await expect(proof().difference(lender, { treeId, from, to: null }, PAGE)).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
})
