import { afterAll, beforeAll, expect, test } from 'vitest'
import { hurried } from '../../../../testing/clock.ts'
import { testDatabase } from '../../../../testing/database/index.ts'
import { untilLocksAreAwaited } from '../../../../testing/database/lockWaits.ts'
import { documentsOver } from '../../../../testing/documents.ts'
import { factories } from '../../../../testing/factories.ts'
import type { Actor } from '../../../access/actor.ts'
import { openDatabase } from '../../../platform/database/database.ts'
import { rowLock, withLock } from '../../../platform/database/withLock.ts'

const database = testDatabase()
const make = factories(database)
const { documents, upload, receive } = documentsOver(database)
/** Another server. */
const elsewhere = openDatabase(database.poolConfig)
afterAll(() => elsewhere.close())

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

/** A person who may view, in one group more, with a session of their own. */
async function somebody(): Promise<{ person: Actor; group: string }> {
  const viewer = await make.actorWith(place, 'Viewer')
  const group = await make.group({ ...place, role: 'Deal Room Admin', portfolioIds: [place.portfolioId] })
  await make.member(group, viewer.personId)
  const person = await make.inSession(await make.actor(viewer.personId))
  return { person, group }
}

type Somebody = Awaited<ReturnType<typeof somebody>>
const loseRight = ({ group }: Somebody) =>
  database.db.deleteFrom('membership').where('group_id', '=', group).execute()

/** A change that somebody asks for while another is under way; during that one they lose what they need. */
async function losing(
  lose: (who: Somebody) => Promise<unknown>,
  change: (person: Actor) => Promise<unknown>,
): Promise<unknown> {
  const who = await somebody()
  let changing: Promise<unknown> = Promise.resolve()
  await withLock(elsewhere.db, rowLock('document_tree', treeId), async () => {
    changing = change(who.person).catch((error: unknown) => error)
    await untilLocksAreAwaited(database.pool)
    await lose(who)
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
  const answer = await losing(loseRight, (person) => change(person, { folder: to?.id ?? '', file }))
  expect(answer).toMatchObject({ code: 'FORBIDDEN', message: 'Not authorized.' })
  expect(await entries()).toEqual(before)
})

test.each<[string, (who: Somebody) => Promise<unknown>]>([
  [
    'AUTH-08 who is deactivated',
    ({ person }) =>
      database.db.updateTable('person').set({ is_active: false }).where('id', '=', person.personId).execute(),
  ],
  [
    'AUTH-19 whose session ends',
    ({ person }) => database.db.deleteFrom('session').where('id', '=', person.sessionId).execute(),
  ],
])('%s while the change waits for another changes nothing', async (_who, lose) => {
  const before = await entries()
  const answer = await losing(lose, (person) =>
    documents().createFolder(person, { treeId, parentId: null, name: 'Too late' }),
  )
  expect(answer).toMatchObject({ code: 'UNAUTHENTICATED', message: 'Please sign in.' })
  expect(await entries()).toEqual(before)
})

test('who keeps the right and the session makes the change once it is their turn', async () => {
  const made = await losing(
    async () => {},
    (person) => documents().createFolder(person, { treeId, parentId: null, name: 'In time' }),
  )
  expect(made).toMatchObject({ folder: { name: 'In time' } })
})

test('who waits too long for others reads what to do, and nothing is changed', async () => {
  const before = await entries()
  const answer = await withLock(database.db, rowLock('document_tree', treeId), () =>
    hurried(() =>
      documents()
        .createFolder(admin, { treeId, parentId: null, name: 'Never' })
        .catch((error: unknown) => error),
    ),
  )
  expect(answer).toMatchObject({
    code: 'RATE_LIMITED',
    message: 'Someone is changing this room right now. Please try again in a moment.',
    extensions: { retryAfter: 2 },
  })
  expect(await entries()).toEqual(before)
})
