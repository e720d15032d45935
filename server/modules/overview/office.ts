import { sql } from 'kysely'
import { badInput, conflict } from '../../access/errors.ts'
import { requireNoHoldOf } from '../../access/legalHold.ts'
import {
  type AdminResource,
  numberIn,
  type OfficeField,
  type OfficeValues,
  requiredIn,
  tableResource,
  textIn,
} from '../../admin/index.ts'
import type { Tx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Funds } from '../funds/index.ts'
import { overviewLock } from './entities.ts'
import { deleteMedia, pageById } from './pageStore.ts'
import { removePage } from './removedPages.ts'
import { timelineKinds } from './timelineKinds.ts'

const entity = (more: Partial<OfficeField>) =>
  [
    {
      name: 'portfolioId',
      label: 'Portfolio',
      type: 'REFERENCE',
      of: 'portfolio',
      listed: true,
      filter: true,
      ...more,
    },
    {
      name: 'holdingCompanyId',
      label: 'Holding company',
      type: 'REFERENCE',
      of: 'holdingcompany',
      listed: true,
      filter: true,
      ...more,
    },
  ] as const satisfies readonly OfficeField[]

const figure = (name: string, label: string): OfficeField => ({ name, label, type: 'NUMBER', required: true })

/** Whose figures they are. @throws BAD_USER_INPUT where it is not one portfolio or one holding company */
function ownerIn(values: OfficeValues) {
  const portfolioId = textIn(values, 'portfolioId')
  const companyId = textIn(values, 'holdingCompanyId')
  const message = 'Please choose a portfolio or a holding company.'
  if ((portfolioId === null) === (companyId === null)) {
    throw badInput(message, { portfolioId: message, holdingCompanyId: message })
  }
  return { portfolio_id: portfolioId, holding_company_id: companyId }
}

const STATS = [
  ['actualRevenue', 'Revenue, actual ($)'],
  ['forecastRevenue', 'Revenue, forecast ($)'],
  ['actualExpenses', 'Expenses, actual ($)'],
  ['forecastExpenses', 'Expenses, forecast ($)'],
  ['actualProduction', 'Production, actual (kWh)'],
  ['forecastProduction', 'Production, forecast (kWh)'],
] as const

const statsOf = (values: OfficeValues) => ({
  start_date: requiredIn(values, 'startDate'),
  actual_revenue: numberIn(values, 'actualRevenue') ?? 0,
  forecast_revenue: numberIn(values, 'forecastRevenue') ?? 0,
  actual_expenses: numberIn(values, 'actualExpenses') ?? 0,
  forecast_expenses: numberIn(values, 'forecastExpenses') ?? 0,
  actual_production: numberIn(values, 'actualProduction') ?? 0,
  forecast_production: numberIn(values, 'forecastProduction') ?? 0,
})

const operatingStats = (): AdminResource => ({
  ...tableResource({
    name: 'operatingstats',
    path: 'portfolios/operatingstats',
    section: 'Funds',
    one: 'operating stats',
    many: 'Operating stats',
    about: 'Figures of the year to date, on the page of an acquired portfolio.',
    table: 'operating_stats',
    key: 'entity_id',
    names: sql`'Since ' || to_char(row.start_date, 'FMDD Mon YYYY')`,
    searched: [sql`to_char(row.start_date, 'YYYY-MM-DD')`],
    sort: '-startDate',
    columns: { startDate: sql`to_char(row.start_date, 'YYYY-MM-DD')` },
    orders: { startDate: [sql`row.start_date`] },
    fields: [
      { name: 'startDate', label: 'Start date', type: 'DAY', required: true, listed: true, sortable: true },
      ...entity({ fixed: true }),
      ...STATS.map(([name, label]) => figure(name, label)),
    ],
  }),
  create: async (tx, _actor, values) => {
    const owner = ownerIn(values)
    const id = owner.portfolio_id ?? owner.holding_company_id ?? ''
    const there = await tx
      .selectFrom('operating_stats')
      .select('entity_id')
      .where('entity_id', '=', id)
      .execute()
    const taken = 'There are operating stats already. Please change those.'
    if (there.length > 0) {
      throw conflict(taken, { [owner.portfolio_id === null ? 'holdingCompanyId' : 'portfolioId']: taken })
    }
    await tx
      .insertInto('operating_stats')
      .values({ entity_id: id, ...owner, ...statsOf(values) })
      .execute()
    return id
  },
  change: async (tx, _actor, id, values) => {
    await tx.updateTable('operating_stats').set(statsOf(values)).where('entity_id', '=', id).execute()
  },
  remove: async (tx, _actor, id) => {
    await requireNoHoldOf(tx, sql`(select portfolio_id from operating_stats where entity_id = ${id})`)
    await tx.deleteFrom('operating_stats').where('entity_id', '=', id).execute()
  },
})

/** @throws CONFLICT where the entity has another record of the year */
async function requireFreeYear(tx: Tx, values: OfficeValues, besides: string | null): Promise<void> {
  const owner = ownerIn(values)
  const { rows } = await sql`
    select from net_yield
    where coalesce(portfolio_id, holding_company_id) = ${owner.portfolio_id ?? owner.holding_company_id}
      and year = ${numberIn(values, 'year')} and id is distinct from ${besides}::uuid`.execute(tx)
  const taken = 'There is a net yield of this year already. Please change that one.'
  if (rows.length > 0) throw conflict(taken, { year: taken })
}

const yieldOf = (values: OfficeValues) => ({
  year: numberIn(values, 'year') ?? 0,
  actual_energy: numberIn(values, 'actualEnergy'),
  p50: numberIn(values, 'p50') ?? 0,
  p90: numberIn(values, 'p90') ?? 0,
})

const netYields = (): AdminResource => ({
  ...tableResource({
    name: 'netyield',
    path: 'portfolios/netyield',
    section: 'Funds',
    one: 'net yield',
    many: 'Net yields',
    about: 'Energy by year, for the chart of the overview.',
    table: 'net_yield',
    names: sql`row.year::text`,
    searched: [sql`row.year::text`],
    sort: '-year',
    fields: [
      {
        name: 'year',
        label: 'Year',
        type: 'YEAR',
        required: true,
        whole: true,
        least: 1990,
        most: 2100,
        listed: true,
        sortable: true,
      },
      ...entity({ fixed: true }),
      {
        name: 'actualEnergy',
        label: 'Actual energy (kWh)',
        type: 'NUMBER',
        least: 0,
        listed: true,
        help: 'Empty until it is measured.',
      },
      { ...figure('p50', 'P50 (kWh)'), least: 0, listed: true },
      { ...figure('p90', 'P90 (kWh)'), least: 0, listed: true },
    ],
  }),
  create: async (tx, _actor, values) => {
    await requireFreeYear(tx, values, null)
    const id = newId()
    await tx
      .insertInto('net_yield')
      .values({ id, ...ownerIn(values), ...yieldOf(values) })
      .execute()
    return id
  },
  change: async (tx, _actor, id, values) => {
    await requireFreeYear(tx, values, id)
    await tx.updateTable('net_yield').set(yieldOf(values)).where('id', '=', id).execute()
  },
  remove: async (tx, _actor, id) => {
    await requireNoHoldOf(tx, sql`(select portfolio_id from net_yield where id = ${id})`)
    await tx.deleteFrom('net_yield').where('id', '=', id).execute()
  },
})

const subpages = (): AdminResource => ({
  ...tableResource({
    name: 'subpage',
    path: 'portfolios/subpage',
    section: 'Funds',
    one: 'overview page',
    many: 'Overview pages',
    about: 'Written in the overview of their portfolio or holding company.',
    table: 'subpage',
    parts: ['subpage_group', 'subpage_role', 'subpage_media'],
    names: 'title',
    searched: ['title', 'slug'],
    sort: 'title',
    toldBy: ['portfolioId', 'holdingCompanyId'],
    fields: [
      { name: 'title', label: 'Title', type: 'TEXT', readOnly: true, listed: true, sortable: true },
      ...entity({ readOnly: true }),
      { name: 'restricted', label: 'Restricted', type: 'FLAG', readOnly: true, listed: true, filter: true },
      { name: 'description', label: 'Text', type: 'LONG_TEXT', readOnly: true },
      {
        name: 'modifiedAt',
        label: 'Last edit',
        type: 'MOMENT',
        readOnly: true,
        listed: true,
        sortable: true,
      },
      { name: 'createdAt', label: 'Created', type: 'MOMENT', readOnly: true, sortable: true },
    ],
  }),
  lockOf: async (db, id) => {
    const page = await pageById(db, id)
    return page && overviewLock(page.portfolioId ?? page.companyId ?? '')
  },
  remove: async (tx, actor, id) => {
    const page = await pageById(tx, id)
    if (page) await removePage(tx, actor, page)
  },
})

const media = (): AdminResource => ({
  ...tableResource({
    name: 'subpagemedia',
    path: 'portfolios/subpagemedia',
    section: 'Funds',
    one: 'overview image',
    many: 'Overview images',
    about:
      'Images of overview pages. One that is deleted shows as “Error loading media” where a page embeds it.',
    table: 'subpage_media',
    names: sql`'Image of ' || (select page.title from subpage page where page.id = row.subpage_id)`,
    searched: [],
    finds: (pattern) =>
      sql`row.subpage_id in (select page.id from subpage page where page.title ilike ${pattern})`,
    sort: '-createdAt',
    fields: [
      {
        name: 'subpageId',
        label: 'Page',
        type: 'REFERENCE',
        of: 'subpage',
        readOnly: true,
        listed: true,
        filter: true,
      },
      { name: 'createdAt', label: 'Uploaded', type: 'MOMENT', readOnly: true, listed: true, sortable: true },
    ],
  }),
  remove: async (tx, _actor, id) => {
    await deleteMedia(tx, id)
  },
})

/** Figures of fund entities, and what their overviews hold, as staff keep them (BO-22, BO-23, BO-26, BO-35). */
export const overviewKinds = (funds: Funds): AdminResource[] => [
  operatingStats(),
  netYields(),
  ...timelineKinds(funds, { entity: entity({ fixed: true }), ownerIn }),
  subpages(),
  media(),
]
