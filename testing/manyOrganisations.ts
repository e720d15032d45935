import type pg from 'pg'

/**
 * Other organisations by SQL, each with people in one of its two groups, ten portfolios with a document tree, a project
 * and a question log in each, a holding company, equipment, and notifications that are off or wait: what an installation
 * has beside one's own. Two million people take a few minutes.
 */
export async function addOrganisations(pool: pg.Pool, organisations: number, people: number): Promise<void> {
  const client = await pool.connect()
  try {
    // The triggers of a hundred thousand rows would take longer than all of the test.
    await client.query('set session_replication_role = replica')
    const write = (text: string, ...values: unknown[]) => client.query(text, values)
    await write(
      `insert into organisation (id, name, slug, status_labels)
       select gen_random_uuid(), 'Other ' || n, 'other-' || n,
         coalesce((select status_labels from organisation limit 1), '{}')
       from generate_series(1, $1::int) n`,
      organisations,
    )
    await write(
      `insert into role (id, organisation_id, name)
       select gen_random_uuid(), id, 'Bidder' from organisation where slug like 'other-%'`,
    )
    await write(
      `insert into role_permission (role_id, codename, organisation_id)
       select r.id, p.codename, o.id from role r join organisation o on o.id = r.organisation_id
         cross join (select distinct codename from role_permission) p where o.slug like 'other-%'`,
    )
    await write(
      `insert into user_group (id, organisation_id, name, role_id, organisation_wide)
       select gen_random_uuid(), r.organisation_id, 'Group ' || n, r.id, n = 1
       from role r join organisation o on o.id = r.organisation_id, generate_series(1, 2) n where o.slug like 'other-%'`,
    )
    await write(
      `insert into person (id, email, first_name, last_name)
       select gen_random_uuid(), 'p' || n || '@' || o.slug || '.example', 'First ' || n, 'Last ' || n
       from organisation o, generate_series(1, $1::int) n where o.slug like 'other-%'`,
      people,
    )
    // Of tables that were empty a moment ago PostgreSQL expects so few rows that it would join them row by row.
    await write('analyze')
    await write(
      `insert into membership (group_id, person_id, organisation_id)
       select g.id, p.id, o.id
       from organisation o join person p on split_part(p.email, '@', 2) = o.slug || '.example'
         join user_group g on g.organisation_id = o.id and g.organisation_wide = (p.first_name like '%1')
       where o.slug like 'other-%'`,
    )
    await write(
      `insert into invitation (id, organisation_id, person_id, email, first_name, last_name, accepted_at)
       select gen_random_uuid(), m.organisation_id, p.id, p.email, p.first_name, p.last_name, now()
       from membership m join person p on p.id = m.person_id join organisation o on o.id = m.organisation_id
       where o.slug like 'other-%'`,
    )
    await write(
      `insert into portfolio (id, organisation_id, name, slug, status)
       select gen_random_uuid(), o.id, 'Report ' || n, o.slug || '-' || n, 'ACQUIRED'
       from organisation o, generate_series(1, 10) n where o.slug like 'other-%'`,
    )
    await write(
      `insert into document_tree (id, type, organisation_id, portfolio_id)
       select gen_random_uuid(), 'DOCUMENTS', f.organisation_id, f.id
       from portfolio f join organisation o on o.id = f.organisation_id where o.slug like 'other-%'`,
    )
    await write(
      `insert into project (id, organisation_id, name, type, status)
       select gen_random_uuid(), f.organisation_id, f.name, 'SOLAR', 'OPERATING'
       from portfolio f join organisation o on o.id = f.organisation_id where o.slug like 'other-%'`,
    )
    await write('analyze portfolio, project')
    await write(
      `insert into portfolio_project (portfolio_id, project_id, organisation_id)
       select f.id, p.id, o.id from portfolio f join project p on p.organisation_id = f.organisation_id and p.name = f.name
         join organisation o on o.id = f.organisation_id where o.slug like 'other-%'`,
    )
    await write(
      `insert into question_log (id, organisation_id, portfolio_id, name)
       select gen_random_uuid(), f.organisation_id, f.id, 'Log'
       from portfolio f join organisation o on o.id = f.organisation_id where o.slug like 'other-%'`,
    )
    await write(
      `insert into holding_company (id, organisation_id, name, slug, status)
       select gen_random_uuid(), id, 'Holding ' || n, slug || '-holding-' || n, 'ACQUIRED'
       from organisation, generate_series(1, 10) n where slug like 'other-%'`,
    )
    await write(
      `insert into offtaker (id, organisation_id, name)
       select gen_random_uuid(), id, 'Buyer ' || n from organisation, generate_series(1, 5) n where slug like 'other-%'`,
    )
    await write(
      `insert into notification (id, kind, subject_kind, subject_id, caused_by, digest, due_at, latest_at,
         organisation_id, portfolio_id)
       select gen_random_uuid(), 'DOCUMENTS_ADDED', 'document_tree', t.id, gen_random_uuid(), t.id,
         now() + interval '1 day', now() + interval '1 day', t.organisation_id, t.portfolio_id
       from document_tree t join organisation o on o.id = t.organisation_id where o.slug like 'other-%'`,
    )
    await write(
      `insert into notification_off (person_id, organisation_id)
       select m.person_id, g.organisation_id from membership m join user_group g on g.id = m.group_id
         join organisation o on o.id = g.organisation_id where o.slug like 'other-%' and g.organisation_wide`,
    )
  } finally {
    await client.query('set session_replication_role = origin')
    client.release()
  }
  await pool.query('vacuum analyze')
}
