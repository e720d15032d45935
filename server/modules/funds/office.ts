import { sql } from 'kysely'
import {
  BUILD_STAGES,
  DEAL_STATUSES,
  STAGE_LABELS,
  USUAL_STATUS_LABELS,
} from '../../../shared/enumerations.ts'
import type { Actor } from '../../access/actor.ts'
import { badInput, conflict, requireFields } from '../../access/errors.ts'
import {
  choiceIn,
  flagIn,
  numberIn,
  type OfficeField,
  type OfficeKind,
  type OfficeValues,
  ORGANISATION_FIELD,
  optionsOf,
  requiredIn,
  severalIn,
  tableKind,
  textIn,
} from '../../access/office/index.ts'
import type { Connection, Tx } from '../../platform/database/database.ts'
import type { Hooks } from '../../platform/hooks.ts'
import { type Files, pictureOf } from '../files/index.ts'
import { COVER, COVER_OF_COMPANY, COVER_OF_PORTFOLIO } from './covers.ts'
import { entitiesOfOrganisation } from './groupPortfolios.ts'
import { roomClosed } from './hooks.ts'
import { createHoldingCompany, createPortfolio } from './service.ts'

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/
const MAX_SLUG = 80
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
  label: 'Restricted overview pages name',
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

async function closeIfDeleted(
  tx: Tx,
  hooks: Hooks,
  place: { organisationId: string; portfolioId: string },
  { values, before }: { values: OfficeValues; before: OfficeValues },
): Promise<void> {
  if (values.status === 'DELETED' && before.status !== 'DELETED') {
    await hooks.ask(roomClosed, tx, { place: { kind: 'portfolio', ...place } })
  }
}

async function setPortfolio(tx: Tx, id: string, values: OfficeValues): Promise<void> {
  const slug = textIn(values, 'slug')
  if (slug !== null) await requireFreeSlug(tx, 'portfolio', { slug, exceptId: id })
  await tx
    .updateTable('portfolio')
    .set((eb) => ({
      name: requiredIn(values, 'name'),
      ...(slug === null ? {} : { slug }),
      status: choiceIn(values, 'status', DEAL_STATUSES) ?? 'DRAFT',
      build_status: choiceIn(values, 'buildStatus', BUILD_STAGES),
      system_size: numberIn(values, 'systemSize'),
      deal_manager_id: textIn(values, 'dealManagerId'),
      enable_projects: flagIn(values, 'enableProjects'),
      enable_q_and_a: flagIn(values, 'enableQAndA'),
      enable_reports: flagIn(values, 'enableReports'),
      header_enabled: flagIn(values, 'headerEnabled'),
      subpage_permissions: choiceIn(values, 'subpagePermissions', ['ROLE', 'GROUP']) ?? 'GROUP',
      revision: eb('revision', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

const portfolioKind = (hooks: Hooks, files: Files): OfficeKind => ({
  pictures: { cover: pictureOf(files, COVER, COVER_OF_PORTFOLIO) },
  ...tableKind({
    name: 'portfolio',
    path: 'portfolios/portfolio',
    section: 'Funds',
    one: 'portfolio',
    many: 'Portfolios',
    table: 'portfolio',
    names: 'name',
    searched: ['name', 'slug'],
    sort: 'name',
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
    await setPortfolio(tx, id, values)
    return id
  },
  change: async (tx, _actor, id, values, before) => {
    await setPortfolio(tx, id, values)
    const place = { organisationId: requiredIn(values, 'organisationId'), portfolioId: id }
    await closeIfDeleted(tx, hooks, place, { values, before })
  },
})

const YEAR_TO_DATE = [
  ['actualRevenueYtd', 'Revenue, actual ($)'],
  ['forecastRevenueYtd', 'Revenue, forecast ($)'],
  ['actualExpensesYtd', 'Expenses, actual ($)'],
  ['forecastExpensesYtd', 'Expenses, forecast ($)'],
  ['actualProductionYtd', 'Production, actual (kWh)'],
  ['forecastProductionYtd', 'Production, forecast (kWh)'],
] as const

async function setHoldingCompany(tx: Tx, id: string, values: OfficeValues): Promise<void> {
  const slug = textIn(values, 'slug')
  if (slug !== null) await requireFreeSlug(tx, 'holding_company', { slug, exceptId: id })
  const organisationId = requiredIn(values, 'organisationId')
  const wanted = severalIn(values, 'portfolioIds')
  const own = await entitiesOfOrganisation(tx, organisationId, {
    portfolioIds: wanted,
    holdingCompanyIds: [],
  })
  if (own.portfolioIds.length < wanted.length) throw badInput(ELSEWHERE, { portfolioIds: ELSEWHERE })
  await tx
    .updateTable('holding_company')
    .set({
      name: requiredIn(values, 'name'),
      ...(slug === null ? {} : { slug }),
      status: choiceIn(values, 'status', DEAL_STATUSES) ?? 'DRAFT',
      system_size: numberIn(values, 'systemSize') ?? 0,
      deal_manager_id: textIn(values, 'dealManagerId'),
      enable_reports: flagIn(values, 'enableReports'),
      enable_portfolios: flagIn(values, 'enablePortfolios'),
      enable_q_and_a: flagIn(values, 'enableQAndA'),
      subpage_permissions: choiceIn(values, 'subpagePermissions', ['ROLE', 'GROUP']) ?? 'GROUP',
      total_size: numberIn(values, 'totalSize'),
      offering_type: textIn(values, 'offeringType'),
      production_year: numberIn(values, 'productionYear'),
      enable_dashboard_data: flagIn(values, 'enableDashboardData'),
      coupon_senior_debt: numberIn(values, 'couponSeniorDebt'),
      actual_revenue_ytd: numberIn(values, 'actualRevenueYtd'),
      forecast_revenue_ytd: numberIn(values, 'forecastRevenueYtd'),
      actual_expenses_ytd: numberIn(values, 'actualExpensesYtd'),
      forecast_expenses_ytd: numberIn(values, 'forecastExpensesYtd'),
      actual_production_ytd: numberIn(values, 'actualProductionYtd'),
      forecast_production_ytd: numberIn(values, 'forecastProductionYtd'),
    })
    .where('id', '=', id)
    .execute()
  await sql`
    delete from holding_company_portfolio
    where holding_company_id = ${id} and portfolio_id <> all(${wanted}::uuid[])`.execute(tx)
  await sql`
    insert into holding_company_portfolio (holding_company_id, portfolio_id)
    select ${id}, unnest(${wanted}::uuid[]) on conflict do nothing`.execute(tx)
}

const holdingCompanyKind = (files: Files): OfficeKind => ({
  pictures: { cover: pictureOf(files, COVER, COVER_OF_COMPANY) },
  ...tableKind({
    name: 'holdingcompany',
    path: 'portfolios/holdingcompany',
    section: 'Funds',
    one: 'holding company',
    many: 'Holding companies',
    table: 'holding_company',
    names: 'name',
    searched: ['name', 'slug'],
    sort: 'name',
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
      { name: 'portfolioIds', label: 'Portfolios', type: 'REFERENCES', of: 'portfolio' },
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
    await setHoldingCompany(tx, id, values)
    return id
  },
  change: (tx, _actor, id, values) => setHoldingCompany(tx, id, values),
})

/** Portfolios and holding companies, as staff keep them (BO-16 to BO-20). */
export const fundKinds = (hooks: Hooks, files: Files): OfficeKind[] => [
  portfolioKind(hooks, files),
  holdingCompanyKind(files),
]
