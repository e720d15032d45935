import { organisationChart } from '../../files/documents/corporate.ts'
import { damInspection } from '../../files/documents/dam.ts'
import { monthsFrom } from '../../files/documents/energy.ts'
import { insuranceCertificate } from '../../files/documents/insurance.ts'
import { interconnectionAgreement } from '../../files/documents/interconnection.ts'
import { inverterTickets, operatorInvoice } from '../../files/documents/maintenance.ts'
import { financialModel } from '../../files/documents/money-sheets.ts'
import { monthsOfQuarter } from '../../files/documents/operations.ts'
import { TRADES } from '../../files/documents/parties.ts'
import { powerPurchaseAgreement } from '../../files/documents/ppa.ts'
import { projectSheet } from '../../files/documents/sheets.ts'
import { weatherLog } from '../../files/documents/tables.ts'
import { photograph } from '../../files/images/photograph.ts'
import { pdf } from '../../files/pdf/write.ts'
import { xlsx } from '../../files/xlsx.ts'
import type { DemoTree } from '../../plan.ts'
import { GROUP, SEGUE } from '../organisations.ts'
import { projectOf, projectsIn } from '../portfolios.ts'
import { monthsLater } from '../projects.ts'
import { asPdf, each, file, foldersOf, momentOf, treeOf } from '../tree.ts'
import { monthlyReports, reportsTree } from './reports.ts'

const MANAGER = 'Segue Infrastructure, LLC'
const PRAIRIE = projectsIn('prairie-sun-ii')
const RIVER = projectsIn('arkansas-river-solar')
const QUARTERS = ['2026-Q1', '2026-Q2', '2026-Q3']

const arkansasRiver = (): readonly DemoTree[] => {
  const owner = { kind: 'PORTFOLIO', slug: 'arkansas-river-solar' } as const
  const sellers = RIVER.filter((project) => project.ppa).slice(0, 4)
  return [
    treeOf(
      {
        type: 'DOCUMENTS',
        owner,
        organisation: SEGUE,
        allowRootFiles: false,
        administrator: 'orgAdmin',
        openedOn: '2025-11-03',
        folders: foldersOf('01 Executed PPAs\n02 Interconnection\n03 Insurance'),
      },
      [
        ...each(
          sellers,
          '01 Executed PPAs',
          'PPA - {}.pdf',
          'contributor',
          '2025-11-04',
          asPdf(powerPurchaseAgreement),
        ),
        ...each(
          RIVER.slice(0, 2),
          '02 Interconnection',
          'Interconnection agreement - {}.pdf',
          'contributor',
          '2025-11-05',
          asPdf(interconnectionAgreement),
        ),
        ...each(RIVER.slice(0, 2), '03 Insurance', 'COI - {}.pdf', 'contributor', '2026-01-09', (project) =>
          pdf(insuranceCertificate(project, 'Ironbridge Tax Credit Partners', '2026-01-01')),
        ),
      ],
    ),
    reportsTree({
      owner,
      organisation: SEGUE,
      fund: 'Arkansas River Solar',
      manager: MANAGER,
      projects: RIVER,
      quarters: QUARTERS,
      administrator: 'orgAdmin',
      by: 'contributor',
    }),
  ]
}

const holdingCompanies = (): readonly DemoTree[] => {
  const first = { kind: 'HOLDING_COMPANY', slug: 'great-plains-holdco-i' } as const
  return [
    treeOf(
      {
        type: 'DOCUMENTS',
        owner: first,
        organisation: SEGUE,
        allowRootFiles: true,
        administrator: 'super',
        openedOn: '2024-03-04',
        folders: foldersOf('01 Corporate\n02 Senior notes = lenders', {
          lenders: [GROUP.dealTeam, GROUP.lenders],
        }),
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
    reportsTree({
      owner: first,
      organisation: SEGUE,
      fund: 'Great Plains HoldCo I',
      manager: MANAGER,
      projects: PRAIRIE,
      quarters: ['2025-Q3', '2025-Q4', ...QUARTERS],
      administrator: 'super',
      by: 'contributor',
    }),
    reportsTree({
      owner: { kind: 'HOLDING_COMPANY', slug: 'great-plains-holdco-ii' },
      organisation: SEGUE,
      fund: 'Great Plains HoldCo II',
      manager: MANAGER,
      projects: RIVER,
      quarters: QUARTERS,
      administrator: 'super',
      by: 'contributor',
    }),
  ]
}

const operations = (): DemoTree => {
  const inspections = 'Prairie Sun II/Inspections'
  const ninnescah = projectOf('ninnescah-solar')
  const station = projectOf('sagebrush-flats-1')
  return treeOf(
    {
      type: 'O_AND_M',
      owner: { kind: 'ORGANISATION', slug: SEGUE },
      organisation: SEGUE,
      allowRootFiles: false,
      administrator: 'assetManager',
      openedOn: '2023-11-01',
      folders: foldersOf(
        `
        Arkansas River Solar
          Monthly reports 2026
        Prairie Sun II
          Inspections
          Inverter tickets
          Invoices = managers
          Monthly reports
          Weather data
      `,
        {
          managers: [GROUP.assetManagement],
        },
      ),
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
      ...monthsFrom('2026-05', '2026-10').map((month) =>
        file(
          'Prairie Sun II/Invoices',
          `${month} ${TRADES.operator} invoice.pdf`,
          'assetManager',
          `${monthsLater(`${month}-01`, 1).slice(0, 7)}-05`,
          () => pdf(operatorInvoice(TRADES.operator, MANAGER, 'Prairie Sun II', PRAIRIE, month)),
        ),
      ),
      ...['2026-Q2', '2026-Q3'].map((quarter) =>
        file(
          'Prairie Sun II/Inverter tickets',
          `${quarter} inverter tickets.xlsx`,
          'assetManager',
          quarter === '2026-Q2' ? '2026-07-08' : '2026-10-07',
          () => xlsx([inverterTickets('Prairie Sun II', PRAIRIE, monthsOfQuarter(quarter))]),
        ),
      ),
      ...monthsFrom('2026-07', '2026-10').map((month) =>
        file(
          'Prairie Sun II/Weather data',
          `${month} ${station.name} met station.csv`,
          'assetManager',
          '2026-11-03',
          () => weatherLog(station, month),
        ),
      ),
      ...each(
        [ninnescah],
        inspections,
        '{} - dam inspection summary.pdf',
        'assetManager',
        '2026-06-15',
        (project) => pdf(damInspection(project, '2026-06-10')),
      ),
      ...each(
        [ninnescah],
        inspections,
        '{} - rows after the storm.jpg',
        'assetManager',
        '2026-06-15',
        (project) => photograph(project, 'moduleRows', 4, momentOf('2026-06-10', 'storm')),
      ),
    ],
  )
}

/** What Segue owns besides on the Great Plains: a second portfolio, the holding companies, and operations. */
export const greatPlains = (): readonly DemoTree[] => [
  ...arkansasRiver(),
  ...holdingCompanies(),
  operations(),
]
