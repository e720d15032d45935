import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../testing/database/index.ts'
import { documentsOver } from '../../../../testing/documents.ts'
import { factories } from '../../../../testing/factories.ts'
import type { Actor } from '../../../access/actor.ts'

/** A room with two thousand groups: everything that lists of principals do. */

const database = testDatabase()
const make = factories(database)
const { documents, folder, upload, permit, names, wrongTallies } = documentsOver(database)
const GROUPS = 2000

let treeId: string
let admin: Actor
let bidder: Actor & { groupId: string }
let others: string[]
let root: string

beforeAll(async () => {
  const room = await make.room()
  treeId = room.treeId
  root = room.root
  admin = await make.actorWith(room.place, 'Deal Room Admin')
  bidder = await make.actorWith(room.place, 'Bidder')
  const { rows } = await database.pool.query<{ id: string }>(
    `with made as (
       insert into user_group (id, organisation_id, name, role_id)
       select gen_random_uuid(), organisation_id, 'Bidder ' || n, role_id
       from user_group, generate_series(1, $2::int) n where id = $1 returning id)
     insert into user_group_portfolio (group_id, portfolio_id)
     select id, $3 from made returning group_id as id`,
    [bidder.groupId, GROUPS, room.place.portfolioId],
  )
  others = rows.map(({ id }) => id)
})

test('PERM-08 PERM-09 with 2,000 groups a folder is closed to one, opened again, and new entries take it over', async () => {
  const offers = await folder(admin, treeId, 'Offers')
  const deeper = await folder(admin, treeId, 'Offers/Round 1')
  await upload(admin, treeId, deeper, 'Terms.pdf')
  const { row } = await permit(admin, treeId, [offers], bidder.groupId, false)
  expect(row.permissible).toBe(false)
  expect(await names(bidder, treeId)).not.toContain('Offers')
  const late = await upload(admin, treeId, deeper, 'Late.pdf')
  await permit(admin, treeId, [late], bidder.groupId, true)
  // The way to the one that is permitted, and nothing beside it.
  expect(await names(bidder, treeId)).toContain('Offers')
  expect(await names(bidder, treeId, deeper)).toEqual(['Late.pdf'])
  await permit(admin, treeId, [offers], bidder.groupId, true)
  expect(await names(bidder, treeId, deeper)).toEqual(['Late.pdf', 'Terms.pdf'])
  expect(await wrongTallies()).toEqual([])
})

test('PERM-01 PERM-03 with 2,000 groups "only" permits all but one, the way there opens to all, and dialogs tell each', async () => {
  const top = await folder(admin, treeId, 'Closed')
  const inner = await folder(admin, treeId, 'Closed/Round 2')
  await documents().permitExactly(admin, { treeId, documentIds: [top], principalIds: [] })
  expect(await names(bidder, treeId)).not.toContain('Closed')
  await documents().permitExactly(admin, {
    treeId,
    documentIds: [inner],
    principalIds: [bidder.groupId, ...others],
  })
  expect(await names(bidder, treeId)).toContain('Closed')
  expect(await names(bidder, treeId, top)).toEqual(['Round 2'])
  const dialog = await documents().selectionPermissions(admin, { treeId, documentIds: [inner, top] })
  expect(dialog.permissions.filter(({ permissible }) => permissible === null)).toHaveLength(GROUPS + 1)
  await documents().permitExactly(admin, { treeId, documentIds: [inner], principalIds: [others[0] ?? ''] })
  expect(await names(bidder, treeId)).not.toContain('Closed')
  expect(await wrongTallies()).toEqual([])
})

test('PERM-08 DOP-18 with 2,000 groups an entry moves into a folder that fewer may see, and loses the others', async () => {
  const open = await folder(admin, treeId, 'Sorted')
  const closed = await folder(admin, treeId, 'Sealed')
  await permit(admin, treeId, [closed], bidder.groupId, false)
  const file = await upload(admin, treeId, open, 'Moved.pdf')
  expect(await names(bidder, treeId, open)).toEqual(['Moved.pdf'])
  const losing = await documents().losingByMove(admin, {
    treeId,
    destinationParentId: closed,
    sourceDocumentIds: [file],
  })
  expect(losing.map(({ id }) => id)).toEqual([bidder.groupId])
  await documents().move(admin, { treeId, destinationParentId: closed, sourceDocumentIds: [file] })
  await expect(documents().document(bidder, treeId, file)).rejects.toThrow('Document not found.')
  await documents().remove(admin, { treeId, documentIds: [closed] })
  expect(await names(admin, treeId, root)).not.toContain('Sealed')
  expect(await wrongTallies()).toEqual([])
})
