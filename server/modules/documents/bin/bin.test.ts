import { describe, expect, test } from 'vitest'
import type { Actor } from '../../../access/actor.ts'
import { fillDeletions } from '../changes/deletions.ts'
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

const remove = (actor: Actor, ...documentIds: string[]) => documents().remove(actor, { treeId, documentIds })
const restore = (actor: Actor, ...documentIds: string[]) =>
  documents().bins.restore(actor, { treeId, documentIds })
/** Problems alone, null for what was restored. */
const problems = async (actor: Actor, ...ids: string[]) =>
  (await restore(actor, ...ids)).map(({ problem }) => problem)
const bin = async (actor: Actor, asked: { search?: string; ordering?: string } = {}) => {
  const page = await documents().bins.open(actor, { treeId, ...asked }, { limit: 200, offset: 0 })
  const entries = await documents().bins.entries(page)
  expect(await documents().bins.count(page)).toBe(entries.length)
  return entries
}
const binNames = async (actor: Actor, asked?: { search?: string; ordering?: string }) =>
  (await bin(actor, asked)).map(({ name }) => name)
const parentOf = async (id: string, depth: number) =>
  (await documents().document(admin, treeId, id)).path[depth] ?? ''

/** A member of a group of its own who may edit and delete, and sees what is permitted to the group. */
async function keeper(name: string): Promise<Actor & { groupId: string }> {
  return make.actorWith(place, ['DOCUMENTS_VIEW', 'DOCUMENTS_EDIT', 'DOCUMENTS_DELETE'], name)
}

const GONE = 'This is no longer in the bin.'

describe('the recycle bin', () => {
  test('BIN-01 lists what was deleted with its path, who and when, days left, entries and bytes below, sorted, searched and paged', async () => {
    const inner = await folder('Listed/Inner')
    const top = await parentOf(inner, 1)
    await upload(admin, treeId, inner, 'a.pdf', '12345')
    await upload(admin, treeId, inner, 'b.pdf', '123')
    const alone = await upload(admin, treeId, top, 'Überblick.pdf', '1234567890')
    await remove(admin, alone)
    await remove(admin, top)
    const listed = (await bin(admin)).filter(({ path }) => path.startsWith('Listed'))
    expect(listed).toMatchObject([
      { id: top, name: 'Listed', path: 'Listed', isFolder: true, below: 3, size: 8, daysLeft: 30 },
      { id: alone, name: 'Überblick.pdf', path: 'Listed/Überblick.pdf', below: 0, size: 10, daysLeft: 30 },
    ])
    expect(listed.map(({ personId }) => personId)).toEqual([admin.personId, admin.personId])
    expect(await binNames(admin, { search: 'uberb' })).toEqual(['Überblick.pdf'])
    expect(await binNames(admin, { search: 'inner' })).toEqual([])
    expect(await binNames(admin, { ordering: 'name' })).toEqual(['Listed', 'Überblick.pdf'])
    expect(await binNames(admin, { ordering: '-size' })).toEqual(['Überblick.pdf', 'Listed'])
    const second = await documents().bins.open(admin, { treeId }, { limit: 1, offset: 1 })
    expect((await documents().bins.entries(second)).map(({ id }) => id)).toEqual([alone])
    await database.pool.query(
      `update document set deleted_at = deleted_at - interval '29 days 1 hour' where id = $1`,
      [alone],
    )
    expect((await bin(admin)).find(({ id }) => id === alone)?.daysLeft).toBe(1)
    await database.pool.query(
      `update document set deleted_at = deleted_at - interval '1 day' where id = $1`,
      [alone],
    )
    expect(await binNames(admin)).toEqual(['Listed'])
    expect(await problems(admin, alone)).toEqual([GONE])
    await expect(bin(lender)).rejects.toThrow('Not authorized.')
    expect(await problems(admin, top)).toEqual([null])
  })

  test('BIN-02 BIN-07 an entry comes back with permissions, versions and all that went with it, each with a RESTORE in the history', async () => {
    const inner = await folder('Whole/Inner')
    const top = await parentOf(inner, 1)
    const kept = await upload(admin, treeId, inner, 'kept.pdf')
    await upload(admin, treeId, inner, 'kept.pdf', 'second')
    const hidden = await upload(admin, treeId, inner, 'hidden.pdf')
    await permit([hidden], bidder.groupId, false)
    const before = await upload(admin, treeId, inner, 'gone before.pdf')
    await remove(admin, before)
    const seen = [await counts(lender, null), await counts(bidder, null)]
    await remove(admin, top)
    const [result] = await restore(admin, top)
    expect(result).toMatchObject({ id: top, problem: null, document: { name: 'Whole' } })
    expect(await names(lender, treeId, inner)).toEqual(['hidden.pdf', 'kept.pdf'])
    expect(await names(bidder, treeId, inner)).toEqual(['kept.pdf'])
    expect([await counts(lender, null), await counts(bidder, null)]).toEqual(seen)
    const file = await documents().document(admin, treeId, kept)
    expect(await documents().versions.counts([file])).toMatchObject([{ number: 2 }])
    expect(await wrongTallies()).toEqual([])
    const { histories } = documents()
    const kinds = async (filter: { activityTypes?: string[]; rootId?: string }, actor: Actor = admin) =>
      (await histories.page(await histories.open(actor, treeId, filter), { limit: 100, offset: 0 })).map(
        ({ activityType, recordedPath }) => [activityType, recordedPath],
      )
    expect((await kinds({ rootId: kept })).slice(0, 2)).toEqual([
      ['RESTORE', 'Whole/Inner/kept.pdf'],
      ['DELETE', 'Whole/Inner/kept.pdf'],
    ])
    const chronicler = await make.actorWith(
      place,
      ['DOCUMENTS_VIEW', 'DOCUMENTS_HISTORY_VIEW'],
      'Chroniclers',
    )
    // Below it, as its own history shows.
    const restored = [
      ['RESTORE', 'Whole/Inner'],
      ['RESTORE', 'Whole/Inner/hidden.pdf'],
      ['RESTORE', 'Whole/Inner/kept.pdf'],
    ]
    expect((await kinds({ activityTypes: ['RESTORE'], rootId: top })).sort()).toEqual(restored)
    // Their group came after the file was closed.
    expect((await kinds({ activityTypes: ['RESTORE'], rootId: top }, chronicler)).sort()).toEqual(
      restored.filter(([, path]) => path !== 'Whole/Inner/hidden.pdf'),
    )
    for (const actor of [admin, chronicler]) {
      expect(await kinds({ activityTypes: ['MOVE'], rootId: top }, actor)).toEqual([])
    }
    expect(await binNames(admin, { search: 'gone before' })).toEqual(['gone before.pdf'])
  })

  test('BIN-03 a folder that is gone is made again, and a taken name gets "(restored)" before its ending', async () => {
    const inner = await folder('Gone/Inner')
    const top = await parentOf(inner, 1)
    const first = await upload(admin, treeId, inner, 'plan.v2.pdf')
    const second = await upload(admin, treeId, inner, 'other.pdf')
    await remove(admin, first)
    await remove(admin, second)
    await remove(admin, top)
    const [result] = await restore(admin, first)
    const again = result?.document?.parentId ?? ''
    expect([inner, top]).not.toContain(again)
    expect(await names(admin, treeId, again)).toEqual(['plan.v2.pdf'])
    // What comes next finds the folder there.
    expect((await restore(admin, second))[0]?.document?.parentId).toBe(again)
    expect((await restore(admin, top))[0]?.document?.name).toBe('Gone (restored)')
    const home = await folder('Taken')
    const files: string[] = []
    for (let round = 0; round < 3; round += 1) {
      files.push(await upload(admin, treeId, home, 'plan.v2.pdf'))
      await remove(admin, files.at(-1) ?? '')
    }
    await upload(admin, treeId, home, 'PLAN.v2.pdf')
    expect(await problems(admin, ...files)).toEqual([null, null, null])
    expect((await names(admin, treeId, home)).toSorted()).toEqual([
      'PLAN.v2.pdf',
      'plan.v2 (restored 2).pdf',
      'plan.v2 (restored 3).pdf',
      'plan.v2 (restored).pdf',
    ])
    expect(await wrongTallies()).toEqual([])
  })

  test('BIN-02 BIN-03 a folder and what was deleted out of it before come back together, whatever their order', async () => {
    const home = await folder('Together')
    const file = await upload(admin, treeId, home, 'first.pdf')
    await upload(admin, treeId, home, 'second.pdf')
    await remove(admin, file)
    await remove(admin, home)
    expect(await problems(admin, file, home)).toEqual([null, null])
    expect(await names(admin, treeId, home)).toEqual(['first.pdf', 'second.pdf'])
    expect(await wrongTallies()).toEqual([])
  })

  test('BIN-03 whoever did not see a folder that is gone does not see the one that is made in its place', async () => {
    const secret = await folder('Sale to Northwind')
    await permit([secret], bidder.groupId, false)
    const file = await upload(admin, treeId, secret, 'price.pdf')
    await remove(admin, file)
    await remove(admin, secret)
    expect(await problems(admin, file)).toEqual([null])
    expect(await names(lender, treeId)).toContain('Sale to Northwind')
    expect(await names(bidder, treeId)).not.toContain('Sale to Northwind')
    expect(await wrongTallies()).toEqual([])
  })

  test('BIN-04 what was closed above meanwhile stays closed in what comes back, and what was opened again does not', async () => {
    const inner = await folder('Narrowed/Inner')
    const top = await parentOf(inner, 1)
    const file = await upload(admin, treeId, inner, 'plan.pdf')
    const own = await upload(admin, treeId, inner, 'own.pdf')
    await permit([inner], bidder.groupId, false)
    await permit([own], bidder.groupId, true)
    await remove(admin, inner)
    await permit([top], lender.groupId, false)
    expect(await problems(admin, inner)).toEqual([null])
    // The bidder had it by way of folders that they only pass.
    expect(await names(bidder, treeId, inner)).toEqual(['own.pdf'])
    await expect(names(lender, treeId, inner)).rejects.toThrow('Document not found.')
    expect(await wrongTallies()).toEqual([])
    await remove(admin, inner)
    await permit([top], bidder.groupId, false)
    expect(await problems(admin, inner)).toEqual([null])
    await expect(names(bidder, treeId, inner)).rejects.toThrow('Document not found.')
    const away = await upload(admin, treeId, top, 'away.pdf')
    await permit([top], bidder.groupId, true)
    await remove(admin, away, file)
    await permit([top], bidder.groupId, false)
    await permit([top], bidder.groupId, true)
    expect(await problems(admin, away)).toEqual([null])
    expect(await names(bidder, treeId, top)).toContain('away.pdf')
    expect(await wrongTallies()).toEqual([])
  })

  test('BIN-04 a folder that was moved under a closed one meanwhile gives back what is closed', async () => {
    const [open, closed] = [await folder('From open'), await folder('To closed')]
    const moved = await folder('From open/Moved')
    await permit([closed], bidder.groupId, false)
    const file = await upload(admin, treeId, moved, 'plan.pdf')
    await remove(admin, file)
    await documents().move(admin, { treeId, destinationParentId: closed, sourceDocumentIds: [moved] })
    expect(await problems(admin, file)).toEqual([null])
    expect(await names(lender, treeId, moved)).toEqual(['plan.pdf'])
    await expect(documents().document(bidder, treeId, file)).rejects.toThrow('Document not found.')
    expect(await names(bidder, treeId, open)).toEqual([])
    expect(await wrongTallies()).toEqual([])
  })

  test('BIN-01 BIN-04 whoever may not see an entry never learns of it: neither hidden from the start nor closed since', async () => {
    const clerk = await keeper('Clerks')
    const home = await folder('Clerks see some')
    const [seen, hidden, later] = [
      await upload(admin, treeId, home, 'clerk seen.pdf', 'four'),
      await upload(admin, treeId, home, 'clerk hidden.pdf', 'four'),
      await upload(admin, treeId, home, 'clerk later.pdf', 'four'),
    ]
    await permit([hidden], clerk.groupId, false)
    const shut = await folder('Clerks see some/Shut')
    const inShut = await upload(admin, treeId, shut, 'clerk shut.pdf')
    await remove(admin, seen, hidden, later, inShut)
    await permit([shut], clerk.groupId, false)
    expect((await binNames(clerk, { search: 'clerk' })).toSorted()).toEqual([
      'clerk later.pdf',
      'clerk seen.pdf',
    ])
    expect(await problems(clerk, hidden, inShut, later)).toEqual([GONE, GONE, null])
    expect(await names(clerk, treeId, home)).toEqual(['clerk later.pdf'])
    await upload(admin, treeId, home, 'more.pdf')
    await permit([await upload(admin, treeId, home, 'unseen.pdf')], clerk.groupId, false)
    await remove(admin, home)
    const of = async (actor: Actor) => (await bin(actor)).find(({ id }) => id === home)
    expect(await of(clerk)).toMatchObject({ below: 2, size: 11 })
    expect(await of(admin)).toMatchObject({ below: 4, size: 18 })
    await permit([`tree:${treeId}`], clerk.groupId, false)
    expect(await binNames(clerk)).toEqual([])
    expect(await problems(clerk, home)).toEqual([GONE])
    await permit([`tree:${treeId}`], clerk.groupId, true)
    expect(await binNames(clerk)).toContain('Clerks see some')
    const reader = await make.actorWith(place, ['DOCUMENTS_VIEW', 'DOCUMENTS_DELETE'], 'Deleters')
    await expect(restore(reader, home)).rejects.toThrow('Not authorized.')
  })

  test('BIN-04 VIEW-04 a level that was lowered above meanwhile holds in what comes back, one that was raised does not', async () => {
    const home = await folder('Lowered')
    const level = (documentId: string, to: 'VIEW' | 'PDF' | 'ORIGINAL') =>
      documents().levels.set(admin, {
        treeId,
        documentIds: [documentId],
        changes: [{ principalId: bidder.groupId, level: to }],
      })
    const given = async (id: string) => {
      const [access] = await documents().levels.accesses([await documents().document(bidder, treeId, id)])
      return access?.level
    }
    const [plain, low] = [
      await upload(admin, treeId, home, 'plain.pdf'),
      await upload(admin, treeId, home, 'low.pdf'),
    ]
    await level(low, 'VIEW')
    await remove(admin, plain, low)
    await level(home, 'PDF')
    expect(await problems(admin, plain, low)).toEqual([null, null])
    expect([await given(plain), await given(low)]).toEqual(['PDF', 'VIEW'])
    await remove(admin, plain)
    await level(home, 'ORIGINAL')
    expect(await problems(admin, plain)).toEqual([null])
    expect(await given(plain)).toBe('PDF')
    expect(await wrongTallies()).toEqual([])
  })

  test('BIN-04 nobody restores into a folder that they may not add to, nor a folder that they only pass', async () => {
    const clerk = await keeper('Passing clerks')
    const home = await folder('Passed')
    const inner = await folder('Passed/Also passed')
    const own = await upload(admin, treeId, inner, 'own.pdf')
    await permit([home], clerk.groupId, false)
    await permit([own], clerk.groupId, true)
    await remove(clerk, own)
    expect(await problems(clerk, own)).toEqual([
      "You can't add to the folder that this was in. Please ask an admin of the documents to restore it.",
    ])
    expect(await bin(clerk, { search: 'own.pdf' })).toMatchObject([{ path: '…/own.pdf' }])
    expect(await problems(admin, own)).toEqual([null])
    await remove(admin, inner)
    expect(await problems(clerk, inner)).toEqual([
      'You see only a part of this folder. Please ask an admin of the documents to restore it.',
    ])
  })

  test('BIN-04 a restricted document stays closed where its tree went to roles and back meanwhile', async () => {
    const room = await make.room()
    const keeping = await make.actorWith(room.place, 'Deal Room Admin', 'Keepers')
    const seeing = await make.actorWith(room.place, 'Viewer', 'Seeing')
    const other = await make.actorWith(room.place, 'Bidder', 'Other')
    const within = { treeId: room.treeId }
    const [home] = await documents().createFolders(keeping, {
      ...within,
      parentId: null,
      folderPaths: ['Restricted'],
    })
    const id = home?.id ?? ''
    await documents().updatePermission(keeping, {
      ...within,
      permissionId: `${id}:${other.groupId}`,
      permissible: false,
    })
    await documents().remove(keeping, { ...within, documentIds: [id] })
    for (const permissionType of ['ROLE', 'GROUP'] as const) {
      await documents().updateTree(keeping, { ...within, permissionType })
    }
    await documents().bins.restore(keeping, { ...within, documentIds: [id] })
    expect(await names(keeping, room.treeId)).toEqual(['Restricted'])
    expect(await names(seeing, room.treeId)).toEqual([])
    expect(await wrongTallies()).toEqual([])
  })

  test('BIN-07 BIN-06 deleting for good asks for the name, takes it out of the bin and is in the history', async () => {
    const home = await folder('For good')
    await upload(admin, treeId, home, 'inner.pdf')
    await remove(admin, home)
    const forGood = (actor: Actor, documentId: string, name: string) =>
      documents().bins.deleteForGood(actor, { treeId, documentId, name })
    const clerk = await keeper('Deleting clerks')
    await expect(forGood(clerk, home, 'For good')).rejects.toThrow('Not authorized.')
    await expect(forGood(admin, home, 'for good')).rejects.toThrow(
      'Please type the name of what is to be deleted for good: For good',
    )
    await forGood(admin, home, ' For good ')
    expect(await binNames(admin)).not.toContain('For good')
    expect(await problems(admin, home)).toEqual([GONE])
    await expect(documents().restore(admin, { treeId, documentIds: [home] })).rejects.toThrow(
      'This can no longer be undone.',
    )
    await expect(forGood(admin, home, 'For good')).rejects.toThrow(GONE)
    const { histories } = documents()
    const open = await histories.open(admin, treeId, { activityTypes: ['DELETE_FOR_GOOD'] })
    expect(await histories.count(open)).toBe(1)
    expect(await histories.page(open, { limit: 10, offset: 0 })).toMatchObject([
      { activityType: 'DELETE_FOR_GOOD', recordedPath: 'For good', personId: admin.personId },
    ])
    expect(await wrongTallies()).toEqual([])
  })

  test('BIN-08 under a legal hold the bin has no end: old entries are listed, come back, and are not deleted for good', async () => {
    const home = await folder('Held')
    const old = await upload(admin, treeId, home, 'old.pdf')
    await remove(admin, home)
    await database.pool.query(
      `update document set deleted_at = deleted_at - interval '90 days' where id = any($1)`,
      [[home, old]],
    )
    expect(await binNames(admin)).not.toContain('Held')
    const hold = `insert into legal_hold (portfolio_id, organisation_id, reason, set_by) values ($1, $2, 'Dispute', $3)`
    await database.pool.query(hold, [place.portfolioId, place.organisationId, admin.personId])
    const asked = { treeId, documentId: home, name: 'Held' }
    expect((await bin(admin)).find(({ id }) => id === home)).toMatchObject({ below: 1, daysLeft: 1 })
    await expect(documents().bins.deleteForGood(admin, asked)).rejects.toThrow(
      /^This room has been under a legal hold since \d\d\/\d\d\/\d{4}\. Nothing in it can be removed for good\.$/,
    )
    expect(await problems(admin, home)).toEqual([null])
    expect(await names(lender, treeId, home)).toEqual(['old.pdf'])
    await database.pool.query('delete from legal_hold')
    await remove(admin, home)
    await documents().bins.deleteForGood(admin, asked)
    expect(await binNames(admin)).not.toContain('Held')
  })

  test('BIN-01 BIN-04 what a program deleted that knows no bin is listed once it is filled in, and comes back no wider than its folder', async () => {
    const home = await folder('From before')
    const inner = await folder('From before/Inner')
    const own = await upload(admin, treeId, inner, 'own.pdf', '123')
    await permit([home], bidder.groupId, false)
    await permit([own], bidder.groupId, true)
    await remove(admin, inner)
    await database.pool.query(
      `with gone as (delete from deletion_content where document_id = $1)
       update deletion set tree_id = null, above_ids = null, above_lists = null where document_id = $1`,
      [inner],
    )
    expect(await binNames(admin)).not.toContain('Inner')
    await fillDeletions(database.db)
    expect((await bin(admin)).find(({ id }) => id === inner)).toMatchObject({ below: 1, size: 3 })
    expect(await problems(admin, inner)).toEqual([null])
    // Who had it by itself is unknown by now.
    await expect(names(bidder, treeId, inner)).rejects.toThrow('Document not found.')
    expect(await names(lender, treeId, inner)).toEqual(['own.pdf'])
    expect(await wrongTallies()).toEqual([])
  })

  test('BIN-05 at most 1,000 are restored together', async () => {
    const ids = Array.from({ length: 1001 }, (_, index) => `00000000-0000-7000-8000-${index + 1e11}`)
    await expect(restore(admin, ...ids)).rejects.toThrow('Please restore at most 1000 documents at a time')
    expect(await problems(admin, 'no-id', `tree:${treeId}`)).toEqual([GONE, GONE])
  })
})
