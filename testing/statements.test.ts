import { defaultFieldResolver, type GraphQLSchema, isObjectType } from 'graphql'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addCategories, createChecklist } from '../server/modules/checklists/index.ts'
import { MODULES } from '../server/modules/index.ts'
import { insertProjects, NOTHING_KNOWN } from '../server/modules/projects/index.ts'
import { buildSchemaFromModules } from '../server/schema.ts'
import { PERMISSIONS } from '../shared/permissions.ts'
import type { Client } from './client.ts'
import { testDatabase } from './database/index.ts'
import { operationsOf } from './leaks/operations.ts'
import { uploadFile } from './matrix/world.ts'
import { Room } from './room.ts'
import type { TestServer } from './server.ts'
import { statementsOf } from './statements.ts'
import { TREE_KINDS, treePlace } from './treeKinds.ts'
import { submitZip } from './zips.ts'

/** What each field of the queries asks of the database: not more for forty rows than for two. */

/** Fields below the roots that have answered with a promise. */
const waited = vi.hoisted(() => new Set<string>())
vi.mock('../server/executableSchema.ts', async (original) => {
  const { createSchema } = await original<typeof import('../server/executableSchema.ts')>()
  return { createSchema: (...args: Parameters<typeof createSchema>) => noting(createSchema(...args)) }
})

// Other files of this worker have loaded the server as it is, and others will.
vi.resetModules()
const { NO_CALLER_LIMITS, startTestServer } = await import('./server.ts')
afterAll(() => {
  vi.doUnmock('../server/executableSchema.ts')
  vi.resetModules()
})

/** The schema, with a note of each field that has to wait for its answer. */
function noting(schema: GraphQLSchema): GraphQLSchema {
  const roots: readonly unknown[] = [schema.getQueryType(), schema.getMutationType()]
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || roots.includes(type)) continue
    for (const field of Object.values(type.getFields())) {
      const resolve = field.resolve ?? defaultFieldResolver
      if (resolve === defaultFieldResolver) continue
      field.resolve = (...asked) => {
        const answer = resolve(...asked)
        if (answer instanceof Promise) waited.add(`${type.name}.${field.name}`)
        return answer
      }
    }
  }
  return schema
}

const FEW = 2
const MANY = 40
/** As many hits as one operation may ask all fields of, with the folders around each. */
const HITS = 34

const database = testDatabase()
let server: TestServer
interface Filled {
  client: Client
  variables: Record<string, unknown>
}
const worlds = new Map<number, Filled>()

/** A room with so many rows in each of its lists. */
async function filled(rows: number): Promise<Filled> {
  const [kind] = TREE_KINDS
  if (!kind) throw new Error('There is no kind of tree.')
  const place = await treePlace(database, server.address, kind, `rows-${rows}`)
  const { client, groupId } = await place.join(PERMISSIONS)
  const room = new Room(client, place.treeId)
  const names = Array.from({ length: rows }, (_, index) => `Report ${index}`)
  for (let from = 0; from < rows; from += 20) {
    await room.createFolders(names.slice(from, from + 20).map((name) => `${name}/Report inside`))
  }
  const folders = await room.list()
  for (const { id } of folders) await uploadFile(client, place.treeId, id, 'Report.pdf')
  await database.pool.query('update organisation set document_labels = true where id = $1', [
    place.organisation.id,
  ])
  for (const label of names) {
    await client.graphql(
      `mutation($orgSlug: String!, $label: String!) {
        createDocumentLabel(orgSlug: $orgSlug, label: $label, colour: "#123456") { documentLabel { id } }
      }`,
      { orgSlug: place.organisation.slug, label },
    )
  }
  await submitZip(
    room,
    folders.map(({ id }) => id),
  )
  // More rooms and companies, groups, and people who read each of the files, all within the same person's reach.
  const { organisation, portfolio } = place
  const write = (text: string, ...values: unknown[]) => database.pool.query(text, values)
  await write(
    `with portfolios as (
       insert into portfolio (id, organisation_id, name, slug, status)
       select gen_random_uuid(), organisation_id, 'Report ' || n, slug || '-' || n, 'DILIGENCE'
       from portfolio, generate_series(1, $2::int) n where id = $1 returning id),
     trees as (
       insert into document_tree (id, type, organisation_id, portfolio_id)
       select gen_random_uuid(), 'DOCUMENTS', $4, id from portfolios returning id, portfolio_id)
     insert into user_group_portfolio (group_id, portfolio_id) select $3, id from portfolios`,
    portfolio.id,
    rows,
    groupId,
    organisation.id,
  )
  const checklistId = await database.db.transaction().execute(async (tx) => {
    const id = await createChecklist(tx, { portfolioId: portfolio.id, name: 'Report', isActive: true })
    await addCategories(
      tx,
      id,
      names.map((name) => ({ name, children: [{ name }] })),
    )
    return id
  })
  await write('update portfolio set has_checklist = true where id = $1', portfolio.id)
  await write(
    `insert into checklist (id, portfolio_id, name, is_active)
     select gen_random_uuid(), $1, 'Report ' || n, true from generate_series(2, $2::int) n`,
    portfolio.id,
    rows,
  )
  const [projectId] = await database.db.transaction().execute((tx) =>
    insertProjects(
      tx,
      names.map((name) => ({
        ...NOTHING_KNOWN,
        organisationId: organisation.id,
        portfolioIds: [portfolio.id],
        name,
        contracts: [{ startDate: '2024-01-01', term: 20, rate: 0.05, escalator: 1 }],
      })),
    ),
  )
  await write(
    'update project set saved_by = (select person_id from membership where group_id = $1 limit 1) where id = $2',
    groupId,
    projectId,
  )
  await write(
    `insert into portfolio_project (portfolio_id, project_id)
     select id, $1 from portfolio where organisation_id = $2 and id <> $3`,
    projectId,
    organisation.id,
    portfolio.id,
  )
  await write(
    `with companies as (
       insert into holding_company (id, organisation_id, name, slug, status)
       select gen_random_uuid(), $1, 'Report ' || n, $3 || '-c' || n, 'ACQUIRED' from generate_series(1, $2::int) n
       returning id)
     insert into user_group_holding_company (group_id, holding_company_id) select $4, id from companies`,
    organisation.id,
    rows,
    portfolio.slug,
    groupId,
  )
  await write(
    `with made as (
       insert into user_group (id, organisation_id, name, role_id)
       select gen_random_uuid(), organisation_id, 'Report crowd ' || n, role_id from user_group, generate_series(1, $2::int) n
       where id = $1 returning id)
     insert into user_group_portfolio (group_id, portfolio_id) select id, $3 from made`,
    groupId,
    rows,
    portfolio.id,
  )
  await write(
    `with companies as (
       insert into company (id, name) select gen_random_uuid(), $3 || n from generate_series(1, $2::int) n returning id),
     people as (
       insert into person (id, email, first_name, last_name, company_id)
       select gen_random_uuid(), id || '@rows.example', 'Pat', 'Reporter', id from companies returning id),
     members as (insert into membership (group_id, person_id) select $1, id from people)
     insert into activity (kind, person_id, session_id, organisation_id, tree_id, document_id, version_id)
     select 'VIEW', people.id, gen_random_uuid(), $5, $4, d.id, d.current_version_id
     from people, document d where d.tree_id = $4 and not d.is_folder`,
    groupId,
    rows,
    portfolio.slug,
    place.treeId,
    organisation.id,
  )
  await write(
    `insert into document_labelling (document_id, label_id)
     select d.id, l.id from document d, document_label l
     where d.tree_id = $1 and d.parent_id is not null and l.organisation_id = $2`,
    place.treeId,
    organisation.id,
  )
  const items = await write(
    `with members as (select person_id, row_number() over () as n from membership where group_id = $2),
     chosen as (select id, row_number() over () as n from checklist_item where checklist_id = $1)
     update checklist_item set person_id = members.person_id from chosen join members using (n)
     where checklist_item.id = chosen.id returning checklist_item.id::text`,
    checklistId,
    groupId,
  )
  await write(
    `insert into checklist_comment (checklist_id, item_id, person_id, comment, activity_id)
     select $1, $2, m.person_id, 'Report', 1 from membership m where m.group_id = $3`,
    checklistId,
    items.rows[0]?.id,
    groupId,
  )
  await write(
    `insert into question_log (id, organisation_id, portfolio_id, name)
     select gen_random_uuid(), $1, $2, 'Report ' || n from generate_series(1, $3::int) n`,
    organisation.id,
    portfolio.id,
    rows,
  )
  const { rows: logs } = await database.pool.query<{ id: string }>(
    'select id from question_log where portfolio_id = $1 limit 1',
    [portfolio.id],
  )
  const logId = logs[0]?.id
  for (const table of ['question_category', 'question_topic']) {
    await write(
      `insert into ${table} (id, log_id, name, position)
       select gen_random_uuid(), $1, 'Report ' || n, n from generate_series(1, $2::int) n`,
      logId,
      rows,
    )
  }
  await write(
    `with asked as (
       insert into question (id, log_id, number) select gen_random_uuid(), $1, n from generate_series(1, $2::int) n
       returning id, number),
     followed as (
       insert into question (id, log_id, number, parent_id, follow_up)
       select gen_random_uuid(), $1, number, id, 1 from asked),
     answered as (insert into question_answer (id, question_id) select gen_random_uuid(), id from asked),
     categorised as (insert into question_categorising (question_id, category_id)
       select asked.id, c.id from asked, question_category c where c.log_id = $1),
     topics as (insert into question_on_topic (question_id, topic_id)
       select asked.id, t.id from asked, question_topic t where t.log_id = $1),
     portfolios as (insert into question_portfolio (question_id, portfolio_id) select id, $3 from asked)
     insert into question_project (question_id, project_id)
     select asked.id, link.project_id from asked, portfolio_project link where link.portfolio_id = $3`,
    logId,
    rows,
    portfolio.id,
  )
  await write(
    `with pages as (
       insert into subpage (id, organisation_id, portfolio_id, slug, title, position)
       select gen_random_uuid(), $1, $2, 'report-' || n, 'Report ' || n, n from generate_series(1, $3::int) n
       returning id),
     media as (
       insert into stored_file (id, kind, owner_id, name, size, sha256)
       select gen_random_uuid(), 'subpage media', id, 'Report.png', 1, decode(repeat('00', 32), 'hex') from pages
       returning id),
     timelines as (
       insert into timeline (id, organisation_id, portfolio_id) values (gen_random_uuid(), $1, $2) returning id),
     steps as (
       insert into milestone (id, timeline_id, position)
       select gen_random_uuid(), timelines.id, n - 1 from timelines, generate_series(1, $3::int) n),
     restricted as (
       insert into subpage_group (subpage_id, group_id) select pages.id, $4 from pages),
     named as (
       insert into subpage_role (subpage_id, role_id)
       select pages.id, g.role_id from pages, user_group g where g.id = $4),
     yields as (
       insert into net_yield (id, portfolio_id, year, p50, p90)
       select gen_random_uuid(), $2, 2000 + n, 1, 1 from generate_series(1, $3::int) n)
     insert into subpage_media (id, subpage_id, file_id)
     select gen_random_uuid(), (select id from pages limit 1), id from media`,
    organisation.id,
    portfolio.id,
    rows,
    groupId,
  )
  const overview = await database.pool.query<{ timelineId: string; subpageId: string }>(
    `select (select id from timeline where portfolio_id = $1) as "timelineId",
       (select subpage_id from subpage_media m join subpage s on s.id = m.subpage_id
        where s.portfolio_id = $1 limit 1) as "subpageId"`,
    [portfolio.id],
  )
  await write('update organisation set copilot = true where id = $1', organisation.id)
  const { data: viewer } = await client.graphql('{ viewer { id } }')
  const personId = (viewer?.viewer as { id: string } | undefined)?.id
  await write(
    `with reports as (
       insert into stored_file (id, kind, owner_id, name, size, sha256)
       select gen_random_uuid(), 'summary', $1, 'Report.docx', 1, decode(repeat('00', 32), 'hex') from generate_series(1, $3::int) n returning id),
     jobs as (
       insert into summary_job (id, tree_id, person_id, job_type, name, state, document_ids, file_id)
       select id, $2, $1, 'INSURANCE', 'Report', 'COMPLETE', '{}', id from reports returning id)
     insert into summary_source (job_id, position, document_id, version_id, name, page_count)
     select jobs.id, row_number() over (partition by jobs.id), d.id, d.current_version_id, d.name, 1
     from jobs, document d where d.tree_id = $2 and not d.is_folder`,
    personId,
    place.treeId,
    rows,
  )
  await write(
    `with imports as (
       insert into data_import (id, person_id, organisation_ids, file_name, state, imported_at)
       select gen_random_uuid(), (select id from person where id <> $1 limit 1), array[$3::uuid], 'contacts.xlsx', 'DONE', now()
       from generate_series(1, $2::int) n returning id, person_id),
     reports as (
       insert into duplicate_report (id, person_id, organisation_ids, state)
       select id, person_id, array[$3::uuid], 'DONE' from imports returning id)
     insert into duplicate_report_import (report_id, import_id)
     select reports.id, imports.id from reports, imports`,
    personId,
    rows,
    organisation.id,
  )
  return {
    client,
    variables: {
      userId: personId,
      treeId: place.treeId,
      documentId: null,
      documentIds: folders.map(({ id }) => id),
      destinationParentId: folders[0]?.id,
      sourceDocumentIds: folders.slice(1).map(({ id }) => id),
      search: 'report',
      orgSlug: place.organisation.slug,
      slug: place.portfolio.slug,
      id: place.portfolio.id,
      portfolioId: place.portfolio.id,
      projectId,
      checklistId,
      itemId: items.rows[0]?.id,
      logId,
      ...overview.rows[0],
      subjectId: place.portfolio.id,
      subjectType: 'PORTFOLIO',
      filter: 'ALL',
      limit: rows,
    },
  }
}

beforeAll(async () => {
  server = await startTestServer(database, {}, { callerLimits: NO_CALLER_LIMITS })
  for (const rows of [FEW, MANY]) worlds.set(rows, await filled(rows))
}, 240_000)
afterAll(() => server.close())

/** Queries with a list of forty rows in the large world: a new list belongs among them. */
const LONG: readonly string[] = [
  'acquired',
  'activeChecklists',
  'checklist',
  'checklistComments',
  'columns',
  'countries',
  'dataImports',
  'dealRooms',
  'diligence',
  'document',
  'documentLabels',
  'documentPermissions',
  'documents',
  'duplicateReports',
  'groupPages',
  'groups',
  'history',
  'holdCoNotifications',
  'holdingCompanies',
  'invitationPages',
  'newProjectForm',
  'openHoldingCompanies',
  'orgPortfolios',
  'orgUserGroups',
  'orgUsers',
  'portfolio',
  'portfolioBySlug',
  'portfolioNotifications',
  'portfolioProjects',
  'portfolioUsers',
  'portfolios',
  'primaryPortfolio',
  'project',
  'projectCrossLinks',
  'projectForm',
  'projects',
  'questionCategories',
  'questionPage',
  'questionProjects',
  'questionTopics',
  'questions',
  'search',
  'subpageMedia',
  'subpagePrincipals',
  'summaryJobs',
  'timeline',
  'treeCompanyAnalytics',
  'treeDocumentAnalytics',
  'treeUserAnalytics',
  'userGroupMembers',
  'userGroups',
  'viewer',
  'zipExports',
]

/** How many rows the longest list in an answer has. */
const longestIn = (value: unknown): number =>
  typeof value !== 'object' || value === null
    ? 0
    : Math.max(Array.isArray(value) ? value.length : 0, ...Object.values(value).map(longestIn))

const operations = operationsOf(buildSchemaFromModules()).filter(({ field }) => field.startsWith('Query.'))

test('API-012 no list of a query asks more statements for forty rows than for two', async () => {
  const growing: string[] = []
  const longest = new Map<string, number>()
  for (const { field, text } of operations) {
    const counts: string[][] = []
    for (const rows of [FEW, MANY]) {
      const world = worlds.get(rows)
      if (!world) throw new Error('There is no world.')
      const declared = [...text.matchAll(/\$(\w+):/g)].map(([, name]) => name ?? '')
      const variables = Object.fromEntries(
        declared.flatMap((name) => (name in world.variables ? [[name, world.variables[name]]] : [])),
      )
      const ask = () => world.client.graphql(text, variables)
      // The first time types and people are read that are known from then on.
      const answer = await ask()
      counts.push(await statementsOf(ask))
      if (rows === MANY) longest.set(field, Math.max(longest.get(field) ?? 0, longestIn(answer.data)))
    }
    const [few = [], many = []] = counts
    if (many.length > few.length) {
      const extra = [...Map.groupBy(many, (statement) => statement)]
        .map(([statement, all]) => ({
          statement,
          more: all.length - few.filter((each) => each === statement).length,
        }))
        .filter(({ more }) => more > 0)
        .map(({ statement, more }) => `${more} × ${statement.replace(/\s+/g, ' ').slice(0, 160)}`)
      growing.push(`${field} ${few.length} → ${many.length}: ${text.slice(-200)}\n  ${extra.join('\n  ')}`)
    }
  }
  expect(growing).toEqual([])
  expect(
    [...longest].flatMap(([field, rows]) => (rows >= MANY ? field.replace('Query.', '') : [])).sort(),
  ).toEqual(LONG)
}, 240_000)

test('API-012 callers are charged for each field that reads the database for an object', () => {
  const declared = MODULES.all.flatMap(({ readingFields = [] }) => readingFields)
  expect([...waited].filter((field) => !declared.includes(field))).toEqual([])
  // Nothing is charged for without need; what a mutation gives isn't asked above.
  expect(declared.filter((field) => !waited.has(field) && !field.includes('Payload.'))).toEqual([])
})

test('DOC-10 the counts beside the folders of a list come with its rows, and are no statement of their own', async () => {
  const world = worlds.get(MANY)
  if (!world) throw new Error('There is no world.')
  const listed = (fields: string) =>
    statementsOf(() =>
      world.client.graphql(
        `query($treeId: ID!) { document(treeId: $treeId) { children(limit: 200) { ${fields} } } }`,
        world.variables,
      ),
    )
  await listed('id fileCount folderCount')
  const plain = await listed('id name')
  expect((await listed('id name fileCount folderCount')).length).toBe(plain.length)
  // The caller, the folder with its tree, and the page.
  expect(plain).toHaveLength(3)
})

test('API-012 all fields of many hits with the folders around them are a bounded number of statements', async () => {
  const world = worlds.get(MANY)
  if (!world) throw new Error('There is no world.')
  const leaves = 'id name position fileCount folderCount childCount previewUrl'
  const around = `${leaves} permissions { id permissible } previousFile { ${leaves} } nextFile { ${leaves} }`
  const asked = (hits: number) => `query($treeId: ID!) {
    search(treeId: $treeId, search: "report", limit: ${hits}) {
      ${around} ancestors { ${around} }
      parent { ${around} children(limit: 2) { ${leaves} } } children(limit: 2) { ${leaves} }
    }
  }`
  const { errors } = await world.client.graphql(asked(200), world.variables)
  expect(errors?.[0]?.message).toMatch(/^Query is too costly/)
  const ask = () => world.client.graphql(asked(HITS), world.variables)
  expect((await ask()).data).toMatchObject({ search: { length: HITS } })
  const statements = await statementsOf(ask)
  expect(statements.length).toBeLessThan(30)
})
