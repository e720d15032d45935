import pg from 'pg'
import type { Client } from '../../testing/client.ts'
import type { Figure, Measure } from '../support/measure.ts'
import { median, medianRatio } from '../support/statistics.ts'

const GROUPS = 2000
/** Members of each of them. */
const MEMBERS = 2
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

/** Groups with access to the tree's room, each with members, and one of them. */
async function grow(client: pg.Client, treeId: string, groups: number): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `with room as (
       select t.portfolio_id, t.organisation_id, r.id as role_id from document_tree t
       join role r on r.organisation_id = t.organisation_id and r.name = 'Viewer' where t.id = $1
     ), made as (
       insert into user_group (id, organisation_id, name, role_id)
       select gen_random_uuid(), organisation_id, 'Proof ' || n, role_id from room, generate_series(1, $2::int) n
       returning id)
     insert into user_group_portfolio (group_id, portfolio_id)
     select made.id, room.portfolio_id from made, room returning group_id as id`,
    [treeId, groups],
  )
  await client.query(
    `insert into person (id, email, first_name, last_name)
     select gen_random_uuid(), 'proof' || n || '@bench-proof.example', 'First ' || n % 977, 'Last ' || n
     from generate_series(1, $1::int) n`,
    [groups * MEMBERS],
  )
  await client.query(
    `insert into licence_acceptance (person_id, version, email_agreement)
     select id, (select max(version) from licence), false from person where email like '%@bench-proof.example'`,
  )
  await client.query(
    `insert into membership (group_id, person_id)
     select g.id, p.id
     from (select id, row_number() over (order by id) - 1 as n from user_group where id = any($1::uuid[])) g
     join (select id, row_number() over (order by id) - 1 as n from person where email like '%@bench-proof.example') p
       on p.n % $2::int = g.n`,
    [rows.map(({ id }) => id), groups],
  )
  const [first] = rows
  if (!first) throw new Error('No group was made.')
  return first.id
}

/** Changes of rights, as the tables get them; who joins or is left out by then is of no matter. */
async function change(
  client: pg.Client,
  treeId: string,
  { joining, ending, mapping }: typeof CHANGES,
): Promise<void> {
  await client.query(
    `insert into membership (group_id, person_id)
     select g.id, p.id
     from (select id, row_number() over (order by id) as n from user_group where name like 'Proof %') g
     join (select id, row_number() over (order by id desc) as n from person where email like '%@bench-proof.example') p
       on g.n = p.n % (select count(*) from user_group where name like 'Proof %') + 1
     limit $1 on conflict do nothing`,
    [joining],
  )
  await client.query(
    `update user_group_portfolio set access_ends_at = now() + interval '1 year'
     where group_id in (select id from user_group where name like 'Proof %' order by id limit $1)`,
    [ending],
  )
  for (const other of ['min', 'max']) {
    await client.query(
      `update folder_list set acl_id = (select ${other}(id) from acl where tree_id = $1)
       where id in (
         select l.id from folder_list l join document d on d.id = l.folder_id
         where d.tree_id = $1 and l.acl_id = (select ${other === 'min' ? 'max' : 'min'}(id) from acl where tree_id = $1)
         order by l.id limit $2)`,
      [treeId, mapping],
    )
  }
}

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
      const groupId = await grow(database, treeId, GROUPS / part)
      const room = await database.query<{ id: string }>(
        'select portfolio_id as id from document_tree where id = $1',
        [treeId],
      )
      const portfolioId = room.rows[0]?.id
      const { rows } = await database.query<{ at: string }>('select clock_timestamp()::text as at')
      const at = new Date(rows[0]?.at ?? '').toISOString()
      await change(database, treeId, {
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
