import { beforeAll, expect, test } from 'vitest'
import type { Actor } from '../../../access/actor.ts'
import type { Row } from '../../../platform/spreadsheets/index.ts'
import {
  admin,
  bidder,
  database,
  documents,
  folder,
  lender,
  make,
  permit,
  place,
  treeId,
  upload,
} from '../permissions/permissions.fixture.ts'

const PAGE = { limit: 50, offset: 0 }
const proof = () => documents().proof
let file: string
let offtake: string
/** A moment between changes; those of the API have no microseconds, so that it waits for a millisecond to be over. */
async function now(): Promise<Date> {
  const read = async (text: string) =>
    (await database.pool.query<{ at: Date }>(`select ${text} as at`)).rows[0]?.at ?? new Date()
  const at = await read(`date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond'`)
  while ((await read('clock_timestamp()')) <= at);
  return at
}
const nameOf = async ({ personId }: Actor): Promise<string> => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select first_name || ' ' || last_name as name from person where id = $1`,
    [personId],
  )
  return rows[0]?.name ?? ''
}
const level = (id: string, principalId: string, to: 'NONE' | 'VIEW' | 'PDF' | 'ORIGINAL') =>
  documents().levels.set(admin, { treeId, documentIds: [id], changes: [{ principalId, level: to }] })
/** Who could see it, by name: level, rule and groups. */
async function who(id: string, at: Date | null = null) {
  const { items } = await proof().ofDocument(admin, { documentId: id, at }, PAGE)
  return Object.fromEntries(
    items.map(({ name, level: is, rule, groups }) => [name, [is, rule, groups.join()]]),
  )
}
const ofGroup = (groupId: string, at: Date | null = null, folderId: string | null = null) => ({
  treeId,
  personId: null,
  groupId,
  at,
  folderId,
})

beforeAll(async () => {
  offtake = await folder('03 Offtake')
  file = await upload(admin, treeId, offtake, 'PPA.pdf')
  await make.person({ isSuperUser: true })
})

test('PROOF-01 who could see a document, now and at earlier moments, by group, folder, document and as an admin, for DOCUMENTS_ADMIN', async () => {
  const [admins, lenders, bidders] = [await nameOf(admin), await nameOf(lender), await nameOf(bidder)]
  const always = {
    [admins]: ['Original', 'Documents admin by their role', 'Admins'],
  }
  const open = await now()
  await level(offtake, bidder.groupId, 'NONE')
  const byFolder = await now()
  await level(file, lender.groupId, 'VIEW')
  const byDocument = await now()
  await permit([file], bidder.groupId, true)
  await documents().remove(admin, { treeId, documentIds: [file] })

  expect(await who(file, open)).toEqual({
    ...always,
    [lenders]: ['Original', 'Folder Documents, group Lenders', 'Lenders'],
    [bidders]: ['Original', 'Folder Documents, group Bidder: Northwind', 'Bidder: Northwind'],
  })
  expect(await who(file, byFolder)).toEqual({
    ...always,
    [lenders]: ['Original', 'Folder 03 Offtake, group Lenders', 'Lenders'],
  })
  expect(await who(file, byDocument)).toEqual({
    ...always,
    [lenders]: ['View', 'On the document, group Lenders', 'Lenders'],
  })
  // Deleted by now.
  expect(await who(file)).toEqual({})
  await documents().bins.restore(admin, { treeId, documentIds: [file] })
  expect(await who(file)).toMatchObject({
    [bidders]: ['Original', 'On the document, group Bidder: Northwind', 'Bidder: Northwind'],
  })
  // The folder is a way to it alone.
  expect(await who(offtake)).toMatchObject({
    [bidders]: ['View', 'What is in it, group Bidder: Northwind', 'Bidder: Northwind'],
  })
  const { count, superUsers, levels, items } = await proof().ofDocument(
    admin,
    { documentId: file, at: byDocument },
    { limit: 1, offset: 1 },
  )
  // Super users of no group are counted, and not named.
  expect([count, superUsers, items.length, levels]).toEqual([
    2,
    1,
    1,
    [
      { level: 'Original', people: 1 },
      { level: 'View', people: 1 },
    ],
  ])

  const { knownSince } = await proof().ofDocument(admin, { documentId: file, at: null }, PAGE)
  const before = new Date(knownSince.getTime() - 1000)
  await expect(proof().ofDocument(admin, { documentId: file, at: before }, PAGE)).rejects.toMatchObject({
    code: 'BAD_USER_INPUT',
    message: 'The record of access does not go back that far. Please choose a later moment.',
  })
  const later = new Date(Date.now() + 3_600_000)
  await expect(proof().ofDocument(admin, { documentId: file, at: later }, PAGE)).rejects.toMatchObject({
    code: 'BAD_USER_INPUT',
  })
  const editor = await make.actorWith(place, ['DOCUMENTS_VIEW', 'DOCUMENTS_EDIT', 'DEALROOM_ADMIN'])
  await expect(
    proof().ofDocument(editor, { documentId: `tree:${treeId}`, at: null }, PAGE),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' })
  // Nothing tells them that there is a file which they don't see.
  await expect(proof().ofDocument(editor, { documentId: file, at: null }, PAGE)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('PROOF-02 what a person or a group could see at a moment, folders and documents with level, as a table and .xlsx', async () => {
  const permits = await folder('02 Permits/Local')
  await upload(admin, treeId, permits, 'Zoning.pdf')
  const analysts = await make.actorWith(place, 'Viewer', 'Analysts')
  const before = await now()
  await level(permits, analysts.groupId, 'VIEW')
  const after = await now()
  const entries = async (asked: Parameters<ReturnType<typeof proof>['ofPrincipal']>[1]) => {
    const { count, items } = await proof().ofPrincipal(admin, asked, PAGE)
    expect(count).toBe(items.length)
    return items.map(({ path, level: is }) => `${path}: ${is}`)
  }
  const all = ['02 Permits: Original', '02 Permits/Local: Original', '02 Permits/Local/Zoning.pdf: Original']
  expect(await entries(ofGroup(analysts.groupId, before))).toEqual(all)
  const less = ['02 Permits: Original', '02 Permits/Local: View', '02 Permits/Local/Zoning.pdf: View']
  expect(await entries(ofGroup(analysts.groupId, after))).toEqual(less)
  expect(await entries({ ...ofGroup('', after), groupId: null, personId: analysts.personId })).toEqual(less)
  expect(await entries(ofGroup(analysts.groupId, null, permits))).toEqual([
    '02 Permits/Local/Zoning.pdf: View',
  ])
  // In pages that begin anywhere.
  const asked = ofGroup(analysts.groupId, after)
  const { items } = await proof().ofPrincipal(admin, asked, { limit: 1, offset: 2 })
  expect(items.map(({ path }) => path)).toEqual(['02 Permits/Local/Zoning.pdf'])

  const { fileName, spreadsheet } = await proof().spreadsheet(admin, asked)
  expect(fileName).toMatch(/-access-\d{4}-\d{2}-\d{2}\.xlsx$/)
  const rows: Row[] = []
  for await (const portion of spreadsheet.rows) rows.push(...portion)
  expect(rows).toEqual([
    ['02 Permits', 'Folder', 'Original', after],
    ['02 Permits/Local', 'Folder', 'View', after],
    ['02 Permits/Local/Zoning.pdf', 'File', 'View', after],
  ])

  const refused = (input: Parameters<ReturnType<typeof proof>['ofPrincipal']>[1], by: Actor = admin) =>
    expect(proof().ofPrincipal(by, input, PAGE)).rejects
  await refused({ ...asked, personId: analysts.personId }).toMatchObject({ code: 'BAD_USER_INPUT' })
  await refused({ ...asked, groupId: null }).toMatchObject({ message: 'Please choose a person or a group.' })
  await refused({ ...asked, folderId: file }).toMatchObject({ code: 'NOT_FOUND' })
  await refused(asked, lender).toMatchObject({ code: 'FORBIDDEN' })
})

test('who could see a document is given by group as well, with company and since when, and is searched', async () => {
  const owners = await make.actorWith(place, 'Viewer', 'Owners')
  const company = await database.pool.query<{ id: string }>(
    `insert into company (id, name) values (gen_random_uuid(), 'Calder Energy') returning id`,
  )
  await database.pool.query('update person set company_id = $1 where id = $2', [
    company.rows[0]?.id,
    owners.personId,
  ])
  const deed = await upload(admin, treeId, offtake, 'Deed.pdf')
  await level(deed, owners.groupId, 'VIEW')
  const before = await now()
  await level(deed, owners.groupId, 'PDF')
  const after = await now()
  const ask = (more: object) =>
    proof().ofDocument(admin, { documentId: deed, at: null }, { ...PAGE, ...more })
  const group = async (at: Date | null) =>
    (await proof().ofDocument(admin, { documentId: deed, at }, PAGE)).groups.find(
      ({ groupId }) => groupId === owners.groupId,
    )
  expect(await group(before)).toMatchObject({
    name: 'Owners',
    people: 1,
    level: 'View',
    rule: 'On the document, group Owners',
  })
  expect(await group(null)).toMatchObject({ level: 'Marked PDF' })
  const all = await ask({})
  // Two changes of it, at least, the last one of them since when it is so.
  expect(all.changes.filter((at) => at > before && at <= after)).toHaveLength(1)
  const since = (await group(null))?.since ?? null
  expect(since !== null && since > before && since <= after).toBe(true)
  expect(((await group(before))?.since ?? before) < before).toBe(true)
  const named = async (more: object) => {
    const { found, items } = await ask(more)
    expect(found).toBe(items.length)
    return items.map(({ personId, company: of, since: from }) => [personId, of, from])
  }
  expect(await named({ groupId: owners.groupId })).toEqual([[owners.personId, 'Calder Energy', since]])
  expect(await named({ search: 'CALDER' })).toEqual([[owners.personId, 'Calder Energy', since]])
  expect(await named({ search: 'nobody of this name' })).toEqual([])
  expect(all.count).toBeGreaterThan(1)
  // Who has joined since has it since then.
  const joined = await make.person()
  await make.member(owners.groupId, joined)
  const { items } = await ask({ groupId: owners.groupId })
  expect(items.map(({ personId, since: from }) => [personId, (from ?? before) > after])).toEqual(
    expect.arrayContaining([
      [owners.personId, false],
      [joined, true],
    ]),
  )
})
