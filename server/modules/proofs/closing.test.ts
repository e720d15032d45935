import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Client } from '../../../testing/client.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { type ArchivedRoom, archivedRoomOf, beginArchive, paper } from './archives.fixture.ts'

const database = testDatabase()
let server: TestServer
let room: ArchivedRoom

beforeAll(async () => {
  server = await startTestServer(database)
  room = await archivedRoomOf(database, server)
  await room.upload('PPA.pdf', room.offtake.id, await paper('The lease of the land'))
  await server.app.services.record.append()
})
afterAll(() => server.close())

interface Closing {
  groupIds: string[]
  endsAt?: Date
  withArchive?: boolean
}
const close = async (client: Client, { groupIds, endsAt, withArchive = true }: Closing) => {
  const { errors } = await client.graphql(
    `mutation($id: ID!, $groupIds: [ID!]!, $endsAt: DateTime, $withArchive: Boolean!) {
      closeRoom(portfolioId: $id, groupIds: $groupIds, endsAt: $endsAt, withArchive: $withArchive) { phase }
    }`,
    { id: room.place.portfolioId, groupIds, endsAt: endsAt?.toISOString() ?? null, withArchive },
  )
  return errors[0]?.message ?? 'closing'
}
const setPhase = async (phase: string, client = room.team.client) => {
  const { errors } = await client.graphql(
    'mutation($id: ID!, $phase: RoomPhase!) { setRoomPhase(portfolioId: $id, phase: $phase) { id } }',
    { id: room.place.portfolioId, phase },
  )
  return errors[0]?.message ?? phase
}
const NOT_YET =
  'A deal room can be archived while it is being closed, once an archive of everything in it is verified.'
interface Seen {
  phase: string
  offeredPhases: string[]
  groupAccess: { items: { id: string; endsAt: string | null; hasEnded: boolean }[] } | null
}
const seenBy = async (client: Client): Promise<Seen | null> => {
  const { data } = await client.graphql(
    'query($id: ID!) { portfolio(id: $id) { phase offeredPhases groupAccess { items { id endsAt hasEnded } } } }',
    { id: room.place.portfolioId },
  )
  return (data?.portfolio ?? null) as Seen | null
}
const endOf = async (groupId: string) =>
  (await seenBy(room.team.client))?.groupAccess?.items.find(({ id }) => id === groupId)?.endsAt
interface Archive {
  id: string
  state: string
  to: string
  withVersions: boolean
  verifiedAt: string | null
}
const archives = async (): Promise<Archive[]> => {
  const { data } = await room.owner.client.graphql(
    'query($id: ID!) { roomProofs(portfolioId: $id, kind: ARCHIVE) { items { id state to withVersions verifiedAt } } }',
    { id: room.place.portfolioId },
  )
  return (data as { roomProofs: { items: Archive[] } }).roomProofs.items
}
const reads = async (client: Client): Promise<boolean> => {
  const { data } = await client.graphql(
    'query($treeId: ID!) { documentsById: documentTree(treeId: $treeId) { id } }',
    { treeId: room.treeId },
  )
  return data?.documentsById != null
}
const newFolder = async (client: Client): Promise<string> =>
  (
    await client.graphql(
      'mutation($treeId: ID!) { createFolder(treeId: $treeId, name: "Late") { folder { id } errors { message } } }',
      { treeId: room.treeId },
    )
  ).errors[0]?.message ?? 'made'

test('STAGE-11 closing ends the access of the chosen groups at a time and makes an archive of everything then; only once that is verified can it be archived, and an archived room is read by its admins alone', async () => {
  const { owner, team, northwind, rival } = room
  const usual = ['PREPARATION', 'OPEN', 'CLOSING']
  expect([
    (await seenBy(owner.client))?.offeredPhases,
    (await seenBy(northwind.client))?.offeredPhases,
  ]).toEqual([usual, []])
  // One that is verified before the room is being closed says nothing of what it is by then.
  await beginArchive(database, room)
  await database.pool.query(
    `update room_proof set state = 'READY', verified_at = now(), size = 1, sha256 = sha256('') where portfolio_id = $1`,
    [room.place.portfolioId],
  )

  expect([await setPhase('ARCHIVED'), await setPhase('ARCHIVED', owner.client)]).toEqual([NOT_YET, NOT_YET])

  const at = new Date(Date.now() + 15_000)
  expect(await close(owner.client, { groupIds: [northwind.groupId], endsAt: at })).toBe('closing')
  expect(await seenBy(team.client)).toMatchObject({ phase: 'CLOSING', offeredPhases: usual })
  // That the room is being closed is told to its admins alone (STAGE-01).
  for (const { client } of [northwind, rival]) {
    expect(await seenBy(client)).toEqual({ phase: 'OPEN', offeredPhases: [], groupAccess: null })
  }
  expect([await endOf(northwind.groupId), await endOf(rival.groupId)]).toEqual([at.toISOString(), null])
  await server.app.runJobs()
  expect((await archives())[0]).toMatchObject({ state: 'WAITING', to: at.toISOString(), withVersions: true })
  expect([await reads(northwind.client), await reads(rival.client)]).toEqual([true, true])

  await vi.waitUntil(() => Date.now() > at.getTime(), { timeout: 20_000 })
  expect([await reads(northwind.client), await reads(rival.client)]).toEqual([false, true])
  await vi.waitFor(
    async () => {
      await server.app.runJobs()
      expect((await archives())[0]).toMatchObject({ state: 'READY', verifiedAt: expect.any(String) })
    },
    { timeout: 30_000 },
  )
  const [made] = await archives()
  const verifiedAt = (value: string | null) =>
    database.pool.query('update room_proof set verified_at = $2 where id = $1', [made?.id, value])
  await verifiedAt(null)
  expect((await seenBy(team.client))?.offeredPhases).toEqual(usual)
  expect([await setPhase('ARCHIVED'), await setPhase('ARCHIVED', owner.client)]).toEqual([NOT_YET, NOT_YET])
  expect((await seenBy(team.client))?.phase).toBe('CLOSING')
  await verifiedAt(made?.verifiedAt ?? null)
  expect((await seenBy(team.client))?.offeredPhases).toEqual([...usual, 'ARCHIVED'])

  // An archive of an earlier closing says nothing of what the room is by now.
  expect(await setPhase('OPEN')).toBe('OPEN')
  expect(await setPhase('ARCHIVED')).toBe(NOT_YET)
  expect(await setPhase('CLOSING')).toBe('CLOSING')
  expect(await setPhase('ARCHIVED')).toBe(NOT_YET)
  const madeNow = () =>
    database.pool.query('update room_proof set created_at = now() where id = $1', [made?.id])
  expect(await setPhase('PREPARATION')).toBe('PREPARATION')
  await madeNow()
  expect(await setPhase('ARCHIVED')).toBe(NOT_YET)
  expect(await setPhase('CLOSING')).toBe('CLOSING')
  await madeNow()

  expect(await setPhase('ARCHIVED')).toBe('ARCHIVED')
  expect(await Promise.all([owner, team, northwind, rival].map(({ client }) => reads(client)))).toEqual([
    true,
    true,
    false,
    false,
  ])
  const archived = 'This room is archived. Nothing in it can be changed.'
  expect([await newFolder(owner.client), await newFolder(team.client)]).toEqual([archived, archived])
  expect((await seenBy(team.client))?.offeredPhases).toEqual([...usual, 'ARCHIVED'])
  expect(await close(owner.client, { groupIds: [] })).toBe(
    'This room is archived. Please give it another phase first.',
  )
  expect(await setPhase('OPEN')).toBe('OPEN')
})

test('closing a room is done whole or not at all', async () => {
  const { owner, team, northwind, rival } = room
  const state = async () => [
    (await seenBy(team.client))?.phase,
    await endOf(rival.groupId),
    (await archives()).length,
  ]
  const before = await state()
  const groupIds = [rival.groupId]
  expect(await close(team.client, { groupIds: [...groupIds, owner.groupId], withArchive: false })).toBe(
    'Owners has access to all deal rooms of the organisation, so that it can’t end in one of them.',
  )
  expect(await close(owner.client, { groupIds: [...groupIds, room.place.portfolioId] })).toBe(
    'Group not found.',
  )
  expect(await close(team.client, { groupIds })).toBe('Not authorized.')
  expect(await close(team.client, { groupIds: [...groupIds, team.groupId], withArchive: false })).toBe(
    'You administer this deal room by a group that you have chosen, and would lose it yourself. Please leave that group out.',
  )
  expect(await close(owner.client, { groupIds: Array.from({ length: 201 }, () => rival.groupId) })).toMatch(
    /^Please choose at most 200 groups/,
  )
  for (let at = 0; at < 3; at++) await beginArchive(database, room)
  const [phase, end] = before
  expect(await close(owner.client, { groupIds })).toMatch(/^3 of your certificates and archives are still/)
  expect(await state()).toEqual([phase, end, (before[2] as number) + 3])
  // Those that wait for a moment to come take nobody's turn: a room has one of them.
  const soon = new Date(Date.now() + 3_600_000)
  const later = new Date(Date.now() + 7_200_000)
  expect(await close(owner.client, { groupIds, endsAt: later })).toBe('closing')
  expect(await close(owner.client, { groupIds: [northwind.groupId], endsAt: soon })).toBe('closing')
  const waiting = (await archives()).filter(({ to }) => new Date(to).getTime() > Date.now())
  expect(waiting.map(({ to }) => to)).toEqual([soon.toISOString()])
  // What has ended stays ended.
  expect(new Date((await endOf(northwind.groupId)) ?? '').getTime()).toBeLessThan(Date.now())
  expect(await endOf(rival.groupId)).toBe(later.toISOString())
  expect(await close(team.client, { groupIds, withArchive: false })).toBe('closing')
  expect([await reads(rival.client), (await archives()).length]).toEqual([false, (before[2] as number) + 4])
})
