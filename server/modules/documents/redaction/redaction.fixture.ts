// A room with an editor and a bidder, whose files are redacted.
import { afterAll, beforeAll, expect, vi } from 'vitest'
import type { Permission } from '../../../../shared/permissions.ts'
import { Client } from '../../../../testing/client.ts'
import { testDatabase } from '../../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../../testing/factories.ts'
import { uploadFile } from '../../../../testing/matrix/uploads.ts'
import { pdfWith } from '../../../../testing/paper.ts'
import { startTestServer, type TestServer } from '../../../../testing/server.ts'
import { readWhole } from '../../../platform/storage/index.ts'

// Processes are started, and files redacted in them.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

export const database = testDatabase()
const make = factories(database)

export let server: TestServer
export let treeId: string
export let portfolioId: string
export let admin: Client
export let editor: Client
export let bidder: Client
export let editors: string

export const signedIn = async (email: string) => {
  const client = new Client(server.address)
  await client.signIn(email, PASSWORD)
  return client
}

beforeAll(async () => {
  server = await startTestServer(database)
  const organisationId = await make.organisation()
  const portfolio = await make.portfolio({ organisationId })
  portfolioId = portfolio.id
  treeId = await make.tree({ organisationId, portfolioId: portfolio.id })
  const member = async (role: string): Promise<[Client, string]> => {
    const email = `${role.toLowerCase().replaceAll(' ', '')}@redaction.example`
    const groupId = await make.group({ organisationId, role, portfolioIds: [portfolio.id] })
    await make.member(groupId, await make.person({ email, password: PASSWORD }))
    return [await signedIn(email), groupId]
  }
  ;[admin] = await member('Deal Room Admin')
  ;[editor, editors] = await member('Contributor')
  ;[bidder] = await member('Bidder')
})
afterAll(() => server.close())

/** Somebody of a group of their own in the room. */
export async function member(
  role: readonly Permission[],
  email: string,
): Promise<{ client: Client; groupId: string }> {
  const { rows } = await database.pool.query<{ id: string }>(
    'select organisation_id as id from portfolio where id = $1',
    [portfolioId],
  )
  const groupId = await make.group({ organisationId: rows[0]?.id ?? '', role, portfolioIds: [portfolioId] })
  await make.member(groupId, await make.person({ email, password: PASSWORD }))
  return { client: await signedIn(email), groupId }
}

/** What a group is given of a document, by an admin. */
export async function level(documentId: string, groupId: string, to: string): Promise<void> {
  const { errors } = await admin.graphql(
    `mutation($treeId: ID!, $ids: [ID!]!, $changes: [LevelChangeInput!]!) {
      setDocumentLevels(treeId: $treeId, documentIds: $ids, changes: $changes) { changeId } }`,
    { treeId, ids: [documentId], changes: [{ principalId: groupId, level: to }] },
  )
  expect(errors).toEqual([])
}

export const upload = async (name: string, pages: string[]): Promise<string> =>
  uploadFile(admin, treeId, `tree:${treeId}`, name, await pdfWith(pages))

interface Redaction {
  id: string
  version: number
  state: string
  revision: number
  markCount: number
  failure: string | null
  remarks: string[]
  size: number | null
  marks: { page: number; words: string | null; reason: string; user: { id: string }; boxes: object[] }[]
}

const FIELDS = `id version state revision markCount failure remarks size
  marks { id page words reason user { id } boxes { x y width height } }`
export const area = (
  words: string | null,
  { page = 1, y = 58, x = 60, width = 60, reason = 'Price' } = {},
) => ({
  page,
  boxes: [{ x, y, width, height: 14 }],
  kind: words === null ? 'AREA' : 'WORDS',
  words,
  reason,
})

export const save = (client: Client, documentId: string, marks: object[], revision?: number) =>
  client.graphql(
    `mutation($treeId: ID!, $documentId: ID!, $marks: [RedactionMarkInput!]!, $revision: Int) {
      saveRedactionDraft(treeId: $treeId, documentId: $documentId, marks: $marks, revision: $revision) {
        redaction { ${FIELDS} } errors { field message } } }`,
    { treeId, documentId, marks, ...(revision !== undefined && { revision }) },
  )
export async function saved(
  client: Client,
  documentId: string,
  marks: object[],
  revision?: number,
): Promise<Redaction> {
  const { data, errors } = await save(client, documentId, marks, revision)
  expect(errors).toEqual([])
  const { redaction, problems } = answerOf(data)
  expect(problems).toEqual([])
  if (!redaction) throw new Error('No draft was saved.')
  return redaction
}
export function answerOf(data: Record<string, unknown> | null) {
  const answer = data?.saveRedactionDraft as
    | { redaction: Redaction | null; errors: { field: string; message: string }[] }
    | undefined
  return { redaction: answer?.redaction ?? null, problems: answer?.errors ?? [] }
}
export const redactions = async (client: Client, documentId: string): Promise<Redaction[]> => {
  const { data, errors } = await client.graphql(
    `query($treeId: ID!, $documentId: ID!) { redactions(treeId: $treeId, documentId: $documentId) { ${FIELDS} } }`,
    { treeId, documentId },
  )
  expect(errors).toEqual([])
  return data?.redactions as Redaction[]
}
export const apply = (client: Client, those: readonly Pick<Redaction, 'id' | 'revision'>[]) =>
  client.graphql(
    `mutation($treeId: ID!, $redactions: [RedactionRefInput!]!) {
      applyRedactions(treeId: $treeId, redactions: $redactions) { redactions { id state } } }`,
    { treeId, redactions: those.map(({ id, revision }) => ({ id, revision })) },
  )
export const act = (client: Client, field: 'undoRedaction' | 'discardRedaction', redactionId: string) =>
  client.graphql(
    `mutation($treeId: ID!, $redactionId: ID!) {
      ${field}(treeId: $treeId, redactionId: $redactionId) { ${field === 'undoRedaction' ? 'redaction { state }' : 'success'} } }`,
    { treeId, redactionId },
  )
export async function applied(client: Client, documentId: string, marks: object[]): Promise<Redaction> {
  const [former] = await redactions(client, documentId)
  const isOpen = former && ['DRAFT', 'FAILED'].includes(former.state)
  const draft = await saved(client, documentId, marks, isOpen ? former.revision : 0)
  expect((await apply(client, [draft])).errors).toEqual([])
  await server.app.runJobs()
  const found = (await redactions(client, documentId)).find(({ id }) => id === draft.id)
  if (!found) throw new Error('The redaction has gone.')
  return found
}
export const look = async (client: Client, documentId: string) => {
  const { data, errors } = await client.graphql(
    `query($treeId: ID!, $documentId: ID!) {
      documentPages(treeId: $treeId, documentId: $documentId, rendition: REDACTED) {
        state reason count redacted pages { url text } } }`,
    { treeId, documentId },
  )
  return {
    errors,
    pages: data?.documentPages as {
      state: string
      reason: string | null
      redacted: boolean
      pages: { url: string; text: string | null }[]
    },
  }
}
export const codes = ({ errors }: { errors: readonly { extensions: { code: string } }[] }) =>
  errors.map(({ extensions }) => extensions.code)
export const renditions = async () =>
  (
    await database.pool.query<{ id: string }>(`select id from stored_file where kind = 'redacted_rendition'`)
  ).rows.map(({ id }) => id)
export const renditionOf = async (redactionId: string): Promise<Buffer> => {
  const { rows } = await database.pool.query<{ file_id: string }>(
    'select file_id from redaction where id = $1',
    [redactionId],
  )
  const file = await server.app.services.files.source(rows[0]?.file_id ?? '')
  if (!file) throw new Error('There is no rendition.')
  return readWhole(file)
}
