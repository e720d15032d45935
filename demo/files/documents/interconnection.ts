import type { DemoProject } from '../../content/projects.ts'
import { count, dollars, longDay, megawatts } from '../format.ts'
import { article, bullets, facts, heading, newPage, type Paper, signatures, text, title } from '../paper.ts'
import { seeded } from '../random.ts'
import { countyOf, facilityOf, ownerParty, paperDays, signerOf } from './parties.ts'

const queueOf = (project: DemoProject): string =>
  `${project.stateFacts.iso ?? 'GI'}-${seeded(`queue ${project.key}`).whole(2019, 2023)}-${seeded(`number ${project.key}`).whole(104, 987)}`

/** What the network upgrades cost, $. */
const costsOf = (project: DemoProject) => {
  const random = seeded(`upgrades ${project.key}`)
  const facilities = Math.round((project.acKw * random.between(38, 58) + 420_000) / 1000) * 1000
  const upgrades = Math.round((project.acKw * random.between(10, 34)) / 1000) * 1000
  return { facilities, upgrades, total: facilities + upgrades }
}

/** The sums of money in its agreement. */
export function interconnectionSums(project: DemoProject): string[] {
  const { facilities, upgrades, total } = costsOf(project)
  return [facilities, upgrades, total, total * 0.2].map(dollars)
}

/** The agreement by which the project is connected to the grid. */
export const interconnectionAgreement = (project: DemoProject): Paper => {
  const signed = paperDays(project).interconnection
  const costs = costsOf(project)
  const isLarge = project.acKw > 20_000
  const name = `${isLarge ? 'Large' : 'Small'} Generator Interconnection Agreement`
  return {
    title: `${name} - ${project.name}`,
    author: project.stateFacts.utility,
    date: signed,
    face: 'contract',
    head: [`${name}: ${project.name}`, `Queue ${queueOf(project)}`],
    blocks: [
      title(name.toUpperCase(), `${project.name} · Queue position ${queueOf(project)}`),
      text(
        `This Agreement is made as of ${longDay(signed)} between ${project.company} ("Interconnection Customer") and ${project.stateFacts.utility} ("Transmission Owner"). It governs the interconnection of ${facilityOf(project)} in ${countyOf(project)} to the ${project.kilovolts} kV bus of the ${project.substation} substation (the "Point of Interconnection").`,
      ),
      ...article(
        1,
        'Interconnection Service',
        `The Transmission Owner shall provide ${isLarge ? 'Network Resource' : 'Energy Resource'} Interconnection Service for up to ${megawatts(project.acKw)} at the Point of Interconnection. This Agreement does not by itself convey transmission service.`,
        'Service is subject to completion of the Interconnection Facilities and Network Upgrades in Appendix A, and to the operating requirements of the balancing authority.',
        'The Interconnection Customer shall maintain a power factor between 0.95 leading and 0.95 lagging at the high side of the main transformer, and shall ride through voltage and frequency deviations as IEEE 2800 requires.',
      ),
      ...article(
        2,
        'Facilities, Cost and Security',
        `The Interconnection Customer pays the actual cost of the Transmission Owner's Interconnection Facilities, estimated at ${dollars(costs.facilities)}, and of the Network Upgrades, estimated at ${dollars(costs.upgrades)}, in all ${dollars(costs.total)} with an accuracy of plus or minus twenty percent.`,
        `Security of ${dollars(costs.total * 0.2)} is posted at execution and the rest thirty days before procurement begins. Within six months of the in-service date the Transmission Owner delivers a final accounting and the difference is paid or refunded within thirty days.`,
        'Network Upgrades are reimbursed by credits as the tariff provides. The Interconnection Customer may step in and build its own facilities if the Transmission Owner cannot meet the milestones.',
      ),
      ...article(
        3,
        'Milestones',
        `Site control evidence: complete. Notice to proceed to the Transmission Owner: ${longDay(project.ntp)}. Commercial operation: ${longDay(project.cod)}.`,
        'A milestone missed by more than ninety days is a breach unless the Transmission Owner caused the delay or the Interconnection Customer maintains its security and shows progress.',
      ),
      ...article(
        4,
        'Operation, Metering and Disconnection',
        'Each party operates and maintains its facilities safely and in accordance with Good Utility Practice. The revenue meter is owned by the Transmission Owner and tested every two years.',
        'The Transmission Owner may disconnect temporarily for emergencies, maintenance or danger to the system, with notice as circumstances allow, and shall restore service as soon as it can.',
        'Remote terminal equipment shall provide breaker status, real and reactive power, voltage and irradiance at intervals of not more than four seconds.',
      ),
      ...article(
        5,
        'Term, Default and Assignment',
        'This Agreement runs for twenty years and then from year to year. A party in breach has thirty days, or up to ninety where diligent cure needs it, after notice.',
        'The Interconnection Customer may assign this Agreement to an affiliate of equal or better credit, to a purchaser of the facility, and as collateral to its lenders; the Transmission Owner shall execute a customary acknowledgement.',
      ),
      signatures(ownerParty(project), signerOf(project.stateFacts.utility, 'Vice President, Transmission')),
      newPage,
      title('APPENDIX A', 'Interconnection Facilities and Network Upgrades'),
      {
        kind: 'table',
        columns: [
          { label: 'Item', width: 4 },
          { label: 'Owner', width: 2 },
          { label: 'Estimate', width: 1.4, align: 'right' },
        ],
        rows: [
          [
            `${project.kilovolts} kV line terminal, breaker and disconnects`,
            'Transmission Owner',
            dollars(costs.facilities * 0.62),
          ],
          [
            'Relaying, metering and remote terminal unit',
            'Transmission Owner',
            dollars(costs.facilities * 0.21),
          ],
          ['Fibre, engineering and right of way', 'Transmission Owner', dollars(costs.facilities * 0.17)],
          [
            `Reconductor ${(project.acKw / 9000).toFixed(1)} miles, ${project.substation} to ${project.city}`,
            'Network',
            dollars(costs.upgrades * 0.7),
          ],
          ['Capacitor bank and protection settings', 'Network', dollars(costs.upgrades * 0.3)],
          ['Total', '', dollars(costs.total)],
        ],
        total: true,
      },
    ],
  }
}

/** The study that says what the grid needs before the project can connect. */
export const systemImpactStudy = (project: DemoProject): Paper => {
  const day = paperDays(project).study
  const random = seeded(`study ${project.key}`)
  const costs = costsOf(project)
  const operator = project.stateFacts.utility
  const overload = (line: string): readonly string[] => {
    const before = random.between(86, 97, 1)
    return [
      line,
      before.toFixed(1),
      (before + random.between(1.2, 6.4, 1)).toFixed(1),
      random.whole(95, 240).toString(),
    ]
  }
  return {
    title: `System Impact Study - ${project.name}`,
    author: operator,
    date: day,
    face: 'report',
    letterhead: { name: operator, line: 'Transmission planning · Generator interconnection' },
    head: [`System impact study, ${queueOf(project)}`, project.name],
    blocks: [
      title('System Impact Study', `Queue ${queueOf(project)} · ${longDay(day)}`),
      facts(
        ['Customer', project.company],
        ['Capacity at the meter', megawatts(project.acKw)],
        ['Point of interconnection', `${project.substation}, ${project.kilovolts} kV`],
        ['County and state', countyOf(project)],
        ['Requested in-service date', longDay(project.cod)],
        [
          'Service studied',
          project.acKw > 20_000 ? 'Network resource and energy resource' : 'Energy resource',
        ],
      ),
      heading('1. Finding'),
      text(
        `The request can be interconnected with the facilities in section 4. With them no thermal, voltage, short-circuit or stability criterion is violated in the cases studied. The allocated cost is ${dollars(costs.total)}, of which ${dollars(costs.upgrades)} are network upgrades shared with no other request.`,
      ),
      heading('2. Cases'),
      bullets(
        'Summer peak, year 5: high load, solar at 85 percent of capacity.',
        'Spring light load, year 2: wind at 80 percent, solar at 100 percent.',
        'Winter peak, year 10: solar at 10 percent, charging of storage where applicable.',
      ),
      heading('3. Thermal results'),
      {
        kind: 'table',
        caption: 'Elements loaded to more than 90 percent after a single contingency',
        columns: [
          { label: 'Element', width: 4 },
          { label: 'Before (%)', width: 1.3, align: 'right' },
          { label: 'After (%)', width: 1.3, align: 'right' },
          { label: 'Rating (MVA)', width: 1.4, align: 'right' },
        ],
        rows: [
          overload(`${project.substation} - ${project.city} ${project.kilovolts} kV`),
          overload(`${project.city} - ${project.county} Center ${project.kilovolts} kV`),
          overload(`${project.county} Center transformer`),
          overload(`${project.substation} - State Line ${project.kilovolts} kV`),
        ],
      },
      {
        kind: 'chart',
        chart: {
          title: 'Voltage change at the point of interconnection after the worst contingency',
          unit: '%, criterion 5',
          labels: ['Summer', 'Spring', 'Winter', 'Summer + 5', 'Spring + 5'],
          series: [
            { label: 'Before', kind: 'bars', values: [1.4, 1.2, 0.9, 1.8, 1.6] },
            { label: 'With the project', kind: 'bars', values: [0.6, 2.6, 0.7, 0.8, 2.9] },
          ],
        },
      },
      heading('4. Facilities and cost'),
      text(
        `Interconnection facilities of the transmission owner are estimated at ${dollars(costs.facilities)} and take ${random.whole(16, 22)} months from authorisation. The longest lead is the ${project.kilovolts} kV breaker at ${random.whole(52, 78)} weeks. Network upgrades are the reconductoring of the first element in the table, ${dollars(costs.upgrades)}.`,
      ),
      heading('5. Short circuit and stability'),
      text(
        `The highest fault current at ${project.substation} rises from ${count(random.whole(9200, 12400))} to ${count(random.whole(12500, 13900))} A, below the rating of 20,000 A. All cases remain stable with the inverter settings given by the customer; a reactive margin of ${random.between(4.1, 9.7, 1)} MVAr remains.`,
      ),
    ],
  }
}
