import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { Client } from '../client.ts'
import { testDatabase } from '../database/index.ts'
import { Room } from '../room.ts'
import { NO_CALLER_LIMITS, startTestServer, type TestServer } from '../server.ts'
import { TestSocket } from '../sockets.ts'
import { submitZip } from '../zips.ts'
import { archiveOf } from './content.ts'
import { ROWS } from './rows.ts'
import { uploadFile } from './uploads.ts'
import { createWorld, type Persona, type World } from './world.ts'

/** Who sees what is in a deal room, by its phase and by when the access of their group ends: by all fields of the matrix. */

const database = testDatabase()
let server: TestServer
let world: World

beforeAll(async () => {
  server = await startTestServer(database, {}, { callerLimits: NO_CALLER_LIMITS })
  world = await createWorld(database, server)
})
afterAll(() => server.close())

const setPhase = async (phase: string, client: Client = world.clients.dealAdmin) => {
  const { errors } = await client.graphql(
    'mutation($id: ID!, $phase: RoomPhase!) { setRoomPhase(portfolioId: $id, phase: $phase) { phase } }',
    { id: world.portfolio.id, phase },
  )
  expect(errors).toEqual([])
}
/** Gives a room that is being closed an archive that was verified, without which it can't be archived (STAGE-11). */
const verifyArchive = async () => {
  const { archive } = await archiveOf(database, { id: world.portfolio.id, by: world.people.orgAdmin }, [])
  await database.pool.query('update room_proof set verified_at = now() where id = $1', [archive])
}
const archive = async () => {
  await setPhase('CLOSING')
  await verifyArchive()
  await setPhase('ARCHIVED')
}
const setEnd = async (groupId: string, endsAt: Date | null) => {
  const { data, errors } = await world.clients.dealAdmin.graphql(
    `mutation($id: ID!, $groupId: ID!, $endsAt: DateTime) {
      setGroupAccessEnd(portfolioId: $id, groupId: $groupId, endsAt: $endsAt) { success errors { field message } }
    }`,
    { id: world.portfolio.id, groupId, endsAt: endsAt?.toISOString() ?? null },
  )
  expect(errors).toEqual([])
  return data?.setGroupAccessEnd as { success: boolean; errors: { field: string; message: string }[] }
}

/** All that queries of the matrix answer to a persona. */
async function everything(persona: Persona): Promise<string> {
  const asked = ROWS.filter(
    ({ field, expected }) => field.startsWith('Query.') && expected[persona] !== 'BAD_USER_INPUT',
  )
  const answers = await Promise.all(
    asked.map(async (row) => {
      const { data, errors } = await world.clients[persona].graphql(row.query, row.variables(world, persona))
      return JSON.stringify({ data, errors })
    }),
  )
  return answers.join('\n')
}
/** Names and ids of what is in the room, which stand nowhere else. */
const inRoom = ({
  documents,
  reports,
  openFolder,
  openFile,
  closedFolder,
  closedFile,
  reportFile,
  ...others
}: World) => [
  ...['"open.pdf', '"closed.pdf', '"report.pdf', 'Matrix Solar'],
  ...[documents, reports, openFolder, openFile, closedFolder, closedFile, reportFile, others.project],
  ...[others.checklist, others.log, others.question, others.openPage, others.timeline, others.milestone],
]
const found = (answers: string): string[] => inRoom(world).filter((word) => answers.includes(word))
/** Addresses of what is in the room, with what they answer. */
const statuses = (client: Client, addresses: readonly string[]): Promise<number[]> =>
  Promise.all(
    addresses.map(async (address) => {
      const answer = await client.request(address)
      await answer.arrayBuffer()
      return answer.status
    }),
  )
const previewOf = async (client: Client): Promise<string> => {
  const { data } = await client.graphql(
    'query($treeId: ID!, $id: ID!) { document(treeId: $treeId, documentId: $id) { previewUrl } }',
    { treeId: world.documents, id: world.openFile },
  )
  const { previewUrl } = (data?.document ?? {}) as { previewUrl?: string }
  return String(previewUrl)
}
const zipOf = async (client: Client): Promise<string> => {
  const { zipExport } = await submitZip(new Room(client, world.documents), [`tree:${world.documents}`])
  await server.app.runJobs()
  return `/zip-exports/${zipExport?.id}`
}
const addressesOf = async (client: Client): Promise<string[]> => [
  `/documents/${world.documents}/${world.openFile}/download`,
  `/documents/${world.documents}/new/spreadsheet`,
  `/checklist/${world.checklist}/spreadsheet`,
  await previewOf(client),
  await zipOf(client),
]

const PREPARING = ['dealAdmin', 'contributor'] as const
const OTHERS = ['viewer', 'bidder', 'reports', 'guest', 'viewerAdminNext'] as const

test('STAGE-01 a room is open until somebody with DEALROOM_ADMIN gives it another of the four phases, which is recorded', async () => {
  const phaseOf = async (client: Client) =>
    (
      (await client.graphql('query($id: ID!) { portfolio(id: $id) { phase } }', { id: world.portfolio.id }))
        .data?.portfolio as { phase: string } | null
    )?.phase
  const { dealAdmin, contributor, bidder } = world.clients
  expect(await phaseOf(dealAdmin)).toBe('OPEN')
  onTestFinished(() => setPhase('OPEN'))
  for (const phase of ['PREPARATION', 'CLOSING', 'ARCHIVED', 'OPEN']) {
    if (phase === 'ARCHIVED') await verifyArchive()
    for (const other of [contributor, bidder]) {
      const { errors } = await other.graphql(
        'mutation($id: ID!, $phase: RoomPhase!) { setRoomPhase(portfolioId: $id, phase: $phase) { phase } }',
        { id: world.portfolio.id, phase },
      )
      expect(errors).toHaveLength(1)
    }
    await setPhase(phase)
    expect(await phaseOf(dealAdmin)).toBe(phase)
  }
  const { rows } = await database.pool.query<{ detail: { from: string; to: string } }>(
    `select detail from activity where kind = 'CHANGE_ROOM_PHASE' and subject_id = $1 order by id`,
    [world.portfolio.id],
  )
  expect(rows.slice(-4).map(({ detail }) => [detail.from, detail.to])).toEqual([
    ['OPEN', 'PREPARATION'],
    ['PREPARATION', 'CLOSING'],
    ['CLOSING', 'ARCHIVED'],
    ['ARCHIVED', 'OPEN'],
  ])
})

test('STAGE-02 in preparation only those who prepare the room learn anything of what is in it: by no query, address, zip or socket', async () => {
  const { viewer, bidder } = world.clients
  const before = new Map<Persona, string[]>()
  for (const persona of [...PREPARING, 'viewer'] as const)
    before.set(persona, found(await everything(persona)))
  // The questions reach what is there.
  expect(before.get('viewer')).toEqual(
    expect.arrayContaining(['"open.pdf', '"closed.pdf', 'Matrix Solar', world.checklist, world.log]),
  )
  const addresses = await addressesOf(viewer)
  expect((await statuses(viewer, addresses)).every((status) => status < 400)).toBe(true)
  await database.pool.query(
    `insert into operating_stats (entity_id, portfolio_id, start_date, actual_revenue, forecast_revenue,
       actual_expenses, forecast_expenses, actual_production, forecast_production)
     values ($1, $1, '2025-01-01', 1, 1, 1, 1, 1, 1)`,
    [world.portfolio.id],
  )
  const pageOf = async (client: Client) =>
    (
      await client.graphql(
        'query($id: ID!) { portfolio(id: $id) { name phase permissions hasSubpages operatingStats { startDate } } }',
        { id: world.portfolio.id },
      )
    ).data?.portfolio
  const operated = { hasSubpages: true, operatingStats: { startDate: '2025-01-01' } }
  expect(await pageOf(viewer)).toMatchObject(operated)
  const socket = await new TestSocket(
    bidder,
    `/ws/comments/${world.portfolio.id}/${world.checklist}/`,
  ).opened()
  onTestFinished(() => socket.close())

  await setPhase('PREPARATION')
  onTestFinished(() => setPhase('OPEN'))
  // The open page of somebody loses it without asking.
  expect(await socket.closed).toBe(4403)
  for (const persona of PREPARING) {
    expect(found(await everything(persona))).toEqual(
      expect.arrayContaining(before.get(persona) ?? ['nothing']),
    )
  }
  for (const persona of OTHERS) expect([persona, found(await everything(persona))]).toEqual([persona, []])
  expect((await statuses(viewer, addresses)).filter((status) => status < 400)).toEqual([])
  const late = new TestSocket(bidder, `/ws/comments/${world.portfolio.id}/${world.checklist}/`)
  expect([4403, 4404]).toContain(await late.closed)
  expect(await pageOf(viewer)).toEqual({
    ...{ name: 'Matrix One', phase: 'PREPARATION', permissions: ['DEALROOM_VIEW'] },
    // Not even that there are pages, and what was operated.
    ...{ hasSubpages: false, operatingStats: null },
  })
  expect(await pageOf(world.clients.dealAdmin)).toMatchObject(operated)
})

/** Who is mailed of a new document, an assignment and a comment on it, and a closed question. */
const mails = async (name: string) => {
  const { contributor } = world.clients
  await database.pool.query('truncate notification, mail_outbox')
  await uploadFile(contributor, world.documents, world.openFolder, name)
  await commented(name)
  const { errors } = await contributor.graphql(
    'mutation($id: ID!, $closed: Boolean!) { updateQuestion(questionId: $id, isClosed: $closed) { question { id } } }',
    { id: world.question, closed: name === 'first.pdf' },
  )
  expect(errors).toEqual([])
  await database.pool.query(
    `update notification set due_at = due_at - interval '1 day', latest_at = latest_at - interval '1 day'`,
  )
  await server.app.runJobs()
  const { rows } = await database.pool.query<{ to: string }>(
    'select distinct recipient as to from mail_outbox',
  )
  return rows.map(({ to }) => to.replace('@matrix.example', '')).sort()
}
const commented = async (text: string) => {
  const socket = await new TestSocket(
    world.clients.contributor,
    `/ws/comments/${world.portfolio.id}/${world.checklist}/`,
  ).opened()
  socket.send(text, world.item)
  await socket.until(() => socket.comments.some(({ comment }) => comment === text))
  socket.close()
}

test('STAGE-02 in preparation nothing of the room mails the others, and whoever prepares it is mailed as before', async () => {
  const open = await mails('first.pdf')
  expect(open).toEqual(expect.arrayContaining(['dealadmin', 'viewer', 'bidder']))
  await setPhase('PREPARATION')
  onTestFinished(() => setPhase('OPEN'))
  const preparing = await mails('second.pdf')
  expect(preparing).toContain('dealadmin')
  expect(preparing.filter((name) => !['superuser', 'orgadmin', 'dealadmin'].includes(name))).toEqual([])
})

test('STAGE-08 a view as others shows a room in preparation as they will see it', async () => {
  const before = found(await everything('bidder'))
  await setPhase('PREPARATION')
  onTestFinished(() => setPhase('OPEN'))
  const { dealAdmin } = world.clients
  const { data, errors } = await dealAdmin.graphql(
    `mutation($treeId: ID!, $groupId: ID!) { startView(treeId: $treeId, groupId: $groupId) { view { id } } }`,
    { treeId: world.documents, groupId: world.bidderGroup },
  )
  expect(errors).toEqual([])
  expect(data).toBeDefined()
  onTestFinished(async () => {
    await dealAdmin.graphql('mutation { leaveView { success } }')
  })
  expect(found(await everything('dealAdmin'))).toEqual(before)
})

test('a view as others shows nothing of an archived room, as they see nothing of it', async () => {
  const { dealAdmin } = world.clients
  await dealAdmin.graphql(
    `mutation($treeId: ID!, $groupId: ID!) { startView(treeId: $treeId, groupId: $groupId) { view { id } } }`,
    { treeId: world.documents, groupId: world.bidderGroup },
  )
  const leave = () => dealAdmin.graphql('mutation { leaveView { success } }')
  onTestFinished(async () => {
    await leave()
    await setPhase('OPEN')
  })
  const roomOf = async () =>
    (await dealAdmin.graphql('query($id: ID!) { portfolio(id: $id) { name } }', { id: world.portfolio.id }))
      .data?.portfolio ?? null
  expect(await roomOf()).not.toBeNull()
  await leave()
  await archive()
  expect(await roomOf()).not.toBeNull()
  const { errors } = await dealAdmin.graphql(
    `mutation($treeId: ID!, $groupId: ID!) { startView(treeId: $treeId, groupId: $groupId) { view { id } } }`,
    { treeId: world.documents, groupId: world.bidderGroup },
  )
  expect(errors).toEqual([])
  expect(await roomOf()).toBeNull()
  expect(found(await everything('dealAdmin'))).toEqual(found(await everything('bidder')))
  await leave()
  expect(await roomOf()).not.toBeNull()
})

test('STAGE-10 from the end of its access on, a group’s members see the room as if they were no members; admins see when', async () => {
  const { bidder, dealAdmin } = world.clients
  const addresses = await addressesOf(bidder)
  const socket = await new TestSocket(bidder, '/ws/session/').opened()
  onTestFinished(() => socket.close())
  const marks = () => socket.messages.map((message) => (message as { held?: string }).held)
  const [first] = marks()
  const listed = async () => {
    const { data } = await dealAdmin.graphql(
      'query($id: ID!) { portfolio(id: $id) { groupAccess(limit: 200) { items { id hasEnded } } } }',
      { id: world.portfolio.id },
    )
    const { groupAccess } = (data?.portfolio ?? {}) as {
      groupAccess?: { items: { id: string; hasEnded: boolean }[] }
    }
    return groupAccess?.items.find(({ id }) => id === world.bidderGroup)?.hasEnded
  }
  const reads = async () =>
    (await bidder.graphql('query($id: ID!) { portfolio(id: $id) { name } }', { id: world.portfolio.id }))
      .errors[0]?.extensions.code ?? 'reads'
  const at = new Date(Date.now() + 8000)
  expect(await setEnd(world.bidderGroup, at)).toEqual({ success: true, errors: [] })
  onTestFinished(async () => void (await setEnd(world.bidderGroup, null)))
  expect([await reads(), await listed()]).toEqual(['reads', false])
  await vi.waitUntil(() => Date.now() > at.getTime(), { timeout: 20_000 })
  // No job has run.
  expect([await reads(), await listed()]).toEqual(['NOT_FOUND', true])
  expect(found(await everything('bidder'))).toEqual([])
  expect((await statuses(bidder, addresses)).filter((status) => status < 400)).toEqual([])
  const mailed = await mails('third.pdf')
  expect(mailed).toContain('dealadmin')
  expect(mailed).not.toContain('bidder')
  // What was told before, of the change and of what came before it, may come now.
  await vi.waitFor(() => expect(marks().at(-1)).not.toBe(first), { timeout: 10_000 })
  // That an end was set to come is said to nobody but admins, also not by saying the same again.
  expect(marks().filter((mark) => mark === first)).toHaveLength(1)
  await setEnd(world.bidderGroup, null)
  expect(await reads()).toBe('reads')
  // Whoever has access to all rooms has no end in one of them.
  expect(await setEnd(world.orgAdminGroup, new Date())).toMatchObject({
    success: false,
    errors: [{ field: 'endsAt', message: expect.stringContaining('has access to all deal rooms') }],
  })
})

test('an archived room is read by its admins alone, and changed by nobody', async () => {
  const { dealAdmin, contributor, viewer } = world.clients
  await archive()
  const code = async (client: Client) =>
    (await client.graphql('query($id: ID!) { portfolio(id: $id) { name } }', { id: world.portfolio.id }))
      .errors[0]?.extensions.code ?? 'reads'
  expect([await code(dealAdmin), await code(contributor), await code(viewer)]).toEqual([
    'reads',
    'NOT_FOUND',
    'NOT_FOUND',
  ])
  expect([found(await everything('contributor')), found(await everything('viewer'))]).toEqual([[], []])
  const rename = () =>
    dealAdmin.graphql(
      'mutation($treeId: ID!) { createFolder(treeId: $treeId, name: "Late") { folder { id } errors { message } } }',
      { treeId: world.documents },
    )
  expect((await rename()).errors[0]?.message).toBe('This room is archived. Nothing in it can be changed.')
  await setPhase('OPEN')
  expect((await rename()).errors).toEqual([])
  expect(await code(viewer)).toBe('reads')
})
