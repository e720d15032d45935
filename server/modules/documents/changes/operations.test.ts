import { beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../testing/database/index.ts'
import { documentsOver } from '../../../../testing/documents.ts'
import { factories } from '../../../../testing/factories.ts'
import type { Actor } from '../../../access/actor.ts'

const database = testDatabase()
const make = factories(database)
const tree = documentsOver(database)
const { documents, upload, names, wrongTallies } = tree

let place: { organisationId: string; portfolioId: string }
let treeId: string
let root: string
let admin: Actor
let editor: Actor & { groupId: string }
let bidder: Actor & { groupId: string }

beforeAll(async () => {
  ;({ place, treeId, root } = await make.room())
  admin = await make.actorWith(place, 'Deal Room Admin')
  editor = await make.actorWith(place, 'Contributor')
  bidder = await make.actorWith(place, 'Bidder')
})

const folder = (path: string) => tree.folder(admin, treeId, path)
const rename = (actor: Actor, documentId: string, name: string) =>
  documents().rename(actor, { treeId, documentId, name })
const move = (actor: Actor, to: string, ...ids: string[]) =>
  documents().move(actor, { treeId, destinationParentId: to, sourceDocumentIds: ids })
const remove = (actor: Actor, ...documentIds: string[]) => documents().remove(actor, { treeId, documentIds })
const permit = (id: string, groupId: string, permissible: boolean) =>
  tree.permit(admin, treeId, [id], groupId, permissible)
const history = (documentId: string) =>
  database.db
    .selectFrom('activity')
    .select(['kind', 'recorded_path as path', 'detail'])
    .where('document_id', '=', documentId)
    .where('kind', 'in', ['RENAME', 'MOVE', 'DELETE'])
    .orderBy('id')
    .execute()
const counts = (actor: Actor, id: string | null = null) => tree.counts(actor, treeId, id)

test('a deletion, a move and a change of permissions write no index of the documents, whose pages have room for them', async () => {
  const { rows } = await database.pool.query<{ definition: string }>(
    `select pg_get_indexdef(indexrelid) as definition from pg_index where indrelid = 'document'::regclass`,
  )
  expect(rows.length).toBeGreaterThan(3)
  expect(rows.filter(({ definition }) => /deleted_at|path|acl_id/.test(definition))).toEqual([])
  const { rows: tables } = await database.pool.query(
    `select reloptions from pg_class where oid = 'document'::regclass`,
  )
  expect(tables).toEqual([{ reloptions: ['fillfactor=50'] }])
})

describe('rename', () => {
  test('DOP-07 API-113 HIST-06 a new name is kept, with the former path in its history', async () => {
    const top = await folder('Rename')
    const file = await upload(editor, treeId, top, 'Draft.docx')
    expect(await rename(editor, file, ' Final.PDF ')).toMatchObject({
      error: null,
      document: { extension: 'pdf' },
    })
    expect(await documents().document(editor, treeId, file)).toMatchObject({
      name: 'Final.PDF',
      extension: 'pdf',
    })
    await rename(editor, file, 'final.pdf')
    expect(await names(editor, treeId, top)).toEqual(['final.pdf'])
    expect(await history(file)).toEqual([
      {
        kind: 'RENAME',
        path: 'Rename/Final.PDF',
        detail: expect.objectContaining({ formerPath: 'Rename/Draft.docx' }),
      },
      {
        kind: 'RENAME',
        path: 'Rename/final.pdf',
        detail: expect.objectContaining({ formerPath: 'Rename/Final.PDF' }),
      },
    ])
  })

  test("DOP-06 DOP-07 a blank, a bad and a sibling's name are refused in words", async () => {
    const top = await folder('Rename refused')
    const file = await upload(editor, treeId, top, 'a.pdf')
    await upload(editor, treeId, top, 'b.pdf')
    const error = async (name: string) => (await rename(editor, file, name)).error
    expect(await error('  ')).toBe('This field may not be blank')
    expect(await error('B.PDF')).toBe('An entry with this name already exists.')
    expect(await error('a/b.pdf')).toBe('A name cannot contain / or \\.')
    expect(await error(`${'x'.repeat(300)}.pdf`)).toContain('at most 255 bytes')
    expect(await names(editor, treeId, top)).toEqual(['a.pdf', 'b.pdf'])
    await expect(rename(bidder, file, 'c.pdf')).rejects.toThrow('Not authorized.')
    await expect(rename(editor, root, 'c.pdf')).rejects.toThrow('Document not found.')
    await permit(file, editor.groupId, false)
    await expect(rename(editor, file, 'c.pdf')).rejects.toThrow('Document not found.')
  })
})

describe('move', () => {
  test('API-116 HIST-06 a folder goes with all that is below it', async () => {
    const from = await folder('From/Inner')
    const to = await folder('To')
    const file = await upload(editor, treeId, from, 'in.pdf')
    const [before, target] = [await counts(admin), await counts(admin, to)]
    const moved = await move(editor, to, from)
    expect(moved.documents.map((node) => node.parentId)).toEqual([to])
    expect(moved.reversible).toBe(true)
    expect(await names(editor, treeId, to)).toEqual(['Inner'])
    expect(await names(editor, treeId, from)).toEqual(['in.pdf'])
    const node = await documents().document(editor, treeId, file)
    expect((await documents().families.ancestors([node])).flat().map((each) => each.name)).toEqual([
      'Documents',
      'To',
      'Inner',
    ])
    expect(await counts(admin)).toEqual(before)
    expect(await counts(admin, to)).toEqual({
      files: (target?.files ?? 0) + 1,
      folders: (target?.folders ?? 0) + 1,
    })
    expect(await history(from)).toEqual([
      { kind: 'MOVE', path: 'To/Inner', detail: expect.objectContaining({ formerPath: 'From/Inner' }) },
    ])
    expect(await wrongTallies()).toEqual([])
  })

  test('DOP-18 not into itself or below, nor where the name is taken', async () => {
    const top = await folder('Loop')
    const inside = await folder('Loop/Inside')
    await expect(move(editor, inside, top)).rejects.toThrow("can't be moved into itself")
    await expect(move(editor, top, top)).rejects.toThrow("can't be moved into itself")
    const taken = await folder('Taken/inside')
    await expect(move(editor, top, taken)).rejects.toThrow('"inside" already exists there.')
    const other = await folder('Other/INSIDE')
    const empty = await folder('Empty')
    await expect(move(editor, empty, taken, other)).rejects.toThrow('already exists there.')
    expect(await names(editor, treeId, empty)).toEqual([])
    await expect(move(bidder, empty, taken)).rejects.toThrow('Not authorized.')
    await expect(move(editor, empty, root)).rejects.toThrow('Document not found.')
    await expect(move(editor, '018f0000-0000-7000-8000-000000000000', taken)).rejects.toThrow(
      'This folder is no longer there. Please choose another one.',
    )
  })

  test('a destination that was deleted is not found, nor are sources of which none is seen; nothing moves', async () => {
    const gone = await folder('Gone')
    const source = await upload(editor, treeId, root, 'left.pdf')
    const hidden = await upload(admin, treeId, root, 'hidden from editor.pdf')
    await remove(admin, gone)
    await expect(move(editor, gone, source)).rejects.toThrow('This folder is no longer there.')
    await permit(hidden, editor.groupId, false)
    const to = await folder('Somewhere')
    await expect(move(editor, to, hidden)).rejects.toThrow('These items are no longer there')
    expect(await names(admin, treeId, to)).toEqual([])
  })

  test("PERM-08 what is moved keeps the narrower of its own and the folder's permissions", async () => {
    const closed = await folder('Closed')
    await permit(closed, bidder.groupId, false)
    const open = await folder('Open/Sub')
    const shared = await upload(admin, treeId, open, 'shared.pdf')
    await move(admin, closed, open)
    expect(await names(admin, treeId, open)).toEqual(['shared.pdf'])
    await expect(documents().document(bidder, treeId, shared)).rejects.toThrow('Document not found.')
    // Back in an open folder it stays closed: a move never opens anything.
    const wide = await folder('Wide')
    await move(admin, wide, open)
    await expect(documents().document(bidder, treeId, shared)).rejects.toThrow('Document not found.')
    expect(await names(editor, treeId, wide)).toEqual(['Sub'])
    expect(await wrongTallies()).toEqual([])
  })

  test('a folder that was only passed through is gone once what was permitted in it has left', async () => {
    const top = await folder('Traversed/Deep')
    const between = (await documents().document(admin, treeId, top)).path[1] ?? ''
    const shown = await upload(admin, treeId, top, 'shown.pdf')
    await permit(between, bidder.groupId, false)
    await permit(shown, bidder.groupId, true)
    expect(await names(bidder, treeId)).toContain('Traversed')
    await move(admin, await folder('Elsewhere'), shown)
    expect(await names(bidder, treeId)).not.toContain('Traversed')
    expect(await names(bidder, treeId)).toContain('Elsewhere')
    expect(await wrongTallies()).toEqual([])
  })
})

describe('delete', () => {
  test('DOP-15 DOP-08 API-114 API-115 the dry run names all that would go, and the deletion takes it', async () => {
    const top = await folder('Delete')
    const inner = await folder('Delete/Inner')
    const file = await upload(editor, treeId, inner, 'in.pdf')
    const beside = await upload(editor, treeId, top, 'beside.pdf')
    const removal = await documents().previewRemoval(admin, { treeId, documentIds: [top, file] })
    const page = { limit: 200, offset: 0 }
    expect((await documents().removed(removal, page)).map((node) => node.name)).toEqual([
      'Delete',
      'Inner',
      'beside.pdf',
      'in.pdf',
    ])
    expect(await documents().countRemoved(removal)).toBe(4)
    expect((await documents().removed(removal, { limit: 1, offset: 1 })).map((node) => node.name)).toEqual([
      'Inner',
    ])
    expect(await names(admin, treeId)).toContain('Delete')
    expect(await remove(admin, top, file)).toEqual([top, file])
    for (const id of [top, inner, file, beside]) {
      await expect(documents().document(admin, treeId, id)).rejects.toThrow('Document not found.')
    }
    expect(await history(file)).toEqual([{ kind: 'DELETE', path: 'Delete/Inner/in.pdf', detail: null }])
    expect(await history(top)).toEqual([{ kind: 'DELETE', path: 'Delete', detail: null }])
    expect(await wrongTallies()).toEqual([])
    // The name is free again, and the new entry is another document.
    expect(await folder('Delete')).not.toBe(top)
  })

  test('PERM-10 a folder that was only passed through is gone once what was permitted in it is deleted', async () => {
    const deep = await folder('Way/Deep')
    const way = (await documents().document(admin, treeId, deep)).path[1] ?? ''
    const shown = await upload(admin, treeId, deep, 'shown.pdf')
    await permit(way, bidder.groupId, false)
    await permit(shown, bidder.groupId, true)
    expect(await names(bidder, treeId)).toContain('Way')
    await remove(admin, shown)
    expect(await names(bidder, treeId)).not.toContain('Way')
    expect(await wrongTallies()).toEqual([])
  })

  test('ORG-51 DOP-34 only with the right, only what is there, and never the root', async () => {
    const file = await upload(editor, treeId, root, 'kept.pdf')
    const preview = (actor: Actor, id: string) =>
      documents().previewRemoval(actor, { treeId, documentIds: [id] })
    for (const ask of [preview, (actor: Actor, id: string) => remove(actor, id)]) {
      await expect(ask(editor, file)).rejects.toThrow('Not authorized.')
      await expect(ask(admin, root)).rejects.toThrow('Document not found.')
    }
    expect(await names(admin, treeId)).toContain('kept.pdf')
    await remove(admin, file)
    expect(await remove(admin, file, '018f0000-0000-7000-8000-000000000000', 'no id')).toEqual([])
    await expect(documents().download(admin, treeId, file)).rejects.toThrow('Document not found.')
  })

  test('if two people move and delete the same entry at the same time, one gets an error and the tree stays consistent', async () => {
    const top = await folder('Contested')
    const to = await folder('Refuge')
    const results = await Promise.allSettled([
      move(editor, to, top),
      remove(admin, top),
      move(admin, root, top),
    ])
    expect(results.some((result) => result.status === 'fulfilled')).toBe(true)
    expect(await wrongTallies()).toEqual([])
  })
})
