import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildSchemaFromModules } from '../../server/schema.ts'
import { testDatabase } from '../database/index.ts'
import { uploadFile } from '../matrix/uploads.ts'
import { pdfWith } from '../paper.ts'
import { giveContent, redactWords } from '../redacting.ts'
import { NO_CALLER_LIMITS, startTestServer, type TestServer } from '../server.ts'
import { TREE_KINDS } from '../treeKinds.ts'
import { submitZip } from '../zips.ts'
import { ENTRIES, LINKS } from './entries.ts'
import { addressesIn, follow, type Given, inPdfs, tellsOf } from './given.ts'
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

const database = testDatabase()
const OPERATIONS = operationsOf(buildSchemaFromModules())
const QUERIES = OPERATIONS.filter(({ field }) => field.startsWith('Query.'))
/** Those after which there would be less to ask for come last. */
const isHarm = ({ field }: { field: string }) => /remove|delete|withdraw|restore|move|discard/i.test(field)
const MUTATIONS = OPERATIONS.filter(({ field }) => field.startsWith('Mutation.')).toSorted(
  (a, b) => Number(isHarm(a)) - Number(isHarm(b)),
)
/** Addresses of whoever may see the file, and of exports that few take. */
const ADDRESSES: typeof LINKS = [
  ...LINKS,
  ({ world: { place } }) => `/documents/${place.treeId}/redaction-log`,
]
let server: TestServer
let world: LeakWorld
let file: string
let bytes: Buffer
/** Its versions: what differs between them is one of the words. */
let versions: { one: string; other: string }

beforeAll(async () => {
  server = await startTestServer(
    database,
    {},
    { callerLimits: NO_CALLER_LIMITS, exportRate: { calls: 1000, windowMs: 60_000 } },
  )
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
  await runJobs()
})
afterAll(() => server.close())

const setLevel = (level: string, rendition: 'FULL' | 'REDACTED' = 'FULL') =>
  giveContent(world.keeper, file, world.rivalGroup, { level, rendition })
const runJobs = async () => {
  await database.pool.query('update graphile_worker._private_jobs set run_at = now()')
  await server.app.runJobs()
}

const COMPARE = `query($one: ID!, $other: ID!) {
  versionDifference(versionId: $one, withVersionId: $other) { count remark rows { removed added before after } } }`

/** Addresses that modules serve. */
const DECLARED = globSync('server/modules/**/*.ts')
  .filter((name) => !name.endsWith('.test.ts'))
  .flatMap((name) => [...readFileSync(name, 'utf8').matchAll(/\burl: (?:'(\/[^']+)'|`(\$\{BASES[^`]+)`)/g)])
  .map(([, plain, based]) => plain ?? based ?? '')
/** Those that give nothing of documents. */
const OF_OTHER_THINGS: ReadonlySet<string> = new Set([
  '/:orgSlug/projects-list-export',
  '/:orgSlug/projects-nearby-export',
  '/:orgSlug/users-export',
  '/checklist/:checklistId/spreadsheet',
  '/questions/:logId/spreadsheet',
  '/salesforce/oauth',
  '/salesforce/oauth/callback',
  '/salesforce/template',
  '/scim/v2/:connection/*',
  '/sso/:connection/acs',
  '/sso/:connection/backchannel-logout',
  '/sso/:connection/metadata',
  '/sso/:connection/tests/:test',
  '/tagauks/exports/:kind',
  '/unsubscribe/:token',
  '/ws/comments/:portfolioId/:checklistId/',
  '/ws/session/',
])

/** Every answer to the rival, and what lies behind every address in them. */
async function everything(): Promise<Given[]> {
  const given: Given[] = []
  const { client } = world.rival
  /** Of many it makes no difference where they are asked. */
  const done = new Set<string>()
  for (const { field, text } of QUERIES) {
    const entry = ENTRIES[field]
    if (typeof entry !== 'function') continue
    for (const at of [`tree:${world.place.treeId}`, world.openFolder, file]) {
      const variables = entry({ world, at })
      const key = `${text} ${JSON.stringify(variables)}`
      if (done.has(key)) continue
      done.add(key)
      const { data } = await client.graphql(text, variables)
      given.push({ from: `${field} ${at}`, body: Buffer.from(JSON.stringify(data)) })
    }
  }
  const { data } = await client.graphql(COMPARE, versions)
  given.push({ from: 'Query.versionDifference', body: Buffer.from(JSON.stringify(data)) })
  const addresses = new Set(ADDRESSES.map((link) => link({ world, at: file })))
  for (const found of addressesIn(given)) addresses.add(found)
  for (const address of addresses) given.push(...(await follow(client, address)))
  return given
}

const TAKEN = [
  'mutation($treeId: ID!, $id: ID!) { downloadFile(treeId: $treeId, documentId: $id) { url name } }',
  'mutation($treeId: ID!, $id: ID!) { downloadMarkedPdf(treeId: $treeId, documentId: $id) { url name } }',
]

/** What the rival takes along: the file, its marked PDF and a zip of its folder. */
async function taken(): Promise<Given[]> {
  const { client, treeId } = world.rival
  const given: Given[] = []
  const fetched = async (from: string, address: string) => {
    const answer = await client.request(address)
    given.push({ from, body: Buffer.from(await answer.arrayBuffer()) })
  }
  for (const text of TAKEN) {
    const { data } = await client.graphql(text, { treeId, id: file })
    given.push({ from: text, body: Buffer.from(JSON.stringify(data)) })
    const [found] = Object.values(data ?? {}) as ({ url: string } | null)[]
    if (found) await fetched(text, found.url)
  }
  const { zipExport } = await submitZip(world.rival, [world.openFolder])
  await runJobs()
  const link = await client.request(`/zip-exports/${zipExport?.id}`)
  await fetched('zip', link.headers.get('location') ?? '')
  return given
}

const tells = (given: Given): boolean => tellsOf(WORDS, bytes)(given)

test('whoever may only view a file is given no word and no byte of it, whatever they ask', async () => {
  await setLevel('ORIGINAL')
  const before = (await everything()).filter(tells).map(({ from }) => from)
  // What is asked reaches the file: with the original there are its words, and its bytes.
  expect(before.some((from) => from.startsWith('Query.contentSearch'))).toBe(true)
  expect(before).toContain('Query.versionDifference')
  expect(before.some((from) => from.startsWith('/files/'))).toBe(true)
  for (const level of ['VIEW', 'PRINT']) {
    await setLevel(level)
    // What may be taken along is the same at both.
    const along = level === 'VIEW' ? await inPdfs(await taken()) : []
    const given = [...(await everything()), ...along]
    expect(given.filter(({ body }) => body.includes('RATE_LIMITED')).map(({ from }) => from)).toEqual([])
    expect([level, given.filter(tells).map(({ from }) => from)]).toEqual([level, []])
    // Pictures of pages are among what was searched.
    const pages = given.filter(({ from }) => from.startsWith('/files/page/'))
    expect(pages.some(({ body }) => body.toString('latin1', 8, 12) === 'WEBP')).toBe(true)
  }
})

test('every address that a module serves stands among those that are asked, or gives nothing of documents', () => {
  const addresses = ADDRESSES.map((link) => link({ world, at: file }))
  const isAsked = (url: string) => {
    const pattern = new RegExp(
      `^${url.replace(/\$\{[^}]+\}/g, '/[^/]+').replace(/:[a-zA-Z]+/g, '[^/?]+')}(\\?|$)`,
    )
    // Pages and marked PDFs are found in answers, and followed.
    return addresses.some((address) => pattern.test(address)) || url.startsWith('/files/')
  }
  expect(DECLARED.length).toBeGreaterThan(15)
  expect(DECLARED.filter((url) => !OF_OTHER_THINGS.has(url) && !isAsked(url))).toEqual([])
  expect([...OF_OTHER_THINGS].filter((url) => !DECLARED.includes(url))).toEqual([])
})

test('whoever is given the redacted rendition is given no word and no byte of what was removed, nor the hash or size of the file, whatever they ask', async () => {
  await setLevel('ORIGINAL')
  expect((await inPdfs(await taken())).filter(tells).length).toBeGreaterThan(2)
  const removed = WORDS.map((words, at) => ({ page: at + 1, words }))
  await redactWords(world.keeper, file, removed, runJobs)
  const saysSize = ({ body }: Given) => body.toString('latin1').includes(`"size":${bytes.length}`)
  for (const level of ['ORIGINAL', 'PDF', 'VIEW']) {
    await setLevel(level, 'REDACTED')
    const given = [...(await everything()), ...(await inPdfs(await taken()))]
    expect([level, given.filter((each) => tells(each) || saysSize(each)).map(({ from }) => from)]).toEqual([
      level,
      [],
    ])
    // What stands beside it was given.
    const isOpen = given.some(({ body }) => /of this lease/.test(body.toString('latin1')))
    expect([level, isOpen]).toEqual([level, level !== 'VIEW'])
  }
})

test('whoever may only view a file is given no word and no byte of it by anything that they change, either', async () => {
  const done = new Set<string>()
  /** What the rival is answered, and what lies behind the addresses in it. */
  const changed = async (operations: typeof MUTATIONS): Promise<Given[]> => {
    const given: Given[] = []
    for (const { field, text } of operations) {
      const entry = ENTRIES[field]
      if (typeof entry !== 'function') continue
      for (const at of [file, world.openFolder]) {
        const { data, errors } = await world.rival.client.graphql(text, entry({ world, at }))
        if (errors.length === 0) done.add(field)
        const answer = { from: `${field} ${at}`, body: Buffer.from(JSON.stringify({ data, errors })) }
        given.push(answer)
        for (const address of addressesIn([answer])) {
          given.push(
            ...(await follow(world.rival.client, address)).map((each) => ({
              ...each,
              from: `${field} ${each.from}`,
            })),
          )
        }
      }
    }
    return given
  }
  await setLevel('ORIGINAL')
  const before = await changed(MUTATIONS.filter(({ field }) => field === 'Mutation.downloadFile'))
  expect(before.filter(tells).map(({ from }) => from.split(' ')[0])).toContain('Mutation.downloadFile')
  await setLevel('VIEW')
  done.clear()
  const given = await changed(MUTATIONS)
  expect(given.filter(({ body }) => body.includes('RATE_LIMITED')).map(({ from }) => from)).toEqual([])
  expect(given.filter(tells).map(({ from }) => from)).toEqual([])
  // They may edit: much of it was done, and with the file.
  for (const field of ['saveDocumentNote', 'renameDocument', 'submitZipDownload', 'removeDocuments']) {
    expect([field, done.has(`Mutation.${field}`)]).toEqual([field, true])
  }
})
