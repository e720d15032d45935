import { organisationChart } from '../../files/documents/corporate.ts'
import { landTitleSurvey, singleLine } from '../../files/documents/drawings.ts'
import { monthsFrom } from '../../files/documents/energy.ts'
import { changeOrder, engineersReport } from '../../files/documents/engineering.ts'
import { geotechnicalReport, phaseOne } from '../../files/documents/environment.ts'
import { insuranceCertificate } from '../../files/documents/insurance.ts'
import { interconnectionAgreement, systemImpactStudy } from '../../files/documents/interconnection.ts'
import { tollingAgreement } from '../../files/documents/offtake.ts'
import { powerPurchaseAgreement } from '../../files/documents/ppa.ts'
import {
  financialModel,
  operatingBudget,
  productionByMonth,
  projectSheet,
} from '../../files/documents/sheets.ts'
import { photograph } from '../../files/images/photograph.ts'
import { sitePlan } from '../../files/images/plan.ts'
import { pdf } from '../../files/pdf/write.ts'
import { plainText } from '../../files/text.ts'
import { xlsx } from '../../files/xlsx.ts'
import type { DemoFile, DemoTree } from '../../plan.ts'
import { GROUP, MERIDIAN } from '../organisations.ts'
import { projectsIn } from '../portfolios.ts'
import { file, foldersOf, momentOf, treeOf } from '../tree.ts'
import { monthlyReports, quarterlyReports } from './great-plains.ts'

const MANAGER = 'Meridian Solar Fund, LP'

const documents = (
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
  const [daggett] = projects
  return documents(
    'mojave-storage-pair',
    '2026-08-03',
    foldersOf(
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
    ),
    [
      ...projects.flatMap((project) => [
        file('1 Offtake', `Tolling agreement - ${project.name}.pdf`, 'meridianDeals', '2026-08-04', () =>
          pdf(tollingAgreement(project)),
        ),
        file(
          '2 Interconnection',
          `Interconnection agreement - ${project.name}.pdf`,
          'meridianDeals',
          '2026-08-05',
          () => pdf(interconnectionAgreement(project)),
        ),
        file(
          '3 Engineering/3.1 Drawings',
          `${project.name} - single line diagram.pdf`,
          'meridianDeals',
          '2026-08-06',
          () => singleLine(project),
        ),
        file(
          '3 Engineering/3.1 Drawings',
          `${project.name} - site plan.png`,
          'meridianDeals',
          '2026-08-06',
          () => sitePlan(project),
        ),
        file(
          '3 Engineering/3.1 Drawings',
          `${project.name} - ALTA survey.pdf`,
          'meridianDeals',
          '2026-08-07',
          () => landTitleSurvey(project),
        ),
        file('4 Environmental', `${project.name} - Phase I ESA.pdf`, 'meridianDeals', '2026-08-10', () =>
          pdf(phaseOne(project)),
        ),
        file(
          '4 Environmental',
          `${project.name} - geotechnical report.pdf`,
          'meridianDeals',
          '2026-08-10',
          () => pdf(geotechnicalReport(project)),
        ),
      ]),
      ...(daggett
        ? [1, 2, 3, 4].map((number) =>
            file(
              '3 Engineering/3.2 Photographs',
              `${daggett.name} - yard ${number}.jpg`,
              'meridianDeals',
              '2026-09-02',
              () =>
                photograph(
                  daggett,
                  number === 4 ? 'substation' : 'batteryYard',
                  number,
                  momentOf('2026-08-27', `yard ${number}`),
                ),
            ),
          )
        : []),
      file('5 Model', 'Mojave Storage Pair - model extract.xlsx', 'meridianDeals', '2026-10-30', () =>
        xlsx(financialModel('Mojave Storage Pair', projects, '2026-10-28')),
      ),
    ],
  )
}

const chesapeake = (): readonly DemoTree[] => {
  const projects = projectsIn('chesapeake-solar')
  return [
    documents(
      'chesapeake-solar',
      '2024-06-03',
      foldersOf(`
      1 Offtake
      2 Insurance
      3 Photographs
    `),
      [
        ...projects
          .slice(0, 4)
          .map((project) =>
            file('1 Offtake', `PPA - ${project.name}.pdf`, 'meridianDeals', '2024-06-04', () =>
              pdf(powerPurchaseAgreement(project)),
            ),
          ),
        ...projects
          .slice(0, 2)
          .map((project) =>
            file('2 Insurance', `COI - ${project.name}.pdf`, 'meridianDeals', '2026-01-12', () =>
              pdf(insuranceCertificate(project, 'Old Bay Water Authority', '2026-01-01')),
            ),
          ),
        ...projects
          .slice(0, 3)
          .map((project) =>
            file('3 Photographs', `${project.name}.jpg`, 'meridianDeals', '2026-05-18', () =>
              photograph(project, 'moduleRows', 1, momentOf('2026-05-12', project.key)),
            ),
          ),
      ],
    ),
    treeOf(
      {
        type: 'REPORTS',
        owner: { kind: 'PORTFOLIO', slug: 'chesapeake-solar' },
        organisation: MERIDIAN,
        allowRootFiles: false,
        administrator: 'meridianAdmin',
        openedOn: '2026-01-05',
        folders: foldersOf(`
          2026
            Q1
            Q2
            Q3
        `),
      },
      quarterlyReports(
        'Chesapeake Solar',
        MANAGER,
        projects,
        ['2026-Q1', '2026-Q2', '2026-Q3'],
        'meridianDeals',
      ),
    ),
    treeOf(
      {
        type: 'REPORTS',
        owner: { kind: 'HOLDING_COMPANY', slug: 'tidewater-holdco' },
        organisation: MERIDIAN,
        allowRootFiles: false,
        administrator: 'super',
        openedOn: '2026-04-01',
        folders: foldersOf(`
          2026
            Q1
            Q2
            Q3
          Budgets
        `),
      },
      [
        ...quarterlyReports(
          'Tidewater HoldCo',
          MANAGER,
          projects,
          ['2026-Q1', '2026-Q2', '2026-Q3'],
          'meridianDeals',
        ),
        file('Budgets', 'Operating budget 2027.xlsx', 'meridianDeals', '2026-11-17', () =>
          xlsx([operatingBudget('Tidewater HoldCo', projects, 2027)]),
        ),
      ],
    ),
    treeOf(
      {
        type: 'O_AND_M',
        owner: { kind: 'ORGANISATION', slug: MERIDIAN },
        organisation: MERIDIAN,
        allowRootFiles: false,
        administrator: 'meridianAssets',
        openedOn: '2026-01-05',
        folders: foldersOf(`
          Chesapeake Solar
            2026
        `),
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

/** Rights by role instead of by group, as one room of the fund has it. */
const hudson = (): DemoTree => {
  const projects = projectsIn('hudson-rooftops')
  const [, , hospital] = projects
  return documents(
    'hudson-rooftops',
    '2024-01-08',
    foldersOf(
      `
      1 Offtake
      2 Photographs
      3 Internal = insiders
      `,
      { insiders: ['Contributor'] },
    ),
    [
      ...projects
        .slice(2, 4)
        .map((project) =>
          file('1 Offtake', `PPA - ${project.name}.pdf`, 'meridianDeals', '2024-01-09', () =>
            pdf(powerPurchaseAgreement(project)),
          ),
        ),
      ...projects
        .slice(0, 3)
        .map((project) =>
          file('2 Photographs', `${project.name}.jpg`, 'meridianDeals', '2026-04-21', () =>
            photograph(project, 'roofTop', 1, momentOf('2026-04-16', project.key)),
          ),
        ),
      ...(hospital
        ? [
            file('3 Internal', 'Roof leak, status.txt', 'meridianDeals', '2026-05-04', () =>
              plainText(
                `${hospital.name}: leak above ward 4`,
                '',
                'Repaired on May 2. The roofer confirms that the membrane warranty is not affected.',
              ),
            ),
          ]
        : []),
    ],
    'ROLE',
  )
}

const smaller = (): readonly DemoTree[] => {
  const gulf = projectsIn('gulf-coast-storage')
  const range = projectsIn('front-range-municipal')
  const keystone = projectsIn('keystone-brownfields')
  const sonoran = projectsIn('sonoran-sun')
  const cascade = projectsIn('cascade-community-solar')
  const [longmont] = range
  return [
    documents('gulf-coast-storage', '2026-10-05', foldersOf('1 Summary\n2 Interconnection'), [
      file('1 Summary', 'Projects at a glance.xlsx', 'meridianDeals', '2026-10-06', () =>
        xlsx([projectSheet('Gulf Coast Storage', gulf, '2026-10-05')]),
      ),
      ...gulf
        .slice(0, 2)
        .map((project) =>
          file(
            '2 Interconnection',
            `System impact study - ${project.name}.pdf`,
            'meridianDeals',
            '2026-10-07',
            () => pdf(systemImpactStudy(project)),
          ),
        ),
    ]),
    documents('front-range-municipal', '2026-07-06', foldersOf('1 Offtake\n2 Engineering'), [
      ...range
        .slice(0, 2)
        .map((project) =>
          file('1 Offtake', `PPA - ${project.name}.pdf`, 'meridianDeals', '2026-07-07', () =>
            pdf(powerPurchaseAgreement(project)),
          ),
        ),
      ...(longmont
        ? [
            file(
              '2 Engineering',
              `${longmont.name} - independent engineer's report.pdf`,
              'meridianDeals',
              '2026-09-15',
              async () =>
                pdf(
                  engineersReport(longmont, '2026-09-11', [
                    await photograph(longmont, 'moduleRows', 1, '2026-08-20T16:12:00Z'),
                  ]),
                ),
            ),
            file(
              '2 Engineering',
              `${longmont.name} - change order 1.pdf`,
              'meridianDeals',
              '2026-07-20',
              () => pdf(changeOrder(longmont, 1, '2026-07-14')),
            ),
          ]
        : []),
    ]),
    documents('keystone-brownfields', '2024-09-02', foldersOf('1 Offtake\n2 Corporate'), [
      file('2 Corporate', 'Organization chart.pdf', 'meridianDeals', '2024-09-03', () =>
        pdf(organisationChart('Keystone Brownfields', keystone, '2024-08-30')),
      ),
      ...keystone
        .slice(0, 2)
        .map((project) =>
          file('1 Offtake', `PPA - ${project.name}.pdf`, 'meridianDeals', '2024-09-04', () =>
            pdf(powerPurchaseAgreement(project)),
          ),
        ),
    ]),
    documents('sonoran-sun', '2026-11-09', foldersOf('1 Working papers'), [
      file('1 Working papers', 'Project list, draft.xlsx', 'meridianAdmin', '2026-11-10', () =>
        xlsx([projectSheet('Sonoran Sun', sonoran, '2026-11-09')]),
      ),
    ]),
    documents('cascade-community-solar', '2025-01-13', foldersOf('1 Sale'), [
      file('1 Sale', 'Projects sold.xlsx', 'meridianDeals', '2025-06-30', () =>
        xlsx([projectSheet('Cascade Community Solar', cascade, '2025-06-30')]),
      ),
    ]),
  ]
}

/** Rooms, reports and operations of Meridian Solar Fund. */
export const meridianRooms = (): readonly DemoTree[] => [mojave(), ...chesapeake(), hudson(), ...smaller()]
