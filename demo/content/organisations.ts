import type { Permission } from '../../shared/permissions.ts'
import type { DemoGroup, DemoLabel, DemoOrganisation } from '../plan.ts'
import { PEOPLE, type PersonKey } from './people.ts'

export const SEGUE = 'segue-infra'
export const MERIDIAN = 'meridian'

const REPORT_READER: readonly Permission[] = ['DEALROOM_VIEW', 'REPORTS_VIEW']
const ASSET_MANAGER: readonly Permission[] = [
  'DEALROOM_VIEW',
  'OVERVIEW_VIEW',
  'DOCUMENTS_VIEW',
  'PROJECTS_VIEW',
  'REPORTS_VIEW',
  'REPORTS_EDIT',
  'O_AND_M_VIEW',
  'O_AND_M_ADMIN',
]

const ASSET_ANALYST: readonly Permission[] = ['REPORTS_VIEW', 'O_AND_M_VIEW']
const label = (text: string, colour: string): DemoLabel => ({
  label: text,
  colour,
  by: PEOPLE.orgAdmin.email,
})
const LABELS: readonly DemoLabel[] = [
  label('Executed', '#1f8a4c'),
  label('Draft', '#e0a100'),
  label('Confidential', '#c0392b'),
  label('Redacted', '#6b4fb3'),
  label('Superseded', '#66757f'),
]

/** Label set and display style come with the slug (ORG-39, ORG-41). */
export const ORGANISATIONS: readonly DemoOrganisation[] = [
  {
    slug: SEGUE,
    name: 'Segue Infrastructure',
    documentLabels: true,
    copilot: true,
    labels: LABELS,
    roles: [
      { name: 'Report Reader', permissions: REPORT_READER },
      { name: 'Asset Manager', permissions: ASSET_MANAGER },
      { name: 'Asset Analyst', permissions: ASSET_ANALYST },
    ],
  },
  {
    slug: MERIDIAN,
    name: 'Meridian Solar Fund',
    documentLabels: false,
    copilot: false,
    labels: [],
    roles: [{ name: 'Asset Manager', permissions: ASSET_MANAGER }],
  },
]

interface Reach {
  readonly portfolios?: readonly string[]
  readonly holdingCompanies?: readonly string[]
  readonly organisationWide?: boolean
}

const group = (
  organisation: string,
  name: string,
  role: string,
  members: readonly PersonKey[],
  reach: Reach = {},
): DemoGroup => ({
  organisation,
  name,
  role,
  organisationWide: reach.organisationWide ?? false,
  portfolios: reach.portfolios ?? [],
  holdingCompanies: reach.holdingCompanies ?? [],
  members: members.map((key) => PEOPLE[key].email),
})

/** Names of the groups that folders are restricted to. */
export const GROUP = {
  dealTeam: 'Deal team',
  lenders: 'Lenders',
  taxEquity: 'Tax equity',
  engineers: 'Independent engineers',
  northwind: 'Bidder: Northwind',
  calder: 'Bidder: Calder',
  reportReaders: 'Report readers',
  advisers: 'Advisers',
  blueHeron: 'Bidder: Blue Heron',
  assetManagement: 'Asset management',
} as const

/** A draft room is in no group: it opens for organisation admins alone (DRM-25, GRP-06). */
export const GROUPS: readonly DemoGroup[] = [
  // On holding companies ORG_ADMIN alone gives nothing (ORG-26), so the groups list them.
  group(SEGUE, 'Organisation admins', 'Organisation Admin', ['orgAdmin', 'super'], {
    holdingCompanies: ['great-plains-holdco-i', 'great-plains-holdco-ii'],
  }),
  group(SEGUE, 'Users admins', 'Users Admin', ['usersAdmin'], {
    portfolios: ['republican-valley-portfolio', 'prairie-sun-ii'],
  }),
  group(SEGUE, 'Deal room admins', 'Deal Room Admin', ['dealAdmin'], {
    portfolios: ['republican-valley-portfolio'],
  }),
  group(SEGUE, GROUP.dealTeam, 'Contributor', ['contributor', 'counsel'], {
    portfolios: [
      'republican-valley-portfolio',
      'prairie-sun-ii',
      'arkansas-river-solar',
      'piedmont-community-solar',
      'sandhills-legacy-portfolio',
    ],
    holdingCompanies: ['great-plains-holdco-i', 'great-plains-holdco-ii'],
  }),
  group(SEGUE, 'Q&A managers', 'Q&A Manager', ['qAndA'], {
    portfolios: ['republican-valley-portfolio', 'piedmont-community-solar'],
  }),
  group(SEGUE, GROUP.lenders, 'Viewer', ['viewer', 'lender', 'invitedLender'], {
    portfolios: ['republican-valley-portfolio', 'prairie-sun-ii'],
    holdingCompanies: ['great-plains-holdco-i'],
  }),
  group(SEGUE, GROUP.taxEquity, 'Viewer', ['taxEquity', 'newcomer'], {
    portfolios: ['republican-valley-portfolio', 'prairie-sun-ii', 'arkansas-river-solar'],
  }),
  group(SEGUE, GROUP.engineers, 'Viewer', ['member2', 'invitedEngineer'], {
    portfolios: ['republican-valley-portfolio', 'arkansas-river-solar'],
  }),
  group(SEGUE, GROUP.northwind, 'Bidder', ['bidder', 'northwindAnalyst'], {
    portfolios: ['republican-valley-portfolio', 'piedmont-community-solar'],
  }),
  group(SEGUE, GROUP.calder, 'Bidder', ['rival', 'invitedRival'], {
    portfolios: ['republican-valley-portfolio', 'piedmont-community-solar'],
  }),
  group(SEGUE, GROUP.reportReaders, 'Report Reader', ['reports'], {
    portfolios: ['prairie-sun-ii', 'arkansas-river-solar'],
    holdingCompanies: ['great-plains-holdco-i', 'great-plains-holdco-ii'],
  }),
  group(SEGUE, GROUP.assetManagement, 'Asset Manager', ['assetManager'], { organisationWide: true }),
  group(SEGUE, 'Asset analysts', 'Asset Analyst', ['analyst'], { organisationWide: true }),
  group(MERIDIAN, 'Organisation admins', 'Organisation Admin', ['meridianAdmin', 'super'], {
    holdingCompanies: ['tidewater-holdco'],
  }),
  group(MERIDIAN, GROUP.dealTeam, 'Contributor', ['meridianDeals'], {
    portfolios: [
      'mojave-storage-pair',
      'chesapeake-solar',
      'hudson-rooftops',
      'gulf-coast-storage',
      'cascade-community-solar',
      'front-range-municipal',
      'keystone-brownfields',
    ],
    holdingCompanies: ['tidewater-holdco'],
  }),
  group(MERIDIAN, GROUP.advisers, 'Viewer', ['member2'], {
    portfolios: ['mojave-storage-pair', 'chesapeake-solar'],
  }),
  group(MERIDIAN, GROUP.blueHeron, 'Bidder', ['storageBidder', 'invitedDeveloper'], {
    portfolios: ['mojave-storage-pair', 'gulf-coast-storage'],
  }),
  group(MERIDIAN, GROUP.assetManagement, 'Asset Manager', ['meridianAssets'], { organisationWide: true }),
]
