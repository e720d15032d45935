import { DEFAULT_ROLES, type Permission } from '../shared/permissions.ts'
import type { DemoFile, DemoGroup, DemoPlan, DemoTree } from './plan.ts'

/* Who may do what by the plan alone: what tests expect of the product once the plan is built. */

export const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** Such as "DOCUMENTS of prairie-sun-ii". */
export const treeName = (tree: DemoTree): string => `${tree.type} of ${tree.owner.slug}`

export const treeOfSlug = (plan: DemoPlan, type: DemoTree['type'], slug: string): DemoTree => {
  const found = plan.trees.find((tree) => tree.type === type && tree.owner.slug === slug)
  if (!found) throw new Error(`The plan has no tree ${type} of ${slug}.`)
  return found
}

export const groupsOf = (plan: DemoPlan, organisation: string): readonly DemoGroup[] =>
  plan.groups.filter((group) => group.organisation === organisation)

/** What a role holds, be it of the default set or the organisation's own; empty for an unknown one. */
export const permissionsOf = (plan: DemoPlan, organisation: string, role: string): readonly Permission[] =>
  plan.organisations.find((each) => each.slug === organisation)?.roles.find((each) => each.name === role)
    ?.permissions ??
  DEFAULT_ROLES[role] ??
  []

/** Groups whose role holds on the tree's place. */
export const groupsOn = (plan: DemoPlan, { organisation, owner }: DemoTree): readonly DemoGroup[] =>
  groupsOf(plan, organisation).filter(
    (group) =>
      group.organisationWide ||
      (owner.kind === 'PORTFOLIO' && group.portfolios.includes(owner.slug)) ||
      (owner.kind === 'HOLDING_COMPANY' && group.holdingCompanies.includes(owner.slug)),
  )

/** Names of the principals that may see what lies in a folder; null where it is open to all of the tree. */
const onlyIn = (tree: DemoTree, folder: string): readonly string[] | null => {
  for (let at = folder; at !== ''; at = parentOf(at)) {
    const only = tree.folders.find(({ path }) => path === at)?.only
    if (only) return only
  }
  return null
}

/** Whether a principal of the tree may read the file. */
export const mayRead = (tree: DemoTree, file: DemoFile, principal: string): boolean => {
  const only = file.only ?? onlyIn(tree, file.folder)
  return only === null || only.includes(principal)
}

/** Whether the person holds the permission on the tree's place. */
export const holds = (plan: DemoPlan, email: string, tree: DemoTree, permission: Permission): boolean => {
  const isMine = (group: DemoGroup): boolean => group.members.includes(email)
  return (
    plan.people.some((person) => person.email === email && person.isSuperUser) ||
    (tree.owner.kind !== 'HOLDING_COMPANY' &&
      groupsOf(plan, tree.organisation).some(
        (group) => isMine(group) && group.role === 'Organisation Admin',
      )) ||
    groupsOn(plan, tree).some(
      (group) => isMine(group) && permissionsOf(plan, tree.organisation, group.role).includes(permission),
    )
  )
}

export const EDIT = {
  DOCUMENTS: 'DOCUMENTS_EDIT',
  REPORTS: 'REPORTS_EDIT',
  O_AND_M: 'O_AND_M_ADMIN',
} as const
export const ADMIN = {
  DOCUMENTS: 'DOCUMENTS_ADMIN',
  REPORTS: 'REPORTS_ADMIN',
  O_AND_M: 'O_AND_M_ADMIN',
} as const

const pathOf = ({ folder, name }: { folder: string; name: string }): string =>
  folder === '' ? name : `${folder}/${name}`

/** Whether a file lies in the recycle bin, by itself or with its folder. */
export const isDeleted = ({ deleted = [] }: DemoTree, file: { folder: string; name: string }): boolean =>
  deleted.some((path) => pathOf(file) === path || pathOf(file).startsWith(`${path}/`))

/** Paths of the files that a person may read; an administrator of the tree reads all (PERM-11). */
export const filesReadBy = (plan: DemoPlan, email: string, tree: DemoTree): readonly string[] => {
  const isAdministrator = holds(plan, email, tree, ADMIN[tree.type])
  const mine = groupsOn(plan, tree).filter((group) => group.members.includes(email))
  const principals = mine.map((group) => (tree.permissionsType === 'GROUP' ? group.name : group.role))
  const paths = tree.files
    .filter((file) => !isDeleted(tree, file))
    .filter(({ staged }) => staged === undefined || holds(plan, email, tree, EDIT[tree.type]))
    .filter((file) => isAdministrator || principals.some((name) => mayRead(tree, file, name)))
    .map(pathOf)
  return [...new Set(paths)].toSorted()
}
