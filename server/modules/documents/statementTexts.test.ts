import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../testing/database/index.ts'
import { documentsOver } from '../../../testing/documents.ts'
import { factories } from '../../../testing/factories.ts'
import { Database } from '../../platform/database/database.ts'
import { LIMITS, startOptions } from '../../platform/database/limits.ts'

const database = testDatabase()
const make = factories(database)
const pools: pg.Pool[] = []
let documents: ReturnType<typeof documentsOver>['documents']
let receive: ReturnType<typeof documentsOver>['receive']

// One connection for readers and one for changes, so that what is prepared on them is all that is prepared.
beforeAll(() => {
  const one = () => new pg.Pool({ ...database.poolConfig, max: 1, options: startOptions(LIMITS.readers) })
  const [readers, changes] = [one(), one()]
  pools.push(readers, changes)
  ;({ documents, receive } = documentsOver({ db: new Database(readers, changes), pool: readers }))
})
afterAll(() => Promise.all(pools.map((pool) => pool.end())))

const prepared = async (): Promise<string[]> => {
  const found = await Promise.all(
    pools.map((pool) => pool.query<{ statement: string }>('select statement from pg_prepared_statements')),
  )
  return found.flatMap(({ rows }) => rows.map(({ statement }) => statement))
}

test('selections of ever new sizes make no new statements, whatever is done with them', async () => {
  const { place, treeId, root } = await make.room({ documentLabels: true })
  const admin = await make.actorWith(place, 'Deal Room Admin')
  const paths = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${prefix}/${index}/inner`)
  const make40 = (prefix: string) =>
    documents().createFolders(admin, { treeId, parentId: null, folderPaths: paths(prefix, 40) })
  await make40('A')
  const parents = async (prefix: string) =>
    (
      await database.pool.query<{ id: string }>(
        `select d.id from document d join document p on p.id = d.parent_id
         where p.name = $1 and p.tree_id = $2 order by length(d.name), d.name`,
        [prefix, treeId],
      )
    ).rows.map(({ id }) => id)
  const ids = await parents('A')
  const [to, back] = await documents().createFolders(admin, {
    treeId,
    parentId: null,
    folderPaths: ['To', 'Back'],
  })
  if (!to || !back) throw new Error('There are no folders.')
  const everything = async (documentIds: string[]) => {
    const chosen = { treeId, documentIds }
    await documents().selectionPermissions(admin, chosen)
    await documents().permitExactly(admin, { ...chosen, principalIds: [] })
    await documents().labels.change(admin, { ...chosen, addLabelIds: [], removeLabelIds: [] })
    await documents().previewRemoval(admin, chosen)
    for (const folder of [to, back]) {
      const move = { treeId, destinationParentId: folder.id, sourceDocumentIds: documentIds }
      await documents().losingByMove(admin, move)
      await documents().move(admin, move)
    }
    const names = documentIds.map((_, index) => ({
      name: `${documentIds.length}.${index}.pdf`,
      size: 1,
      parentId: root,
    }))
    const announced = await documents().announce(admin, treeId, names.slice(0, 20))
    for (const { version } of announced) receive(version, 'x')
    const uploads = announced.map(({ version, file }) => ({ version, documentId: file.id }))
    expect((await documents().confirm(admin, { treeId, uploads })).failedIds).toEqual([])
  }
  // The first of each size of text, and once more where a plan is kept.
  for (const size of [1, 2, 4, 8, 16, 32, 3, 40]) await everything(ids.slice(0, size))
  const before = await prepared()
  for (const size of [5, 7, 9, 13, 15, 17, 21, 25, 29, 33, 37]) await everything(ids.slice(0, size))
  // By their texts, so that one that is made says which it is.
  const after = await prepared()
  expect(after.filter((statement) => !before.includes(statement))).toEqual([])
  expect(after.length).toBe(before.length)
  expect(before.length).toBeLessThan(300)
})

test('what joins lists of any length is planned for their length each time, however often it has run', async () => {
  const { place, treeId } = await make.room()
  const admin = await make.actorWith(place, 'Deal Room Admin')
  const { groupId } = await make.actorWith(place, 'Viewer')
  await documents().createFolders(admin, { treeId, parentId: null, folderPaths: ['One/Inner', 'Two'] })
  for (let round = 0; round < 8; round += 1) {
    const { changeId } = await documents().permitExactly(admin, {
      treeId,
      documentIds: [`tree:${treeId}`],
      principalIds: round % 2 === 0 ? [groupId] : [],
    })
    await documents().undoPermissionChange(admin, { treeId, changeId: changeId ?? '' })
  }
  const plans = await Promise.all(
    pools.map((pool) =>
      pool.query<{ custom: number; generic: number }>(
        `select coalesce(sum(custom_plans), 0)::int as custom, coalesce(sum(generic_plans), 0)::int as generic
         from pg_prepared_statements where statement like '%named(id, acl_id)%' or statement like '%of_list as materialized%'`,
      ),
    ),
  )
  const all = plans.flatMap(({ rows }) => rows)
  expect(all.reduce((sum, { custom }) => sum + custom, 0)).toBeGreaterThan(20)
  expect(all.reduce((sum, { generic }) => sum + generic, 0)).toBe(0)
})
