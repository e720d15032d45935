import type pg from 'pg'

interface TableFacts {
  table: string
  /** Whether its rows name their organisation. */
  isScoped: boolean
  /** Whether the database requires or writes it, whoever inserts. */
  isFilled: boolean
}

/** Tables without the column, and why they stay small or belong to no organisation (SCALE-33). */
export const UNSCOPED: Readonly<Record<string, string>> = {
  access_record: 'one row, of the installation',
  authenticator: 'of a person',
  backup_run: 'one a day for the installation',
  company: 'shared by all organisations',
  counted_use: 'of a caller, for minutes',
  crm_connection: 'of a person',
  crm_consent: 'of a person, for minutes',
  data_import: 'of a person, with the ids of all organisations that they administer',
  duplicate_report: 'of a person, as imports are',
  duplicate_report_import: 'a few imports for each report that a person asks for',
  failed_attempt: 'of an e-mail address, for a day',
  former_person: 'of a person',
  holding_company_portfolio: 'entities of funds, entered by hand',
  holding_company_visit: 'five for each person',
  installation: 'a few rows of the installation',
  licence: 'of the installation',
  licence_acceptance: 'of a person',
  mail_outbox: 'of a recipient, swept',
  mail_source: 'of mails, swept with them',
  milestone: 'of a timeline, entered by hand',
  net_yield: 'a row a year of a fund entity',
  o_and_m_project: 'of a partner, entered by hand',
  o_and_m_site: 'of a partner, entered by hand',
  open_socket: 'of a person, ten at most, while they are open',
  operating_stats: 'one for a fund entity',
  organisation: 'is it',
  organisation_fill: 'a row a table, until it is filled',
  outbox: 'read by all processes and swept within minutes',
  outbox_cursor: 'one for each reader',
  page_build: 'of the installation, a few',
  page_count: 'of a person, for an hour',
  passkey: 'of a person',
  password_reset: 'of an e-mail address, swept',
  person: 'of all organisations that they are in',
  phone_change: 'of a person, for an hour',
  postponed_removal: 'of a key, for hours',
  portfolio_visit: 'five for each person',
  record_backlog: 'a row for each kind of entries, until those from before are appended',
  record_key: 'of the installation',
  record_pending: 'of what one statement wrote, for seconds',
  recovery_code: 'ten for each person',
  running_process: 'of the installation, a few',
  scim_given: 'of a group of an organisation and a person',
  scim_group: 'of a connection',
  scim_mapping: 'of a group of a connection',
  scim_member: 'of a group of a connection',
  scim_request: 'the last ones of each connection',
  scim_token: 'two for each connection',
  scim_use: 'of a connection',
  scim_user: 'of a connection',
  secret_fingerprint: 'of the installation, one row',
  session: 'of a person',
  setup_link: 'one for the installation',
  sign_in_challenge: 'of a person, for minutes',
  sms_outbox: 'of a recipient, swept',
  sso_assertion: 'of a connection, until it expires',
  sso_binding: 'of a connection and a person',
  sso_certificate: 'a few for each connection',
  sso_domain: 'a few for each connection',
  sso_failure: 'fifty for each connection',
  sso_join_group: 'a few for each connection',
  sso_logout: 'of a connection, for an hour',
  sso_refused: 'of a connection',
  sso_request: 'of a browser, for minutes',
  sso_session: 'of a session',
  sso_test: 'of a session, for an hour',
  storage_claim: 'of a key, for seconds',
  storage_marker: 'of the installation, one row',
  subpage_group: 'of pages, entered by hand',
  subpage_media: 'images of pages, entered by hand',
  subpage_role: 'of pages, entered by hand',
  support_ticket: 'of a person, for the support of the installation',
  taken_turn: 'of a token, for minutes',
  used_address: 'of a signed address, for minutes',
  used_budget: 'of a caller, for minutes',
  used_passkey_challenge: 'of a challenge, for minutes',
}

/** Rows that may have none: of the installation itself, or of a person. */
const OPTIONAL: ReadonlySet<string> = new Set(['activity', 'api_token', 'notification', 'stored_file'])

/** All tables of the database, partitions left out. */
export async function tablesOf(pool: pg.Pool): Promise<TableFacts[]> {
  const { rows } = await pool.query<TableFacts>(`
    select c.relname as "table", a.attname is not null as "isScoped",
      coalesce(a.attnotnull, false) or exists (
        select from pg_trigger t join pg_proc p on p.oid = t.tgfoid
        where t.tgrelid = c.oid and p.proname like 'fill_organisation%') as "isFilled"
    from pg_class c left join pg_attribute a on a.attrelid = c.oid and a.attname = 'organisation_id'
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
      and c.relname <> 'schema_migration'
    order by c.relname`)
  return rows
}

/** Tables with a row that does not name its organisation and has one. */
export async function withoutOrganisation(pool: pg.Pool): Promise<string[]> {
  const scoped = (await tablesOf(pool)).filter(({ table, isScoped }) => isScoped && !OPTIONAL.has(table))
  const missing: string[] = []
  for (const { table } of scoped) {
    const { rows } = await pool.query(`select from ${table} where organisation_id is null limit 1`)
    if (rows.length > 0) missing.push(table)
  }
  return missing
}

/** Foreign keys by which a row refers to one of another organisation, as `table.column`. */
export async function joinsAcross(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ child: string; column: string; parent: string; key: string }>(`
    select r.conrelid::regclass::text as child, a.attname as "column", r.confrelid::regclass::text as parent,
      k.attname as key
    from pg_constraint r
      join pg_attribute a on a.attrelid = r.conrelid and a.attnum = r.conkey[1]
      join pg_attribute k on k.attrelid = r.confrelid and k.attnum = r.confkey[1]
      join pg_attribute scope on scope.attrelid = r.conrelid and scope.attname = 'organisation_id'
      join pg_attribute parent_scope on parent_scope.attrelid = r.confrelid and parent_scope.attname = 'organisation_id'
    where r.contype = 'f' and cardinality(r.conkey) = 1 and r.connamespace = 'public'::regnamespace`)
  const across: string[] = []
  for (const { child, column, parent, key } of rows) {
    const { rows: found } = await pool.query(
      `select from ${child} c join ${parent} p on p.${key} = c.${column}
       where c.organisation_id <> p.organisation_id limit 1`,
    )
    if (found.length > 0) across.push(`${child}.${column}`)
  }
  return across
}

/** Columns below an organisation that refer to something and that no index begins with, as `table.column`. */
export async function unindexedReferences(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(`
    with recursive below as (
      select 'organisation'::regclass::oid as id
      union
      select r.conrelid from below join pg_constraint r on r.confrelid = below.id and r.contype = 'f')
    select distinct r.conrelid::regclass || '.' || a.attname as name
    from below join pg_constraint r on r.confrelid = below.id and r.contype = 'f'
      join pg_attribute a on a.attrelid = r.conrelid and a.attnum = r.conkey[1]
    where not exists (
      select from pg_index i where i.indrelid = r.conrelid and i.indkey[0] = r.conkey[1]
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname)))
    order by name`)
  return rows.map(({ name }) => name)
}
