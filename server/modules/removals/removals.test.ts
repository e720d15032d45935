import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Permission } from '../../../shared/permissions.ts'
import { Client } from '../../../testing/client.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../testing/factories.ts'
import { picture } from '../../../testing/hostileFiles.ts'
import { checklistOf } from '../../../testing/matrix/content.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { insertProjects, NOTHING_KNOWN } from '../projects/index.ts'
import { sweepRemoved } from './store.ts'

const database = testDatabase()
const make = factories(database)
const SLUG = 'removing-fund'
let server: TestServer
let organisationId: string
let portfolioId: string
let groupId: string
let admin: Client & { personId: string }
let staff: Client & { personId: string }
let reader: Client

let people = 0
async function signedIn(role: string | readonly Permission[] | null): Promise<Client & { personId: string }> {
  people += 1
  const email = `removing${people}@fund.example`
  const personId = await make.person({ email, password: PASSWORD, isSuperUser: role === null })
  if (role !== null) {
    const group = await make.group({ organisationId, role, portfolioIds: [portfolioId] })
    await make.member(group, personId)
  }
  const client = new Client(server.address)
  await client.signIn(email, PASSWORD)
  return Object.assign(client, { personId })
}

beforeAll(async () => {
  server = await startTestServer(database)
  organisationId = await make.organisation({ name: 'Removing Fund', slug: SLUG })
  portfolioId = (await make.portfolio({ organisationId, name: 'Prairie' })).id
  groupId = await make.group({ organisationId, name: 'Lenders', role: 'Viewer', portfolioIds: [portfolioId] })
  admin = await signedIn('Organisation Admin')
  staff = await signedIn(null)
  reader = await signedIn('Viewer')
})
afterAll(() => server.close())

async function call<T>(client: Client, text: string, variables: Record<string, unknown> = {}): Promise<T> {
  const { data, errors } = await client.graphql(text, variables)
  expect(errors).toEqual([])
  return Object.values(data ?? {})[0] as T
}
interface Listed {
  id: string
  kind: string
  name: string
  placeName: string | null
  deletedBy: string | null
  daysLeft: number
}
const removed = async (client: Client) => {
  const page = await call<{ count: number; items: Listed[] }>(
    client,
    `query($orgSlug: String!) {
      removedRecords(orgSlug: $orgSlug) { count days items { id kind name placeName deletedAt deletedBy daysLeft } }
    }`,
    { orgSlug: SLUG },
  )
  expect(page.count).toBe(page.items.length)
  return page.items
}
const namesOf = async (client: Client) => (await removed(client)).map(({ name }) => name)
const restore = async (client: Client, id = '') => {
  const { data, errors } = await client.graphql(
    'mutation($id: ID!) { restoreRecord(id: $id) { success errors { message } } }',
    { id },
  )
  const payload = data?.restoreRecord as { success: boolean; errors: { message: string }[] } | undefined
  return payload?.success ? 'restored' : (payload?.errors[0]?.message ?? errors[0]?.message)
}
const one = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows[0]

test('BIN-10 a page comes back with its text, address, images and groups, for who edits pages and nobody else', async () => {
  const { subpage } = await call<{ subpage: { id: string } }>(
    admin,
    'mutation($id: ID!) { createSubpage(subjectId: $id, subjectType: PORTFOLIO, title: "Site story") { subpage { id } } }',
    { id: portfolioId },
  )
  const { id } = subpage
  await call(
    admin,
    `mutation($id: ID!, $groups: [ID!]) {
      updateSubpage(id: $id, subjectType: PORTFOLIO, description: "Two rows.", restricted: true, groups: $groups) { subpage { id } }
    }`,
    { id, groups: [groupId] },
  )
  const image = await picture('png', { width: 40, height: 20 })
  await call(
    admin,
    `mutation($id: ID!, $subject: ID!, $file: Upload!) {
      createSubpageMedia(subpageId: $id, subjectId: $subject, subjectType: PORTFOLIO, file: $file) { subpageMedia { id } }
    }`,
    { id, subject: portfolioId, file: new File([new Uint8Array(image)], 'Site.png') },
  )
  const state = () =>
    one(
      `select to_jsonb(page) as page, (select jsonb_agg(g) from subpage_group g where g.subpage_id = page.id) as groups,
         (select jsonb_agg(m) from subpage_media m where m.subpage_id = page.id) as media
       from subpage page where id = $1`,
      id,
    )
  const before = await state()
  await call(
    admin,
    'mutation($id: ID!) { deleteSubpage(subpageId: $id, subjectType: PORTFOLIO) { __typename } }',
    {
      id,
    },
  )
  expect(await state()).toBeUndefined()
  // Its files are kept as long.
  expect(await server.app.services.files.sweep(database.db, new Date(Date.now() + 60_000))).toBe(0)
  const [record] = await removed(admin)
  expect(record).toMatchObject({ kind: 'PAGE', name: 'Site story', placeName: 'Prairie', daysLeft: 30 })
  expect(record?.deletedBy).toMatch(/^Pat Lee/)
  expect(await removed(reader)).toEqual([])
  expect(await restore(reader, record?.id)).toBe('Record not found.')
  expect(await restore(admin, record?.id)).toBe('restored')
  expect(await state()).toEqual(before)
  expect(await removed(admin)).toEqual([])
  expect(await restore(admin, record?.id)).toBe('Record not found.')
})

test('BIN-10 BIN-09 not where another page has its address, nor after its days', async () => {
  const create = async () => {
    const { subpage } = await call<{ subpage: { id: string } }>(
      admin,
      'mutation($id: ID!) { createSubpage(subjectId: $id, subjectType: PORTFOLIO, title: "Twice") { subpage { id } } }',
      { id: portfolioId },
    )
    return subpage.id
  }
  const first = await create()
  const remove = (id: string) =>
    call(
      admin,
      'mutation($id: ID!) { deleteSubpage(subpageId: $id, subjectType: PORTFOLIO) { __typename } }',
      { id },
    )
  await remove(first)
  const second = await create()
  const [record] = await removed(admin)
  expect(await restore(admin, record?.id)).toBe(
    'This can no longer be restored: what it belonged to is gone, or something else has its name.',
  )
  await remove(second)
  await database.pool.query(`update removed_record set at = at - interval '29 days 1 hour'`)
  expect((await removed(admin)).map(({ daysLeft }) => daysLeft)).toEqual([1, 1])
  await database.pool.query(`update removed_record set at = at - interval '1 day'`)
  expect(await removed(admin)).toEqual([])
  expect(await restore(admin, record?.id)).toBe('Record not found.')
})

test('BIN-10 a group comes back with its members, rooms and pages; its rights go to nobody who does not have them', async () => {
  const member = await signedIn([])
  const gone = await make.group({
    organisationId,
    name: 'Tax equity',
    role: 'Bidder',
    portfolioIds: [portfolioId],
  })
  await make.member(gone, member.personId)
  const state = () =>
    one(
      `select to_jsonb(g) as row, (select jsonb_agg(m) from membership m where m.group_id = g.id) as members,
         (select jsonb_agg(p) from user_group_portfolio p where p.group_id = g.id) as rooms
       from user_group g where id = $1`,
      gone,
    )
  const before = await state()
  const remove = (client: Client, id: string) =>
    call(
      client,
      'mutation($orgSlug: String!, $id: ID!) { deleteGroup(orgSlug: $orgSlug, groupId: $id) { __typename } }',
      {
        orgSlug: SLUG,
        id,
      },
    )
  const usersAdmin = await signedIn(['USERS_ADMIN'])
  await remove(usersAdmin, gone)
  expect(await namesOf(usersAdmin)).toEqual(['Tax equity'])
  expect(await namesOf(reader)).toEqual([])
  expect(await restore(usersAdmin, (await removed(usersAdmin))[0]?.id)).toBe('restored')
  expect(await state()).toEqual(before)
  // Deleted by somebody above to take rights away, it does not come back by who has lost them.
  const high = await make.group({
    organisationId,
    name: 'Room admins',
    role: 'Deal Room Admin',
    portfolioIds: [portfolioId],
  })
  await make.member(high, usersAdmin.personId)
  const top = await make.group({ organisationId, name: 'Second admins', role: 'Organisation Admin' })
  await remove(admin, high)
  await remove(admin, top)
  expect(await namesOf(usersAdmin)).toEqual(['Room admins'])
  expect((await namesOf(admin)).toSorted()).toEqual(['Room admins', 'Second admins'])
  const ofName = async (name: string) => (await removed(admin)).find((each) => each.name === name)?.id
  expect(await restore(usersAdmin, await ofName('Room admins'))).toBe(
    'This group gives rights that you do not have yourself. Please ask an admin of the organisation to restore it.',
  )
  expect(await one('select from user_group where id = $1', high)).toBeUndefined()
  expect(await restore(usersAdmin, await ofName('Second admins'))).toBe('Record not found.')
  expect(await restore(admin, await ofName('Room admins'))).toBe('restored')
})

test('BIN-10 a checklist that staff delete comes back with categories, items and comments', async () => {
  await database.db
    .transaction()
    .execute((tx) =>
      insertProjects(tx, [{ ...NOTHING_KNOWN, organisationId, portfolioIds: [portfolioId], name: 'Site' }]),
    )
  const [id, , item] = await checklistOf(database, portfolioId, true)
  const state = () =>
    one(
      `select to_jsonb(c) as row,
         (select jsonb_agg(each order by id) from checklist_category each where each.checklist_id = c.id) as categories,
         (select jsonb_agg(each order by id) from checklist_item each where each.checklist_id = c.id) as items
       from checklist c where id = $1`,
      id,
    )
  const before = await state()
  expect(before.items.map((each: { id: number }) => String(each.id))).toContain(item)
  await call(staff, 'mutation($id: ID!) { backOfficeDelete(kind: "checklist", id: $id) { __typename } }', {
    id,
  })
  expect(await state()).toBeUndefined()
  expect(await namesOf(admin)).not.toContain('Matrix checklist')
  const record = (await removed(staff)).find(({ kind }) => kind === 'CHECKLIST')
  expect(record).toMatchObject({ name: 'Matrix checklist', placeName: 'Prairie' })
  expect(await restore(staff, record?.id)).toBe('restored')
  expect(await state()).toEqual(before)
})

test('BIN-10 a deal room that is removed opens again with the status that it had', async () => {
  const room = await make.portfolio({ organisationId, name: 'Sold one', status: 'SOLD' })
  await call(
    admin,
    'mutation($orgSlug: String!, $id: ID!) { deletePortfolio(orgSlug: $orgSlug, portfolioId: $id) { __typename } }',
    { orgSlug: SLUG, id: room.id },
  )
  const record = (await removed(admin)).find(({ kind }) => kind === 'DEAL_ROOM')
  expect(record).toMatchObject({ name: 'Sold one' })
  expect(await namesOf(reader)).toEqual([])
  expect(await restore(admin, record?.id)).toBe('restored')
  expect(await one('select status from portfolio where id = $1', room.id)).toEqual({ status: 'SOLD' })
})

test('BIN-10 nobody outside of the organisation is told of anything', async () => {
  const elsewhere = await make.organisation({ name: 'Elsewhere' })
  const personId = await make.person({ email: 'outside@fund.example', password: PASSWORD })
  await make.member(await make.group({ organisationId: elsewhere, role: 'Organisation Admin' }), personId)
  const outsider = new Client(server.address)
  await outsider.signIn('outside@fund.example', PASSWORD)
  const { errors } = await outsider.graphql(
    'query($orgSlug: String!) { removedRecords(orgSlug: $orgSlug) { count } }',
    { orgSlug: SLUG },
  )
  expect(errors.map(({ message }) => message)).toEqual(['Organisation not found.'])
  const { id } = await one('select id from removed_record limit 1')
  expect(await restore(outsider, id)).toBe('Record not found.')
})

test('STAGE-12 a legal hold is set with its reason by who administers the organisation, named to admins of the room, and keeps room, zips, deleted records and organisation', async () => {
  const { id } = await make.portfolio({ organisationId, name: 'Disputed' })
  const treeId = await make.tree({ organisationId, portfolioId: id })
  const group = await make.group({ organisationId, role: 'Deal Room Admin', portfolioIds: [id] })
  const roomAdmin = await signedIn([])
  await make.member(group, roomAdmin.personId)
  const seeing = await signedIn([])
  await make.member(await make.group({ organisationId, role: 'Viewer', portfolioIds: [id] }), seeing.personId)
  const hold = (client: Client, reason: string | null) =>
    client.graphql(
      'mutation($id: ID!, $reason: String) { setLegalHold(portfolioId: $id, reason: $reason) { legalHold } }',
      {
        id,
        reason,
      },
    )
  const told = async (client: Client) =>
    (
      await call<{ legalHold: string | null }>(
        client,
        'query($id: ID!) { portfolio(id: $id) { legalHold } }',
        { id },
      )
    ).legalHold
  const refusal = async (answer: ReturnType<typeof hold>) => (await answer).errors[0]?.message
  expect(await refusal(hold(roomAdmin, 'Mine'))).toBe('Not authorized.')
  expect(await refusal(hold(admin, ' '))).toBe('Please enter the reason of the legal hold.')
  expect(await refusal(hold(admin, 'x'.repeat(501)))).toBe('Please use at most 500 characters.')
  expect(await told(roomAdmin)).toBeNull()
  const { data } = await hold(admin, ' Arbitration of 2026 ')
  const expected = expect.stringMatching(/^Set on \d\d\/\d\d\/\d{4} by Pat Lee \d+: Arbitration of 2026$/)
  expect(data?.setLegalHold).toEqual({ legalHold: expected })
  expect([await told(admin), await told(roomAdmin), await told(seeing)]).toEqual([expected, expected, null])
  expect((await hold(staff, 'x'.repeat(500))).errors).toEqual([])

  const page = await call<{ subpage: { id: string } }>(
    roomAdmin,
    'mutation($id: ID!) { createSubpage(subjectId: $id, subjectType: PORTFOLIO, title: "Evidence") { subpage { id } } }',
    { id },
  )
  await call(
    roomAdmin,
    'mutation($id: ID!) { deleteSubpage(subpageId: $id, subjectType: PORTFOLIO) { __typename } }',
    { id: page.subpage.id },
  )
  const zip = await one(
    `insert into zip_export (id, person_id, tree_id, document_ids, file_name, file_count, bytes, state, stored)
     values (gen_random_uuid(), $1, $2, array[$2::uuid], 'All.zip', 1, 4, 'EXPIRED', true) returning id`,
    roomAdmin.personId,
    treeId,
  )
  await database.pool.query(`update removed_record set at = at - interval '90 days' where name = 'Evidence'`)
  const sweep = async () => {
    await sweepRemoved(database.db, 30)
    await server.app.services.documents.zips.sweep()
    return [
      (await namesOf(roomAdmin)).includes('Evidence'),
      (await one('select stored from zip_export where id = $1', zip.id)).stored,
    ]
  }
  expect(await sweep()).toEqual([true, true])
  // What has no recycle bin is not removed at all.
  const milestone = await one(
    `with line as (insert into timeline (id, organisation_id, portfolio_id)
       values (gen_random_uuid(), $1, $2) returning id)
     insert into milestone (id, timeline_id, position)
     select gen_random_uuid(), line.id, position from line, generate_series(0, 1) as position returning id`,
    organisationId,
    id,
  )
  const [heldList] = await checklistOf(database, id, true)
  const category = await one(
    'select max(id)::text as id from checklist_category where checklist_id = $1',
    heldList,
  )
  const removeMilestone = () =>
    roomAdmin.graphql('mutation($id: ID!) { deleteMilestone(milestoneId: $id) { __typename } }', {
      id: milestone.id,
    })
  const removeCategory = () =>
    staff.graphql(
      'mutation($id: ID!) { backOfficeDelete(kind: "checklistcategory", id: $id) { __typename } }',
      { id: category.id },
    )
  for (const refused of [await removeMilestone(), await removeCategory()])
    expect(refused.errors[0]?.message).toMatch(/^This room has been under a legal hold since /)
  const sentence =
    /^(This room|Disputed) has been under a legal hold since \d\d\/\d\d\/\d{4}\. Nothing in it can be removed for good\.$/
  const remove = () =>
    roomAdmin.graphql(
      'mutation($orgSlug: String!, $id: ID!) { deletePortfolio(orgSlug: $orgSlug, portfolioId: $id) { id } }',
      {
        orgSlug: SLUG,
        id,
      },
    )
  expect((await remove()).errors[0]?.message).toMatch(sentence)
  const staffActor = await make.actor(staff.personId)
  const { backoffice } = server.app.services
  await expect(
    backoffice.remove(staffActor, 'organisation', organisationId, 'Removing Fund'),
  ).rejects.toThrow(sentence)
  // Also where it was deleted by a program that knew of no hold.
  await database.pool.query(
    `update organisation set deleted_at = now(), deleted_by = $2, purge_after = now() - interval '1 day' where id = $1`,
    [organisationId, staff.personId],
  )
  await server.app.services.organisations.queuePurges()
  await server.app.services.organisations.purge(organisationId, new AbortController().signal)
  expect(await one('select from portfolio where id = $1', id)).toBeDefined()
  await database.pool.query(
    'update organisation set deleted_at = null, deleted_by = null, purge_after = null where id = $1',
    [organisationId],
  )

  expect((await hold(admin, null)).errors).toEqual([])
  expect(await told(roomAdmin)).toBeNull()
  expect(await sweep()).toEqual([false, false])
  for (const done of [await removeMilestone(), await removeCategory()]) expect(done.errors).toEqual([])
  expect((await remove()).errors).toEqual([])
  const { rows } = await database.pool.query(
    `select kind, person_id = $2 as "byAdmin", detail ->> 'reason' <> '' as reason from activity
     where subject_id = $1 and organisation_id = $3 and kind like '%HOLD' order by id`,
    [id, admin.personId, organisationId],
  )
  expect(rows).toEqual([
    { kind: 'SET_LEGAL_HOLD', byAdmin: true, reason: true },
    { kind: 'CHANGE_LEGAL_HOLD', byAdmin: false, reason: true },
    { kind: 'LIFT_LEGAL_HOLD', byAdmin: true, reason: true },
  ])
})
