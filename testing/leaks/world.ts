import type { Client } from '../client.ts'
import type { TestDatabase } from '../database/index.ts'
import { factories } from '../factories.ts'
import { uploadFile } from '../matrix/uploads.ts'
import { Room } from '../room.ts'
import { type TreeKind, type TreePlace, treePlace } from '../treeKinds.ts'
import { submitZip } from '../zips.ts'

/** Words of names that stand nowhere else, for what the rival may not see. */
export const SECRETS = [
  'zyxomma',
  'vexillary',
  'tourmaline',
  'kwijibo',
  'obsidian',
  'gorgonzola',
  'marzipan',
  'quokka',
]

export interface LeakWorld {
  readonly place: TreePlace
  /** May see everything, and hides some of it. */
  readonly keeper: Room
  /**
   * Holds all rights that don't make one see everything, but not the hidden; on the next portfolio, on the next holding
   * company and in another organisation they see everything.
   */
  readonly rival: Room
  readonly rivalGroup: string
  readonly openFolder: string
  readonly openFile: string
  /** Downloads what is hidden, and nothing else. */
  readonly insider: Client
}

/** A tree with something for the rival in it, and nothing hidden yet. */
export async function leakWorld(
  database: TestDatabase,
  address: string,
  kind: TreeKind,
  name: string,
): Promise<LeakWorld> {
  const place = await treePlace(database, address, kind, name)
  const keeper = await place.join([kind.view, kind.edit, kind.delete, kind.admin, kind.history])
  const mine = [kind.edit, kind.delete, kind.history].filter((permission) => permission !== kind.admin)
  const rival = await place.join([kind.view, ...mine, 'ACCESS_LOG_VIEW', 'DEALROOM_ADMIN', 'USERS_ADMIN'])
  await widen(database, rival.client, place)
  const insider = await place.join([kind.view])
  const room = new Room(keeper.client, place.treeId)
  const [folder] = await room.createFolders(['Open'])
  const openFolder = folder?.id ?? ''
  const openFile = await uploadFile(keeper.client, place.treeId, openFolder, 'plain.pdf')
  await room.download(openFile)
  const world = {
    place,
    keeper: room,
    rival: new Room(rival.client, place.treeId),
    rivalGroup: rival.groupId,
    openFolder,
    openFile,
    insider: insider.client,
  }
  await world.rival.download(openFile)
  return world
}

/** Gives a person everything at other places: no right of theirs there may open anything here. */
async function widen(database: TestDatabase, client: Client, { organisation }: TreePlace): Promise<void> {
  const make = factories(database)
  const { data } = await client.graphql('{ viewer { id } }')
  const { id: personId } = (data?.viewer ?? {}) as { id: string }
  const organisationId = organisation.id
  const next = await make.portfolio({ organisationId })
  const company = await make.holdingCompany({ organisationId })
  const abroad = await make.organisation()
  for (const group of [
    { organisationId, role: 'Deal Room Admin', portfolioIds: [next.id], holdingCompanyIds: [company.id] },
    { organisationId: abroad, role: 'Organisation Admin', organisationWide: true },
  ]) {
    await make.member(await make.group(group), personId)
  }
}

/** What was hidden; ids of documents, their contents and those who only ever touched it. */
export interface Hidden {
  readonly folder: string
  readonly below: string
  readonly file: string
  /** Beside what the rival sees. */
  readonly single: string
  readonly deleted: string
  /** Of what is hidden, asked for by the keeper. */
  readonly zip: string
  /** All ids that must not show. */
  readonly ids: readonly string[]
}

/** Hides a folder with a life of its own, and a file in the open folder. */
export async function hide(database: TestDatabase, world: LeakWorld): Promise<Hidden> {
  const { keeper, place, rivalGroup, openFolder, insider } = world
  const { client, treeId } = keeper
  const close = (id: string) =>
    keeper.call(
      `mutation($treeId: ID!, $id: ID!) {
        updateDocumentPermission(treeId: $treeId, documentPermissionId: $id, permissible: false) { documents { id } }
      }`,
      { id: `${id}:${rivalGroup}` },
    )
  const [made] = await keeper.createFolders(['Zyxomma bid'])
  const folder = made?.id ?? ''
  await close(folder)
  const [child] = await keeper.createFolders(['Vexillary terms'], folder)
  const below = child?.id ?? ''
  const file = await uploadFile(client, treeId, below, 'Tourmaline price.kwijibo')
  await uploadFile(client, treeId, below, 'Tourmaline price.kwijibo', 'The second version of it.')
  const letter = await uploadFile(client, treeId, folder, 'Gorgonzola letter.pdf')
  await keeper.call(
    'mutation($treeId: ID!, $id: ID!) { renameDocument(treeId: $treeId, documentId: $id, name: "Marzipan letter.pdf") { error } }',
    { id: letter },
  )
  await keeper.call(
    'mutation($treeId: ID!, $id: ID!, $to: ID!) { move(treeId: $treeId, destinationParentId: $to, sourceDocumentIds: [$id]) { documents { id } } }',
    { id: letter, to: below },
  )
  const deleted = await uploadFile(client, treeId, folder, 'Quokka draft.pdf')
  await new Room(insider, treeId).download(deleted)
  await keeper.call(
    'mutation($treeId: ID!, $id: ID!) { removeDocuments(treeId: $treeId, documentIds: [$id]) { deletedIds } }',
    { id: deleted },
  )
  const single = await uploadFile(client, treeId, openFolder, 'Obsidian memo.pdf')
  await close(single)
  const inside = new Room(insider, treeId)
  for (const id of [file, letter, single]) {
    await inside.download(id)
    const { previewUrl } = await inside.call<{ previewUrl: string | null }>(
      'query($treeId: ID!, $id: ID!) { document(treeId: $treeId, documentId: $id) { previewUrl } }',
      { id },
    )
    if (previewUrl) await insider.request(previewUrl).then((answer) => answer.arrayBuffer())
  }
  const { zipExport } = await submitZip(keeper, [folder])
  const { rows } = await database.pool.query<{ id: string }>(
    `select v.id from document_version v where v.document_id = any($1)`,
    [[file, letter, deleted, single]],
  )
  return {
    folder,
    below,
    file,
    single,
    deleted,
    zip: zipExport?.id ?? '',
    ids: [folder, below, file, letter, deleted, single, ...rows.map((row) => row.id)].filter(
      (id) => id !== place.treeId,
    ),
  }
}
