import pg from 'pg'
import { headersOf } from '../support/folderList.ts'
import { Caller } from '../support/load.ts'
import type { Figure, Measure } from '../support/measure.ts'
import { medianTime } from '../support/medianTime.ts'

const ROWS = 100_000
/** Milliseconds that a page of any list may take. */
const LIMIT = 150
/** Lists that are named with their times. */
const SLOWEST = 3

const KINDS = '{ backOfficeKinds { name sort fields { name sortable } } }'
const PAGE = `query BackOfficeRecords($kind: String!, $search: String, $ordering: String, $offset: Int) {
  backOfficeRecords(kind: $kind, search: $search, ordering: $ordering, limit: 50, offset: $offset) {
    count records { id label revision actions values { field text flag several labels } }
  }
}`

/** A hundred thousand rows of every kind but versions of the licence agreement and jobs, by SQL. */
async function grow(connection: pg.ClientConfig, rows: number): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  const each = 'from generate_series(1, $1::int) n'
  const organisation = '(select id from organisation order by id limit 1)'
  try {
    // Triggers, planned for tables that were empty a moment ago, would take many minutes.
    await client.query('set session_replication_role = replica')
    for (const statement of [
      `insert into company (id, name) select gen_random_uuid(), 'Office company ' || n ${each}`,
      `insert into person (id, email, first_name, last_name, last_login_at)
       select gen_random_uuid(), 'office' || n || '@bench-office.example', 'First ' || n % 977, 'Last ' || n % 4999,
         now() - interval '1 second' * n ${each}`,
      `insert into manufacturer (id, organisation_id, name)
       select gen_random_uuid(), ${organisation}, 'Maker ' || n ${each}`,
      `insert into equipment_model (id, organisation_id, kind, manufacturer_id, model_number)
       select gen_random_uuid(), m.organisation_id, 'PANEL', m.id, 'Model ' || n
       from generate_series(1, $1::int) n, (select id, organisation_id from manufacturer limit 1) m`,
      `insert into offtaker (id, organisation_id, name) select gen_random_uuid(), ${organisation}, 'Buyer ' || n ${each}`,
      `insert into portfolio (id, organisation_id, name, slug)
       select gen_random_uuid(), ${organisation}, 'Room ' || n, 'office-room-' || n ${each}`,
      `insert into mail_outbox (id, recipient, subject, body_text, created_at)
       select gen_random_uuid(), 'office' || n || '@bench-office.example', 'Mail ' || n, 'Text', now() - interval '1 second' * n ${each}`,
      `insert into support_ticket (id, person_id, issue, description)
       select gen_random_uuid(), (select id from person limit 1), 'Issue ' || n, 'Text' ${each}`,
      `insert into activity (kind, person_id, at, detail)
       select 'OFFICE_CHANGE', (select id from person limit 1), now() - interval '1 minute' * (n * 7919 % $1::int),
         jsonb_build_object('record', 'Record ' || n) ${each}`,
      `insert into organisation (id, name, slug, status_labels)
       select gen_random_uuid(), 'Fund ' || n, 'office-fund-' || n, '{}' ${each}`,
      `insert into role (id, organisation_id, name) select gen_random_uuid(), ${organisation}, 'Office role ' || n ${each}`,
      `insert into user_group (id, organisation_id, name, role_id)
       select gen_random_uuid(), r.organisation_id, 'Office group ' || n, r.id
       from generate_series(1, $1::int) n, (select id, organisation_id from role limit 1) r`,
      `insert into session (id, token_hash, person_id, device, last_seen_at)
       select gen_random_uuid(), sha256(n::text::bytea), (select id from person limit 1), 'Device ' || n,
         now() - interval '1 day' - interval '1 second' * n ${each}`,
      `insert into holding_company (id, organisation_id, name, slug, status)
       select gen_random_uuid(), ${organisation}, 'Holding ' || n, 'office-holding-' || n, 'DRAFT' ${each}`,
      `insert into project (id, organisation_id, name, type, status)
       select gen_random_uuid(), ${organisation}, 'Office site ' || n, 'SOLAR', 'OPERATING' ${each}`,
      `insert into document_label (id, organisation_id, label, colour)
       select gen_random_uuid(), ${organisation}, 'Office label ' || n, '#a0b0c0' ${each}`,
      `insert into document_tree (id, type, organisation_id, portfolio_id)
       select gen_random_uuid(), 'DOCUMENTS', organisation_id, id from portfolio where slug like 'office-room-%' limit $1::int`,
      `insert into checklist (id, portfolio_id, name)
       select gen_random_uuid(), id, 'List of ' || name from portfolio where slug like 'office-room-%' limit $1::int`,
      `insert into checklist_category (checklist_id, name, row_number)
       select id, 'Category of ' || name, 1 from checklist limit $1::int`,
      `insert into operating_stats (entity_id, portfolio_id, start_date, actual_revenue, forecast_revenue,
         actual_expenses, forecast_expenses, actual_production, forecast_production)
       select id, id, date '2026-01-01', 1, 2, 3, 4, 5, 6 from portfolio where slug like 'office-room-%' limit $1::int`,
      `insert into net_yield (id, portfolio_id, year, p50, p90)
       select gen_random_uuid(), id, 2025, 2, 1 from portfolio where slug like 'office-room-%' limit $1::int`,
      `insert into subpage (id, organisation_id, portfolio_id, slug, title, position)
       select gen_random_uuid(), organisation_id, id, 'page', 'Page of ' || name, 0
       from portfolio where slug like 'office-room-%' limit $1::int`,
      `insert into subpage_media (id, subpage_id, file_id)
       select gen_random_uuid(), id, gen_random_uuid() from subpage limit $1::int`,
      `insert into timeline (id, organisation_id, portfolio_id)
       select gen_random_uuid(), organisation_id, id from portfolio where slug like 'office-room-%' limit $1::int`,
      `insert into milestone (id, timeline_id, position, title)
       select gen_random_uuid(), id, 0, 'Milestone' from timeline limit $1::int`,
      `insert into question_log (id, organisation_id, portfolio_id, name)
       select gen_random_uuid(), organisation_id, id, 'Log of ' || name
       from portfolio where slug like 'office-room-%' limit $1::int`,
      `insert into question_category (id, log_id, name, position)
       select gen_random_uuid(), id, 'Category', 0 from question_log limit $1::int`,
      `insert into question_topic (id, log_id, name, position)
       select gen_random_uuid(), id, 'Topic', 0 from question_log limit $1::int`,
      `insert into o_and_m_partner (id, organisation_id, name)
       select gen_random_uuid(), ${organisation}, 'Office partner ' || n ${each}`,
      `insert into sms_outbox (id, recipient, body, created_at)
       select gen_random_uuid(), '+1555' || n, 'Code', now() - interval '1 second' * n ${each}`,
      `insert into data_import (id, person_id, organisation_ids, file_name, created_at)
       select gen_random_uuid(), (select id from person limit 1), array[${organisation}], 'contacts ' || n || '.xlsx',
         now() - interval '1 second' * n ${each}`,
      `insert into duplicate_report (id, person_id, organisation_ids, file_name, created_at)
       select gen_random_uuid(), (select id from person limit 1), array[${organisation}], 'duplicates ' || n || '.xlsx',
         now() - interval '1 second' * n ${each}`,
    ]) {
      await client.query(statement, [rows])
    }
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

/** Every list of the back office: its first page, its last sort, and a search without a hit. */
export const backOffice: Measure = {
  name: 'backOffice',
  run: async (stage, { quick }) => {
    const { world, product, connection, signIn } = await stage()
    const rows = quick ? 5000 : ROWS
    await grow(connection, rows)
    const client = new pg.Client(connection)
    await client.connect()
    await client.query('update person set is_super_user = true where email = $1', [world.admin])
    await client.end()
    const headers = headersOf(await signIn(world.admin))
    const caller = new Caller(product.origin, 1)
    const asked = (query: string, variables: object) => ({
      method: 'POST' as const,
      path: '/graphql',
      headers,
      body: JSON.stringify({ query, variables }),
    })
    const { data } = JSON.parse((await caller.send(asked(KINDS, {}))).toString('utf8')) as {
      data: { backOfficeKinds: { name: string; fields: { name: string; sortable: boolean }[] }[] }
    }
    const times: { milliseconds: number; what: string }[] = []
    for (const { name, fields } of data.backOfficeKinds) {
      const orders = fields.flatMap((field) => (field.sortable ? [field.name, `-${field.name}`] : []))
      for (const [what, variables] of [
        ...orders.map((ordering) => [`${name} by ${ordering}`, { kind: name, ordering }] as const),
        [`${name} searched`, { kind: name, search: 'nothing of this' }] as const,
      ]) {
        times.push({ milliseconds: await medianTime(caller, asked(PAGE, variables), quick ? 3 : 5), what })
      }
    }
    const slowest = times.toSorted((one, other) => other.milliseconds - one.milliseconds).slice(0, SLOWEST)
    const value = slowest[0]?.milliseconds ?? Number.NaN
    const figure: Figure = {
      title: `slowest of ${times.length} orders and searches of the back office's lists, ${rows.toLocaleString('en-US')} rows`,
      ours: slowest.map(({ milliseconds, what }) => `${Math.round(milliseconds)} ms (${what})`).join(', '),
      floor: '',
      value,
      shown: `${Math.round(value)} ms`,
      target: { atMost: LIMIT },
      targetShown: `≤ ${LIMIT} ms`,
    }
    return [figure]
  },
}
