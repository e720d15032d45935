import { type Bid, bidLetter, processLetter, taxEquityTerms } from '../../../files/documents/corporate.ts'
import { financialModel } from '../../../files/documents/money-sheets.ts'
import { estoppel, lenderConsent, offtakeMemo, ppaAmendment } from '../../../files/documents/offtake.ts'
import { creditSummary, priceSchedule } from '../../../files/documents/sheets.ts'
import { docx } from '../../../files/docx.ts'
import { pdf } from '../../../files/pdf/write.ts'
import { plainText } from '../../../files/text.ts'
import { xlsx } from '../../../files/xlsx.ts'
import type { DemoFile } from '../../../plan.ts'
import { GROUP } from '../../organisations.ts'
import { FIRMS, nameOf } from '../../people.ts'
import { projectOf, projectsIn } from '../../portfolios.ts'
import { each, file } from '../../tree.ts'

const NAME = 'Republican Valley Portfolio'
const PROJECTS = projectsIn('republican-valley-portfolio')
const OFFTAKE = '03 Offtake and interconnection'
const CONSENTS = `${OFFTAKE}/03.10 Estoppels and consents`
const MODEL = '07 Financial model/07.1 Model'

/** Prices lie beside documents that everybody reads, so these files are restricted one by one. */
const LENDERS = [GROUP.dealTeam, GROUP.lenders]

const model = (day: string) => (): Promise<Buffer> => xlsx(financialModel(NAME, PROJECTS, day))

/** What lenders and tax equity see of prices and models, and the little of it that bidders see. */
export const financing: readonly DemoFile[] = [
  file(
    OFFTAKE,
    'PPA price schedule, all projects.xlsx',
    'contributor',
    '2026-09-29',
    () => xlsx(priceSchedule(NAME, PROJECTS, '2026-09-28', 'open')),
    LENDERS,
  ),
  file(OFFTAKE, 'PPA terms, redacted.xlsx', 'contributor', '2026-09-29', () =>
    xlsx(priceSchedule(NAME, PROJECTS, '2026-09-28', 'redacted')),
  ),
  file(OFFTAKE, 'Offtaker credit summary 2026 Q3.xlsx', 'contributor', '2026-10-26', () =>
    xlsx([creditSummary(NAME, PROJECTS, '2026-09-30')]),
  ),
  file(
    OFFTAKE,
    'PPA memo - escalators and curtailment.docx',
    'counsel',
    '2026-10-08',
    () => docx(offtakeMemo(PROJECTS, '2026-10-07')),
    [...LENDERS, GROUP.taxEquity],
  ),
  file(
    OFFTAKE,
    'First Amendment to PPA - Otter Creek (redline).docx',
    'counsel',
    '2026-10-21',
    () => docx(ppaAmendment(projectOf('otter-creek-solar-storage'), '2026-10-20')),
    LENDERS,
  ),
  ...each(PROJECTS, CONSENTS, 'Estoppel certificate - {}.pdf', 'counsel', '2026-10-02', (project) =>
    pdf(estoppel(project, '2026-09-30')),
  ),
  file(CONSENTS, 'Form of Lender Consent to Assignment.docx', 'counsel', '2026-10-15', () =>
    docx(lenderConsent(projectOf('harlan-county-solar'), '2026-10-14')),
  ),
  file(
    '06 Insurance and tax/06.2 Tax equity',
    'Tax equity term sheet (draft).docx',
    'counsel',
    '2026-10-27',
    () => docx(taxEquityTerms(NAME, PROJECTS, '2026-10-26')),
  ),
  file(MODEL, 'Republican Valley - model extract.xlsx', 'contributor', '2026-10-01', model('2026-09-30')),
  file(MODEL, 'Republican Valley - model extract.xlsx', 'contributor', '2026-11-11', model('2026-11-10')),
  file('07 Financial model/07.2 Lender case', 'Lender case, P90.xlsx', 'contributor', '2026-11-12', () => {
    const cautious = PROJECTS.map((project) => ({ ...project, p50: project.p90 }))
    return xlsx(financialModel(`${NAME}, lender case`, cautious, '2026-11-10'))
  }),
  file(
    '07 Financial model/07.4 Bidder base case',
    'Operating projects - base case.xlsx',
    'contributor',
    '2026-11-03',
    () => {
      const running = PROJECTS.filter((project) => project.phase === 'OPERATING')
      return xlsx(financialModel(`${NAME}, base case for bidders`, running, '2026-10-30'))
    },
  ),
]

const NORTHWIND: Bid = {
  bidder: `${FIRMS.northwind} LP`,
  place: '2 Long Wharf, Boston, Massachusetts',
  signer: nameOf('bidder'),
  signerTitle: 'Principal, Investments',
  price: 61_500_000,
  discount: 8.75,
  funding: 'Fund II commitments, $140 million undrawn',
}
const CALDER: Bid = {
  bidder: `${FIRMS.calder} LLC`,
  place: '1401 McKinney Street, Houston, Texas',
  signer: nameOf('rival'),
  signerTitle: 'Partner',
  price: 63_800_000,
  discount: 8.4,
  funding: 'Balance sheet and a committed bridge facility',
}

/** Each bidder's folder is its own; the deal team files what comes in, as bidders may not upload. */
export const bids: readonly DemoFile[] = [
  file('08 Bids', 'Bid instructions.pdf', 'contributor', '2026-10-28', () =>
    pdf(processLetter(NAME, PROJECTS, '2026-10-28')),
  ),
  file('08 Bids/Northwind', 'Northwind - indicative offer.pdf', 'contributor', '2026-11-10', () =>
    pdf(bidLetter(NAME, NORTHWIND, PROJECTS, '2026-11-09')),
  ),
  file('08 Bids/Northwind', 'Northwind - questions on title.txt', 'contributor', '2026-11-13', () =>
    plainText(
      'Northwind Renewables Capital, questions on title',
      '',
      '1. Is the surface waiver for Harlan County Solar expected before December 8?',
      '2. Will the title company issue endorsement ALTA 35-06 if it is not?',
      '3. Please confirm the width of the pipeline easement at station 14+20.',
    ),
  ),
  file('08 Bids/Calder', 'Calder - indicative offer.pdf', 'contributor', '2026-11-10', () =>
    pdf(bidLetter(NAME, CALDER, PROJECTS, '2026-11-10')),
  ),
  file('08 Bids/Calder', 'Calder - funding letter.txt', 'contributor', '2026-11-17', () =>
    plainText(
      'Calder Energy Partners, evidence of funds',
      '',
      'The bridge facility of $70 million is committed until March 31, 2027.',
      'Conditions: none but customary closing deliverables.',
    ),
  ),
]
