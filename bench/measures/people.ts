import pg from 'pg'
import { headersOf } from '../support/folderList.ts'
import { Caller } from '../support/load.ts'
import type { Figure, Measure } from '../support/measure.ts'
import { medianTime } from '../support/medianTime.ts'

const PEOPLE = 20_000
const GROUPS = 2000
const ORG = 'bench-people'
/** Milliseconds that a page may take. */
const LIMIT = 100

/** The list of people as the web asks for it. */
const PAGE = `query Invitations($orgSlug: String!, $ordering: String!, $search: String, $accepted: Boolean, $offset: Int!) {
  invitationPages(orgSlug: $orgSlug, ordering: $ordering, search: $search, accepted: $accepted, offset: $offset, limit: 25) {
    count
    invitations {
      token firstName lastName email title accepted acceptedAt sentAt revision groupId deactivated invitationLink
      groups { id name } existingUser { id firstName lastName fullName email title companyName }
    }
  }
}`
const GROUP_PAGE = `query OrgGroups($orgSlug: String!, $ordering: String!, $search: String, $offset: Int!) {
  groupPages(orgSlug: $orgSlug, ordering: $ordering, search: $search, offset: $offset, limit: 25) {
    count groups { id name memberCount role { id name } }
  }
}`

/** Members with companies, a fifth of as many invitations that wait, and groups of ten, in one organisation. */
async function grow(connection: pg.ClientConfig, email: string): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  const write = (text: string, ...values: unknown[]) => client.query(text, values)
  try {
    await write(
      `with o as (
         insert into organisation (id, name, slug, status_labels)
         select gen_random_uuid(), 'People', $1, status_labels from organisation limit 1 returning id),
       roles as (
         insert into role (id, organisation_id, name) select gen_random_uuid(), o.id, r.name
         from o, (values ('Admin'), ('Viewer')) r (name) returning id, organisation_id, name),
       granted as (
         insert into role_permission (role_id, codename)
         select id, case name when 'Admin' then 'org:admin' else 'documents:view' end from roles)
       insert into user_group (id, organisation_id, name, role_id)
       select gen_random_uuid(), organisation_id, case name when 'Admin' then 'Admins' else 'Group ' || n end, id
       from roles, generate_series(1, case name when 'Admin' then 1 else $2::int end) n`,
      ORG,
      GROUPS,
    )
    await write(
      `insert into company (id, name) select gen_random_uuid(), 'Bench company ' || n from generate_series(1, 1000) n`,
    )
    await write(
      `with companies as (select id, row_number() over () as n from company where name like 'Bench company%')
       insert into person (id, email, first_name, last_name, title, company_id, last_login_at)
       select gen_random_uuid(), 'person' || k || '@bench-people.example', 'First ' || k % 977, 'Last ' || k % 4999,
         'Director', c.id, now() - interval '1 minute' * k
       from generate_series(1, $1::int) k join companies c on c.n = k % 1000 + 1`,
      PEOPLE,
    )
    await write(
      `with groups as (
         select g.id, row_number() over (order by g.id) as n from user_group g
           join organisation o on o.id = g.organisation_id where o.slug = $1 and g.name like 'Group%'),
       people as (
         select id, row_number() over (order by id) as n from person where email like '%@bench-people.example')
       insert into membership (group_id, person_id)
       select g.id, p.id from people p join groups g on g.n = p.n % $2::int + 1`,
      ORG,
      GROUPS,
    )
    await write(
      `insert into invitation (id, organisation_id, email, first_name, last_name, group_id)
       select gen_random_uuid(), o.id, 'waiting' || n || '@bench-people.example', 'First ' || n % 977,
         'Last ' || n % 4999, (select id from user_group g where g.organisation_id = o.id limit 1)
       from organisation o, generate_series(1, $2::int) n where o.slug = $1`,
      ORG,
      PEOPLE / 5,
    )
    await write(
      `insert into membership (group_id, person_id)
       select g.id, p.id from user_group g join organisation o on o.id = g.organisation_id, person p
       where o.slug = $1 and g.name = 'Admins' and p.email = $2`,
      ORG,
      email,
    )
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

/** Lists of an organisation of 20,000 people in 2,000 groups: each order, pages far back, filters and searches. */
export const people: Measure = {
  name: 'people',
  run: async (stage, { quick }) => {
    const { world, product, connection, signIn } = await stage()
    await grow(connection, world.admin)
    const headers = headersOf(await signIn(world.admin))
    const caller = new Caller(product.origin, 1)
    const slowest = async (
      query: string,
      asked: readonly object[],
    ): Promise<{ worst: number; of: object }> => {
      let found = { worst: 0, of: {} as object }
      for (const variables of asked) {
        const body = JSON.stringify({ query, variables: { orgSlug: ORG, ...variables } })
        const worst = await medianTime(
          caller,
          { method: 'POST', path: '/graphql', headers, body },
          quick ? 3 : 9,
        )
        if (worst > found.worst) found = { worst, of: variables }
      }
      return found
    }
    const both = (names: readonly string[], offsets: readonly number[]) =>
      names.flatMap((name) =>
        [name, `-${name}`].flatMap((ordering) => offsets.map((offset) => ({ ordering, offset }))),
      )
    const searches = ['last 42', 'person199', 'bench company 7', 'zzq'].map((search) => ({
      ordering: 'name',
      offset: 0,
      search,
    }))
    const figure = (title: string, { worst, of }: { worst: number; of: object }): Figure => ({
      title,
      ours: `${worst.toFixed(0)} ms the slowest: ${JSON.stringify(of)}`,
      floor: '',
      value: worst,
      shown: `${worst.toFixed(0)} ms`,
      target: { atMost: LIMIT },
      targetShown: `≤ ${LIMIT} ms`,
    })
    try {
      const orders = ['name', 'email', 'accepted', 'existing_user__company__name']
      const sorted = both(orders, [0, 12_000, 23_975])
      const filtered = [true, false].flatMap((accepted) =>
        both(orders, [0]).map((each) => ({ ...each, accepted })),
      )
      return [
        figure('a page of 24,000 people, each order and place', await slowest(PAGE, sorted)),
        figure('the same, accepted or waiting', await slowest(PAGE, filtered)),
        figure('the same, searched', await slowest(PAGE, searches)),
        figure(
          'a page of 2,000 groups',
          await slowest(GROUP_PAGE, [
            ...both(['name', 'role__name', 'member_count'], [0, 1975]),
            { ordering: 'name', offset: 0, search: 'group 19' },
          ]),
        ),
      ]
    } finally {
      caller.close()
    }
  },
}
