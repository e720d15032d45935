import { sql, type Updateable } from 'kysely'
import {
  BUILD_STAGES,
  DEAL_STATUSES,
  STAGE_LABELS,
  USUAL_STATUS_LABELS,
} from '../../../shared/enumerations.ts'
import { MAX_SLUG } from '../../../shared/slugs.ts'
import type { Actor } from '../../access/actor.ts'
import { badInput, conflict, requireFields } from '../../access/errors.ts'
import {
  type AdminResource,
  choiceIn,
  flagIn,
  numberIn,
  type OfficeField,
  type OfficeValues,
  ORGANISATION_FIELD,
  onlyChanged,
  optionsOf,
  requiredIn,
  severalIn,
  tableResource,
  textIn,
} from '../../admin/index.ts'
import type { Connection, Tx } from '../../platform/database/database.ts'
import type { DB } from '../../platform/database/tables.generated.ts'
import type { Hooks } from '../../platform/hooks.ts'
import { type Files, pictureOf } from '../files/index.ts'
import { COVER, COVER_OF_COMPANY, COVER_OF_PORTFOLIO } from './covers.ts'
import { entitiesOfOrganisation } from './groupPortfolios.ts'
import type { RoomRecord } from './roomStore.ts'
import { saveRoom } from './savingRooms.ts'
import { createHoldingCompany, createPortfolio } from './service.ts'

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/
const ELSEWHERE = 'Please choose what belongs to the same organisation.'

/** @throws BAD_USER_INPUT for a malformed address, CONFLICT for one that is taken */
async function requireFreeSlug(
  db: Connection,
  table: 'portfolio' | 'holding_company',
  { slug, exceptId }: { slug: string; exceptId: string },
): Promise<void> {
  requireFields({
    slug: SLUG.test(slug) ? null : 'Please use lower-case letters, digits and single hyphens.',
  })
  const { rows } = await sql`
    select from ${sql.table(table)} where slug = ${slug} and id <> ${exceptId}`.execute(db)
  const taken = `Another ${table === 'portfolio' ? 'portfolio' : 'holding company'} has this address.`
  if (rows.length > 0) throw conflict(taken, { slug: taken })
}

const NAME: OfficeField = {
  name: 'name',
  label: 'Name',
  type: 'TEXT',
  required: true,
  listed: true,
  sortable: true,
  max: 1000,
}
const SLUG_FIELD: OfficeField = {
  name: 'slug',
  label: 'Address',
  type: 'TEXT',
  max: MAX_SLUG,
  help: 'Made from the name where it is empty. Links that people have kept end when it changes.',
}
const STATUS: OfficeField = {
  name: 'status',
  label: 'Status',
  type: 'CHOICE',
  required: true,
  initial: 'DRAFT',
  options: optionsOf(USUAL_STATUS_LABELS),
  listed: true,
  filter: true,
  help: 'Deleted closes it to everybody but super users; any other status opens it again.',
}
const MANAGER: OfficeField = {
  name: 'dealManagerId',
  label: 'Deal manager',
  type: 'REFERENCE',
  of: 'user',
  listed: true,
}
const COVER_FIELD: OfficeField = { name: 'cover', label: 'Cover', type: 'PICTURE', readOnly: true }
const CREATED: OfficeField = {
  name: 'createdAt',
  label: 'Created',
  type: 'MOMENT',
  readOnly: true,
  sortable: true,
  listed: true,
}

const PAGES_NAME: OfficeField = {
  name: 'subpagePermissions',
  label: 'Restricted overview pages are open to',
  type: 'CHOICE',
  initial: 'GROUP',
  options: [
    { value: 'GROUP', label: 'Groups' },
    { value: 'ROLE', label: 'Roles' },
  ],
}

const flag = (name: string, label: string): OfficeField => ({ name, label, type: 'FLAG', initial: 'true' })
const figure = (name: string, label: string): OfficeField => ({ name, label, type: 'NUMBER' })

/** The size in kW, which may not be less than nothing. */
const SIZE: OfficeField = { name: 'systemSize', label: 'System size (kW)', type: 'NUMBER', least: 0 }

async function setPortfolio(
  tx: Tx,
  hooks: Hooks,
  id: string,
  { values, before }: { values: OfficeValues; before: OfficeValues | null },
): Promise<void> {
  const slug = textIn(values, 'slug')
  if (slug !== null) await requireFreeSlug(tx, 'portfolio', { slug, exceptId: id })
  const organisationId = requiredIn(values, 'organisationId')
  await saveRoom(
    tx,
    hooks,
    {
      id,
      organisationId,
      status: (before && choiceIn(before, 'status', DEAL_STATUSES)) ?? 'DRAFT',
      dealManagerId: before && textIn(before, 'dealManagerId'),
    },
    onlyChanged<RoomRecord>(values, before, {
      name: { name: requiredIn(values, 'name') },
      slug: slug === null ? {} : { slug },
      status: { status: choiceIn(values, 'status', DEAL_STATUSES) ?? 'DRAFT' },
      buildStatus: { buildStatus: choiceIn(values, 'buildStatus', BUILD_STAGES) },
      systemSize: { systemSize: numberIn(values, 'systemSize') },
      dealManagerId: { dealManagerId: textIn(values, 'dealManagerId') },
      enableProjects: { enableProjects: flagIn(values, 'enableProjects') },
      enableQAndA: { enableQAndA: flagIn(values, 'enableQAndA') },
      enableReports: { enableReports: flagIn(values, 'enableReports') },
      headerEnabled: { headerEnabled: flagIn(values, 'headerEnabled') },
      subpagePermissions: {
        subpagePermissions: choiceIn(values, 'subpagePermissions', ['ROLE', 'GROUP']) ?? 'GROUP',
      },
    }),
  )
}

const portfolioKind = (hooks: Hooks, files: Files): AdminResource => ({
  pictures: { cover: pictureOf(files, COVER, COVER_OF_PORTFOLIO) },
  ...tableResource({
    name: 'portfolio',
    path: 'portfolios/portfolio',
    section: 'Funds',
    one: 'portfolio',
    many: 'Portfolios',
    table: 'portfolio',
    hasRevision: true,
    names: 'name',
    searched: ['name', 'slug'],
    sort: 'name',
    toldBy: ['organisationId'],
    columns: { enableQAndA: 'enable_q_and_a', cover: 'cover_id' },
    fields: [
      NAME,
      SLUG_FIELD,
      ORGANISATION_FIELD,
      STATUS,
      {
        name: 'buildStatus',
        label: 'Build status',
        type: 'CHOICE',
        options: optionsOf(STAGE_LABELS),
        filter: true,
      },
      { ...SIZE, help: 'That of its projects where it is empty.' },
      MANAGER,
      flag('enableProjects', 'Projects tab'),
      flag('enableQAndA', 'Q&A tab'),
      flag('enableReports', 'Reports tab'),
      flag('headerEnabled', 'Header'),
      PAGES_NAME,
      COVER_FIELD,
      CREATED,
    ],
  }),
  create: async (tx, _actor, values) => {
    const { id } = await createPortfolio(tx, {
      organisationId: requiredIn(values, 'organisationId'),
      name: requiredIn(values, 'name'),
    })
    await setPortfolio(tx, hooks, id, { values, before: null })
    return id
  },
  change: (tx, _actor, id, values, before) => setPortfolio(tx, hooks, id, { values, before }),
})

const YEAR_TO_DATE = [
  ['actualRevenueYtd', 'Revenue, actual ($)'],
  ['forecastRevenueYtd', 'Revenue, forecast ($)'],
  ['actualExpensesYtd', 'Expenses, actual ($)'],
  ['forecastExpensesYtd', 'Expenses, forecast ($)'],
  ['actualProductionYtd', 'Production, actual (kWh)'],
  ['forecastProductionYtd', 'Production, forecast (kWh)'],
] as const

type HoldingCompanyColumns = Omit<Updateable<DB['holding_company']>, 'id' | 'organisation_id'>

async function setHoldingCompany(
  tx: Tx,
  id: string,
  values: OfficeValues,
  before: OfficeValues | null,
): Promise<void> {
  const slug = textIn(values, 'slug')
  if (slug !== null) await requireFreeSlug(tx, 'holding_company', { slug, exceptId: id })
  const organisationId = requiredIn(values, 'organisationId')
  const wanted = severalIn(values, 'portfolioIds')
  const own = await entitiesOfOrganisation(tx, organisationId, {
    portfolioIds: wanted,
    holdingCompanyIds: [],
  })
  if (own.portfolioIds.length < wanted.length) throw badInput(ELSEWHERE, { portfolioIds: ELSEWHERE })
  const set = onlyChanged<HoldingCompanyColumns>(values, before, {
    name: { name: requiredIn(values, 'name') },
    slug: slug === null ? {} : { slug },
    status: { status: choiceIn(values, 'status', DEAL_STATUSES) ?? 'DRAFT' },
    systemSize: { system_size: numberIn(values, 'systemSize') ?? 0 },
    dealManagerId: { deal_manager_id: textIn(values, 'dealManagerId') },
    enableReports: { enable_reports: flagIn(values, 'enableReports') },
    enablePortfolios: { enable_portfolios: flagIn(values, 'enablePortfolios') },
    enableQAndA: { enable_q_and_a: flagIn(values, 'enableQAndA') },
    subpagePermissions: {
      subpage_permissions: choiceIn(values, 'subpagePermissions', ['ROLE', 'GROUP']) ?? 'GROUP',
    },
    totalSize: { total_size: numberIn(values, 'totalSize') },
    offeringType: { offering_type: textIn(values, 'offeringType') },
    productionYear: { production_year: numberIn(values, 'productionYear') },
    enableDashboardData: { enable_dashboard_data: flagIn(values, 'enableDashboardData') },
    couponSeniorDebt: { coupon_senior_debt: numberIn(values, 'couponSeniorDebt') },
    actualRevenueYtd: { actual_revenue_ytd: numberIn(values, 'actualRevenueYtd') },
    forecastRevenueYtd: { forecast_revenue_ytd: numberIn(values, 'forecastRevenueYtd') },
    actualExpensesYtd: { actual_expenses_ytd: numberIn(values, 'actualExpensesYtd') },
    forecastExpensesYtd: { forecast_expenses_ytd: numberIn(values, 'forecastExpensesYtd') },
    actualProductionYtd: { actual_production_ytd: numberIn(values, 'actualProductionYtd') },
    forecastProductionYtd: { forecast_production_ytd: numberIn(values, 'forecastProductionYtd') },
  })
  if (Object.keys(set).length > 0) {
    await tx.updateTable('holding_company').set(set).where('id', '=', id).execute()
  }
  await sql`
    delete from holding_company_portfolio
    where holding_company_id = ${id} and portfolio_id <> all(${wanted}::uuid[])`.execute(tx)
  await sql`
    insert into holding_company_portfolio (holding_company_id, portfolio_id)
    select ${id}, unnest(${wanted}::uuid[]) on conflict do nothing`.execute(tx)
}

const holdingCompanyKind = (files: Files): AdminResource => ({
  pictures: { cover: pictureOf(files, COVER, COVER_OF_COMPANY) },
  ...tableResource({
    name: 'holdingcompany',
    path: 'portfolios/holdingcompany',
    section: 'Funds',
    one: 'holding company',
    many: 'Holding companies',
    table: 'holding_company',
    names: 'name',
    searched: ['name', 'slug'],
    sort: 'name',
    toldBy: ['organisationId'],
    columns: {
      enableQAndA: 'enable_q_and_a',
      cover: 'cover_id',
      portfolioIds: sql`array(
        select linked.portfolio_id from holding_company_portfolio linked
        where linked.holding_company_id = row.id order by linked.portfolio_id)`,
    },
    fields: [
      NAME,
      SLUG_FIELD,
      ORGANISATION_FIELD,
      STATUS,
      { ...SIZE, help: 'kW DC of all that it holds.' },
      MANAGER,
      {
        name: 'portfolioIds',
        label: 'Portfolios',
        type: 'REFERENCES',
        of: 'portfolio',
        within: 'organisationId',
      },
      flag('enablePortfolios', 'Portfolios tab'),
      flag('enableReports', 'Reports tab'),
      flag('enableQAndA', 'Q&A tab'),
      PAGES_NAME,
      flag('enableDashboardData', 'Dashboard data'),
      { ...figure('totalSize', 'Total size (kW)'), least: 0 },
      { name: 'offeringType', label: 'Offering type', type: 'TEXT' },
      { ...figure('productionYear', 'Production year'), whole: true, least: 1990, most: 2100 },
      figure('couponSeniorDebt', 'Coupon of the senior debt (%)'),
      ...YEAR_TO_DATE.map(([name, label]) => figure(name, label)),
      COVER_FIELD,
      CREATED,
    ],
  }),
  create: async (tx: Tx, _actor: Actor, values: OfficeValues) => {
    const { id } = await createHoldingCompany(tx, {
      organisationId: requiredIn(values, 'organisationId'),
      name: requiredIn(values, 'name'),
      status: 'DRAFT',
      portfolioIds: [],
    })
    await setHoldingCompany(tx, id, values, null)
    return id
  },
  change: (tx, _actor, id, values, before) => setHoldingCompany(tx, id, values, before),
})

/** Portfolios and holding companies, as staff keep them (BO-16 to BO-20). */
export const fundKinds = (hooks: Hooks, files: Files): AdminResource[] => [
  portfolioKind(hooks, files),
  holdingCompanyKind(files),
]
