import { unzipSync } from 'fflate'
import { richTextOf } from '../../../shared/richText.ts'
import { Client } from '../../../testing/client.ts'
import type { TestDatabase } from '../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../testing/factories.ts'
import { pdfWith } from '../../../testing/paper.ts'
import { Room } from '../../../testing/room.ts'
import type { TestServer } from '../../../testing/server.ts'
import { addCategories, createChecklist } from '../checklists/index.ts'

/** All that must not stand in what Northwind is given. */
export const RIVALS = ['Zyxomma', 'Quillfeather', 'Marzipan', 'Tourmaline']

export interface Person {
  groupId: string
  personId: string
  client: Client
}

/** One answer of a mutation. @throws for errors */
export async function change(
  client: Client,
  text: string,
  variables: Record<string, unknown>,
): Promise<string> {
  const { data, errors } = await client.graphql(text, variables)
  if (errors.length > 0 || /"errors":\[\{/.test(JSON.stringify(data))) {
    throw new Error(JSON.stringify([data, errors]))
  }
  return /"id":"([\w-]{36})"/.exec(JSON.stringify(data))?.[1] ?? ''
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
  const logId = await change(
    team.client,
    `mutation($id: ID!) {
      createQuestionLog(
        subjectType: PORTFOLIO, subjectId: $id, name: "Questions", restricted: false, groupIds: [], visibility: EACH_PARTY
      ) { questionLog { id } }
    }`,
    { id: place.portfolioId },
  )
  const ask = async ({ client }: Person, question: string, answer: string) => {
    const questionId = await change(
      client,
      'mutation($logId: ID!) { createQuestion(logId: $logId) { question { id } } }',
      { logId },
    )
    await change(
      client,
      'mutation($questionId: ID!, $body: JSON) { updateQuestion(questionId: $questionId, body: $body) { question { id } } }',
      { questionId, body: richTextOf(question) },
    )
    await change(
      team.client,
      'mutation($questionId: ID!, $body: JSON) { updateQuestionAnswer(questionId: $questionId, body: $body) { __typename } }',
      { questionId, body: richTextOf(answer) },
    )
  }
  await ask(rival, 'Quillfeather asks', 'Tourmaline')
  await ask(northwind, 'Which voltage', 'It is 34.5 kV')
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
