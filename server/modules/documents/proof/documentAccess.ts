import type { DocumentAccess } from '../../../../shared/documentLevels.ts'
import { LEVEL_NAMES } from '../../../../shared/levelNames.ts'
import { CODENAMES } from '../../../../shared/permissions.ts'
import {
  actorAt,
  groupsAt,
  holdersAt,
  type Moment,
  type PastHolders,
  peopleAmong,
} from '../../../access/past.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { aclsByIds, permits } from '../core/acls.ts'
import { type Acl, accessBy, givenBy } from '../core/levels.ts'
import { rootName } from '../core/nodes.ts'
import { type OpenTree, openOrNull, placeOf, type TreeRow } from '../core/trees.ts'
import { adminRight } from '../policy.ts'
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
  const holder = await actorAt(db, personId, placeOf(tree), at)
  const acl = (await aclsByIds(db, [document.aclId])).get(document.aclId)
  return holder && acl ? accessIn(openOrNull(holder.actor, await treeAt(db, tree, at)), acl) : null
}

/** Groups of a person that are named. */
const MAX_GROUPS = 200

/** Who could see a document at a moment (PROOF-01). */
export interface DocumentAccessPage {
  /** People. */
  count: number
  /** How many people had each level, the highest first; levels that nobody had are left out. */
  levels: { level: string; people: number }[]
  items: {
    personId: string
    name: string
    groups: string[]
    groupIds: string[]
    level: string
    rule: string
  }[]
}

const NOBODY_COULD: DocumentAccessPage = { count: 0, levels: [], items: [] }

/** People who were given the same by the same groups. */
interface Given extends PastHolders {
  access: DocumentAccess
  rule: string
}

/** A page of those who could see a document of the tree at a moment, by name. */
export async function peopleSeeing(
  db: Connection,
  { documentId, tree: now }: { documentId: string; tree: TreeRow },
  at: Moment,
  page: { limit: number; offset: number },
): Promise<DocumentAccessPage> {
  const [document] = await documentsAt(db, [documentId], at)
  if (!document) return NOBODY_COULD
  const tree = await treeAt(db, now, at)
  const place = placeOf(tree)
  const groups = await groupsAt(db, place, at)
  const path = [document, ...(await foldersAbove(db, document, at))]
  const acls = await aclsByIds(
    db,
    path.map(({ aclId }) => aclId),
  )
  const acl = acls.get(document.aclId)
  if (!acl) return NOBODY_COULD
  const giver = giverOf(path, acls)
  const holders = (await holdersAt(db, place, groups, at)).flatMap((each): Given[] => {
    const opened = openOrNull(each.actor, tree)
    const access = accessIn(opened, acl)
    return opened && access ? [{ ...each, access, rule: ruleOf(each, { opened, access, acl, giver }) }] : []
  })
  const byKey = new Map(holders.map((each) => [each.key, each]))
  const people = await peopleAmong(db, place.organisationId, { groups, keys: [...byKey.keys()], at }, page)
  return {
    count: holders.reduce((sum, { count }) => sum + count, 0),
    levels: levelsOf(holders),
    items: people.flatMap(({ id, name, key }) => {
      const mine = byKey.get(key)
      if (!mine) return []
      return [
        {
          personId: id,
          name,
          groups: mine.groups.slice(0, MAX_GROUPS).map((group) => group.name),
          groupIds: mine.groups.slice(0, MAX_GROUPS).map((group) => group.id),
          level: levelText(mine.access),
          rule: mine.rule,
        },
      ]
    }),
  }
}

function levelsOf(holders: readonly Given[]): DocumentAccessPage['levels'] {
  const order = Object.keys(LEVEL_NAMES)
  return [...Map.groupBy(holders, ({ access }) => levelText(access))]
    .toSorted(
      ([, [a]], [, [b]]) =>
        order.indexOf(b?.access.level ?? '') - order.indexOf(a?.access.level ?? '') ||
        (a?.access.rendition ?? '').localeCompare(b?.access.rendition ?? ''),
    )
    .map(([level, some]) => ({ level, people: some.reduce((sum, { count }) => sum + count, 0) }))
}

/** What two lists give is the same; who passes through is none of it. */
const givesSame = (a: Acl | undefined, b: Acl | undefined): boolean =>
  JSON.stringify([a?.principals, a?.levels]) === JSON.stringify([b?.principals, b?.levels])

/** The document or the folder above from which on the same was given. @param path the document, then the folders above */
function giverOf(path: readonly PastDocument[], acls: ReadonlyMap<number, Acl>): PastDocument | undefined {
  const mine = path[0] && acls.get(path[0].aclId)
  const differing = path.findIndex(({ aclId }) => !givesSame(acls.get(aclId), mine))
  return path[differing < 0 ? path.length - 1 : differing - 1]
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
): string {
  if (actor.isSuperUser) return 'Super user'
  if (opened.rights.admin) return `Right ${CODENAMES[adminRight(opened.type)]} of their role`
  const given = givenBy(acl, opened.usualLevel)
  const byRole = opened.permissionsType === 'ROLE'
  const principals = groups.flatMap((group) => {
    const id = byRole ? group.held.roleId : group.id
    return opened.principals.includes(id) ? [{ id, name: group.name }] : []
  })
  const giving = principals.find(({ id }) => {
    const mine = given(id)
    return mine?.level === access.level && mine.rendition === access.rendition
  })
  if (!giving) {
    const passing = principals.find(({ id }) => acl.traversal.includes(id))
    return `What is in it, ${byRole ? 'role of group' : 'group'} ${passing?.name ?? ''}`
  }
  const where = !giver?.isFolder
    ? 'On the document'
    : `Folder ${giver.parentId === null ? rootName(opened) : giver.name}`
  return `${where}, ${byRole ? 'role of group' : 'group'} ${giving.name}`
}
