import { type DemoProject, monthsLater } from '../../content/projects.ts'
import { count, longDay, megawatts, percent, rateText } from '../format.ts'
import {
  article,
  type Block,
  facts,
  heading,
  newPage,
  type Paper,
  signatures,
  text,
  title,
} from '../paper.ts'
import { countyOf, facilityOf, offtakerParty, ownerParty, paperDays } from './parties.ts'

interface Terms {
  readonly startDate: string
  readonly termYears: number
  readonly rate: number
  readonly escalator: number
}

/** The terms of a project's power purchase; throws for one that sells capacity instead. */
export const termsOf = (project: DemoProject): Terms => {
  if (!project.ppa) throw new Error(`${project.name} sells no energy.`)
  return project.ppa
}

const opening = (project: DemoProject, signed: string): readonly Block[] => [
  title('POWER PURCHASE AGREEMENT', `${project.name} · ${countyOf(project)}`),
  text(
    `This Power Purchase Agreement (the "Agreement") is entered into as of ${longDay(signed)} (the "Effective Date") by and between ${project.company}, a Delaware limited liability company ("Seller"), and ${project.offtaker.name}, a ${project.offtaker.kind.toLowerCase()} with its principal office in ${project.offtaker.place} ("Buyer"). Seller and Buyer are each a "Party" and together the "Parties".`,
  ),
  heading('Recitals'),
  text(
    `A. Seller intends to develop, design, construct, own and operate ${facilityOf(project)} in ${countyOf(project)}, interconnected at ${project.kilovolts} kV at the ${project.substation} substation (the "Facility").`,
  ),
  text(
    'B. Buyer wishes to purchase, and Seller wishes to sell, all of the Product of the Facility on the terms and conditions below. The Parties therefore agree as follows.',
  ),
]

/** Whether prices are to be read, or blacked out for those who may not know them. */
export type Edition = 'execution' | 'redacted'

const HIDDEN = '[PRICE REDACTED]'

const commercial = (project: DemoProject, terms: Terms, edition: Edition): readonly Block[] => [
  ...article(
    1,
    'Definitions',
    [
      'Commercial Operation Date',
      `the date on which the conditions of Section 4.3 are met, expected to be ${longDay(project.cod)}. The date may be extended as provided in Section 4.4.`,
    ],
    [
      'Contract Year',
      'each period of twelve consecutive months beginning on the Commercial Operation Date or on an anniversary of it.',
    ],
    [
      'Delivered Energy',
      'the energy, in kWh, that the Facility produces and delivers to the Delivery Point, as measured by the Revenue Meter and adjusted for losses between the meter and the Delivery Point.',
    ],
    [
      'Delivery Point',
      `the point of interconnection at the ${project.kilovolts} kV bus of the ${project.substation} substation of ${project.stateFacts.utility}.`,
    ],
    [
      'Environmental Attributes',
      'all credits, benefits, emission reductions and allowances attributable to the generation of the Facility, but excluding Tax Benefits.',
    ],
    [
      'Expected Annual Energy',
      `${count(project.p50)} MWh in the first Contract Year, reduced by 0.5% of that quantity in each later Contract Year.`,
    ],
    [
      'Product',
      'Delivered Energy, capacity to the extent recognised by the Transmission Provider, and Environmental Attributes.',
    ],
    [
      'Tax Benefits',
      'any federal, state or local tax credit, depreciation or grant arising from ownership or operation of the Facility. Tax Benefits are and remain the property of Seller.',
    ],
  ),
  ...article(
    2,
    'Term',
    `This Agreement is effective on the Effective Date and continues for ${terms.termYears} Contract Years from the Commercial Operation Date (the "Delivery Term"), unless terminated earlier under its terms.`,
    'The Parties may extend the Delivery Term by up to two periods of five years each by written agreement made at least twelve months before expiry. Neither Party is bound to extend.',
    'Provisions which by their nature survive, including those on payment of amounts accrued, confidentiality, limitation of liability and dispute resolution, survive expiry or termination.',
  ),
  ...article(
    3,
    'Purchase and Sale',
    'From the Commercial Operation Date Seller shall sell and deliver, and Buyer shall purchase and accept at the Delivery Point, all Product of the Facility. Seller shall not sell Product to any third party except during a Buyer default or as allowed in Section 3.4.',
    [
      'Contract Price',
      `Buyer shall pay ${edition === 'redacted' ? HIDDEN : rateText(terms.rate)} for Delivered Energy in the first Contract Year. On the first day of each later Contract Year the Contract Price escalates by ${edition === 'redacted' ? HIDDEN : percent(terms.escalator)} of the price of the Contract Year before. The prices of all Contract Years are set out in Exhibit B.`,
    ],
    [
      'Test energy',
      'Energy delivered before the Commercial Operation Date is paid at seventy-five percent (75%) of the Contract Price of the first Contract Year.',
    ],
    [
      'Excess energy',
      'Delivered Energy above one hundred fifteen percent (115%) of Expected Annual Energy in a Contract Year may be declined by Buyer, in which case Seller may sell it elsewhere.',
    ],
    ['Title and risk of loss', 'Title to and risk of loss of Product pass to Buyer at the Delivery Point.'],
  ),
]

const building = (project: DemoProject): readonly Block[] => [
  ...article(
    4,
    'Development and Commercial Operation',
    [
      'Milestones',
      `Seller shall use commercially reasonable efforts to issue full notice to proceed by ${longDay(project.ntp)} and to reach the Commercial Operation Date by ${longDay(project.cod)} (the "Guaranteed Date").`,
    ],
    [
      'Progress',
      'Until the Commercial Operation Date Seller shall deliver a monthly progress report that covers permits, procurement, construction, interconnection and the schedule to complete.',
    ],
    [
      'Conditions',
      'Commercial operation is reached when (a) at least ninety-five percent of the nameplate capacity is installed and commissioned, (b) the Interconnection Agreement is in effect and permission to operate has been given, (c) the required insurance is in force, and (d) an independent engineer has certified (a) and (b).',
    ],
    [
      'Extensions',
      'The Guaranteed Date is extended day for day, by not more than one hundred eighty days in all, for Force Majeure, delay by the Transmission Provider not caused by Seller, and delay by Buyer.',
    ],
    [
      'Delay damages',
      `If commercial operation is not reached by the Guaranteed Date as extended, Seller shall pay delay damages of $150 per MW of capacity not commissioned and day, up to a total of $${count(Math.round(project.acKw * 27))}. These are Buyer's sole remedy for delay until the outside date one year after the Guaranteed Date.`,
    ],
  ),
  ...article(
    5,
    'Operation',
    'Seller shall operate and maintain the Facility in accordance with Prudent Industry Practice, applicable law, the Interconnection Agreement and the reliability standards that apply to it.',
    [
      'Scheduled maintenance',
      'Seller shall give Buyer a maintenance plan for each calendar year by October 1 of the year before, and shall not schedule maintenance which reduces output by more than ten percent between June 1 and September 15, between 10 a.m. and 7 p.m.',
    ],
    [
      'Forecasts',
      'Seller shall give a day-ahead forecast of hourly output by 6 a.m. and shall update it when the expected output changes by more than the greater of 2 MW and ten percent.',
    ],
    [
      'Metering',
      'The Revenue Meter shall be accurate within 0.2 percent, sealed, and tested each year at the cost of Seller. If a test shows an error above 0.5 percent, statements of the last six months, or of half the time since the last test if shorter, are corrected.',
    ],
    [
      'Curtailment',
      'Buyer may curtail deliveries for economic reasons up to one hundred fifty hours at full output in a Contract Year without payment. Beyond that, Buyer shall pay the Contract Price for energy that would have been delivered. Curtailment ordered by the Transmission Provider or balancing authority for reliability is not paid.',
    ],
  ),
  ...article(
    6,
    'Guaranteed Output',
    'In each period of two consecutive Contract Years Seller shall deliver at least eighty percent (80%) of Expected Annual Energy of that period, less energy not delivered because of Force Majeure, curtailment or a Buyer default.',
    'If it does not, Seller shall pay for each MWh of shortfall the amount by which the replacement price, being the average day-ahead price at the Delivery Point plus the market value of Environmental Attributes, exceeds the Contract Price, but not more than $20 per MWh.',
  ),
]

const legal = (project: DemoProject): readonly Block[] => [
  ...article(
    7,
    'Billing and Payment',
    'Seller shall issue a statement by the tenth day of each month for the month before. Buyer shall pay by wire transfer within twenty days of receipt.',
    'Amounts not paid when due bear interest at the prime rate published in The Wall Street Journal plus two percent a year. A Party may dispute a statement in good faith within twelve months; the undisputed part is paid when due.',
    'Each Party shall keep records for three years and give the other access to those needed to verify a statement.',
  ),
  ...article(
    8,
    'Credit Support',
    `Seller shall post development security of $${count(Math.round(project.acKw * 30))} within ten business days of the Effective Date and operating security of $${count(Math.round(project.acKw * 20))} from the Commercial Operation Date, as cash or a letter of credit of a bank rated at least A- or A3.`,
    `Buyer is not required to post security as long as its issuer rating (on the Effective Date: ${project.offtaker.rating}) is investment grade, or, where it is not rated, as long as its debt service coverage stays at or above 1.20.`,
  ),
  ...article(
    9,
    'Default and Remedies',
    'Each of the following is an event of default: failure to pay an amount due within ten business days of notice; a material breach not cured within thirty days of notice, or within such longer time, up to one hundred twenty days, as diligent cure requires; a representation that was false in a material respect when made; and bankruptcy of the Party or its guarantor.',
    'While a default of the other Party continues a Party may suspend performance, terminate this Agreement by notice of at least fifteen days, and recover a termination payment computed as the present value of its loss at a discount rate of seven percent.',
    [
      'Financing parties',
      'Buyer shall give the Financing Parties of which it has notice a copy of each default notice, and an additional cure period of thirty days for payment and ninety days for other defaults.',
    ],
  ),
  ...article(
    10,
    'Force Majeure',
    'A Party is excused from performance, other than payment, to the extent and as long as an event beyond its reasonable control, which it could not have avoided by due diligence, prevents it. Lack of sun or wind, economic hardship and a change in market prices are not Force Majeure.',
    'If Force Majeure prevents substantially all performance for twelve consecutive months, either Party may terminate without liability.',
  ),
  ...article(
    11,
    'Assignment',
    'Neither Party may assign this Agreement without the consent of the other, which shall not be unreasonably withheld, conditioned or delayed.',
    [
      'Collateral assignment',
      'Seller may without consent assign this Agreement as collateral to Financing Parties. Buyer shall within fifteen days of request execute a consent to collateral assignment and an estoppel substantially in the form of Exhibit D.',
    ],
    [
      'Change of control',
      'A transfer of interests in Seller to a Qualified Transferee, or to a tax equity investor, is permitted with notice of ten business days. A Qualified Transferee has, or retains an operator that has, at least 250 MW of solar generation under operation for three years, and a net worth of at least $50 million.',
    ],
  ),
  ...article(
    12,
    'Limitation of Liability; Indemnity; Insurance',
    'NEITHER PARTY IS LIABLE FOR CONSEQUENTIAL, INCIDENTAL, PUNITIVE OR EXEMPLARY DAMAGES OR LOST PROFITS, EXCEPT AS INCLUDED IN LIQUIDATED DAMAGES OR A TERMINATION PAYMENT UNDER THIS AGREEMENT.',
    'Each Party shall indemnify the other against third-party claims for bodily injury or damage to property to the extent caused by its negligence or wilful misconduct.',
    'Seller shall maintain commercial general liability insurance of $1,000,000 each occurrence and $2,000,000 aggregate, excess liability of $10,000,000, and all-risk property insurance at replacement cost, subject to commercially available sublimits for hail and flood.',
  ),
  ...article(
    13,
    'General',
    [
      'Governing law',
      `This Agreement is governed by the laws of the State of ${project.stateFacts.name}, without regard to conflict of laws.`,
    ],
    [
      'Disputes',
      'The Parties shall attempt to resolve disputes by negotiation between senior executives for thirty days, then by mediation. Either may thereafter bring suit in a court of competent jurisdiction. EACH PARTY WAIVES TRIAL BY JURY.',
    ],
    [
      'Confidentiality',
      'Each Party shall keep the terms of this Agreement confidential, but may disclose them to its lenders, investors, prospective purchasers and advisers who are bound by like obligations, and as law requires.',
    ],
    [
      'Forward contract',
      'The Parties intend this Agreement to be a forward contract within the meaning of the United States Bankruptcy Code.',
    ],
    [
      'Entire agreement; amendment',
      'This Agreement with its Exhibits is the entire agreement of the Parties on its subject. It may be amended only in writing signed by both Parties.',
    ],
  ),
]

/** Year by year, as the escalator gives them. */
const priceTable = (terms: Terms): Block => ({
  kind: 'table',
  columns: [
    { label: 'Contract Year', width: 1 },
    { label: 'Begins', width: 2 },
    { label: 'Contract Price ($/kWh)', width: 2, align: 'right' },
  ],
  rows: Array.from({ length: terms.termYears }, (_, index) => [
    String(index + 1),
    longDay(monthsLater(terms.startDate, index * 12)),
    (terms.rate * (1 + terms.escalator / 100) ** index).toFixed(5),
  ]),
})

const exhibits = (project: DemoProject, terms: Terms, edition: Edition): readonly Block[] => [
  newPage,
  title('EXHIBIT A', 'Facility description'),
  facts(
    ['Facility', project.name],
    ['Owner', project.company],
    [
      'Location',
      `${project.city}, ${countyOf(project)} (${project.latitude.toFixed(4)}, ${project.longitude.toFixed(4)})`,
    ],
    ['Site', `About ${count(project.acres)} acres: ${project.legalDescription}`],
    ['Capacity', `${megawatts(project.dcKw ?? 0)} DC, ${megawatts(project.acKw)} AC`],
    [
      'Storage',
      project.bessKw ? `${megawatts(project.bessKw)}, ${count((project.bessKwh ?? 0) / 1000)} MWh` : 'None',
    ],
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
    [
      'Point of interconnection',
      `${project.kilovolts} kV, ${project.substation} substation, ${project.stateFacts.utility}`,
    ],
    ['Expected Annual Energy', `${count(project.p50)} MWh (P50), ${count(project.p90)} MWh (P90)`],
  ),
  title('EXHIBIT B', 'Contract Price'),
  edition === 'redacted' ? text(HIDDEN) : priceTable(terms),
]

/** A power purchase agreement of the project, with its exhibits. */
export const powerPurchaseAgreement = (project: DemoProject, edition: Edition = 'execution'): Paper => {
  const terms = termsOf(project)
  const signed = paperDays(project).ppa
  return {
    title: `Power Purchase Agreement - ${project.name}`,
    author: project.company,
    date: signed,
    face: 'contract',
    head: [
      `Power Purchase Agreement: ${project.name}`,
      edition === 'redacted' ? 'Prices redacted' : 'Execution version',
    ],
    blocks: [
      ...opening(project, signed),
      ...commercial(project, terms, edition),
      ...building(project),
      ...legal(project),
      text(
        'IN WITNESS WHEREOF, the Parties have caused this Agreement to be executed by their authorized representatives as of the Effective Date.',
      ),
      signatures(ownerParty(project), offtakerParty(project)),
      ...exhibits(project, terms, edition),
    ],
  }
}
