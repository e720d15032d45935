import { describe, expect, test } from 'vitest'
import type { Actor } from '../../../access/actor.ts'
import {
  admin,
  database,
  documents,
  editor,
  file,
  folder,
  lender,
  make,
  move,
  names,
  permit,
  place,
  rename,
  root,
  treeId,
  UNKNOWN,
  upload,
  wrongTallies,
} from './selection.fixture.ts'

/** So many folders by SQL, as the product would have made them. */
async function manyFolders(parentId: string, count: number): Promise<string[]> {
  const { rows } = await database.pool.query(
    `with made as (
       insert into document (id, tree_id, parent_id, is_folder, name, name_key, path, acl_id)
       select v.id, p.tree_id, p.id, true, 'Lot ' || v.n, 'lot ' || v.n, p.path || v.id, p.acl_id
       from document p, (select gen_random_uuid() as id, n from generate_series(1, $2) as n) v
       where p.id = $1
       returning id, acl_id, path),
     counted as (
       insert into folder_tally (folder_id, acl_id, files, folders)
       select f.id, made.acl_id, 0, count(*) from made, unnest(made.path[1:cardinality(made.path) - 1]) as f(id)
       group by 1, 2
       on conflict (folder_id, acl_id) do update set folders = folder_tally.folders + excluded.folders)
     select id from made`,
    [parentId, count],
  )
  return rows.map((row) => row.id)
}

describe('a selection of which a part has vanished', () => {
  test('DOC-40 DOP-12 the rest is deleted, and the answer says what', async () => {
    const top = await folder()
    const gone = await file('gone.pdf', top)
    const moved = await file('moved.pdf', top)
    const stays = await file('stays.pdf', top)
    await file('not chosen.pdf', top)
    const elsewhere = await folder()
    await documents().remove(admin, { treeId, documentIds: [gone] })
    await move(editor, elsewhere, moved)
    const chosen = [gone, moved, stays, UNKNOWN]
    const parentIds = chosen.map(() => top)
    const removal = await documents().previewRemoval(admin, { treeId, documentIds: chosen, parentIds })
    const named = await documents().removed(removal, { limit: 200, offset: 0 })
    expect(named.map(({ id }) => id)).toEqual([stays])
    expect(await documents().countRemoved(removal)).toBe(1)
    expect(await documents().remove(admin, { treeId, documentIds: chosen, parentIds })).toEqual([stays])
    expect(await names(admin, treeId, elsewhere)).toEqual(['moved.pdf'])
    expect(await names(admin, treeId, top)).toEqual(['not chosen.pdf'])
    expect(await wrongTallies()).toEqual([])
  })

  test('DOP-08 what came to be there since the dry run is not deleted before it was named', async () => {
    const top = await folder()
    const beside = await file('beside.pdf', top)
    const input = { treeId, documentIds: [top] }
    const counted = async () => documents().countRemoved(await documents().previewRemoval(admin, input))
    const expectedCount = await counted()
    expect(expectedCount).toBe(2)
    const late = await file('late.pdf', top)
    await expect(documents().remove(admin, { ...input, expectedCount })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Someone else has just changed this folder. Please check and try again.',
    })
    expect(await names(admin, treeId, top)).toEqual(['beside.pdf', 'late.pdf'])
    // What is gone by then is no surprise.
    await documents().remove(admin, { treeId, documentIds: [beside, late] })
    expect(await documents().remove(admin, { ...input, expectedCount })).toEqual([top])
    expect(await wrongTallies()).toEqual([])
  })

  test('DOP-08 PERM-10 a refused deletion does not reveal what one may not see', async () => {
    const remover = await make.actorWith(place, ['DOCUMENTS_VIEW', 'DOCUMENTS_DELETE'])
    const top = await folder()
    const removal = await documents().previewRemoval(remover, { treeId, documentIds: [top] })
    const expectedCount = await documents().countRemoved(removal)
    await permit(await file('hidden.pdf', top), remover.groupId, false)
    const input = { treeId, documentIds: [top], expectedCount }
    expect(await documents().remove(remover, input)).toEqual([top])
  })

  test('what lies in the root is known by the id of the root', async () => {
    const top = await folder()
    const documentIds = [top]
    expect(await documents().remove(admin, { treeId, documentIds, parentIds: [UNKNOWN] })).toEqual([])
    expect(await documents().remove(admin, { treeId, documentIds, parentIds: [root] })).toEqual([top])
  })

  test('DOC-40 the rest is moved, and the answer names only that', async () => {
    const from = await folder()
    const to = await folder()
    const gone = await file('gone.pdf', from)
    const hidden = await file('hidden.pdf', from)
    const seen = await file('seen.pdf', from)
    await documents().remove(admin, { treeId, documentIds: [gone] })
    await permit(hidden, editor.groupId, false)
    const { documents: moved } = await move(editor, to, gone, hidden, seen, 'no id')
    expect(moved.map((node) => node.id)).toEqual([seen])
    expect(await names(admin, treeId, to)).toEqual(['seen.pdf'])
    expect(await names(admin, treeId, from)).toEqual(['hidden.pdf'])
    await expect(move(editor, to, gone, hidden)).rejects.toThrow('These items are no longer there')
  })

  test('DOC-40 what somebody else has moved on since it was chosen stays where they put it', async () => {
    const [from, to, elsewhere] = [await folder(), await folder(), await folder()]
    const moved = await file('moved.pdf', from)
    const stays = await file('stays.pdf', from)
    await move(editor, elsewhere, moved)
    const input = {
      treeId,
      destinationParentId: to,
      sourceDocumentIds: [moved, stays],
      parentIds: [from, from],
    }
    const { documents: there } = await documents().move(admin, input)
    expect(there.map((node) => node.id)).toEqual([stays])
    expect(await names(admin, treeId, elsewhere)).toEqual(['moved.pdf'])
    await expect(documents().move(admin, input)).rejects.toThrow('These items are no longer there')
    expect(await wrongTallies()).toEqual([])
  })

  test('a dry run of nothing but what is gone is empty (DOP-10)', async () => {
    const removal = await documents().previewRemoval(admin, { treeId, documentIds: [UNKNOWN] })
    expect(await documents().countRemoved(removal)).toBe(0)
    expect(await documents().removed(removal, { limit: 200, offset: 0 })).toEqual([])
  })
})

test('DOP-18 where one of several conflicts nothing is moved, and the sentence names it', async () => {
  const from = await folder()
  const to = await folder()
  const ids = [await file('a.pdf', from), await file('b.pdf', from), await file('c.pdf', from)]
  await file('B.PDF', to)
  await expect(move(editor, to, ...ids)).rejects.toThrow(
    '"b.pdf" already exists there. Please rename one of the two.',
  )
  expect(await names(editor, treeId, to)).toEqual(['B.PDF'])
  expect(await names(editor, treeId, from)).toEqual(['a.pdf', 'b.pdf', 'c.pdf'])
})

test('DOC-35 DOP-18 files stay out of a root that may not hold them; folders may come there', async () => {
  const closed = await make.tree({ ...(await otherPlace()), allowRootFiles: false })
  const [inner] = await documents().createFolders(closedAdmin, {
    treeId: closed,
    parentId: null,
    folderPaths: ['Top/Inner'],
  })
  const id = inner?.id ?? ''
  const kept = await upload(closedAdmin, closed, id, 'kept.pdf')
  const into = (sourceDocumentIds: string[]) =>
    documents().move(closedAdmin, {
      treeId: closed,
      destinationParentId: `tree:${closed}`,
      sourceDocumentIds,
    })
  await expect(into([kept])).rejects.toThrow(
    "Files can't be placed at the top level. Please choose a folder.",
  )
  await into([id])
  expect(await names(closedAdmin, closed)).toEqual(['Inner', 'Top'])
})

let closedAdmin: Actor
async function otherPlace(): Promise<typeof place> {
  const portfolio = await make.portfolio({ organisationId: place.organisationId })
  const other = { organisationId: place.organisationId, portfolioId: portfolio.id }
  closedAdmin = await make.actorWith(other, 'Deal Room Admin')
  return other
}

test('a thousand documents are moved and deleted in one go; more are refused in one sentence', async () => {
  const from = await folder()
  const to = await folder()
  const ids = await manyFolders(from, 1000)
  expect((await move(editor, to, ...ids)).documents).toHaveLength(1000)
  expect(await documents().families.childCounts([await documents().document(lender, treeId, to)])).toEqual([
    1000,
  ])
  expect(await wrongTallies()).toEqual([])
  const removal = await documents().previewRemoval(admin, { treeId, documentIds: ids })
  expect(await documents().countRemoved(removal)).toBe(1000)
  await expect(move(editor, to, ...ids, UNKNOWN)).rejects.toThrow(
    'Please move at most 1000 documents at a time, not 1001. A folder counts as one.',
  )
  expect(await documents().remove(admin, { treeId, documentIds: ids })).toHaveLength(1000)
  expect(await wrongTallies()).toEqual([])
  const { rows } = await database.pool.query(
    `select kind, count(*)::int from activity where document_id = any($1) and kind in ('MOVE', 'DELETE')
     group by kind order by kind`,
    [ids],
  )
  expect(rows).toEqual([
    { kind: 'DELETE', count: 1000 },
    { kind: 'MOVE', count: 1000 },
  ])
})

test('DOP-34 PERM-10 a folder that one only passes through is not theirs to rename, move or delete', async () => {
  const all = ['DOCUMENTS_VIEW', 'DOCUMENTS_EDIT', 'DOCUMENTS_DELETE'] as const
  const guest = await make.actorWith(place, all)
  const way = await folder()
  await file('of others.pdf', way)
  const shown = await file('shown.pdf', way)
  await permit(way, guest.groupId, false)
  await permit(shown, guest.groupId, true)
  const to = await folder()
  const chosen = { treeId, documentIds: [shown, way] }
  for (const change of [
    () => rename(guest, way, 'Renamed'),
    () => move(guest, to, shown, way),
    () => documents().previewRemoval(guest, chosen),
    () => documents().remove(guest, chosen),
  ]) {
    await expect(change()).rejects.toMatchObject({ code: 'FORBIDDEN', message: 'Not authorized.' })
  }
  expect(await names(admin, treeId, way)).toEqual(['of others.pdf', 'shown.pdf'])
  // What is permitted to them in it is theirs to change.
  await move(guest, to, shown)
  expect(await documents().remove(guest, { treeId, documentIds: [shown] })).toEqual([shown])
  expect(await wrongTallies()).toEqual([])
})
