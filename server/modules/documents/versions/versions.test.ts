import { beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../testing/database/index.ts'
import { documentsOver } from '../../../../testing/documents.ts'
import { factories } from '../../../../testing/factories.ts'
import type { Actor } from '../../../access/actor.ts'
import { EVERYTHING } from '../core/levels.ts'

const database = testDatabase()
const make = factories(database)
const { documents, folder, upload, permit, names } = documentsOver(database)
const PAGE = { limit: 200, offset: 0 }

describe('versions', () => {
  let treeId: string
  let root: string
  let admin: Actor
  let editor: Actor
  let bidder: Actor & { groupId: string }

  beforeAll(async () => {
    const room = await make.room()
    ;({ treeId, root } = room)
    admin = await make.actorWith(room.place, 'Deal Room Admin')
    editor = await make.actorWith(room.place, 'Contributor')
    bidder = await make.actorWith(room.place, 'Bidder')
  })

  const list = (actor: Actor, documentId: string) =>
    documents().versions.list(actor, { treeId, documentId }, PAGE)

  test('UPL-36 HIST-12 a file tells its versions, newest first, with size and date, and how many they are', async () => {
    const file = await upload(editor, treeId, root, 'PPA.pdf', 'first')
    await upload(admin, treeId, root, 'ppa.pdf', 'the second one')
    const versions = await list(editor, file)
    expect(
      versions.map(({ number, size, isCurrent, personId }) => [number, size, isCurrent, personId]),
    ).toEqual([
      [2, 14, true, admin.personId],
      [1, 5, false, editor.personId],
    ])
    const node = await documents().document(editor, treeId, file)
    const top = await documents().document(editor, treeId, null)
    expect(await documents().versions.counts([node, top])).toEqual([
      { count: 2, number: 2 },
      { count: 0, number: 0 },
    ])
    expect(documents().versionUrl(versions[1] ?? never(), EVERYTHING)).toContain(versions[1]?.id)
    const { url } = await documents().download(editor, treeId, file, versions[1]?.id)
    expect(url).toContain(versions[1]?.id)
  })

  test('PERM-10 who may not see a document sees none of its versions, nor downloads one by its id', async () => {
    const file = await upload(admin, treeId, root, 'Closed.pdf', 'one')
    await upload(admin, treeId, root, 'Closed.pdf', 'two')
    const [, first] = await list(admin, file)
    await permit(admin, treeId, [file], bidder.groupId, false)
    await expect(list(bidder, file)).rejects.toThrow('Document not found.')
    await expect(documents().download(bidder, treeId, file, first?.id)).rejects.toThrow('Document not found.')
    const other = await upload(admin, treeId, root, 'Open.pdf')
    // Nor by way of a document that they see.
    await expect(documents().download(bidder, treeId, other, first?.id)).rejects.toThrow('Version not found.')
  })

  test('UPL-36 HIST-06 an earlier version is made the current one; all stay, and the history says so', async () => {
    const file = await upload(editor, treeId, root, 'Lease.pdf', 'first')
    await upload(editor, treeId, root, 'Lease.pdf', 'the second one')
    const [second, first] = await list(editor, file)
    const restore = (actor: Actor, versionId = '') =>
      documents().versions.restore(actor, { treeId, documentId: file, versionId })
    const restored = await restore(editor, first?.id)
    expect(restored).toMatchObject({ size: 5, versionId: first?.id })
    expect((await list(editor, file)).map(({ number, isCurrent }) => [number, isCurrent])).toEqual([
      [2, false],
      [1, true],
    ])
    const { histories } = documents()
    const entries = async () =>
      (await histories.page(await histories.open(admin, treeId, { search: 'lease' }), PAGE)).map(
        ({ activityType, version, restored: isRestored }) => [activityType, version, isRestored],
      )
    expect(await entries()).toEqual([
      ['UPLOAD', 1, true],
      ['UPLOAD', 2, false],
      ['UPLOAD', 1, false],
    ])
    // What is current already stays as it is, and the next upload gets the next number.
    await restore(editor, first?.id)
    expect(await entries()).toHaveLength(3)
    await upload(editor, treeId, root, 'Lease.pdf', 'third')
    expect((await list(editor, file)).map(({ number }) => number)).toEqual([3, 2, 1])
    await expect(restore(bidder, second?.id)).rejects.toThrow('Not authorized.')
    await expect(restore(editor, 'no-id')).rejects.toThrow('Version not found.')
  })

  test('DOC-44 versions before the current one are for who may edit; readers see them where the tree says so, by no way before', async () => {
    const file = await upload(editor, treeId, root, 'Bid.pdf', 'first')
    const [was] = await list(bidder, file)
    const first = was?.id ?? never()
    // Their addresses, and those of their thumbnails, may have been kept.
    await database.pool.query(
      `insert into thumbnail (version_id, key, state, size, sha256) values ($1, $2, 'MADE', 1, $3)
       on conflict (version_id) do update set state = 'MADE', size = 1, sha256 = excluded.sha256`,
      [first, first, Buffer.alloc(32)],
    )
    const kept = [first, `${file}.1`]
    const opens = (actor: Actor) =>
      Promise.all(kept.map(async (id) => (await documents().storedFile(actor, id)) !== null))
    expect(await opens(bidder)).toEqual([true, true])
    await upload(editor, treeId, root, 'Bid.pdf', 'the second one')
    const numbers = async (actor: Actor) => (await list(actor, file)).map(({ number }) => number)
    const count = async (actor: Actor) =>
      (await documents().versions.counts([await documents().document(actor, treeId, file)]))[0]
    const download = (actor: Actor) => documents().download(actor, treeId, file, first)
    expect([await numbers(bidder), await count(bidder), await opens(bidder)]).toEqual([
      [2],
      { count: 1, number: 2 },
      [false, false],
    ])
    await expect(download(bidder)).rejects.toThrow('Version not found.')
    expect([await numbers(editor), await opens(editor)]).toEqual([
      [2, 1],
      [true, true],
    ])
    const set = (actor: Actor, isOn: boolean) => documents().versions.setReaders(actor, { treeId, isOn })
    await expect(set(editor, true)).rejects.toThrow('Not authorized.')
    expect((await set(admin, true)).readersSeeEarlierVersions).toBe(true)
    expect([await numbers(bidder), await count(bidder), await opens(bidder)]).toEqual([
      [2, 1],
      { count: 2, number: 2 },
      [true, true],
    ])
    expect((await download(bidder)).url).toContain(first)
    await set(admin, false)
    expect(await opens(bidder)).toEqual([false, false])
  })

  test('DOC-44 a withdrawn version opens for nobody, by any address; its row stays with who and when', async () => {
    const file = await upload(editor, treeId, root, 'Price.pdf', 'first')
    await upload(editor, treeId, root, 'Price.pdf', 'the second one')
    const [second, first] = await list(admin, file)
    const { versions } = documents()
    const withdraw = (actor: Actor, id = '') => versions.withdraw(actor, id)
    await expect(withdraw(editor, first?.id)).rejects.toThrow('Not authorized.')
    await expect(withdraw(bidder, first?.id)).rejects.toThrow('Version not found.')
    await expect(withdraw(admin, second?.id)).rejects.toThrow('This is the current version.')
    for (const unknown of ['x', '018f0000-0000-7000-8000-000000000000']) {
      await expect(withdraw(admin, unknown)).rejects.toThrow('Version not found.')
    }
    await withdraw(admin, first?.id)
    await expect(withdraw(admin, first?.id)).rejects.toThrow('Version 1 has been withdrawn.')
    for (const actor of [admin, editor]) {
      expect(await documents().storedFile(actor, first?.id ?? '')).toBeNull()
      await expect(documents().download(actor, treeId, file, first?.id)).rejects.toThrow('has been withdrawn')
    }
    const input = { treeId, documentId: file, versionId: first?.id ?? '' }
    await expect(versions.restore(editor, input)).rejects.toThrow('Version 1 has been withdrawn.')
    expect(await list(editor, file)).toMatchObject([
      { number: 2, withdrawnAt: null },
      { number: 1, withdrawnAt: expect.any(Date), withdrawnBy: admin.personId },
    ])
  })

  test('UPL-36 after version 1 was restored it is the number that lists show', async () => {
    const file = await upload(editor, treeId, root, 'Again.pdf', 'first')
    await upload(editor, treeId, root, 'Again.pdf', 'the second one')
    const [, first] = await list(editor, file)
    const node = await documents().versions.restore(editor, {
      treeId,
      documentId: file,
      versionId: first?.id ?? '',
    })
    expect(await documents().versions.counts([node])).toEqual([{ count: 2, number: 1 }])
  })

  test('UPL-36 PERM-10 paths that are taken are told at any depth, regardless of case; hidden ones are not', async () => {
    const site = await folder(admin, treeId, 'Site/Surveys')
    await upload(admin, treeId, site, 'alta.pdf')
    const hidden = await upload(admin, treeId, site, 'hidden.pdf')
    const paths = [
      'site/Surveys/ALTA.pdf',
      'Site/Surveys/hidden.pdf',
      'Site/none.pdf',
      'Site',
      'Site/Surveys',
    ]
    const taken = (actor: Actor, asked = paths) =>
      documents().versions.taken(actor, { treeId, parentId: root, paths: asked })
    expect(await taken(admin)).toEqual(['site/Surveys/ALTA.pdf', 'Site/Surveys/hidden.pdf'])
    const writer = await make.actorWith(
      (await documents().tree(admin, treeId)).place as { organisationId: string; portfolioId: string },
      'Contributor',
    )
    await permit(admin, treeId, [hidden], writer.groupId, false)
    expect(await taken(writer)).toEqual(['site/Surveys/ALTA.pdf'])
    await expect(taken(bidder)).rejects.toThrow('Not authorized.')
    await expect(
      taken(
        admin,
        Array.from({ length: 1001 }, (_, at) => `${at}`),
      ),
    ).rejects.toThrow('at most 1000')
    expect(await names(admin, treeId, site)).toEqual(['alta.pdf', 'hidden.pdf'])
  })
})

function never(): never {
  throw new Error('There is no such version.')
}
