import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildSchemaFromModules } from '../../server/schema.ts'
import type { Client } from '../client.ts'
import { testDatabase } from '../database/index.ts'
import { NO_CALLER_LIMITS, startTestServer, type TestServer } from '../server.ts'
import { TREE_KINDS, titleOf } from '../treeKinds.ts'
import { fetchZip, submitZip } from '../zips.ts'
import { ENTRIES, LINKS, UNKNOWN } from './entries.ts'
import { type Operation, operationsOf } from './operations.ts'
import { type Hidden, hide, type LeakWorld, leakWorld, SECRETS } from './world.ts'

/** Everything of an answer that can be read, without what is random each time. */
const readable = (text: string): string =>
  text
    .replace(/expires=\d+/g, 'expires')
    .replace(/signature=[\w%-]+/g, 'signature')
    .replace(/"requestId":"[^"]*"/g, '')
    .replace(/"openingId":"[^"]*"/g, '')
    .replace(/\/files\/page\/[^/]*/g, '/files/page')
    .replace(/\/files\/marked\/[^?"]*/g, '/files/marked')
    .replace(/"code":"[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}"/g, '')

async function fetched(client: Client, address: string): Promise<string> {
  const answer = await client.request(address)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b
  const body = isZip
    ? Object.entries(unzipSync(bytes)).map(([name, part]) => `${name}: ${strFromU8(part)}`)
    : [new TextDecoder().decode(bytes)]
  const headers = [...answer.headers].filter(
    ([name]) => name !== 'date' && name !== 'x-request-id' && name !== 'set-cookie',
  )
  return readable([answer.status, JSON.stringify(headers), ...body].join('\n'))
}

async function asked(world: LeakWorld, { text }: Operation, variables: Record<string, unknown>) {
  const { status, data, errors } = await world.rival.client.graphql(text, variables)
  return readable(JSON.stringify({ status, data, errors }))
}

const database = testDatabase()
const schema = buildSchemaFromModules()
const OPERATIONS = operationsOf(schema)
/** One for each root field: what is refused is refused whatever was asked of it. */
const ONE_EACH = [...new Map(OPERATIONS.map((operation) => [operation.field, operation])).values()]
const QUERIES = OPERATIONS.filter(({ field }) => field.startsWith('Query.'))
let server: TestServer

beforeAll(async () => {
  // All that can be asked is asked together.
  server = await startTestServer(database, {}, { callerLimits: NO_CALLER_LIMITS })
})
afterAll(() => server.close())

test('API-006 every root field of the schema stands in the table of what a rival asks, and no other', () => {
  const fields = new Set(OPERATIONS.map(({ field }) => field))
  expect([...fields].filter((field) => ENTRIES[field] === undefined)).toEqual([])
  expect(Object.keys(ENTRIES).filter((field) => !fields.has(field))).toEqual([])
})

/** Each type once, at a place of its own kind. */
const KINDS = TREE_KINDS.filter(
  ({ type, owner }) =>
    `${type} ${owner}` !== 'DOCUMENTS holding company' && `${type} ${owner}` !== 'REPORTS portfolio',
)

describe.each(KINDS.map((kind, at) => [titleOf(kind), kind, `Leak${at}`] as const))(
  'what is hidden in %s',
  (_title, kind, name) => {
    let world: LeakWorld
    let hidden: Hidden
    let before: Map<string, string>
    /** Of the rival's group, one for each time that exports are taken; who joined later would change its members. */
    let readers: Client[]

    /** All that the rival reads of the documents that they may see, by what they asked. */
    const everything = async (): Promise<Map<string, string>> => {
      // Exports are counted by person, and whoever is in the same group has the same rights.
      const reader = readers.pop()
      if (!reader) throw new Error('Nobody is left to take exports.')
      const answers = new Map<string, string>()
      const visible = [`tree:${world.place.treeId}`, world.openFolder, world.openFile]
      for (const operation of QUERIES) {
        const entry = ENTRIES[operation.field]
        if (typeof entry !== 'function') continue
        for (const at of visible) {
          const variables = entry({ world, at })
          const key = `${operation.text} ${JSON.stringify(variables)}`
          if (!answers.has(key)) answers.set(key, await asked(world, operation, variables))
        }
      }
      for (const link of LINKS) {
        for (const at of [`tree:${world.place.treeId}`, world.openFolder]) {
          const address = link({ world, at })
          if (!answers.has(address)) answers.set(address, await fetched(reader, address))
        }
      }
      return answers
    }

    beforeAll(async () => {
      world = await leakWorld(database, server.address, kind, name)
      const { rivalGroup, place } = world
      readers = [await place.colleague(rivalGroup), await place.colleague(rivalGroup)]
      // How many pages a file has is known a moment after it was asked first.
      const waits = async () => {
        const { state } = await world.rival.call<{ state: string }>(
          'query($treeId: ID!, $id: ID!) { documentPages(treeId: $treeId, documentId: $id) { state } }',
          { id: world.openFile },
        )
        return state === 'WAITING'
      }
      await vi.waitUntil(async () => !(await waits()), { timeout: 60_000, interval: 100 })
      before = await everything()
      hidden = await hide(database, world)
    })

    test('the questions reach what is there to be seen', () => {
      const all = [...before.values()].join('\n')
      expect(all).toContain('plain.pdf')
      // Of folders pages are asked, too.
      const refusals = [...before].filter(
        ([, answer]) =>
          /"code":"(BAD_USER_INPUT|INTERNAL)"/.test(answer) && !answer.includes('A folder has no pages.'),
      )
      expect(refusals).toEqual([])
    })

    test('DOC-25 PERM-10 HIST-14 nothing that the rival reads changes by it: no name, id, count or order', async () => {
      const after = await everything()
      const changed = [...after].filter(([key, answer]) => before.get(key) !== answer)
      expect(changed).toEqual([])
      const all = [...after.values()].join('\n').toLowerCase()
      expect([...SECRETS, ...hidden.ids].filter((word) => all.includes(word.toLowerCase()))).toEqual([])
    })

    test('PERM-10 to whoever may see it, it is there', async () => {
      const found = await world.keeper.call<{ name: string }[]>(
        'query($treeId: ID!) { search(treeId: $treeId, search: "mar") { name } }',
      )
      expect(found.map((each) => each.name).join()).toMatch(/Tourmaline.*|Marzipan.*/)
    })

    test('API-006 DOC-17 every call and link answers to a hidden id as to an unknown one', async () => {
      const wrong: string[] = []
      const [reader, other] = [
        await world.place.colleague(world.rivalGroup),
        await world.place.colleague(world.rivalGroup),
      ]
      const unknowns = new Map<string, string>()
      /** The answer to an unknown id, which is asked for once. */
      const unknownTo = async (what: string, ask: () => Promise<string>): Promise<string> => {
        const answer = unknowns.get(what) ?? (await ask())
        unknowns.set(what, answer)
        return answer
      }
      for (const at of [
        hidden.folder,
        hidden.below,
        hidden.file,
        hidden.single,
        hidden.deleted,
        hidden.zip,
      ]) {
        /** An answer may repeat the id that was asked for, and no other word. */
        const same = (own: string, other: string, what: string) => {
          const plain = own.replaceAll(at, 'ID')
          const words = [...SECRETS, ...hidden.ids].filter((word) =>
            plain.toLowerCase().includes(word.toLowerCase()),
          )
          if (plain !== other.replaceAll(UNKNOWN, 'ID') || words.length > 0) {
            wrong.push(`${what}\n  hidden: ${plain}\n  unknown: ${other}`)
          }
        }
        for (const operation of ONE_EACH) {
          const entry = ENTRIES[operation.field]
          if (typeof entry !== 'function') continue
          const variables = entry({ world, at })
          if (!JSON.stringify(variables).includes(at)) continue
          const unknown = entry({ world, at: UNKNOWN })
          same(
            await asked(world, operation, variables),
            await unknownTo(operation.text, () => asked(world, operation, unknown)),
            operation.text,
          )
        }
        for (const link of LINKS) {
          const address = link({ world, at })
          if (!address.includes(at)) continue
          const unknown = link({ world, at: UNKNOWN })
          same(
            await fetched(reader, address),
            await unknownTo(unknown, () => fetched(other, unknown)),
            address,
          )
        }
      }
      expect(wrong).toEqual([])
    })

    test('HIST-14 the ids of entries in a history don’t tell how much happened beside them', async () => {
      const { activity } = await world.rival
        .call<{ activity: { id: string }[] }>(
          'query($treeId: ID!) { history(treeId: $treeId) { activity { id } } }',
        )
        .catch(() => ({ activity: [] }))
      // Whoever reads the history of an O&M tree sees all of it.
      expect(activity.length > 0).toBe(kind.history !== kind.admin)
      const { rows } = await database.pool.query<{ id: string }>('select id::text from activity')
      const numbers = new Set(rows.map(({ id }) => id))
      expect(activity.filter(({ id }) => numbers.has(id) || !/^[\w-]{22}$/.test(id))).toEqual([])
    })

    test('DOP-22 DOP-27 PERM-10 a zip of the whole tree holds none of it', async () => {
      const submitted = await submitZip(world.rival, [world.rival.rootId])
      await server.app.runJobs()
      const zip = await fetchZip(world.rival.client, submitted.zipExport?.id ?? '')
      const all = JSON.stringify([submitted, zip]).toLowerCase()
      expect(all).toContain('plain.pdf')
      expect([...SECRETS, ...hidden.ids].filter((word) => all.includes(word.toLowerCase()))).toEqual([])
    })

    test('DOC-25 FIND-11 a search for its very name finds nothing', async () => {
      for (const search of SECRETS) {
        const { data, errors } = await world.rival.ask(
          `query($treeId: ID!, $search: String!) {
            search(treeId: $treeId, search: $search) { id }
            searchCount(treeId: $treeId, search: $search)
            folders: search(treeId: $treeId, search: $search, fileType: FOLDER) { id }
            folderCount: searchCount(treeId: $treeId, search: $search, fileType: FOLDER)
            contentSearch(treeId: $treeId, text: $search) { count isCountLimited items { document { id } } }
          }`,
          { search },
        )
        expect([data, errors]).toEqual([
          {
            search: [],
            searchCount: 0,
            folders: [],
            folderCount: 0,
            contentSearch: { count: 0, isCountLimited: false, items: [] },
          },
          [],
        ])
      }
    })

    test('DOP-02 its name is free to whoever does not see it', async () => {
      const name = async (text: string) => {
        const { data, errors } = await world.rival.ask(
          'mutation($treeId: ID!, $name: String!) { createFolder(treeId: $treeId, name: $name) { folder { name } errors { message } } }',
          { name: text },
        )
        return data?.createFolder ?? errors[0]?.extensions.code
      }
      // Whoever may edit an O&M tree sees all of it.
      const mayEdit = kind.edit !== kind.admin
      expect(await name('zyxomma BID')).toEqual(
        mayEdit ? { folder: { name: 'zyxomma BID' }, errors: [] } : 'FORBIDDEN',
      )
      expect(await name('open')).toEqual(
        mayEdit ? { folder: null, errors: [{ message: 'Folder open already exists!' }] } : 'FORBIDDEN',
      )
    })
  },
)
