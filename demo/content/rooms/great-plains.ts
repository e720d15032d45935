import { organisationChart, resolution } from '../../files/documents/corporate.ts'
import { damInspection } from '../../files/documents/dam.ts'
import { singleLine } from '../../files/documents/drawings.ts'
import { monthsFrom } from '../../files/documents/energy.ts'
import { warrantyCertificate } from '../../files/documents/engineering.ts'
import { insuranceCertificate } from '../../files/documents/insurance.ts'
import { interconnectionAgreement } from '../../files/documents/interconnection.ts'
import { groundLease } from '../../files/documents/land.ts'
import { offtakeMemo } from '../../files/documents/offtake.ts'
import { monthlyReport, monthsOfQuarter, quarterlyReport } from '../../files/documents/operations.ts'
import { powerPurchaseAgreement } from '../../files/documents/ppa.ts'
import {
  creditSummary,
  financialModel,
  operatingBudget,
  priceSchedule,
  productionByMonth,
  projectSheet,
} from '../../files/documents/sheets.ts'
import { curtailmentLog, weatherLog } from '../../files/documents/tables.ts'
import { docx } from '../../files/docx.ts'
import { photograph } from '../../files/images/photograph.ts'
import { pdf } from '../../files/pdf/write.ts'
import { xlsx } from '../../files/xlsx.ts'
import type { DemoFile, DemoTree } from '../../plan.ts'
import { GROUP, SEGUE } from '../organisations.ts'
import type { PersonKey } from '../people.ts'
import { projectsIn } from '../portfolios.ts'
import { type DemoProject, monthsLater } from '../projects.ts'
import { file, foldersOf, momentOf, treeOf } from '../tree.ts'

const MANAGER = 'Segue Infrastructure, LLC'
const PRAIRIE = projectsIn('prairie-sun-ii')
const RIVER = projectsIn('arkansas-river-solar')

/** Quarterly reports in folders "2026/Q3", uploaded when they were written. */
export const quarterlyReports = (
  fund: string,
  manager: string,
  projects: readonly DemoProject[],
  quarters: readonly string[],
  by: PersonKey,
): readonly DemoFile[] =>
  quarters.map((quarter) => {
    const last = monthsOfQuarter(quarter).at(-1) ?? quarter.slice(0, 4)
    const [year, number] = quarter.split('-')
    return file(
      `${year}/${number}`,
      `Investor report ${number} ${year}.pdf`,
      by,
      `${monthsLater(`${last}-01`, 1).slice(0, 7)}-25`,
      () => pdf(quarterlyReport(fund, manager, projects, quarter)),
    )
  })

/** Monthly reports of the operator, uploaded on the tenth of the following month. */
export const monthlyReports = (
  folder: string,
  fleet: string,
  projects: readonly DemoProject[],
  months: readonly string[],
  by: PersonKey,
): readonly DemoFile[] =>
  months.map((month) =>
    file(folder, `${month} O&M report.pdf`, by, `${monthsLater(`${month}-01`, 1).slice(0, 7)}-10`, () =>
      pdf(monthlyReport(fleet, projects, month)),
    ),
  )

const prairieSun = (): DemoTree => {
  const financing = [GROUP.dealTeam, GROUP.lenders, GROUP.taxEquity]
  const [first] = PRAIRIE
  return treeOf(
    {
      type: 'DOCUMENTS',
      owner: { kind: 'PORTFOLIO', slug: 'prairie-sun-ii' },
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
        03 Financing = financing
          03.1 Model
          03.2 Compliance
        04 Insurance
        05 Closing set
        `,
        { financing },
      ),
    },
    [
      file('01 Corporate', 'Organization chart.pdf', 'counsel', '2024-02-06', () =>
        pdf(organisationChart('Prairie Sun II', PRAIRIE, '2024-01-15')),
      ),
      ...PRAIRIE.slice(0, 6).map((project) =>
        file(
          '02 Project documents/02.1 Executed PPAs',
          `PPA - ${project.name}.pdf`,
          'contributor',
          '2024-02-12',
          () => pdf(powerPurchaseAgreement(project)),
        ),
      ),
      ...PRAIRIE.slice(0, 3).map((project) =>
        file(
          '02 Project documents/02.2 Interconnection agreements',
          `Interconnection agreement - ${project.name}.pdf`,
          'contributor',
          '2024-02-13',
          () => pdf(interconnectionAgreement(project)),
        ),
      ),
      ...PRAIRIE.slice(0, 3).map((project) =>
        file(
          '02 Project documents/02.3 Land',
          `${project.name} - ground lease.pdf`,
          'counsel',
          '2024-02-14',
          () => pdf(groundLease(project)),
        ),
      ),
      file(
        '02 Project documents',
        'PPA price schedule, all projects.xlsx',
        'contributor',
        '2024-03-04',
        () => xlsx(priceSchedule('Prairie Sun II', PRAIRIE, '2024-03-01', 'open')),
        financing,
      ),
      file('02 Project documents', 'Curtailment log 2025.csv', 'contributor', '2026-01-19', () =>
        curtailmentLog(PRAIRIE, 2025),
      ),
      file('02 Project documents', 'Offtaker credit summary 2026 Q3.xlsx', 'contributor', '2026-10-22', () =>
        xlsx([creditSummary('Prairie Sun II', PRAIRIE, '2026-09-30')]),
      ),
      file(
        '02 Project documents',
        'PPA memo - escalators and curtailment.docx',
        'counsel',
        '2024-02-20',
        () => docx(offtakeMemo(PRAIRIE, '2024-02-19')),
      ),
      file(
        '03 Financing/03.1 Model',
        'Prairie Sun II - operating model.xlsx',
        'contributor',
        '2026-02-16',
        () => xlsx(financialModel('Prairie Sun II', PRAIRIE, '2026-02-13')),
      ),
      ...PRAIRIE.slice(0, 4).map((project) =>
        file('04 Insurance', `COI - ${project.name}.pdf`, 'contributor', '2026-01-08', () =>
          pdf(
            insuranceCertificate(project, 'Lakeshore National Bank, N.A., as collateral agent', '2026-01-01'),
          ),
        ),
      ),
      ...(first
        ? [
            file('05 Closing set', 'Written consent of the sole member.pdf', 'counsel', '2024-02-28', () =>
              pdf(resolution(first, 'Acquisition of Prairie Sun II', '2024-02-26')),
            ),
            file(
              '05 Closing set',
              'Sagebrush Flats 1 - single line diagram.pdf',
              'contributor',
              '2024-02-28',
              () => singleLine(first),
            ),
            file(
              '05 Closing set',
              'Sagebrush Flats 1 - module warranty.pdf',
              'contributor',
              '2024-02-28',
              () => pdf(warrantyCertificate(first)),
            ),
            file('05 Closing set', 'Sagebrush Flats 1 - rows.jpg', 'contributor', '2024-02-28', () =>
              photograph(first, 'moduleRows', 1, momentOf('2024-02-21', 'closing')),
            ),
          ]
        : []),
    ],
  )
}

const prairieSunReports = (): DemoTree =>
  treeOf(
    {
      type: 'REPORTS',
      owner: { kind: 'PORTFOLIO', slug: 'prairie-sun-ii' },
      organisation: SEGUE,
      allowRootFiles: false,
      administrator: 'orgAdmin',
      openedOn: '2025-01-06',
      folders: foldersOf(`
        2025
          Q1
          Q2
          Q3
          Q4
        2026
          Q1
          Q2
          Q3
        Budgets
      `),
    },
    [
      ...quarterlyReports(
        'Prairie Sun II',
        MANAGER,
        PRAIRIE,
        ['2025-Q1', '2025-Q2', '2025-Q3', '2025-Q4', '2026-Q1', '2026-Q2', '2026-Q3'],
        'contributor',
      ),
      file('2025/Q4', 'Production by month 2025.xlsx', 'contributor', '2026-01-27', () =>
        xlsx(productionByMonth('Prairie Sun II', PRAIRIE, monthsFrom('2025-01', '2025-12'))),
      ),
      file('2026/Q3', 'Production by month 2026.xlsx', 'contributor', '2026-10-27', () =>
        xlsx(productionByMonth('Prairie Sun II', PRAIRIE, monthsFrom('2026-01', '2026-09'))),
      ),
      ...[2025, 2026, 2027].map((year) =>
        file('Budgets', `Operating budget ${year}.xlsx`, 'contributor', `${year - 1}-11-18`, () =>
          xlsx([operatingBudget('Prairie Sun II', PRAIRIE, year)]),
        ),
      ),
    ].filter((each) => each.at >= '2025-01-06'),
  )

const arkansasRiver = (): readonly DemoTree[] => [
  treeOf(
    {
      type: 'DOCUMENTS',
      owner: { kind: 'PORTFOLIO', slug: 'arkansas-river-solar' },
      organisation: SEGUE,
      allowRootFiles: false,
      administrator: 'orgAdmin',
      openedOn: '2025-11-03',
      folders: foldersOf(`
        01 Executed PPAs
        02 Interconnection
        03 Insurance
      `),
    },
    [
      ...RIVER.filter((project) => project.ppa)
        .slice(0, 4)
        .map((project) =>
          file('01 Executed PPAs', `PPA - ${project.name}.pdf`, 'contributor', '2025-11-04', () =>
            pdf(powerPurchaseAgreement(project)),
          ),
        ),
      ...RIVER.slice(0, 2).map((project) =>
        file(
          '02 Interconnection',
          `Interconnection agreement - ${project.name}.pdf`,
          'contributor',
          '2025-11-05',
          () => pdf(interconnectionAgreement(project)),
        ),
      ),
      ...RIVER.slice(0, 2).map((project) =>
        file('03 Insurance', `COI - ${project.name}.pdf`, 'contributor', '2026-01-09', () =>
          pdf(insuranceCertificate(project, 'Ironbridge Tax Credit Partners', '2026-01-01')),
        ),
      ),
    ],
  ),
  treeOf(
    {
      type: 'REPORTS',
      owner: { kind: 'PORTFOLIO', slug: 'arkansas-river-solar' },
      organisation: SEGUE,
      allowRootFiles: false,
      administrator: 'orgAdmin',
      openedOn: '2026-01-05',
      folders: foldersOf(`
        2026
          Q1
          Q2
          Q3
      `),
    },
    quarterlyReports(
      'Arkansas River Solar',
      MANAGER,
      RIVER,
      ['2026-Q1', '2026-Q2', '2026-Q3'],
      'contributor',
    ),
  ),
]

const holdingCompanies = (): readonly DemoTree[] => [
  treeOf(
    {
      type: 'DOCUMENTS',
      owner: { kind: 'HOLDING_COMPANY', slug: 'great-plains-holdco-i' },
      organisation: SEGUE,
      allowRootFiles: true,
      administrator: 'super',
      openedOn: '2024-03-04',
      folders: foldersOf(
        `
        01 Corporate
        02 Senior notes = lenders
        `,
        { lenders: [GROUP.dealTeam, GROUP.lenders] },
      ),
    },
    [
      file('01 Corporate', 'Organization chart.pdf', 'contributor', '2024-03-05', () =>
        pdf(organisationChart('Great Plains HoldCo I', PRAIRIE, '2024-03-01')),
      ),
      file('01 Corporate', 'Projects of the company.xlsx', 'contributor', '2026-07-02', () =>
        xlsx([projectSheet('Great Plains HoldCo I', PRAIRIE, '2026-06-30')]),
      ),
      file('02 Senior notes', 'Senior notes - operating model.xlsx', 'contributor', '2026-02-17', () =>
        xlsx(financialModel('Great Plains HoldCo I', PRAIRIE, '2026-02-13')),
      ),
    ],
  ),
  treeOf(
    {
      type: 'REPORTS',
      owner: { kind: 'HOLDING_COMPANY', slug: 'great-plains-holdco-i' },
      organisation: SEGUE,
      allowRootFiles: false,
      administrator: 'super',
      openedOn: '2025-10-01',
      folders: foldersOf(`
        2025
          Q3
          Q4
        2026
          Q1
          Q2
          Q3
      `),
    },
    quarterlyReports(
      'Great Plains HoldCo I',
      MANAGER,
      PRAIRIE,
      ['2025-Q3', '2025-Q4', '2026-Q1', '2026-Q2', '2026-Q3'],
      'contributor',
    ),
  ),
  treeOf(
    {
      type: 'REPORTS',
      owner: { kind: 'HOLDING_COMPANY', slug: 'great-plains-holdco-ii' },
      organisation: SEGUE,
      allowRootFiles: false,
      administrator: 'super',
      openedOn: '2026-04-01',
      folders: foldersOf(`
        2026
          Q1
          Q2
          Q3
      `),
    },
    quarterlyReports(
      'Great Plains HoldCo II',
      MANAGER,
      RIVER,
      ['2026-Q1', '2026-Q2', '2026-Q3'],
      'contributor',
    ),
  ),
]

const operations = (): DemoTree => {
  const [first] = PRAIRIE
  const dammed = PRAIRIE.find((project) => project.key === 'ninnescah-solar')
  return treeOf(
    {
      type: 'O_AND_M',
      owner: { kind: 'ORGANISATION', slug: SEGUE },
      organisation: SEGUE,
      allowRootFiles: false,
      administrator: 'assetManager',
      openedOn: '2023-11-01',
      folders: foldersOf(`
        Arkansas River Solar
          Monthly reports 2026
        Prairie Sun II
          Monthly reports
          Inspections
          Weather data
      `),
    },
    [
      ...monthlyReports(
        'Prairie Sun II/Monthly reports',
        'Prairie Sun II',
        PRAIRIE,
        monthsFrom('2023-11', '2026-10'),
        'assetManager',
      ),
      ...monthlyReports(
        'Arkansas River Solar/Monthly reports 2026',
        'Arkansas River Solar',
        RIVER,
        monthsFrom('2026-01', '2026-10'),
        'assetManager',
      ),
      ...(first
        ? monthsFrom('2026-07', '2026-10').map((month) =>
            file(
              'Prairie Sun II/Weather data',
              `${month} ${first.name} met station.csv`,
              'assetManager',
              `${monthsLater(`${month}-01`, 1).slice(0, 7)}-03`,
              () => weatherLog(first, month),
            ),
          )
        : []),
      ...(dammed
        ? [
            file(
              'Prairie Sun II/Inspections',
              'Ninnescah Solar - dam inspection summary.pdf',
              'assetManager',
              '2026-06-15',
              () => pdf(damInspection(dammed, '2026-06-10')),
            ),
            file(
              'Prairie Sun II/Inspections',
              'Ninnescah Solar - rows after the storm.jpg',
              'assetManager',
              '2026-06-15',
              () => photograph(dammed, 'moduleRows', 4, momentOf('2026-06-10', 'storm')),
            ),
          ]
        : []),
    ],
  )
}

/** Rooms, reports and operations of what Segue owns on the Great Plains. */
export const greatPlains = (): readonly DemoTree[] => [
  prairieSun(),
  prairieSunReports(),
  ...arkansasRiver(),
  ...holdingCompanies(),
  operations(),
]
