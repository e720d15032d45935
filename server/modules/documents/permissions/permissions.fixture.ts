// A room with an admin, a lender and a bidder, for tests of access; created for each file that imports it.
import { beforeAll } from 'vitest'
import { testDatabase } from '../../../../testing/database/index.ts'
import { documentsOver } from '../../../../testing/documents.ts'
import { factories } from '../../../../testing/factories.ts'
import type { Actor } from '../../../access/actor.ts'

export const database = testDatabase()
export const make = factories(database)
const tree = documentsOver(database)
export const { documents, receive, upload, names, wrongTallies } = tree

export let place: { organisationId: string; portfolioId: string }
export let treeId: string
export let admin: Actor
export let lender: Actor & { groupId: string }
export let bidder: Actor & { groupId: string }

beforeAll(async () => {
  ;({ place, treeId } = await make.room())
  admin = await make.actorWith(place, 'Deal Room Admin', 'Admins')
  lender = await make.actorWith(place, 'Viewer', 'Lenders')
  bidder = await make.actorWith(place, 'Bidder', 'Bidder: Northwind')
})

export const folder = (path: string) => tree.folder(admin, treeId, path)
export const permit = (documentIds: string[], groupId: string, permissible: boolean) =>
  tree.permit(admin, treeId, documentIds, groupId, permissible)
export const counts = (actor: Actor, id: string | null) => tree.counts(actor, treeId, id)
