import { organisationChart, resolution } from '../../files/documents/corporate.ts'
import { singleLine } from '../../files/documents/drawings.ts'
import { monthsFrom } from '../../files/documents/energy.ts'
import { warrantyCertificate } from '../../files/documents/engineering.ts'
import { insuranceCertificate } from '../../files/documents/insurance.ts'
import { interconnectionAgreement } from '../../files/documents/interconnection.ts'
import { groundLease } from '../../files/documents/land.ts'
import { financialModel, operatingBudget, productionByMonth } from '../../files/documents/money-sheets.ts'
import { offtakeMemo } from '../../files/documents/offtake.ts'
import { powerPurchaseAgreement } from '../../files/documents/ppa.ts'
import { creditSummary, priceSchedule } from '../../files/documents/sheets.ts'
import { curtailmentLog } from '../../files/documents/tables.ts'
import { docx } from '../../files/docx.ts'
import { photograph } from '../../files/images/photograph.ts'
import { pdf } from '../../files/pdf/write.ts'
import { xlsx } from '../../files/xlsx.ts'
import type { DemoFile, DemoTree } from '../../plan.ts'
import { GROUP, SEGUE } from '../organisations.ts'
import { PEOPLE } from '../people.ts'
import { projectOf, projectsIn } from '../portfolios.ts'
import { asPdf, each, file, foldersOf, momentOf, treeOf } from '../tree.ts'
import { reportsTree } from './reports.ts'

const NAME = 'Prairie Sun II'
const OWNER = { kind: 'PORTFOLIO', slug: 'prairie-sun-ii' } as const
const PROJECTS = projectsIn(OWNER.slug)
const FIRST = projectOf('sagebrush-flats-1')
const FINANCING = [GROUP.dealTeam, GROUP.lenders, GROUP.taxEquity]
const CONTRACTS = '02 Project documents'
const OLD_CERTIFICATE = `COI - ${FIRST.name} 2025.pdf`

const contracts: readonly DemoFile[] = [
  ...each(
    PROJECTS.slice(0, 6),
    `${CONTRACTS}/02.1 Executed PPAs`,
    'PPA - {}.pdf',
    'contributor',
    '2024-02-12',
    asPdf(powerPurchaseAgreement),
  ),
  ...each(
    PROJECTS.slice(0, 3),
    `${CONTRACTS}/02.2 Interconnection agreements`,
    'Interconnection agreement - {}.pdf',
    'contributor',
    '2024-02-13',
    asPdf(interconnectionAgreement),
  ),
  ...each(
    PROJECTS.slice(0, 3),
    `${CONTRACTS}/02.3 Land`,
    '{} - ground lease.pdf',
    'counsel',
    '2024-02-14',
    asPdf(groundLease),
  ),
  file(
    CONTRACTS,
    'PPA price schedule, all projects.xlsx',
    'contributor',
    '2024-03-04',
    () => xlsx(priceSchedule(NAME, PROJECTS, '2024-03-01', 'open')),
    FINANCING,
  ),
  file(CONTRACTS, 'PPA memo - escalators and curtailment.docx', 'counsel', '2024-02-20', () =>
    docx(offtakeMemo(PROJECTS, '2024-02-19')),
  ),
  file(CONTRACTS, 'Curtailment log 2025.csv', 'contributor', '2026-01-19', () =>
    curtailmentLog(PROJECTS, 2025),
  ),
  file(CONTRACTS, 'Offtaker credit summary 2026 Q3.xlsx', 'contributor', '2026-10-22', () =>
    xlsx([creditSummary(NAME, PROJECTS, '2026-09-30')]),
  ),
]

const closing: readonly DemoFile[] = [
  file('05 Closing set', 'Written consent of the sole member.pdf', 'counsel', '2024-02-28', () =>
    pdf(resolution(FIRST, 'Acquisition of Prairie Sun II', '2024-02-26')),
  ),
  ...each([FIRST], '05 Closing set', '{} - single line diagram.pdf', 'contributor', '2024-02-28', singleLine),
  ...each(
    [FIRST],
    '05 Closing set',
    '{} - module warranty.pdf',
    'contributor',
    '2024-02-28',
    asPdf(warrantyCertificate),
  ),
  ...each([FIRST], '05 Closing set', '{} - rows.jpg', 'contributor', '2024-02-28', (project) =>
    photograph(project, 'moduleRows', 1, momentOf('2024-02-21', 'closing')),
  ),
]

const documents = (): DemoTree =>
  treeOf(
    {
      type: 'DOCUMENTS',
      owner: OWNER,
      organisation: SEGUE,
      allowRootFiles: true,
      administrator: 'orgAdmin',
      openedOn: '2024-02-05',
      folders: foldersOf(
        `
        01 Corporate
        02 Project documents
          02.1 Executed PPAs
          02.2 Interconnection agreements
          02.3 Land
          Drafts of 2023
        03 Financing = financing
        04 Insurance
        05 Closing set
        `,
        { financing: FINANCING },
      ),
      // Since then a log of curtailment, a model and the offtakers' credit have come.
      visited: {
        [PEOPLE.viewer.email]: momentOf('2026-01-15', NAME),
        [PEOPLE.orgAdmin.email]: momentOf('2026-01-15', NAME),
      },
      // Drafts that were signed since, and a certificate that a later one has replaced.
      deleted: [`${CONTRACTS}/Drafts of 2023`, `04 Insurance/${OLD_CERTIFICATE}`],
    },
    [
      file('01 Corporate', 'Organization chart.pdf', 'counsel', '2024-02-06', () =>
        pdf(organisationChart(NAME, PROJECTS, '2024-01-15')),
      ),
      ...contracts,
      file('03 Financing', 'Prairie Sun II - operating model.xlsx', 'contributor', '2026-02-16', () =>
        xlsx(financialModel(NAME, PROJECTS, '2026-02-13')),
      ),
      ...each(PROJECTS.slice(0, 4), '04 Insurance', 'COI - {}.pdf', 'contributor', '2026-01-08', (project) =>
        pdf(
          insuranceCertificate(project, 'Lakeshore National Bank, N.A., as collateral agent', '2026-01-01'),
        ),
      ),
      ...each(
        PROJECTS.slice(0, 3),
        `${CONTRACTS}/Drafts of 2023`,
        'PPA - {} (draft).pdf',
        'contributor',
        '2024-02-08',
        asPdf(powerPurchaseAgreement),
      ),
      file('04 Insurance', OLD_CERTIFICATE, 'contributor', '2025-01-09', () =>
        pdf(insuranceCertificate(FIRST, 'Lakeshore National Bank, N.A., as collateral agent', '2025-01-01')),
      ),
      ...closing,
    ],
  )

const reports = (): DemoTree =>
  reportsTree({
    owner: OWNER,
    organisation: SEGUE,
    fund: NAME,
    manager: 'Segue Infrastructure, LLC',
    projects: PROJECTS,
    quarters: ['2025-Q1', '2025-Q2', '2025-Q3', '2025-Q4', '2026-Q1', '2026-Q2', '2026-Q3'],
    administrator: 'orgAdmin',
    by: 'contributor',
    folders: foldersOf('Budgets'),
    files: [
      file('2025/Q4', 'Production by month 2025.xlsx', 'contributor', '2026-01-27', () =>
        xlsx(productionByMonth(NAME, PROJECTS, monthsFrom('2025-01', '2025-12'))),
      ),
      file('2026/Q3', 'Production by month 2026.xlsx', 'contributor', '2026-10-27', () =>
        xlsx(productionByMonth(NAME, PROJECTS, monthsFrom('2026-01', '2026-09'))),
      ),
      ...[2026, 2027].map((year) =>
        file('Budgets', `Operating budget ${year}.xlsx`, 'contributor', `${year - 1}-11-18`, () =>
          xlsx([operatingBudget(NAME, PROJECTS, year)]),
        ),
      ),
    ],
  })

/** The portfolio that runs: its closing set, and what lenders and investors get of it. */
export const prairieSun = (): readonly DemoTree[] => [documents(), reports()]
