import type { DemoProject } from '../../content/projects.ts'
import { longDay, monthName } from '../format.ts'
import { seeded } from '../random.ts'
import type { WorkbookSheet } from '../xlsx.ts'
import { energyOf, energyOfAll } from './energy.ts'
import { projectSheet } from './sheets.ts'

interface Year {
  readonly year: number
  readonly energy: number
  readonly revenue: number
  readonly merchant: number
  readonly expenses: number
  readonly debt: number
}

const modelYears = (projects: readonly DemoProject[]): readonly Year[] => {
  const first = Math.max(...projects.map((project) => Number(project.cod.slice(0, 4)))) + 1
  return Array.from({ length: 30 }, (_, index) => {
    const year = first + index
    let energy = 0
    let revenue = 0
    let merchant = 0
    for (const project of projects) {
      const mwh = project.p50 * 0.995 ** index
      energy += mwh
      const age = year - Number(project.cod.slice(0, 4))
      if (project.ppa && age < project.ppa.termYears) {
        revenue += mwh * 1000 * project.ppa.rate * (1 + project.ppa.escalator / 100) ** age
      } else if (project.toll && age < project.toll.termYears) {
        revenue += project.acKw * project.toll.capacityRate * 12 * 0.98
      } else merchant += mwh * 24.5 * 1.018 ** index + (project.bessKw ?? 0) * 52
    }
    const size = projects.reduce((sum, project) => sum + project.acKw, 0)
    const expenses = size * 13.6 * 1.022 ** index
    const debt = index < 18 ? (revenue + merchant - expenses) / 1.32 : 0
    return { year, energy, revenue, merchant, expenses, debt }
  })
}

/** Cash flow of the portfolio for thirty years, with the inputs that it rests on. */
export const financialModel = (
  portfolio: string,
  projects: readonly DemoProject[],
  day: string,
): readonly WorkbookSheet[] => {
  const rows = modelYears(projects).map((year) => [
    year.year,
    Math.round(year.energy),
    Math.round(year.revenue),
    Math.round(year.merchant),
    -Math.round(year.expenses),
    Math.round(year.revenue + year.merchant - year.expenses),
    -Math.round(year.debt),
    Math.round(year.revenue + year.merchant - year.expenses - year.debt),
  ])
  const sum = (at: number): number => rows.reduce((total, row) => total + (row[at] ?? 0), 0)
  return [
    {
      name: 'Cash flow',
      title: `${portfolio}: cash flow, base case`,
      note: `Model extract of ${longDay(day)}. Energy in MWh at P50, money in $.`,
      columns: [
        { label: 'Year', width: 8 },
        { label: 'Energy', width: 12, format: 'whole' },
        { label: 'Contracted revenue', width: 16, format: 'dollars' },
        { label: 'Merchant revenue', width: 16, format: 'dollars' },
        { label: 'Operating expenses', width: 16, format: 'dollars' },
        { label: 'EBITDA', width: 14, format: 'dollars' },
        { label: 'Debt service', width: 14, format: 'dollars' },
        { label: 'Cash to equity', width: 14, format: 'dollars' },
      ],
      rows: [...rows, ['Total', sum(1), sum(2), sum(3), sum(4), sum(5), sum(6), sum(7)]],
      total: true,
    },
    {
      name: 'Inputs',
      title: `${portfolio}: inputs`,
      note: 'Base case.',
      columns: [
        { label: 'Input', width: 44 },
        { label: 'Value', width: 18 },
        { label: 'Source', width: 44 },
      ],
      rows: [
        ['Degradation', '0.5% a year', 'Independent engineer'],
        ['Availability and grid', '98.4%', 'Independent engineer'],
        ['Merchant price after the contracts', '$24.50/MWh, +1.8% a year', 'Forward curve less ten percent'],
        ['Operating expenses', '$13.60/kW AC and year, +2.2%', 'Budget 2027'],
        ['Debt service coverage', '1.32x contracted, 18 years', 'Term sheet'],
        ['Tax credit', '40% of eligible basis', 'Tax equity term sheet'],
        ['Inflation', '2.2%', 'Assumption'],
      ],
    },
    projectSheet(portfolio, projects, day),
  ]
}

/** Energy of each site by month, beside its plan. */
export const productionByMonth = (
  portfolio: string,
  projects: readonly DemoProject[],
  months: readonly string[],
): readonly WorkbookSheet[] => [
  {
    name: 'By month',
    title: `${portfolio}: production by month`,
    note: 'MWh at the revenue meters; plan is P50.',
    columns: [
      { label: 'Month', width: 16 },
      { label: 'Plan', width: 12, format: 'whole' },
      { label: 'Actual', width: 12, format: 'whole' },
      { label: 'Difference', width: 12, format: 'percent' },
      { label: 'Availability', width: 12, format: 'percent' },
      { label: 'Curtailed', width: 12, format: 'whole' },
      { label: 'Revenue', width: 14, format: 'dollars' },
    ],
    rows: months.map((month) => {
      const total = energyOfAll(projects, month)
      return [
        monthName(month),
        total.expected,
        total.actual,
        total.actual / total.expected - 1,
        total.availability / 100,
        total.curtailed,
        total.revenue,
      ]
    }),
  },
  {
    name: 'By site',
    title: `${portfolio}: production by site and month`,
    note: 'MWh at the revenue meters.',
    columns: [
      { label: 'Site', width: 28 },
      ...months.map((month) => ({ label: monthName(month), width: 12, format: 'whole' as const })),
    ],
    rows: projects.map((project) => [
      project.name,
      ...months.map((month) => energyOf(project, month).actual),
    ]),
  },
]

/** The budget of a year, by site. */
export const operatingBudget = (
  portfolio: string,
  projects: readonly DemoProject[],
  year: number,
): WorkbookSheet => {
  const rows = projects.map((project) => {
    const random = seeded(`budget ${project.key} ${year}`)
    const base = project.acKw * random.between(12.4, 14.8)
    const parts = [0.36, 0.08, 0.21, 0.14, 0.12, 0.09].map((share) => Math.round(base * share))
    return [project.name, ...parts, parts.reduce((sum, part) => sum + part, 0)]
  })
  const sum = (at: number): number => rows.reduce((total, row) => total + Number(row[at] ?? 0), 0)
  return {
    name: `Budget ${year}`,
    title: `${portfolio}: operating budget ${year}`,
    note: '$, approved by the managers.',
    columns: [
      { label: 'Site', width: 28 },
      ...['Operation and maintenance', 'Vegetation', 'Land', 'Property tax', 'Insurance', 'Management'].map(
        (label) => ({ label, width: 15, format: 'dollars' as const }),
      ),
      { label: 'Total', width: 14, format: 'dollars' },
    ],
    rows: [...rows, ['Total', ...[1, 2, 3, 4, 5, 6, 7].map(sum)]],
    total: true,
  }
}
