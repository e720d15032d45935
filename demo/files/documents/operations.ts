import { type DemoProject, monthsLater } from '../../content/projects.ts'
import { count, dollars, longDay, monthName, percent } from '../format.ts'
import { type Block, bullets, facts, heading, type Paper, text, title } from '../paper.ts'
import { seeded } from '../random.ts'
import { energyOf, energyOfAll, monthsFrom } from './energy.ts'
import { TRADES } from './parties.ts'

const shortMonth = (month: string): string => `${monthName(month).slice(0, 3)} ${month.slice(2, 4)}`

/** Above or below plan, with its sign: "+3.2%"; a dash where nothing was planned, as for storage. */
const against = (actual: number, plan: number): string => {
  if (plan === 0) return '-'
  const difference = (actual / plan - 1) * 100
  return `${difference >= 0 ? '+' : '-'}${percent(Math.abs(difference))}`
}

const EVENTS = [
  'Central inverter tripped on ground fault; connector of string 14-06 replaced.',
  'Tracker row motor stalled after hail stow; gearbox greased and returned to service.',
  'Loss of communication with the met station; modem replaced under warranty.',
  'Medium-voltage recloser opened on a utility disturbance; closed by the utility after 46 minutes.',
  'IR scan by drone found two hot junction boxes; both modules swapped.',
  'Vegetation shading on the east fence line; mowed to 12 inches.',
  'Combiner fuse replaced after an arc-fault alarm; no heat damage found.',
  'Utility curtailment for line maintenance, announced ten days ahead.',
  'Inverter fan replaced on the 20,000-hour schedule.',
  'Broken glass on 11 modules after a storm; insurer notified, below deductible.',
] as const

const events = (projects: readonly DemoProject[], month: string): Block => {
  const random = seeded(`events ${projects[0]?.key} ${month}`)
  return {
    kind: 'table',
    caption: 'Events and work orders',
    columns: [
      { label: 'Day', width: 1 },
      { label: 'Site', width: 2.4 },
      { label: 'Event', width: 6 },
      { label: 'Lost (MWh)', width: 1.4, align: 'right' },
    ],
    rows: Array.from({ length: random.whole(4, 7) }, () => random.whole(1, 28))
      .sort((one, other) => one - other)
      .map((day) => [
        `${month.slice(5, 7)}/${String(day).padStart(2, '0')}`,
        random.pick(projects).name,
        random.pick(EVENTS),
        random.between(0, 38, 1).toFixed(1),
      ]),
  }
}

/** What the operator writes about a month (YYYY-MM) of a fleet. */
export const monthlyReport = (fleet: string, projects: readonly DemoProject[], month: string): Paper => {
  const total = energyOfAll(projects, month)
  const year = monthsFrom(monthsLater(`${month}-01`, -11).slice(0, 7), month).map((each) =>
    energyOfAll(projects, each),
  )
  const rows = projects.map((project) => {
    const energy = energyOf(project, month)
    return [
      project.name,
      count(energy.expected),
      count(energy.actual),
      against(energy.actual, energy.expected),
      percent(energy.availability),
      energy.irradiation.toFixed(0),
    ]
  })
  return {
    title: `O&M monthly report - ${fleet} - ${monthName(month)}`,
    author: TRADES.operator,
    date: `${monthsLater(`${month}-01`, 1).slice(0, 7)}-09`,
    face: 'report',
    letterhead: { name: TRADES.operator, line: 'Operations and maintenance · Control room 24/7' },
    head: [`O&M monthly report, ${fleet}`, monthName(month)],
    blocks: [
      title(`O&M Monthly Report, ${monthName(month)}`, fleet),
      facts(
        [
          'Energy delivered',
          `${count(total.actual)} MWh, ${against(total.actual, total.expected)} against the P50 plan of ${count(total.expected)} MWh`,
        ],
        ['Availability', `${percent(total.availability)} (guaranteed 97.5%)`],
        ['Curtailment', `${count(total.curtailed)} MWh`],
        ['Safety', 'No recordable incident; two toolbox talks'],
      ),
      {
        kind: 'chart',
        chart: {
          title: 'Energy of the last twelve months',
          unit: 'MWh',
          labels: year.map((each) => shortMonth(each.month)),
          series: [
            { label: 'Actual', kind: 'bars', values: year.map((each) => each.actual) },
            { label: 'Plan (P50)', kind: 'bars', values: year.map((each) => each.expected) },
          ],
        },
      },
      {
        kind: 'table',
        caption: 'By site',
        columns: [
          { label: 'Site', width: 3 },
          { label: 'Plan (MWh)', width: 1.4, align: 'right' },
          { label: 'Actual (MWh)', width: 1.4, align: 'right' },
          { label: 'Difference', width: 1.3, align: 'right' },
          { label: 'Availability', width: 1.3, align: 'right' },
          { label: 'kWh/m²', width: 1, align: 'right' },
        ],
        rows: [
          ...rows,
          [
            'All sites',
            count(total.expected),
            count(total.actual),
            against(total.actual, total.expected),
            percent(total.availability),
            total.irradiation.toFixed(0),
          ],
        ],
        total: true,
      },
      {
        kind: 'chart',
        height: 150,
        chart: {
          title: 'Availability of the last twelve months',
          unit: '%',
          floor: 90,
          labels: year.map((each) => shortMonth(each.month)),
          series: [{ label: 'Availability', kind: 'line', values: year.map((each) => each.availability) }],
        },
      },
      events(projects, month),
      heading('Next month'),
      bullets(
        'Preventive maintenance of inverters per the annual plan, one block a day.',
        'Mowing of the western sites, soil sampling at two of them.',
        'Meter test with the utility where due; notice has been given.',
      ),
    ],
  }
}

const QUARTER_MONTHS = [
  ['01', '03'],
  ['04', '06'],
  ['07', '09'],
  ['10', '12'],
] as const

/** The months of a quarter such as 2026-Q3. */
export const monthsOfQuarter = (quarter: string): readonly string[] => {
  const year = quarter.slice(0, 4)
  const [first, last] = QUARTER_MONTHS[Number(quarter.slice(6)) - 1] ?? ['01', '03']
  return monthsFrom(`${year}-${first}`, `${year}-${last}`)
}

/** Money and energy of a quarter (2026-Q3) of a fund, against what was planned: $ and MWh. */
export const quarterFigures = (fund: string, projects: readonly DemoProject[], quarter: string) => {
  const months = monthsOfQuarter(quarter).map((month) => energyOfAll(projects, month))
  const sum = (pick: (month: (typeof months)[number]) => number): number =>
    months.reduce((total, month) => total + pick(month), 0)
  const random = seeded(`quarter ${fund} ${quarter}`)
  const revenue = sum((month) => month.revenue)
  const planned = revenue / random.between(0.96, 1.05, 3)
  const expenses = revenue * random.between(0.21, 0.27, 3)
  const budget = expenses / random.between(0.95, 1.04, 3)
  return {
    months,
    sum,
    revenue,
    planned,
    expenses,
    budget,
    energy: sum((month) => month.actual),
    expected: sum((month) => month.expected),
  }
}

/** The report of a quarter (2026-Q3) that a fund sends to its investors. */
export const quarterlyReport = (
  fund: string,
  manager: string,
  projects: readonly DemoProject[],
  quarter: string,
): Paper => {
  const { months, sum, revenue, planned, expenses, budget, energy, expected } = quarterFigures(
    fund,
    projects,
    quarter,
  )
  const random = seeded(`coverage ${fund} ${quarter}`)
  const label = `${quarter.slice(5)} ${quarter.slice(0, 4)}`
  const last = months.at(-1)?.month ?? quarter.slice(0, 4)
  const debt = revenue * 0.46
  return {
    title: `Investor report - ${fund} - ${label}`,
    author: manager,
    date: `${monthsLater(`${last}-01`, 1).slice(0, 7)}-24`,
    face: 'report',
    letterhead: { name: manager, line: `Quarterly report to investors · ${fund}` },
    head: [`${fund}, quarterly report`, label],
    blocks: [
      title(fund, `Quarterly report, ${label}`),
      text(
        `The fleet delivered ${count(energy)} MWh in the quarter, ${against(energy, expected)} against the P50 plan. Revenue was ${dollars(revenue)}, ${against(revenue, planned)} against budget, and operating expenses ${dollars(expenses)}, ${against(expenses, budget)}. Distributions were made on schedule and all covenants were met.`,
      ),
      {
        kind: 'table',
        caption: 'Results of the quarter',
        columns: [
          { label: '', width: 3 },
          { label: 'Actual', width: 1.5, align: 'right' },
          { label: 'Budget', width: 1.5, align: 'right' },
          { label: 'Difference', width: 1.3, align: 'right' },
        ],
        rows: [
          ['Energy (MWh)', count(energy), count(expected), against(energy, expected)],
          ['Revenue', dollars(revenue), dollars(planned), against(revenue, planned)],
          [
            'Operations and maintenance',
            dollars(expenses * 0.41),
            dollars(budget * 0.41),
            against(expenses, budget),
          ],
          [
            'Land, taxes and insurance',
            dollars(expenses * 0.44),
            dollars(budget * 0.44),
            against(expenses, budget),
          ],
          [
            'Asset management and other',
            dollars(expenses * 0.15),
            dollars(budget * 0.15),
            against(expenses, budget),
          ],
          [
            'EBITDA',
            dollars(revenue - expenses),
            dollars(planned - budget),
            against(revenue - expenses, planned - budget),
          ],
          ['Debt service', dollars(debt), dollars(debt), '+0.0%'],
          [
            'Cash available for distribution',
            dollars(revenue - expenses - debt),
            dollars(planned - budget - debt),
            against(revenue - expenses - debt, planned - budget - debt),
          ],
        ],
        total: true,
      },
      {
        kind: 'chart',
        chart: {
          title: 'Energy by month',
          unit: 'MWh',
          labels: months.map((month) => monthName(month.month)),
          series: [
            { label: 'Actual', kind: 'bars', values: months.map((month) => month.actual) },
            { label: 'Plan (P50)', kind: 'bars', values: months.map((month) => month.expected) },
          ],
        },
      },
      heading('Operations'),
      text(
        `Availability was ${percent(sum((month) => month.availability) / months.length)}. The operator completed the preventive work of the quarter. One claim for hail is open with the insurer for less than the deductible of the other perils; no loss of revenue is expected from it.`,
      ),
      heading('Financing'),
      facts(
        ['Debt service coverage, last 12 months', random.between(1.28, 1.46).toFixed(2)],
        ['Covenant', '1.20'],
        ['Reserve accounts', `Funded, ${dollars(debt * 2)}`],
        ['Tax equity', 'Preferred distributions current; flip expected in 2030'],
      ),
      heading('Outlook'),
      bullets(
        `Report for the next quarter: ${longDay(`${monthsLater(`${last}-01`, 4).slice(0, 7)}-24`)}.`,
        'Insurance renewal on January 1; the broker expects convective storm sublimits to hold.',
        'Meters of all sites are tested in the first half of the year.',
      ),
      {
        kind: 'table',
        caption: 'Sites',
        columns: [
          { label: 'Site', width: 3 },
          { label: 'State', width: 0.8 },
          { label: 'MW DC', width: 1, align: 'right' },
          { label: 'Offtaker', width: 4 },
          { label: 'COD', width: 1.4, align: 'right' },
        ],
        rows: projects.map((project) => [
          project.name,
          project.state,
          ((project.dcKw ?? project.acKw) / 1000).toFixed(1),
          project.offtaker.name,
          project.cod,
        ]),
      },
    ],
  }
}
