import { type DemoProject, monthsLater } from '../../content/projects.ts'
import { count, dollars, longDay, megawatts, percent } from '../format.ts'
import { type Block, bullets, facts, heading, type Paper, signatures, text, title } from '../paper.ts'
import { seeded } from '../random.ts'
import { energyOf, monthsFrom } from './energy.ts'
import { countyOf, facilityOf, ownerParty, signerOf, TRADES } from './parties.ts'

const losses = (project: DemoProject): Block => {
  const random = seeded(`losses ${project.key}`)
  const row = (name: string, low: number, high: number): readonly string[] => [
    name,
    `-${percent(random.between(low, high, 1))}`,
  ]
  return {
    kind: 'table',
    caption: 'Losses from irradiation on the modules to the meter',
    columns: [
      { label: 'Loss', width: 4 },
      { label: 'Share', width: 1, align: 'right' },
    ],
    rows: [
      row('Shading, near and far', 0.8, 2.1),
      row('Soiling and snow', 1.6, 3.2),
      row('Incidence angle and spectrum', 0.9, 1.6),
      row('Temperature', 2.4, 4.8),
      row('Mismatch, quality and degradation in year one', 1.1, 2.2),
      row('DC and AC cables', 1.3, 2),
      row('Inverter, clipping included', 2.2, 4.1),
      row('Transformers and auxiliary load', 1.1, 1.7),
      row('Availability and grid', 1.3, 1.8),
    ],
  }
}

/** The independent engineer's report, with the photographs of its visit. */
export const engineersReport = (project: DemoProject, day: string, pictures: readonly Buffer[]): Paper => {
  const months = monthsFrom('2027-01', '2027-12').map((month) => energyOf(project, month))
  return {
    title: `Independent Engineer's Report - ${project.name}`,
    author: 'Kestrel Engineering Partners, LLP',
    date: day,
    face: 'report',
    letterhead: {
      name: 'Kestrel Engineering Partners, LLP',
      line: 'Independent engineering for lenders and investors',
    },
    head: ['Independent engineer’s report', project.name],
    blocks: [
      title("Independent Engineer's Report", `${project.name} · ${longDay(day)}`),
      heading('1. Summary'),
      text(
        `Kestrel reviewed ${facilityOf(project)} in ${countyOf(project)} for its lenders and investors. In our opinion the design follows industry practice, the schedule to commercial operation on ${longDay(project.cod)} is achievable with ${seeded(`float ${project.key}`).whole(18, 62)} days of float, and the energy estimate is reasonable.`,
      ),
      facts(
        [
          'Modules',
          project.module
            ? `${count(project.module.count)} x ${project.module.manufacturer} ${project.module.model}`
            : 'None',
        ],
        [
          'Inverters',
          `${count(project.inverter.count)} x ${project.inverter.manufacturer} ${project.inverter.model}`,
        ],
        ['Storage', project.bessKw ? `${megawatts(project.bessKw)}, four hours` : 'None'],
        ['Contractor', TRADES.contractor],
        ['Energy, P50 and P90 (10 years)', `${count(project.p50)} and ${count(project.p90)} MWh`],
        ['Net capacity factor, AC', percent((project.p50 * 1000 * 100) / (project.acKw * 8760))],
      ),
      heading('2. Energy'),
      text(
        'We used ten years of satellite data adjusted to fifteen months of measurements on the site. The uncertainty of the long-term mean is 5.9 percent.',
      ),
      {
        kind: 'chart',
        chart: {
          title: 'Expected energy by month, first full year',
          unit: 'MWh',
          labels: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
          series: [{ label: 'P50', kind: 'bars', values: months.map((month) => month.expected) }],
        },
      },
      losses(project),
      heading('3. Technology and suppliers'),
      text(
        'The modules are listed to UL 61730 and passed an extended reliability test without a failure that concerns us. Tracker stow strategy for hail is 60 degrees against the wind; the site’s data connection has a second path so that the stow command is not lost with the grid.',
      ),
      heading('4. Construction'),
      bullets(
        'Piles, trackers and collection cable follow the baseline within two weeks.',
        'The main power transformer is the longest lead item; factory acceptance test witnessed.',
        'Punch list and performance test procedures agree with the contract.',
      ),
      heading('5. Site visit'),
      text(
        'We walked the site with the contractor. Work areas were orderly and storm water controls in place. Photographs follow.',
      ),
      ...pictures.map(
        (image, index): Block => ({
          kind: 'picture',
          image,
          height: 205,
          caption: `Photograph ${index + 1}. ${project.name}, taken during the visit.`,
        }),
      ),
      heading('6. Budget and operation'),
      text(
        `The contract price of ${dollars(project.acKw * 1090)} and the operating budget of ${dollars(project.acKw * 13.6)} a year are within the range of comparable projects. Spare parts cover ${seeded(`spares ${project.key}`).whole(10, 16)} months of expected failures.`,
      ),
      signatures(signerOf('Kestrel Engineering Partners, LLP', 'Project Manager')),
    ],
  }
}

/** The makers' promise on modules and inverters. */
export const warrantyCertificate = (project: DemoProject): Paper => {
  const maker = project.module?.manufacturer ?? project.inverter.manufacturer
  const day = monthsLater(project.ntp, -2)
  return {
    title: `Equipment Warranty - ${project.name}`,
    author: maker,
    date: day,
    face: 'contract',
    letterhead: { name: maker, line: 'Limited warranty for utility-scale projects' },
    blocks: [
      title('LIMITED WARRANTY CERTIFICATE', project.name),
      facts(
        ['Beneficiary', `${project.company}, its successors and lenders`],
        [
          'Product',
          project.module
            ? `${count(project.module.count)} modules ${project.module.model}`
            : `${count(project.inverter.count)} inverters ${project.inverter.model}`,
        ],
        ['Warranty start', `Delivery, at the latest ${longDay(project.cod)}`],
        ['Workmanship', project.module ? '12 years' : '5 years, extendable to 20'],
        [
          'Performance',
          project.module
            ? '98% in year one, then a decline of at most 0.45% a year to year 30'
            : 'Not applicable',
        ],
      ),
      {
        kind: 'clause',
        number: '1.',
        name: 'Remedy',
        text: 'At its choice the maker repairs, replaces or refunds the value less linear depreciation, with freight to the site. Labour is paid at a fixed rate for serial defects.',
      },
      {
        kind: 'clause',
        number: '2.',
        name: 'Serial defect',
        text: 'A defect of one cause in more than two percent of the products delivered is a serial defect. The maker then carries out a root-cause analysis within sixty days and remedies all products concerned.',
      },
      {
        kind: 'clause',
        number: '3.',
        name: 'Exclusions',
        text: 'Misuse, installation against the manual, lightning, hail above the tested 35 mm at 27 m/s, flood and fire from other causes.',
      },
      {
        kind: 'clause',
        number: '4.',
        name: 'Assignment',
        text: 'The warranty passes with the products to a new owner of the project and may be assigned as collateral without consent.',
      },
      {
        kind: 'clause',
        number: '5.',
        name: 'Flash test data',
        text: 'Serial numbers and flash test results of all products are delivered as a file and are part of this certificate.',
      },
      signatures(signerOf(maker, 'Vice President, Sales')),
    ],
  }
}

/** An order that changes the construction contract's price and schedule. */
export const changeOrder = (project: DemoProject, number: number, day: string): Paper => {
  const random = seeded(`change ${project.key} ${number}`)
  const price = project.acKw * 1090
  const amount = random.whole(48, 410) * 1000
  const days = random.whole(0, 21)
  const reason = random.pick([
    'Rock below 6 feet in block PB-3: pre-drilling of 412 pile locations.',
    'Utility’s revised protection requirement: second relay panel and fibre path.',
    'County road upgrade of 1.8 miles for heavy deliveries, not in the base scope.',
    'Owner’s request: second met station and soiling sensors.',
  ])
  return {
    title: `EPC Change Order ${number} - ${project.name}`,
    author: TRADES.contractor,
    date: day,
    face: 'contract',
    letterhead: {
      name: TRADES.contractor,
      line: `Engineering, procurement and construction · ${project.name}`,
    },
    blocks: [
      title(`CHANGE ORDER NO. ${number}`, longDay(day)),
      facts(
        ['Contract', `Engineering, procurement and construction agreement for ${project.name}`],
        ['Owner', project.company],
        ['Contractor', TRADES.contractor],
        ['Reason', reason],
      ),
      {
        kind: 'table',
        columns: [
          { label: 'Contract price', width: 4 },
          { label: 'Amount', width: 2, align: 'right' },
        ],
        rows: [
          ['Original contract price', dollars(price)],
          ['Change orders before this one', dollars((number - 1) * 186_000)],
          ['This change order', dollars(amount)],
          ['Contract price as changed', dollars(price + (number - 1) * 186_000 + amount)],
        ],
        total: true,
      },
      text(
        `The guaranteed date of substantial completion is ${days === 0 ? 'not changed' : `extended by ${days} days`}. All other terms remain. This change order is the full settlement of its subject in price and time.`,
      ),
      signatures(ownerParty(project), signerOf(TRADES.contractor, 'Project Director')),
    ],
  }
}
