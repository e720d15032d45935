import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { DocumentLevel } from '../../shared/documentLevels.ts'
import { Client } from '../../testing/client.ts'
import { factories, PASSWORD } from '../../testing/factories.ts'
import { databaseOf } from '../../testing/faults/embedded.ts'
import { pdfWith } from '../../testing/paper.ts'
import { newDataDir, type Product, startProduct } from '../../testing/product.ts'
import { Room } from '../../testing/room.ts'
import type { ServerInput } from '../server.ts'
import { migrated, startOwnPostgres } from './ownPostgres.ts'
import { startProgram } from './program.ts'

/** Lines of a page of a contract. */
const LINES = 44

/** A contract of so many pages of text, unlike others by its name. */
export const contract = (pages: number, name: string): Promise<Buffer> =>
  pdfWith(
    Array.from({ length: pages }, (_, page) =>
      Array.from(
        { length: LINES },
        (_line, line) =>
          `${page + 1}.${line + 1} ${name}: Seller delivers ${page * line} MWh at the delivery point.`,
      ).join('\n'),
    ),
  )

/** A page of an opening. */
export interface Opening {
  openingId: string
  /** What is to be known of its pages, such as that they are simplified. */
  remarks: string[]
  pages: { url: string }[]
}

const OPEN = `query($treeId: ID!, $id: ID!, $openingId: ID, $width: Int!, $offset: Int!) {
  documentPages(treeId: $treeId, documentId: $id, openingId: $openingId) {
    state openingId remarks pages(limit: 200, offset: $offset) { url(width: $width) } } }`

/** How the product of a room is set. */
const SETTINGS = { DEMO: 'off', STORAGE_RESERVE_BYTES: '0' }

/** The product, without the limits of what a caller may ask. */
async function startUnlimited(
  dataDir: string,
  env: Readonly<Record<string, string>>,
): Promise<Pick<Product, 'address' | 'pid' | 'stop'>> {
  const postgres = await startOwnPostgres(dataDir)
  await migrated(postgres)
  const { origin, pid, stop } = await startProgram('server.ts', {
    dataDir,
    connection: postgres.connection,
    env,
  } satisfies ServerInput)
  return {
    address: origin,
    pid,
    stop: async () => {
      await stop()
      await postgres.stop()
    },
  }
}

/**
 * A product of its own with a room in which everybody but its admin may do so much with documents, and readers.
 * @param options.unlimited whether callers may ask for as much as they can
 * @param options.settings of the product besides
 */
export async function openPagesRoom(
  readers: number,
  level: DocumentLevel,
  { unlimited = false, settings = {} }: { unlimited?: boolean; settings?: Record<string, string> } = {},
) {
  const dataDir = newDataDir()
  const env = { ...SETTINGS, ...settings }
  const product = await (unlimited ? startUnlimited(dataDir, env) : startProduct({ dataDir, env }))
  const database = databaseOf(dataDir)
  const make = factories(database)
  const organisationId = await make.organisation()
  const portfolio = await make.portfolio({ organisationId })
  const treeId = await make.tree({ organisationId, portfolioId: portfolio.id, allowRootFiles: true })
  const member = async (email: string, group: string): Promise<Room> => {
    await make.member(group, await make.person({ email, password: PASSWORD }))
    const client = new Client(product.address)
    await client.signIn(email, PASSWORD)
    return new Room(client, treeId)
  }
  const group = (role: string) => make.group({ organisationId, role, portfolioIds: [portfolio.id] })
  const admin = await member('admin@pages.example', await group('Deal Room Admin'))
  const viewers = await group('Viewer')
  const rooms: Room[] = []
  for (let at = 0; at < readers; at += 1) rooms.push(await member(`reader${at}@pages.example`, viewers))
  await admin.call(
    'mutation($treeId: ID!, $level: DocumentLevel!) { updateTreeViewing(treeId: $treeId, usualLevel: $level) { errors { message } } }',
    { level },
  )
  return {
    product,
    slug: portfolio.slug,
    admin,
    readers: rooms,
    put: (name: string, content: Buffer): Promise<string> => admin.upload(admin.rootId, name, content),
    /** Until what the uploads have queued is done: their texts and thumbnails are read on the same cores. */
    rest: async (): Promise<void> => {
      const due = sql`
        select from graphile_worker._private_jobs where run_at <= now() and attempts < max_attempts
        union all select from document_text where state = 'WAITING' or pages_due
        union all select from thumbnail where state = 'WAITING' limit 1`
      while ((await due.execute(database.db)).rows.length > 0) await wait(200)
    },
    /** Nobody has had pages that count. */
    forget: () => sql`delete from page_count`.execute(database.db),
    close: async (): Promise<void> => {
      await database.close()
      await product.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Opens a file's pages, once they are known. */
export async function opened(
  room: Room,
  id: string,
  { width = 1200, offset = 0 }: { width?: number; offset?: number } = {},
): Promise<Opening> {
  let openingId: string | null = null
  for (;;) {
    const answer: Opening & { state: string } = await room.call(OPEN, { id, openingId, width, offset })
    if (answer.state === 'READY') return answer
    if (answer.state === 'NONE') throw new Error('The file has no pages.')
    openingId = answer.openingId
  }
}

/** Gets a picture. @returns its status */
export async function picture(room: Room, url: string | undefined): Promise<number> {
  const answer = await room.client.request(url ?? '')
  await answer.arrayBuffer()
  return answer.status
}

/** Milliseconds from the click to the first page's picture. @throws where it is not given */
export async function firstPage(room: Room, id: string): Promise<number> {
  const began = performance.now()
  const { pages: found } = await opened(room, id)
  const status = await picture(room, found[0]?.url)
  if (status !== 200) throw new Error(`The first page was answered with ${status}.`)
  return performance.now() - began
}
