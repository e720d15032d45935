import { afterAll, beforeAll, expect, test } from 'vitest'
import { richTextOf } from '../../../shared/richText.ts'
import { Client } from '../../../testing/client.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../testing/factories.ts'
import { uploadFile } from '../../../testing/matrix/uploads.ts'
import { NO_CALLER_LIMITS, startTestServer, type TestServer } from '../../../testing/server.ts'
import { statementsOf } from '../../../testing/statements.ts'
import { newId } from '../../platform/ids.ts'
import { addCategories, createChecklist } from '../checklists/index.ts'
import { insertProjects, NOTHING_KNOWN } from '../projects/index.ts'

const database = testDatabase()
const make = factories(database)
let server: TestServer

interface Member {
  client: Client
  personId: string
  email: string
}
interface Line {
  kind: string
  title: string
  place: string
  path: string
  count: number
}

beforeAll(async () => {
  server = await startTestServer(database, {}, { callerLimits: NO_CALLER_LIMITS })
})
afterAll(() => server.close())

let people = 0
async function member(groupIds: readonly string[]): Promise<Member> {
  people += 1
  const email = `waiting${people}@fund.example`
  const personId = await make.person({ email, password: PASSWORD })
  for (const groupId of groupIds) await make.member(groupId, personId)
  const client = new Client(server.address)
  await client.signIn(email, PASSWORD)
  return { client, personId, email }
}
const run = (text: string, values: unknown[]) => database.pool.query(text, values)
const one = async (text: string, values: unknown[]) => (await run(text, values)).rows[0]
const call = async <T>({ client }: Member, text: string, variables: object = {}): Promise<T> => {
  const { data, errors } = await client.graphql(text, { ...variables })
  if (errors.length > 0 || !data) throw new Error(JSON.stringify(errors))
  return Object.values(data)[0] as T
}
const waiting = (who: Member, variables: object = {}) =>
  call<Line[]>(
    who,
    'query($orgSlug: String, $limit: Int! = 20) { waitingForMe(orgSlug: $orgSlug, limit: $limit) { kind title place path count } }',
    variables,
  )
const kinds = async (who: Member) => (await waiting(who)).map(({ kind }) => kind).sort()

/** A room with questions, a tree, and its deal team, bidder and rival. */
async function room() {
  const organisationId = await make.organisation()
  const { id: portfolioId, slug } = await make.portfolio({ organisationId, name: 'Republican Valley' })
  await run('update portfolio set has_checklist = true, enable_q_and_a = true where id = $1', [portfolioId])
  const treeId = await make.tree({ organisationId, portfolioId })
  const join = async (role: string, organisationWide = false) =>
    member([await make.group({ organisationId, role, portfolioIds: [portfolioId], organisationWide })])
  const keeper = await join('Deal Room Admin')
  const created = await call<{ questionLog: { id: string } }>(
    keeper,
    `mutation($id: ID!) { createQuestionLog(subjectType: PORTFOLIO, subjectId: $id, name: "Diligence",
      restricted: false, groupIds: [], visibility: EACH_PARTY) { questionLog { id } } }`,
    { id: portfolioId },
  )
  const [bidder, rival] = [await join('Bidder'), await join('Bidder')]
  return {
    organisationId,
    portfolioId,
    slug,
    treeId,
    logId: created.questionLog.id,
    keeper,
    bidder,
    rival,
    join,
  }
}

test('NEW-04 NEW-07 each finds what waits for them in one list, each line leads there, and nobody finds what is another’s', async () => {
  const { organisationId, portfolioId, slug, treeId, logId, keeper, bidder, rival, join } = await room()
  const admin = await join('Organisation Admin', true)
  expect([await kinds(keeper), await kinds(bidder), await kinds(rival)]).toEqual([[], [], []])

  // Questions to answer, and answers to mine.
  const { question } = await call<{ question: { id: string } }>(
    bidder,
    'mutation($logId: ID!) { createQuestion(logId: $logId) { question { id } } }',
    { logId },
  )
  const body = richTextOf('When is COD?')
  await call(
    bidder,
    'mutation($id: ID!, $body: JSON) { updateQuestion(questionId: $id, body: $body) { __typename } }',
    { id: question.id, body },
  )
  expect(await waiting(keeper)).toEqual([
    {
      kind: 'QUESTION_TO_ANSWER',
      title: '1 question to answer',
      place: 'Republican Valley, Diligence',
      path: `/portfolios/${slug}/q-and-a?logId=${logId}`,
      count: 1,
    },
  ])
  expect([await kinds(bidder), await kinds(rival)]).toEqual([[], []])
  await call(
    keeper,
    'mutation($id: ID!, $body: JSON) { updateQuestionAnswer(questionId: $id, body: $body) { __typename } }',
    { id: question.id, body },
  )
  expect([await kinds(keeper), await kinds(bidder), await kinds(rival)]).toEqual([[], ['ANSWER_TO_ME'], []])
  await call(bidder, 'query($logId: ID!) { questions(logId: $logId) { id } }', { logId })
  expect(await kinds(bidder)).toEqual([])

  // New documents by room.
  const visit = 'query($treeId: ID!) { newDocuments(treeId: $treeId) { count } }'
  for (const who of [bidder, rival]) await call(who, visit, { treeId })
  await run(`update tree_visit set last_at = last_at - interval '31 minutes'`, [])
  const fileId = await uploadFile(keeper.client, treeId, `tree:${treeId}`, 'Lease.pdf')
  expect(await waiting(bidder)).toMatchObject([
    {
      kind: 'NEW_DOCUMENTS',
      title: '1 new document',
      place: 'Republican Valley',
      path: `/portfolios/${slug}/storage/documents?view=new`,
    },
  ])
  const hide =
    'mutation($treeId: ID!, $id: ID!) { updateDocumentPermission(treeId: $treeId, documentPermissionId: $id, permissible: false) { __typename } }'
  const { rows: groups } = await run('select group_id as id from membership where person_id = $1', [
    rival.personId,
  ])
  await call(keeper, hide, { treeId, id: `${fileId}:${groups[0].id}` })
  expect([await kinds(bidder), await kinds(rival), await kinds(keeper)]).toEqual([['NEW_DOCUMENTS'], [], []])
  await call(bidder, 'mutation($treeId: ID!) { markAllAsRead(treeId: $treeId) { success } }', { treeId })
  expect(await kinds(bidder)).toEqual([])

  // What is staged, for who may publish it.
  await call(keeper, visit, { treeId })
  const { folders } = await call<{ folders: { id: string }[] }>(
    keeper,
    `mutation($treeId: ID!) { documentsCreateFolders(treeId: $treeId, folderPaths: ["Draft"], staged: true) { folders { id } } }`,
    { treeId },
  )
  const movedId = await uploadFile(keeper.client, treeId, `tree:${treeId}`, 'Deed.pdf')
  const permission = { treeId, id: `${movedId}:${groups[0].id}` }
  await call(
    keeper,
    `mutation($treeId: ID!, $id: ID!) { updateDocumentPermission(treeId: $treeId, documentPermissionId: $id,
      permissible: false, staged: true) { __typename } }`,
    permission,
  )
  expect(await waiting(keeper)).toEqual([
    {
      kind: 'STAGED',
      title: '2 entries staged',
      place: 'Republican Valley',
      path: `/portfolios/${slug}/storage/documents/staged`,
      count: 2,
    },
  ])
  const editor = await join('Contributor')
  // A change of permissions is not told to them.
  expect(await waiting(editor)).toMatchObject([{ kind: 'STAGED', count: 1 }])
  // Nobody who may publish it needs to have opened the room before, and nobody else hears of it.
  expect(await waiting(await join('Deal Room Admin'))).toMatchObject([{ kind: 'STAGED', count: 2 }])
  expect(await waiting(admin)).toMatchObject([{ kind: 'STAGED', count: 2 }])
  expect(await kinds(await join('Bidder'))).toEqual([])
  const elsewhere = await room()
  const [apart, other] = [
    await elsewhere.join('Deal Room Admin'),
    await elsewhere.join('Organisation Admin', true),
  ]
  expect([await kinds(apart), await kinds(other)]).toEqual([[], []])
  const publish = `mutation($treeId: ID!, $ids: [ID!]!) {
    publish(treeId: $treeId, documentIds: $ids, title: "Round two", leaveOut: []) { errors { message } } }`
  await call(keeper, publish, { treeId, ids: [folders[0]?.id, movedId] })
  await call(bidder, 'mutation($treeId: ID!) { markAllAsRead(treeId: $treeId) { success } }', { treeId })
  expect([await kinds(keeper), await kinds(bidder), await kinds(editor)]).toEqual([[], [], []])

  // Checklist items.
  const projects = [
    {
      ...NOTHING_KNOWN,
      name: 'Cedar',
      status: 'OPERATING' as const,
      organisationId,
      portfolioIds: [portfolioId],
    },
  ]
  const checklistId = await database.db.transaction().execute(async (tx) => {
    await insertProjects(tx, projects)
    const id = await createChecklist(tx, { portfolioId, name: 'Closing', isActive: true })
    await addCategories(tx, id, [{ name: 'Site', children: [{ name: 'Lease' }, { name: 'Title' }] }])
    return id
  })
  await run(
    `update checklist_item set person_id = $1 where category_id in
      (select id from checklist_category where checklist_id = $2 and parent_id is not null)`,
    [bidder.personId, checklistId],
  )
  expect(await waiting(bidder)).toMatchObject([
    {
      title: '2 checklist items assigned to you',
      place: 'Republican Valley, Closing',
      path: `/portfolios/${slug}/checklist?checklist=${checklistId}`,
    },
  ])
  await run(`update checklist_item set status = 'DONE' where checklist_id = $1`, [checklistId])
  expect(await kinds(bidder)).toEqual([])

  // Uploads that did not finish, and imports that failed.
  await run(
    `insert into upload (version_id, tree_id, parent_id, document_id, name, name_key, size, person_id, created_at)
     values ($1, $2, $2, $3, 'Big.pdf', 'big.pdf', 5, $4, now() - interval '2 hours')`,
    [newId(), treeId, newId(), keeper.personId],
  )
  await run(
    `insert into data_import (id, person_id, organisation_ids, file_name, state)
     values ($1, $2, $3, 'Contacts.xlsx', 'FAILED')`,
    [newId(), admin.personId, [organisationId]],
  )
  expect([await kinds(keeper), await kinds(admin)]).toEqual([['FAILED_UPLOAD'], ['FAILED_IMPORT']])

  // Invitations: for the invitee, and for who administers people.
  const next = await room()
  await run(
    `insert into invitation (id, organisation_id, email, first_name, last_name, group_id)
     select $1, $2, $3, 'Ann', 'Lee', m.group_id from membership m where m.person_id = $4`,
    [newId(), organisationId, next.rival.email, bidder.personId],
  )
  expect((await kinds(admin)).sort()).toEqual(['FAILED_IMPORT', 'INVITATION'])
  const [invitation] = await waiting(next.rival)
  expect(invitation).toMatchObject({ kind: 'INVITATION', title: '1 invitation to accept' })
  await call(
    next.rival,
    'mutation($token: String!) { acceptInvitation(token: $token) { errors { message } } }',
    {
      token: invitation?.path.split('/').at(-1),
    },
  )
  expect([await kinds(next.rival), await kinds(admin)]).toEqual([[], ['FAILED_IMPORT']])
  expect(await kinds(rival)).toEqual([])
})

test('of one organisation only what is there is listed, of an unknown one nothing, and no more than is asked for', async () => {
  const one = await room()
  const other = await room()
  const group = await make.group({
    organisationId: other.organisationId,
    role: 'Deal Room Admin',
    portfolioIds: [other.portfolioId],
  })
  await make.member(group, one.keeper.personId)
  for (const { bidder, logId } of [one, other]) {
    await call(bidder, 'mutation($logId: ID!) { createQuestion(logId: $logId) { __typename } }', { logId })
  }
  expect(await waiting(one.keeper)).toHaveLength(2)
  expect(await waiting(one.keeper, { limit: 1 })).toHaveLength(1)
  const { rows } = await run('select slug from organisation where id = $1', [other.organisationId])
  expect((await waiting(one.keeper, { orgSlug: rows[0].slug })).map(({ path }) => path)).toEqual([
    `/portfolios/${other.slug}/q-and-a?logId=${other.logId}`,
  ])
  await expect(waiting(one.bidder, { orgSlug: rows[0].slug })).rejects.toThrow('Organisation not found.')
})

test('NEW-06 what waits in 200 rooms, and in one for the readers of a mail, is read in as many statements as in one, within 100 ms', {
  timeout: 120_000,
}, async () => {
  const { organisationId, portfolioId, treeId, keeper, bidder } = await room()
  const services = server.app.services.waiting
  const visit = 'query($treeId: ID!) { newDocuments(treeId: $treeId) { count } }'
  await call(bidder, visit, { treeId })
  await run(`update tree_visit set last_at = last_at - interval '1 day'`, [])
  await uploadFile(keeper.client, treeId, `tree:${treeId}`, 'Lease.pdf')
  const read = async () => services.of(await make.actor(bidder.personId), null, 200)
  const few = await statementsOf(read)
  expect(await read()).toHaveLength(1)

  const portfolioIds = [portfolioId]
  for (let at = 1; at < 200; at += 1) {
    const { id } = await make.portfolio({ organisationId })
    await make.tree({ organisationId, portfolioId: id })
    portfolioIds.push(id)
  }
  const group = await make.group({ organisationId, role: 'Bidder', portfolioIds })
  await make.member(group, bidder.personId)
  await run('update portfolio set enable_q_and_a = true, has_checklist = true where organisation_id = $1', [
    organisationId,
  ])
  const others = `from document_tree t where t.organisation_id = $1 and t.id <> $2 and t.portfolio_id is not null`
  await run(
    `insert into tree_visit (organisation_id, person_id, tree_id, last_at, principals)
     select $1, $3, t.id, now() - interval '1 day', array[$4::uuid] ${others}`,
    [organisationId, treeId, bidder.personId, group],
  )
  // Each with a log of thirty questions of others, and a file of its own that came since.
  await run(
    `with log as (
       insert into question_log (id, organisation_id, portfolio_id, name)
       select gen_random_uuid(), $1, t.portfolio_id, 'Diligence' ${others} returning id)
     insert into question (id, log_id, organisation_id, number, asked_by)
     select gen_random_uuid(), log.id, $1, n, $3 from log, generate_series(1, 30) as n`,
    [organisationId, treeId, keeper.personId],
  )
  const { rows } = await run(`select t.id ${others}`, [organisationId, treeId])
  await run(
    `with file as (
       insert into document (id, tree_id, organisation_id, parent_id, is_folder, name, name_key, path, acl_id,
         current_version_id, size)
       select id, tree_id, $3, tree_id, false, 'Lease.pdf', 'lease.pdf', array[tree_id, id], acl_id, version_id, 5
       from (select gen_random_uuid() as id, gen_random_uuid() as version_id, root.id as tree_id, root.acl_id
         from document root where root.id = any($1::uuid[])) as made returning *)
     insert into document_version (id, document_id, number, size, sha256, created_by, organisation_id)
     select current_version_id, id, 1, 5, '\\x${'00'.repeat(32)}', $2, $3 from file`,
    [rows.map(({ id }) => id), keeper.personId, organisationId],
  )
  await run(`update name_group set changed_at = now() where tree_id = any($1::uuid[]) and not is_folder`, [
    rows.map(({ id }) => id),
  ])
  await run(
    `update document_name_search set changed_at = now() where document_id in
      (select id from document where tree_id = any($1::uuid[]) and not is_folder)`,
    [rows.map(({ id }) => id)],
  )
  await run('analyze', [])
  // For the readers of a mail about one of the rooms the same as home has of it, in no more statements for many.
  const here = { kind: 'portfolio' as const, organisationId, portfolioId }
  const actors = await Promise.all([keeper, bidder].map(({ personId }) => make.actor(personId)))
  const lines = await services.inRoom(database.db, actors, here)
  const all = await Promise.all(actors.map((each) => services.of(each, null, 200)))
  const { slug } = await one(`select slug from portfolio where id = $1`, [portfolioId])
  for (const [at, { personId }] of actors.entries()) {
    expect(lines.get(personId)).toEqual(
      all[at]?.filter(({ path }) => path.startsWith(`/portfolios/${slug}/`)),
    )
  }
  expect([...lines.values()].flat().map(({ kind }) => kind)).toContain('NEW_DOCUMENTS')
  const inMails = (readers: typeof actors) => statementsOf(() => services.inRoom(database.db, readers, here))
  expect(await inMails(actors)).toHaveLength((await inMails(actors.slice(1))).length)
  expect(await read()).toHaveLength(200)
  expect(await statementsOf(read)).toHaveLength(few.length)
  const reader = await make.actor(bidder.personId)
  // Of many readings the fastest: a machine that others use is as slow as they make it.
  let fastest = Number.POSITIVE_INFINITY
  for (let round = 0; round < 200 && fastest >= 100; round += 1) {
    const from = performance.now()
    await services.of(reader, null, 21)
    fastest = Math.min(fastest, performance.now() - from)
  }
  expect(fastest).toBeLessThan(100)
})
