import { print } from 'graphql'
import { insertProjects, NOTHING_KNOWN } from '../server/modules/projects/index.ts'
import { HomePageDocument, PortfolioPageDocument } from '../web/features/funds/core/operations.generated.ts'
import { ViewerDocument } from '../web/graphql/operations.generated.ts'
import type { TestDatabase } from './database/index.ts'
import { factories, PASSWORD } from './factories.ts'

/** What the page asks when home or a portfolio is opened, with nothing known before. */
export interface ColdPages {
  readonly email: string
  readonly pages: Readonly<Record<string, { query: string; variables: Record<string, unknown> }>>
}

const STATUSES = ['DILIGENCE', 'ACQUIRED', 'MARKET'] as const

/** A person who administers an organisation of so many portfolios, and what their pages ask. */
export async function coldPages(database: TestDatabase, portfolios: number): Promise<ColdPages> {
  const make = factories(database)
  const name = `Fund of ${portfolios}`
  const orgSlug = `fund-of-${portfolios}`
  const organisationId = await make.organisation({ name, slug: orgSlug })
  const email = `cold${portfolios}@pages.example`
  const person = await make.person({ email, password: PASSWORD })
  const rooms: { id: string; slug: string }[] = []
  for (let at = 0; at < portfolios; at += 1) {
    rooms.push(
      await make.portfolio({
        organisationId,
        status: STATUSES[at % 3] ?? 'DILIGENCE',
        dealManagerId: person,
      }),
    )
  }
  const companies: string[] = []
  for (let at = 0; at < portfolios / 20; at += 1) {
    const portfolioIds = rooms.slice(at * 20, at * 20 + 20).map(({ id }) => id)
    companies.push((await make.holdingCompany({ organisationId, portfolioIds })).id)
  }
  await database.db.transaction().execute((tx) =>
    insertProjects(
      tx,
      Array.from({ length: portfolios * 10 }, (_, at) => ({
        ...NOTHING_KNOWN,
        organisationId,
        portfolioIds: [rooms[at % portfolios]?.id ?? ''],
        name: `Site ${at}`,
        capacity: (at * 31) % 9000,
      })),
    ),
  )
  // Each right by a group of its own, as people come to have them.
  for (const role of ['Organisation Admin', 'Deal Room Admin', 'Viewer']) {
    const portfolioIds = rooms.map(({ id }) => id)
    await make.member(
      await make.group({ organisationId, role, portfolioIds, holdingCompanyIds: companies }),
      person,
    )
  }
  const [room] = rooms.slice(1)
  const write = (text: string, ...values: unknown[]) => database.pool.query(text, values)
  await write(
    `insert into subpage (id, organisation_id, portfolio_id, slug, title, position, description)
     select gen_random_uuid(), $1, $2, 'page-' || n, 'Page ' || n, n, repeat('Words of a page. ', 200)
     from generate_series(1, 20) n`,
    organisationId,
    room?.id,
  )
  await write(
    `insert into net_yield (id, portfolio_id, year, p50, p90)
     select gen_random_uuid(), $1, 2010 + n, 1000, 900 from generate_series(1, 15) n`,
    room?.id,
  )
  for (const [kind, ids] of [
    ['portfolio', rooms.map(({ id }) => id)],
    ['holding_company', companies],
  ] as const) {
    await write(
      `insert into ${kind}_visit (person_id, ${kind}_id) select $1, unnest($2::uuid[])`,
      person,
      ids.slice(0, 5),
    )
  }
  await database.pool.query('vacuum analyze')
  return {
    email,
    pages: {
      viewer: { query: print(ViewerDocument), variables: {} },
      home: { query: print(HomePageDocument), variables: { orgSlug, withBanners: true } },
      portfolio: {
        query: print(PortfolioPageDocument),
        variables: { slug: room?.slug, page: null, withOverview: true },
      },
    },
  }
}
