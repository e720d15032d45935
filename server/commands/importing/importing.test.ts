import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { archiveOf } from '../../../testing/archives/draft.ts'
import { unpackTo } from '../../../testing/archives/folder.ts'
import { sampleDraft } from '../../../testing/archives/sample.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories } from '../../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { loadActor } from '../../access/loadActor.ts'
import { newId } from '../../platform/ids.ts'
import type { Storage } from '../../platform/storage/index.ts'
import { contentsOf, expectedOf, questionsOf, richDraft } from './importing.fixture.ts'
import { importArchive } from './index.ts'

const database = testDatabase()
const make = factories(database)
let folder: string
let server: TestServer

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'helioroom-import-'))
  server = await startTestServer(database)
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

let unpacked = 0
function unpack({ draft, key }: ReturnType<typeof sampleDraft>): string {
  unpacked += 1
  const place = path.join(folder, `archive-${unpacked}`)
  unpackTo(place, archiveOf(draft, key))
  return place
}

/** An organisation with an admin and nothing else. */
async function emptyOrganisation() {
  const id = await make.organisation()
  const groupId = await make.group({ organisationId: id, role: 'Organisation Admin', organisationWide: true })
  const email = `admin-${id}@test.example`
  const personId = await make.person({ email })
  await make.member(groupId, personId)
  const { rows } = await database.pool.query('select slug from organisation where id = $1', [id])
  return { id, slug: String(rows[0].slug), email, personId }
}
type Organisation = Awaited<ReturnType<typeof emptyOrganisation>>

const said: string[] = []
function importInto(
  { slug, email }: Pick<Organisation, 'slug' | 'email'>,
  from: string,
  { storage = server.app.storage, keyFile }: { storage?: Storage; keyFile?: string } = {},
) {
  said.length = 0
  const order = { from, into: slug, by: email, ...(keyFile === undefined ? {} : { keyFile }) }
  return importArchive(
    { db: database.db, services: server.app.services, storage },
    order,
    (line) => void said.push(line),
  )
}

const ATTACHMENTS = 'Closing archive'
const withoutAttachments = (contents: Record<string, object>) =>
  Object.fromEntries(Object.entries(contents).filter(([name]) => !name.startsWith(ATTACHMENTS)))

test('ARCH-08 a room is made again from an archive of everything: documents, versions, folders, numbers, permissions by names, questions; the record is attached', async () => {
  const organisation = await emptyOrganisation()
  const { personId } = organisation
  const sample = richDraft()
  const made = await importInto(organisation, unpack(sample))
  expect(made).toEqual({
    ...{ room: 'Harbor Solar', slug: made.slug, folders: 4, documents: 6, versions: 9, questions: 3 },
    ...{ withoutFile: 0, deleted: 1 },
  })
  const documents = await contentsOf(database, server.app, personId, made.slug, 'DOCUMENTS')
  expect(withoutAttachments(documents)).toEqual(expectedOf(sample.draft, 'DOCUMENTS'))
  expect(await contentsOf(database, server.app, personId, made.slug, 'REPORTS')).toEqual(
    expectedOf(sample.draft, 'REPORTS'),
  )
  expect(await questionsOf(database, server.app, personId, made.slug)).toEqual([
    [
      'Bidder questions',
      [
        {
          ...{ number: '1', text: 'Is the zoning approval final?', isClosed: true, isPriority: false },
          answer: 'Yes. It was signed on March 4.\nSee 1.1.',
          ...{ at: '2026-03-03T12:00:00.000Z', categories: ['Land'] },
        },
        {
          ...{ number: '1.1', text: 'Who signed it?', answer: null, isClosed: false, isPriority: true },
          ...{ at: '2026-03-05T12:00:00.000Z', categories: [] },
        },
        {
          ...{ number: '4', text: 'Where is the lease?', answer: null, isClosed: false, isPriority: false },
          ...{ at: '2026-03-06T08:30:00.000Z', categories: ['Land'] },
        },
      ],
    ],
  ])
  // For who administers the documents alone, and whole: the record can still be verified by it.
  const attached = Object.entries(documents).filter(([name]) => name.startsWith(ATTACHMENTS))
  expect(attached.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      ...['manifest.json', 'signature.json', 'timestamps.json', 'verify.mjs', 'record/leaves.bin'].map(
        (name) => `${ATTACHMENTS}/${name}`,
      ),
      `${ATTACHMENTS}/data/entries-0002.js`,
      `${ATTACHMENTS}/certificates/Lenders.pdf`,
    ]),
  )
  for (const [, entry] of attached) expect(entry).toMatchObject({ readers: [] })
})

test('what can’t be imported is refused with a sentence, and nothing is made', async () => {
  const organisation = await emptyOrganisation()
  const refused = (from: string, into: Partial<Organisation> = {}, keyFile?: string) =>
    importInto({ ...organisation, ...into }, from, keyFile === undefined ? {} : { keyFile }).then(
      () => 'imported',
      (error: Error) => `${error.name}: ${error.message}`,
    )
  const good = unpack(sampleDraft())
  expect(await refused(path.join(folder, 'nowhere'))).toMatch(
    /^ConfigError: There is no archive in .*nowhere\. Please unpack/,
  )
  const ofGroup = sampleDraft()
  ofGroup.draft.viewpoint = { kind: 'GROUP', group: 'Lenders' }
  expect(await refused(unpack(ofGroup))).toBe(
    'ConfigError: This archive has what Lenders could see. A room is made again from an archive of everything alone.',
  )
  const spoilt = unpack(sampleDraft())
  writeFileSync(path.join(spoilt, 'files/Documents/3 Data room rules.pdf'), 'Rules of the rooM')
  expect(await refused(spoilt)).toBe('ConfigError: This archive is not as it was made. Nothing was imported.')
  expect(said).toContain('FAILED  files/Documents/3 Data room rules.pdf: It was changed.')
  const keys = path.join(folder, 'other-keys.txt')
  writeFileSync(keys, `${Buffer.alloc(32, 7).toString('base64')}\n`)
  expect(await refused(good, {}, keys)).toMatch(/Nothing was imported/)
  expect(await refused(good, { email: 'nobody@test.example' })).toBe(
    'ConfigError: Nobody here has the e-mail address nobody@test.example.',
  )
  expect(await refused(good, { slug: 'nowhere' })).toMatch(
    /^ConfigError: There is no organisation nowhere that/,
  )
  const reader = await make.person({ email: `reader-${organisation.id}@test.example` })
  await make.member(
    await make.group({ organisationId: organisation.id, role: 'Viewer', organisationWide: true }),
    reader,
  )
  expect(await refused(good, { email: `reader-${organisation.id}@test.example` })).toMatch(
    /^ConfigError: reader-.* is no admin of .*\. Please name somebody who is\.$/,
  )
  await make.portfolio({ organisationId: organisation.id, name: 'Prairie Sun' })
  expect(await refused(good)).toMatch(
    /^ConfigError: The organisation .* is not empty\. Please import into one that has no deal rooms and no holding companies\.$/,
  )
  const { rows } = await database.pool.query('select name from portfolio where organisation_id = $1', [
    organisation.id,
  ])
  expect(rows).toEqual([{ name: 'Prairie Sun' }])
  // Another room of the name is not that of an import.
  const other = await emptyOrganisation()
  const { id } = await make.portfolio({ organisationId: other.id, name: 'Harbor Solar' })
  const treeId = await make.tree({ organisationId: other.id, portfolioId: id })
  const actor = await loadActor(database.db, other.personId, newId())
  await server.app.services.documents.createFolders(actor, {
    treeId,
    parentId: null,
    folderPaths: ['Permits'],
  })
  expect(await refused(good, other)).toMatch(/is not empty/)
})

test('an import that was broken off at any file goes on where it was, and one that is whole is not repeated', async () => {
  const organisation = await emptyOrganisation()
  const sample = richDraft()
  const from = unpack(sample)
  let attempts = 0
  let slug = ''
  for (; slug === ''; attempts += 1) {
    let puts = 0
    const { storage } = server.app
    // Two files a time arrive, then the process is gone.
    const dying: Storage = {
      ...storage,
      put: (key, source, options) => {
        puts += 1
        if (puts > 2) throw new Error('The process was killed.')
        return storage.put(key, source, options)
      },
    }
    try {
      slug = (await importInto(organisation, from, { storage: dying })).slug
    } catch (error) {
      expect(error).toMatchObject({ message: 'The process was killed.' })
      // Until it is whole nobody but admins sees anything in it.
      const { rows } = await database.pool.query(
        `select distinct acl.principals from document join acl on acl.id = document.acl_id
         join document_tree tree on tree.id = document.tree_id and tree.type = 'DOCUMENTS'
         where tree.organisation_id = $1 and document.parent_id is not null`,
        [organisation.id],
      )
      if (attempts < 3) expect(rows.every(({ principals }) => principals?.length === 0)).toBe(true)
    }
  }
  expect(attempts).toBeGreaterThan(5)
  expect(
    withoutAttachments(await contentsOf(database, server.app, organisation.personId, slug, 'DOCUMENTS')),
  ).toEqual(expectedOf(sample.draft, 'DOCUMENTS'))
  expect(await contentsOf(database, server.app, organisation.personId, slug, 'REPORTS')).toEqual(
    expectedOf(sample.draft, 'REPORTS'),
  )
  const [[, questions] = []] = await questionsOf(database, server.app, organisation.personId, slug)
  expect(questions).toHaveLength(3)
  await expect(importInto(organisation, from)).rejects.toThrow(
    /^This archive was imported into .* already\.$/,
  )
  // Another archive of a room of this name is not that one.
  await expect(importInto(organisation, unpack(sampleDraft()))).rejects.toThrow(/is not empty/)
})
