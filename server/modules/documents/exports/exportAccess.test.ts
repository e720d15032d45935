import { beforeAll, describe, expect, test, vi } from 'vitest'
import { testDatabase } from '../../../../testing/database/index.ts'
import { AUDITOR, column, exportRoom, ORIGIN, sheetOf, today } from '../../../../testing/exportRoom.ts'
import { outcomeOf } from '../../../../testing/outcome.ts'
import type { ReadSheet } from '../../../../testing/spreadsheets.ts'
import type { Actor } from '../../../access/actor.ts'
import { newId } from '../../../platform/ids.ts'
import { createTree } from '../index.ts'

const database = testDatabase()
let room: Awaited<ReturnType<typeof exportRoom>>
beforeAll(async () => {
  room = await exportRoom(database)
})

/** Everything that a file says, in cells and in links. */
const wording = (sheet: ReadSheet): string => JSON.stringify([sheet.rows, [...sheet.links]])

describe('who gets what', () => {
  test('ORG-47 ORG-53 ORG-56 each needs its right besides the view right', async () => {
    const { make, documents, place, treeId, admin, index } = room
    const { exports } = documents()
    const asked = async (actor: Actor, tree = treeId) => [
      await outcomeOf(index(actor, { treeId: tree })),
      await outcomeOf(exports.changeLog(actor, tree, {})),
      await outcomeOf(exports.accessLog(actor, tree)),
    ]
    expect(await asked(admin)).toEqual(['ok', 'ok', 'ok'])
    expect(await asked(await make.actorWith(place, 'Viewer'))).toEqual(['ok', 'FORBIDDEN', 'FORBIDDEN'])
    const blind = await make.actorWith(place, ['ACCESS_LOG_VIEW', 'DOCUMENTS_HISTORY_VIEW', 'REPORTS_VIEW'])
    expect(await asked(blind)).toEqual(['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN'])
    expect(await asked(await make.actor(await make.person()))).toEqual([
      'NOT_FOUND',
      'NOT_FOUND',
      'NOT_FOUND',
    ])
    expect(await asked(admin, newId())).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'])
  })

  test('DOP-31 DOP-32 DOP-33 HIST-14 the names below a denied folder are in no spreadsheet', async () => {
    const { documents, upload, ids, treeId, admin, auditor, index, access } = room
    // Out of the denied folder and open to all, but it remembers where it came from.
    const merlin = ids.get('1 Falcon bids/Merlin') ?? ''
    const moved = await upload(admin, treeId, merlin, 'open letter.pdf')
    ids.set('open letter.pdf', moved)
    for (const name of ['open letter.pdf', 'Kestrel terms.docx', 'Osprey price.xlsx']) {
      await access(admin.personId, 'DOWNLOAD', name)
    }
    await access(admin.personId, 'VIEW', 'open letter.pdf', 'Kestrel bidders')
    await documents().move(admin, {
      treeId,
      destinationParentId: ids.get('10 Tax') ?? '',
      sourceDocumentIds: [moved],
    })
    await documents().updatePermission(admin, {
      treeId,
      permissionId: `${moved}:${auditor.groupId}`,
      permissible: true,
    })
    const { exports } = documents()
    const denied = /Falcon bids|Merlin|Osprey|Kestrel/
    const sheets = async (actor: Actor) => [
      await sheetOf(index(actor, { columns: ['download_url', 'created', 'size'] })),
      await sheetOf(exports.changeLog(actor, treeId, {})),
      await sheetOf(exports.accessLog(actor, treeId)),
    ]
    for (const sheet of await sheets(auditor)) {
      expect(wording(sheet)).not.toMatch(denied)
      expect(wording(sheet)).toMatch(/open letter/)
    }
    for (const sheet of await sheets(admin)) expect(wording(sheet)).toMatch(denied)
    const [, changes, accesses] = await sheets(auditor)
    expect(changes && column(changes, 'Former path')).toContain('…/open letter.pdf')
    expect(accesses && column(accesses, 'Path')).toContain('…/open letter.pdf')
    expect(accesses && column(accesses, 'Action')).toContain('View as others')
    for (const fail of [
      () => index(auditor, { folderId: ids.get('1 Falcon bids') ?? '' }),
      () => exports.changeLog(auditor, treeId, { ancestorIds: [merlin] }),
    ]) {
      const message = await fail().catch((error: Error) => error.message)
      expect(message).toEqual(expect.not.stringMatching(denied))
    }
  })

  test.each([
    ['AUTH-35', 'the right to it goes', 'delete from membership where person_id = $1', 'NOT_FOUND'],
    [
      'AUTH-08',
      'its person is deactivated',
      'update person set is_active = false where id = $1',
      'UNAUTHENTICATED',
    ],
    ['AUTH-19', 'its session ends', 'delete from session where person_id = $1', 'UNAUTHENTICATED'],
  ])('%s an export ends when %s', async (_id, _what, statement, code) => {
    const { make, documents, place, treeId, index } = room
    const short = await make.inSession(await make.actorWith(place, AUDITOR))
    const { accessLog, changeLog } = documents().exports
    const sheets = [await accessLog(short, treeId), await changeLog(short, treeId, {}), await index(short)]
    await database.pool.query(statement, [short.personId])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1000 })
    try {
      for (const { spreadsheet } of sheets) {
        await expect(spreadsheet.rows[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code })
      }
    } finally {
      vi.useRealTimers()
    }
  })

  test('OAM-09 DOP-31 the spreadsheets of an O&M tree have the name of the organisation', async () => {
    const { make, documents, place, index } = room
    const { organisationId } = place
    const tree = await database.db
      .transaction()
      .execute((tx) => createTree(tx, { type: 'O_AND_M', organisationId }))
    const personId = await make.person()
    const group = await make.group({ organisationId, role: ['O_AND_M_ADMIN'], organisationWide: true })
    await make.member(group, personId)
    const actor = await make.actor(personId)
    const [folder] = await documents().createFolders(actor, {
      treeId: tree,
      parentId: null,
      folderPaths: ['Inverters'],
    })
    const sheet = await sheetOf(index(actor, { treeId: tree }))
    const { rows } = await database.pool.query('select slug from organisation where id = $1', [
      organisationId,
    ])
    expect(sheet.fileName).toBe(`${rows[0].slug}-o-and-m-file-index-${today}.xlsx`)
    expect(column(sheet, 'Link')).toEqual([`${ORIGIN}/${rows[0].slug}/o-and-m/${folder?.id}`])
    expect(await outcomeOf(documents().exports.changeLog(actor, tree, {}))).toBe('ok')
  })
})
