import type { Persona } from '../world.ts'
import {
  allowed,
  EVERYBODY,
  IN_COMPANY,
  lackingInOrganisation,
  list,
  MEMBERS,
  names,
  object,
  READERS,
  REPORT_READERS,
  type Row,
} from './row.ts'

/** Who administers the holding company. */
const COMPANY_ADMINS: readonly Persona[] = ['superUser', 'dealAdmin', 'guestAdminCompany']
/** Who reads reports of something in the organisation. */
const REPORT_READERS_SOMEWHERE = [...REPORT_READERS, 'guestAdminCompany', 'nextAdmin'] as const

/** The person, portfolios, holding companies, and where their trees are found. */
export const FUND_ROWS: readonly Row[] = [
  {
    field: 'Query.viewer',
    title: 'is oneself',
    query: '{ viewer { id email organizations { slug permissions } permissions { name portfolioIds } } }',
    variables: () => ({}),
    expected: allowed(EVERYBODY),
    holds: (data, persona) => object(data).email === `${persona.toLowerCase()}@matrix.example`,
  },
  {
    field: 'Query.portfolios',
    title: 'lists what may be opened, drafts for admins',
    query: '{ portfolios { name } }',
    variables: () => ({}),
    expected: allowed(EVERYBODY),
    holds: (data, persona) => {
      const seen = names(data)
      const member = MEMBERS.includes(persona)
      const draft = persona === 'superUser' || persona === 'orgAdmin'
      return seen.includes('Matrix One') === member && seen.includes('Matrix Draft') === draft
    },
  },
  {
    field: 'Query.portfolios',
    title: 'of an organisation that one is not in',
    query: '{ portfolios(orgSlug: "matrix-fund") { name } }',
    variables: () => ({}),
    expected: allowed([...MEMBERS, 'nextAdmin']),
    holds: (data, persona) => names(data).includes('Matrix One') === MEMBERS.includes(persona),
  },
  {
    field: 'Query.portfolio',
    title: 'by id',
    query: 'query($id: ID!) { portfolio(id: $id) { name } }',
    variables: ({ portfolio }) => ({ id: portfolio.id }),
    expected: allowed(MEMBERS),
    holds: (data) => object(data).name === 'Matrix One',
  },
  {
    field: 'Query.portfolioBySlug',
    title: 'with its trees, by their view rights',
    query:
      'query($slug: String!) { portfolioBySlug(slug: $slug) { name permissions documentsTree { id } reportsTree { id } } }',
    variables: ({ portfolio }) => ({ slug: portfolio.slug }),
    expected: allowed(MEMBERS),
    holds: (data, persona) => {
      const { documentsTree, reportsTree } = object(data)
      return (
        (documentsTree !== null) === READERS.includes(persona) &&
        (reportsTree !== null) === REPORT_READERS.includes(persona)
      )
    },
  },
  {
    field: 'Query.portfolioBySlug',
    title: 'of a draft',
    query: 'query($slug: String!) { portfolioBySlug(slug: $slug) { name } }',
    variables: ({ draft }) => ({ slug: draft.slug }),
    expected: allowed(['superUser', 'orgAdmin']),
    holds: (data) => object(data).name === 'Matrix Draft',
  },
  {
    field: 'Query.primaryPortfolio',
    title: 'is one that may be opened, or none',
    query: '{ primaryPortfolio { name } }',
    variables: () => ({}),
    expected: allowed(EVERYBODY),
    holds: (data, persona) => (data === null ? persona === 'outsider' : persona !== 'outsider'),
  },
  {
    field: 'Query.recentlyVisited',
    title: 'lists what may still be opened',
    query: '{ recentlyVisited { name } }',
    variables: () => ({}),
    expected: allowed(EVERYBODY),
    holds: (data, persona) => MEMBERS.includes(persona) || !names(data).includes('Matrix One'),
  },
  {
    field: 'Query.waitingForMe',
    title: 'NEW-04 is one’s own, and nothing of rooms that one does not see',
    query: '{ waitingForMe { kind title place path count at } }',
    variables: () => ({}),
    expected: allowed(EVERYBODY),
    holds: (data, persona) => MEMBERS.includes(persona) || !JSON.stringify(data).includes('matrix-one'),
  },
  {
    field: 'Query.acquiredProjectsStats',
    title: 'HOME-03 is zero where nothing may be opened',
    query: '{ acquiredProjectsStats { count totalCapacity } }',
    variables: () => ({}),
    expected: allowed(EVERYBODY),
    holds: (data, persona) => MEMBERS.includes(persona) || object(data).count === 0,
  },
  ...(['diligence', 'acquired', 'market'] as const).map((field) => ({
    field: `Query.${field}`,
    title: 'LAND-12 lists what the person may open',
    query: `{ ${field} { count stats { projectCount } entities { name } } }`,
    variables: () => ({}),
    expected: allowed(EVERYBODY),
    holds: (data: unknown, persona: Persona) =>
      MEMBERS.includes(persona) || !names(object(data).entities).includes('Matrix One'),
  })),
  {
    field: 'Query.openHoldingCompanies',
    title: 'LAND-03 lists what the person may open',
    query: '{ openHoldingCompanies { name } }',
    variables: () => ({}),
    expected: allowed(EVERYBODY),
    holds: (data, persona) => IN_COMPANY.includes(persona) === names(data).includes('Matrix Company'),
  },
  {
    field: 'Query.holdingCompanyBySlug',
    title: 'HOLD-22 ORG-26 with its trees, by their view rights',
    query:
      'query($slug: String!) { holdingCompanyBySlug(slug: $slug) { name permissions documentsTree { id } reportsTree { id } } }',
    variables: ({ company }) => ({ slug: company.slug }),
    expected: allowed(IN_COMPANY),
    holds: (data, persona) => {
      const { name, documentsTree, reportsTree } = object(data)
      const admin = COMPANY_ADMINS.includes(persona)
      return (
        name === 'Matrix Company' &&
        (documentsTree !== null) === (admin || persona === 'bidder') &&
        (reportsTree !== null) === (admin || persona === 'reports')
      )
    },
  },
  {
    field: 'Query.holdingCompanies',
    title: 'REP-06 ORG-54 lists those whose reports one may see',
    query: '{ holdingCompanies(orgSlug: "matrix-fund") { name } }',
    variables: () => ({}),
    expected: allowed(REPORT_READERS_SOMEWHERE, lackingInOrganisation(REPORT_READERS_SOMEWHERE)),
    holds: (data, persona) =>
      names(data).join() === ([...COMPANY_ADMINS, 'reports'].includes(persona) ? 'Matrix Company' : ''),
  },
  {
    field: 'Mutation.createRecentlyVisitedHoldingCompany',
    title: 'where the holding company may be opened',
    query: 'mutation($id: ID!) { createRecentlyVisitedHoldingCompany(id: $id) { success } }',
    variables: ({ company }) => ({ id: company.id }),
    expected: allowed(IN_COMPANY),
    holds: (data) => object(data).success === true,
  },
  {
    field: 'Query.oAndMTree',
    title: 'OAM-08 ORG-57 with the right on the organisation itself',
    query: '{ oAndMTree(orgSlug: "matrix-fund") { type canEdit } }',
    variables: () => ({}),
    expected: allowed(['superUser', 'orgAdmin'], lackingInOrganisation(['superUser', 'orgAdmin'])),
    holds: (data) => object(data).type === 'O_AND_M' && object(data).canEdit === true,
  },
  {
    field: 'Query.oAndMPartners',
    title: 'OAM-08 ORG-57 with the right on the organisation itself',
    query: '{ oAndMPartners(orgSlug: "matrix-fund") { name projectCount totalCapacity } }',
    variables: () => ({}),
    expected: allowed(['superUser', 'orgAdmin'], lackingInOrganisation(['superUser', 'orgAdmin'])),
    holds: (data) => list(data).length === 0,
  },
]
