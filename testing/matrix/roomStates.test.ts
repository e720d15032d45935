import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { buildSchemaFromModules } from '../../server/schema.ts'
import type { Client, GraphqlAnswer } from '../client.ts'
import { testDatabase } from '../database/index.ts'
import { type EveryRow, everyRow } from '../everyRow.ts'
import { NO_CALLER_LIMITS, startTestServer, type TestServer } from '../server.ts'
import { TestSocket } from '../sockets.ts'
import { OWNERS } from '../tableOwners.ts'
import { allowed } from './rows/row.ts'
import { LAST_FIELD, PUBLIC_FIELDS, ROWS, type Row } from './rows.ts'
import { confirm, presign } from './uploads.ts'
import { createWorld, PERSONAS, type World } from './world.ts'

/** Deal rooms as a whole: what is asked of them, and done in them, by all fields of the matrix. */

const database = testDatabase()
let server: TestServer
let world: World

beforeAll(async () => {
  server = await startTestServer(database, {}, { callerLimits: NO_CALLER_LIMITS })
  world = await createWorld(database, server)
})
afterAll(() => server.close())

const FROZEN = /^This room is frozen since \d\d\/\d\d\/\d{4}\.$/

/** Mutations that change nothing of a deal room, and go on in a frozen one. */
const ELSEWHERE: ReadonlySet<string> = new Set(
  [
    // Accounts, sessions and what a person has of their own.
    'startAuthenticator',
    'confirmAuthenticator',
    'removeAuthenticator',
    'renewRecoveryCodes',
    'uploadAvatar',
    'deleteAvatar',
    'startPasskey',
    'addPasskey',
    'renamePasskey',
    'deletePasskey',
    'updateProfile',
    'updateUserAgreements',
    'updatePassword',
    'checkUserPassword',
    'updatePhoneNumberSendAuth',
    'updatePhoneNumber',
    'endSession',
    'endOtherSessions',
    'updateNotificationSettings',
    'updatePortfolioNotificationSettings',
    'updateHoldCoNotificationSettings',
    'updateAllNotificationSettings',
    'createApiToken',
    'revokeApiToken',
    'setFavourite',
    'markAllAsRead',
    // Reading, and what it leaves.
    'createRecentlyVisitedHoldingCompany',
    'createRecentlyVisitedPortfolio',
    'startView',
    'leaveView',
    'recordReading',
    'downloadFile',
    'downloadMarkedPdf',
    'submitZipDownload',
    'cancelZipExport',
    'makeCertificate',
    'makeArchive',
    'linkArchive',
    'unlinkArchive',
    'cancelRoomProof',
    'readRedactionWords',
    'cancelRedactionSearch',
    'removeDocumentsDryRun',
    'createSummaryJob',
    // People, groups and how they sign in.
    'setGroupAccessEnd',
    'createGroup',
    'updateGroup',
    'deleteGroup',
    'createUserInvitation',
    'updateInvitation',
    'updateUserGroups',
    'deleteUserInvitation',
    'resendUserInvitation',
    'checkUserInvitations',
    'createUserInvitations',
    'resendUserInvitations',
    'deleteUserInvitations',
    'readInviteeSheet',
    'createSsoConnection',
    'updateSsoConnection',
    'deleteSsoConnection',
    'approveSsoDomain',
    'verifySsoDomains',
    'renewScimToken',
    'revokeScimTokens',
    'mapScimGroup',
    'setApiTokensAllowed',
    // Rooms as a whole.
    'freezeRoom',
    'setRoomPhase',
    'closeRoom',
    'setLegalHold',
    'createPortfolio',
    // Organisations.
    'backOfficeImportEquipment',
    'createDocumentLabel',
    'uploadDataImport',
    'sendDataImport',
    'importGoodRows',
    'createDuplicateReport',
    'disconnectSalesforce',
    'createSupportTicket',
    'setSupportTicketState',
    'createWebhook',
    'updateWebhook',
    'deleteWebhook',
    'resendWebhookDelivery',
  ].map((name) => `Mutation.${name}`),
)

/** The tables that refuse changes of a frozen room, as the database says. */
async function guardedTables(): Promise<ReadonlySet<string>> {
  const { rows } = await database.pool.query<{ name: string }>(
    `select distinct c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid where t.tgname like '%\\_frozen'`,
  )
  return new Set(rows.map(({ name }) => name))
}

/** What the matrix asks of them changes nothing as the world stands, so that nothing is refused; their tables are guarded. */
const IDLE: ReadonlySet<string> = new Set(
  [
    'restoreRecord',
    'documentsPresignParts',
    'createProject',
    'importProjects',
    'confirmImportProjects',
    'uploadProjectSpatialFile',
    'updateProjectLayers',
    'reorderSubpage',
    'reorderMilestone',
    'askQuestion',
    'discardQuestion',
    'publishAnswer',
    'addQuestionPortfolio',
    'removeQuestionPortfolio',
    'addAllQuestionPortfolios',
    'removeAllQuestionPortfolios',
    'backOfficeCreate',
    'deleteMilestone',
    'backOfficeSetPicture',
    'backOfficeAct',
    'saveRedactionDraft',
    'cancelPublication',
  ].map((name) => `Mutation.${name}`),
)

/** Tables of modules that keep what a room is made of, which a frozen room doesn't guard, by the reason. */
const UNGUARDED: Readonly<Record<string, readonly string[]>> = {
  'of holding companies and of who has access': [
    'holding_company',
    'holding_company_portfolio',
    'user_group_holding_company',
    'user_group_portfolio',
  ],
  'of organisations': ['document_label', 'equipment_model', 'manufacturer', 'offtaker'],
  'what reading writes, and what people have of their own': [
    'document_favourite',
    'empty_search',
    'holding_company_visit',
    'page_alert',
    'page_count',
    'page_mark',
    'page_reading',
    'portfolio_visit',
    'question_view',
    'tree_visit',
    'zip_export',
    'zip_export_file',
  ],
  'what jobs write as well, and each change of which asks beforehand': [
    'redaction',
    'redaction_search',
    'redaction_search_file',
  ],
  'what follows from guarded rows, or is written by jobs': [
    'acl',
    'certified_document',
    'deletion_content',
    'document_arrival',
    'document_name_search',
    'document_text',
    'document_text_page',
    'document_text_part',
    'entry_record',
    'rendition_text',
    'folder_list',
    'folder_place',
    'folder_tally',
    'former_folder_list',
    'former_list',
    'former_place',
    'kept_page',
    'name_group',
    'permission_change',
    'question_text',
    'text_scope',
    'thumbnail',
    'version_pages',
  ],
  'the states of rooms themselves': ['legal_hold', 'room_freeze', 'room_phase'],
}
const KEEPERS = ['checklists', 'documents', 'funds', 'overview', 'projects', 'questions'] as const

test('STAGE-09 every table that a room is made of refuses changes of a frozen room, or is named with the reason why not', async () => {
  const guarded = await guardedTables()
  const named = Object.values(UNGUARDED).flat()
  const kept = KEEPERS.flatMap((owner) => OWNERS[owner] ?? [])
  expect(kept.filter((table) => !guarded.has(table) && !named.includes(table))).toEqual([])
  expect(named.filter((table) => guarded.has(table) || !kept.includes(table))).toEqual([])
})

/** Rows that are there no longer as they were, of those that a frozen room has. */
const changed = (before: EveryRow, after: EveryRow, tables: ReadonlySet<string>): string[] =>
  [...tables].flatMap((table) => {
    const now = new Set(after.get(table))
    return (before.get(table) ?? []).filter((text) => !now.has(text)).map((text) => `${table} ${text}`)
  })

const isRefused = ({ data, errors }: GraphqlAnswer): boolean =>
  errors.some(({ message }) => FROZEN.test(message)) ||
  /"This room is frozen since \d\d\/\d\d\/\d{4}\."/.test(JSON.stringify(data))

const freeze = (client: Client, isFrozen: boolean, reason: string | null = null, id = world.bare.id) =>
  client.graphql(
    'mutation($id: ID!, $on: Boolean!, $reason: String) { freezeRoom(portfolioId: $id, isFrozen: $on, reason: $reason) { frozenSince } }',
    { id, on: isFrozen, reason },
  )
const rename = async (client: Client, id = world.bare.id) =>
  (
    await client.graphql(
      'mutation($id: ID!) { updatePortfolio(orgSlug: "matrix-fund", portfolioId: $id, name: "Matrix Two") { portfolio { id } errors { message } } }',
      { id },
    )
  ).errors[0]?.message ?? 'changed'
const waitingLocks = () =>
  vi.waitFor(async () => {
    const { rows } = await database.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
    )
    expect(rows).toHaveLength(1)
  })

test('STAGE-09 a frozen room is read as before; unfreezing is recorded, and mailed to all its admins and nobody else', async () => {
  const { dealAdmin, orgAdmin, viewer, superUser } = world.clients
  const page = 'query($id: ID!) { portfolio(id: $id) { name frozenSince } }'
  const before = await viewer.graphql(page, { id: world.bare.id })
  expect(await rename(dealAdmin)).toBe('changed')
  expect((await freeze(dealAdmin, true, 'x'.repeat(501))).errors[0]?.message).toBe(
    'Please use at most 500 characters.',
  )
  expect((await freeze(dealAdmin, true, 'Signing')).errors).toEqual([])
  for (const client of [dealAdmin, orgAdmin, superUser]) expect(await rename(client)).toMatch(FROZEN)
  const office = await superUser.graphql(
    'mutation($id: ID!) { backOfficeChange(kind: "portfolio", id: $id, values: [{ field: "name", text: "Other" }]) { errors { message } } }',
    { id: world.bare.id },
  )
  expect(isRefused(office)).toBe(true)
  expect(await viewer.graphql(page, { id: world.bare.id })).toMatchObject({
    errors: [],
    data: { portfolio: { ...(before.data?.portfolio as object), frozenSince: expect.stringMatching(/^20/) } },
  })
  expect((await freeze(orgAdmin, false, 'Signed')).errors).toEqual([])
  expect(await rename(dealAdmin)).toBe('changed')
  await server.app.runJobs()
  const { rows } = await database.pool.query(
    `select distinct recipient, subject from mail_outbox where subject like '%frozen%' order by recipient`,
  )
  expect(rows).toEqual(
    ['dealadmin', 'orgadmin', 'superuser'].map((name) => ({
      recipient: `${name}@matrix.example`,
      subject: 'Matrix Two is no longer frozen',
    })),
  )
  const recorded = await database.pool.query(
    `select kind, detail ->> 'reason' as reason, organisation_id is not null as told from activity
     where subject_id = $1 and kind like '%FREEZE%' order by id`,
    [world.bare.id],
  )
  expect(recorded.rows).toEqual([
    { kind: 'FREEZE_DEAL_ROOM', reason: 'Signing', told: true },
    { kind: 'UNFREEZE_DEAL_ROOM', reason: 'Signed', told: true },
  ])
})

test('STAGE-09 a freezing waits for a change under way, and what comes after it is refused, also where it has waited', async () => {
  const { dealAdmin } = world.clients
  const session = await database.pool.connect()
  onTestFinished(() => session.release())
  await session.query('begin')
  await session.query('update portfolio set build_status = build_status where id = $1', [world.bare.id])
  let isDone = false
  const freezing = freeze(dealAdmin, true).then(({ errors }) => {
    isDone = true
    return errors
  })
  await waitingLocks()
  expect(isDone).toBe(false)
  await session.query('commit')
  expect(await freezing).toEqual([])
  expect(await rename(dealAdmin)).toMatch(FROZEN)
  expect((await freeze(dealAdmin, false)).errors).toEqual([])
  // The other way round: a change that has begun, while the freezing is not committed.
  await session.query('begin')
  await session.query(`select pg_advisory_xact_lock(hashtextextended('room freeze ' || $1, 0))`, [
    world.bare.id,
  ])
  await session.query(
    'insert into room_freeze (portfolio_id, organisation_id, frozen_by) select id, organisation_id, $2 from portfolio where id = $1',
    [world.bare.id, world.people.superUser],
  )
  const renaming = rename(dealAdmin)
  await waitingLocks()
  await session.query('commit')
  expect(await renaming).toMatch(FROZEN)
  expect((await freeze(dealAdmin, false)).errors).toEqual([])
})

test('STAGE-09 files that are on their way when a room is frozen are refused where they are confirmed, and so are comments on an open page', async () => {
  const { dealAdmin } = world.clients
  const late = await presign(dealAdmin, world.documents, world.openFolder, { name: 'late.pdf', size: 4 })
  const socket = await new TestSocket(
    dealAdmin,
    `/ws/comments/${world.portfolio.id}/${world.checklist}/`,
  ).opened()
  onTestFinished(() => socket.close())
  expect((await freeze(dealAdmin, true, null, world.portfolio.id)).errors).toEqual([])
  const put = await dealAdmin.request(late.url, { method: 'PUT', body: new Uint8Array(Buffer.from('late')) })
  expect(put.status).toBe(200)
  expect((await confirm(dealAdmin, world.documents, late)).errors[0]?.message).toMatch(FROZEN)
  await expect(
    presign(dealAdmin, world.documents, world.openFolder, { name: 'later.pdf', size: 4 }),
  ).rejects.toThrow(/This room is frozen since/)
  socket.post({ comment: 'Late', checklistItemIds: [world.item], ref: 'late' })
  await socket.until(() => socket.messages.some(({ ref }) => ref === 'late'))
  expect(socket.messages.find(({ ref }) => ref === 'late')?.error?.message).toMatch(FROZEN)
  const { rows } = await database.pool.query(
    `select from checklist_comment where comment::text like '%Late%'`,
  )
  expect(rows).toEqual([])
  expect((await freeze(dealAdmin, false, null, world.portfolio.id)).errors).toEqual([])
})

/** What the tests before have left to be done now or later is no change of the ones to come, however long these take. */
async function doLeftJobs(): Promise<void> {
  await database.pool.query('update graphile_worker._private_jobs set run_at = now()')
  await server.app.runJobs()
}

/** Asks for every change that the matrix has. @returns which fields were refused by the sentence, and what the others answered */
async function everyChange(isSentence: (answer: GraphqlAnswer) => boolean, unasked: readonly string[]) {
  const refused = new Set<string>()
  const others = new Map<string, unknown>()
  const { rows: versions } = await database.pool.query(
    'select current_version_id as id from document where id = $1',
    [world.openFile],
  )
  const effective: readonly (readonly [string, string, object])[] = [
    ['backOfficeDelete', '(kind: "checklist", id: $id) { id }', { id: world.checklist }],
    ['backOfficeDelete', '(kind: "subpage", id: $id) { id }', { id: world.openPage }],
    [
      'deleteProjects',
      '(orgSlug: "matrix-fund", of: { projectIds: [$id] }, count: 1) { count }',
      { id: world.project },
    ],
    ['deleteSubpage', '(subpageId: $id, subjectType: PORTFOLIO) { success }', { id: world.closedPage }],
    ['saveDocumentNote', '(documentId: $id, text: "Mine") { note { id } }', { id: world.openFile }],
    ['deleteSubpageMedia', '(mediaId: $id, subjectType: PORTFOLIO) { success }', { id: world.image }],
    [
      'setQuestionDocuments',
      `(questionId: $id, ofAnswer: false, documentIds: ["${world.openFile}"]) { id }`,
      { id: world.question },
    ],
    ['withdrawVersion', '(versionId: $id) { success }', { id: versions[0].id }],
  ]
  const asked: readonly Pick<Row, 'field' | 'query' | 'variables' | 'expected'>[] = effective.map(
    ([name, call, variables]) => ({
      field: `Mutation.${name}`,
      query: `mutation($id: ID!) { ${name}${call} }`,
      variables: () => ({ ...variables }),
      expected: allowed(['superUser']),
    }),
  )
  for (const row of [...ROWS, ...asked]) {
    const isOpen = row.field.startsWith('Mutation.') && !unasked.includes(row.field)
    const persona = PERSONAS.find((each) => row.expected[each] === 'ok') ?? 'superUser'
    if (!isOpen) continue
    const answer = await world.clients[persona].graphql(row.query, row.variables(world, persona))
    if (isSentence(answer)) refused.add(row.field)
    else others.set(row.field, [answer.data, answer.errors[0]?.message])
  }
  await server.app.runJobs()
  return { refused, others }
}

test('an archived room is changed by no mutation, whoever asks', async () => {
  await doLeftJobs()
  await database.pool.query(
    `insert into room_phase (portfolio_id, organisation_id, phase, set_by) select id, organisation_id, 'ARCHIVED', $1 from portfolio
     on conflict (portfolio_id) do update set phase = 'ARCHIVED'`,
    [world.people.superUser],
  )
  // It would open the room again.
  const unasked = ['Mutation.setRoomPhase', 'Mutation.closeRoom', 'Mutation.freezeRoom']
  const tables = await guardedTables()
  const before = await everyRow(database)
  const { refused } = await everyChange(
    ({ data, errors }) => /This room is archived\./.test(JSON.stringify([data, errors])),
    unasked,
  )
  expect(refused.size).toBeGreaterThan(60)
  expect(changed(before, await everyRow(database), tables)).toEqual([])
  await database.pool.query('delete from room_phase')
})

test('STAGE-09 no mutation changes anything of a frozen room, whoever asks: each that would is refused with one sentence', async () => {
  const schema = buildSchemaFromModules()
  const fields = Object.keys(schema.getMutationType()?.getFields() ?? {}).map((name) => `Mutation.${name}`)
  // So that there is something to be removed.
  for (const row of ROWS) {
    if (!/^Mutation\.addQuestion(Category|Topic|Project)$/.test(row.field)) continue
    const { errors } = await world.clients.superUser.graphql(row.query, row.variables(world, 'superUser'))
    expect(errors).toEqual([])
  }
  await doLeftJobs()
  await database.pool.query(
    `insert into room_freeze (portfolio_id, organisation_id, frozen_by) select id, organisation_id, $1 from portfolio`,
    [world.people.superUser],
  )
  // Whatever would forget to ask.
  await expect(
    database.pool.query('update document set acl_id = acl_id + 1 where tree_id = $1', [world.documents]),
  ).rejects.toThrow(FROZEN)
  const tables = await guardedTables()
  const before = await everyRow(database)
  const { refused, others } = await everyChange(isRefused, ['Mutation.freezeRoom'])
  const exempt = new Set([...ELSEWHERE, ...IDLE, ...PUBLIC_FIELDS, LAST_FIELD])
  const went = fields.filter((field) => !refused.has(field) && !exempt.has(field))
  expect(went.map((field) => [field, others.get(field)])).toEqual([])
  expect([...ELSEWHERE, ...IDLE].filter((field) => refused.has(field) || !fields.includes(field))).toEqual([])
  expect(changed(before, await everyRow(database), tables)).toEqual([])
})
