import { beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../testing/database/index.ts'
import { factories } from '../../../../testing/factories.ts'
import { type HistoryRoom, historyRoom } from '../../../../testing/historyRoom.ts'
import { outcomeOf } from '../../../../testing/outcome.ts'
import type { Actor } from '../../../access/actor.ts'

const database = testDatabase()
const make = factories(database)
const { room, documents, upload, folder, deny, remove, read, lines } = historyRoom(database)

let admin: HistoryRoom['admin']
let chronicler: HistoryRoom['chronicler']
let usersAdmin: HistoryRoom['usersAdmin']
let place: HistoryRoom['place']
let treeId: HistoryRoom['treeId']
beforeEach(() => {
  ;({ admin, chronicler, usersAdmin, place, treeId } = room())
})

describe('filters', () => {
  let ppas: string
  let permits: string

  beforeEach(async () => {
    ppas = await folder('Filters/PPAs')
    permits = await folder('Filters/Permits')
    await upload(admin, treeId, ppas, 'Kayenta PPA.pdf')
    await upload(chronicler, treeId, ppas, 'Kayenta price.xlsx')
    await upload(chronicler, treeId, permits, 'Kayenta zoning.pdf')
    await remove(await upload(admin, treeId, permits, 'Kayenta lost.pdf'))
  })
  const filters = async () => (await read(admin, { search: 'filters' })).entries[0]?.document?.id ?? ''

  test('HIST-08 by folder, activity type and file type, each and all together with the search', async () => {
    expect(await lines(admin, { ancestorIds: [permits] })).toEqual([
      'DELETE Filters/Permits/Kayenta lost.pdf',
      'UPLOAD Filters/Permits/Kayenta lost.pdf',
      'UPLOAD Filters/Permits/Kayenta zoning.pdf',
    ])
    expect(await lines(admin, { ancestorIds: [permits, ppas] })).toHaveLength(5)
    expect(await lines(admin, { ancestorIds: [await filters()], activityTypes: ['DELETE'] })).toHaveLength(1)
    expect(
      await lines(admin, { ancestorIds: [await filters()], activityTypes: ['DELETE', 'CREATE_FOLDER'] }),
    ).toHaveLength(3)
    expect(await lines(admin, { ancestorIds: [await filters()], fileTypes: ['XLSX'] })).toEqual([
      'UPLOAD Filters/PPAs/Kayenta price.xlsx',
    ])
    expect(await lines(admin, { ancestorIds: [await filters()], fileTypes: ['folder'] })).toEqual([
      'CREATE_FOLDER Filters/Permits',
      'CREATE_FOLDER Filters/PPAs',
    ])
    expect(
      await lines(admin, { ancestorIds: [await filters()], fileTypes: ['folder', 'xlsx'] }),
    ).toHaveLength(3)
    expect(
      await lines(admin, {
        search: 'kayenta',
        ancestorIds: [permits, ppas],
        activityTypes: ['UPLOAD'],
        fileTypes: ['pdf'],
      }),
    ).toEqual([
      'UPLOAD Filters/Permits/Kayenta lost.pdf',
      'UPLOAD Filters/Permits/Kayenta zoning.pdf',
      'UPLOAD Filters/PPAs/Kayenta PPA.pdf',
    ])
  })

  test('HIST-07 the folders that it is narrowed to are named, as far as they are there and the reader sees them', async () => {
    const [there, gone, hidden] = [
      await folder('Named'),
      await folder('Named and gone'),
      await folder('Unnamed'),
    ]
    await remove(gone)
    const named = async (actor: Actor, ancestorIds: string[]) => {
      const { histories } = documents()
      const history = await histories.open(actor, treeId, { ancestorIds })
      return (await histories.ancestors(history)).map((document) => document.name)
    }
    expect((await named(admin, [there, gone, hidden])).toSorted()).toEqual(['Named', 'Unnamed'])
    await deny(hidden, chronicler.groupId)
    expect(await outcomeOf(named(chronicler, [there, hidden]))).toBe('BAD_USER_INPUT')
    expect(await named(chronicler, [there])).toEqual(['Named'])
    expect(await named(admin, [])).toEqual([])
  })

  test('API-088 rootId shows what is below a folder, the history of a file, and both limits with ancestorIds', async () => {
    const root = `tree:${treeId}`
    expect(await lines(admin, { rootId: permits })).toHaveLength(3)
    expect(await lines(admin, { rootId: root })).toEqual(await lines(admin))
    expect(await lines(admin, { rootId: root, ancestorIds: [ppas] })).toHaveLength(2)
    expect(await lines(admin, { rootId: ppas, ancestorIds: [await filters(), permits] })).toHaveLength(2)
    expect(await lines(admin, { rootId: ppas, ancestorIds: [permits] })).toEqual([])
    const file = (await read(admin, { search: 'kayenta price' })).entries[0]?.document
    expect(await lines(admin, { rootId: file?.id ?? '' })).toEqual(['UPLOAD Filters/PPAs/Kayenta price.xlsx'])
  })

  test('HIST-08 HIST-09 API-089 by user group, for users admins alone, of groups with access to the room', async () => {
    const elsewhere = await make.portfolio({ organisationId: place.organisationId })
    await make.group({ ...place, role: 'Viewer', name: 'Staff', organisationWide: true })
    await make.group({ ...place, role: 'Viewer', name: 'Elsewhere only', portfolioIds: [elsewhere.id] })
    const asked = { ancestorIds: [ppas], userGroupIds: [chronicler.groupId] }
    expect(await lines(usersAdmin, asked)).toEqual(['UPLOAD Filters/PPAs/Kayenta price.xlsx'])
    expect(
      await lines(usersAdmin, { ...asked, userGroupIds: [chronicler.groupId, admin.groupId] }),
    ).toHaveLength(2)
    expect(await outcomeOf(read(admin, asked))).toBe('FORBIDDEN')
    expect(await outcomeOf(read(admin, { ...asked, userGroupIds: [] }))).toBe('ok')
    const { histories } = documents()
    expect(await outcomeOf(histories.userGroups(admin, treeId, null))).toBe('FORBIDDEN')
    expect(await outcomeOf(histories.countUserGroups(admin, treeId))).toBe('FORBIDDEN')
    const offered = await histories.userGroups(usersAdmin, treeId, null)
    expect(offered.map((group) => group.name)).toEqual(['Administrators', 'Chroniclers', 'Sellers', 'Staff'])
    expect(await histories.userGroups(usersAdmin, treeId, { limit: 2, offset: 1 })).toEqual(
      offered.slice(1, 3),
    )
    expect(await histories.countUserGroups(usersAdmin, treeId)).toBe(4)
  })

  test('what people did, and since when, is shown alone; whoever did nothing is like somebody unknown', async () => {
    expect(await lines(chronicler, { ancestorIds: [ppas], userIds: [admin.personId] })).toEqual([
      'UPLOAD Filters/PPAs/Kayenta PPA.pdf',
    ])
    expect(
      await lines(admin, { ancestorIds: [ppas], userIds: [admin.personId, chronicler.personId] }),
    ).toHaveLength(2)
    for (const nobody of [usersAdmin.personId, '018f0000-0000-7000-8000-000000000000', 'no id']) {
      expect(await lines(admin, { ancestorIds: [ppas], userIds: [nobody] })).toEqual([])
    }
    const [newest] = (await read(admin, { ancestorIds: [permits] })).entries
    if (!newest) throw new Error('Nothing was done.')
    expect(await lines(admin, { ancestorIds: [permits], since: newest.createdAt })).toEqual([
      'DELETE Filters/Permits/Kayenta lost.pdf',
    ])
    const later = new Date(newest.createdAt.getTime() + 1)
    for (const reader of [admin, chronicler]) {
      expect(await lines(reader, { ancestorIds: [permits], since: later })).toEqual([])
    }
  })

  test('HIST-08 the search ignores case, takes %, _ and \\ as they are, and begins with 3 characters', async () => {
    const top = await folder('Signs')
    for (const name of ['100% sun.txt', '100x sun.txt', 'a_b sun.txt', 'axb sun.txt', 'Öl Übersicht.txt']) {
      await upload(admin, treeId, top, name)
    }
    const found = async (search: string) =>
      (await lines(admin, { search, ancestorIds: [top] })).map((line) => line.replace('UPLOAD Signs/', ''))
    expect(await found('100% ')).toEqual(['100% sun.txt'])
    expect(await found('a_b')).toEqual(['a_b sun.txt'])
    expect(await found('SUN')).toHaveLength(4)
    expect(await found('\\\\\\')).toEqual([])
    expect(await found('öl übersicht')).toEqual(['Öl Übersicht.txt'])
    expect(await found(' a_ ')).toHaveLength(5)
  })

  test('HIST-08 the search finds a document by the name that it had then, too', async () => {
    const top = await folder('Names')
    const file = await upload(admin, treeId, top, 'Working title.txt')
    await documents().rename(admin, { treeId, documentId: file, name: 'Printed title.txt' })
    await upload(admin, treeId, top, 'Working title.txt')
    const paths = await lines(admin, { search: 'working', ancestorIds: [top] })
    expect(paths).toEqual(['UPLOAD Names/Working title.txt', 'UPLOAD Names/Working title.txt'])
    expect(await lines(admin, { search: 'printed', ancestorIds: [top] })).toHaveLength(2)
  })

  test('HIST-08 API-088 what is no value of a filter is refused, what is hidden like what is unknown', async () => {
    const hidden = await folder('Hidden from chroniclers')
    await deny(hidden, chronicler.groupId)
    const unknown = '018f0000-0000-7000-8000-000000000000'
    for (const filter of [
      { ancestorIds: [hidden] },
      { ancestorIds: [unknown] },
      { ancestorIds: ['no id'] },
      { activityTypes: ['VIEW'] },
      { fileTypes: ['nothing'] },
      { ancestorIds: Array.from({ length: 101 }, (_, index) => String(index)) },
    ]) {
      expect([filter, await outcomeOf(read(chronicler, filter))]).toEqual([filter, 'BAD_USER_INPUT'])
    }
    expect(await outcomeOf(read(usersAdmin, { userGroupIds: [unknown] }))).toBe('BAD_USER_INPUT')
    for (const rootId of [hidden, unknown, 'no id']) {
      expect(await outcomeOf(read(chronicler, { rootId }))).toBe('NOT_FOUND')
    }
  })

  test('HIST-13 file types are the extensions that the actor sees, with folders as a kind of their own', async () => {
    const tree = await make.tree({ ...place, type: 'REPORTS' })
    const top = await folder('Types', tree)
    expect(await documents().histories.fileTypes([await documents().tree(admin, tree)])).toEqual([['folder']])
    for (const name of ['a.PDF', 'b.pdf', 'c.dwg', 'README', 'd.folder']) await upload(admin, tree, top, name)
    const gone = await upload(admin, tree, top, 'gone.kmz')
    await documents().remove(admin, { treeId: tree, documentIds: [gone] })
    const secret = await folder('Secret', tree)
    await upload(admin, tree, secret, 'price.xlsx')
    const reader = await make.actorWith(place, ['REPORTS_VIEW', 'REPORTS_HISTORY_VIEW'])
    await documents().updatePermission(admin, {
      treeId: tree,
      permissionId: `${secret}:${reader.groupId}`,
      permissible: false,
    })
    const typesOf = async (actor: Actor) =>
      (await documents().histories.fileTypes([await documents().tree(actor, tree)]))[0]
    expect(await typesOf(admin)).toEqual(['folder', 'dwg', 'pdf', 'xlsx'])
    expect(await typesOf(reader)).toEqual(['folder', 'dwg', 'pdf'])
    expect(await outcomeOf(read(reader, { fileTypes: ['xlsx'] }, undefined, tree))).toBe('BAD_USER_INPUT')
    // What is deleted is no longer offered, but an address that names it still works.
    expect((await read(reader, { fileTypes: ['kmz'] }, undefined, tree)).count).toBe(2)
  })
})
