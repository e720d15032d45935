import type { Paper } from '../files/paper.ts'
import { pdf } from '../files/pdf/write.ts'
import { seeded } from '../files/random.ts'
import type { DemoFile, DemoFolder, DemoTree } from '../plan.ts'
import { PEOPLE, type PersonKey } from './people.ts'
import type { DemoProject } from './projects.ts'

/** A moment within office hours of that day, always the same for the same name. */
export const momentOf = (day: string, name: string): string => {
  const random = seeded(`moment ${day} ${name}`)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${day}T${two(random.whole(14, 22))}:${two(random.whole(0, 59))}:${two(random.whole(0, 59))}.000Z`
}

/**
 * A file of a tree; `only` names the groups that may see it, else it takes its folder's permissions. What one person
 * files in a tree on one day comes in one upload, and so bears one moment.
 */
export const file = (
  folder: string,
  name: string,
  by: PersonKey,
  day: string,
  make: () => Promise<Buffer>,
  only?: readonly string[],
): DemoFile => ({
  folder,
  name,
  by: PEOPLE[by].email,
  at: momentOf(day, `uploads of ${by}`),
  ...(only ? { only } : {}),
  make,
})

/** The same kind of file for each site; "{}" in the name stands for the site's. */
export const each = (
  projects: readonly DemoProject[],
  folder: string,
  name: string,
  by: PersonKey,
  day: string,
  make: (project: DemoProject) => Promise<Buffer>,
): readonly DemoFile[] =>
  projects.map((project) => file(folder, name.replace('{}', project.name), by, day, () => make(project)))

/** For `each`: the paper about a site, as PDF. */
export const asPdf =
  (paperOf: (project: DemoProject) => Paper) =>
  (project: DemoProject): Promise<Buffer> =>
    pdf(paperOf(project))

/**
 * Folders from an indented list, two blanks a level; a line may end with " = key", which names one of the lists of
 * `groups` that may see the folder.
 */
export const foldersOf = (
  outline: string,
  groups: Readonly<Record<string, readonly string[]>> = {},
): readonly DemoFolder[] => {
  const chain: string[] = []
  const lines = outline.split('\n').filter((line) => line.trim() !== '')
  const margin = lines[0]?.search(/\S/) ?? 0
  return lines.map((line) => {
    const level = (line.search(/\S/) - margin) / 2
    const [name = '', key] = line.trim().split(' = ')
    chain.length = level
    chain.push(name)
    const path = chain.join('/')
    if (key === undefined) return { path }
    const only = groups[key]
    if (!only) throw new Error(`No list of groups is called ${key}.`)
    return { path, only }
  })
}

type TreeFacts = Omit<DemoTree, 'administrator' | 'files' | 'permissionsType' | 'openedAt'> & {
  readonly administrator: PersonKey
  /** Day on which the folders were made. */
  readonly openedOn: string
  readonly permissionsType?: DemoTree['permissionsType']
}

/** A tree with its files in order of their uploads. */
export const treeOf = (
  { administrator, openedOn, ...facts }: TreeFacts,
  files: readonly DemoFile[],
): DemoTree => ({
  permissionsType: 'GROUP',
  ...facts,
  administrator: PEOPLE[administrator].email,
  openedAt: `${openedOn}T13:30:00.000Z`,
  files: files.toSorted((one, other) => one.at.localeCompare(other.at)),
})
