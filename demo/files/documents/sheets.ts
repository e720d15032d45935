import { type DemoProject, monthsLater } from '../../content/projects.ts'
import { longDay } from '../format.ts'
import { seeded } from '../random.ts'
import type { WorkbookSheet } from '../xlsx.ts'

const mw = (kw: number | null): number | null => (kw === null ? null : kw / 1000)

/** The sites with their main facts. */
export const projectSheet = (
  portfolio: string,
  projects: readonly DemoProject[],
  day: string,
): WorkbookSheet => ({
  name: 'Projects',
  title: `${portfolio}: projects`,
  note: `As of ${longDay(day)}. Capacities in MW, storage in MW and MWh.`,
  columns: [
    { label: 'Project', width: 28 },
    { label: 'City', width: 18 },
    { label: 'County', width: 16 },
    { label: 'State', width: 7 },
    { label: 'MW DC', width: 10, format: 'decimal' },
    { label: 'MW AC', width: 10, format: 'decimal' },
    { label: 'Storage MW', width: 12, format: 'decimal' },
    { label: 'Storage MWh', width: 12, format: 'decimal' },
    { label: 'NTP', width: 12 },
    { label: 'COD', width: 12 },
    { label: 'Utility', width: 32 },
    { label: 'Market', width: 10 },
  ],
  rows: projects.map((project) => [
    project.name,
    project.city,
    project.county,
    project.state,
    mw(project.dcKw),
    mw(project.acKw),
    mw(project.bessKw),
    mw(project.bessKwh),
    project.ntp,
    project.cod,
    project.stateFacts.utility,
    project.stateFacts.iso ?? '',
  ]),
})

/** Price of each contract by contract year. Redacted, it holds the terms alone, without prices. */
export const priceSchedule = (
  portfolio: string,
  projects: readonly DemoProject[],
  day: string,
  prices: 'open' | 'redacted',
): readonly WorkbookSheet[] => {
  const sold = projects.filter((project) => project.ppa)
  const years = Math.max(...sold.map((project) => project.ppa?.termYears ?? 0))
  const isOpen = prices === 'open'
  const terms: WorkbookSheet = {
    name: 'Terms',
    title: `${portfolio}: offtake terms`,
    note: `As of ${longDay(day)}. ${isOpen ? 'Confidential: for lenders and the deal team.' : 'Prices redacted.'}`,
    columns: [
      { label: 'Project', width: 28 },
      { label: 'Offtaker', width: 46 },
      { label: 'Start', width: 12 },
      { label: 'Term (years)', width: 12, format: 'whole' },
      { label: 'Rate ($/kWh)', width: 13, format: 'rate' },
      { label: 'Escalator', width: 10, format: 'percent' },
    ],
    rows: sold.map((project) => [
      project.name,
      project.offtaker.name,
      project.ppa?.startDate ?? null,
      project.ppa?.termYears ?? null,
      isOpen ? (project.ppa?.rate ?? null) : '[redacted]',
      isOpen ? (project.ppa?.escalator ?? 0) / 100 : '[redacted]',
    ]),
  }
  if (!isOpen) return [terms]
  return [
    terms,
    {
      name: 'Prices by year',
      title: `${portfolio}: contract price by contract year`,
      note: '$/kWh, as the escalators give them.',
      columns: [
        { label: 'Contract year', width: 14, format: 'whole' },
        ...sold.map((project) => ({ label: project.name, width: 18, format: 'rate' as const })),
      ],
      rows: Array.from({ length: years }, (_, year) => [
        year + 1,
        ...sold.map((project) => {
          if (!project.ppa || year >= project.ppa.termYears) return null
          return Number((project.ppa.rate * (1 + project.ppa.escalator / 100) ** year).toFixed(5))
        }),
      ]),
    },
  ]
}

/** What is known of the buyers' credit. */
export const creditSummary = (
  portfolio: string,
  projects: readonly DemoProject[],
  day: string,
): WorkbookSheet => {
  const buyers = [...new Set(projects.map((project) => project.offtaker))]
  return {
    name: 'Offtakers',
    title: `${portfolio}: offtaker credit summary`,
    note: `As of ${longDay(day)}. Quality from 1 (weak) to 10 (strong).`,
    columns: [
      { label: 'Offtaker', width: 48 },
      { label: 'Kind', width: 36 },
      { label: 'Place', width: 24 },
      { label: 'Rating', width: 12 },
      { label: 'Quality', width: 9, format: 'whole' },
      { label: 'MW AC', width: 10, format: 'decimal' },
      { label: 'Debt service coverage', width: 14, format: 'decimal' },
      { label: 'Equity share', width: 12, format: 'percent' },
      { label: 'Days cash', width: 10, format: 'whole' },
    ],
    rows: buyers.map((buyer) => {
      const random = seeded(`credit ${buyer.name} ${day.slice(0, 7)}`)
      const size = projects
        .filter((project) => project.offtaker === buyer)
        .reduce((sum, each) => sum + each.acKw, 0)
      return [
        buyer.name,
        buyer.kind,
        buyer.place,
        buyer.rating,
        buyer.quality,
        size / 1000,
        random.between(1.15, 2.4),
        random.between(0.24, 0.56, 3),
        random.whole(84, 310),
      ]
    }),
  }
}

/** What is left to do before a site is finally accepted. */
export const punchList = (project: DemoProject, day: string): WorkbookSheet => {
  const random = seeded(`punch ${project.key}`)
  const what = [
    'Torque mark missing',
    'Label not legible',
    'Cable tray cover loose',
    'Erosion at culvert',
    'Gate does not latch',
    'Fence fabric cut',
    'Grounding lug untaped',
    'Tracker damper leaking',
    'Combiner door seal',
    'Spare fuse box missing',
    'Reseed disturbed soil',
    'Module frame scratched',
  ] as const
  return {
    name: 'Punch list',
    title: `${project.name}: punch list`,
    note: `As of ${longDay(day)}.`,
    columns: [
      { label: 'No.', width: 6 },
      { label: 'Block', width: 8 },
      { label: 'Item', width: 34 },
      { label: 'Category', width: 10 },
      { label: 'Due', width: 12 },
      { label: 'State', width: 12 },
      { label: 'Value', width: 12, format: 'dollars' },
    ],
    rows: Array.from({ length: random.whole(24, 38) }, (_, index) => [
      String(index + 1),
      `PB-${random.whole(1, 6)}`,
      random.pick(what),
      random.pick(['A', 'B', 'C']),
      monthsLater(day, random.whole(1, 3)),
      random.pick(['Open', 'Open', 'Done', 'Verified']),
      random.whole(2, 90) * 100,
    ]),
  }
}
