import { beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../testing/database/index.ts'
import { documentsOver } from '../../../../testing/documents.ts'
import { factories } from '../../../../testing/factories.ts'
import type { Actor } from '../../../access/actor.ts'

const database = testDatabase()
const make = factories(database)
const { documents, upload, permit, folder } = documentsOver(database)
const PAGE = { limit: 200, offset: 0 }

let treeId: string
let admin: Actor
let bidder: Actor & { groupId: string }
let rival: Actor & { groupId: string }

beforeAll(async () => {
  const { place, treeId: made } = await make.room()
  treeId = made
  admin = await make.actorWith(place, 'Deal Room Admin')
  bidder = await make.actorWith(place, 'Bidder', 'Bidder: Northwind')
  rival = await make.actorWith(place, 'Bidder', 'Bidder: Calder')
})

const file = (name: string) => upload(admin, treeId, `tree:${treeId}`, name)
const set = (actor: Actor, id: string, isFavourite = true) =>
  documents().favourites.set(actor, id, isFavourite)
const listed = async (actor: Actor): Promise<string[]> => {
  const { count, items } = await documents().favourites.list(actor, treeId, PAGE)
  expect(count).toBe(items.length)
  return items.map(({ name }) => name)
}
const starred = async (actor: Actor, id: string): Promise<boolean | undefined> => {
  const [is] = await documents().favourites.among([await documents().document(actor, treeId, id)])
  return is
}

describe('favourites', () => {
  test('INDEX-08 a star is for oneself alone, and what is no longer visible leaves the list without a word', async () => {
    const [lease, offer] = [await file('Lease.pdf'), await file('Offer.pdf')]
    const land = await folder(admin, treeId, 'Land')
    for (const id of [offer, lease, land]) await set(bidder, id)
    await set(bidder, lease)
    expect(await listed(bidder)).toEqual(['Land', 'Lease.pdf', 'Offer.pdf'])
    expect(await listed(rival)).toEqual([])
    expect([await starred(bidder, lease), await starred(rival, lease)]).toEqual([true, false])

    await permit(admin, treeId, [offer], bidder.groupId, false)
    await documents().remove(admin, { treeId, documentIds: [land] })
    expect(await listed(bidder)).toEqual(['Lease.pdf'])
    await permit(admin, treeId, [offer], bidder.groupId, true)
    expect(await listed(bidder)).toEqual(['Lease.pdf', 'Offer.pdf'])

    const [was, after] = [await set(bidder, offer, false), await set(bidder, offer)]
    expect(await documents().favourites.among([was, after])).toEqual([true, true])
    const without = await set(bidder, lease, false)
    expect(await documents().favourites.among([without])).toEqual([false])
    expect([await starred(bidder, lease), await starred(bidder, offer)]).toEqual([false, true])
    expect(await listed(bidder)).toEqual(['Offer.pdf'])
    await set(bidder, offer, false)
  })

  test('INDEX-08 what one may not see, the root and the unknown can be no favourite, and are refused alike', async () => {
    const hidden = await file('Hidden.pdf')
    await permit(admin, treeId, [hidden], bidder.groupId, false)
    const elsewhere = (await make.room()).treeId
    const ids = [hidden, treeId, `tree:${treeId}`, elsewhere, 'no-id', '018f0000-0000-7000-8000-000000000000']
    for (const id of ids) await expect(set(bidder, id)).rejects.toThrow('Document not found.')
    expect(await listed(bidder)).toEqual([])
  })

  test('INDEX-08 there are at most 500 in a room; those that are no longer visible do not count', async () => {
    const last = await file('Last.pdf')
    const further = await file('Further.pdf')
    const closed = await file('Closed.pdf')
    await set(rival, closed)
    await database.pool.query(
      `with made as (
         insert into document (id, tree_id, parent_id, is_folder, name, name_key, path, acl_id)
         select id, tree_id, parent_id, true, 'Many ' || n, 'many ' || n, parent_path || id, acl_id
         from (select gen_random_uuid() as id, root.tree_id, root.id as parent_id, root.path as parent_path, root.acl_id, n
               from document root, generate_series(1, 498) n where root.id = $1) as entry
         returning id, tree_id)
       insert into document_favourite (organisation_id, person_id, tree_id, document_id)
       select t.organisation_id, $2, made.tree_id, made.id from made join document_tree t on t.id = made.tree_id`,
      [treeId, rival.personId],
    )
    await set(rival, last)
    await expect(set(rival, further)).rejects.toThrow(
      'You have 500 favourites in this room. Please remove one of them first.',
    )
    await set(rival, last)
    await permit(admin, treeId, [closed], rival.groupId, false)
    await set(rival, further)
    expect((await documents().favourites.list(rival, treeId, PAGE)).count).toBe(500)
  })

  test('INDEX-08 in the view of others nothing of one’s own shows', async () => {
    const own = await file('Own.pdf')
    await set(bidder, own)
    const viewing = { ...bidder, viewing: { id: '', name: '', place: null, expiresAt: new Date() } }
    const seen = viewing as unknown as Actor
    expect(await listed(seen)).toEqual([])
    expect(await starred(seen, own)).toBe(false)
  })
})
