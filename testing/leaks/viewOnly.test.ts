import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildSchemaFromModules } from '../../server/schema.ts'
import { testDatabase } from '../database/index.ts'
import { uploadFile } from '../matrix/uploads.ts'
import { pdfWith } from '../paper.ts'
import { NO_CALLER_LIMITS, startTestServer, type TestServer } from '../server.ts'
import { TREE_KINDS } from '../treeKinds.ts'
import { ENTRIES, LINKS } from './entries.ts'
import { operationsOf } from './operations.ts'
import { type LeakWorld, leakWorld } from './world.ts'

/**
 * Whoever may only view a document is given no word and no byte of it by anything that can be asked: every query, every
 * link, and every address in their answers (VIEW). A picture that bears their mark is all that there is.
 */

// Texts are read, and pages drawn, in processes of their own.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

/** Words of the file; a search of contents finds it by the first of them. */
const WORDS = ['marmaladeclause', 'quokkawort', 'vexillarium']
/** Bytes of a file by which a part of it is known. */
const WINDOW = 48

const database = testDatabase()
const QUERIES = operationsOf(buildSchemaFromModules()).filter(({ field }) => field.startsWith('Query.'))
let server: TestServer
let world: LeakWorld
let file: string
let bytes: Buffer
/** Its versions: what differs between them is one of the words. */
let versions: { one: string; other: string }

beforeAll(async () => {
  server = await startTestServer(database, {}, { callerLimits: NO_CALLER_LIMITS })
  const [kind] = TREE_KINDS.filter(({ type }) => type === 'DOCUMENTS')
  if (!kind) throw new Error('There is no tree of documents.')
  world = await leakWorld(database, server.address, kind, 'ViewOnly')
  bytes = await pdfWith([`The ${WORDS[0]} of this lease.`, `Rent is due to ${WORDS[1]}.`, WORDS[2] ?? ''])
  const send = (content: Buffer) =>
    uploadFile(world.keeper.client, world.place.treeId, world.openFolder, 'terms.pdf', content)
  await send(await pdfWith([`The ${WORDS[0]} of this lease.`, 'Rent is due.', WORDS[2] ?? '']))
  file = await send(bytes)
  const made = await world.keeper.call<{ id: string }[]>(
    'query($treeId: ID!, $id: ID!) { documentVersions(treeId: $treeId, documentId: $id) { id } }',
    { id: file },
  )
  versions = { one: made[0]?.id ?? '', other: made[1]?.id ?? '' }
  await world.keeper.call(
    'mutation($treeId: ID!) { setReadersSeeEarlierVersions(treeId: $treeId, isOn: true) { id } }',
  )
  await database.pool.query('update graphile_worker._private_jobs set run_at = now()')
  await server.app.runJobs()
})
afterAll(() => server.close())

const setLevel = (level: string) =>
  world.keeper.call(
    `mutation($treeId: ID!, $ids: [ID!]!, $changes: [LevelChangeInput!]!) {
      setDocumentLevels(treeId: $treeId, documentIds: $ids, changes: $changes) { changeId } }`,
    { ids: [file], changes: [{ principalId: world.rivalGroup, level }] },
  )

const COMPARE = `query($one: ID!, $other: ID!) {
  versionDifference(versionId: $one, withVersionId: $other) { count remark rows { removed added before after } } }`

interface Given {
  /** What was asked for, and the answer's bytes. */
  from: string
  body: Buffer
}

/** Every answer to the rival, and what lies behind every address in them. */
async function everything(): Promise<Given[]> {
  const given: Given[] = []
  const { client } = world.rival
  for (const { field, text } of QUERIES) {
    const entry = ENTRIES[field]
    if (typeof entry !== 'function') continue
    for (const at of [`tree:${world.place.treeId}`, world.openFolder, file]) {
      const { data } = await client.graphql(text, entry({ world, at }))
      given.push({ from: `${field} ${at}`, body: Buffer.from(JSON.stringify(data)) })
    }
  }
  const { data } = await client.graphql(COMPARE, versions)
  given.push({ from: 'Query.versionDifference', body: Buffer.from(JSON.stringify(data)) })
  const addresses = new Set(LINKS.map((link) => link({ world, at: file })))
  const follow = async (address: string): Promise<void> => {
    const answer = await client.request(address)
    given.push({ from: address, body: Buffer.from(await answer.arrayBuffer()) })
    const next = answer.headers.get('location')
    if (next?.startsWith('/files/')) await follow(next)
  }
  for (const { body } of given) {
    for (const [found] of body.toString().matchAll(/\/files\/[^"\\]+/g)) addresses.add(found)
  }
  for (const address of addresses) await follow(address)
  return given
}

const hash = () => createHash('sha256').update(bytes).digest('hex')
const tells = ({ body }: Given): boolean => {
  const text = body.toString('latin1').toLowerCase()
  if ([...WORDS, hash()].some((word) => text.includes(word))) return true
  for (let at = 0; at + WINDOW <= bytes.length; at += WINDOW) {
    if (body.includes(bytes.subarray(at, at + WINDOW))) return true
  }
  return false
}

test('whoever may only view a file is given no word and no byte of it, whatever they ask', async () => {
  await setLevel('ORIGINAL')
  const before = (await everything()).filter(tells).map(({ from }) => from)
  // What is asked reaches the file: with the original there are its words, and its bytes.
  expect(before.some((from) => from.startsWith('Query.contentSearch'))).toBe(true)
  expect(before).toContain('Query.versionDifference')
  expect(before.some((from) => from.startsWith('/files/'))).toBe(true)
  for (const level of ['VIEW', 'PRINT']) {
    await setLevel(level)
    const given = await everything()
    expect([level, given.filter(tells).map(({ from }) => from)]).toEqual([level, []])
    // Pictures of pages are among what was searched.
    const pages = given.filter(({ from }) => from.startsWith('/files/page/'))
    expect(pages.some(({ body }) => body.toString('latin1', 8, 12) === 'WEBP')).toBe(true)
  }
})
