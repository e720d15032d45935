import { slugOf } from '../../../shared/slugs.ts'
import { organisationChart } from '../../files/documents/corporate.ts'
import { landTitleSurvey, singleLine } from '../../files/documents/drawings.ts'
import { monthsFrom } from '../../files/documents/energy.ts'
import { changeOrder, engineersReport } from '../../files/documents/engineering.ts'
import { geotechnicalReport, phaseOne } from '../../files/documents/environment.ts'
import { insuranceCertificate } from '../../files/documents/insurance.ts'
import { interconnectionAgreement, systemImpactStudy } from '../../files/documents/interconnection.ts'
import { financialModel, operatingBudget, productionByMonth } from '../../files/documents/money-sheets.ts'
import { tollingAgreement } from '../../files/documents/offtake.ts'
import { powerPurchaseAgreement } from '../../files/documents/ppa.ts'
import { projectSheet } from '../../files/documents/sheets.ts'
import { photograph } from '../../files/images/photograph.ts'
import { sitePlan } from '../../files/images/plan.ts'
import { pdf } from '../../files/pdf/write.ts'
import { plainText } from '../../files/text.ts'
import { xlsx } from '../../files/xlsx.ts'
import type { DemoFile, DemoTree } from '../../plan.ts'
import { GROUP, MERIDIAN } from '../organisations.ts'
import type { PersonKey } from '../people.ts'
import { projectOf, projectsIn } from '../portfolios.ts'
import { asPdf, each, file, foldersOf, momentOf, treeOf } from '../tree.ts'
import { monthlyReports, reportsTree } from './reports.ts'

const BY: PersonKey = 'meridianDeals'
const QUARTERS = ['2026-Q1', '2026-Q2', '2026-Q3']

const room = (
  slug: string,
  openedOn: string,
  folders: DemoTree['folders'],
  files: readonly DemoFile[],
  permissionsType: DemoTree['permissionsType'] = 'GROUP',
): DemoTree =>
  treeOf(
    {
      type: 'DOCUMENTS',
      owner: { kind: 'PORTFOLIO', slug },
      organisation: MERIDIAN,
      allowRootFiles: false,
      administrator: 'meridianAdmin',
      openedOn,
      permissionsType,
      folders,
    },
    files,
  )

const mojave = (): DemoTree => {
  const projects = projectsIn('mojave-storage-pair')
  const drawings = '3 Engineering/3.1 Drawings'
  const folders = foldersOf(
    `
    1 Offtake
    2 Interconnection
    3 Engineering
      3.1 Drawings
      3.2 Photographs
    4 Environmental
    5 Model = team
    `,
    { team: [GROUP.dealTeam, GROUP.advisers] },
  )
  return room('mojave-storage-pair', '2026-08-03', folders, [
    ...each(projects, '1 Offtake', 'Tolling agreement - {}.pdf', BY, '2026-08-04', asPdf(tollingAgreement)),
    ...each(
      projects,
      '2 Interconnection',
      'Interconnection agreement - {}.pdf',
      BY,
      '2026-08-05',
      asPdf(interconnectionAgreement),
    ),
    ...each(projects, drawings, '{} - single line diagram.pdf', BY, '2026-08-06', singleLine),
    ...each(projects, drawings, '{} - site plan.png', BY, '2026-08-06', sitePlan),
    ...each(projects, drawings, '{} - ALTA survey.pdf', BY, '2026-08-07', landTitleSurvey),
    ...[1, 2, 3, 4].map((number) =>
      file(
        '3 Engineering/3.2 Photographs',
        `Daggett Ridge Storage - yard ${number}.jpg`,
        BY,
        '2026-09-02',
        () =>
          photograph(
            projectOf('daggett-ridge-storage'),
            number === 4 ? 'substation' : 'batteryYard',
            number,
            momentOf('2026-08-27', `yard ${number}`),
          ),
      ),
    ),
    ...each(projects, '4 Environmental', '{} - Phase I ESA.pdf', BY, '2026-08-10', asPdf(phaseOne)),
    ...each(
      projects,
      '4 Environmental',
      '{} - geotechnical report.pdf',
      BY,
      '2026-08-10',
      asPdf(geotechnicalReport),
    ),
    file('5 Model', 'Mojave Storage Pair - model extract.xlsx', BY, '2026-10-30', () =>
      xlsx(financialModel('Mojave Storage Pair', projects, '2026-10-28')),
    ),
  ])
}

const chesapeake = (): readonly DemoTree[] => {
  const projects = projectsIn('chesapeake-solar')
  const shared = {
    organisation: MERIDIAN,
    manager: 'Meridian Solar Fund, LP',
    projects,
    quarters: QUARTERS,
    by: BY,
  }
  return [
    room('chesapeake-solar', '2024-06-03', foldersOf('1 Offtake\n2 Insurance\n3 Photographs'), [
      ...each(
        projects.slice(0, 4),
        '1 Offtake',
        'PPA - {}.pdf',
        BY,
        '2024-06-04',
        asPdf(powerPurchaseAgreement),
      ),
      ...each(projects.slice(0, 2), '2 Insurance', 'COI - {}.pdf', BY, '2026-01-12', (project) =>
        pdf(insuranceCertificate(project, 'Old Bay Water Authority', '2026-01-01')),
      ),
      ...each(projects.slice(0, 3), '3 Photographs', '{}.jpg', BY, '2026-05-18', (project) =>
        photograph(project, 'moduleRows', 1, momentOf('2026-05-12', project.key)),
      ),
    ]),
    reportsTree({
      ...shared,
      owner: { kind: 'PORTFOLIO', slug: 'chesapeake-solar' },
      fund: 'Chesapeake Solar',
      administrator: 'meridianAdmin',
    }),
    reportsTree({
      ...shared,
      owner: { kind: 'HOLDING_COMPANY', slug: 'tidewater-holdco' },
      fund: 'Tidewater HoldCo',
      administrator: 'super',
      folders: foldersOf('Budgets'),
      files: [
        file('Budgets', 'Operating budget 2027.xlsx', BY, '2026-11-17', () =>
          xlsx([operatingBudget('Tidewater HoldCo', projects, 2027)]),
        ),
      ],
    }),
    treeOf(
      {
        type: 'O_AND_M',
        owner: { kind: 'ORGANISATION', slug: MERIDIAN },
        organisation: MERIDIAN,
        allowRootFiles: false,
        administrator: 'meridianAssets',
        openedOn: '2026-01-05',
        folders: foldersOf('Chesapeake Solar\n  2026'),
      },
      [
        ...monthlyReports(
          'Chesapeake Solar/2026',
          'Chesapeake Solar',
          projects,
          monthsFrom('2026-05', '2026-10'),
          'meridianAssets',
        ),
        file('Chesapeake Solar', 'Production by month.xlsx', 'meridianAssets', '2026-11-10', () =>
          xlsx(productionByMonth('Chesapeake Solar', projects, monthsFrom('2026-01', '2026-10'))),
        ),
      ],
    ),
  ]
}

/** Here documents are permitted to roles instead of groups, as the tree's type allows. */
const hudson = (): DemoTree => {
  const projects = projectsIn('hudson-rooftops')
  const folders = foldersOf('1 Offtake\n2 Photographs\n3 Internal = insiders', { insiders: ['Contributor'] })
  const files = [
    ...each(
      projects.slice(2, 4),
      '1 Offtake',
      'PPA - {}.pdf',
      BY,
      '2024-01-09',
      asPdf(powerPurchaseAgreement),
    ),
    ...each(projects.slice(0, 3), '2 Photographs', '{}.jpg', BY, '2026-04-21', (project) =>
      photograph(project, 'roofTop', 1, momentOf('2026-04-16', project.key)),
    ),
    file('3 Internal', 'Roof leak, status.txt', BY, '2026-05-04', () =>
      plainText(
        'Poughkeepsie Hospital Roof: leak above ward 4',
        '',
        'Repaired on May 2. The roofer confirms that the membrane warranty is not affected.',
      ),
    ),
  ]
  return room('hudson-rooftops', '2024-01-08', folders, files, 'ROLE')
}

const smaller = (): readonly DemoTree[] => {
  const gulf = projectsIn('gulf-coast-storage')
  const keystone = projectsIn('keystone-brownfields')
  const longmont = projectOf('longmont-east-solar')
  const list = (folder: string, name: string, portfolio: string, by: PersonKey, day: string): DemoFile =>
    file(folder, name, by, day, () => xlsx([projectSheet(portfolio, projectsIn(slugOf(portfolio)), day)]))
  return [
    room('gulf-coast-storage', '2026-10-05', foldersOf('1 Summary\n2 Interconnection'), [
      list('1 Summary', 'Projects at a glance.xlsx', 'Gulf Coast Storage', BY, '2026-10-06'),
      ...each(
        gulf.slice(0, 2),
        '2 Interconnection',
        'System impact study - {}.pdf',
        BY,
        '2026-10-07',
        asPdf(systemImpactStudy),
      ),
    ]),
    room('front-range-municipal', '2026-07-06', foldersOf('1 Offtake\n2 Engineering'), [
      ...each(
        projectsIn('front-range-municipal').slice(0, 2),
        '1 Offtake',
        'PPA - {}.pdf',
        BY,
        '2026-07-07',
        asPdf(powerPurchaseAgreement),
      ),
      ...each(
        [longmont],
        '2 Engineering',
        "{} - independent engineer's report.pdf",
        BY,
        '2026-09-15',
        async (project) =>
          pdf(
            engineersReport(project, '2026-09-11', [
              await photograph(project, 'moduleRows', 1, '2026-08-20T16:12:00Z'),
            ]),
          ),
      ),
      ...each([longmont], '2 Engineering', '{} - change order 1.pdf', BY, '2026-07-20', (project) =>
        pdf(changeOrder(project, 1, '2026-07-14')),
      ),
    ]),
    room('keystone-brownfields', '2024-09-02', foldersOf('1 Offtake\n2 Corporate'), [
      file('2 Corporate', 'Organization chart.pdf', BY, '2024-09-03', () =>
        pdf(organisationChart('Keystone Brownfields', keystone, '2024-08-30')),
      ),
      ...each(
        keystone.slice(0, 2),
        '1 Offtake',
        'PPA - {}.pdf',
        BY,
        '2024-09-04',
        asPdf(powerPurchaseAgreement),
      ),
    ]),
    room('sonoran-sun', '2026-11-09', foldersOf('1 Working papers'), [
      list('1 Working papers', 'Project list, draft.xlsx', 'Sonoran Sun', 'meridianAdmin', '2026-11-10'),
    ]),
    room('cascade-community-solar', '2025-01-13', foldersOf('1 Sale'), [
      list('1 Sale', 'Projects sold.xlsx', 'Cascade Community Solar', BY, '2025-06-30'),
    ]),
  ]
}

/** Rooms, reports and operations of Meridian Solar Fund. */
export const meridianRooms = (): readonly DemoTree[] => [mojave(), ...chesapeake(), hudson(), ...smaller()]
