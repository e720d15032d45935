import { createHash } from 'node:crypto'
import path from 'node:path'
import { unzipSync } from 'fflate'
import { Client } from '../../../testing/client.ts'
import type { TestDatabase } from '../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../testing/factories.ts'
import { pdfWith } from '../../../testing/paper.ts'
import { Room } from '../../../testing/room.ts'
import { SECRET, type TestServer } from '../../../testing/server.ts'
import { stored } from '../../../testing/stored.ts'
import { createSigner } from '../../platform/signing.ts'
import type { Storage } from '../../platform/storage/index.ts'
import { type Archives, createArchives, keyOfPart } from '../archives/index.ts'
import { addCategories, createChecklist } from '../checklists/index.ts'
import { makeArchive } from './archiving.ts'
import type { Part } from './policy.ts'
import { askAndAnswer, change, createLog } from './room.fixture.ts'

/** All that must not stand in what Northwind is given. */
export const RIVALS = ['Zyxomma', 'Quillfeather', 'Marzipan', 'Tourmaline']

export interface Person {
  groupId: string
  personId: string
  client: Client
}

/** A room with two bidders, files in folders, versions, deleted ones, and questions of both. */
export async function archivedRoomOf(database: TestDatabase, server: TestServer) {
  const make = factories(database)
  const { place, treeId } = await make.room({ name: 'Atlas Fund' })
  await database.pool.query('update portfolio set enable_q_and_a = true where id = $1', [place.portfolioId])
  const somebody = async (groupId: string, firstName: string, lastName: string, email: string) => {
    const personId = await make.person({ email, password: PASSWORD })
    await database.pool.query('update person set first_name = $2, last_name = $3 where id = $1', [
      personId,
      firstName,
      lastName,
    ])
    await make.member(groupId, personId)
    const client = new Client(server.address)
    await client.signIn(email, PASSWORD)
    return { groupId, personId, client }
  }
  await database.pool.query('update portfolio set has_checklist = true where id = $1', [place.portfolioId])
  await database.db.transaction().execute(async (tx) => {
    const id = await createChecklist(tx, { portfolioId: place.portfolioId, name: 'Closing', isActive: true })
    await addCategories(tx, id, [{ name: 'Site control', children: [{ name: 'Lease' }] }])
  })
  const { organisationId } = place
  const portfolioIds = [place.portfolioId]
  const group = (name: string, role: string) => make.group({ organisationId, name, role, portfolioIds })
  const owner = await somebody(
    await make.group({
      organisationId,
      name: 'Owners',
      role: ['ORG_ADMIN', 'DEALROOM_ADMIN'],
      organisationWide: true,
    }),
    'Olga',
    'Owner',
    'olga@archives.example',
  )
  const team = await somebody(
    await group('Deal team', 'Deal Room Admin'),
    'Ada',
    'Keeper',
    'ada@archives.example',
  )
  const northwind = await somebody(
    await group('Northwind Partners', 'Bidder'),
    'Nora',
    'Wind',
    'nora@archives.example',
  )
  const rival = await somebody(
    await group('Zyxomma Capital', 'Bidder'),
    'Quentin',
    'Quillfeather',
    'q@archives.example',
  )
  const room = new Room(team.client, treeId)
  const upload = async (name: string, parentId: string, content: Buffer): Promise<string> => {
    const [announced] = await room.announce([{ name, parentId, size: content.length }])
    if (!announced) throw new Error('Nothing was announced.')
    await room.put(announced, content)
    const { files } = await room.confirm([announced])
    return files[0]?.id ?? ''
  }
  const [offtake, secrets] = await room.createFolders(['03 Offtake', 'Marzipan'])
  if (!offtake || !secrets) throw new Error('No folders were made.')
  const permit = (documentId: string, groupId: string, level: string) =>
    change(
      team.client,
      `mutation($treeId: ID!, $documentIds: [ID!]!, $changes: [LevelChangeInput!]!) {
        setDocumentLevels(treeId: $treeId, documentIds: $documentIds, changes: $changes) { changeId }
      }`,
      { treeId, documentIds: [documentId], changes: [{ principalId: groupId, level }] },
    )
  return { place, treeId, owner, team, northwind, rival, room, upload, permit, offtake, secrets }
}

export type ArchivedRoom = Awaited<ReturnType<typeof archivedRoomOf>>

/** Questions of both bidders, answered, in a log in which each sees its own. */
export async function askBoth({ place, team, northwind, rival }: ArchivedRoom): Promise<void> {
  const logId = await createLog(team.client, place.portfolioId)
  const answer = { logId, by: team.client }
  await askAndAnswer(rival.client, answer, ['Quillfeather asks', 'Tourmaline'])
  await askAndAnswer(northwind.client, answer, ['Which voltage', 'It is 34.5 kV'])
}

export const paper = (...pages: string[]): Promise<Buffer> => pdfWith(pages)

export type Entries = ReadonlyMap<string, Buffer>

/** What is in a part. */
export const entriesOf = (zip: Buffer): Entries =>
  new Map(Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, Buffer.from(bytes)]))

/** Rows of a kind of list of an archive. */
export function rowsOf<Row = Record<string, unknown>>(entries: Entries, kind: string): Row[] {
  return [...entries].flatMap(([name, bytes]) => {
    if (!name.startsWith(`data/${kind}-`)) return []
    const text = bytes.toString()
    return (JSON.parse(text.slice('helioroom('.length, -3)) as { rows: Row[] }).rows
  })
}

/** Where the server of a test keeps its files. */
export const filesOf = ({ dataDir }: TestServer): string => path.join(dataDir, 'files')

/** What makes archives over a storage, in parts of that many bytes. */
export function archivesOver(
  { database, server }: { database: TestDatabase; server: TestServer },
  storage: Storage,
  partBytes: number,
): { archives: Archives; run: (id: string) => Promise<void> } {
  const { funds, organisations, files, overview, questions, record, documents } = server.app.services
  const archives = createArchives({
    db: database.db,
    storage,
    files,
    overview,
    questions,
    record,
    markedPdf: documents.pages.markedPdfs.forArchive,
    product: 'Helioroom 0',
    onUnreadable: () => {},
    partBytes,
  })
  const deps = {
    db: database.db,
    funds,
    organisations,
    archives,
    signer: createSigner(SECRET),
    partsKnown: (): Part[] => ['DOCUMENTS', 'REPORTS', 'QUESTIONS'],
  }
  return {
    archives,
    run: (id) => makeArchive(deps, id, { signal: new AbortController().signal, last: true }),
  }
}

/** Asks for an archive of everything, or of what a group could see, which a run of the test's own makes. */
export async function beginArchive(
  database: TestDatabase,
  { owner, place }: Pick<ArchivedRoom, 'owner' | 'place'>,
  { groupId = null, versions = false }: { groupId?: string | null; versions?: boolean } = {},
): Promise<string> {
  const { data, errors } = await owner.client.graphql(
    `mutation($id: ID!, $groupId: ID, $versions: Boolean!) {
      makeArchive(portfolioId: $id, groupId: $groupId, withVersions: $versions) { id }
    }`,
    { id: place.portfolioId, groupId, versions },
  )
  if (errors.length > 0) throw new Error(JSON.stringify(errors))
  const { id } = (data as { makeArchive: { id: string } }).makeArchive
  await database.pool.query('select graphile_worker.remove_job($1)', [`room_proof:${id}`])
  return id
}

/** The parts of an archive as they lie in the storage. @throws for one that is not what was written */
export async function partsIn(storage: Storage, archives: Archives, id: string): Promise<Buffer[]> {
  const [parts = []] = await archives.parts([id])
  const found: Buffer[] = []
  for (const part of parts) {
    const bytes = await stored(storage, keyOfPart(part.id))
    if (!createHash('sha256').update(bytes).digest().equals(part.sha256))
      throw new Error('A part was changed.')
    found.push(bytes)
  }
  return found
}

/** What is in all of the parts. */
export const together = (parts: readonly Buffer[]): Entries =>
  new Map(parts.flatMap((part) => [...entriesOf(part)]))

/** A storage whose process dies while it writes the content of that number: what it was writing neither ends nor fails. */
export function dyingAt(storage: Storage, number: number) {
  const begun: string[] = []
  let reached = () => {}
  const killed = new Promise<void>((resolve) => {
    reached = resolve
  })
  const dying: Storage = {
    ...storage,
    put: (key, source, options) => {
      begun.push(key)
      if (begun.length < number || typeof source !== 'function') return storage.put(key, source, options)
      return storage.put(
        key,
        (write) =>
          source(async (chunk) => {
            await write(chunk)
            reached()
            await new Promise(() => {})
          }),
        options,
      )
    },
  }
  return { storage: dying, begun, killed }
}

/** A storage that takes a while for each chunk of what is made. */
export function slowly(storage: Storage) {
  let reached = () => {}
  let pieces = 0
  const writing = new Promise<void>((resolve) => {
    reached = resolve
  })
  const slow: Storage = {
    ...storage,
    put: (key, source, options) =>
      typeof source !== 'function'
        ? storage.put(key, source, options)
        : storage.put(
            key,
            (write) =>
              source(async (chunk) => {
                reached()
                pieces += 1
                await new Promise((resolve) => setTimeout(resolve, 100))
                await write(chunk)
              }),
            options,
          ),
  }
  return { storage: slow, writing, pieces: () => pieces }
}

/** Keys under which a storage is asked to keep something. */
export function countingPuts(storage: Storage) {
  const keys: string[] = []
  const counting: Storage = {
    ...storage,
    put: (key, source, options) => {
      keys.push(key)
      return storage.put(key, source, options)
    },
  }
  return { storage: counting, keys }
}

/** Cancels an archive. @throws where that is refused */
export async function cancelArchive({ owner }: Pick<ArchivedRoom, 'owner'>, id: string): Promise<void> {
  const { errors } = await owner.client.graphql(
    'mutation($id: ID!) { cancelRoomProof(id: $id) { success } }',
    { id },
  )
  if (errors.length > 0) throw new Error(JSON.stringify(errors))
}
