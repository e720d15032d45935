import { expect } from 'vitest'
import type { Permission } from '../../../../shared/permissions.ts'
import { Client } from '../../../../testing/client.ts'
import type { TestDatabase } from '../../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../../testing/factories.ts'
import { uploadFile } from '../../../../testing/matrix/uploads.ts'
import { pdfWith } from '../../../../testing/paper.ts'
import { startTestServer, type TestServer } from '../../../../testing/server.ts'

/** A room with files that a bidder may view. */
export interface ReadingRoom {
  server: TestServer
  organisationId: string
  portfolioId: string
  treeId: string
  admin: Client
  bidder: Client
  /** The group of the bidder. */
  bidders: string
  /** Who is no persona of the room yet becomes a member of a group of their own. */
  member(name: string, role: string | Permission[]): Promise<[Client, string]>
  /** A file of three pages. */
  upload(name: string): Promise<string>
  level(documentId: string, to: string, principalId: string): Promise<void>
  /** Opens a file's pages, and has the first of them given out. @returns the id of the opening */
  open(client: Client, documentId: string, pages?: number): Promise<string>
}

export async function startReadingRoom(database: TestDatabase): Promise<ReadingRoom> {
  const make = factories(database)
  const server = await startTestServer(database)
  const organisationId = await make.organisation()
  const { id: portfolioId } = await make.portfolio({ organisationId })
  const treeId = await make.tree({ organisationId, portfolioId })
  const member: ReadingRoom['member'] = async (name, role) => {
    const email = `${name.toLowerCase()}@reading.example`
    const groupId = await make.group({ organisationId, role, name: `${name}s`, portfolioIds: [portfolioId] })
    const personId = await make.person({ email, password: PASSWORD })
    await database.pool.query(`update person set first_name = $2, last_name = 'Reader' where id = $1`, [
      personId,
      name,
    ])
    await make.member(groupId, personId)
    const client = new Client(server.address)
    await client.signIn(email, PASSWORD)
    return [client, groupId]
  }
  const [admin] = await member('Admin', 'Deal Room Admin')
  const [bidder, bidders] = await member('Bidder', 'Bidder')
  return {
    server,
    organisationId,
    portfolioId,
    treeId,
    admin,
    bidder,
    bidders,
    member,
    upload: async (name) =>
      uploadFile(admin, treeId, `tree:${treeId}`, name, await pdfWith([name, 'Second', 'Third'])),
    level: async (documentId, to, principalId) => {
      const { errors } = await admin.graphql(
        `mutation($treeId: ID!, $ids: [ID!]!, $changes: [LevelChangeInput!]!) {
          setDocumentLevels(treeId: $treeId, documentIds: $ids, changes: $changes) { changeId } }`,
        { treeId, ids: [documentId], changes: [{ principalId, level: to }] },
      )
      expect(errors).toEqual([])
    },
    open: async (client, documentId, pages = 2) => {
      for (let openingId: string | null = null; ; ) {
        const { data, errors } = await client.graphql(
          `query($treeId: ID!, $documentId: ID!, $openingId: ID) {
            documentPages(treeId: $treeId, documentId: $documentId, openingId: $openingId) {
              state openingId pages { url(width: 160) } } }`,
          { treeId, documentId, openingId },
        )
        expect(errors).toEqual([])
        const found = data?.documentPages as { state: string; openingId: string; pages: { url: string }[] }
        openingId = found.openingId
        if (found.state === 'WAITING') continue
        for (const { url } of found.pages.slice(0, pages)) {
          expect((await client.request(url)).status).toBe(200)
        }
        return openingId
      }
    },
  }
}

/** Reports that pages were in view. */
export const record = (client: Client, openingId: string, pages: { page: number; ms: number }[]) =>
  client.graphql(
    'mutation($id: ID!, $pages: [PageReadingInput!]!) { recordReading(openingId: $id, pages: $pages) { countedMs } }',
    { id: openingId, pages },
  )

/** Milliseconds that a report counted for. */
export const counted = async (client: Client, openingId: string, pages: { page: number; ms: number }[]) =>
  ((await record(client, openingId, pages)).data?.recordReading as { countedMs: number } | undefined)
    ?.countedMs

/** As if the opening, and its last report, were so many seconds older. */
export const passed = (database: TestDatabase, openingId: string, seconds: number) =>
  database.pool.query(
    `update page_mark set created_at = created_at - make_interval(secs => $2),
       reported_at = reported_at - make_interval(secs => $2) where opening_id = $1`,
    [openingId, seconds],
  )
