import { organisationChart, resolution } from '../../files/documents/corporate.ts'
import { usePermit } from '../../files/documents/environment.ts'
import { interconnectionAgreement, systemImpactStudy } from '../../files/documents/interconnection.ts'
import { groundLease } from '../../files/documents/land.ts'
import { financialModel } from '../../files/documents/money-sheets.ts'
import { powerPurchaseAgreement } from '../../files/documents/ppa.ts'
import { priceSchedule, projectSheet } from '../../files/documents/sheets.ts'
import { sitePlan } from '../../files/images/plan.ts'
import { pdf } from '../../files/pdf/write.ts'
import { plainText } from '../../files/text.ts'
import { xlsx } from '../../files/xlsx.ts'
import type { DemoFile, DemoTree } from '../../plan.ts'
import { GROUP, SEGUE } from '../organisations.ts'
import { PEOPLE } from '../people.ts'
import { projectOf, projectsIn } from '../portfolios.ts'
import { asPdf, each, file, foldersOf, momentOf, treeOf } from '../tree.ts'

const room = (
  slug: string,
  openedOn: string,
  allowRootFiles: boolean,
  folders: DemoTree['folders'],
  files: readonly DemoFile[],
): DemoTree =>
  treeOf(
    {
      type: 'DOCUMENTS',
      owner: { kind: 'PORTFOLIO', slug },
      organisation: SEGUE,
      allowRootFiles,
      administrator: 'orgAdmin',
      openedOn,
      folders,
    },
    files,
  )

const piedmont = (): DemoTree => {
  const name = 'Piedmont Community Solar'
  const projects = projectsIn('piedmont-community-solar')
  const folders = foldersOf(
    `
    01 Summary
    02 Land
    03 Interconnection
    04 Subscriptions
    05 Price guidance = team
    `,
    { team: [GROUP.dealTeam] },
  )
  const staged = (files: readonly DemoFile[], as: 'PLANNED' | 'UNPLANNED'): readonly DemoFile[] =>
    files.map((each) => ({ ...each, staged: as }))
  const tree = room('piedmont-community-solar', '2026-10-26', true, folders, [
    file('', 'Read me first.txt', 'contributor', '2026-10-26', () =>
      plainText(
        `${name}: pre-marketing`,
        '',
        'This room holds a first set of documents. The full room opens with the process letter in January 2027.',
        'Please put questions through the Q&A log.',
      ),
    ),
    file('01 Summary', 'Projects at a glance.xlsx', 'contributor', '2026-10-26', () =>
      xlsx([projectSheet(name, projects, '2026-10-23')]),
    ),
    ...each(projects.slice(0, 3), '01 Summary', '{} - site plan.png', 'contributor', '2026-10-27', sitePlan),
    ...each(
      projects.slice(0, 4),
      '02 Land',
      '{} - ground lease.pdf',
      'contributor',
      '2026-10-27',
      asPdf(groundLease),
    ),
    ...each(
      projects.slice(0, 2),
      '02 Land',
      '{} - conditional use permit.pdf',
      'contributor',
      '2026-10-27',
      asPdf(usePermit),
    ),
    ...each(
      projects.slice(0, 3),
      '03 Interconnection',
      'Interconnection agreement - {}.pdf',
      'contributor',
      '2026-10-28',
      asPdf(interconnectionAgreement),
    ),
    file('04 Subscriptions', 'Subscriber rates, redacted.xlsx', 'contributor', '2026-10-29', () =>
      xlsx(priceSchedule(name, projects, '2026-10-28', 'redacted')),
    ),
    file('05 Price guidance', 'Price guidance model.xlsx', 'contributor', '2026-11-06', () =>
      xlsx(financialModel(name, projects, '2026-11-05')),
    ),
    ...staged(
      each(
        projects.slice(2, 4),
        '02 Land',
        '{} - conditional use permit.pdf',
        'contributor',
        '2026-11-16',
        asPdf(usePermit),
      ),
      'PLANNED',
    ),
    ...staged(
      [
        file(
          '04 Subscriptions',
          'Subscriber rates of December, redacted.xlsx',
          'contributor',
          '2026-11-20',
          () => xlsx(priceSchedule(name, projects, '2026-11-19', 'redacted')),
        ),
      ],
      'UNPLANNED',
    ),
  ])
  const publication = {
    title: 'Permits of November',
    note: 'Two conditional use permits that were granted in November. They come with the process letter.',
    at: '2027-01-11T15:00:00.000Z',
  }
  // What is staged waits for who was in the room.
  return { ...tree, publication, visited: { [PEOPLE.orgAdmin.email]: momentOf('2026-11-21', name) } }
}

const llano = (): DemoTree => {
  const projects = projectsIn('llano-estacado-expansion')
  const folders = foldersOf('01 Site control\n02 Interconnection\n03 Working papers')
  return room('llano-estacado-expansion', '2026-11-16', false, folders, [
    ...each(
      projects.slice(0, 2),
      '02 Interconnection',
      'System impact study - {}.pdf',
      'orgAdmin',
      '2026-11-17',
      asPdf(systemImpactStudy),
    ),
    file('03 Working papers', 'Project list, draft.xlsx', 'orgAdmin', '2026-11-18', () =>
      xlsx([projectSheet('Llano Estacado Expansion', projects, '2026-11-17')]),
    ),
  ])
}

const sandhills = (): DemoTree => {
  const name = 'Sandhills Legacy Portfolio'
  const projects = projectsIn('sandhills-legacy-portfolio')
  return room('sandhills-legacy-portfolio', '2025-03-03', false, foldersOf('01 Sale\n02 Contracts'), [
    file('01 Sale', 'Note on this room.txt', 'contributor', '2025-10-01', () =>
      plainText(
        name,
        '',
        'Sold on September 30, 2025. The room is kept for seven years for the seller’s records.',
      ),
    ),
    file('01 Sale', 'Organization chart at closing.pdf', 'contributor', '2025-09-30', () =>
      pdf(organisationChart(name, projects, '2025-09-29')),
    ),
    file('01 Sale', 'Written consent of the sole member.pdf', 'contributor', '2025-09-30', () =>
      pdf(resolution(projectOf('ainsworth-solar'), `Sale of ${name}`, '2025-09-26')),
    ),
    ...each(
      projects.slice(0, 4),
      '02 Contracts',
      'PPA - {}.pdf',
      'contributor',
      '2025-03-05',
      asPdf(powerPurchaseAgreement),
    ),
  ])
}

/** Segue's rooms before and after the market: pre-marketing, draft and sold. */
export const segueOthers = (): readonly DemoTree[] => [piedmont(), llano(), sandhills()]
