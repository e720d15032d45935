import {
  formationCertificate,
  organisationChart,
  processLetter,
  resolution,
} from '../../../files/documents/corporate.ts'
import { projectSheet } from '../../../files/documents/sheets.ts'
import { pdf } from '../../../files/pdf/write.ts'
import { plainText } from '../../../files/text.ts'
import { xlsx } from '../../../files/xlsx.ts'
import type { DemoFile } from '../../../plan.ts'
import { nameOf } from '../../people.ts'
import { projectOf, projectsIn } from '../../portfolios.ts'
import { file } from '../../tree.ts'

const NAME = 'Republican Valley Portfolio'
const PROJECTS = projectsIn('republican-valley-portfolio')
const RESOLUTIONS = '01 Corporate/01.2 Resolutions and organization chart'

const rules = (): Promise<Buffer> =>
  plainText(
    `${NAME}: data room rules`,
    '',
    'All documents are confidential under the agreement that you signed. Do not forward links or files.',
    'Folders are numbered as the schedules of the purchase agreement. New documents come with the daily digest.',
    'Please put questions through the Q&A log. Questions by telephone or mail are not answered.',
    '',
    `Deal manager: ${nameOf('dealAdmin')}, Segue Infrastructure, LLC`,
  )

/** What opens the room: its rules, the process, and the companies that are sold. */
export const deal: readonly DemoFile[] = [
  file('', 'Data room rules.txt', 'dealAdmin', '2026-09-14', rules),
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
  file(RESOLUTIONS, 'Organization chart.pdf', 'counsel', '2026-09-16', () =>
    pdf(organisationChart(NAME, PROJECTS, '2026-09-01')),
  ),
  file(RESOLUTIONS, 'Written consent of the sole member.pdf', 'counsel', '2026-09-18', () =>
    pdf(resolution(projectOf('cedar-bluff-solar'), 'Approval of the sale process', '2026-09-10')),
  ),
]
