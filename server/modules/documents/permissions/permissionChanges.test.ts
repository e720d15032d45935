import { describe, expect, test } from 'vitest'
import {
  admin,
  bidder,
  counts,
  database,
  documents,
  folder,
  lender,
  make,
  names,
  permit,
  place,
  treeId,
  upload,
  wrongTallies,
} from './permissions.fixture.ts'

const only = (documentIds: string[], principalIds: string[]) =>
  documents().permitExactly(admin, { treeId, documentIds, principalIds })
const difference = (documentIds: string[], change: object) =>
  documents().permissionDifference(admin, { treeId, documentIds, ...change })
const undo = (changeId: string | null) =>
  documents().undoPermissionChange(admin, { treeId, changeId: changeId ?? '' })

/** A folder with two files and a folder that the bidder alone may see, with a file in it. */
async function mixedFolder(name: string) {
  const top = await folder(name)
  await upload(admin, treeId, top, 'one.pdf')
  const secret = await upload(admin, treeId, top, 'secret.pdf')
  const inner = await folder(`${name}/Inner`)
  await upload(admin, treeId, inner, 'inner.pdf')
  await permit([secret], bidder.groupId, false)
  await only([inner], [bidder.groupId])
  return { top, secret, inner }
}

describe('permission changes', () => {
  test('PERM-08 PERM-11 PERM-13 a sweeping change tells first who gains and who loses how much, by list', async () => {
    const { top } = await mixedFolder('Told first')
    const told = await difference([top], { principalIds: [lender.groupId] })
    const of = (list: typeof told.losing) =>
      list.map(({ principal, files, folders }) => [principal.name, files, folders])
    // Admins, who are not permitted any more, see all of it still (PERM-11).
    expect(of(told.losing)).toEqual([['Bidder: Northwind', 2, 2]])
    expect(of(told.gaining)).toEqual([['Lenders', 1, 1]])
    expect(told.reached).toEqual({ files: 3, folders: 2 })
    expect(told.undoable).toBe(true)
    const one = await difference([top], { principalId: bidder.groupId, permissible: true })
    expect(of(one.gaining)).toEqual([['Bidder: Northwind', 1, 0]])
    expect(one.losing).toEqual([])
    await expect(
      documents().permissionDifference(lender, { treeId, documentIds: [top], principalIds: [] }),
    ).rejects.toThrow('Not authorized.')
    await expect(difference([top], {})).rejects.toThrow('Please say to whom')
    await expect(difference([top], { principalIds: [crypto.randomUUID()] })).rejects.toThrow(
      'Document not found.',
    )
  })

  test('PERM-08 undo gives everybody back what they saw, to the last file of a mixed folder', async () => {
    const { top, inner } = await mixedFolder('Taken back')
    const seen = async () => ({
      lender: [await names(lender, treeId, top), await counts(lender, top)],
      bidder: [
        await names(bidder, treeId, top),
        await names(bidder, treeId, inner),
        await counts(bidder, top),
      ],
      path: [
        (await names(lender, treeId)).includes('Taken back'),
        (await names(bidder, treeId)).includes('Taken back'),
      ],
    })
    const before = await seen()
    const { changeId } = await only([top], [lender.groupId])
    expect(await names(bidder, treeId)).not.toContain('Taken back')
    await undo(changeId)
    expect(await seen()).toEqual(before)
    expect(await wrongTallies()).toEqual([])
    await expect(undo(changeId)).rejects.toThrow('Change not found.')
  })

  test('PERM-09 PERM-10 what came since a change that is undone takes over the folder, without who only passes through it', async () => {
    const top = await folder('Passed through')
    const offer = await upload(admin, treeId, top, 'offer.pdf')
    await only([top], [lender.groupId])
    await only([offer], [bidder.groupId])
    const first = await only([top], [lender.groupId])
    const late = await folder('Passed through/Late')
    await upload(admin, treeId, top, 'late.pdf')
    await upload(admin, treeId, late, 'deep.pdf')
    await undo(first.changeId)
    expect(await names(bidder, treeId, top)).toEqual(['offer.pdf'])
    await expect(documents().document(bidder, treeId, late)).rejects.toThrow('Document not found.')
    expect(await names(lender, treeId, top)).toEqual(['Late', 'late.pdf'])
    // And whoever may see something in the folder that came reaches it.
    const second = await only([top], [lender.groupId])
    await documents().move(admin, { treeId, destinationParentId: late, sourceDocumentIds: [offer] })
    await undo(second.changeId)
    expect(await names(bidder, treeId, top)).toEqual(['Late'])
    expect(await names(bidder, treeId, late)).toEqual(['offer.pdf'])
    expect(await names(lender, treeId, late)).toEqual(['deep.pdf'])
    expect(await wrongTallies()).toEqual([])
  })

  test('PERM-08 a change remembers what is permitted to others than its folder, and not all beside it', async () => {
    const top = await folder('Remembered')
    await only([top], [lender.groupId])
    const inner = await folder('Remembered/Inner')
    for (const name of ['a.pdf', 'b.pdf', 'c.pdf']) await upload(admin, treeId, inner, name)
    const offer = await upload(admin, treeId, inner, 'offer.pdf')
    await only([offer], [bidder.groupId])
    const { changeId } = await only([top], [lender.groupId])
    const { rows } = await database.pool.query<{ former: [number, string[]][] }>(
      'select former from permission_change where id = $1',
      [changeId],
    )
    expect(rows[0]?.former.flatMap(([, ids]) => ids)).toEqual([top, offer])
    await undo(changeId)
    expect(await names(bidder, treeId, inner)).toEqual(['offer.pdf'])
    expect(await names(lender, treeId, inner)).toEqual(['a.pdf', 'b.pdf', 'c.pdf'])
    expect(await wrongTallies()).toEqual([])
  })

  test('PERM-08 a single toggle is taken back as well, unless somebody has changed permissions there since', async () => {
    const { top, secret } = await mixedFolder('Changed since')
    const first = await permit([top], lender.groupId, false)
    const second = await permit([secret], bidder.groupId, true)
    await expect(undo(first.changeId)).rejects.toThrow(
      'Permissions have been changed here since. Nothing was undone.',
    )
    await undo(second.changeId)
    await undo(first.changeId)
    expect(await names(lender, treeId, top)).toEqual(['one.pdf', 'secret.pdf'])
    expect(await names(bidder, treeId, top)).toEqual(['Inner', 'one.pdf'])
    await expect(
      documents().undoPermissionChange(lender, { treeId, changeId: second.changeId ?? '' }),
    ).rejects.toThrow('Not authorized.')
  })

  test('HIST-05 HIST-10 PERM-13 changes of permissions are in the history with before and after, for who sees permissions alone', async () => {
    const top = await folder('In history')
    const history = async (actor: typeof admin, filter: object = {}) => {
      const open = await documents().histories.open(actor, treeId, { search: 'in history', ...filter })
      const page = await documents().histories.page(open, { limit: 100, offset: 0 })
      expect(await documents().histories.count(open)).toBe(page.length)
      return page.map(({ activityType, formerAudience, audience }) => [
        activityType,
        formerAudience,
        audience,
      ])
    }
    const { changeId } = await only([top], [lender.groupId])
    await undo(changeId)
    const changes = [
      ['PERMISSION', 'Lenders', 'Everyone'],
      ['PERMISSION', 'Everyone', 'Lenders'],
    ]
    expect(await history(admin)).toEqual([...changes, ['CREATE_FOLDER', null, null]])
    expect(await history(admin, { activityTypes: ['PERMISSION'] })).toEqual(changes)
    // Whoever reads the history without the right to permissions learns of none of it, not even by a count.
    const chronicler = await make.actorWith(
      place,
      ['DOCUMENTS_VIEW', 'DOCUMENTS_HISTORY_VIEW'],
      'Chroniclers',
    )
    await only([top], [lender.groupId, chronicler.groupId])
    expect(await history(chronicler)).toEqual([['CREATE_FOLDER', null, null]])
    expect(await history(chronicler, { activityTypes: ['PERMISSION'] })).toEqual([])
  })
})
