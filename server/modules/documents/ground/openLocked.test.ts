import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../testing/database/index.ts'
import { documentsOver } from '../../../../testing/documents.ts'
import { factories } from '../../../../testing/factories.ts'
import type { Actor } from '../../../access/actor.ts'
import { lockTree } from './treeLock.ts'

const database = testDatabase()
const make = factories(database)
const { documents, upload, receive } = documentsOver(database)

let place: { organisationId: string; portfolioId: string }
let treeId: string
let root: string
let admin: Actor

beforeAll(async () => {
  const organisationId = await make.organisation({ documentLabels: true })
  place = { organisationId, portfolioId: (await make.portfolio({ organisationId })).id }
  treeId = await make.tree(place)
  root = `tree:${treeId}`
  admin = await make.actorWith(place, 'Deal Room Admin')
})

const entries = async () =>
  (
    await database.pool.query(
      `select id, parent_id, name, acl_id, deleted_at from document where tree_id = $1 order by id`,
      [treeId],
    )
  ).rows

/** Somebody who may view, and for one group more; that group is taken from them while the change waits. */
async function losing(change: (person: Actor) => Promise<unknown>): Promise<unknown> {
  const viewer = await make.actorWith(place, 'Viewer')
  const group = await make.group({ ...place, role: 'Deal Room Admin', portfolioIds: [place.portfolioId] })
  await make.member(group, viewer.personId)
  const person = await make.actor(viewer.personId)
  let changing: Promise<unknown> = Promise.resolve()
  await database.db.transaction().execute(async (tx) => {
    await lockTree(tx, treeId)
    changing = change(person).catch((error: unknown) => error)
    for (;;) {
      const { rows } = await database.pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      if (rows.length > 0) break
      await wait(10)
    }
    await database.db.deleteFrom('membership').where('group_id', '=', group).execute()
  })
  return changing
}

test.each<[string, (person: Actor, ids: { folder: string; file: string }) => Promise<unknown>]>([
  [
    'PERM-13 a permission',
    (person, { file }) =>
      documents().permitExactly(person, { treeId, documentIds: [file], principalIds: [] }),
  ],
  [
    'DOP-34 a new folder',
    (person) => documents().createFolder(person, { treeId, parentId: null, name: 'Late' }),
  ],
  [
    'DOP-34 folders by their paths',
    (person) => documents().createFolders(person, { treeId, parentId: null, folderPaths: ['Late/Later'] }),
  ],
  [
    'DOP-34 a new name',
    (person, { file }) => documents().rename(person, { treeId, documentId: file, name: 'b' }),
  ],
  [
    'DOP-34 a move',
    (person, { folder, file }) =>
      documents().move(person, { treeId, destinationParentId: folder, sourceDocumentIds: [file] }),
  ],
  ['DOP-34 a deletion', (person, { file }) => documents().remove(person, { treeId, documentIds: [file] })],
  [
    'PERM-16 labels',
    (person, { file }) =>
      documents().labels.change(person, { treeId, documentIds: [file], addLabelIds: [], removeLabelIds: [] }),
  ],
  [
    'PERM-12 the kind of principals',
    (person) => documents().updateTree(person, { treeId, permissionType: 'ROLE' }),
  ],
  [
    'DOP-34 an upload',
    async (person) => {
      const [announced] = await documents().announce(admin, treeId, [
        { name: 'late.pdf', size: 4, parentId: root },
      ])
      receive(announced?.version ?? '', 'late')
      const uploads = [{ version: announced?.version ?? '', documentId: announced?.file.id ?? '' }]
      return documents().confirm(person, { treeId, uploads })
    },
  ],
])('%s: who loses the right while it waits for another change changes nothing', async (_what, change) => {
  const [to] = await documents().createFolders(admin, { treeId, parentId: null, folderPaths: ['To'] })
  const file = await upload(admin, treeId, root, 'a.pdf')
  const before = await entries()
  const answer = await losing((person) => change(person, { folder: to?.id ?? '', file }))
  expect(answer).toMatchObject({ code: 'FORBIDDEN', message: 'Not authorized.' })
  expect(await entries()).toEqual(before)
})
