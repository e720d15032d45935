import type { DocumentAccess } from '../../../../shared/documentLevels.ts'
import type { TabKind } from '../../../../shared/enumerations.ts'
import { LEVEL_NAMES } from '../../../../shared/levelNames.ts'
import { groupHolds } from '../../../access/actor.ts'
import { toGroup } from '../../../access/loadActor.ts'
import {
  actorAt,
  groupsAt,
  holdersAt,
  holdingOf,
  type Moment,
  type PastGroup,
  type PastHolders,
  peopleAmong,
} from '../../../access/past.ts'
import { scopeOf } from '../../../access/scopes.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { aclsByIds, permits } from '../core/acls.ts'
import { type Acl, accessBy, givenBy } from '../core/levels.ts'
import { rootName } from '../core/nodes.ts'
import { type OpenTree, openOrNull, type TreeRow } from '../core/trees.ts'
import { adminRight } from '../policy.ts'
import { changeMoments, sinceAt } from './accessChanges.ts'
import { documentsAt, foldersAbove, type PastDocument, treeAt } from './pastPlaces.ts'

/** The level of an access in words, as pages and spreadsheets say it. */
export const levelText = ({ level, rendition }: DocumentAccess): string =>
  rendition === 'REDACTED' ? `${LEVEL_NAMES[level]}, redacted` : LEVEL_NAMES[level]

/** What somebody who has a tree open is given by a list; null for nothing. */
const accessIn = (tree: OpenTree | null, acl: Acl): DocumentAccess | null =>
  tree && permits(acl, tree) ? accessBy(acl, tree) : null

/** What a person was given of a document at a moment; null for nothing (PROOF-05). */
export async function accessAt(
  db: Connection,
  { personId, documentId, tree }: { personId: string; documentId: string; tree: TreeRow },
  at: Moment,
): Promise<DocumentAccess | null> {
  const [document] = await documentsAt(db, [documentId], at)
  if (!document) return null
  const holder = await actorAt(db, personId, scopeOf(tree), at)
  const acl = (await aclsByIds(db, [document.aclId])).get(document.aclId)
  return holder && acl ? accessIn(openOrNull(holder.actor, await treeAt(db, tree, at)), acl) : null
}

/** Groups of a person that are named. */
const MAX_GROUPS = 200

/** Who could see a document at a moment (PROOF-01). */
export interface DocumentAccessPage {
  /** People, but for `superUsers`. */
  count: number
  /** Super users who were in none of the groups: they run the installation, and who they are is no matter of the room. */
  superUsers: number
  /** How many people had each level, the highest first; levels that nobody had are left out. */
  levels: { level: string; people: number }[]
  /** The last moments at which something changed that this follows from, in their order. */
  changes: Date[]
  /** Groups that gave access to it, by name, at most 200 of them, each as a member had it by it alone. */
  groups: DocumentAccessGroup[]
  groupCount: number
  /** How many people were found; `count` without a search or a group. */
  found: number
  items: {
    personId: string
    name: string
    company: string | null
    groups: string[]
    groupIds: string[]
    level: string
    rule: string
    since: Date | null
  }[]
}

interface DocumentAccessGroup {
  groupId: string
  name: string
  people: number
  level: string
  rule: string
  /** Since when nothing of it has changed; null for since before the record. */
  since: Date | null
}

/** What is asked of who could see a document. */
export interface AccessQuery {
  limit: number
  offset: number
  search?: string | null
  /** People of this group alone. */
  groupId?: string | null
}

const NOBODY_COULD: DocumentAccessPage = {
  count: 0,
  superUsers: 0,
  levels: [],
  changes: [],
  groups: [],
  groupCount: 0,
  found: 0,
  items: [],
}

/** People who were given the same by the same groups. */
interface Given extends PastHolders {
  access: DocumentAccess
  rule: string
  /** The group that the rule is about; undefined for a super user. */
  giving: PastGroup | undefined
}

/** A page of those who could see a document of the tree at a moment, by name. */
export async function peopleSeeing(
  db: Connection,
  { documentId, tree: now }: { documentId: string; tree: TreeRow },
  at: Moment,
  { search = null, groupId = null, ...page }: AccessQuery,
): Promise<DocumentAccessPage> {
  const tree = await treeAt(db, now, at)
  const place = scopeOf(tree)
  const groups = await groupsAt(db, place, at)
  const subject = { documentId, tree, groups }
  const [document] = await documentsAt(db, [documentId], at)
  if (!document) return { ...NOBODY_COULD, changes: await changeMoments(db, subject) }
  const path = [document, ...(await foldersAbove(db, document, at))]
  const acls = await aclsByIds(
    db,
    path.map(({ aclId }) => aclId),
  )
  const acl = acls.get(document.aclId)
  if (!acl) return NOBODY_COULD
  const giver = giverOf(path, acls)
  const givenTo = (holders: PastHolders): Given[] => {
    const opened = openOrNull(holders.actor, tree)
    const access = accessIn(opened, acl)
    return opened && access
      ? [{ ...holders, access, ...ruleOf(holders, { opened, access, acl, giver }) }]
      : []
  }
  const given = (await holdersAt(db, place, groups, at)).flatMap(givenTo)
  const holders = given.filter((each) => !isOfInstallation(each))
  const asked =
    groupId === null ? holders : holders.filter((each) => each.groups.some(({ id }) => id === groupId))
  const byKey = new Map(asked.map((each) => [each.key, each]))
  const [{ found, people }, since, changes] = await Promise.all([
    peopleAmong(db, place.organisationId, { groups, keys: [...byKey.keys()], search, at }, page),
    sinceAt(db, subject, at),
    changeMoments(db, subject),
  ])
  const giving = groups.flatMap((group) =>
    givenTo({ key: group.id, actor: holdingOf(group), groups: [group], count: peopleIn(holders, group) }),
  )
  return {
    count: countOf(holders),
    superUsers: countOf(given.filter(isOfInstallation)),
    levels: levelsOf(holders),
    changes,
    groups: giving.slice(0, MAX_GROUPS).map(({ key, groups: [group], count, access, rule }) => ({
      groupId: key,
      name: group?.name ?? '',
      people: count,
      level: levelText(access),
      rule,
      since: since({ group, personId: null }),
    })),
    groupCount: giving.length,
    found,
    items: people.flatMap(({ id, name, company, key }) => {
      const mine = byKey.get(key)
      if (!mine) return []
      return [
        {
          personId: id,
          name,
          company,
          groups: mine.groups.slice(0, MAX_GROUPS).map((group) => group.name),
          groupIds: mine.groups.slice(0, MAX_GROUPS).map((group) => group.id),
          level: levelText(mine.access),
          rule: mine.rule,
          since: since({ group: mine.giving, personId: id }),
        },
      ]
    }),
  }
}

const peopleIn = (holders: readonly PastHolders[], { id }: PastGroup): number =>
  countOf(holders.filter(({ groups }) => groups.some((group) => group.id === id)))

function levelsOf(holders: readonly Given[]): DocumentAccessPage['levels'] {
  const order = Object.keys(LEVEL_NAMES)
  return [...Map.groupBy(holders, ({ access }) => levelText(access))]
    .toSorted(
      ([, [a]], [, [b]]) =>
        order.indexOf(b?.access.level ?? '') - order.indexOf(a?.access.level ?? '') ||
        (a?.access.rendition ?? '').localeCompare(b?.access.rendition ?? ''),
    )
    .map(([level, some]) => ({ level, people: countOf(some) }))
}

const countOf = (holders: readonly PastHolders[]): number =>
  holders.reduce((sum, { count }) => sum + count, 0)

/** Whether they saw it as those who run the installation alone. */
const isOfInstallation = ({ actor, groups }: PastHolders): boolean => actor.isSuperUser && groups.length === 0

/** What two lists give is the same; who passes through is none of it. */
const givesSame = (a: Acl | undefined, b: Acl | undefined): boolean =>
  JSON.stringify([a?.principals, a?.levels]) === JSON.stringify([b?.principals, b?.levels])

/** The document or the folder above from which on the same was given. @param path the document, then the folders above */
function giverOf(path: readonly PastDocument[], acls: ReadonlyMap<number, Acl>): PastDocument | undefined {
  const mine = path[0] && acls.get(path[0].aclId)
  const differing = path.findIndex(({ aclId }) => !givesSame(acls.get(aclId), mine))
  return path[differing < 0 ? path.length - 1 : differing - 1]
}

/** By which rule admins see all that is in a tree of that type. */
const ADMIN_RULES: Readonly<Record<TabKind, string>> = {
  DOCUMENTS: 'Documents admin by their role',
  REPORTS: 'Reports admin by their role',
  O_AND_M: 'O&M admin by their role',
}

/** By which rule people of a kind could see it: the right of an admin, or a group and where it was permitted. */
function ruleOf(
  { actor, groups }: PastHolders,
  {
    opened,
    access,
    acl,
    giver,
  }: { opened: OpenTree; access: DocumentAccess; acl: Acl; giver: PastDocument | undefined },
): Pick<Given, 'rule' | 'giving'> {
  if (actor.isSuperUser) return { rule: 'Super user', giving: undefined }
  if (opened.rights.admin) {
    const right = adminRight(opened.type)
    return {
      rule: ADMIN_RULES[opened.type],
      giving: groups.find((group) => groupHolds(toGroup(group.held), right, opened.place)) ?? groups[0],
    }
  }
  const given = givenBy(acl, opened.usualLevel)
  const byRole = opened.permissionsType === 'ROLE'
  const principals = groups.flatMap((group) => {
    const id = byRole ? group.held.roleId : group.id
    return opened.principals.includes(id) ? [{ id, group }] : []
  })
  const first = principals.find(({ id }) => {
    const mine = given(id)
    return mine?.level === access.level && mine.rendition === access.rendition
  })
  if (!first) {
    const passing = principals.find(({ id }) => acl.traversal.includes(id))?.group
    return {
      rule: `What is in it, ${byRole ? 'role of group' : 'group'} ${passing?.name ?? ''}`,
      giving: passing,
    }
  }
  const where = !giver?.isFolder
    ? 'On the document'
    : `Folder ${giver.parentId === null ? rootName(opened) : giver.name}`
  return { rule: `${where}, ${byRole ? 'role of group' : 'group'} ${first.group.name}`, giving: first.group }
}
