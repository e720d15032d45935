import { organisationChart, resolution } from '../../files/documents/corporate.ts'
import { usePermit } from '../../files/documents/environment.ts'
import { interconnectionAgreement, systemImpactStudy } from '../../files/documents/interconnection.ts'
import { groundLease } from '../../files/documents/land.ts'
import { powerPurchaseAgreement } from '../../files/documents/ppa.ts'
import { financialModel, priceSchedule, projectSheet } from '../../files/documents/sheets.ts'
import { sitePlan } from '../../files/images/plan.ts'
import { pdf } from '../../files/pdf/write.ts'
import { plainText } from '../../files/text.ts'
import { xlsx } from '../../files/xlsx.ts'
import type { DemoTree } from '../../plan.ts'
import { GROUP, SEGUE } from '../organisations.ts'
import { projectsIn } from '../portfolios.ts'
import { file, foldersOf, treeOf } from '../tree.ts'

const piedmont = (): DemoTree => {
  const name = 'Piedmont Community Solar'
  const projects = projectsIn('piedmont-community-solar')
  return treeOf(
    {
      type: 'DOCUMENTS',
      owner: { kind: 'PORTFOLIO', slug: 'piedmont-community-solar' },
      organisation: SEGUE,
      allowRootFiles: true,
      administrator: 'orgAdmin',
      openedOn: '2026-10-26',
      folders: foldersOf(
        `
        01 Summary
        02 Land
        03 Interconnection
        04 Subscriptions
        05 Price guidance = team
        `,
        { team: [GROUP.dealTeam] },
      ),
    },
    [
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
      ...projects
        .slice(0, 3)
        .map((project) =>
          file('01 Summary', `${project.name} - site plan.png`, 'contributor', '2026-10-27', () =>
            sitePlan(project),
          ),
        ),
      ...projects
        .slice(0, 4)
        .map((project) =>
          file('02 Land', `${project.name} - ground lease.pdf`, 'contributor', '2026-10-27', () =>
            pdf(groundLease(project)),
          ),
        ),
      ...projects
        .slice(0, 2)
        .map((project) =>
          file('02 Land', `${project.name} - conditional use permit.pdf`, 'contributor', '2026-10-27', () =>
            pdf(usePermit(project)),
          ),
        ),
      ...projects
        .slice(0, 3)
        .map((project) =>
          file(
            '03 Interconnection',
            `Interconnection agreement - ${project.name}.pdf`,
            'contributor',
            '2026-10-28',
            () => pdf(interconnectionAgreement(project)),
          ),
        ),
      file('04 Subscriptions', 'Subscriber rates, redacted.xlsx', 'contributor', '2026-10-29', () =>
        xlsx(priceSchedule(name, projects, '2026-10-28', 'redacted')),
      ),
      file('05 Price guidance', 'Price guidance model.xlsx', 'contributor', '2026-11-06', () =>
        xlsx(financialModel(name, projects, '2026-11-05')),
      ),
    ],
  )
}

const llano = (): DemoTree => {
  const name = 'Llano Estacado Expansion'
  const projects = projectsIn('llano-estacado-expansion')
  return treeOf(
    {
      type: 'DOCUMENTS',
      owner: { kind: 'PORTFOLIO', slug: 'llano-estacado-expansion' },
      organisation: SEGUE,
      allowRootFiles: false,
      administrator: 'orgAdmin',
      openedOn: '2026-11-16',
      folders: foldersOf(`
        01 Site control
        02 Interconnection
        03 Working papers
      `),
    },
    [
      ...projects
        .slice(0, 2)
        .map((project) =>
          file(
            '02 Interconnection',
            `System impact study - ${project.name}.pdf`,
            'orgAdmin',
            '2026-11-17',
            () => pdf(systemImpactStudy(project)),
          ),
        ),
      file('03 Working papers', 'Project list, draft.xlsx', 'orgAdmin', '2026-11-18', () =>
        xlsx([projectSheet(name, projects, '2026-11-17')]),
      ),
    ],
  )
}

const sandhills = (): DemoTree => {
  const name = 'Sandhills Legacy Portfolio'
  const projects = projectsIn('sandhills-legacy-portfolio')
  const [first] = projects
  return treeOf(
    {
      type: 'DOCUMENTS',
      owner: { kind: 'PORTFOLIO', slug: 'sandhills-legacy-portfolio' },
      organisation: SEGUE,
      allowRootFiles: false,
      administrator: 'orgAdmin',
      openedOn: '2025-03-03',
      folders: foldersOf(`
        01 Sale
        02 Contracts
      `),
    },
    [
      file('01 Sale', 'Note on this room.txt', 'contributor', '2025-10-01', () =>
        plainText(
          `${name}`,
          '',
          'Sold on September 30, 2025. The room is kept for seven years for the seller’s records.',
        ),
      ),
      file('01 Sale', 'Organization chart at closing.pdf', 'contributor', '2025-09-30', () =>
        pdf(organisationChart(name, projects, '2025-09-29')),
      ),
      ...(first
        ? [
            file('01 Sale', 'Written consent of the sole member.pdf', 'contributor', '2025-09-30', () =>
              pdf(resolution(first, `Sale of ${name}`, '2025-09-26')),
            ),
          ]
        : []),
      ...projects
        .slice(0, 4)
        .map((project) =>
          file('02 Contracts', `PPA - ${project.name}.pdf`, 'contributor', '2025-03-05', () =>
            pdf(powerPurchaseAgreement(project)),
          ),
        ),
    ],
  )
}

/** Segue's rooms before and after the market: pre-marketing, draft and sold. */
export const segueOthers = (): readonly DemoTree[] => [piedmont(), llano(), sandhills()]
