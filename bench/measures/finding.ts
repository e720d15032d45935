import type pg from 'pg'
import { openDatabase } from '../../server/platform/database/database.ts'
import { documentsOver } from '../../testing/documents.ts'
import { factories, PASSWORD } from '../../testing/factories.ts'
import { figureOf, headersOf, listRounds } from '../support/folderList.ts'
import { growTexts, NOWHERE } from '../support/growTexts.ts'
import { growTree } from '../support/growTree.ts'
import { type Call, Caller, compare } from '../support/load.ts'
import type { Figure, Measure } from '../support/measure.ts'
import { medianTime } from '../support/medianTime.ts'
import { ownDatabase } from '../support/ownDatabase.ts'
import type { Stage } from '../support/stage.ts'
import { median } from '../support/statistics.ts'
import { FOLDER_PAGES } from '../support/texts.ts'

/** What the web's search in contents asks of the first page. */
const SEARCH = `query SearchContents($treeId: ID!, $text: String!) {
  contentSearch(treeId: $treeId, text: $text, limit: 50, offset: 0) {
    count isCountLimited uploaders { id fullName }
    items {
      inName
      document { id name number fileType readingState readingProblem ancestors { id name } }
      passages { page sheet text marks }
    }
  }
}`

/** Pairs of words that are searched, and pairs of searches of a hidden word and of none. */
const SEARCHES = 300
const PAIRS = 100
/** Sites of a thousand documents each, for what is restored. */
const SITES = 103
const ROOMS = 200

/**
 * Search in what documents say, as a viewer; a list with what is known of its reader; a folder that comes back out of the
 * bin; and what waits for somebody with many rooms.
 */
export const finding: Measure = {
  name: 'finding',
  run: async (stage, { quick }) => {
    const opened = await stage()
    return [
      ...(await contents(opened, quick)),
      await personalList(opened, quick),
      await waiting(opened, quick ? 20 : ROOMS),
      await ownDatabase(opened.connection, (poolConfig) => restored(poolConfig, quick ? 5 : SITES)),
    ]
  },
}

const callOf = (headers: Record<string, string>, query: string, variables: object): Call => ({
  method: 'POST',
  path: '/graphql',
  headers,
  body: JSON.stringify({ query, variables }),
})

const milliseconds = (title: string, value: number, atMost: number): Figure => ({
  title,
  ours: '',
  floor: '',
  value,
  shown: `${value.toFixed(0)} ms`,
  target: { atMost },
  targetShown: `≤ ${atMost} ms`,
})

/** FIND-12, FIND-20. */
async function contents({ world, connection, product, signIn }: Stage, quick: boolean): Promise<Figure[]> {
  const { treeId, readableAcls } = world.large
  // Its statements may take long.
  const {
    jobs: { pool },
    close,
  } = openDatabase({ ...connection })
  const headers = headersOf(await signIn(world.viewer))
  const caller = new Caller(product.origin, 1)
  const timeOf = async (text: string): Promise<number> => {
    const call = callOf(headers, SEARCH, { treeId, text })
    const began = performance.now()
    const { errors } = JSON.parse((await caller.send(call)).toString())
    if (errors) throw new Error(JSON.stringify(errors))
    return performance.now() - began
  }
  try {
    const grown = await growTexts(pool, {
      treeId,
      readableAcls,
      documents: quick ? 2000 : 100_000,
      hiddenPages: quick ? 400 : 20_000,
    })
    await pool.query('vacuum analyze')
    const { rows } = await pool.query<{ index: number; text: number }>(
      `select (pg_total_relation_size('document_text_part') + pg_total_relation_size('text_scope'))::float8 as index,
         (select sum(octet_length(text)) from document_text_page)::float8 as text`,
    )
    const { index, text } = rows[0] ?? { index: Number.NaN, text: 1 }
    const mebibytes = (bytes: number) => `${Math.round(bytes / 1_048_576).toLocaleString('en-US')} MiB`
    // From pairs of common words to pairs of rare ones, and mixed.
    const wordAt = (share: number) => grown.words[Math.floor((grown.words.length - 1) ** share)] ?? ''
    const count = quick ? 20 : SEARCHES
    const times: number[] = []
    for (let at = -10; at < count; at += 1) {
      const share = (at + 10) / (count + 10)
      const time = await timeOf(`${wordAt(share)} ${wordAt((share * 7) % 1)}`)
      if (at >= 0) times.push(time)
    }
    const sorted = times.toSorted((a, b) => a - b)
    const hidden: number[] = []
    const nowhere: number[] = []
    for (let pair = -10; pair < (quick ? 10 : PAIRS); pair += 1) {
      const [without, within] = [await timeOf(NOWHERE), await timeOf(grown.hidden.word)]
      if (pair < 0) continue
      nowhere.push(without)
      hidden.push(within)
    }
    const pages = grown.pages.toLocaleString('en-US')
    return [
      milliseconds(`two words in ${pages} pages as viewer, p50`, median(times), 120),
      milliseconds('the same, p95', sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN, 400),
      {
        title: `a word in ${grown.hidden.pages.toLocaleString('en-US')} hidden pages against one that stands nowhere`,
        ours: `${median(hidden).toFixed(2)} ms`,
        floor: `${median(nowhere).toFixed(2)} ms`,
        value: median(hidden) / median(nowhere),
        target: { atMost: 1.1 },
      },
      {
        title: `index of ${pages} pages against their text`,
        ours: mebibytes(index),
        floor: mebibytes(text),
        value: index / text,
        target: { atMost: 1.5 },
      },
    ]
  } finally {
    caller.close()
    await close()
  }
}

/** A list with numbers, favourites and marks against the same list without. */
async function personalList(opened: Stage, quick: boolean): Promise<Figure> {
  const { world, product, signIn } = opened
  const headers = headersOf(await signIn(world.viewer))
  const { treeId, folders } = world.large
  const calls = (query: string) => folders.map((documentId) => callOf(headers, query, { treeId, documentId }))
  const compared = await compare(
    { program: product, calls: calls(FOLDER_PAGES.personal) },
    { program: product, calls: calls(FOLDER_PAGES.plain) },
    listRounds({ quick }),
  )
  return figureOf('200 rows with numbers, favourites and marks against without', compared, { atLeast: 0.95 })
}

/** NEW-06, with a log of thirty questions and a visit of yesterday in each room. */
async function waiting({ connection, product, signIn }: Stage, rooms: number): Promise<Figure> {
  const email = 'busy@bench.example'
  const { close, ...database } = openDatabase({ ...connection })
  try {
    const make = factories({ ...database, poolConfig: connection })
    const organisationId = await make.organisation()
    const portfolioIds: string[] = []
    for (let at = 0; at < rooms; at += 1) {
      const { id } = await make.portfolio({ organisationId })
      await make.tree({ organisationId, portfolioId: id })
      portfolioIds.push(id)
    }
    const group = await make.group({ organisationId, role: 'Bidder', portfolioIds })
    const person = await make.person({ email, password: PASSWORD })
    await make.member(group, person)
    const run = (text: string, values: unknown[]) => database.pool.query(text, values)
    await run('update portfolio set enable_q_and_a = true, has_checklist = true where organisation_id = $1', [
      organisationId,
    ])
    await run(
      `insert into tree_visit (organisation_id, person_id, tree_id, last_at, principals)
       select $1, $2, id, now() - interval '1 day', array[$3::uuid] from document_tree where organisation_id = $1`,
      [organisationId, person, group],
    )
    await run(
      `with log as (
         insert into question_log (id, organisation_id, portfolio_id, name)
         select gen_random_uuid(), $1, id, 'Diligence' from portfolio where organisation_id = $1 returning id)
       insert into question (id, log_id, organisation_id, number, asked_by)
       select gen_random_uuid(), log.id, $1, n, $2 from log, generate_series(1, 30) n`,
      [organisationId, person],
    )
    await run('analyze', [])
    const caller = new Caller(product.origin, 1)
    try {
      const call = callOf(
        headersOf(await signIn(email)),
        '{ waitingForMe { kind title place path count at } }',
        {},
      )
      return milliseconds(`what waits in ${rooms} rooms`, await medianTime(caller, call, 20), 100)
    } finally {
      caller.close()
    }
  } finally {
    await close()
  }
}

/** BIN-05: one folder with all that is below it. */
async function restored(poolConfig: pg.PoolConfig, sites: number): Promise<Figure> {
  const { close, ...database } = openDatabase(poolConfig)
  try {
    const make = factories({ ...database, poolConfig })
    const { documents, folder } = documentsOver(database)
    const { place, treeId } = await make.room()
    const admin = await make.actorWith(place, 'Deal Room Admin')
    const { folders } = await growTree(database.pool, {
      treeId,
      authorId: admin.personId,
      restrictedTo: admin.groupId,
      sites,
    })
    const all = await folder(admin, treeId, 'All sites')
    await documents().move(admin, { treeId, destinationParentId: all, sourceDocumentIds: folders })
    await database.pool.query('vacuum analyze')
    const times: number[] = []
    for (let round = 0; round < 3; round += 1) {
      await documents().remove(admin, { treeId, documentIds: [all] })
      const began = performance.now()
      const [result] = await documents().bins.restore(admin, { treeId, documentIds: [all] })
      times.push(performance.now() - began)
      if (!result?.document) throw new Error(`Nothing was restored: ${result?.problem}`)
    }
    const { rows } = await database.pool.query<{ count: number }>(
      'select count(*)::int as count from document where tree_id = $1 and deleted_at is null and $2 = any(path)',
      [treeId, all],
    )
    const entries = (rows[0]?.count ?? 0).toLocaleString('en-US')
    return milliseconds(`restore of a folder with ${entries} entries`, median(times), 3000)
  } finally {
    await close()
  }
}
