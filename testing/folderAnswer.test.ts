import { randomUUID } from 'node:crypto'
import { Kind, parse, print, visit } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OpenDocumentDocument } from '../web/features/documents/place/operations.generated.ts'
import { testDatabase } from './database/index.ts'
import { factories } from './factories.ts'
import { manyFiles } from './manyFiles.ts'
import { startTestServer, type TestServer } from './server.ts'
import { TREE_KINDS, treePlace } from './treeKinds.ts'

/** What a page asks, with the type names that its client adds. */
const QUERY = print(
  visit(parse(print(OpenDocumentDocument)), {
    SelectionSet: (node, _key, parent) => {
      if (parent && !Array.isArray(parent) && 'kind' in parent && parent.kind === Kind.OPERATION_DEFINITION) {
        return undefined
      }
      const field = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } } as const
      return { ...node, selections: [...node.selections, field] }
    },
  }),
)

const ROWS = 200
const GROUPS = 11
const database = testDatabase()
let server: TestServer

beforeAll(async () => {
  server = await startTestServer(database)
})
afterAll(() => server.close())

test('DOC-06 PERM-07 a documents admin’s list of 200 files, all with thumbnails, and eleven groups takes at most 12 KB', async () => {
  const [kind] = TREE_KINDS
  if (!kind) throw new Error('There is no kind of tree.')
  const place = await treePlace(database, server.address, kind, 'Answer')
  const make = factories(database)
  const { client, groupId } = await place.join([kind.view, kind.edit, kind.admin])
  for (let at = 1; at < GROUPS; at += 1) {
    await make.group({
      organisationId: place.organisation.id,
      name: `Bidder: ${at}`,
      role: [kind.view],
      portfolioIds: [place.portfolio.id],
    })
  }
  const { rows } = await database.pool.query<{ person_id: string }>(
    'select person_id from membership where group_id = $1',
    [groupId],
  )
  await manyFiles(database.pool, {
    treeId: place.treeId,
    folderId: place.treeId,
    word: 'Interconnection study appendix',
    count: ROWS,
    personId: rows[0]?.person_id ?? randomUUID(),
  })
  await database.pool.query(
    `insert into thumbnail (version_id, state, size, sha256)
     select current_version_id, 'MADE', 900, sha256('1') from document where tree_id = $1 and not is_folder`,
    [place.treeId],
  )
  // One group fewer sees every other file.
  const { rows: files } = await database.pool.query<{ id: string }>(
    'select id from document where tree_id = $1 and not is_folder order by name',
    [place.treeId],
  )
  const half = files.filter((_, at) => at % 2 === 0).map(({ id }) => id)
  const { errors } = await client.graphql(
    `mutation($treeId: ID!, $id: ID!) {
      updateDocumentPermission(treeId: $treeId, documentPermissionId: $id, permissible: false) { changeId }
    }`,
    { treeId: place.treeId, id: `${half.join(',')}:${groupId}` },
  )
  expect(errors).toEqual([])

  const response = await client.request('/graphql', {
    method: 'POST',
    headers: {
      'x-csrftoken': client.cookie('csrftoken') ?? '',
      'content-type': 'application/json',
      'accept-encoding': 'br',
    },
    body: JSON.stringify({
      query: QUERY,
      variables: { treeId: place.treeId, documentId: null, limit: ROWS },
    }),
  })
  expect(response.headers.get('content-encoding')).toBe('br')
  const bytes = Number(response.headers.get('content-length'))
  const { data } = (await response.json()) as {
    data: {
      documentPrincipals: { name: string }[]
      document: { children: { permittedIds: string[] | null; thumbnailUrl: string | null }[] }
    }
  }
  expect(data.documentPrincipals).toHaveLength(GROUPS)
  const { children } = data.document
  expect(children.filter(({ thumbnailUrl }) => thumbnailUrl !== null)).toHaveLength(ROWS)
  expect(children.slice(0, 2).map(({ permittedIds }) => permittedIds?.length)).toEqual([
    GROUPS - 1,
    undefined,
  ])
  expect(bytes).toBeLessThanOrEqual(12_000)
  expect(bytes).toBeGreaterThan(1000)
})
