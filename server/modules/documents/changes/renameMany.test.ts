import { beforeAll, describe, expect, test } from 'vitest'
import type { RenameRule } from '../../../../shared/renaming.ts'
import { testDatabase } from '../../../../testing/database/index.ts'
import { documentsOver } from '../../../../testing/documents.ts'
import { factories } from '../../../../testing/factories.ts'
import type { Actor } from '../../../access/actor.ts'

const database = testDatabase()
const make = factories(database)
const { documents, upload, permit, folder, names, wrongTallies } = documentsOver(database)

let treeId: string
let admin: Actor
let contributor: Actor & { groupId: string }
let bidder: Actor

beforeAll(async () => {
  const { place, treeId: made } = await make.room()
  treeId = made
  admin = await make.actorWith(place, 'Deal Room Admin')
  contributor = await make.actorWith(place, 'Contributor')
  bidder = await make.actorWith(place, 'Bidder')
})

async function filled(name: string, ...files: string[]): Promise<{ at: string; ids: string[] }> {
  const at = await folder(admin, treeId, name)
  const ids: string[] = []
  for (const file of files) ids.push(await upload(admin, treeId, at, file))
  return { at, ids }
}
const rename = (documentIds: string[], rule: RenameRule, dryRun = false, actor: Actor = contributor) =>
  documents().renameMany(actor, { treeId, documentIds, rule, dryRun })

describe('INDEX-09 renaming many', () => {
  test('a preview says old and new names, all are renamed or none, and one step takes them back', async () => {
    const { at, ids } = await filled('Photos', 'IMG 1.jpg', 'IMG 2.jpg')
    const rule = { find: 'IMG', replace: 'Site', before: '2026 ', after: ' draft', startNumber: 9 }
    const preview = await rename(ids, rule, true)
    expect(preview.isDone).toBe(false)
    expect(preview.rows.map(({ former, name, problem }) => [former, name, problem])).toEqual([
      ['IMG 1.jpg', '2026 Site 1 draft 09.jpg', null],
      ['IMG 2.jpg', '2026 Site 2 draft 10.jpg', null],
    ])
    expect(await names(admin, treeId, at)).toEqual(['IMG 1.jpg', 'IMG 2.jpg'])
    const { rows, isDone } = await rename(ids, rule)
    expect(isDone).toBe(true)
    expect(await names(admin, treeId, at)).toEqual(rows.map(({ name }) => name))
    const history = await documents().histories.open(admin, treeId, { rootId: ids[0] ?? '' })
    const [entry] = await documents().histories.page(history, { limit: 5, offset: 0 })
    expect([entry?.activityType, entry?.formerPath]).toEqual(['RENAME', 'Photos/IMG 1.jpg'])
    const undo = () => documents().undoRenames(contributor, { treeId, names: rows })
    await undo()
    expect(await names(admin, treeId, at)).toEqual(['IMG 1.jpg', 'IMG 2.jpg'])
    await expect(undo()).rejects.toThrow(
      'These entries have been changed since. Their names can no longer be taken back together.',
    )
    expect(await wrongTallies()).toEqual([])
  })

  test('conflicts stand at their rows, and with one of them nothing is renamed', async () => {
    const { at, ids } = await filled('Clashes', 'a1.pdf', 'a2.pdf', 'b1.pdf')
    const [first = '', second = '', other = ''] = ids
    const problems = async (chosen: string[], rule: RenameRule) => {
      const { rows, isDone } = await rename(chosen, rule)
      expect(isDone).toBe(false)
      return rows.map(({ problem }) => problem)
    }
    const taken = 'An entry with this name already exists.'
    expect(await problems([first, second], { find: 'a', replace: 'b' })).toEqual([taken, null])
    const twice = 'Two of these would have this name.'
    expect(await problems([first, other], { find: 'a', replace: 'b' })).toEqual([twice, twice])
    expect(await problems([first], { find: 'a1' })).toEqual(['A name cannot be blank.'])
    expect(await problems([first], { before: 'x/' })).toEqual(['A name cannot contain / or \\.'])
    expect(await names(admin, treeId, at)).toEqual(['a1.pdf', 'a2.pdf', 'b1.pdf'])
    // A name that another of them gives up is free.
    expect((await rename([first, second], { find: 'a1', replace: 'a2' })).isDone).toBe(false)
    expect((await rename([second, first], { find: 'a', replace: 'c' })).isDone).toBe(true)
  })

  test('it is for editors, of at most 500 that they see; a hidden entry takes no name', async () => {
    const { ids } = await filled('Hidden', 'seen1.pdf', 'hidden1.pdf')
    const [seen = '', hidden = ''] = ids
    await permit(admin, treeId, [hidden], contributor.groupId, false)
    await expect(rename(ids, { before: 'x' }, false, bidder)).rejects.toThrow('Not authorized.')
    const { rows } = await rename([hidden, seen], { find: 'seen', replace: 'hidden' }, true)
    expect(rows.map(({ id, problem }) => [id, problem])).toEqual([[seen, null]])
    const many = Array.from(
      { length: 501 },
      (_, n) => `018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`,
    )
    await expect(rename(many, { before: 'x' })).rejects.toThrow(
      'Please rename at most 500 entries at a time, not 501.',
    )
  })
})
