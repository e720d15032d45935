import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../testing/database/index.ts'
import { createDiskStorage, type Storage } from '../storage/index.ts'
import { createPageFiles, type PageFile } from './index.ts'

const database = testDatabase()
let folder = ''
let storage: Storage
beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'helioroom-page-files-'))
  storage = await createDiskStorage({ root: path.join(folder, 'files'), reserveBytes: 0 })
})
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true })
  await database.pool.query('delete from page_build')
})

/** Files of a build, by name, each in a second form. */
function build(contents: Readonly<Record<string, string>>): Map<string, PageFile> {
  return new Map(
    Object.entries(contents).map(([name, content]) => {
      const files = { '': content, gzip: `${content}, packed` }
      const forms = Object.entries(files).map(([encoding, text]) => {
        const file = path.join(folder, `${name}.${encoding}`)
        writeFileSync(file, text)
        return [encoding, { path: file, size: Buffer.byteLength(text) }] as const
      })
      return [name, { type: 'text/javascript', forms: new Map(forms) }]
    }),
  )
}

const server = () => createPageFiles(storage, database.db)
const failed = (error: unknown) => {
  throw error
}

async function serve(files: ReadonlyMap<string, PageFile>): Promise<void> {
  const end = await server().serve(files, failed)
  await end()
}

/** What a server that has nothing of its own finds under a name, by encoding. */
async function found(name: string, by = server()): Promise<Record<string, string> | null> {
  const file = await by.find(name)
  if (!file) return null
  const texts: Record<string, string> = {}
  for (const [encoding, range] of file.forms) {
    const parts: Buffer[] = []
    if (range.end >= range.start)
      await storage.read(file.key, range, async (chunk) => void parts.push(Buffer.from(chunk)))
    texts[encoding] = Buffer.concat(parts).toString()
  }
  return texts
}

async function packs(): Promise<string[]> {
  const keys: string[] = []
  for await (const key of storage.list({ prefix: 'page-files-' })) keys.push(key)
  return keys
}

test('SCALE-24 files of each build are found by every server, in each of their forms', async () => {
  await serve(build({ 'main-1.js': 'first', 'empty-1.js': '', 'ä-1.js': 'Grüße' }))
  await serve(build({ 'main-2.js': 'second' }))
  expect(await found('main-1.js')).toEqual({ '': 'first', gzip: 'first, packed' })
  expect(await found('empty-1.js')).toEqual({ '': '', gzip: ', packed' })
  expect(await found('ä-1.js')).toEqual({ '': 'Grüße', gzip: 'Grüße, packed' })
  expect(await found('main-2.js')).toEqual({ '': 'second', gzip: 'second, packed' })
  expect(await found('main-3.js')).toBeNull()
})

test('servers of one build that start together keep it once, and one that starts later again where it is gone', async () => {
  const files = build({ 'main-1.js': 'first' })
  await Promise.all([serve(files), serve(files), serve(files)])
  expect(await packs()).toHaveLength(1)
  await storage.remove(await packs())
  expect(await found('main-1.js')).toBeNull()
  await serve(files)
  expect(await found('main-1.js')).toEqual({ '': 'first', gzip: 'first, packed' })
})

test('SCALE-24 a build that no server has had for seven days is removed, one that is served is not', async () => {
  const [former, present] = [build({ 'main-1.js': 'first' }), build({ 'main-2.js': 'second' })]
  await serve(former)
  await serve(present)
  const age = (hours: number) =>
    database.pool.query('update page_build set served_at = now() - make_interval(hours => $1)', [hours])
  await age(7 * 24 - 1)
  await server().sweep()
  expect(await packs()).toHaveLength(2)
  await age(7 * 24 + 1)
  await serve(present)
  await server().sweep()
  expect([await found('main-1.js'), (await found('main-2.js'))?.['']]).toEqual([null, 'second'])
  expect(await packs()).toHaveLength(1)
})

test('asking for what is nowhere is one statement in seconds, however often', async () => {
  const statements: string[] = []
  const by = createPageFiles(
    storage,
    database.db.withPlugin({
      transformQuery: ({ node }) => {
        statements.push(node.kind)
        return node
      },
      transformResult: async ({ result }) => result,
    }),
  )
  await Promise.all(Array.from({ length: 50 }, (_, at) => found(`guess-${at}.js`, by)))
  expect(await found('guess.js', by)).toBeNull()
  expect(statements).toHaveLength(1)
})
