import { describe, expect, test } from 'vitest'
import {
  admin,
  bidder,
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
})
