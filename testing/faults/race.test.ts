import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../database/index.ts'
import type { Announced, Room } from '../room.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { contentOf, sha256 } from './content.ts'
import { contributors } from './fund.ts'

const NAMES = 12

const database = testDatabase()
let server: TestServer
let rooms: readonly Room[]
beforeAll(async () => {
  server = await startTestServer(database)
  rooms = await contributors(database, server.address, 2)
})
afterAll(() => server.close())

test('UPL-36 UPL-38 two people who upload the same names at the same time make one document of each name, with both versions', async () => {
  const names = Array.from({ length: NAMES }, (_, number) => `Term sheet ${number}.pdf`)
  const uploads = await Promise.all(
    rooms.map(async (room, person) => {
      // Case is no difference either.
      const given = names.map((name) => (person === 0 ? name : name.toUpperCase()))
      const announced = await room.announce(given.map((name) => ({ name, size: 10_000 + person })))
      await Promise.all(
        announced.map(async (upload, index) => {
          const answer = await room.put(upload, contentOf(index * 2 + person, 10_000 + person))
          expect(answer.status).toBe(200)
        }),
      )
      return announced
    }),
  )
  expect(await rooms[0]?.list()).toEqual([])

  // One call for each name and person, all of them together.
  const confirmed = await Promise.all(
    rooms.flatMap((room, person) =>
      (uploads[person] ?? []).map(async (upload: Announced, index) => {
        const { files, failedIds } = await room.confirm([upload])
        return { index, failedIds, id: files[0]?.id }
      }),
    ),
  )
  expect(confirmed.flatMap((answer) => answer.failedIds)).toEqual([])
  const [room] = rooms
  const listed = (await room?.list()) ?? []
  expect(listed.map((file) => file.name.toLowerCase()).sort()).toEqual(
    names.map((name) => name.toLowerCase()).sort(),
  )
  for (const [index, name] of names.entries()) {
    const document = listed.find((file) => file.name.toLowerCase() === name.toLowerCase())
    const answered = confirmed.filter((answer) => answer.index === index).map((answer) => answer.id)
    expect(answered).toEqual([document?.id, document?.id])
    const contents = [0, 1].map((person) => sha256(contentOf(index * 2 + person, 10_000 + person)))
    const { rows } = await database.pool.query(
      `select encode(sha256, 'hex') as sha256 from document_version where document_id = $1`,
      [document?.id],
    )
    expect(rows.map((row) => row.sha256).sort()).toEqual(contents.toSorted())
    expect(contents).toContain((await room?.download(document?.id ?? ''))?.sha256)
  }
})
