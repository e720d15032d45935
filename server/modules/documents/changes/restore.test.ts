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
} from '../permissions/permissions.fixture.ts'

const remove = (actor: typeof admin, ...documentIds: string[]) =>
  documents().remove(actor, { treeId, documentIds })
const restore = (actor: typeof admin, ...documentIds: string[]) =>
  documents().restore(actor, { treeId, documentIds })
const parentOf = async (id: string, depth: number) =>
  (await documents().document(admin, treeId, id)).path[depth] ?? ''

describe('a deletion that is taken back', () => {
  test('DOP-35 HIST-06 a folder comes back with all that went with it, and nothing that was deleted before', async () => {
    const inner = await folder('Back/Inner')
    const top = await parentOf(inner, 1)
    await upload(admin, treeId, inner, 'kept.pdf')
    const before = await upload(admin, treeId, inner, 'gone before.pdf')
    const beside = await upload(admin, treeId, top, 'beside.pdf')
    await remove(admin, before)
    const seen = await counts(lender, null)
    await remove(admin, top)
    expect(await names(lender, treeId)).not.toContain('Back')
    const [node] = await restore(admin, top)
    expect(node).toMatchObject({ id: top, name: 'Back' })
    expect(await names(lender, treeId, top)).toEqual(['Inner', 'beside.pdf'])
    expect(await names(lender, treeId, inner)).toEqual(['kept.pdf'])
    expect(await counts(lender, null)).toEqual(seen)
    const found = await documents().search(lender, { treeId, search: 'kept' })
    expect((await documents().matches(found, { limit: 10, offset: 0 })).map(({ name }) => name)).toEqual([
      'kept.pdf',
    ])
    const { url } = await documents().download(lender, treeId, beside)
    expect(url).toContain('/files/')
    expect(await wrongTallies()).toEqual([])
    const { histories } = documents()
    const page = await histories.page(await histories.open(admin, treeId, { search: 'back' }), {
      limit: 10,
      offset: 0,
    })
    expect(page.map(({ activityType, restored }) => [activityType, restored])).toContainEqual([
      'RESTORE',
      true,
    ])
    // It is there: there is nothing more to take back.
    await expect(restore(admin, top)).rejects.toThrow('This can no longer be undone.')
    await remove(admin, before, top)
    expect(await wrongTallies()).toEqual([])
  })

  test('PERM-10 who could see it sees it again, by way of folders that they only pass, and nobody else', async () => {
    const deep = await folder('Way/Deep')
    const top = await parentOf(deep, 1)
    const shown = await upload(admin, treeId, deep, 'shown.pdf')
    await upload(admin, treeId, deep, 'hidden.pdf')
    await permit([top], bidder.groupId, false)
    await permit([shown], bidder.groupId, true)
    await remove(admin, shown)
    expect(await names(bidder, treeId)).not.toContain('Way')
    await restore(admin, shown)
    expect(await names(bidder, treeId, top)).toEqual(['Deep'])
    expect(await names(bidder, treeId, deep)).toEqual(['shown.pdf'])
    expect(await wrongTallies()).toEqual([])
    await remove(admin, deep)
    await restore(admin, deep)
    expect(await names(bidder, treeId, deep)).toEqual(['shown.pdf'])
    expect(await names(lender, treeId, deep)).toEqual(['hidden.pdf', 'shown.pdf'])
    expect(await wrongTallies()).toEqual([])
  })

  test('PERM-10 not after permissions were changed: it would be open to whom its folder was closed to meanwhile', async () => {
    const closed = await folder('Closed meanwhile')
    const file = await upload(admin, treeId, closed, 'plan.pdf')
    await remove(admin, file)
    await permit([closed], bidder.groupId, false)
    await expect(restore(admin, file)).rejects.toThrow('got other permissions since.')
    expect(await names(admin, treeId, closed)).toEqual([])
  })

  test('PERM-10 after a change for all of the tree neither, but after one elsewhere in it', async () => {
    const [home, elsewhere] = [await folder('Home of it'), await folder('Elsewhere in it')]
    const file = await upload(admin, treeId, home, 'plan.pdf')
    await remove(admin, file)
    await permit([elsewhere], bidder.groupId, false)
    await restore(admin, file)
    expect(await names(bidder, treeId, home)).toEqual(['plan.pdf'])
    await remove(admin, file)
    await permit([`tree:${treeId}`], bidder.groupId, false)
    await expect(restore(admin, file)).rejects.toThrow('got other permissions since.')
    await permit([`tree:${treeId}`], bidder.groupId, true)
  })

  test('HIST-05 DOP-35 the history says by which of its deletions whoever deleted can take it back', async () => {
    const other = await make.actorWith(place, 'Deal Room Admin')
    const home = await folder('Told by history')
    const inner = await upload(admin, treeId, home, 'inner.pdf')
    await upload(other, treeId, home, 'further.pdf')
    const restorable = async (actor: typeof admin) => {
      const { histories } = documents()
      const open = await histories.open(actor, treeId, { activityTypes: ['DELETE'] })
      const entries = await histories.page(open, { limit: 100, offset: 0 })
      return entries
        .filter(({ recordedPath }) => recordedPath.startsWith('Told by history'))
        .map(({ restorableId }) => restorableId)
    }
    await remove(admin, inner)
    expect(await restorable(admin)).toEqual([inner])
    expect(await restorable(other)).toEqual([null])
    await restore(admin, inner)
    expect(await restorable(admin)).toEqual([null])
    // What went with its folder comes back with it.
    await remove(admin, home)
    expect((await restorable(admin)).filter((id) => id !== null)).toEqual([home])
    expect((await restorable(admin)).length).toBe(4)
    await database.pool.query(
      `update document set deleted_at = deleted_at - interval '25 hours' where id = $1`,
      [home],
    )
    expect((await restorable(admin)).filter((id) => id !== null)).toEqual([])
  })

  test('DOP-18 not over a name that is taken by now, nor into a folder that is gone', async () => {
    const taken = await folder('Taken')
    const file = await upload(admin, treeId, taken, 'PPA.pdf')
    await remove(admin, file)
    await upload(admin, treeId, taken, 'ppa.pdf')
    await expect(restore(admin, file)).rejects.toThrow('"PPA.pdf" is there again by now.')
    await remove(admin, taken)
    await expect(restore(admin, file)).rejects.toThrow('The folder that this was in is no longer there.')
  })

  test('ORG-51 not by somebody else, nor without the right to delete, nor what was never deleted', async () => {
    const other = await make.actorWith(place, 'Deal Room Admin')
    const home = await folder('Whose')
    const file = await upload(admin, treeId, home, 'mine.pdf')
    await remove(admin, file)
    for (const ids of [[file], ['no-id'], [home]]) {
      await expect(restore(other, ...ids)).rejects.toThrow('This can no longer be undone.')
    }
    await expect(restore(lender, file)).rejects.toThrow('Not authorized.')
    expect((await restore(admin, file)).map(({ name }) => name)).toEqual(['mine.pdf'])
  })
})
