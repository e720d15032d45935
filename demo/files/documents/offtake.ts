import { type DemoProject, monthsLater } from '../../content/projects.ts'
import { dollars, longDay, percent, rateText } from '../format.ts'
import { article, type Block, facts, heading, type Paper, signatures, text, title } from '../paper.ts'
import { countyOf, facilityOf, offtakerParty, ownerParty, paperDays, sponsorOf } from './parties.ts'
import { termsOf } from './ppa.ts'

/** A capacity contract of a storage project: paid by power held ready, not by energy. */
export const tollingAgreement = (project: DemoProject): Paper => {
  const { toll } = project
  if (!toll) throw new Error(`${project.name} sells no capacity.`)
  const signed = paperDays(project).ppa
  return {
    title: `Energy Storage Tolling Agreement - ${project.name}`,
    author: project.company,
    date: signed,
    face: 'contract',
    head: [`Energy Storage Tolling Agreement: ${project.name}`, 'Execution version'],
    blocks: [
      title('ENERGY STORAGE TOLLING AGREEMENT', `${project.name} · ${countyOf(project)}`),
      text(
        `This Agreement is made as of ${longDay(signed)} between ${project.company} ("Owner") and ${project.offtaker.name} ("Toller") for ${facilityOf(project)} at ${project.city}, ${countyOf(project)} (the "Project").`,
      ),
      ...article(
        1,
        'Capacity and Payment',
        `Toller pays a Monthly Capacity Payment of $${toll.capacityRate.toFixed(2)} per kW-month of Guaranteed Capacity, being ${project.acKw.toLocaleString('en-US')} kW for four hours, fixed for the Delivery Term of ${toll.termYears} years from the Commercial Operation Date, expected ${longDay(project.cod)}.`,
        'The Monthly Capacity Payment is multiplied by the Availability Adjustment: one if monthly availability is at or above 98 percent, reduced by two percent for each percent below, and zero below 70 percent.',
        'Toller provides all charging energy and receives all discharging energy, ancillary services and resource adequacy attributes of the Project.',
      ),
      ...article(
        2,
        'Operating Limits',
        'Toller may dispatch up to 365 equivalent full cycles in a Contract Year and not more than two in one day. State of charge is kept between 0 and 100 percent of usable energy, with an average resting state of charge not above 50 percent.',
        [
          'Round-trip efficiency',
          'Owner guarantees a round-trip efficiency of 85.5 percent at the Delivery Point in the first Contract Year, declining by 0.25 percentage points a year. A shortfall is paid at the average day-ahead price of charging energy.',
        ],
        [
          'Capacity tests',
          'A capacity test is carried out at commercial operation and then once each Contract Year; each Party may ask for two more at its own cost. Guaranteed Capacity is kept by augmentation at the cost of Owner.',
        ],
        [
          'Safety',
          'Owner shall keep the UL 9540A test report, the hazard mitigation analysis under NFPA 855 and the emergency response plan current, and shall train the local fire service each year.',
        ],
      ),
      ...article(
        3,
        'Credit, Default and Assignment',
        `Owner posts development security of ${dollars(project.acKw * 60)} and delivery term security of ${dollars(project.acKw * 90)}.`,
        'A Party that fails to pay within ten business days of notice, or leaves a material breach uncured for thirty days after notice, is in default. The other may terminate and recover its loss, limited for Owner to the delivery term security.',
        'Owner may assign this Agreement as collateral to its lenders, and Toller shall give a consent in the customary form. A change of control needs consent, not to be unreasonably withheld, unless the transferee is a Qualified Transferee.',
      ),
      signatures(ownerParty(project), offtakerParty(project)),
    ],
  }
}

/** The buyer confirms the state of the power purchase agreement to those who lend against it. */
export const estoppel = (project: DemoProject, day: string): Paper => {
  const terms = termsOf(project)
  return {
    title: `Estoppel Certificate - ${project.name}`,
    author: project.offtaker.name,
    date: day,
    face: 'contract',
    letterhead: { name: project.offtaker.name, line: project.offtaker.place },
    blocks: [
      title('ESTOPPEL CERTIFICATE'),
      text(
        `${longDay(day)}. To ${project.company}, its members, and the lenders and tax equity investors that finance ${project.name} (the "Reliance Parties").`,
      ),
      text(
        `The undersigned, as Buyer under the Power Purchase Agreement dated ${longDay(paperDays(project).ppa)} with ${project.company} (the "PPA"), certifies to the Reliance Parties that:`,
      ),
      {
        kind: 'clause',
        number: '1.',
        text: 'The PPA is in full force and effect and has not been amended, supplemented or assigned, except as listed below. It is the entire agreement between the parties to it on its subject.',
      },
      {
        kind: 'clause',
        number: '2.',
        text: `The Contract Price is ${rateText(terms.rate)} in the first Contract Year with an annual escalator of ${percent(terms.escalator)}. The Delivery Term is ${terms.termYears} years from the Commercial Operation Date.`,
      },
      {
        kind: 'clause',
        number: '3.',
        text: 'To its knowledge no event of default, and no event which with notice or time would become one, exists on the part of either party. No claim, set-off or defence against payment is asserted.',
      },
      {
        kind: 'clause',
        number: '4.',
        text: `The Guaranteed Date is ${longDay(project.cod)}. No Force Majeure has been claimed and no delay damages have accrued.`,
      },
      {
        kind: 'clause',
        number: '5.',
        text: 'Development security has been received in the form and amount that the PPA requires.',
      },
      facts(['Amendments', 'None'], ['Statements in dispute', 'None'], ['Security held', 'Letter of credit']),
      signatures(offtakerParty(project)),
    ],
  }
}

/** The form in which a buyer consents to a collateral assignment. */
export const lenderConsent = (project: DemoProject, day: string): Paper => ({
  title: 'Form of Lender Consent to Assignment',
  author: 'Harrow & Pike LLP',
  date: day,
  face: 'contract',
  head: ['Consent to collateral assignment', 'Form agreed with counsel'],
  blocks: [
    title('CONSENT TO COLLATERAL ASSIGNMENT', `Power Purchase Agreement, ${project.name}`),
    text(
      `This Consent is entered into as of [__________], 2026 by ${project.offtaker.name} (the "Contracting Party"), ${project.company} (the "Assignor") and Lakeshore National Bank, N.A., as collateral agent for the secured parties (the "Collateral Agent").`,
    ),
    ...article(
      1,
      'Consent',
      `The Contracting Party acknowledges and consents to the collateral assignment by the Assignor of all its right, title and interest in the Power Purchase Agreement dated ${longDay(paperDays(project).ppa)} (the "Assigned Agreement").`,
      'The Contracting Party agrees that the Collateral Agent may, but is not obliged to, exercise the rights and cure the defaults of the Assignor.',
    ),
    ...article(
      2,
      'Cure rights and substitute owner',
      'The Contracting Party will not suspend or terminate before it has given the Collateral Agent notice of the default and a cure period which ends thirty days, for payment, or ninety days, for other defaults, after that of the Assignor.',
      'On foreclosure a transferee that is, or engages, a Qualified Operator may be substituted for the Assignor. If the Assigned Agreement is rejected in bankruptcy, the Contracting Party will on request within sixty days enter into a new agreement on the same terms for the rest of the term.',
    ),
    ...article(
      3,
      'Payments',
      'All payments under the Assigned Agreement will be made to the revenue account named in Annex 1, until the Collateral Agent gives notice otherwise. Payment to that account discharges the Contracting Party.',
    ),
    {
      kind: 'text',
      style: 'italic',
      text: '[Annex 1: account details to be completed at closing. Changes to Sections 2.1 and 2.2 need the consent of counsel for the lenders.]',
    },
    signatures(ownerParty(project), offtakerParty(project)),
  ],
})

/** A redlined amendment that moves the guaranteed date and lowers free curtailment. */
export const ppaAmendment = (project: DemoProject, day: string): Paper => {
  const terms = termsOf(project)
  const later = monthsLater(project.cod, 3)
  return {
    title: `First Amendment to PPA - ${project.name} (redline)`,
    author: 'Harrow & Pike LLP',
    date: day,
    face: 'contract',
    head: [`First Amendment to Power Purchase Agreement: ${project.name}`, `Draft of ${longDay(day)}`],
    blocks: [
      title('FIRST AMENDMENT TO POWER PURCHASE AGREEMENT', project.name),
      text(
        `This First Amendment is made as of [__________], 2026 between ${project.company} ("Seller") and ${project.offtaker.name} ("Buyer") and amends the Power Purchase Agreement dated ${longDay(paperDays(project).ppa)}. Deletions are struck and insertions underlined.`,
      ),
      {
        kind: 'redline',
        number: '4.1',
        marks: [
          {
            text: `Seller shall use commercially reasonable efforts to reach the Commercial Operation Date by `,
          },
          { text: longDay(project.cod), change: 'deleted' },
          { text: ` ${longDay(later)}`, change: 'inserted' },
          { text: ' (the "Guaranteed Date").' },
        ],
      },
      {
        kind: 'redline',
        number: '4.4',
        marks: [
          { text: 'The Guaranteed Date is extended day for day, by not more than ' },
          { text: 'one hundred eighty', change: 'deleted' },
          { text: ' two hundred seventy', change: 'inserted' },
          {
            text: ' days in all, for Force Majeure, delay by the Transmission Provider not caused by Seller, ',
          },
          { text: 'late delivery of the main power transformer, ', change: 'inserted' },
          { text: 'and delay by Buyer.' },
        ],
      },
      {
        kind: 'redline',
        number: '5.5',
        marks: [
          { text: 'Buyer may curtail deliveries for economic reasons up to ' },
          { text: 'one hundred fifty', change: 'deleted' },
          { text: ' one hundred', change: 'inserted' },
          { text: ' hours at full output in a Contract Year without payment.' },
        ],
      },
      {
        kind: 'redline',
        number: 'Ex. B',
        marks: [
          { text: `The Contract Price of the first Contract Year is ${rateText(terms.rate)}` },
          {
            text: ', reduced by $0.00035/kWh for each full month by which commercial operation is later than ',
            change: 'inserted',
          },
          { text: longDay(later), change: 'inserted' },
          { text: '.' },
        ],
      },
      text(
        'Except as amended here the Agreement remains in full force and effect. This First Amendment may be executed in counterparts and delivered electronically.',
      ),
      signatures(ownerParty(project), offtakerParty(project)),
    ],
  }
}

const priceRows = (projects: readonly DemoProject[]): readonly (readonly string[])[] =>
  projects.flatMap((project) =>
    project.ppa
      ? [
          [
            project.name,
            project.offtaker.name.replace(/,? (Inc\.|LLC)$/, ''),
            project.ppa.rate.toFixed(5),
            percent(project.ppa.escalator),
            String(project.ppa.termYears),
          ],
        ]
      : [],
  )

/** Counsel's memorandum on what differs between the offtake contracts. */
export const offtakeMemo = (projects: readonly DemoProject[], day: string): Paper => {
  const [first] = projects
  const sponsor = first ? sponsorOf(first) : ''
  const blocks: readonly Block[] = [
    title('MEMORANDUM', 'Privileged and confidential'),
    facts(
      ['To', `${sponsor}, transaction team`],
      ['From', 'Harrow & Pike LLP'],
      ['Date', longDay(day)],
      ['Subject', 'Offtake contracts: escalators and curtailment'],
    ),
    heading('Summary'),
    text(
      'We reviewed the executed offtake contracts of the portfolio for price, escalation, curtailment and assignment. They follow one form; the differences that matter for a model are in the table. Economic curtailment is free up to 150 hours at full output in a contract year under each of them.',
    ),
    {
      kind: 'table',
      columns: [
        { label: 'Project', width: 2.4 },
        { label: 'Buyer', width: 3.4 },
        { label: 'Rate ($/kWh)', width: 1.4, align: 'right' },
        { label: 'Escalator', width: 1.2, align: 'right' },
        { label: 'Years', width: 0.8, align: 'right' },
      ],
      rows: priceRows(projects),
    },
    heading('Curtailment'),
    text(
      'Curtailment for reliability is unpaid without limit. In the last twelve months the balancing area ordered 41 hours for the nodes concerned, all of it between midnight and 5 a.m. in April and May. We see no reason to model more than one percent of annual energy as lost.',
    ),
    heading('Assignment'),
    text(
      'Collateral assignment needs no consent. A sale of the membership interests needs none either where the purchaser is, or hires, a Qualified Transferee: 250 MW of solar under operation for three years and a net worth of $50 million. We recommend that bidders be asked to show this with their bids.',
    ),
  ]
  return {
    title: 'PPA memo - escalators and curtailment',
    author: 'Harrow & Pike LLP',
    date: day,
    face: 'report',
    letterhead: { name: 'Harrow & Pike LLP', line: '1200 Douglas Street, Omaha, Nebraska' },
    blocks,
  }
}
