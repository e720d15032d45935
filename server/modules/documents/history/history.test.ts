import { beforeEach, describe, expect, test } from 'vitest'
import { PERMISSIONS, type Permission } from '../../../../shared/permissions.ts'
import { testDatabase } from '../../../../testing/database/index.ts'
import { factories } from '../../../../testing/factories.ts'
import { type HistoryRoom, historyRoom } from '../../../../testing/historyRoom.ts'
import { outcomeOf } from '../../../../testing/outcome.ts'
import { createTree } from '../index.ts'

const database = testDatabase()
const make = factories(database)
const { room, documents, upload, folder, deny, permit, move, remove, read, lines } = historyRoom(database)

let admin: HistoryRoom['admin']
let chronicler: HistoryRoom['chronicler']
let place: HistoryRoom['place']
let treeId: HistoryRoom['treeId']
beforeEach(() => {
  ;({ admin, chronicler, place, treeId } = room())
})

describe('entries', () => {
  test('HIST-05 HIST-06 HIST-10 HIST-11 HIST-12 each operation is one entry with its path then, newest first', async () => {
    const top = await folder('Life')
    const other = await folder('Elsewhere')
    const file = await upload(admin, treeId, top, 'Lease.docx')
    await upload(chronicler, treeId, top, 'lease.docx', 'a longer text')
    await documents().rename(admin, { treeId, documentId: file, name: 'Lease final.pdf' })
    await move(file, other)
    await remove(file)
    const { count, entries } = await read(admin, { search: 'lease final' })
    expect(count).toBe(5)
    expect(
      entries.map(({ activityType, recordedPath, formerPath, version, active, document }) => ({
        activityType,
        recordedPath,
        formerPath,
        version,
        active,
        document: document?.name ?? null,
      })),
    ).toEqual(
      [
        ['DELETE', 'Elsewhere/Lease final.pdf', null, 2],
        ['MOVE', 'Elsewhere/Lease final.pdf', 'Life/Lease final.pdf', 2],
        ['RENAME', 'Life/Lease final.pdf', 'Life/Lease.docx', 2],
        ['UPLOAD', 'Life/Lease.docx', null, 2],
        ['UPLOAD', 'Life/Lease.docx', null, 1],
      ].map(([activityType, recordedPath, formerPath, version]) => ({
        activityType,
        recordedPath,
        formerPath,
        version,
        active: false,
        document: null,
      })),
    )
    const moments = entries.map((entry) => entry.createdAt.getTime())
    expect(moments).toEqual(moments.toSorted((a, b) => b - a))
    expect(entries.map((entry) => entry.personId)).toEqual(
      [admin, admin, admin, chronicler, admin].map((actor) => actor.personId),
    )
    const [made] = (await read(admin, { search: 'elsewhere' })).entries
    expect(made).toMatchObject({ activityType: 'CREATE_FOLDER', version: null, active: true })
    expect(made?.document?.name).toBe('Elsewhere')
  })

  test('HIST-06 a folder that goes takes one entry for each document in it', async () => {
    await upload(admin, treeId, await folder('Going/Inner'), 'one.pdf')
    const going = (await read(admin, { search: 'going' })).entries[0]?.document
    await remove(going?.id ?? '')
    expect((await lines(admin, { activityTypes: ['DELETE'] })).filter((line) => /Going/.test(line))).toEqual(
      expect.arrayContaining(['DELETE Going', 'DELETE Going/Inner', 'DELETE Going/Inner/one.pdf']),
    )
  })

  test("HIST-05 an entry names its person's groups that are on the tree's entity, and no others", async () => {
    const elsewhere = await make.portfolio({ organisationId: place.organisationId })
    const more = await make.group({
      ...place,
      role: 'Viewer',
      name: 'Advisers',
      portfolioIds: [place.portfolioId, elsewhere.id],
    })
    const away = await make.group({
      ...place,
      role: 'Viewer',
      name: 'Elsewhere only',
      portfolioIds: [elsewhere.id],
    })
    const wide = await make.group({ ...place, role: 'Viewer', name: 'Staff', organisationWide: true })
    for (const group of [more, away, wide]) await make.member(group, chronicler.personId)
    await upload(chronicler, treeId, await folder('Groups'), 'groups.txt')
    const [entry] = (await read(admin, { search: 'groups.txt' })).entries
    expect(entry?.userGroups.map((group) => group.name)).toEqual(['Advisers', 'Chroniclers', 'Staff'])
  })

  test('HIST-10 pages of a history follow each other, and the count is that of all of them', async () => {
    const top = await folder('Pages')
    const names = Array.from({ length: 25 }, (_, index) => `page ${String(index).padStart(2, '0')}.txt`)
    for (const name of names) await upload(admin, treeId, top, name)
    const filter = { ancestorIds: [top] }
    const pages = await Promise.all(
      [0, 10, 20, 30].map((offset) => read(admin, filter, { limit: 10, offset })),
    )
    expect(pages.map((page) => page.entries.length)).toEqual([10, 10, 5, 0])
    expect(new Set(pages.map((page) => page.count))).toEqual(new Set([25]))
    expect(pages.flatMap((page) => page.entries.map((entry) => entry.document?.name))).toEqual(
      names.toReversed(),
    )
  })
})

describe('who sees what', () => {
  test('HIST-02 HIST-03 ORG-53 ORG-56 OAM-09 each type of tree has its own history right', async () => {
    const reports = await make.portfolio({ organisationId: place.organisationId })
    const there = { ...place, portfolioId: reports.id }
    const trees = {
      DOCUMENTS: await make.tree(there),
      REPORTS: await make.tree({ ...there, type: 'REPORTS' }),
    }
    const rights: [keyof typeof trees, Permission][] = [
      ['DOCUMENTS', 'DOCUMENTS_HISTORY_VIEW'],
      ['REPORTS', 'REPORTS_HISTORY_VIEW'],
    ]
    for (const [type, right] of rights) {
      const without = PERMISSIONS.filter((permission) => permission !== right && permission !== 'ORG_ADMIN')
      const refused = await make.actorWith(there, without)
      expect([type, await outcomeOf(read(refused, {}, undefined, trees[type]))]).toEqual([type, 'FORBIDDEN'])
      const tree = await documents().tree(refused, trees[type])
      expect(tree.rights).toMatchObject({ admin: true, history: false })
      const allowed = await make.actorWith(there, [
        right,
        type === 'DOCUMENTS' ? 'DOCUMENTS_VIEW' : 'REPORTS_VIEW',
      ])
      expect(await outcomeOf(read(allowed, {}, undefined, trees[type]))).toBe('ok')
      // The history right alone doesn't open the tree.
      const blind = await make.actorWith(there, [right])
      expect(await outcomeOf(read(blind, {}, undefined, trees[type]))).toBe('FORBIDDEN')
    }
    const stranger = await make.actor(await make.person())
    expect(await outcomeOf(read(stranger))).toBe('NOT_FOUND')
  })

  test('OAM-09 the history of an O&M tree is for its admins', async () => {
    const { organisationId } = place
    const tree = await database.db
      .transaction()
      .execute((tx) => createTree(tx, { type: 'O_AND_M', organisationId }))
    const inGroup = async (role: readonly Permission[]) => {
      const personId = await make.person()
      await make.member(await make.group({ organisationId, role, organisationWide: true }), personId)
      return make.actor(personId)
    }
    expect(await outcomeOf(read(await inGroup(['O_AND_M_ADMIN']), {}, undefined, tree))).toBe('ok')
    const viewer = await inGroup(['O_AND_M_VIEW', 'DOCUMENTS_HISTORY_VIEW', 'REPORTS_HISTORY_VIEW'])
    expect(await outcomeOf(read(viewer, {}, undefined, tree))).toBe('FORBIDDEN')
  })

  test('HIST-14 only what the actor may view, deleted documents by the permissions that they had', async () => {
    const open = await folder('Open room')
    const closed = await folder('Closed room')
    await deny(closed, chronicler.groupId)
    await upload(admin, treeId, closed, 'offer Northwind.pdf')
    await remove(await upload(admin, treeId, closed, 'withdrawn Northwind.pdf'))
    await remove(await upload(admin, treeId, open, 'gone Northwind.pdf'))
    expect(await lines(chronicler, { search: 'northwind' })).toEqual([
      'DELETE Open room/gone Northwind.pdf',
      'UPLOAD Open room/gone Northwind.pdf',
    ])
    expect(await lines(chronicler, { search: 'closed room' })).toEqual([])
    expect(await lines(admin, { search: 'northwind' })).toHaveLength(5)
  })

  test('HIST-14 the name of a denied folder shows in no path, and finds nothing', async () => {
    const open = await folder('Public')
    const closed = await folder('Project Falcon/Bids')
    const falcon = (
      await documents().families.ancestors([await documents().document(admin, treeId, closed)])
    )[0]?.at(-1)
    await deny(falcon?.id ?? '', chronicler.groupId)
    const file = await upload(admin, treeId, closed, 'teaser.pdf')
    await move(file, open)
    await permit(file, chronicler.groupId)
    const { entries } = await read(chronicler, { search: 'teaser' })
    expect(entries.map((entry) => [entry.activityType, entry.recordedPath, entry.formerPath])).toEqual([
      ['MOVE', 'Public/teaser.pdf', '…/teaser.pdf'],
      ['UPLOAD', '…/teaser.pdf', null],
    ])
    expect(JSON.stringify((await read(chronicler)).entries)).not.toMatch(/falcon|bids/i)
    for (const search of ['falcon', 'bids', 'bids/teaser', 'falcon/bids']) {
      expect(await lines(chronicler, { search })).toEqual([])
    }
    const uploads = { search: 'teaser', activityTypes: ['UPLOAD'] }
    expect((await read(admin, uploads)).entries[0]?.recordedPath).toBe('Project Falcon/Bids/teaser.pdf')
    // Only a folder that is closed is left out: the one inside may be seen.
    await permit(closed, chronicler.groupId)
    await deny(closed, chronicler.groupId)
    await permit(falcon?.id ?? '', chronicler.groupId)
    await deny(closed, chronicler.groupId)
    expect((await read(chronicler, { search: 'teaser' })).entries[1]?.recordedPath).toBe(
      'Project Falcon/…/teaser.pdf',
    )
  })

  test('HIST-08 DOP-35 what was deleted in a folder is found below it after the folder moved', async () => {
    const target = await folder('Archive')
    const moved = await folder('Working papers')
    await remove(await upload(admin, treeId, moved, 'scratch.txt'))
    const drafts = await folder('Working papers/Drafts')
    const draft = await upload(admin, treeId, drafts, 'draft.txt')
    await remove(drafts)
    await move(moved, target)
    for (const ancestor of [moved, target]) {
      const found = await lines(admin, { ancestorIds: [ancestor], activityTypes: ['DELETE'] })
      expect(found.toSorted()).toEqual([
        'DELETE Working papers/Drafts',
        'DELETE Working papers/Drafts/draft.txt',
        'DELETE Working papers/scratch.txt',
      ])
    }
    expect(await lines(admin, { rootId: draft, activityTypes: ['DELETE'] })).toHaveLength(1)
  })
})
