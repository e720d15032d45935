import { beforeAll, describe, expect, test } from 'vitest'
import type { Numbering } from '../../../../shared/enumerations.ts'
import { testDatabase } from '../../../../testing/database/index.ts'
import { documentsOver } from '../../../../testing/documents.ts'
import { factories } from '../../../../testing/factories.ts'
import type { Actor } from '../../../access/actor.ts'

const database = testDatabase()
const make = factories(database)
const { documents, upload, permit, folder } = documentsOver(database)
const ALL = { limit: 200, offset: 0 }

let treeId: string
let admin: Actor
let bidder: Actor & { groupId: string }
let contributor: Actor

beforeAll(async () => {
  const { place, treeId: made } = await make.room()
  treeId = made
  admin = await make.actorWith(place, 'Deal Room Admin')
  bidder = await make.actorWith(place, 'Bidder', 'Bidder: Northwind')
  contributor = await make.actorWith(place, 'Contributor')
})

const number = (numbering: Numbering) => documents().numbering.set(admin, treeId, numbering)
/** Numbers and names of a folder's entries, in the order of its list. */
async function list(actor: Actor, id: string | null = null): Promise<string[]> {
  const at = await documents().document(actor, treeId, id)
  const nodes = await documents().children(at, ALL)
  const numbers = await documents().numbering.numbers(nodes)
  // Read one by one, as by a link, a number is the same.
  const single = await Promise.all(nodes.map((node) => documents().document(actor, treeId, node.id)))
  expect(await documents().numbering.numbers(single)).toEqual(numbers)
  return nodes.map(({ name }, index) => `${numbers[index]} ${name}`)
}
/** A folder with a subfolder and two files, in a numbered tree. */
async function laidOut(
  name: string,
  numbering: Numbering,
): Promise<{ top: string; sub: string; files: string[] }> {
  await number('OFF')
  const sub = await folder(admin, treeId, `${name}/Sub`)
  const node = await documents().document(admin, treeId, sub)
  const top = node.parentId ?? ''
  const files = [await upload(admin, treeId, top, 'B.pdf'), await upload(admin, treeId, top, 'A.pdf')]
  await number(numbering)
  return { top, sub, files }
}
const topNumber = async (actor: Actor, id: string) =>
  (await documents().numbering.numbers([await documents().document(actor, treeId, id)]))[0]

describe('index numbers', () => {
  test('INDEX-01 folders and files count in one row by their place then, and what is added comes next', async () => {
    const { top, sub } = await laidOut('First', 'ONE')
    const n = await topNumber(admin, top)
    expect(await list(admin, top)).toEqual([`${n}.1 Sub`, `${n}.2 A.pdf`, `${n}.3 B.pdf`])
    await upload(admin, treeId, top, '0.pdf')
    await documents().createFolder(admin, { treeId, parentId: top, name: '0' })
    expect((await list(admin, top)).slice(3)).toEqual([`${n}.4 0.pdf`, `${n}.5 0`])
    await upload(admin, treeId, sub, 'Deep.pdf')
    expect(await list(admin, sub)).toEqual([`${n}.1.1 Deep.pdf`])
    for (const actor of [bidder, contributor]) {
      await expect(documents().numbering.set(actor, treeId, 'OFF')).rejects.toThrow('Not authorized.')
    }
    const [root] = await documents().numbering.numbers([await documents().document(admin, treeId, null)])
    expect(root).toBeNull()
  })

  test('INDEX-02 a number stays with its entry: no rename, upload or deletion changes another, none is given again', async () => {
    const { top, files } = await laidOut('Second', 'ONE')
    const n = await topNumber(admin, top)
    const [b = '', a = ''] = files
    await documents().rename(admin, { treeId, documentId: b, name: '0.pdf' })
    await documents().remove(admin, { treeId, documentIds: [a] })
    await upload(admin, treeId, top, 'A.pdf')
    expect(await list(admin, top)).toEqual([`${n}.1 Sub`, `${n}.3 0.pdf`, `${n}.4 A.pdf`])
    const later = (await documents().children(await documents().document(admin, treeId, top), ALL)).at(-1)
    await documents().remove(admin, { treeId, documentIds: [later?.id ?? ''] })
    await documents().restore(admin, { treeId, documentIds: [a] })
    expect(await list(admin, top)).toEqual([`${n}.1 Sub`, `${n}.2 A.pdf`, `${n}.3 0.pdf`])
  })

  test('INDEX-03 a moved entry gets the next number of its new folder, and its history says the former', async () => {
    const { top, sub, files } = await laidOut('Third', 'ONE')
    const n = await topNumber(admin, top)
    await upload(admin, treeId, sub, 'There.pdf')
    await documents().move(admin, { treeId, destinationParentId: sub, sourceDocumentIds: files.slice(0, 1) })
    expect(await list(admin, sub)).toEqual([`${n}.1.1 There.pdf`, `${n}.1.2 B.pdf`])
    expect(await list(admin, top)).toEqual([`${n}.1 Sub`, `${n}.2 A.pdf`])
    const history = await documents().histories.open(admin, treeId, { rootId: files[0] ?? '' })
    const [moved, uploaded] = await documents().histories.page(history, ALL)
    expect([moved?.formerNumber, moved?.newNumber, uploaded?.formerNumber]).toEqual([
      `${n}.3`,
      `${n}.1.2`,
      null,
    ])
    await number('EACH_READER')
    const own = await documents().histories.open(admin, treeId, { rootId: files[0] ?? '' })
    expect((await documents().histories.page(own, ALL))[0]?.formerNumber).toBeNull()
  })

  test('INDEX-04 renumbering follows the order that entries were put in, shows old and new before, is recorded, and keeps the former numbers findable', async () => {
    const { top, sub, files } = await laidOut('Fourth', 'ONE')
    const n = await topNumber(admin, top)
    await upload(admin, treeId, sub, 'Deep.pdf')
    const [b = '', a = ''] = files
    await documents().remove(admin, { treeId, documentIds: [a] })
    const c = await upload(admin, treeId, top, 'C.pdf')
    await documents().numbering.order(contributor, { treeId, documentIds: [c], beforeId: sub })
    // Numbers stand until they are given anew.
    expect(await list(admin, top)).toEqual([`${n}.1 Sub`, `${n}.3 B.pdf`, `${n}.4 C.pdf`])

    const said = async (dryRun: boolean) => {
      const { rows, isDone } = await documents().numbering.renumber(admin, { treeId, folderId: top, dryRun })
      expect(isDone).toBe(!dryRun)
      return rows.map(({ node, former, number: now }) => `${node.name} ${former} ${now}`)
    }
    const expected = [
      `C.pdf ${n}.4 ${n}.1`,
      `Sub ${n}.1 ${n}.2`,
      `B.pdf ${n}.3 ${n}.3`,
      `Deep.pdf ${n}.1.1 ${n}.2.1`,
    ]
    expect(await said(true)).toEqual(expected)
    expect(await list(admin, top)).toEqual([`${n}.1 Sub`, `${n}.3 B.pdf`, `${n}.4 C.pdf`])
    expect(await said(false)).toEqual(expected)
    expect(await list(admin, top)).toEqual([`${n}.1 C.pdf`, `${n}.2 Sub`, `${n}.3 B.pdf`])

    const history = await documents().histories.open(admin, treeId, { rootId: c })
    const [entry] = await documents().histories.page(history, ALL)
    expect([entry?.activityType, entry?.formerNumber, entry?.newNumber]).toEqual([
      'RENAME',
      `${n}.4`,
      `${n}.1`,
    ])
    const { rows } = await database.pool.query(
      `select person_id as by, detail ->> 'count' as count from activity where document_id = $1 and kind = 'RENUMBER'`,
      [top],
    )
    expect(rows).toEqual([{ by: admin.personId, count: '3' }])
    for (const [was, name] of [
      [`${n}.1.1`, 'Deep.pdf'],
      [`${n}.4`, 'C.pdf'],
    ] as const) {
      const search = await documents().search(bidder, { treeId, search: was, documentId: null })
      expect((await documents().matches(search, ALL)).map((found) => found.name)).toEqual([name])
    }
    await documents().restore(admin, { treeId, documentIds: [a] })
    expect((await list(admin, top)).at(-1)).toBe(`${n}.4 A.pdf`)
    expect(b).not.toBe('')

    const refused = documents().numbering.renumber(contributor, { treeId, folderId: top, dryRun: true })
    await expect(refused).rejects.toThrow('Not authorized.')
  })

  test('INDEX-04 an entry is found by a number that it once had, by who sees it and the folder of then', async () => {
    const { top, sub } = await laidOut('Former', 'ONE')
    const n = await topNumber(admin, top)
    const deep = await upload(admin, treeId, sub, 'Deep.pdf')
    await documents().move(admin, { treeId, destinationParentId: top, sourceDocumentIds: [deep] })
    const found = async (actor: Actor, text: string, within: string | null = null) => {
      const search = await documents().search(actor, { treeId, search: text, documentId: within })
      const nodes = await documents().matches(search, ALL)
      expect(await documents().countMatches(search)).toBe(nodes.length)
      return nodes.map(({ name }) => name)
    }
    expect((await list(admin, top)).at(-1)).toBe(`${n}.4 Deep.pdf`)
    expect(await found(admin, `${n}.1.1`)).toEqual(['Deep.pdf'])
    expect(await found(bidder, ` ${n}.1.1 `, top)).toEqual(['Deep.pdf'])
    expect(await found(admin, `${n}.1.1`, sub)).toEqual([])
    await permit(admin, treeId, [sub], bidder.groupId, false)
    expect(await found(bidder, `${n}.1.1`)).toEqual([])
    await permit(admin, treeId, [sub], bidder.groupId, true)
    expect(await found(bidder, `${n}.1.1`)).toEqual(['Deep.pdf'])
    await permit(admin, treeId, [deep], bidder.groupId, false)
    expect(await found(bidder, `${n}.1.1`)).toEqual([])
    await documents().remove(admin, { treeId, documentIds: [deep] })
    expect(await found(admin, `${n}.1.1`)).toEqual([])
  })

  test('INDEX-05 numbers for each reader are counted among what they see, so that nothing is missing', async () => {
    const { top, sub, files } = await laidOut('Fifth', 'EACH_READER')
    const [b = ''] = files
    const c = await upload(admin, treeId, top, 'C.pdf')
    await upload(admin, treeId, sub, 'Deep.pdf')
    await permit(admin, treeId, [b], bidder.groupId, false)
    const others = await documents().document(admin, treeId, top)
    expect(others.parentId).toBe(treeId)
    const n = await topNumber(bidder, top)
    expect(await list(bidder, top)).toEqual([`${n}.1 Sub`, `${n}.2 A.pdf`, `${n}.3 C.pdf`])
    const all = await topNumber(admin, top)
    expect(await list(admin, top)).toEqual([
      `${all}.1 Sub`,
      `${all}.2 A.pdf`,
      `${all}.3 B.pdf`,
      `${all}.4 C.pdf`,
    ])
    // A page, a place and a neighbour are counted among what one sees, too.
    const at = await documents().document(bidder, treeId, top)
    const [last] = await documents().children(at, { limit: 1, offset: 2 })
    expect(await documents().numbering.numbers(last ? [last] : [])).toEqual([`${n}.3`])
    const seen = await documents().document(bidder, treeId, c)
    expect(await documents().families.positions([seen])).toEqual([2])
    const [before] = await documents().families.neighbours([seen], 'previous')
    expect(before?.name).toBe('A.pdf')

    await permit(admin, treeId, [top], bidder.groupId, false)
    const first = (await list(bidder)).map((line) => line.split(' ')[0])
    expect(first).toEqual(first.map((_, index) => String(index + 1)))
  })

  test('entries are put in order within one folder of a numbered tree, by those who may edit', async () => {
    const { top, sub, files } = await laidOut('Sixth', 'ONE')
    const [b = '', a = ''] = files
    const deep = await upload(admin, treeId, sub, 'Deep.pdf')
    const order = (actor: Actor, documentIds: string[], beforeId: string | null) =>
      documents().numbering.order(actor, { treeId, documentIds, beforeId })
    await expect(order(bidder, [a], b)).rejects.toThrow('Not authorized.')
    const apart = 'These entries no longer lie in one folder. Please choose again.'
    for (const [ids, before] of [
      [[a, deep], null],
      [[a], deep],
      [[a], a],
    ] as const) {
      await expect(order(contributor, [...ids], before)).rejects.toThrow(apart)
    }
    await order(contributor, [sub, b], null)
    const { rows } = await documents().numbering.renumber(admin, { treeId, folderId: top, dryRun: true })
    expect(rows.slice(0, 3).map(({ node }) => node.name)).toEqual(['A.pdf', 'Sub', 'B.pdf'])
    await number('OFF')
    await expect(order(contributor, [a], b)).rejects.toThrow(
      'This room is not numbered. Please switch numbering on first.',
    )
  })

  test('BIN-02 INDEX-02 INDEX-03 what is restored has its own number again, and in a folder made in the place of its own the next one', async () => {
    const { top, files } = await laidOut('Restored', 'ONE')
    const [b = '', a = ''] = files
    const restore = (...documentIds: string[]) => documents().bins.restore(admin, { treeId, documentIds })
    await documents().remove(admin, { treeId, documentIds: [b] })
    await upload(admin, treeId, top, 'C.pdf')
    await restore(b)
    const n = await topNumber(admin, top)
    expect(await list(admin, top)).toEqual([`${n}.1 Sub`, `${n}.2 A.pdf`, `${n}.3 B.pdf`, `${n}.4 C.pdf`])

    await documents().remove(admin, { treeId, documentIds: [a] })
    await documents().remove(admin, { treeId, documentIds: [top] })
    const again = await folder(admin, treeId, 'Restored')
    await upload(admin, treeId, again, 'First.pdf')
    await upload(admin, treeId, again, 'Second.pdf')
    await restore(a)
    const m = await topNumber(admin, again)
    expect(await list(admin, again)).toEqual([`${m}.1 First.pdf`, `${m}.2 Second.pdf`, `${m}.3 A.pdf`])
  })
})
