import sharp from 'sharp'
import { expect } from 'vitest'
import { Client } from '../../../../testing/client.ts'
import type { TestDatabase } from '../../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../../testing/factories.ts'
import { uploadFile } from '../../../../testing/matrix/uploads.ts'
import { startTestServer, type TestServer } from '../../../../testing/server.ts'

/** A file's pages as they are answered. */
export interface AnsweredPages {
  state: string
  reason: string | null
  count: number | null
  remarks: string[]
  openingId: string
  code: string | null
  version: number
  printCode: string | null
  pages: {
    number: number
    width: number
    height: number
    url: string
    printUrl: string | null
    text: string | null
  }[]
}

/** A room of which an admin gives bidders and lenders levels on documents. */
export interface PagesRoom {
  server: TestServer
  treeId: string
  admin: Client
  bidder: Client
  lender: Client
  /** The groups of both. */
  bidders: string
  lenders: string
}

interface PagesInput {
  openingId?: string
  width?: number
}

/** Such a room, and what tests do in it. */
export function createPagesRoom(database: TestDatabase) {
  const make = factories(database)
  let room: PagesRoom | undefined
  const there = (): PagesRoom => {
    if (!room) throw new Error('The room has not been started.')
    return room
  }
  const ask = (client: Client, documentId: string, more: PagesInput = {}) =>
    client.graphql(
      `query($treeId: ID!, $documentId: ID!, $openingId: ID, $width: Int!) {
        documentPages(treeId: $treeId, documentId: $documentId, openingId: $openingId) {
          state reason count remarks openingId code printCode version
          pages { number width height url(width: $width) printUrl text } } }`,
      { treeId: there().treeId, documentId, width: 800, ...more },
    )
  /** The pages, once they are known. */
  const open = async (client: Client, documentId: string, more: PagesInput = {}): Promise<AnsweredPages> => {
    for (let asked = more; ; ) {
      const { data, errors } = await ask(client, documentId, asked)
      expect(errors).toEqual([])
      const pages = data?.documentPages as AnsweredPages
      if (pages.state !== 'WAITING') return pages
      asked = { ...asked, openingId: pages.openingId }
    }
  }
  return {
    start: async (env: Record<string, string> = {}): Promise<PagesRoom> => {
      const server = await startTestServer(database, env)
      const organisationId = await make.organisation()
      const portfolio = await make.portfolio({ organisationId })
      const treeId = await make.tree({ organisationId, portfolioId: portfolio.id })
      const member = async (role: string): Promise<[Client, string]> => {
        const email = `${role.toLowerCase().replaceAll(' ', '')}@pages.example`
        const groupId = await make.group({ organisationId, role, portfolioIds: [portfolio.id] })
        await make.member(groupId, await make.person({ email, password: PASSWORD }))
        const client = new Client(server.address)
        await client.signIn(email, PASSWORD)
        return [client, groupId]
      }
      const [admin] = await member('Deal Room Admin')
      const [bidder, bidders] = await member('Bidder')
      const [lender, lenders] = await member('Viewer')
      room = { server, treeId, admin, bidder, lender, bidders, lenders }
      return room
    },
    upload: (name: string, content: Buffer | string): Promise<string> =>
      uploadFile(there().admin, there().treeId, `tree:${there().treeId}`, name, content),
    /** Gives a group, the bidders at first, a level on a document. */
    level: async (documentId: string, to: string, principalId = there().bidders): Promise<void> => {
      const { errors } = await there().admin.graphql(
        `mutation($treeId: ID!, $ids: [ID!]!, $changes: [LevelChangeInput!]!) {
          setDocumentLevels(treeId: $treeId, documentIds: $ids, changes: $changes) { changeId } }`,
        { treeId: there().treeId, ids: [documentId], changes: [{ principalId, level: to }] },
      )
      expect(errors).toEqual([])
    },
    ask,
    open,
    first: async (client: Client, documentId: string, more: PagesInput = {}) => {
      const opened = await open(client, documentId, more)
      return { ...opened, url: opened.pages[0]?.url ?? '' }
    },
  }
}

export const bytesOf = async (response: Response): Promise<Buffer> =>
  Buffer.from(await response.arrayBuffer())

/** What a picture shows, in bytes of red, green and blue. */
export const pixels = (image: Buffer) => sharp(image).removeAlpha().raw().toBuffer()

/** Share of the bytes of pixels that differ. */
export async function difference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = [await pixels(one), await pixels(other)]
  expect(a.length).toBe(b.length)
  return a.reduce((sum, value, at) => sum + (Math.abs(value - (b[at] ?? 0)) >= 16 ? 1 : 0), 0) / a.length
}

/** Status and code of an answer that refuses. */
export const refusal = async (response: Response): Promise<[number, string]> => {
  const { error } = (await response.json()) as { error: { code: string; message: string } }
  return [response.status, error.code]
}

/** What is recorded of a code. */
export async function traced(database: TestDatabase, code: string | null) {
  const { rows } = await database.pool.query(
    `select first_at is not null as given, address, company_name, groups, recorded_path, version
     from page_mark where code = $1`,
    [code?.replaceAll('-', '')],
  )
  return rows[0]
}

/** How often a document is recorded as viewed. */
export async function views(database: TestDatabase, documentId: string): Promise<number | undefined> {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::integer as count from activity where document_id = $1 and kind = 'VIEW'`,
    [documentId],
  )
  return rows[0]?.count
}
