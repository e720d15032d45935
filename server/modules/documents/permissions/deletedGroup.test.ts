import { expect, test } from 'vitest'
import {
  admin,
  bidder,
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
} from './permissions.fixture.ts'

test('GRP-25 a deleted group is named nowhere, and what was permitted to it alone stays closed', async () => {
  const offers = await folder('Offers')
  await upload(admin, treeId, offers, 'Terms.pdf')
  const shared = await folder('Shared')
  await documents().permitExactly(admin, { treeId, documentIds: [offers], principalIds: [bidder.groupId] })
  await permit([shared], lender.groupId, false)
  expect(await names(bidder, treeId)).toEqual(['Offers', 'Shared'])
  await database.pool.query('delete from user_group where id = $1', [bidder.groupId])
  const shown = async (documentId: string) =>
    (await documents().selectionPermissions(admin, { treeId, documentIds: [documentId] })).permissions.map(
      ({ principal, permissible }) => [principal.name, permissible],
    )
  expect(await shown(shared)).toEqual([
    ['Admins', true],
    ['Lenders', false],
  ])
  expect(await names(lender, treeId)).toEqual([])
  expect(await shown(offers)).toEqual([
    ['Admins', false],
    ['Lenders', false],
  ])
  // Who administers documents sees all of them, and may open them again.
  expect(await names(admin, treeId)).toEqual(['Offers', 'Shared'])
  // Whoever comes later, by the same name as well, finds it closed.
  const later = await make.actorWith(place, 'Viewer', 'Bidder: Northwind')
  expect(await names(later, treeId)).toEqual([])
})
