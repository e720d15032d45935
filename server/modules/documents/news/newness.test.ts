import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../testing/database/index.ts'
import { documentsOver } from '../../../../testing/documents.ts'
import { factories } from '../../../../testing/factories.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Newness } from './newness.ts'
import { newInRooms } from './roomsStore.ts'
import { NO_VISIT } from './visits.ts'

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

beforeEach(() => database.pool.query('delete from tree_visit'))

const file = (name: string, parentId = `tree:${treeId}`, actor = admin) =>
  upload(actor, treeId, parentId, name)
const visit = async (actor: Actor) => {
  const tree = await documents().tree(actor, treeId)
  const [found] = await documents().news.visits([tree])
  if (!found) throw new Error('There is a visit.')
  return found
}
/** As if the person had been away for so many minutes. */
const away = async ({ personId }: Actor, minutes: number) => {
  await database.pool.query(
    `update tree_visit set last_at = last_at - $2 * interval '1 minute' where person_id = $1`,
    [personId, minutes],
  )
}
/** A visit that ends before what comes next, of a person who then is back. */
const returns = async (actor: Actor) => {
  await visit(actor)
  await away(actor, 31)
  await visit(actor)
  // What the other tests made meanwhile was before.
  await database.pool.query('update tree_visit set since = now() where person_id = $1', [actor.personId])
}
const mark = async (actor: Actor, id: string): Promise<Newness | undefined> => {
  const [found] = await documents().news.among(
    [await documents().document(actor, treeId, id)],
    await visit(actor),
  )
  return found
}
const below = async (actor: Actor, id: string): Promise<number | undefined> => {
  const [found] = await documents().news.below(
    [await documents().document(actor, treeId, id)],
    await visit(actor),
  )
  return found
}
const listed = async (actor: Actor, folderId: string | null = null, fileTypes: string[] | null = null) => {
  const { count, items } = await documents().news.list(actor, { treeId, folderId, fileTypes }, PAGE)
  expect(count).toBe(items.length)
  if (folderId === null && fileTypes === null) {
    // What home counts of the room (NEW-06).
    const tree = await documents().tree(actor, treeId)
    const [found] = await newInRooms(database.db, [tree])
    expect(found?.count ?? 0).toBe(count)
  }
  return items.map(({ name }) => name)
}
const open = async (actor: Actor, id: string, kind: 'VIEW' | 'DOWNLOAD') => {
  const { versionId } = await documents().document(actor, treeId, id)
  await documents().logAccess(actor, versionId ?? '', kind)
}

describe('NEW-01 marks of what is new', () => {
  test('of a first visit nothing is new, and one’s own uploads never are', async () => {
    await visit(bidder)
    const lease = await file('Lease.pdf')
    expect([await mark(bidder, lease), await listed(bidder)]).toEqual([null, []])
    await returns(admin)
    const own = await file('Own.pdf')
    expect([await mark(admin, own), await listed(admin)]).toEqual([null, []])
  })

  test('what was published or has a new version since the last visit is marked until it is opened or fetched', async () => {
    const offer = await file('Offer.pdf')
    await returns(bidder)
    const survey = await file('Survey.pdf')
    await file('Offer.pdf')
    expect([await mark(bidder, survey), await mark(bidder, offer)]).toEqual(['NEW', 'NEW_VERSION'])
    await open(bidder, survey, 'VIEW')
    await open(rival, offer, 'VIEW')
    expect([await mark(bidder, survey), await mark(bidder, offer)]).toEqual([null, 'NEW_VERSION'])
    await open(bidder, offer, 'DOWNLOAD')
    expect(await mark(bidder, offer)).toBeNull()
    await file('Offer.pdf')
    expect(await mark(bidder, offer)).toBe('NEW_VERSION')
    expect(await listed(bidder)).toEqual(['Offer.pdf'])
  })

  test('what was opened to the person since their last visit is new, what they could see before is not', async () => {
    const deal = await folder(admin, treeId, 'Deal')
    const hidden = await file('Terms.pdf', deal)
    const seen = await file('Teaser.pdf', deal)
    await permit(admin, treeId, [hidden], bidder.groupId, false)
    await returns(bidder)
    await returns(rival)
    expect([await below(bidder, deal), await listed(bidder, deal)]).toEqual([0, []])
    // The first change leaves them what they had, the second opens to them what they had not.
    await permit(admin, treeId, [deal], rival.groupId, false)
    await permit(admin, treeId, [deal], bidder.groupId, true)
    expect([await mark(bidder, hidden), await mark(bidder, seen)]).toEqual(['NEW', null])
    expect([await below(bidder, deal), await listed(bidder, deal), await listed(bidder)]).toEqual([
      1,
      ['Terms.pdf'],
      ['Terms.pdf'],
    ])
    await open(bidder, hidden, 'VIEW')
    expect([await mark(bidder, hidden), await below(bidder, deal)]).toEqual([null, 0])
    // What was closed to them and opened again while they were away is not new.
    await permit(admin, treeId, [deal], rival.groupId, true)
    expect([await mark(rival, hidden), await listed(rival)]).toEqual([null, []])
    await documents().news.markAllAsRead(rival, { treeId, folderId: deal })
    await permit(admin, treeId, [hidden], bidder.groupId, false)
    await returns(bidder)
    await permit(admin, treeId, [hidden], bidder.groupId, true)
    await documents().news.markAllAsRead(bidder, { treeId, folderId: deal })
    expect([await mark(bidder, hidden), await listed(bidder)]).toEqual([null, []])
  })

  test('who reads by another group since their last visit finds new what that group was given', async () => {
    const bids = await folder(admin, treeId, 'Bids')
    const model = await file('Model.pdf', bids)
    const open = await file('Rules.pdf', bids)
    await permit(admin, treeId, [model], rival.groupId, false)
    await returns(rival)
    const joined: Actor = { ...rival, groups: [...rival.groups, ...bidder.groups] }
    expect(await listed(rival, bids)).toEqual([])
    expect([await listed(joined, bids), await listed(joined)]).toEqual([['Model.pdf'], ['Model.pdf']])
    expect([await mark(joined, model), await mark(joined, open), await below(joined, bids)]).toEqual([
      'NEW',
      null,
      1,
    ])
  })

  test('a visit ends 30 minutes after its last request', async () => {
    await returns(bidder)
    const title = await file('Title.pdf')
    await away(bidder, 29)
    expect(await mark(bidder, title)).toBe('NEW')
    const { rows } = await database.pool.query(
      `select last_at > now() - interval '1 minute' as is_kept from tree_visit where person_id = $1`,
      [bidder.personId],
    )
    expect(rows).toEqual([{ is_kept: true }])
    // What came before that request is of the last visit.
    await database.pool.query(
      `update document_version set created_at = now() - interval '1 hour'
       where id = (select current_version_id from document where id = $1)`,
      [title],
    )
    await database.pool.query(`update document set created_at = now() - interval '1 hour' where id = $1`, [
      title,
    ])
    const before = await visit(bidder)
    await away(bidder, 31)
    const { since } = await visit(bidder)
    expect(since).not.toEqual(before.since)
    expect(Math.round((Date.now() - (since?.getTime() ?? 0)) / 60_000)).toBe(31)
    expect(await mark(bidder, title)).toBeNull()
  })

  test('all in a folder, or in the room, is marked as read, and what comes afterwards is new again', async () => {
    const land = await folder(admin, treeId, 'Land')
    const inner = await folder(admin, treeId, 'Land/Options')
    await returns(bidder)
    const one = await file('One.pdf', inner)
    const other = await file('Other.pdf')
    await documents().news.markAllAsRead(bidder, { treeId, folderId: land })
    expect([await mark(bidder, one), await mark(bidder, other)]).toEqual([null, 'NEW'])
    expect([await below(bidder, land), await below(bidder, `tree:${treeId}`)]).toEqual([0, 1])
    await file('One.pdf', inner)
    expect(await mark(bidder, one)).toBe('NEW_VERSION')
    await documents().news.markAllAsRead(bidder, { treeId, folderId: null })
    expect(await listed(bidder)).toEqual([])
    const later = await file('Later.pdf')
    expect([await mark(bidder, later), await listed(bidder)]).toEqual(['NEW', ['Later.pdf']])
    // Of whoever else was there nothing changes.
    await returns(rival)
    const last = await file('Last.pdf')
    await documents().news.markAllAsRead(bidder, { treeId, folderId: null })
    expect(await mark(rival, last)).toBe('NEW')
  })

  test('NEW-03 a folder says how many new files are below it that its reader may see', async () => {
    const permits = await folder(admin, treeId, 'Permits')
    const air = await folder(admin, treeId, 'Permits/Air')
    await returns(bidder)
    await returns(rival)
    const shown = await file('Shown.pdf', air)
    const hidden = await file('Hidden.pdf', air)
    await permit(admin, treeId, [hidden], bidder.groupId, false)
    expect([await below(bidder, permits), await below(bidder, air)]).toEqual([1, 1])
    expect([await below(rival, permits), await below(rival, air)]).toEqual([2, 2])
    await open(bidder, shown, 'VIEW')
    expect([await below(bidder, permits), await below(rival, permits)]).toEqual([0, 2])
  })

  test('NEW-07 nothing tells of what one may not see, nor of what others read', async () => {
    const closed = await folder(admin, treeId, 'Closed')
    await permit(admin, treeId, [closed], bidder.groupId, false)
    await returns(bidder)
    await file('Secret.pdf', closed)
    const seen = await file('Seen.pdf')
    await open(rival, seen, 'DOWNLOAD')
    expect(await listed(bidder)).toEqual(['Seen.pdf'])
    expect(await below(bidder, `tree:${treeId}`)).toBe(1)
    for (const folderId of [closed, 'no-id', '018f0000-0000-7000-8000-000000000000', seen]) {
      await expect(listed(bidder, folderId)).rejects.toThrow('Document not found.')
      await expect(documents().news.markAllAsRead(bidder, { treeId, folderId })).rejects.toThrow(
        'Document not found.',
      )
    }
    const viewing = { ...bidder, viewing: { id: '', name: '', place: null, expiresAt: new Date() } }
    expect(await visit(viewing as unknown as Actor)).toEqual(NO_VISIT)
    await expect(
      documents().news.markAllAsRead(viewing as unknown as Actor, { treeId, folderId: null }),
    ).rejects.toThrow('Not authorized.')
  })

  test('the list goes folder by folder, of one folder or of some types, with the author for those who see the history', async () => {
    const ten = await folder(admin, treeId, '10 Grid')
    const two = await folder(admin, treeId, '2 Site')
    await returns(bidder)
    await file('Study.pdf', ten)
    await file('Model.xlsx', two)
    await file('Area.pdf', two)
    expect(await listed(bidder)).toEqual(['Area.pdf', 'Model.xlsx', 'Study.pdf'])
    expect(await listed(bidder, two)).toEqual(['Area.pdf', 'Model.xlsx'])
    expect(await listed(bidder, null, ['PDF'])).toEqual(['Area.pdf', 'Study.pdf'])
    const { items } = await documents().news.list(bidder, { treeId, folderId: two, fileTypes: null }, PAGE)
    const [node] = items
    if (!node) throw new Error('There is one.')
    const withHistory = { ...node, tree: { ...node.tree, rights: { ...node.tree.rights, history: true } } }
    const without = { ...node, tree: { ...node.tree, rights: { ...node.tree.rights, history: false } } }
    const [name, none] = await documents().news.publishers([withHistory, without])
    expect([typeof name, none]).toEqual(['string', null])
  })
})
