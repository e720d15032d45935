import {
  type Bid,
  bidLetter,
  formationCertificate,
  organisationChart,
  processLetter,
  resolution,
  taxEquityTerms,
} from '../../files/documents/corporate.ts'
import { damInspection } from '../../files/documents/dam.ts'
import { landTitleSurvey, singleLine } from '../../files/documents/drawings.ts'
import { changeOrder, engineersReport, warrantyCertificate } from '../../files/documents/engineering.ts'
import { geotechnicalReport, phaseOne, usePermit } from '../../files/documents/environment.ts'
import { insuranceCertificate } from '../../files/documents/insurance.ts'
import { interconnectionAgreement, systemImpactStudy } from '../../files/documents/interconnection.ts'
import { groundLease, titleCommitment } from '../../files/documents/land.ts'
import { estoppel, lenderConsent, offtakeMemo, ppaAmendment } from '../../files/documents/offtake.ts'
import { powerPurchaseAgreement } from '../../files/documents/ppa.ts'
import {
  creditSummary,
  financialModel,
  priceSchedule,
  projectSheet,
  punchList,
} from '../../files/documents/sheets.ts'
import { flashTests } from '../../files/documents/tables.ts'
import { docx } from '../../files/docx.ts'
import { photograph } from '../../files/images/photograph.ts'
import { sitePlan } from '../../files/images/plan.ts'
import type { View } from '../../files/images/views.ts'
import { pdf } from '../../files/pdf/write.ts'
import { plainText } from '../../files/text.ts'
import { xlsx } from '../../files/xlsx.ts'
import type { DemoFile, DemoTree } from '../../plan.ts'
import { GROUP, SEGUE } from '../organisations.ts'
import { FIRMS, nameOf } from '../people.ts'
import { projectsIn } from '../portfolios.ts'
import type { DemoProject } from '../projects.ts'
import { file, foldersOf, momentOf, treeOf } from '../tree.ts'
import { republicanValleyMail } from './republican-valley-mail.ts'

const NAME = 'Republican Valley Portfolio'
const PROJECTS = projectsIn('republican-valley-portfolio')

const FINANCING = [GROUP.dealTeam, GROUP.lenders, GROUP.taxEquity]
const BIDDERS = [GROUP.northwind, GROUP.calder]

const FOLDERS = foldersOf(
  `
  01 Corporate
    01.1 Formation documents
    01.2 Resolutions and organization chart
  02 Real estate
    02.1 Leases
    02.2 Title
    02.3 Surveys
  03 Offtake and interconnection
    03.1 Executed PPAs
    03.2 Interconnection agreements
    03.3 Studies
    03.10 Estoppels and consents = financing
  04 Permits and environmental
    04.1 Use permits
    04.2 Phase I assessments
    04.3 Site studies
  05 Engineering and construction
    05.1 Drawings
    05.2 Equipment and warranties
    05.3 EPC and change orders
    05.4 Site photographs
    05.5 Independent engineer
  06 Insurance and tax
    06.1 Certificates of insurance
    06.2 Tax equity = financing
  07 Financial model = financing
    07.1 Model
    07.2 Lender case = lenders
    07.4 Bidder base case = base
  08 Bids = bids
    Calder = calder
    Northwind = northwind
  09 Correspondence
    09.1 Notices to all parties
    09.2 Lenders = lenders
    09.3 Deal team = team
  `,
  {
    financing: FINANCING,
    lenders: [GROUP.dealTeam, GROUP.lenders],
    base: [GROUP.dealTeam, ...BIDDERS],
    bids: [GROUP.dealTeam, ...BIDDERS],
    northwind: [GROUP.dealTeam, GROUP.northwind],
    calder: [GROUP.dealTeam, GROUP.calder],
    team: [GROUP.dealTeam],
  },
)

const CORPORATE = '01 Corporate/01.2 Resolutions and organization chart'
const OFFTAKE = '03 Offtake and interconnection'
const CONSTRUCTION = '05 Engineering and construction'

const corporate: readonly DemoFile[] = [
  file('', 'Data room rules and index.txt', 'dealAdmin', '2026-09-14', () =>
    plainText(
      `${NAME}: data room rules`,
      '',
      'All documents are confidential under the agreement that you signed. Do not forward links or files.',
      'Folders are numbered as the schedules of the purchase agreement. New documents are announced by the daily digest.',
      'Please put questions through the Q&A log. Questions by telephone or mail are not answered.',
      '',
      `Deal manager: ${nameOf('dealAdmin')}, Segue Infrastructure, LLC`,
    ),
  ),
  file('', 'Process letter.pdf', 'dealAdmin', '2026-09-14', () =>
    pdf(processLetter(NAME, PROJECTS, '2026-09-14')),
  ),
  file('', 'Projects at a glance.xlsx', 'contributor', '2026-09-15', () =>
    xlsx([projectSheet(NAME, PROJECTS, '2026-09-15')]),
  ),
  ...PROJECTS.map((project) =>
    file(
      '01 Corporate/01.1 Formation documents',
      `${project.company} - certificate of formation.pdf`,
      'counsel',
      '2026-09-16',
      () => pdf(formationCertificate(project)),
    ),
  ),
  file(CORPORATE, 'Organization chart.pdf', 'counsel', '2026-09-16', () =>
    pdf(organisationChart(NAME, PROJECTS, '2026-09-01')),
  ),
  ...PROJECTS.slice(0, 1).map((project) =>
    file(CORPORATE, 'Written consent of the sole member.pdf', 'counsel', '2026-09-18', () =>
      pdf(resolution(project, 'Approval of the sale process', '2026-09-10')),
    ),
  ),
]

const landOf = (project: DemoProject): readonly DemoFile[] => [
  file('02 Real estate/02.1 Leases', `${project.name} - ground lease.pdf`, 'counsel', '2026-09-17', () =>
    pdf(groundLease(project)),
  ),
  file('02 Real estate/02.2 Title', `${project.name} - title commitment.pdf`, 'counsel', '2026-09-21', () =>
    pdf(titleCommitment(project, 1)),
  ),
  file('02 Real estate/02.3 Surveys', `${project.name} - ALTA survey.pdf`, 'counsel', '2026-09-22', () =>
    landTitleSurvey(project),
  ),
  file(
    '04 Permits and environmental/04.1 Use permits',
    `${project.name} - conditional use permit.pdf`,
    'counsel',
    '2026-09-23',
    () => pdf(usePermit(project)),
  ),
  file(
    '04 Permits and environmental/04.2 Phase I assessments',
    `${project.name} - Phase I ESA.pdf`,
    'contributor',
    '2026-09-24',
    () => pdf(phaseOne(project)),
  ),
]

const offtakeOf = (project: DemoProject): readonly DemoFile[] => [
  file(`${OFFTAKE}/03.1 Executed PPAs`, `PPA - ${project.name}.pdf`, 'contributor', '2026-09-18', () =>
    pdf(powerPurchaseAgreement(project)),
  ),
  file(
    `${OFFTAKE}/03.2 Interconnection agreements`,
    `Interconnection agreement - ${project.name}.pdf`,
    'contributor',
    '2026-09-21',
    () => pdf(interconnectionAgreement(project)),
  ),
  file(
    `${OFFTAKE}/03.3 Studies`,
    `System impact study - ${project.name}.pdf`,
    'contributor',
    '2026-09-22',
    () => pdf(systemImpactStudy(project)),
  ),
  file(
    `${OFFTAKE}/03.10 Estoppels and consents`,
    `Estoppel certificate - ${project.name}.pdf`,
    'counsel',
    '2026-10-02',
    () => pdf(estoppel(project, '2026-09-30')),
  ),
]

/** What a photograph of a site under construction, or just built, shows. */
const viewsOf = (project: DemoProject): readonly (readonly [View, string])[] => [
  [
    project.phase === 'OPERATING' ? 'moduleRows' : 'pilesOnly',
    project.phase === 'OPERATING' ? 'rows looking south' : 'piles, block 2',
  ],
  ['inverterSkid', 'inverter skid'],
  [project.bessKw ? 'batteryYard' : 'moduleRows', project.bessKw ? 'battery yard' : 'first rows, block 1'],
  ['substation', 'metering point'],
]

const buildingOf = (project: DemoProject): readonly DemoFile[] => [
  file(
    `${CONSTRUCTION}/05.1 Drawings`,
    `${project.name} - single line diagram.pdf`,
    'contributor',
    '2026-09-25',
    () => singleLine(project),
  ),
  file(`${CONSTRUCTION}/05.1 Drawings`, `${project.name} - site plan.png`, 'contributor', '2026-09-25', () =>
    sitePlan(project),
  ),
  file(
    '06 Insurance and tax/06.1 Certificates of insurance',
    `COI - ${project.name}.pdf`,
    'contributor',
    '2026-10-05',
    () =>
      pdf(insuranceCertificate(project, 'Lakeshore National Bank, N.A., as collateral agent', '2026-04-01')),
  ),
  ...viewsOf(project).map(([view, what], index) =>
    file(
      `${CONSTRUCTION}/05.4 Site photographs`,
      `${project.name} - ${what}.jpg`,
      'contributor',
      '2026-10-19',
      () => photograph(project, view, index, momentOf('2026-10-14', `${project.key} ${view} ${index}`)),
    ),
  ),
  file(
    `${CONSTRUCTION}/05.5 Independent engineer`,
    `${project.name} - independent engineer's report.pdf`,
    'contributor',
    '2026-11-02',
    async () =>
      pdf(
        engineersReport(project, '2026-10-30', [
          await photograph(
            project,
            project.phase === 'OPERATING' ? 'moduleRows' : 'pilesOnly',
            11,
            '2026-10-14T16:10:00Z',
          ),
          await photograph(project, 'inverterSkid', 12, '2026-10-14T16:40:00Z'),
        ]),
      ),
  ),
]

const isRunning = (project: DemoProject): boolean => project.phase === 'OPERATING'

const named = (key: string): DemoProject => {
  const found = PROJECTS.find((project) => project.key === key)
  if (!found) throw new Error(`${NAME} has no project ${key}.`)
  return found
}
const harlan = named('harlan-county-solar')
const otter = named('otter-creek-solar-storage')
const cedar = named('cedar-bluff-solar')
const medicine = named('medicine-creek-solar')

const singles: readonly DemoFile[] = [
  file(
    '02 Real estate/02.2 Title',
    'Harlan County Solar - title commitment.pdf',
    'counsel',
    '2026-10-13',
    () => pdf(titleCommitment(harlan, 2)),
  ),
  file(
    '02 Real estate/02.2 Title',
    'Harlan County Solar - title commitment.pdf',
    'counsel',
    '2026-11-12',
    () => pdf(titleCommitment(harlan, 3)),
  ),
  file(
    OFFTAKE,
    'First Amendment to PPA - Otter Creek (redline).docx',
    'counsel',
    '2026-10-21',
    () => docx(ppaAmendment(otter, '2026-10-20')),
    [GROUP.dealTeam, GROUP.lenders],
  ),
  file(
    OFFTAKE,
    'PPA memo - escalators and curtailment.docx',
    'counsel',
    '2026-10-08',
    () => docx(offtakeMemo(PROJECTS, '2026-10-07')),
    FINANCING,
  ),
  file(
    OFFTAKE,
    'PPA price schedule, all projects.xlsx',
    'contributor',
    '2026-09-29',
    () => xlsx(priceSchedule(NAME, PROJECTS, '2026-09-28', 'open')),
    [GROUP.dealTeam, GROUP.lenders],
  ),
  file(OFFTAKE, 'PPA terms, redacted.xlsx', 'contributor', '2026-09-29', () =>
    xlsx(priceSchedule(NAME, PROJECTS, '2026-09-28', 'redacted')),
  ),
  file(OFFTAKE, 'Offtaker credit summary 2026 Q3.xlsx', 'contributor', '2026-10-26', () =>
    xlsx([creditSummary(NAME, PROJECTS, '2026-09-30')]),
  ),
  file(
    `${OFFTAKE}/03.10 Estoppels and consents`,
    'Form of Lender Consent to Assignment.docx',
    'counsel',
    '2026-10-15',
    () => docx(lenderConsent(harlan, '2026-10-14')),
  ),
  ...[harlan, otter, medicine].map((project) =>
    file(
      '04 Permits and environmental/04.3 Site studies',
      `${project.name} - geotechnical report.pdf`,
      'contributor',
      '2026-09-24',
      () => pdf(geotechnicalReport(project)),
    ),
  ),
  file(
    '04 Permits and environmental/04.3 Site studies',
    'Medicine Creek Solar - dam inspection summary.pdf',
    'contributor',
    '2026-11-09',
    () => pdf(damInspection(medicine, '2026-11-05')),
  ),
  ...[cedar, harlan, otter].map((project) =>
    file(
      `${CONSTRUCTION}/05.2 Equipment and warranties`,
      `${project.name} - module warranty.pdf`,
      'contributor',
      '2026-09-28',
      () => pdf(warrantyCertificate(project)),
    ),
  ),
  file(
    `${CONSTRUCTION}/05.2 Equipment and warranties`,
    'Cedar Bluff Solar - flash test data.csv',
    'contributor',
    '2026-09-28',
    () => flashTests(cedar),
  ),
  ...[1, 2, 3].map((number) =>
    file(
      `${CONSTRUCTION}/05.3 EPC and change orders`,
      `Cedar Bluff Solar - change order ${number}.pdf`,
      'contributor',
      `2026-10-0${number + 4}`,
      () => pdf(changeOrder(cedar, number, `2026-0${number + 3}-17`)),
    ),
  ),
  file(
    `${CONSTRUCTION}/05.3 EPC and change orders`,
    'Harlan County Solar - change order 1.pdf',
    'contributor',
    '2026-11-16',
    () => pdf(changeOrder(harlan, 1, '2026-11-10')),
  ),
  file(
    `${CONSTRUCTION}/05.3 EPC and change orders`,
    'Cedar Bluff Solar - punch list.xlsx',
    'contributor',
    '2026-10-12',
    () => xlsx([punchList(cedar, '2026-10-09')]),
  ),
]

const financing: readonly DemoFile[] = [
  file(
    '06 Insurance and tax/06.2 Tax equity',
    'Tax equity term sheet (draft).docx',
    'counsel',
    '2026-10-27',
    () => docx(taxEquityTerms(NAME, PROJECTS, '2026-10-26')),
  ),
  file(
    '07 Financial model/07.1 Model',
    'Republican Valley - model extract.xlsx',
    'contributor',
    '2026-10-01',
    () => xlsx(financialModel(NAME, PROJECTS, '2026-09-30')),
  ),
  file(
    '07 Financial model/07.1 Model',
    'Republican Valley - model extract.xlsx',
    'contributor',
    '2026-11-11',
    () => xlsx(financialModel(NAME, PROJECTS, '2026-11-10')),
  ),
  file('07 Financial model/07.2 Lender case', 'Lender case, P90.xlsx', 'contributor', '2026-11-12', () =>
    xlsx(
      financialModel(
        `${NAME}, lender case`,
        PROJECTS.map((project) => ({ ...project, p50: project.p90 })),
        '2026-11-10',
      ),
    ),
  ),
  file(
    '07 Financial model/07.4 Bidder base case',
    'Operating projects - base case.xlsx',
    'contributor',
    '2026-11-03',
    () => xlsx(financialModel(`${NAME}, base case for bidders`, PROJECTS.filter(isRunning), '2026-10-30')),
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

const bids: readonly DemoFile[] = [
  file('08 Bids', 'Bid instructions.pdf', 'dealAdmin', '2026-10-28', () =>
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

/** The room in which rival bidders meet: what is restricted here must not show to the other. */
export const republicanValley = (): DemoTree =>
  treeOf(
    {
      type: 'DOCUMENTS',
      owner: { kind: 'PORTFOLIO', slug: 'republican-valley-portfolio' },
      organisation: SEGUE,
      allowRootFiles: true,
      administrator: 'dealAdmin',
      openedOn: '2026-09-14',
      folders: FOLDERS,
    },
    [
      ...corporate,
      ...PROJECTS.flatMap((project) => [...landOf(project), ...offtakeOf(project), ...buildingOf(project)]),
      ...singles,
      ...financing,
      ...bids,
      ...republicanValleyMail,
    ],
  )
