import { describe, expect, test } from 'vitest'
import {
  admin,
  bidder,
  database,
  documents,
  editor,
  file,
  folder,
  folders,
  lender,
  losing,
  move,
  names,
  permit,
  treeId,
  UNKNOWN,
  wrongTallies,
} from './selection.fixture.ts'

describe('who sees what is moved', () => {
  test('PERM-08 files and folders of one move keep the narrower, each its own', async () => {
    const from = await folder()
    const to = await folder()
    const inner = await folder(`Folder ${folders - 1}/Inner`)
    const forLenders = await file('for lenders.pdf', from)
    const forAll = await file('for all.pdf', from)
    const deep = await file('deep.pdf', inner)
    await permit(forLenders, bidder.groupId, false)
    await permit(to, lender.groupId, false)
    const { reversible } = await move(admin, to, forLenders, forAll, inner)
    expect(reversible).toBe(false)
    expect(await names(bidder, treeId, to)).toEqual(['Inner', 'for all.pdf'])
    expect(await names(editor, treeId, to)).toEqual(['Inner', 'for all.pdf', 'for lenders.pdf'])
    for (const id of [forLenders, forAll, deep]) {
      await expect(documents().document(lender, treeId, id)).rejects.toThrow('Document not found.')
    }
    expect((await documents().document(bidder, treeId, deep)).name).toBe('deep.pdf')
    expect(await wrongTallies()).toEqual([])
  })

  test('PERM-08 who would lose access to something is shown beforehand, to whoever sees permissions', async () => {
    const from = await folder()
    const inner = await folder(`Folder ${folders}/Inner`)
    await file('deep.pdf', inner)
    const to = await folder()
    expect(await losing(admin, to, inner)).toEqual([])
    await permit(to, bidder.groupId, false)
    expect(await losing(admin, to, inner, UNKNOWN)).toEqual([bidder.groupId])
    expect(await losing(admin, from, inner)).toEqual([])
    await permit(inner, bidder.groupId, false)
    expect(await losing(admin, to, inner)).toEqual([])
    await expect(losing(editor, to, inner)).rejects.toThrow('Not authorized.')
    await expect(losing(admin, UNKNOWN, inner)).rejects.toThrow('Document not found.')
  })

  test('a move back is offered only where it would bring everything back', async () => {
    const from = await folder()
    const open = await folder()
    const granted = await file('granted.pdf', from)
    expect((await move(editor, open, granted)).reversible).toBe(true)
    expect((await move(editor, from, granted)).reversible).toBe(true)
    // Permitted in a folder that is not: the way back would take the permission.
    await permit(from, bidder.groupId, false)
    await permit(granted, bidder.groupId, true)
    expect((await move(editor, open, granted)).reversible).toBe(false)
    expect((await documents().document(bidder, treeId, granted)).name).toBe('granted.pdf')
  })

  test('PERM-08 PERM-10 a permission that was taken back neither loses by a move nor makes it one-way', async () => {
    const closedTo = async (groupId: string) => {
      const from = await folder()
      const inner = await folder(`Folder ${folders}/Inner`)
      const to = await folder()
      for (const id of [inner, to]) await permit(id, groupId, false)
      const child = await folder(`Folder ${folders - 1}/Inner/Child`)
      await permit(child, groupId, true)
      return { from, inner, to, child }
    }
    const { inner, to, child } = await closedTo(bidder.groupId)
    await permit(child, bidder.groupId, false)
    expect(await losing(admin, to, inner)).toEqual([])
    expect((await move(editor, to, inner)).reversible).toBe(true)
    // As empty to the mover as a folder in which nothing ever was: what is hidden there, and what was, is not told.
    const held = await closedTo(bidder.groupId)
    await permit(held.child, editor.groupId, false)
    expect(await names(editor, treeId, held.inner)).toEqual([])
    expect((await move(editor, held.to, held.inner)).reversible).toBe(true)
    expect(await wrongTallies()).toEqual([])
  })

  test('PERM-08 PERM-10 whether a move back is offered, what is hidden from the mover neither decides nor is opened by', async () => {
    const lists = async () => {
      const { rows } = await database.pool.query(
        `select d.id, acl.principals, acl.traversal from document d join acl on acl.id = d.acl_id
         where d.tree_id = $1 order by d.id`,
        [treeId],
      )
      return new Map(rows.map(({ id, principals, traversal }) => [id, { principals, traversal }]))
    }
    const closedTo = { nobody: [], bidder: [bidder], lender: [lender], both: [bidder, lender] }
    /** A folder that looks alike to the editor, with and without what is hidden in it, goes there and back. */
    const thereAndBack = async (
      from: readonly { groupId: string }[],
      to: readonly { groupId: string }[],
      hides: boolean,
    ): Promise<boolean> => {
      const origin = await folder()
      const destination = await folder()
      const moved = await folder(`Folder ${folders - 1}/Moved`)
      const seen = await file('seen.pdf', moved)
      const sealed = hides ? await folder(`Folder ${folders - 1}/Moved/Sealed`) : null
      const hidden = sealed && (await file('hidden.pdf', moved))
      const inside = sealed && (await file('for lenders.pdf', sealed))
      for (const { groupId } of to) await permit(destination, groupId, false)
      for (const { groupId } of from) await permit(origin, groupId, false)
      if (sealed && hidden && inside) {
        await permit(hidden, editor.groupId, false)
        for (const { groupId } of [editor, bidder]) await permit(sealed, groupId, false)
        // The folders above let the lender through, wherever they are closed.
        await permit(inside, lender.groupId, true)
      }
      const before = await lists()
      expect(await names(editor, treeId, moved)).toEqual(['seen.pdf'])
      const { reversible } = await move(editor, destination, moved)
      const back = await move(editor, origin, moved)
      const after = await lists()
      if (reversible) {
        expect(back.reversible).toBe(true)
        for (const id of [moved, seen]) expect(after.get(id)?.principals).toEqual(before.get(id)?.principals)
      }
      // Nobody sees more than before: a principal is on no list that did not name them.
      for (const [id, { principals, traversal }] of before) {
        if (principals === null) continue
        const named = after.get(id)
        expect([...principals, ...traversal]).toEqual(
          expect.arrayContaining([...(named?.principals ?? ['everybody']), ...(named?.traversal ?? [])]),
        )
      }
      return reversible
    }
    const offered: string[] = []
    for (const [fromWhom, from] of Object.entries(closedTo)) {
      for (const [toWhom, to] of Object.entries(closedTo)) {
        const open = await thereAndBack(from, to, false)
        if (open) offered.push(`${fromWhom}, ${toWhom}`)
        expect([fromWhom, toWhom, await thereAndBack(from, to, true)]).toEqual([fromWhom, toWhom, open])
      }
    }
    expect(offered).toEqual([
      'nobody, nobody',
      'bidder, nobody',
      'bidder, bidder',
      'lender, nobody',
      'lender, lender',
      'both, nobody',
      'both, bidder',
      'both, lender',
      'both, both',
    ])
    expect(await wrongTallies()).toEqual([])
  })
})
