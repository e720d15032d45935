import { print } from 'graphql'
import type pg from 'pg'
import type { OpenDatabase } from '../../server/platform/database/database.ts'
import { Client } from '../../testing/client.ts'
import { PASSWORD } from '../../testing/factories.ts'
import { Room } from '../../testing/room.ts'
import { NO_CALLER_LIMITS, startTestServer } from '../../testing/server.ts'
import { type Sent, sentDuring } from '../../testing/statements.ts'
import {
  NewDocumentsDocument,
  SearchDocumentsDocument,
} from '../../web/features/documents/found/operations.generated.ts'
import { DocumentHistoryDocument } from '../../web/features/documents/history/operations.generated.ts'
import { OpenDocumentDocument } from '../../web/features/documents/place/operations.generated.ts'
import { median } from '../support/statistics.ts'
import { FOLDER_PAGES } from '../support/texts.ts'
import { MANAGER, READER } from './template.ts'

/** Those that are told. */
const COUNT = 20
const ROUNDS = 7
/** How often each page is opened. */
const DAYS = 5
/** Milliseconds for which jobs by the clock are listened to. */
const JOBS_MS = 70_000
const STATEMENT = /^\s*(select|insert|update|delete|with)\b/i
/** Of the queue itself, listening, waiting and limits, which do not grow with the data. */
const APART =
  /graphile_worker|outbox_cursor|pg_advisory|pg_try_advisory|pg_current_snapshot|pg_notify|counted_use|open_socket|running_process/

/** A statement of pages and jobs, and how long it takes. */
export interface Measured {
  readonly text: string
  /** How often it ran while each page was opened five times and jobs ran for a minute. */
  readonly runs: number
  /** To plan and to run, of several times the middle one. */
  readonly ms: number
  /** The nodes of its plan, from the outermost on. */
  readonly plan: string
}

/** Opens pages of an organisation in the middle, and has jobs run. @param jobsMs for how long */
async function usualDay(
  database: Parameters<typeof startTestServer>[0],
  organisations: number,
  jobsMs: number,
): Promise<Sent[]> {
  const copy = Math.floor(organisations / 2)
  const of = (email: string) => (copy === 0 ? email : email.replace('@', `.${copy}@`))
  const server = await startTestServer(database, { WORKERS: '1' }, { callerLimits: NO_CALLER_LIMITS })
  try {
    const [reader, manager] = [new Client(server.address), new Client(server.address)]
    const { rows } = await database.pool.query<{ tree: string; site: string; file: string; slug: string }>(
      `select t.id as tree, site.id as site, file.id as file, p.slug from person
       join membership m on m.person_id = person.id join user_group_portfolio g on g.group_id = m.group_id
       join portfolio p on p.id = g.portfolio_id join document_tree t on t.portfolio_id = p.id
       join lateral (select id, acl_id from document where parent_id = t.id and name like 'Site %' limit 1) site on true
       join lateral (select id from document where parent_id = site.id and not is_folder and acl_id = site.acl_id limit 1) file on true
       where person.email = $1 limit 1`,
      [of(READER)],
    )
    const [at] = rows
    if (!at) throw new Error('There is no organisation to look at.')
    const [room, managed] = [new Room(reader, at.tree), new Room(manager, at.tree)]
    const pages = async (day: number) => {
      await reader.signIn(of(READER), PASSWORD)
      await manager.signIn(of(MANAGER), PASSWORD)
      for (const [query, variables] of [
        ['{ viewer { id } }', {}],
        [print(OpenDocumentDocument), { documentId: at.site, limit: 200 }],
        [FOLDER_PAGES.personal, { documentId: room.rootId }],
        [print(OpenDocumentDocument), { documentId: at.file, limit: 200 }],
        [print(SearchDocumentsDocument), { search: 'production report 17', limit: 100, offset: 0 }],
        [print(NewDocumentsDocument), { limit: 100, offset: 0 }],
      ] as const)
        await room.call(query, variables)
      await managed.call(print(DocumentHistoryDocument), { limit: 100, offset: 0 })
      await room.ask(
        'mutation($treeId: ID!, $documentId: ID!) { downloadFile(treeId: $treeId, documentId: $documentId) { url } }',
        { documentId: at.file },
      )
      const [folder] = await managed.createFolders([`Made ${Date.now()} ${day}`])
      await managed.announce([{ name: 'Sent.bin', size: 10, parentId: folder?.id ?? managed.rootId }])
      await reader.open(`/portfolios/${at.slug}/storage/documents`)
    }
    return await sentDuring(async () => {
      for (let day = 0; day < DAYS; day += 1) await pages(day)
      await new Promise((resolve) => setTimeout(resolve, jobsMs))
    })
  } finally {
    await server.close()
  }
}

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  Plans?: Node[]
}

const nodesOf = (node: Node): string[] => [
  `${node['Node Type']}${node['Index Name'] ? ` ${node['Index Name']}` : node['Relation Name'] ? ` ${node['Relation Name']}` : ''}`,
  ...(node.Plans ?? []).flatMap(nodesOf),
]

interface Explained {
  Plan: Node
  'Planning Time': number
  'Execution Time': number
}

/** Runs a statement several times without leaving anything of it; null for one that can't be explained by itself. */
async function timed(client: pg.ClientBase, { text, values }: Sent): Promise<Omit<Measured, 'runs'> | null> {
  const times: number[] = []
  let plan = ''
  for (let round = 0; round < ROUNDS; round += 1) {
    await client.query('begin')
    try {
      const { rows } = await client.query<{ 'QUERY PLAN': Explained[] }>({
        text: `explain (analyze, format json) ${text}`,
        values: [...values],
      })
      const [explained] = rows[0]?.['QUERY PLAN'] ?? []
      if (!explained) return null
      times.push(explained['Planning Time'] + explained['Execution Time'])
      plan = nodesOf(explained.Plan)
        .filter((node) => /Scan|Join|Loop/.test(node))
        .slice(0, 4)
        .join(', ')
    } catch {
      return null
    } finally {
      await client.query('rollback')
    }
  }
  return { text: text.replaceAll(/\s+/g, ' ').trim(), ms: median(times), plan }
}

/** The twenty statements that pages and jobs run most, each with its time (SCALE-34). */
export async function measureStatements(
  database: OpenDatabase & { poolConfig: pg.PoolConfig },
  organisations: number,
  jobsMs = JOBS_MS,
): Promise<Measured[]> {
  const sent = (await usualDay(database, organisations, jobsMs)).filter(
    ({ text }) => STATEMENT.test(text) && !APART.test(text),
  )
  const runs = Map.groupBy(sent, ({ text }) => text)
  const measured: Measured[] = []
  const client = await database.jobs.pool.connect()
  try {
    const most = [...runs.values()].toSorted((one, other) => other.length - one.length)
    for (const same of most) {
      if (measured.length === COUNT) break
      const [first] = same
      const result = first && (await timed(client, first))
      if (result) measured.push({ ...result, runs: same.length })
    }
  } finally {
    client.release()
  }
  return measured
}
