import { beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories } from '../../../testing/factories.ts'
import { createHooks } from '../../platform/hooks.ts'
import { createOrganisations } from '../organisations/index.ts'
import { createFunds, type Funds } from './index.ts'

const database = testDatabase()
const make = factories(database)
let funds: Funds

beforeAll(() => {
  funds = createFunds(
    database.db,
    createOrganisations(database.db),
    createHooks(() => []),
  )
})

const names = async (work: Promise<{ name: string }[]>): Promise<string[]> =>
  (await work).map(({ name }) => name)

describe('portfolios', () => {
  test('ORG-03 API-006 SHELL-20 PORT-50 a portfolio is there only for those who hold a permission on it, members of its organisation included', async () => {
    const organisationId = await make.organisation({ name: 'Sole Fund' })
    const own = await make.portfolio({ organisationId, name: 'Own' })
    const notTheirs = await make.portfolio({ organisationId, name: 'Not theirs' })
    const foreign = await make.organisation()
    const elsewhere = await make.portfolio({ organisationId: foreign, name: 'Elsewhere' })
    const me = await make.actorWith({ organisationId, portfolioId: own.id }, ['DOCUMENTS_VIEW'])
    expect(await names(funds.portfolios(me, {}))).toEqual(['Own'])
    expect(await names(funds.portfolios(me, { organisationSlug: 'sole-fund' }))).toEqual(['Own'])
    expect(await names(funds.portfolios(me, { page: { limit: 1, offset: 1 } }))).toEqual([])
    expect(await funds.portfolioBySlug(me, elsewhere.slug)).toBeNull()
    expect(await funds.portfolioBySlug(me, notTheirs.slug)).toBeNull()
    expect(await funds.portfolioBySlug(me, 'unknown')).toBeNull()
    expect(await funds.portfolio(me, elsewhere.id)).toBeNull()
    await expect(funds.portfolios(me, { organisationSlug: 'meridian' })).rejects.toThrow(
      'Organisation not found.',
    )
    await expect(funds.recordVisit(me, elsewhere.id)).rejects.toThrow('Portfolio not found.')
    await expect(funds.recordVisit(me, 'no-id')).rejects.toThrow('Portfolio not found.')
  })

  test('DRM-25 drafts open for deal-room and organisation admins only, deleted ones for super users', async () => {
    const organisationId = await make.organisation()
    const draft = await make.portfolio({ organisationId, name: 'Draft', status: 'DRAFT' })
    const gone = await make.portfolio({ organisationId, name: 'Gone', status: 'DELETED' })
    const at = { organisationId, portfolioId: draft.id }
    const sees = async (actor: Parameters<Funds['portfolio']>[0]) =>
      [
        (await funds.portfolio(actor, draft.id)) !== null,
        (await funds.portfolio(actor, gone.id)) !== null,
      ].join()
    expect(await sees(await make.actorWith(at, 'Viewer'))).toBe('false,false')
    expect(await sees(await make.actorWith(at, 'Users Admin'))).toBe('false,false')
    expect(await sees(await make.actorWith(at, 'Deal Room Admin'))).toBe('true,false')
    const elsewhere = await make.portfolio({ organisationId })
    const orgAdmin = await make.actorWith({ organisationId, portfolioId: elsewhere.id }, 'Organisation Admin')
    expect(await sees(orgAdmin)).toBe('true,false')
    expect(await sees(await make.actor(await make.person({ isSuperUser: true })))).toBe('true,true')
    expect(await names(funds.portfolios(orgAdmin, {}))).not.toContain('Gone')
  })

  test('the search takes %, _ and \\ as they are, ignores case, and status filters', async () => {
    const organisationId = await make.organisation()
    for (const name of ['Sun 100% east', 'Sun 1000 west', 'under_score']) {
      await make.portfolio({ organisationId, name })
    }
    const admin = await make.actorWith(
      {
        organisationId,
        portfolioId: (await make.portfolio({ organisationId, name: 'Mine', status: 'SOLD' })).id,
      },
      'Organisation Admin',
    )
    expect(await names(funds.portfolios(admin, { search: '100%' }))).toEqual(['Sun 100% east'])
    const all = await names(funds.portfolios(admin, {}))
    expect(await names(funds.portfolios(admin, { page: { limit: 1, offset: 1 } }))).toEqual(all.slice(1, 2))
    expect(await names(funds.portfolios(admin, { search: 'SUN' }))).toEqual([
      'Sun 100% east',
      'Sun 1000 west',
    ])
    expect(await names(funds.portfolios(admin, { search: 'r_s' }))).toEqual(['under_score'])
    expect(await names(funds.portfolios(admin, { status: 'SOLD' }))).toEqual(['Mine'])
  })

  test('ORG-43 a slug is made from the name, unique, in lower case', async () => {
    const organisationId = await make.organisation()
    const slugs = []
    for (const name of ['Prairie Sun II', 'Prairie  Sun II!', 'Åsa & Söhne', '日本']) {
      slugs.push((await make.portfolio({ organisationId, name })).slug)
    }
    expect(slugs).toEqual(['prairie-sun-ii', 'prairie-sun-ii-2', 'asa-sohne', 'deal-room'])
    await expect(make.organisation({ name: 'Graphql' })).rejects.toThrow("can't be an organisation's address")
  })
})

describe('recently visited', () => {
  test('PORT-01 PORT-02 HOME-13 HOME-14 the 5 most recent, newest first, each once, and only what is still open', async () => {
    const organisationId = await make.organisation()
    const portfolios = []
    for (let index = 1; index <= 7; index += 1) {
      portfolios.push(await make.portfolio({ organisationId, name: `P${index}` }))
    }
    const personId = await make.person()
    const groupId = await make.group({
      organisationId,
      role: 'Viewer',
      portfolioIds: portfolios.map((portfolio) => portfolio.id),
    })
    await make.member(groupId, personId)
    const me = await make.actor(personId)
    for (const index of [0, 1, 2, 3, 4, 5, 2]) await funds.recordVisit(me, portfolios[index]?.id ?? '')
    expect(await names(funds.recentlyVisited(me, 6))).toEqual(['P3', 'P6', 'P5', 'P4', 'P2'])
    expect((await funds.primaryPortfolio(me))?.name).toBe('P3')
    await database.db
      .deleteFrom('user_group_portfolio')
      .where('portfolio_id', '=', portfolios[2]?.id ?? '')
      .execute()
    const later = await make.actor(personId)
    expect(await names(funds.recentlyVisited(later, 6))).toEqual(['P6', 'P5', 'P4', 'P2'])
    await expect(funds.recentlyVisited(later, 0)).rejects.toThrow('limit must be at least 1.')
  })

  test('SHELL-02 the primary portfolio is the first by name where none was visited', async () => {
    const organisationId = await make.organisation()
    const second = await make.portfolio({ organisationId, name: 'b 10' })
    const first = await make.portfolio({ organisationId, name: 'B 9' })
    const personId = await make.person()
    const groupId = await make.group({
      organisationId,
      role: 'Viewer',
      portfolioIds: [second.id, first.id],
    })
    await make.member(groupId, personId)
    expect((await funds.primaryPortfolio(await make.actor(personId)))?.name).toBe('B 9')
    expect(await funds.primaryPortfolio(await make.actor(await make.person()))).toBeNull()
  })
})

describe('organisations', () => {
  test('ORG-38 ORG-39 ORG-40 ORG-41 the label set and display style are data, seeded by the slug', async () => {
    const organisations = createOrganisations(database.db)
    await make.organisation({ name: 'Segue Infrastructure', slug: 'segue-infra' })
    await make.organisation({ name: 'Plain Fund' })
    const staff = await make.actor(await make.person({ isSuperUser: true }))
    const segue = await organisations.bySlug(staff, 'segue-infra')
    const plain = await organisations.bySlug(staff, 'plain-fund')
    expect(segue).toMatchObject({
      displayStyle: 'MW',
      statusLabels: {
        DRAFT: 'Draft',
        ACQUIRED: 'Closed',
        DILIGENCE: 'Active Marketing',
        SOLD: 'Sold',
        MARKET: 'Pre-Marketing',
        DELETED: 'Deleted',
      },
    })
    expect(plain).toMatchObject({
      displayStyle: 'KW',
      kind: 'INVESTOR',
      statusLabels: { ACQUIRED: 'Acquired', DILIGENCE: 'Diligence', MARKET: 'Market' },
    })
  })

  test('ORG-18 ORG-16 an organisation starts with its seven roles, and a group has exactly one', async () => {
    const organisationId = await make.organisation()
    const roles = await database.db
      .selectFrom('role')
      .select('name')
      .where('organisation_id', '=', organisationId)
      .orderBy('name')
      .execute()
    expect(roles.map((role) => role.name)).toEqual([
      'Bidder',
      'Contributor',
      'Deal Room Admin',
      'Organisation Admin',
      'Q&A Manager',
      'Users Admin',
      'Viewer',
    ])
    await expect(make.group({ organisationId, role: 'Nobody' })).rejects.toThrow('There is no role "Nobody"')
    await make.group({ organisationId, role: 'Viewer', name: 'Lenders' })
    await expect(make.group({ organisationId, role: 'Viewer', name: 'lenders' })).rejects.toThrow(
      'A group with this name already exists.',
    )
  })
})
