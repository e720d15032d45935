import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../testing/database/index.ts'
import { documentsOver } from '../../../../testing/documents.ts'
import { factories } from '../../../../testing/factories.ts'
import { fieldsOf } from '../../../../testing/refusals.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { createArrivals } from './arrivals.ts'

const database = testDatabase()
const make = factories(database)
const LIMIT = 1000
const { documents, put, receive, upload, names } = documentsOver(database, LIMIT)

describe('uploads', () => {
  let place: { organisationId: string; portfolioId: string }
  let treeId: string
  let root: string
  let writer: Actor
  let other: Actor

  beforeAll(async () => {
    ;({ place, treeId, root } = await make.room())
    writer = await make.actorWith(place, 'Contributor')
    other = await make.actorWith(place, 'Contributor')
  })

  const announce = (actor: Actor, ...given: string[]) =>
    documents().announce(
      actor,
      treeId,
      given.map((name) => ({ name, size: 7, parentId: root })),
    )
  const confirm = (actor: Actor, ...uploads: { version: string; file: { id: string } }[]) =>
    documents().confirm(actor, {
      treeId,
      uploads: uploads.map(({ version, file }) => ({ version, documentId: file.id })),
    })
  const versionsOf = (documentId: string) =>
    database.db
      .selectFrom('document_version')
      .select(['number', 'size', 'id'])
      .where('document_id', '=', documentId)
      .orderBy('number')
      .execute()

  test('UPL-38 API-036 a file shows only after it was confirmed, and its confirmation can be repeated', async () => {
    const [announced] = await announce(writer, 'first.pdf')
    if (!announced) throw new Error('nothing announced')
    expect(await names(writer, treeId)).not.toContain('first.pdf')
    receive(announced.version, 'content')
    expect(await names(writer, treeId)).not.toContain('first.pdf')
    const { files, failedIds } = await confirm(writer, announced)
    expect(files.map((file) => file.id)).toEqual([announced.file.id])
    expect(failedIds).toEqual([])
    expect(await names(other, treeId)).toContain('first.pdf')
    const again = await confirm(writer, announced)
    expect(again.files.map((file) => file.id)).toEqual([announced.file.id])
    expect(await versionsOf(announced.file.id)).toHaveLength(1)
    const history = await database.db
      .selectFrom('activity')
      .select(['kind', 'recorded_path'])
      .where('document_id', '=', announced.file.id)
      .execute()
    expect(history).toEqual([{ kind: 'UPLOAD', recorded_path: 'first.pdf' }])
  })

  test('UPL-36 HIST-12 a name that exists, case ignored, gets the next version', async () => {
    const first = await upload(writer, treeId, root, 'Report.PDF', 'one')
    const second = await upload(other, treeId, root, 'report.pdf', 'longer')
    expect(second).toBe(first)
    expect((await versionsOf(first)).map(({ number, size }) => [number, size])).toEqual([
      [1, 3],
      [2, 6],
    ])
    expect((await documents().document(other, treeId, first)).size).toBe(6)
  })

  test('UPL-36 of two new uploads of one name the first confirmed makes the document, the second its version', async () => {
    const [mine] = await announce(writer, 'Race.pdf')
    const [theirs] = await announce(other, 'race.pdf')
    if (!mine || !theirs) throw new Error('nothing announced')
    for (const { version } of [mine, theirs]) receive(version, 'content')
    const [one, two] = await Promise.all([confirm(writer, mine), confirm(other, theirs)])
    const id = one.files[0]?.id ?? ''
    expect(two.files.map((file) => file.id)).toEqual([id])
    expect((await versionsOf(id)).map(({ number }) => number)).toEqual([1, 2])
    expect((await names(writer, treeId)).filter((name) => /race/i.test(name))).toHaveLength(1)
  })

  test('UPL-36 a new version of what has since been renamed becomes a document of its own, under the name that was sent', async () => {
    const first = await upload(writer, treeId, root, 'Draft.pdf', 'one')
    const [next] = await announce(writer, 'Draft.pdf')
    if (!next) throw new Error('nothing announced')
    expect(next.file.id).toBe(first)
    receive(next.version, 'content')
    await documents().rename(writer, { treeId, documentId: first, name: 'Final.pdf' })
    const { files, failedIds } = await confirm(writer, next)
    expect(failedIds).toEqual([])
    expect(files.map(({ name }) => name)).toEqual(['Draft.pdf'])
    expect(files[0]?.id).not.toBe(first)
    expect(await versionsOf(first)).toHaveLength(1)
  })

  test('UPL-39 UPL-13 nothing received, the wrong size, and a lost file fail by their document', async () => {
    const uploads = await announce(writer, 'nothing.pdf', 'wrong.pdf', 'right.pdf')
    const [nothing, wrong, right] = uploads
    if (!nothing || !wrong || !right) throw new Error('nothing announced')
    receive(wrong.version, 'too long for it')
    receive(right.version, 'content')
    const { files, failedIds } = await confirm(writer, nothing, wrong, right)
    expect(files.map((file) => file.name)).toEqual(['right.pdf'])
    expect(failedIds).toEqual([nothing.file.id, wrong.file.id])
    expect(await names(writer, treeId)).not.toContain('nothing.pdf')
  })

  test('STORE-23 a hash that is announced has to be that of the bytes, and one that is none is refused', async () => {
    const of = (text: string) => createHash('sha256').update(text).digest('hex')
    const file = { size: 7, parentId: root }
    const [right, wrong] = await documents().announce(writer, treeId, [
      { ...file, name: 'right hash.pdf', sha256: of('content').toUpperCase() },
      { ...file, name: 'wrong hash.pdf', sha256: of('another') },
    ])
    if (!right || !wrong) throw new Error('nothing announced')
    // Without a store that browsers reach, the address is the server's, whatever is announced.
    expect(right).toMatchObject({ url: `/uploads/${right.version}`, headers: [], parts: null })
    for (const { version } of [right, wrong]) receive(version, 'content')
    const { files, failedIds } = await confirm(writer, right, wrong)
    expect(files.map(({ name }) => name)).toEqual(['right hash.pdf'])
    expect(failedIds).toEqual([wrong.file.id])
    expect(
      await fieldsOf(
        documents().announce(writer, treeId, [{ ...file, name: 'none.pdf', sha256: 'z'.repeat(64) }]),
      ),
    ).toEqual({
      code: 'BAD_USER_INPUT',
      fields: { 'files.0.sha256': 'The SHA-256 must have 64 hexadecimal digits.' },
    })
  })

  test('UPL-37 an address is used once, and an upload is confirmed by the user and in the tree it was for', async () => {
    const [announced] = await announce(writer, 'own.pdf')
    if (!announced) throw new Error('nothing announced')
    expect((await documents().arrivals.find(announced.version))?.state).toBe('ANNOUNCED')
    receive(announced.version, 'content')
    expect((await documents().arrivals.find(announced.version))?.state).toBe('RECEIVED')
    expect((await confirm(other, announced)).failedIds).toEqual([announced.file.id])
    const elsewhere = await make.portfolio({ organisationId: place.organisationId })
    const otherTree = await make.tree({ organisationId: place.organisationId, portfolioId: elsewhere.id })
    const groupId = await make.group({
      organisationId: place.organisationId,
      role: 'Contributor',
      portfolioIds: [elsewhere.id],
    })
    await make.member(groupId, writer.personId)
    const answer = await documents().confirm(await make.actor(writer.personId), {
      treeId: otherTree,
      uploads: [{ version: announced.version, documentId: announced.file.id }],
    })
    expect(answer.failedIds).toEqual([announced.file.id])
    expect((await confirm(writer, announced)).failedIds).toEqual([])
  })

  test('what arrived at another process is confirmed here once that has written it down', async () => {
    const elsewhere = createArrivals(database.db, (error) => expect.unreachable(String(error)))
    const [early, late, never] = await announce(writer, 'early.pdf', 'late.pdf', 'never.pdf')
    if (!early || !late || !never) throw new Error('nothing announced')
    expect((await elsewhere.find(early.version))?.state).toBe('ANNOUNCED')
    for (const { version } of [early, late]) receive(version, 'content', elsewhere)
    // The other process knows immediately, this one a moment later.
    expect((await elsewhere.find(late.version))?.state).toBe('RECEIVED')
    expect((await confirm(writer, late)).failedIds).toEqual([])
    expect((await confirm(writer, never)).failedIds).toEqual([never.file.id])
    expect((await documents().arrivals.find(early.version))?.state).toBe('ANNOUNCED')
    await elsewhere.close()
    expect((await createArrivals(database.db, () => {}).find(early.version))?.state).toBe('RECEIVED')
    expect((await confirm(writer, early)).failedIds).toEqual([])
  })

  test('other processes learn of bytes once they are on the disk, and bytes that it refused are not confirmed', async () => {
    const here = createArrivals(database.db, (error) => expect.unreachable(String(error)))
    const [slow, refused] = await announce(writer, 'slow disk.pdf', 'broken disk.pdf')
    if (!slow || !refused) throw new Error('nothing announced')
    const disk = Promise.withResolvers<void>()
    const broken = Promise.reject(new Error('EIO'))
    receive(slow.version, 'content', here, disk.promise)
    receive(refused.version, 'content', here, broken)
    const closed = here.close()
    expect((await here.find(slow.version))?.state).toBe('RECEIVED')
    expect((await documents().arrivals.find(slow.version))?.state).toBe('ANNOUNCED')
    disk.resolve()
    await closed
    expect((await confirm(writer, slow, refused)).failedIds).toEqual([refused.file.id])
  })

  test('arrivals are written down in the order in which a confirmation locks them, so that neither stops the other', async () => {
    const [first, second] = (await announce(writer, 'lock one.pdf', 'lock two.pdf')).toSorted((a, b) =>
      a.version < b.version ? -1 : 1,
    )
    if (!first || !second) throw new Error('nothing announced')
    const here = createArrivals(database.db, (error) => expect.unreachable(String(error)))
    const lock = (tx: Tx, { version }: { version: string }) =>
      tx.selectFrom('upload').select('size').where('version_id', '=', version).forUpdate().noWait().execute()
    let written = Promise.resolve()
    await database.db.transaction().execute(async (tx) => {
      await lock(tx, first)
      for (const { version } of [second, first]) receive(version, 'content', here)
      written = here.close()
      const waits = () =>
        database.pool.query(
          "select from pg_stat_activity where wait_event_type = 'Lock' and query ~ 'update upload'",
        )
      await expect.poll(async () => (await waits()).rows.length).toBeGreaterThan(0)
      expect(await lock(tx, second)).toEqual([{ size: 7 }])
    })
    await written
    expect((await confirm(writer, first, second)).failedIds).toEqual([])
  })

  test('bytes whose record was lost in a crash fail at the confirmation, soon', async () => {
    const [announced] = await announce(writer, 'unrecorded.pdf')
    if (!announced) throw new Error('nothing announced')
    put(announced.version, 'content')
    expect((await confirm(writer, announced)).failedIds).toEqual([announced.file.id])
  })

  test('what could not be written down is tried again', async () => {
    const [announced] = await announce(writer, 'second try.pdf')
    if (!announced) throw new Error('nothing announced')
    await database.pool.query('alter table upload rename to upload_away')
    const errors: unknown[] = []
    const here = createArrivals(database.db, (error) => errors.push(error))
    try {
      receive(announced.version, 'content', here)
      await expect.poll(() => errors.length).toBe(1)
    } finally {
      await database.pool.query('alter table upload_away rename to upload')
    }
    const state = async () => (await createArrivals(database.db, () => {}).find(announced.version))?.state
    await expect.poll(state, { timeout: 5000 }).toBe('RECEIVED')
  })

  test('UPL-38 what was not confirmed within a day is swept, and then fails at confirm', async () => {
    const [announced] = await announce(writer, 'late.pdf')
    if (!announced) throw new Error('nothing announced')
    receive(announced.version, 'content')
    expect(await documents().sweep(new Date(Date.now() - 86_400_000))).not.toContain(announced.version)
    expect(await documents().sweep(new Date(Date.now() + 1000))).toContain(announced.version)
    expect((await confirm(writer, announced)).failedIds).toEqual([announced.file.id])
    expect(await documents().arrivals.find(announced.version)).toBeNull()
  })

  test('UPL-41 API-034 a bad file of a request is named, with its reason', async () => {
    const ask = (name: string, size = 7, parentId = root) =>
      fieldsOf(
        documents().announce(writer, treeId, [
          { name: 'good.pdf', size: 7, parentId: root },
          { name, size, parentId },
        ]),
      )
    expect(await ask('../up.pdf')).toEqual({
      code: 'BAD_USER_INPUT',
      fields: { 'files.1.name': 'A name cannot contain / or \\.' },
    })
    expect(await ask('big.pdf', LIMIT + 1)).toEqual({
      code: 'BAD_USER_INPUT',
      fields: { 'files.1.size': 'Over 1.0 KB limit' },
    })
    expect(await ask('half.pdf', 1.5)).toMatchObject({ code: 'BAD_USER_INPUT' })
    expect(await ask('lost.pdf', 7, '018f0000-0000-7000-8000-000000000000')).toEqual({
      code: 'NOT_FOUND',
      fields: { 'files.1.parentId': 'The folder is no longer there.' },
    })
    await documents().createFolder(writer, { treeId, parentId: null, name: 'Taken' })
    expect(await ask('taken')).toMatchObject({ code: 'CONFLICT' })
    const many = Array.from({ length: 21 }, (_, index) => ({ name: `${index}.pdf`, size: 1, parentId: root }))
    expect(await fieldsOf(documents().announce(writer, treeId, many))).toMatchObject({
      code: 'BAD_USER_INPUT',
    })
    expect(await names(writer, treeId)).not.toContain('good.pdf')
  })

  test('names of 255 bytes, emoji, NFD and those that Windows reserves are kept; an empty file is a file', async () => {
    for (const name of ['CON', 'aux.txt', `${'é'.repeat(125)}.pdf`, '☀️ plan.pdf']) {
      await upload(writer, treeId, root, name, '')
      expect(await names(writer, treeId)).toContain(name)
    }
    await upload(writer, treeId, root, 'Año.pdf'.normalize('NFD'))
    expect(await names(writer, treeId)).toContain('Año.pdf'.normalize('NFC'))
  })

  test('DOC-35 ORG-50 files stay out of a root that takes none, and uploads away from those who may not', async () => {
    const portfolio = await make.portfolio({ organisationId: place.organisationId })
    const strict = await make.tree({
      organisationId: place.organisationId,
      portfolioId: portfolio.id,
      allowRootFiles: false,
    })
    const editor = await make.actorWith({ ...place, portfolioId: portfolio.id }, 'Contributor')
    expect(
      await fieldsOf(
        documents().announce(editor, strict, [{ name: 'a.pdf', size: 1, parentId: `tree:${strict}` }]),
      ),
    ).toMatchObject({ code: 'BAD_USER_INPUT' })
    const viewer = await make.actorWith(place, 'Viewer')
    await expect(announce(viewer, 'no.pdf')).rejects.toThrow('Not authorized.')
    await expect(confirm(viewer)).rejects.toThrow('Not authorized.')
    await expect(documents().createFolder(viewer, { treeId, parentId: null, name: 'No' })).rejects.toThrow(
      'Not authorized.',
    )
    await expect(
      documents().createFolders(viewer, { treeId, parentId: null, folderPaths: ['No'] }),
    ).rejects.toThrow('Not authorized.')
  })

  test('an upload that broke off gets a fresh address for the same file; anything else is another upload', async () => {
    const [begun] = await announce(writer, 'Resumed.pdf')
    const version = begun?.version ?? ''
    const file = { name: 'Resumed.pdf', size: 7, parentId: root, version }
    const again = async (actor: Actor, more: object = {}, tree = treeId) =>
      (await documents().announce(actor, tree, [{ ...file, ...more }]))[0]
    expect(await again(writer)).toMatchObject({ version, file: { id: begun?.file.id } })
    expect((await again(writer, { name: 'RESUMED.pdf' }))?.version).toBe(version)
    const elsewhere = await make.room()
    for (const another of [
      await again(other),
      await again(writer, { size: 8 }),
      await again(writer, { name: 'Other.pdf' }),
      await again(writer, { version: 'none' }),
      await again(writer, { version: null }),
    ]) {
      expect(another?.version).toMatch(/^[0-9a-f-]{36}$/)
      expect(another?.version).not.toBe(version)
    }
    await expect(again(writer, {}, elsewhere.treeId)).rejects.toThrow()
    receive(version, 'content')
    // Whether its bytes are there is not forgotten.
    await again(writer)
    expect(await documents().arrivals.find(version)).toMatchObject({ state: 'RECEIVED' })
    const { files, failedIds } = await confirm(writer, { version, file: { id: begun?.file.id ?? '' } })
    expect([files.map(({ name }) => name), failedIds]).toEqual([['Resumed.pdf'], []])
    expect((await again(writer))?.version).not.toBe(version)
  })

  test('a folder that is deleted between announcement and confirmation fails its uploads', async () => {
    const [folder] = await documents().createFolders(writer, {
      treeId,
      parentId: null,
      folderPaths: ['Gone'],
    })
    const [announced] = await documents().announce(writer, treeId, [
      { name: 'in.pdf', size: 7, parentId: folder?.id ?? '' },
    ])
    if (!announced) throw new Error('nothing announced')
    receive(announced.version, 'content')
    await database.db
      .updateTable('document')
      .set({ deleted_at: new Date() })
      .where('id', '=', folder?.id ?? '')
      .execute()
    expect((await confirm(writer, announced)).failedIds).toEqual([announced.file.id])
  })
})
