import pg from 'pg'
import type { Client } from '../../testing/client.ts'
import { changeRights, growGroups } from '../support/growRights.ts'
import type { Figure, Measure } from '../support/measure.ts'
import { median, medianRatio } from '../support/statistics.ts'

const GROUPS = 2000
/** Of each kind of changes: people who join, accesses that end, and folders whose lists change and change back. */
const CHANGES = { joining: 4000, ending: 2000, mapping: 2000 }
/** Seconds that an answer may take (PROOF-06). */
const LIMIT = 2
/** Times that each answer is asked for; the middle one counts. */
const ROUNDS = 5
/** Rounds of changes with the record and without; the ratio of the middle one counts. */
const COST_ROUNDS = 12

const OF_DOCUMENT = `query($documentId: ID!, $at: DateTime, $offset: Int! = 0) {
  accessOfDocument(documentId: $documentId, at: $at, limit: 50, offset: $offset) {
    count knownSince levels { level people } items { personId name groups level rule } } }`
const OF_PRINCIPAL = `query($treeId: ID!, $groupId: ID!, $at: DateTime, $offset: Int! = 0) {
  accessOfPrincipal(treeId: $treeId, groupId: $groupId, at: $at, limit: 50, offset: $offset) {
    count items { documentId path level } } }`
const MATRIX = `query($treeId: ID!, $at: DateTime) {
  accessMatrix(treeId: $treeId, at: $at) { count groups { name members } rows { path cells { level differing } } } }`
const DIFFERENCE = `query($treeId: ID!, $from: DateTime!) {
  accessDifference(treeId: $treeId, from: $from, limit: 50) {
    count items { at by what path principals { names former level } } } }`
const PERMIT = `mutation($treeId: ID!, $id: ID!, $permissible: Boolean!) {
  updateDocumentPermission(treeId: $treeId, documentPermissionId: $id, permissible: $permissible) { changeId } }`

const ENDING = `mutation($portfolioId: ID!, $groupId: ID!, $endsAt: DateTime) {
  setGroupAccessEnd(portfolioId: $portfolioId, groupId: $groupId, endsAt: $endsAt) { success } }`

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

async function ask<Value>(client: Client, query: string, variables: Record<string, unknown>): Promise<Value> {
  const { data, errors } = await client.graphql(query, variables)
  if (errors.length > 0 || data === null) throw new Error(JSON.stringify(errors))
  return Object.values(data)[0] as Value
}

/** Who could see what of a million documents at a moment before ten thousand changes (PROOF-06), and what a change costs. */
export const proof: Measure = {
  name: 'proof',
  run: async (stage, { quick }) => {
    const { world, connection, signIn } = await stage()
    const part = quick ? 20 : 1
    const { treeId, folders, documents } = world.large
    const database = new pg.Client(connection as pg.ClientConfig)
    await database.connect()
    try {
      const groupId = await growGroups(database, treeId, GROUPS / part)
      const room = await database.query<{ id: string }>(
        'select portfolio_id as id from document_tree where id = $1',
        [treeId],
      )
      const portfolioId = room.rows[0]?.id
      const { rows } = await database.query<{ at: string }>('select clock_timestamp()::text as at')
      const at = new Date(rows[0]?.at ?? '').toISOString()
      await changeRights(database, treeId, {
        joining: CHANGES.joining / part,
        ending: CHANGES.ending / part,
        mapping: CHANGES.mapping / part,
      })
      await database.query('vacuum analyze')
      const admin = await signIn(world.admin)
      const folder = folders[0] ?? ''
      const asked = {
        'who could see a document': () => ask(admin, OF_DOCUMENT, { documentId: folder, at }),
        'who can see it now': () => ask(admin, OF_DOCUMENT, { documentId: folder, offset: 1000 / part }),
        'what a group could see': () => ask(admin, OF_PRINCIPAL, { treeId, groupId, at }),
        'what it could see, a page in the middle': () =>
          ask(admin, OF_PRINCIPAL, { treeId, groupId, at, offset: Math.round(documents / 2) }),
        'groups by folders': () => ask(admin, MATRIX, { treeId, at }),
        'what changed since': () => ask(admin, DIFFERENCE, { treeId, from: at }),
      }
      const figures: Figure[] = []
      for (const [title, work] of Object.entries(asked)) {
        const times: number[] = []
        for (let round = 0; round < (quick ? 2 : ROUNDS); round += 1) times.push(await seconds(work))
        figures.push({
          title: `${title}, of ${documents.toLocaleString('en-US')} documents`,
          ours: `${median(times).toFixed(2)} s`,
          floor: '',
          value: median(times),
          shown: `${median(times).toFixed(2)} s`,
          target: { atMost: LIMIT },
          targetShown: `≤ ${LIMIT} s`,
        })
      }
      figures.push(
        await cost(database, 'a change of permissions of a thousand entries', quick, async () => {
          await ask(admin, PERMIT, { treeId, id: `${folder}:${groupId}`, permissible: false })
          await ask(admin, PERMIT, { treeId, id: `${folder}:${groupId}`, permissible: true })
        }),
        await cost(database, 'an end of the access of a group', quick, async () => {
          for (let times = 0; times < 20; times += 1) {
            const endsAt = new Date(Date.now() + (times + 1) * 86_400_000).toISOString()
            await ask(admin, ENDING, { portfolioId, groupId, endsAt })
          }
        }),
      )
      return figures
    } finally {
      await database.end()
    }
  },
}

/** Triggers that keep rights as they were, by their tables. */
const TRIGGERS = [
  'folder_list folder_list_kept',
  'folder_list folder_list_removed_kept',
  'document_name_search document_place_kept',
  'document document_root_kept',
  'user_group_portfolio user_group_portfolio_kept',
]

/** What a change costs with the record, to one that is not kept. */
async function cost(
  database: pg.Client,
  title: string,
  quick: boolean,
  work: () => Promise<unknown>,
): Promise<Figure> {
  const times = { kept: [] as number[], plain: [] as number[] }
  await work()
  for (let round = 0; round < (quick ? 2 : COST_ROUNDS); round += 1) {
    const order = ['kept', 'plain'] as const
    for (const key of round % 2 === 0 ? order : order.toReversed()) {
      for (const trigger of TRIGGERS) {
        const [table, name] = trigger.split(' ')
        await database.query(`alter table ${table} ${key === 'plain' ? 'disable' : 'enable'} trigger ${name}`)
      }
      times[key].push(await seconds(work))
    }
  }
  return {
    title: `${title}, to one whose former rights are not kept`,
    ours: `${(median(times.kept) * 1000).toFixed(1)} ms`,
    floor: `${(median(times.plain) * 1000).toFixed(1)} ms`,
    value: medianRatio(times.kept, times.plain),
    target: { atMost: 1.1 },
  }
}
