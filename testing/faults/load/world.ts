import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { openDatabase } from '../../../server/platform/database/database.ts'
import { ROOT } from '../../cluster/member.ts'
import type { TestDatabase } from '../../database/index.ts'
import { Room } from '../../room.ts'
import { PatientClient } from './asking.ts'

/** Files that permissions are changed of, that are moved, and that are zipped. */
const CLOSED_FILES = 4
const MOVED_FILES = 4
const ZIPPED_FILES = 3

export interface KnownFile {
  readonly id: string
  readonly name: string
  readonly content: string
}

/** A room with a deal team that works in it, readers, and a rival who sees only what is open to them. */
export interface World {
  readonly portfolioId: string
  readonly treeId: string
  readonly team: readonly Room[]
  readonly readers: readonly Room[]
  readonly rival: Room
  readonly rivalGroup: string
  readonly folders: {
    readonly uploads: string
    readonly closed: string
    readonly here: string
    readonly there: string
    readonly zipped: string
  }
  readonly closed: readonly KnownFile[]
  readonly moved: readonly KnownFile[]
  readonly zipped: readonly KnownFile[]
  readonly commentsAt: string
  readonly item: string
  /** A log of its own for each of the team who asks. */
  readonly logs: readonly string[]
  /** Who asks for zips. */
  readonly zipper: Room
  /** E-mails by which the same people sign in elsewhere. */
  readonly emails: Readonly<Record<'team' | 'zipper' | 'reader' | 'rival', string>>
}

export type OwnDatabase = TestDatabase & { close(): Promise<void> }

export function openOwn(connectionString: string): OwnDatabase {
  const poolConfig = { connectionString }
  return { ...openDatabase(poolConfig), poolConfig }
}

/** What fills a database, of the version of the product that knows how it is. */
type Parts = typeof import('../../../server/modules/projects/index.ts') &
  typeof import('../../factories.ts') &
  typeof import('../../matrix/content.ts')

async function partsOf(root: string): Promise<Parts> {
  const files = ['server/modules/projects/index.ts', 'testing/factories.ts', 'testing/matrix/content.ts']
  const all = await Promise.all(files.map((file) => import(pathToFileURL(path.join(root, file)).href)))
  return Object.assign({}, ...all)
}

let counter = 0

/**
 * Makes a world of its own, beside those of other scenarios.
 * @param root of the version to which the database belongs
 */
export async function makeWorld(database: TestDatabase, address: string, root = ROOT): Promise<World> {
  const { factories, PASSWORD, insertProjects, NOTHING_KNOWN, checklistOf } = await partsOf(root)
  counter += 1
  const mark = `${process.pid}-${counter}`
  const make = factories(database)
  const organisationId = await make.organisation()
  const { id: portfolioId } = await make.portfolio({ organisationId })
  const treeId = await make.tree({ organisationId, portfolioId, allowRootFiles: true })
  const of = { organisationId, portfolioIds: [portfolioId] }
  const groups = {
    team: await make.group({ ...of, role: 'Deal Room Admin' }),
    reader: await make.group({ ...of, role: 'Viewer' }),
    rival: await make.group({ ...of, role: 'Viewer' }),
  }
  const emailOf = (name: string) => `${name}.${mark}@faults.example`
  const join = async (name: string, group: string): Promise<Room> => {
    await make.member(group, await make.person({ email: emailOf(name), password: PASSWORD }))
    const client = new PatientClient(address)
    await client.signIn(emailOf(name), PASSWORD)
    return new Room(client, treeId)
  }
  const several = async (name: string, group: string, count: number) => {
    const rooms: Room[] = []
    for (let at = 0; at < count; at += 1) rooms.push(await join(`${name}${at}`, group))
    return rooms
  }
  const team = await several('team', groups.team, 5)
  const readers = await several('reader', groups.reader, 2)
  const rival = await join('rival0', groups.rival)
  const [keeper] = team
  const zipper = team.at(-1)
  if (!keeper || !zipper) throw new Error('There is nobody in the deal team.')
  const ids = await keeper.createFolders(['Uploads', 'Closed', 'Here', 'There', 'Zipped'])
  const [uploads = '', closed = '', here = '', there = '', zipped = ''] = ids.map(({ id }) => id)
  const files = (count: number, folder: string, word: string): Promise<KnownFile[]> =>
    Promise.all(
      Array.from({ length: count }, async (_, at) => {
        const [name, content] = [`${word} ${at}.txt`, `${word} ${at} of ${mark}`]
        return { id: await keeper.upload(folder, name, content), name, content }
      }),
    )
  await database.db
    .transaction()
    .execute((tx) => insertProjects(tx, [{ ...NOTHING_KNOWN, ...of, name: 'Solar' }]))
  const [checklist, , item] = await checklistOf(database, portfolioId, true)
  const logs: string[] = []
  for (const name of ['One', 'Two']) {
    const { questionLog } = await keeper.call<{ questionLog: { id: string } }>(
      `mutation($id: ID!, $name: String!) {
        createQuestionLog(subjectType: PORTFOLIO, subjectId: $id, name: $name, restricted: false, groupIds: []) { questionLog { id } }
      }`,
      { id: portfolioId, name },
    )
    logs.push(questionLog.id)
  }
  return {
    portfolioId,
    treeId,
    team,
    readers,
    rival,
    rivalGroup: groups.rival,
    folders: { uploads, closed, here, there, zipped },
    closed: await files(CLOSED_FILES, closed, 'Term sheet'),
    moved: await files(MOVED_FILES, here, 'Survey'),
    zipped: await files(ZIPPED_FILES, zipped, 'Permit'),
    commentsAt: `/ws/comments/${portfolioId}/${checklist}/`,
    item,
    logs,
    zipper,
    emails: {
      team: emailOf('team0'),
      zipper: emailOf(`team${team.length - 1}`),
      reader: emailOf('reader0'),
      rival: emailOf('rival0'),
    },
  }
}
