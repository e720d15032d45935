// What the record is about becomes a leaf of it, by the appender that a server runs.
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import {
  admin,
  bidder,
  database,
  folder,
  organisationId,
  permit,
  portfolio,
  publish,
  server,
  stage,
  treeId,
} from '../server/modules/documents/staging/staging.fixture.ts'
import { canonicalText } from '../server/modules/record/canonical.ts'
import { SOURCE_FACTS, type SourceRow } from '../server/modules/record/sources.ts'
import { leafHash } from '../server/modules/record/tree/merkle.ts'
import { uploadFile } from './matrix/uploads.ts'

/** Milliseconds after a commit in which its leaf is there (CHAIN-01). */
const LEAF_MS = 10_000

interface Written {
  source: string
  id: string
  /** The kind of an activity, or the SHA-256 of a version. */
  said: string
}

/** Hashes of the leaves of the organisation, by their rows. */
async function leavesOf(): Promise<Map<string, string>> {
  const { rows } = await database.pool.query<{ row: string; hash: string }>(
    `select source || ' ' || row_id as row, encode(hash, 'hex') as hash from record_leaf where organisation_id = $1`,
    [organisationId],
  )
  return new Map(rows.map(({ row, hash }) => [row, hash]))
}

const call = (query: string, variables: Record<string, unknown>) => admin.room.call(query, variables)

test('CHAIN-01 within ten seconds of its commit each activity, use of a document, change of rights, version with its SHA-256 and publication is a leaf', async () => {
  onTestFinished(server.app.services.record.start())
  const permits = await folder('Permits')
  const file = await uploadFile(admin.room.client, treeId, permits, 'Zoning.pdf')
  const { url } = await bidder.room.call<{ url: string }>(
    'mutation($treeId: ID!, $id: ID!) { downloadFile(treeId: $treeId, documentId: $id) { url } }',
    { id: file },
  )
  expect((await bidder.room.client.request(url)).status).toBe(200)
  await permit(file, bidder, false)
  await stage(permits, 'Draft.pdf')
  await publish([`tree:${treeId}`])
  const endsAt = new Date(Date.now() + 3_600_000).toISOString()
  await call(
    `mutation($room: ID!, $group: ID!, $endsAt: DateTime) {
      setGroupAccessEnd(portfolioId: $room, groupId: $group, endsAt: $endsAt) { success } }`,
    { room: portfolio.id, group: bidder.groupId, endsAt },
  )
  await call('mutation($room: ID!) { setRoomPhase(portfolioId: $room, phase: CLOSING) { phase } }', {
    room: portfolio.id,
  })
  const committed = performance.now()
  const { rows: written } = await database.pool.query<Written>(
    `select 'activity' as source, id::text as id, kind as said from activity where organisation_id = $1
     union all select 'version', v.id::text, encode(v.sha256, 'hex') from document_version v
       join document d on d.id = v.document_id where d.tree_id = $2`,
    [organisationId, treeId],
  )
  const said = written.map(({ said: what }) => what)
  const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
  for (const what of [
    'UPLOAD',
    'DOWNLOAD',
    'PERMISSION',
    'PUBLISH',
    'SET_GROUP_ACCESS_END',
    'CHANGE_ROOM_PHASE',
    hashOf('Content of Zoning.pdf'),
    hashOf('Staged Draft.pdf'),
  ]) {
    expect(said).toContain(what)
  }
  let leaves = await leavesOf()
  while (leaves.size < written.length && performance.now() - committed < LEAF_MS) {
    await sleep(100)
    leaves = await leavesOf()
  }
  expect(written.filter(({ source, id }) => !leaves.has(`${source} ${id}`))).toEqual([])
  // A leaf is made of its row: it is the hash of what the row says by now.
  for (const source of ['activity', 'version'] as const) {
    const { from, columns, ofOrganisation, content } = SOURCE_FACTS[source]
    const { rows } =
      await sql<SourceRow>`select ${columns} ${from} where ${ofOrganisation(organisationId)}`.execute(
        database.db,
      )
    expect(rows.length).toBeGreaterThan(1)
    for (const row of rows) {
      expect(leaves.get(`${source} ${row.id}`)).toBe(leafHash(canonicalText(content(row))).toString('hex'))
    }
    if (source === 'version') {
      expect(rows.map((row) => JSON.parse(canonicalText(content(row))).sha256).toSorted()).toEqual(
        [hashOf('Content of Zoning.pdf'), hashOf('Staged Draft.pdf')].toSorted(),
      )
    }
  }
})
