import { beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories } from '../../../testing/factories.ts'
import type { Actor } from '../../access/actor.ts'
import { createHooks } from '../../platform/hooks.ts'
import { createOrganisations } from '../organisations/index.ts'
import { createFunds, type Funds } from './index.ts'

const database = testDatabase()
const make = factories(database)
const ALL = { limit: 200, offset: 0 }
let funds: Funds

beforeAll(() => {
  funds = createFunds(
    database.db,
    createOrganisations(database.db),
    createHooks(() => []),
  )
})

/** A person whose group has the role on these companies, or on the whole organisation. */
async function holder(
  organisationId: string,
  role: Parameters<typeof make.group>[0]['role'],
  at: { holdingCompanyIds?: string[]; organisationWide?: boolean },
): Promise<Actor> {
  const personId = await make.person()
  await make.member(await make.group({ organisationId, role, ...at }), personId)
  return make.actor(personId)
}

const names = (companies: readonly { name: string }[]): string[] => companies.map(({ name }) => name)

describe('holding companies', () => {
  test('HOLD-22 SHELL-20 ORG-26 API-083 one opens for whoever holds any permission on it', async () => {
    const organisationId = await make.organisation()
    const { id, slug } = await make.holdingCompany({ organisationId })
    const sees = async (actor: Actor) => (await funds.companyBySlug(actor, slug)) !== null
    const seen = await Promise.all(
      [
        holder(organisationId, ['OVERVIEW_VIEW'], { holdingCompanyIds: [id] }),
        holder(organisationId, ['OVERVIEW_VIEW'], { organisationWide: true }),
        // Administering people or the organisation is no sight of a company, given on it or not.
        holder(organisationId, ['USERS_ADMIN'], {}),
        holder(organisationId, ['USERS_ADMIN', 'ORG_ADMIN'], { holdingCompanyIds: [id] }),
        holder(organisationId, ['ORG_ADMIN'], {}),
        holder(organisationId, ['OVERVIEW_VIEW'], {}),
        holder(await make.organisation(), ['OVERVIEW_VIEW'], { organisationWide: true }),
        make.person({ isSuperUser: true }).then(make.actor),
        make.person().then(make.actor),
      ].map(async (actor) => sees(await actor)),
    )
    expect(seen).toEqual([true, true, false, false, false, false, false, true, false])
    expect(
      await funds.companyBySlug(await make.actor(await make.person({ isSuperUser: true })), 'no'),
    ).toBeNull()
  })

  test('DRM-25 drafts open with DEALROOM_ADMIN, deleted ones for super users', async () => {
    const organisationId = await make.organisation()
    const draft = await make.holdingCompany({ organisationId, status: 'DRAFT' })
    const gone = await make.holdingCompany({ organisationId, status: 'DELETED' })
    const at = { holdingCompanyIds: [draft.id, gone.id] }
    const sees = async (actor: Actor) =>
      [draft, gone].map(async ({ slug }) => (await funds.companyBySlug(actor, slug)) !== null)
    const all = async (actor: Actor) => Promise.all(await sees(actor))
    expect(await all(await holder(organisationId, ['REPORTS_VIEW'], at))).toEqual([false, false])
    expect(await all(await holder(organisationId, ['DEALROOM_ADMIN'], at))).toEqual([true, false])
    expect(await all(await make.actor(await make.person({ isSuperUser: true })))).toEqual([true, true])
  })

  test('REP-01 REP-06 REP-09 ORG-54 API-111 the reporting lists those with reports that one may see, by name', async () => {
    const organisationId = await make.organisation({ name: 'Reporting Fund' })
    const company = (name: string, more = {}) => make.holdingCompany({ organisationId, name, ...more })
    const second = await company('HoldCo 10')
    const first = await company('HoldCo 9')
    const off = await company('HoldCo without', { enableReports: false })
    await company('HoldCo of others')
    const mine = { holdingCompanyIds: [second.id, first.id, off.id] }
    const reporting = (actor: Actor) => funds.companiesReporting(actor, 'reporting-fund', ALL)
    const reader = await holder(organisationId, ['REPORTS_VIEW'], mine)
    expect(names(await reporting(reader))).toEqual(['HoldCo 9', 'HoldCo 10'])
    expect(names(await funds.companiesReporting(reader, 'reporting-fund', { limit: 1, offset: 1 }))).toEqual([
      'HoldCo 10',
    ])
    const other = await holder(organisationId, ['OVERVIEW_VIEW', 'DOCUMENTS_VIEW'], mine)
    await expect(reporting(other)).rejects.toThrow('Not authorized.')
    const outsider = await holder(await make.organisation(), ['REPORTS_VIEW'], { organisationWide: true })
    await expect(reporting(outsider)).rejects.toThrow('Organisation not found.')
  })

  test('HOLD-01 HOME-12 HOME-13 a visit puts a company first, among portfolios; 5 of a kind are kept', async () => {
    const organisationId = await make.organisation()
    const companies = []
    for (let index = 1; index <= 6; index += 1) {
      companies.push(await make.holdingCompany({ organisationId, name: `H${index}` }))
    }
    const portfolio = await make.portfolio({ organisationId, name: 'P1' })
    const me = await holder(organisationId, ['OVERVIEW_VIEW'], { organisationWide: true })
    for (const { id } of companies.slice(0, 5)) await funds.recordCompanyVisit(me, id)
    await funds.recordVisit(me, portfolio.id)
    for (const index of [5, 1]) await funds.recordCompanyVisit(me, companies[index]?.id ?? '')
    expect(names(await funds.recentlyVisited(me, 10))).toEqual(['H2', 'H6', 'P1', 'H5', 'H4', 'H3'])
    expect(names(await funds.recentlyVisited(me, 2))).toEqual(['H2', 'H6'])
    const other = await holder(await make.organisation(), ['OVERVIEW_VIEW'], { organisationWide: true })
    const [company] = companies
    await expect(funds.recordCompanyVisit(other, company?.id ?? '')).rejects.toThrow(
      'Holding company not found.',
    )
    await expect(funds.recordCompanyVisit(me, 'no-id')).rejects.toThrow('Holding company not found.')
  })
})
