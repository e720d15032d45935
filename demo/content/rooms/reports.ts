import { monthlyReport, monthsOfQuarter, quarterlyReport } from '../../files/documents/operations.ts'
import { pdf } from '../../files/pdf/write.ts'
import type { DemoFile, DemoTree } from '../../plan.ts'
import type { PersonKey } from '../people.ts'
import { type DemoProject, monthsLater } from '../projects.ts'
import { file, foldersOf, treeOf } from '../tree.ts'

/** A day of the month after `month` (YYYY-MM). */
const nextMonth = (month: string, day: string): string =>
  `${monthsLater(`${month}-01`, 1).slice(0, 7)}-${day}`

/** Reports of the operator on months (YYYY-MM), uploaded on the tenth of the month after. */
export const monthlyReports = (
  folder: string,
  fleet: string,
  projects: readonly DemoProject[],
  months: readonly string[],
  by: PersonKey,
): readonly DemoFile[] =>
  months.map((month) =>
    file(folder, `${month} O&M report.pdf`, by, nextMonth(month, '10'), () =>
      pdf(monthlyReport(fleet, projects, month)),
    ),
  )

interface ReportsTree {
  readonly owner: DemoTree['owner']
  readonly organisation: string
  /** Name of the fund, and of who writes to its investors. */
  readonly fund: string
  readonly manager: string
  readonly projects: readonly DemoProject[]
  /** In order of time, such as 2026-Q3. */
  readonly quarters: readonly string[]
  readonly administrator: PersonKey
  readonly by: PersonKey
  /** Folders and files besides the quarters. */
  readonly folders?: DemoTree['folders']
  readonly files?: readonly DemoFile[]
}

/** A tree of quarterly reports by year and quarter, each uploaded when it was written. */
export const reportsTree = (tree: ReportsTree): DemoTree => {
  const { owner, organisation, administrator, by, quarters } = tree
  const years = [...new Set(quarters.map((quarter) => quarter.slice(0, 4)))]
  const outline = years.flatMap((year) => [
    year,
    ...quarters.filter((quarter) => quarter.startsWith(year)).map((quarter) => `  ${quarter.slice(5)}`),
  ])
  return treeOf(
    {
      type: 'REPORTS',
      owner,
      organisation,
      allowRootFiles: false,
      administrator,
      openedOn: `${years[0]}-01-06`,
      folders: [...foldersOf(outline.join('\n')), ...(tree.folders ?? [])],
    },
    [
      ...quarters.map((quarter) => {
        const [year = '', number = ''] = quarter.split('-')
        const last = monthsOfQuarter(quarter).at(-1) ?? ''
        return file(
          `${year}/${number}`,
          `Investor report ${number} ${year}.pdf`,
          by,
          nextMonth(last, '25'),
          () => pdf(quarterlyReport(tree.fund, tree.manager, tree.projects, quarter)),
        )
      }),
      ...(tree.files ?? []),
    ],
  )
}
