import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Permission } from '../shared/permissions.ts'
import type { Client } from './client.ts'
import { testDatabase } from './database/index.ts'
import { uploadFile } from './matrix/uploads.ts'
import { startTestServer, type TestServer } from './server.ts'
import { readSpreadsheet } from './spreadsheets.ts'
import { TREE_KINDS, type TreeKind, type TreePlace, titleOf, treePlace } from './treeKinds.ts'

type Right = 'view' | 'edit' | 'delete' | 'admin' | 'history' | 'accessLog'

/** Each with the view right besides, save the last, who sees the entity and nothing of its tree. */
const HOLDERS = ['view', 'edit', 'delete', 'admin', 'history', 'accessLog', 'nothing'] as const
type Holder = (typeof HOLDERS)[number]

const permissionOf = (kind: TreeKind, right: Right): Permission =>
  right === 'accessLog' ? 'ACCESS_LOG_VIEW' : kind[right]

const heldBy = (kind: TreeKind, holder: Holder): readonly Permission[] =>
  holder === 'nothing' ? ['PROJECTS_VIEW'] : [kind.view, permissionOf(kind, holder)]

/** What an administrator's right includes (DOC-36, DOC-37): all but the history and the access log. */
const INCLUDED: ReadonlySet<Right> = new Set(['view', 'edit', 'delete', 'admin'])

const mayDo = (kind: TreeKind, holder: Holder, right: Right): boolean => {
  const held = heldBy(kind, holder)
  return held.includes(permissionOf(kind, right)) || (held.includes(kind.admin) && INCLUDED.has(right))
}

interface Stage {
  place: TreePlace
  folder: string
  file: string
  group: string
}

/** Everything that can be done in a tree, by the right that it needs. */
const OPERATIONS: readonly [
  name: string,
  right: Right,
  query: string,
  variables: (stage: Stage) => object,
][] = [
  [
    'list',
    'view',
    'query($t: ID!, $id: ID!) { document(treeId: $t, documentId: $id) { childCount children { name } previewUrl } }',
    ({ folder }) => ({ id: folder }),
  ],
  [
    'preview',
    'view',
    'query($t: ID!, $id: ID!) { document(treeId: $t, documentId: $id) { previewUrl } }',
    ({ file }) => ({ id: file }),
  ],
  ['search', 'view', 'query($t: ID!) { search(treeId: $t, search: "paper") { name } }', () => ({})],
  [
    'download',
    'view',
    'mutation($t: ID!, $id: ID!) { downloadFile(treeId: $t, documentId: $id) { url } }',
    ({ file }) => ({ id: file }),
  ],
  [
    'what a zip holds',
    'view',
    'query($t: ID!, $id: ID!) { zipContent(treeId: $t, documentIds: [$id]) { exportableCount } }',
    ({ folder }) => ({ id: folder }),
  ],
  [
    'zip',
    'view',
    'mutation($t: ID!, $id: ID!) { submitZipDownload(treeId: $t, documentIds: [$id]) { zipExport { id } } }',
    ({ folder }) => ({ id: folder }),
  ],
  [
    'new folder',
    'edit',
    'mutation($t: ID!, $id: ID!, $name: String!) { createFolder(treeId: $t, parentId: $id, name: $name) { folder { id } } }',
    ({ folder }) => ({ id: folder, name: `Made ${crypto.randomUUID()}` }),
  ],
  [
    'upload',
    'edit',
    'mutation($t: ID!, $id: ID!) { documentsPresignUploads(treeId: $t, files: [{ name: "new.pdf", size: 3, parentId: $id }]) { uploads { url } } }',
    ({ folder }) => ({ id: folder }),
  ],
  [
    'rename',
    'edit',
    'mutation($t: ID!, $id: ID!) { renameDocument(treeId: $t, documentId: $id, name: "paper.pdf") { error } }',
    ({ file }) => ({ id: file }),
  ],
  [
    'move',
    'edit',
    'mutation($t: ID!, $id: ID!, $to: ID!) { move(treeId: $t, destinationParentId: $to, sourceDocumentIds: [$id]) { documents { id } } }',
    ({ file, folder }) => ({ id: file, to: folder }),
  ],
  [
    'what a delete affects',
    'delete',
    'mutation($t: ID!, $id: ID!) { removeDocumentsDryRun(treeId: $t, documentIds: [$id]) { count } }',
    ({ folder }) => ({ id: folder }),
  ],
  [
    'delete',
    'delete',
    'mutation($t: ID!) { removeDocuments(treeId: $t, documentIds: []) { deletedIds } }',
    () => ({}),
  ],
  [
    'permissions',
    'admin',
    'mutation($t: ID!, $id: ID!) { updateDocumentPermission(treeId: $t, documentPermissionId: $id, permissible: true) { documents { id } } }',
    ({ folder, group }) => ({ id: `${folder}:${group}` }),
  ],
  ['history', 'history', 'query($t: ID!) { history(treeId: $t) { count } }', () => ({})],
]

/** The spreadsheets of a tree, by the right that each needs. */
const EXPORTS: readonly [kind: string, right: Right][] = [
  ['file-index', 'view'],
  ['change-log', 'history'],
  ['access-log', 'accessLog'],
]

const database = testDatabase()
let server: TestServer
beforeAll(async () => {
  server = await startTestServer(database)
})
afterAll(() => server.close())

describe.each(TREE_KINDS.map((kind, at) => [titleOf(kind), kind, `Kind${at}`] as const))(
  '%s',
  (_title, kind, name) => {
    let stage: Stage
    const clients = new Map<Holder, Client>()
    const clientOf = (holder: Holder): Client => {
      const client = clients.get(holder)
      if (!client) throw new Error(`${holder} is not there.`)
      return client
    }

    beforeAll(async () => {
      const place = await treePlace(database, server.address, kind, name)
      let group = ''
      for (const holder of HOLDERS) {
        const { client, groupId } = await place.join(heldBy(kind, holder))
        clients.set(holder, client)
        if (holder === 'view') group = groupId
      }
      const admin = clientOf('admin')
      const { data } = await admin.graphql(
        'mutation($t: ID!) { createFolder(treeId: $t, name: "Papers") { folder { id } } }',
        { t: place.treeId },
      )
      const { folder: made } = (data?.createFolder ?? {}) as { folder?: { id: string } }
      const folder = made?.id ?? ''
      stage = {
        place,
        folder,
        group,
        file: await uploadFile(admin, place.treeId, folder, 'paper.pdf'),
      }
    })

    test.each(HOLDERS)(
      'DOC-36 DOC-37 OAM-09 ORG-49 ORG-54 ORG-57 who holds %s may do that, and nothing else',
      async (holder) => {
        const client = clientOf(holder)
        const outcomes: Record<string, string> = {}
        const expected: Record<string, string> = {}
        for (const [title, right, query, variables] of OPERATIONS) {
          const { errors } = await client.graphql(query, { t: stage.place.treeId, ...variables(stage) })
          outcomes[title] = errors[0]?.extensions.code ?? 'ok'
          expected[title] = mayDo(kind, holder, right) ? 'ok' : 'FORBIDDEN'
        }
        for (const [file, right] of EXPORTS) {
          const answer = await client.request(`/documents/${stage.place.treeId}/${file}`)
          await answer.arrayBuffer()
          outcomes[file] = String(answer.status)
          expected[file] = mayDo(kind, holder, right) ? '200' : '403'
        }
        expect(outcomes).toEqual(expected)
      },
    )

    test.each(HOLDERS.filter((holder) => holder !== 'nothing'))(
      'DOC-31 DOC-33 DOC-36 DOC-37 the tree tells who holds %s what they may do in it',
      async (holder) => {
        const { data } = await clientOf(holder).graphql(
          `query($t: ID!) {
            documentTree(treeId: $t) {
              id type canEdit canRename canDelete canEditPermissions canViewAccessLog canViewDocumentsHistory
              accessLogUrl changeLogUrl fileIndexUrl
            }
          }`,
          { t: stage.place.treeId },
        )
        const may = (right: Right) => mayDo(kind, holder, right)
        const address = (file: string) => `/documents/${stage.place.treeId}/${file}`
        expect(data?.documentTree).toEqual({
          id: stage.place.treeId,
          type: kind.type,
          canEdit: may('edit'),
          canRename: may('edit'),
          canDelete: may('delete'),
          canEditPermissions: may('admin'),
          canViewAccessLog: may('accessLog'),
          canViewDocumentsHistory: may('history'),
          accessLogUrl: may('accessLog') ? address('access-log') : null,
          changeLogUrl: may('history') ? address('change-log') : null,
          fileIndexUrl: address('file-index'),
        })
      },
    )

    test('DOP-29 API-151 exports are named after the type and what the tree belongs to, and lead to its pages', async () => {
      const { treeId, slug, organisation } = stage.place
      for (const [file, right] of EXPORTS) {
        const answer = await clientOf(right).request(`/documents/${treeId}/${file}`)
        const bytes = new Uint8Array(await answer.arrayBuffer())
        const date = new Date().toISOString().slice(0, 10)
        expect(answer.headers.get('content-disposition')).toContain(
          `filename="${slug}-${kind.fileName}-${file}-${date}.xlsx"`,
        )
        if (file !== 'file-index') continue
        const [sheet] = readSpreadsheet(bytes)
        const page = {
          portfolio: `/portfolios/${slug}/storage/${kind.fileName}`,
          'holding company': `/holding-company/${slug}/storage/${kind.fileName}`,
          organisation: `/${organisation.slug}/o-and-m`,
        }[kind.owner]
        expect([...(sheet?.links.values() ?? [])]).toContain(`${server.address}${page}/${stage.file}`)
      }
    })

    test('DOC-02 DOC-35 the root has the name of the type; its files are refused where it may hold none', async () => {
      const admin = clientOf('admin')
      const ask = async () => {
        const { data, errors } = await admin.graphql(
          `mutation($t: ID!, $root: ID!) {
            documentsPresignUploads(treeId: $t, files: [{ name: "new.pdf", size: 3, parentId: $root }]) { uploads { version } }
          }`,
          { t: stage.place.treeId, root: `tree:${stage.place.treeId}` },
        )
        return data?.documentsPresignUploads ? 'ok' : errors[0]?.extensions.code
      }
      const { data } = await admin.graphql('query($t: ID!) { document(treeId: $t) { id name } }', {
        t: stage.place.treeId,
      })
      expect(data?.document).toEqual({ id: `tree:${stage.place.treeId}`, name: kind.rootName })
      expect(await ask()).toBe('ok')
      const allow = (allowed: boolean) =>
        database.pool.query('update document_tree set allow_root_files = $1 where id = $2', [
          allowed,
          stage.place.treeId,
        ])
      await allow(false)
      expect(await ask()).toBe('BAD_USER_INPUT')
      await allow(true)
    })
  },
)
