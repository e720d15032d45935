import pg from 'pg'
import { headersOf } from '../support/folderList.ts'
import { Caller } from '../support/load.ts'
import type { Figure, Measure } from '../support/measure.ts'
import { medianTime } from '../support/medianTime.ts'

const ROWS = 100_000
/** Milliseconds that a page of any list may take. */
const LIMIT = 150

const KINDS = '{ backOfficeKinds { name sort fields { name sortable } } }'
const PAGE = `query BackOfficeRecords($kind: String!, $search: String, $ordering: String, $offset: Int) {
  backOfficeRecords(kind: $kind, search: $search, ordering: $ordering, limit: 50, offset: $offset) {
    count records { id label revision actions values { field text flag several labels } }
  }
}`

/** A hundred thousand rows of each kind that grows with use, by SQL. */
async function grow(connection: pg.ClientConfig, rows: number): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  const each = 'from generate_series(1, $1::int) n'
  const organisation = '(select id from organisation order by id limit 1)'
  try {
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
      `insert into activity (kind, person_id, detail)
       select 'OFFICE_CHANGE', (select id from person limit 1), jsonb_build_object('record', 'Record ' || n) ${each}`,
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
    let slowest = { milliseconds: 0, what: '' }
    for (const { name, fields } of data.backOfficeKinds) {
      const orders = fields.flatMap((field) => (field.sortable ? [field.name, `-${field.name}`] : []))
      for (const [what, variables] of [
        ...orders.map((ordering) => [`${name} by ${ordering}`, { kind: name, ordering }] as const),
        [`${name} searched`, { kind: name, search: 'nothing of this' }] as const,
      ]) {
        const milliseconds = await medianTime(caller, asked(PAGE, variables), quick ? 3 : 5)
        if (milliseconds > slowest.milliseconds) slowest = { milliseconds, what }
      }
    }
    const shown = `${Math.round(slowest.milliseconds)} ms (${slowest.what})`
    const figure: Figure = {
      title: `slowest list of the back office, ${rows.toLocaleString('en-US')} rows`,
      ours: shown,
      floor: '',
      value: slowest.milliseconds,
      shown,
      target: { atMost: LIMIT },
      targetShown: `≤ ${LIMIT} ms`,
    }
    return [figure]
  },
}
