import type { TestDatabase } from '../database/index.ts'

/** Where rows are written, and by which group they are seen. */
export interface RowsPlace {
  organisation: { id: string }
  portfolio: { id: string }
  groupId: string
  treeId: string
}

const writer =
  ({ pool }: TestDatabase) =>
  (text: string, ...values: unknown[]) =>
    pool.query(text, values)

/** So many logs, and in one of them as many questions, each with as many choices and subjects. @returns its id */
export async function writeQuestions(
  database: TestDatabase,
  { organisation, portfolio }: RowsPlace,
  rows: number,
): Promise<string | undefined> {
  const write = writer(database)
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
  return logId
}

/** So many pages, images of one, milestones and years. @returns the ids of the timeline and that page */
export async function writeOverviewRows(
  database: TestDatabase,
  { organisation, portfolio, groupId }: RowsPlace,
  rows: number,
): Promise<{ timelineId: string; subpageId: string } | undefined> {
  const write = writer(database)
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
  return overview.rows[0]
}

/** A spatial layer for each project of the organisation. */
export async function writeLayers(database: TestDatabase, { organisation }: RowsPlace): Promise<void> {
  await writer(database)(
    `with shapes as (
       insert into project_shapes (id, project_id, name, state, uploaded_by)
       select gen_random_uuid(), id, 'Report.kml', 'DONE', (select id from person limit 1)
       from project where organisation_id = $1 returning id, project_id),
     files as (
       insert into stored_file (id, kind, owner_id, name, size, sha256)
       select id, 'shapes', project_id, 'Report.geojson', 1, decode(repeat('00', 32), 'hex') from shapes returning id)
     insert into project_layer (id, project_id, shapes_id, position, name, type, file_id)
     select gen_random_uuid(), shapes.project_id, shapes.id, 0, 'Report', 'Polygon', files.id
     from shapes join files using (id)`,
    organisation.id,
  )
}

/** So many summaries of a person, and imports with reports of somebody else. */
export async function writeJobs(
  database: TestDatabase,
  { organisation, treeId }: RowsPlace,
  { personId, rows }: { personId: string | undefined; rows: number },
): Promise<void> {
  const write = writer(database)
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
    treeId,
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
}

/** So many directories by which an organisation's people sign in, with a failure each. */
export async function writeDirectories(
  database: TestDatabase,
  { organisation }: RowsPlace,
  rows: number,
): Promise<void> {
  await writer(database)(
    `with made as (
       insert into sso_connection (id, organisation_id, name, is_on, is_required, second_factor_at_provider, issuer,
         client_id, created_at)
       select gen_random_uuid(), $1, 'Directory ' || n, false, false, false, 'https://id.example', 'x', now()
       from generate_series(1, $2::int) n returning id),
     domains as (insert into sso_domain (name, connection_id, token) select id || '.example', id, '0' from made)
     insert into sso_failure (id, connection_id, code, reason, at)
     select gen_random_uuid(), id, 'AAAAAAAA', 'It failed.', now() from made`,
    organisation.id,
    rows,
  )
}

/** So many tokens of a person and webhooks of an organisation, with as many deliveries of the first, which it gives. */
export async function writeAutomations(
  database: TestDatabase,
  { organisation }: RowsPlace,
  rows: number,
  personId: string | undefined,
): Promise<string> {
  await writer(database)(
    `insert into api_token (id, person_id, name, token_hash, can_write, organisation_id, created_at, expires_at)
     select gen_random_uuid(), $1, 'Report ' || n, sha256(gen_random_uuid()::text::bytea), false, $3, now(),
       now() + interval '1 day'
     from generate_series(1, $2::int) n`,
    personId,
    rows,
    organisation.id,
  )
  const { rows: made } = await database.pool.query<{ id: string }>(
    `insert into webhook (id, organisation_id, person_id, url, events, is_on, created_at)
     select gen_random_uuid(), $1, $2, 'https://hooks.example', '{}', false, now() from generate_series(1, $3::int)
     returning id`,
    [organisation.id, personId, rows],
  )
  const [first] = made
  await writer(database)(
    `insert into webhook_delivery (organisation_id, webhook_id, event, about_id, data)
     select $1, $2, 'member.joined', gen_random_uuid(), '{}' from generate_series(1, $3::int)`,
    organisation.id,
    first?.id,
    rows,
  )
  return first?.id ?? ''
}

/** So many checkpoints of an organisation's record, which need no entries to be listed. */
export async function writeCheckpoints(
  database: TestDatabase,
  { organisation }: RowsPlace,
  rows: number,
): Promise<void> {
  await writer(database)(
    `with signed_by as (
       insert into record_key (id, public_key, created_at, retired_at)
       values (md5($1::text), sha256('key'), now(), now()) returning id)
     insert into record_checkpoint (organisation_id, tree_size, root, at, key_id, signature)
     select $1::uuid, n, sha256('root'), now(), signed_by.id, sha512('signature')
     from signed_by, generate_series(1, $2::int) n`,
    organisation.id,
    rows,
  )
}

/** As if a deal room had been deleted so many times: whoever sets rooms up restores it. */
export async function writeRemoved(
  database: TestDatabase,
  { organisation, portfolio }: Pick<RowsPlace, 'organisation' | 'portfolio'>,
  rows: number,
  personId: string | undefined,
): Promise<void> {
  await writer(database)(
    `insert into removed_record (id, organisation_id, kind, record_id, name, portfolio_id, person_id, rows, links, ids)
     select gen_random_uuid(), $1, 'DEAL_ROOM', gen_random_uuid(), 'Report ' || n, $2, $3,
       '{"portfolio":[{"status":"DILIGENCE"}]}', '{}', '{}'
     from generate_series(1, $4::int) n`,
    organisation.id,
    portfolio.id,
    personId,
    rows,
  )
}
