import { damInspection } from '../../../files/documents/dam.ts'
import { landTitleSurvey, singleLine } from '../../../files/documents/drawings.ts'
import { changeOrder, engineersReport, warrantyCertificate } from '../../../files/documents/engineering.ts'
import { geotechnicalReport, phaseOne, usePermit } from '../../../files/documents/environment.ts'
import { insuranceCertificate } from '../../../files/documents/insurance.ts'
import { interconnectionAgreement, systemImpactStudy } from '../../../files/documents/interconnection.ts'
import { groundLease, titleCommitment } from '../../../files/documents/land.ts'
import { powerPurchaseAgreement } from '../../../files/documents/ppa.ts'
import { punchList } from '../../../files/documents/sheets.ts'
import { flashTests } from '../../../files/documents/tables.ts'
import { photograph } from '../../../files/images/photograph.ts'
import { sitePlan } from '../../../files/images/plan.ts'
import type { View } from '../../../files/images/views.ts'
import { pdf } from '../../../files/pdf/write.ts'
import { xlsx } from '../../../files/xlsx.ts'
import type { DemoFile } from '../../../plan.ts'
import { projectOf, projectsIn } from '../../portfolios.ts'
import type { DemoProject } from '../../projects.ts'
import { asPdf, each, file, momentOf } from '../../tree.ts'

const PROJECTS = projectsIn('republican-valley-portfolio')
const CEDAR = projectOf('cedar-bluff-solar')
const HARLAN = projectOf('harlan-county-solar')
const OTTER = projectOf('otter-creek-solar-storage')
const MEDICINE = projectOf('medicine-creek-solar')

const TITLE = '02 Real estate/02.2 Title'
const OFFTAKE = '03 Offtake and interconnection'
const PERMITS = '04 Permits and environmental'
const BUILDING = '05 Engineering and construction'
const ORDERS = `${BUILDING}/05.3 EPC and change orders`

const land: readonly DemoFile[] = [
  ...each(
    PROJECTS,
    '02 Real estate/02.1 Leases',
    '{} - ground lease.pdf',
    'counsel',
    '2026-09-17',
    asPdf(groundLease),
  ),
  ...each(PROJECTS, TITLE, '{} - title commitment.pdf', 'counsel', '2026-09-21', (project) =>
    pdf(titleCommitment(project, 1)),
  ),
  ...each([HARLAN], TITLE, '{} - title commitment.pdf', 'counsel', '2026-10-13', (project) =>
    pdf(titleCommitment(project, 2)),
  ),
  ...each([HARLAN], TITLE, '{} - title commitment.pdf', 'counsel', '2026-11-12', (project) =>
    pdf(titleCommitment(project, 3)),
  ),
  ...each(
    PROJECTS,
    '02 Real estate/02.3 Surveys',
    '{} - ALTA survey.pdf',
    'counsel',
    '2026-09-22',
    landTitleSurvey,
  ),
]

const contracts: readonly DemoFile[] = [
  ...each(
    PROJECTS,
    `${OFFTAKE}/03.1 Executed PPAs`,
    'PPA - {}.pdf',
    'contributor',
    '2026-09-18',
    asPdf(powerPurchaseAgreement),
  ),
  ...each(
    PROJECTS,
    `${OFFTAKE}/03.4 PPAs, prices redacted`,
    'PPA - {} (redacted).pdf',
    'counsel',
    '2026-10-28',
    (project) => pdf(powerPurchaseAgreement(project, 'redacted')),
  ),
  ...each(
    PROJECTS,
    `${OFFTAKE}/03.2 Interconnection agreements`,
    'Interconnection agreement - {}.pdf',
    'contributor',
    '2026-09-21',
    asPdf(interconnectionAgreement),
  ),
  ...each(
    PROJECTS,
    `${OFFTAKE}/03.3 Studies`,
    'System impact study - {}.pdf',
    'contributor',
    '2026-09-22',
    asPdf(systemImpactStudy),
  ),
]

const permits: readonly DemoFile[] = [
  ...each(
    PROJECTS,
    `${PERMITS}/04.1 Use permits`,
    '{} - conditional use permit.pdf',
    'counsel',
    '2026-09-23',
    asPdf(usePermit),
  ),
  ...each(
    PROJECTS,
    `${PERMITS}/04.2 Phase I assessments`,
    '{} - Phase I ESA.pdf',
    'contributor',
    '2026-09-24',
    asPdf(phaseOne),
  ),
  ...each(
    [HARLAN, OTTER, MEDICINE],
    `${PERMITS}/04.3 Site studies`,
    '{} - geotechnical report.pdf',
    'contributor',
    '2026-09-24',
    asPdf(geotechnicalReport),
  ),
  ...each(
    [MEDICINE],
    `${PERMITS}/04.3 Site studies`,
    '{} - dam inspection summary.pdf',
    'contributor',
    '2026-11-09',
    (project) => pdf(damInspection(project, '2026-11-05')),
  ),
]

/** What the four photographs of a site show: one that runs has its modules, one being built its piles. */
const viewsOf = (project: DemoProject): readonly (readonly [View, string])[] => [
  project.phase === 'OPERATING' ? ['moduleRows', 'rows looking south'] : ['pilesOnly', 'piles, block 2'],
  ['inverterSkid', 'inverter skid'],
  project.bessKw ? ['batteryYard', 'battery yard'] : ['moduleRows', 'first rows, block 1'],
  ['substation', 'metering point'],
]

const photographs: readonly DemoFile[] = PROJECTS.flatMap((project) =>
  viewsOf(project).map(([view, what], index) =>
    file(
      `${BUILDING}/05.4 Site photographs`,
      `${project.name} - ${what}.jpg`,
      'contributor',
      '2026-10-19',
      () => photograph(project, view, index, momentOf('2026-10-14', `${project.key} ${view} ${index}`)),
    ),
  ),
)

const report = async (project: DemoProject): Promise<Buffer> => {
  const pictures = viewsOf(project).map(([view], index) =>
    photograph(project, view, 10 + index, momentOf('2026-10-15', `visit ${project.key} ${index}`)),
  )
  return pdf(engineersReport(project, '2026-10-30', await Promise.all(pictures)))
}

const building: readonly DemoFile[] = [
  ...each(
    PROJECTS,
    `${BUILDING}/05.1 Drawings`,
    '{} - single line diagram.pdf',
    'contributor',
    '2026-09-25',
    singleLine,
  ),
  ...each(PROJECTS, `${BUILDING}/05.1 Drawings`, '{} - site plan.png', 'contributor', '2026-09-25', sitePlan),
  ...each(
    [CEDAR, HARLAN, OTTER],
    `${BUILDING}/05.2 Equipment and warranties`,
    '{} - module warranty.pdf',
    'contributor',
    '2026-09-28',
    asPdf(warrantyCertificate),
  ),
  ...each(
    [CEDAR],
    `${BUILDING}/05.2 Equipment and warranties`,
    '{} - flash test data.csv',
    'contributor',
    '2026-09-28',
    flashTests,
  ),
  ...[1, 2, 3].map((number) =>
    file(ORDERS, `${CEDAR.name} - change order ${number}.pdf`, 'contributor', '2026-10-05', () =>
      pdf(changeOrder(CEDAR, number, `2026-0${number + 3}-17`)),
    ),
  ),
  ...each([HARLAN], ORDERS, '{} - change order 1.pdf', 'contributor', '2026-11-16', (project) =>
    pdf(changeOrder(project, 1, '2026-11-10')),
  ),
  ...each([CEDAR], ORDERS, '{} - punch list.xlsx', 'contributor', '2026-10-12', (project) =>
    xlsx([punchList(project, '2026-10-09')]),
  ),
  ...photographs,
  ...each(
    PROJECTS,
    `${BUILDING}/05.5 Independent engineer`,
    "{} - independent engineer's report.pdf",
    'contributor',
    '2026-11-02',
    report,
  ),
  ...each(
    PROJECTS,
    '06 Insurance and tax/06.1 Certificates of insurance',
    'COI - {}.pdf',
    'contributor',
    '2026-10-05',
    (project) =>
      pdf(insuranceCertificate(project, 'Lakeshore National Bank, N.A., as collateral agent', '2026-04-01')),
  ),
]

/** What is filed about each site. */
export const sites: readonly DemoFile[] = [...land, ...contracts, ...permits, ...building]
