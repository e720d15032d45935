import { describe, expect, test } from 'vitest'
import type { DocumentLevel, DocumentRendition } from '../../../../shared/documentLevels.ts'
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

interface Change {
  principalId: string
  level?: DocumentLevel
  rendition?: DocumentRendition
}

const set = (documentIds: string[], ...changes: Change[]) =>
  documents().levels.set(admin, { treeId, documentIds, changes })
const level = (documentId: string, principalId: string, to: DocumentLevel) =>
  set([documentId], { principalId, level: to })
const given = async (actor: Actor, documentId: string) => {
  const [access] = await documents().levels.accesses([await documents().document(actor, treeId, documentId)])
  return access?.rendition === 'REDACTED' ? `${access.level} redacted` : access?.level
}
/** As a list reads it, where no document comes with its own. */
const givenInList = async (actor: Actor, documentId: string) => {
  const top = await documents().document(actor, treeId, documentId)
  const nodes = await documents().children(top, { limit: 200, offset: 0 })
  const accesses = await documents().levels.accesses(nodes)
  return nodes.map(({ name }, at) => [name, accesses[at]?.level])
}
const rowsOf = async (documentId: string) => {
  const [rows = []] = await documents().permissions([await documents().document(admin, treeId, documentId)])
  return rows.map(({ principal, permissible, level: is, rendition }) => [
    principal.name,
    permissible,
    is,
    rendition,
  ])
}
const lists = async () => {
  const { rows } = await database.pool.query<{ count: string }>(
    'select count(*) from acl where tree_id = $1',
    [treeId],
  )
  return Number(rows[0]?.count)
}
const usual = (usualLevel: DocumentLevel) => documents().levels.updateViewing(admin, { treeId, usualLevel })
/** Runs with another usual level, and has the original again afterwards. */
async function withUsual<T>(usualLevel: DocumentLevel, run: () => Promise<T>): Promise<T> {
  await usual(usualLevel)
  try {
    return await run()
  } finally {
    await usual('ORIGINAL')
  }
}

describe('levels of documents', () => {
  test('VIEW-01 VIEW-02 a person has the highest level of their principals; who edits permissions has the original', async () => {
    const file = await upload(admin, treeId, await folder('Highest'), 'one.pdf')
    const auditors = await make.actorWith(place, 'Viewer', 'Auditors')
    const both = { ...lender, groups: [...lender.groups, ...bidder.groups] }
    for (const each of ['VIEW', 'PRINT', 'PDF', 'ORIGINAL'] as const) {
      await level(file, lender.groupId, each)
      expect(await given(lender, file)).toBe(each)
    }
    await set(
      [file],
      { principalId: lender.groupId, level: 'VIEW' },
      { principalId: bidder.groupId, level: 'PDF' },
    )
    expect([await given(lender, file), await given(bidder, file), await given(both, file)]).toEqual([
      'VIEW',
      'PDF',
      'PDF',
    ])
    expect(await given(auditors, file)).toBe('ORIGINAL')
    await level(file, lender.groupId, 'NONE')
    await expect(given(lender, file)).rejects.toThrow('Document not found.')
    expect(await given(both, file)).toBe('PDF')
    const adminsId = admin.groups[0]?.id ?? ''
    await level(file, adminsId, 'VIEW')
    expect(await given(admin, file)).toBe('ORIGINAL')
  })

  test('VIEW-03 whoever has no level of their own on an open document has the usual one, later principals too', async () => {
    const top = await folder('Usual')
    const file = await upload(admin, treeId, top, 'one.pdf')
    await level(file, lender.groupId, 'PDF')
    await withUsual('VIEW', async () => {
      const later = await make.actorWith(place, 'Viewer', 'Later')
      expect([await given(bidder, file), await given(later, file), await given(lender, file)]).toEqual([
        'VIEW',
        'VIEW',
        'PDF',
      ])
      expect(await givenInList(bidder, top)).toEqual([['one.pdf', 'VIEW']])
      expect(await givenInList(lender, top)).toEqual([['one.pdf', 'PDF']])
      expect(await givenInList(admin, top)).toEqual([['one.pdf', 'ORIGINAL']])
    })
    expect(await given(bidder, file)).toBe('ORIGINAL')
    await expect(usual('NONE')).rejects.toThrow('Please choose the usual level')
    await expect(documents().levels.updateViewing(lender, { treeId, usualLevel: 'VIEW' })).rejects.toThrow(
      'Not authorized.',
    )
  })

  test('VIEW-03 a closed document keeps its levels whatever becomes the usual one', async () => {
    const file = await upload(admin, treeId, await folder('Closed'), 'one.pdf')
    await permit([file], bidder.groupId, false)
    await withUsual('VIEW', async () => expect(await given(lender, file)).toBe('ORIGINAL'))
  })

  test('VIEW-04 a level on a folder holds for all below it, and what is added takes it over', async () => {
    const top = await folder('Inherited')
    const inner = await folder('Inherited/Inner')
    const deep = await upload(admin, treeId, inner, 'deep.pdf')
    await level(top, lender.groupId, 'VIEW')
    expect([await given(lender, top), await given(lender, inner), await given(lender, deep)]).toEqual([
      'VIEW',
      'VIEW',
      'VIEW',
    ])
    const file = await upload(admin, treeId, inner, 'later.pdf')
    const later = await folder('Inherited/Later')
    expect([await given(lender, file), await given(lender, later)]).toEqual(['VIEW', 'VIEW'])
    await upload(admin, treeId, inner, 'deep.pdf', 'second')
    expect(await given(lender, deep)).toBe('VIEW')
    for (const actor of [lender, bidder]) {
      await expect(
        documents().levels.set(actor, {
          treeId,
          documentIds: [file],
          changes: [{ principalId: lender.groupId, level: 'ORIGINAL' }],
        }),
      ).rejects.toThrow('Not authorized.')
    }
    expect(await wrongTallies()).toEqual([])
  })

  test('VIEW-05 switching on gives the usual level where there was none, and leaves the others', async () => {
    const file = await upload(admin, treeId, await folder('Switched'), 'one.pdf')
    await set(
      [file],
      { principalId: lender.groupId, level: 'PRINT' },
      { principalId: bidder.groupId, level: 'NONE' },
    )
    await withUsual('VIEW', async () => {
      await permit([file], lender.groupId, true)
      await permit([file], bidder.groupId, true)
    })
    expect([await given(lender, file), await given(bidder, file)]).toEqual(['PRINT', 'VIEW'])
    await permit([file], bidder.groupId, false)
    await expect(given(bidder, file)).rejects.toThrow('Document not found.')
    await withUsual('PDF', () =>
      documents().permitExactly(admin, {
        treeId,
        documentIds: [file],
        principalIds: [lender.groupId, bidder.groupId],
      }),
    )
    expect([await given(lender, file), await given(bidder, file)]).toEqual(['PRINT', 'PDF'])
  })

  test('VIEW-06 rows of a document and of a selection say level and rendition, null where they differ', async () => {
    const top = await folder('Rows')
    const [one, two] = [
      await upload(admin, treeId, top, 'one.pdf'),
      await upload(admin, treeId, top, 'two.pdf'),
    ]
    await set([one], { principalId: lender.groupId, level: 'VIEW', rendition: 'REDACTED' })
    await set([two], { principalId: lender.groupId, level: 'PDF' })
    await set([one, two], { principalId: bidder.groupId, level: 'NONE' })
    const mine = (rows: unknown[][]) =>
      rows.filter(([name]) => name !== 'Admins' && /Lenders|Bidder/.test(`${name}`))
    expect(mine(await rowsOf(one))).toEqual([
      ['Bidder: Northwind', false, 'NONE', 'FULL'],
      ['Lenders', true, 'VIEW', 'REDACTED'],
    ])
    const both = await documents().selectionPermissions(admin, { treeId, documentIds: [one, two] })
    expect(
      mine(
        both.permissions.map(({ principal, permissible, level: is, rendition }) => [
          principal.name,
          permissible,
          is,
          rendition,
        ]),
      ),
    ).toEqual([
      ['Bidder: Northwind', false, 'NONE', 'FULL'],
      ['Lenders', true, null, null],
    ])
    const [lenders] = (
      await documents().selectionPermissions(admin, { treeId, documentIds: [top] })
    ).permissions.filter(({ principal }) => principal.id === lender.groupId)
    expect([lenders?.level, lenders?.differsBelow]).toEqual(['ORIGINAL', true])
    expect(await documents().permissions([await documents().document(lender, treeId, one)])).toEqual([[]])
  })

  test('VIEW-07 nothing changes where a document or principal is unknown, or too much is asked', async () => {
    const file = await upload(admin, treeId, await folder('Refused'), 'one.pdf')
    const mine = { principalId: lender.groupId, level: 'VIEW' as const }
    await expect(set([file, crypto.randomUUID()], mine)).rejects.toThrow('Document not found.')
    await expect(set([file], mine, { principalId: crypto.randomUUID(), level: 'VIEW' })).rejects.toThrow(
      'Document not found.',
    )
    await expect(
      set(
        Array.from({ length: 1001 }, () => crypto.randomUUID()),
        mine,
      ),
    ).rejects.toThrow('Please choose at most 1000 documents at a time, not 1001.')
    await expect(set([file], ...Array.from({ length: 201 }, () => mine))).rejects.toThrow(
      'Please change at most 200 levels at a time, not 201.',
    )
    await expect(
      documents().levels.set(lender, { treeId, documentIds: [file], changes: [mine] }),
    ).rejects.toThrow('Not authorized.')
    expect(await given(lender, file)).toBe('ORIGINAL')
  })

  test('VIEW-07 what is left out of a change stays, and a rendition alone gives no access', async () => {
    const file = await upload(admin, treeId, await folder('Left out'), 'one.pdf')
    await set([file], { principalId: lender.groupId, level: 'PDF' })
    await set([file], { principalId: lender.groupId, rendition: 'REDACTED' })
    expect(await given(lender, file)).toBe('PDF redacted')
    await set([file], { principalId: lender.groupId, level: 'VIEW' })
    expect(await given(lender, file)).toBe('VIEW redacted')
    await level(file, lender.groupId, 'NONE')
    await set([file], { principalId: lender.groupId, rendition: 'FULL' })
    await expect(given(lender, file)).rejects.toThrow('Document not found.')
    await level(file, lender.groupId, 'PDF')
    expect(await given(lender, file)).toBe('PDF')
  })

  test('VIEW-08 a difference says whose level falls and whose rises, by list', async () => {
    const top = await folder('Difference')
    const one = await upload(admin, treeId, top, 'one.pdf')
    await upload(admin, treeId, top, 'two.pdf')
    await level(one, lender.groupId, 'VIEW')
    const changes = [
      { principalId: lender.groupId, level: 'PRINT' as const },
      { principalId: bidder.groupId, level: 'NONE' as const },
      { principalId: admin.groups[0]?.id ?? '', level: 'NONE' as const },
    ]
    const told = await documents().levels.difference(admin, { treeId, documentIds: [top, one], changes })
    const of = (rows: typeof told.lowered) =>
      rows.map(({ principal, before, after, files, folders }) => [
        principal.name,
        before?.level ?? 'NONE',
        after?.level ?? 'NONE',
        files,
        folders,
      ])
    expect(of(told.lowered)).toEqual([
      ['Bidder: Northwind', 'ORIGINAL', 'NONE', 2, 1],
      ['Lenders', 'ORIGINAL', 'PRINT', 1, 1],
    ])
    expect(of(told.raised)).toEqual([['Lenders', 'VIEW', 'PRINT', 1, 0]])
    expect([told.files, told.folders, told.undoable]).toEqual([2, 1, true])
    expect(await given(lender, one)).toBe('VIEW')
    await expect(
      documents().levels.difference(lender, { treeId, documentIds: [top], changes }),
    ).rejects.toThrow('Not authorized.')
    const whole = await documents().levels.usualDifference(admin, { treeId, level: 'VIEW' })
    expect(whole.raised).toEqual([])
    expect(whole.lowered.every(({ after }) => after?.level === 'VIEW')).toBe(true)
    expect(whole.undoable).toBe(false)
  })

  test('VIEW-09 undo gives every document its former levels and renditions again, once and for a day', async () => {
    const top = await folder('Undone')
    const inner = await folder('Undone/Inner')
    const [plain, own, deep] = [
      await upload(admin, treeId, top, 'plain.pdf'),
      await upload(admin, treeId, top, 'own.pdf'),
      await upload(admin, treeId, inner, 'deep.pdf'),
    ]
    await set([own], { principalId: lender.groupId, level: 'PDF', rendition: 'REDACTED' })
    await level(deep, lender.groupId, 'PRINT')
    const now = async () => [
      await given(lender, top),
      await given(lender, plain),
      await given(lender, own),
      await given(lender, deep),
    ]
    const before = await now()
    const { changeId } = await set([top], { principalId: lender.groupId, level: 'VIEW', rendition: 'FULL' })
    expect(await now()).toEqual(['VIEW', 'VIEW', 'VIEW', 'VIEW'])
    await documents().undoPermissionChange(admin, { treeId, changeId: changeId ?? '' })
    expect(await now()).toEqual(before)
    expect(before).toEqual(['ORIGINAL', 'ORIGINAL', 'PDF redacted', 'PRINT'])
    const old = await set([plain], { principalId: lender.groupId, level: 'VIEW' })
    const undoOld = (age: string) =>
      database.pool
        .query('update permission_change set at = now() - $2::interval where id = $1', [old.changeId, age])
        .then(() => documents().undoPermissionChange(admin, { treeId, changeId: old.changeId ?? '' }))
    await expect(undoOld('25 hours')).rejects.toThrow('Change not found.')
    expect(await given(lender, plain)).toBe('VIEW')
    await undoOld('23 hours')
    expect(await given(lender, plain)).toBe('ORIGINAL')
    const again = await set([top], { principalId: lender.groupId, level: 'VIEW' })
    await level(deep, bidder.groupId, 'VIEW')
    await expect(
      documents().undoPermissionChange(admin, { treeId, changeId: again.changeId ?? '' }),
    ).rejects.toThrow('Permissions have been changed here since. Nothing was undone.')
    expect(await wrongTallies()).toEqual([])
  })

  test('VIEW-10 the history names levels below the original behind the principal', async () => {
    const file = await upload(admin, treeId, await folder('Told'), 'one.pdf')
    await documents().permitExactly(admin, {
      treeId,
      documentIds: [file],
      principalIds: [lender.groupId, bidder.groupId],
    })
    await level(file, bidder.groupId, 'VIEW')
    await set([file], { principalId: bidder.groupId, rendition: 'REDACTED' })
    const { entries } = await entriesOf(file)
    expect(entries.slice(0, 2)).toEqual([
      ['Bidder: Northwind (View), Lenders', 'Bidder: Northwind (View, redacted), Lenders'],
      ['Bidder: Northwind, Lenders', 'Bidder: Northwind (View), Lenders'],
    ])
  })

  test('VIEW-12 a move leaves each principal the lower level, and says who loses by it', async () => {
    const [from, to] = [await folder('From'), await folder('To')]
    const file = await upload(admin, treeId, from, 'moved.pdf')
    const auditors = await make.actorWith(place, 'Viewer', 'Moved auditors')
    await set(
      [file],
      { principalId: lender.groupId, level: 'PRINT' },
      { principalId: bidder.groupId, level: 'VIEW', rendition: 'REDACTED' },
    )
    await set(
      [to],
      { principalId: lender.groupId, level: 'VIEW' },
      { principalId: bidder.groupId, level: 'PDF' },
      { principalId: auditors.groupId, rendition: 'REDACTED' },
    )
    const input = { treeId, destinationParentId: to, sourceDocumentIds: [file] }
    expect((await documents().losingByMove(admin, input)).map(({ name }) => name)).toEqual([
      'Lenders',
      'Moved auditors',
    ])
    await documents().move(admin, input)
    expect([await given(lender, file), await given(bidder, file), await given(auditors, file)]).toEqual([
      'VIEW',
      'VIEW redacted',
      'ORIGINAL redacted',
    ])
    expect(await wrongTallies()).toEqual([])
  })

  test('PERM-08 equal lists with equal levels are one row', async () => {
    const top = await folder('Interned')
    const [one, two] = [
      await upload(admin, treeId, top, 'one.pdf'),
      await upload(admin, treeId, top, 'two.pdf'),
    ]
    await set(
      [one],
      { principalId: lender.groupId, level: 'VIEW' },
      { principalId: bidder.groupId, level: 'PDF' },
    )
    const before = await lists()
    await set(
      [two],
      { principalId: bidder.groupId, level: 'PDF' },
      { principalId: lender.groupId, level: 'VIEW' },
    )
    // The step between them is a list of its own only where it was made one.
    expect(await lists()).toBe(before)
    expect(await counts(lender, top)).toEqual({ files: 2, folders: 0 })
    expect(await names(lender, treeId, top)).toEqual(['one.pdf', 'two.pdf'])
  })
})

/** Who could see a file before and after each change of its permissions, the newest first. */
async function entriesOf(file: string) {
  const { rows } = await database.pool.query<{ before: string; after: string }>(
    `select detail ->> 'before' as before, detail ->> 'after' as after from activity
     where document_id = $1 and kind = 'PERMISSION' order by id desc`,
    [file],
  )
  return { entries: rows.map(({ before, after }) => [before, after]) }
}
