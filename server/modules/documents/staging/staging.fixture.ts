import { afterAll, beforeAll, beforeEach } from 'vitest'
import { Client } from '../../../../testing/client.ts'
import { testDatabase } from '../../../../testing/database/index.ts'
import { documentsOver } from '../../../../testing/documents.ts'
import { factories, PASSWORD } from '../../../../testing/factories.ts'
import { Room } from '../../../../testing/room.ts'
import { NO_CALLER_LIMITS, startTestServer, type TestServer } from '../../../../testing/server.ts'

export const database = testDatabase()
const make = factories(database)
export const { wrongTallies } = documentsOver(database)
export let server: TestServer
export let organisationId: string
export let portfolio: { id: string; slug: string }
export let treeId: string
export let admin: Member
export let contributor: Member
export let bidder: Member
export let lender: Member

export interface Member {
  email: string
  groupId: string
  room: Room
}

let people = 0
async function member(role: string): Promise<Member> {
  people += 1
  const email = `staging${people}@fund.example`
  const groupId = await make.group({
    organisationId,
    role,
    name: `${role}s ${people}`,
    portfolioIds: [portfolio.id],
  })
  await make.member(groupId, await make.person({ email, password: PASSWORD }))
  const client = new Client(server.address)
  await client.signIn(email, PASSWORD)
  return { email, groupId, room: new Room(client, treeId) }
}

beforeAll(async () => {
  server = await startTestServer(database, {}, { callerLimits: NO_CALLER_LIMITS })
})
afterAll(() => server.close())

beforeEach(async () => {
  await database.pool.query('truncate notification, mail_outbox')
  organisationId = await make.organisation()
  portfolio = await make.portfolio({ organisationId, name: 'Republican Valley' })
  treeId = await make.tree({ organisationId, portfolioId: portfolio.id })
  admin = await member('Deal Room Admin')
  contributor = await member('Contributor')
  bidder = await member('Bidder')
  lender = await member('Viewer')
})

export const folder = async (path: string, staged = false): Promise<string> => {
  const { folders } = await admin.room.call<{ folders: { id: string }[] }>(
    `mutation($treeId: ID!, $paths: [String!]!, $staged: Boolean!) {
      documentsCreateFolders(treeId: $treeId, folderPaths: $paths, staged: $staged) { folders { id } } }`,
    { paths: [path], staged },
  )
  return folders[0]?.id ?? ''
}
/** @returns the id; null where it failed */
export async function stage(parentId: string, name: string, { room } = admin): Promise<string | null> {
  const body = Buffer.from(`Staged ${name}`)
  const announced = await room.announce([{ name, size: body.length, parentId }])
  for (const each of announced) await room.put(each, body)
  const { files } = await room.call<{ files: { id: string }[] }>(
    `mutation($treeId: ID!, $uploads: [ConfirmUploadInput!]!) {
      documentsConfirmUploads(treeId: $treeId, uploads: $uploads, staged: true) { files { id } failedIds } }`,
    { uploads: announced.map(({ version, file }) => ({ version, documentId: file.id })) },
  )
  return files[0]?.id ?? null
}
export const names = async ({ room }: Member, id: string | null = null) =>
  (await room.list(id)).map(({ name }) => name)
export interface Published {
  publication: { id: string; count: number; publishedAt: string | null; at: string } | null
  errors: { field: string | null; message: string }[]
}
export const publish = (
  documentIds: string[],
  asked: { title?: string; note?: string; at?: string; leaveOut?: string[] } = {},
  { room } = admin,
) =>
  room.call<Published>(
    `mutation($treeId: ID!, $ids: [ID!]!, $title: String!, $note: String, $at: DateTime, $leaveOut: [ID!]!) {
      publish(treeId: $treeId, documentIds: $ids, title: $title, note: $note, at: $at, leaveOut: $leaveOut) {
        publication { id count publishedAt at } errors { field message } } }`,
    { ids: documentIds, title: 'Round two', leaveOut: [], ...asked },
  )
export interface Staged {
  count: number
  items: {
    id: string
    name: string
    isStaged: boolean
    stagedFor: { groups: string[]; groupCount: number; people: number; difference: string | null } | null
  }[]
  groups: string[]
  people: number
}
export const staged = (
  { room }: Member,
  asked: { folderId?: string; limit?: number; offset?: number } = {},
) =>
  room.call<Staged>(
    `query($treeId: ID!, $folderId: ID, $limit: Int! = 50, $offset: Int! = 0) {
      stagedDocuments(treeId: $treeId, folderId: $folderId, limit: $limit, offset: $offset) {
        count items { id name isStaged stagedFor { groups groupCount people difference } } groups people } }`,
    asked,
  )
export const publicationOf = async ({ room }: Member, id: string) =>
  (
    await room.call<{
      items: { id: string; title: string; publishedAt: string | null; problem: string | null }[]
    }>('query($treeId: ID!) { publications(treeId: $treeId) { items { id title publishedAt problem } } }')
  ).items.find((each) => each.id === id)
export const permit = async (documentId: string, { groupId }: Member, permissible: boolean) =>
  admin.room.call(
    `mutation($treeId: ID!, $id: ID!, $permissible: Boolean!) {
      updateDocumentPermission(treeId: $treeId, documentPermissionId: $id, permissible: $permissible) { changeId } }`,
    { id: `${documentId}:${groupId}`, permissible },
  )
export const later = (minutes: number) =>
  database.pool.query(
    `update notification set due_at = due_at - make_interval(mins => $1), latest_at = latest_at - make_interval(mins => $1)`,
    [minutes],
  )
export const mailsTo = async (who: Member) => {
  await server.app.runJobs()
  const { rows } = await database.pool.query<{ subject: string; text: string }>(
    'select subject, body_text as text from mail_outbox where recipient = $1 order by id',
    [who.email],
  )
  return rows
}
/** Everything that somebody reads of a tree, as one text. */
export async function read({ room }: Member): Promise<string> {
  const answers = await Promise.all(
    [
      'query($treeId: ID!) { document(treeId: $treeId) { fileCount folderCount childCount newBelow children { id name fileCount folderCount modifiedTimestamp newBelow } } }',
      'query($treeId: ID!) { search(treeId: $treeId, search: "Draft") { id name } searchCount(treeId: $treeId, search: "Draft") }',
      'query($treeId: ID!) { newDocuments(treeId: $treeId) { count items { id } } }',
      'query($treeId: ID!) { documentTree(treeId: $treeId) { fileTypes } }',
      'mutation($treeId: ID!) { submitZipDownload(treeId: $treeId, documentIds: []) { __typename } }',
    ].map((query) => room.ask(query)),
  )
  return JSON.stringify(answers.map(({ data, errors }) => [data, errors]))
}

export const soon = () => new Date(Date.now() + 3_600_000).toISOString()
/** As if its time had come. */
export const comeDue = async (id: string) => {
  await database.pool.query(`update publication set at = now() where id = $1`, [id])
  await database.pool.query(`update graphile_worker._private_jobs set run_at = now() where key = $1`, [
    `publication:${id}`,
  ])
}
