import { type DemoProject, monthsLater } from '../../content/projects.ts'
import { dollars, longDay, monthName } from '../format.ts'
import { facts, type Paper, text, title } from '../paper.ts'
import { seeded } from '../random.ts'
import type { WorkbookSheet } from '../xlsx.ts'

const two = (value: number): string => String(value).padStart(2, '0')

/** $ a month for each kW DC under a maintenance contract. */
const RATE = 0.92

/** What an operator bills for a month (YYYY-MM) at a fleet. */
export const operatorInvoice = (
  operator: string,
  owner: string,
  fleet: string,
  projects: readonly DemoProject[],
  month: string,
): Paper => {
  const random = seeded(`invoice ${fleet} ${month}`)
  const number = `${month.replace('-', '')}-${random.whole(100, 999)}`
  const day = `${monthsLater(`${month}-01`, 1).slice(0, 7)}-03`
  const lines = projects.map((project): readonly [string, string, number] => [
    project.name,
    'Monthly service, per kW DC',
    Math.round((project.dcKw ?? project.acKw) * RATE),
  ])
  const extra: readonly [string, string, number] = [
    random.pick(projects).name,
    random.pick(['Vegetation, extra cut', 'Corrective work, inverter', 'Drone thermography', 'Spare parts']),
    random.whole(18, 96) * 100,
  ]
  const all = [...lines, extra]
  const total = all.reduce((sum, [, , amount]) => sum + amount, 0)
  return {
    title: `Invoice ${number} - ${fleet}`,
    author: operator,
    date: day,
    face: 'report',
    letterhead: { name: operator, line: 'Operations and maintenance of solar and storage sites' },
    blocks: [
      title(`Invoice ${number}`),
      facts(
        ['To', owner],
        ['Services of', monthName(month)],
        ['Invoice date', longDay(day)],
        ['Due', longDay(`${day.slice(0, 7)}-28`)],
      ),
      {
        kind: 'table',
        columns: [
          { label: 'Site', width: 3 },
          { label: 'Service', width: 4 },
          { label: 'Amount', width: 1.6, align: 'right' },
        ],
        rows: [
          ...all.map(([site, service, amount]) => [site, service, dollars(amount)]),
          ['Total', '', dollars(total)],
        ],
        total: true,
      },
      text('Please pay by wire to the account on file. Questions about this invoice go to the site manager.'),
    ],
  }
}

const FAULTS = [
  'Ground fault, string 14-06',
  'DC overvoltage trip',
  'Fan failure, power stack 2',
  'Communication lost',
  'AC breaker opened',
  'Over-temperature derate',
  'Insulation resistance low',
  'Firmware update',
] as const

/** Tickets on inverters of a fleet from one month to another (YYYY-MM). */
export const inverterTickets = (
  fleet: string,
  projects: readonly DemoProject[],
  months: readonly string[],
): WorkbookSheet => {
  const random = seeded(`tickets ${fleet} ${months[0]}`)
  const opened = months.flatMap((month) =>
    Array.from({ length: random.whole(5, 9) }, () => `${month}-${two(random.whole(1, 28))}`).sort(),
  )
  return {
    name: 'Inverters',
    title: `${fleet}: inverter tickets`,
    note: `${monthName(months[0] ?? '')} to ${monthName(months.at(-1) ?? '')}.`,
    columns: [
      { label: 'Ticket', width: 10 },
      { label: 'Opened', width: 12 },
      { label: 'Site', width: 28 },
      { label: 'Inverter', width: 12 },
      { label: 'Model', width: 26 },
      { label: 'Fault', width: 30 },
      { label: 'Hours down', width: 12, format: 'decimal' },
      { label: 'Lost MWh', width: 12, format: 'decimal' },
      { label: 'State', width: 12 },
    ],
    rows: opened.map((day, index) => {
      const project = random.pick(projects)
      const hours = random.between(0.5, 41, 1)
      return [
        `T-${4100 + index}`,
        day,
        project.name,
        `INV-${two(random.whole(1, project.inverter.count))}`,
        `${project.inverter.manufacturer} ${project.inverter.model}`,
        random.pick(FAULTS),
        hours,
        Number(((hours * project.inverter.rating * 0.38) / 1000).toFixed(1)),
        index < opened.length - 4 ? 'Closed' : random.pick(['Open', 'Parts ordered', 'Closed']),
      ]
    }),
  }
}
