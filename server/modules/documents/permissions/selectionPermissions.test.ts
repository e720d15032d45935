import { describe, expect, test } from 'vitest'
import type { Actor } from '../../../access/actor.ts'
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

describe('permissions of a selection', () => {
  test('PERM-03 PERM-04 PERM-05 a selection of which some permit is mixed, until all are changed', async () => {
    const parent = await folder('Selection')
    const one = await upload(admin, treeId, parent, 'one.pdf')
    const two = await upload(admin, treeId, parent, 'two.pdf')
    await permit([one], lender.groupId, false)
    const rows = await documents().permissions([
      await documents().document(admin, treeId, one),
      await documents().document(admin, treeId, two),
    ])
    const of = (index: number) => rows[index]?.find((row) => row.principal.id === lender.groupId)?.permissible
    expect([of(0), of(1)]).toEqual([false, true])
    const { row, documents: after } = await permit([one, two], lender.groupId, false)
    expect(row).toMatchObject({ id: `${one},${two}:${lender.groupId}`, permissible: false })
    expect(after).toHaveLength(2)
    expect(await names(lender, treeId, parent)).toEqual([])
  })

  test('PERM-03 PERM-08 the toggles of a selection: on, off, mixed, and what differs below a folder', async () => {
    const parent = await folder('Toggles')
    const one = await upload(admin, treeId, parent, 'one.pdf')
    const two = await upload(admin, treeId, parent, 'two.pdf')
    await permit([one], lender.groupId, false)
    const toggles = async (documentIds: string[], groupId: string) => {
      const selection = await documents().selectionPermissions(admin, { treeId, documentIds })
      const found = selection.permissions.find(({ principal }) => principal.id === groupId)
      return { ids: selection.documentIds, ...found }
    }
    expect(await toggles([one, two], lender.groupId)).toMatchObject({
      ids: [one, two],
      id: `${one},${two}:${lender.groupId}`,
      permissible: null,
      differsBelow: false,
    })
    expect(await toggles([two], lender.groupId)).toMatchObject({ permissible: true })
    expect(await toggles([parent], lender.groupId)).toMatchObject({ permissible: true, differsBelow: true })
    expect(await toggles([parent], bidder.groupId)).toMatchObject({ permissible: true, differsBelow: false })
    await permit([one, two], lender.groupId, true)
    expect(await toggles([parent], lender.groupId)).toMatchObject({ permissible: true, differsBelow: false })
    // What somebody has since deleted is left out, and the rest can still be changed.
    await documents().remove(admin, { treeId, documentIds: [one] })
    const left = await toggles([one, two, 'no-id'], lender.groupId)
    expect(left).toMatchObject({ ids: [two], id: `${two}:${lender.groupId}` })
    expect(
      (await documents().selectionPermissions(admin, { treeId, documentIds: [one] })).documentIds,
    ).toEqual([])
    await expect(permit([one, two], lender.groupId, false)).rejects.toThrow('Document not found.')
    for (const actor of [lender, bidder]) {
      await expect(documents().selectionPermissions(actor, { treeId, documentIds: [two] })).rejects.toThrow(
        'Not authorized.',
      )
    }
  })

  test('PERM-04 PERM-13 a selection with a folder and what lies in it, of a thousand, and of too many', async () => {
    const parent = await folder('Thousand/Inner')
    const top = (await documents().document(admin, treeId, parent)).path[1] ?? ''
    const files: string[] = []
    for (let n = 0; n < 12; n += 1) files.push(await upload(admin, treeId, parent, `${n}.pdf`))
    const { row, documents: after } = await permit([top, parent, ...files], bidder.groupId, false)
    expect(row.permissible).toBe(false)
    expect(after).toHaveLength(14)
    expect(await names(bidder, treeId)).not.toContain('Thousand')
    // Each of them, one by one permitted again, is reached through its folders.
    await permit(files, bidder.groupId, true)
    expect(await names(bidder, treeId, parent)).toHaveLength(12)
    const many = Array.from({ length: 1000 }, (_, n) => `Many/${n}`)
    const folders: string[] = []
    for (let start = 0; start < many.length; start += 50) {
      const made = await documents().createFolders(admin, {
        treeId,
        parentId: null,
        folderPaths: many.slice(start, start + 50),
      })
      folders.push(...made.map((each) => each.id))
    }
    const all = await permit(folders, bidder.groupId, false)
    expect(all.documents).toHaveLength(1000)
    expect(await counts(bidder, await folder('Many'))).toEqual({ files: 0, folders: 0 })
    await expect(permit([...folders, top], bidder.groupId, true)).rejects.toThrow(
      'at most 1000 documents at a time, not 1001',
    )
  })

  test('PERM-08 PERM-13 exactly one group, in one change: all others lose all below, and it is reached', async () => {
    const inner = await folder('Exactly/Inner')
    const file = await upload(admin, treeId, inner, 'term sheet.pdf')
    const top = (await documents().document(admin, treeId, file)).path[1] ?? ''
    const permitExactly = (actor: Actor, documentIds: string[], principalIds: string[]) =>
      documents().permitExactly(actor, { treeId, documentIds, principalIds })
    const recorded = async () => {
      const { rows } = await database.pool.query(
        `select detail from activity where kind = 'PERMISSION' and document_id = any($1) order by id`,
        [[inner, file]],
      )
      return rows.map((row) => row.detail)
    }
    await permit([top], lender.groupId, false)
    const {
      documents: [changed],
    } = await permitExactly(admin, [inner, file], [lender.groupId])
    const rows = changed ? ((await documents().permissions([changed]))[0] ?? []) : []
    expect(rows.filter((row) => row.permissible).map((row) => row.principal.id)).toEqual([lender.groupId])
    expect(await names(lender, treeId, top)).toEqual(['Inner'])
    expect(await names(lender, treeId, inner)).toEqual(['term sheet.pdf'])
    expect(await names(bidder, treeId, top)).toEqual([])
    await expect(documents().document(bidder, treeId, file)).rejects.toThrow('Document not found.')
    const permitted = [{ principalId: lender.groupId, principal: 'Lenders' }]
    const one = { permitted, before: 'Admins, Bidder: Northwind', after: 'Lenders' }
    expect(await recorded()).toEqual([one, one])

    // To nobody: whoever came in by it no longer finds the way.
    await permitExactly(admin, [inner], [])
    expect(await names(lender, treeId)).not.toContain('Exactly')
    expect(await names(admin, treeId, inner)).toEqual(['term sheet.pdf'])
    for (const [documentIds, principalIds] of [
      [[inner, crypto.randomUUID()], [lender.groupId]],
      [[inner], [lender.groupId, crypto.randomUUID()]],
      [['no-id'], []],
    ] as const) {
      await expect(permitExactly(admin, [...documentIds], [...principalIds])).rejects.toThrow(
        'Document not found.',
      )
    }
    await expect(permitExactly(lender, [top], [lender.groupId])).rejects.toThrow('Not authorized.')
  })

  test('PERM-09 a root for one group alone: what comes later is for nobody else', async () => {
    const room = await make.portfolio({ organisationId: place.organisationId })
    const there = { organisationId: place.organisationId, portfolioId: room.id }
    const ownTree = await make.tree(there)
    const manager = await make.actorWith(there, 'Deal Room Admin')
    const only = await make.actorWith(there, 'Viewer')
    const look = () =>
      documents().selectionPermissions(manager, { treeId: ownTree, documentIds: [`tree:${ownTree}`] })
    expect((await look()).includesLater).toBe(true)
    await documents().permitExactly(manager, {
      treeId: ownTree,
      documentIds: [`tree:${ownTree}`],
      principalIds: [only.groupId],
    })
    expect((await look()).includesLater).toBe(false)
    const later = await make.actorWith(there, 'Viewer')
    await upload(manager, ownTree, `tree:${ownTree}`, 'first.pdf')
    expect(await names(only, ownTree)).toEqual(['first.pdf'])
    await expect(names(later, ownTree)).rejects.toThrow('Document not found.')
  })

  test('PERM-08 tallies stay what counting would give', async () => {
    expect(await wrongTallies()).toEqual([])
  })
})
