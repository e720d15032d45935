// A room in which people change things, for tests of selections; created for each file that imports it.
import { beforeAll } from 'vitest'
import { testDatabase } from '../../../../testing/database/index.ts'
import { documentsOver } from '../../../../testing/documents.ts'
import { factories } from '../../../../testing/factories.ts'
import type { Actor } from '../../../access/actor.ts'

export const database = testDatabase()
export const make = factories(database)
const tree = documentsOver(database)
export const { documents, upload, names, wrongTallies } = tree

export const UNKNOWN = '018f0000-0000-7000-8000-000000000000'

export let place: { organisationId: string; portfolioId: string }
export let treeId: string
export let root: string
export let admin: Actor
export let editor: Actor & { groupId: string }
export let bidder: Actor & { groupId: string }
export let lender: Actor & { groupId: string }

beforeAll(async () => {
  ;({ place, treeId, root } = await make.room())
  admin = await make.actorWith(place, 'Deal Room Admin')
  editor = await make.actorWith(place, 'Contributor')
  bidder = await make.actorWith(place, 'Bidder')
  lender = await make.actorWith(place, 'Viewer')
})

export let folders = 0
/** A new folder in the root, and one more below for each further step. */
export const folder = (path = `Folder ${++folders}`) => tree.folder(admin, treeId, path)
export const file = (name: string, parentId: string) => upload(admin, treeId, parentId, name)
export const move = (actor: Actor, to: string, ...ids: string[]) =>
  documents().move(actor, { treeId, destinationParentId: to, sourceDocumentIds: ids })
export const rename = (actor: Actor, documentId: string, name: string, expectedName?: string) =>
  documents().rename(actor, { treeId, documentId, name, expectedName })
export const permit = (id: string, groupId: string, permissible: boolean) =>
  tree.permit(admin, treeId, [id], groupId, permissible)
export const losing = async (actor: Actor, to: string, ...ids: string[]) =>
  (await documents().losingByMove(actor, { treeId, destinationParentId: to, sourceDocumentIds: ids })).map(
    (principal) => principal.id,
  )
