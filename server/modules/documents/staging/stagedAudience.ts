import { sql } from 'kysely'
import type { GivenLevel } from '../../../../shared/documentLevels.ts'
import { groupHolds } from '../../../access/audience.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { type Acl, EVERYTHING, givenBy, PASSING } from '../core/levels.ts'
import type { DocumentNode } from '../core/nodes.ts'
import type { OpenTree } from '../core/trees.ts'
import { adminRight, openingRights } from '../policy.ts'
import { type ComingLists, comingLists } from './comingLists.ts'

/** A group that opens the tree. */
interface AudienceGroup {
  id: string
  name: string
  /** Itself, or its role, as the tree's permissions have it. */
  principal: string
  /** Whether it sees everything in the tree, whatever the lists say. */
  seesAll: boolean
}

/** Who sees what stands on a list, or will. */
export interface Audience {
  /** By name. */
  groups: readonly AudienceGroup[]
  /** Active members of them, each once. */
  people: number
  /** Whether these are all groups that open the tree. */
  isEveryGroup: boolean
}

/** Names that an entry says. */
const MAX_NAMES = 20

/** The principals of a list as a key: lists of equal principals have one audience. */
export const keyOfList = ({ principals, traversal }: Pick<Acl, 'principals' | 'traversal'>): string =>
  JSON.stringify([principals, traversal])

/** By the key of each list, who will see by it what is staged: groups that open the tree and are permitted, or see everything. */
export async function audiencesOf(
  db: Connection,
  tree: OpenTree,
  acls: readonly Acl[],
): Promise<Map<string, Audience>> {
  const lists = [...new Map(acls.map((acl) => [keyOfList(acl), acl]))].map(
    ([key, { principals, traversal }]) => ({ key, principals, traversal }),
  )
  const { rows } = await sql<Audience & { key: string }>`
    with opening as materialized (
      select g.id, g.name, ${tree.permissionsType === 'GROUP' ? sql`g.id` : sql`g.role_id`} as principal,
        ${groupHolds(tree.place, adminRight(tree.type))} as sees_all
      from user_group g
      where g.organisation_id = ${tree.organisationId} and ${groupHolds(tree.place, ...openingRights(tree.type))}
    ), allowed as materialized (
      select list.key, opening.*
      from json_to_recordset(${JSON.stringify(lists)}) as list (key text, principals uuid[], traversal uuid[])
      cross join opening
      where opening.sees_all or list.principals is null
        or opening.principal = any(list.principals) or opening.principal = any(list.traversal))
    select key,
      json_agg(json_build_object('id', id, 'name', name, 'principal', principal, 'seesAll', sees_all)
        order by name collate name_order, id) as groups,
      count(*) = (select count(*) from opening) as "isEveryGroup", (
        select count(distinct m.person_id)::int from membership m join person p on p.id = m.person_id and p.is_active
        where m.group_id in (select id from allowed mine where mine.key = allowed.key)) as people
    from allowed group by key`.execute(db)
  return new Map(rows.map(({ key, ...audience }) => [key, audience]))
}

export const NOBODY_SEES: Audience = { groups: [], people: 0, isEveryGroup: false }

/** What each group of an audience is given by that list. */
export function levelsOf(
  acl: Acl,
  { usualLevel }: Pick<OpenTree, 'usualLevel'>,
): (group: AudienceGroup) => GivenLevel {
  const given = givenBy(acl, usualLevel)
  return ({ principal, seesAll }) => (seesAll ? EVERYTHING : (given(principal) ?? PASSING)).level
}

/** Members of groups, each once. */
export async function countPeople(db: Connection, groupIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct m.person_id)::int as count
    from membership m join person p on p.id = m.person_id and p.is_active
    where m.group_id = any(${groupIds}::uuid[])`.execute(db)
  return rows[0]?.count ?? 0
}

/** Who will see something staged. */
export interface StagedAudience {
  groups: readonly string[]
  /** What these are given, in their order. */
  levels: readonly GivenLevel[]
  groupCount: number
  isEveryGroup: boolean
  /** What all of them are given; null where they are given different levels. */
  sharedLevel: GivenLevel | null
  people: number
  /** What differs from the folder above, in words; null for nothing. */
  difference: string | null
  /** Groups that see the folder above and not this, and the other way round. */
  fewer: number
  more: number
  /** Of the folder above. */
  folderGroups: number
  folderPeople: number
}

/**
 * Who will see documents of one tree that are staged, or have staged changes, in their order; null for others, and for whoever
 * may not know to whom documents are permitted. For a loader.
 */
export async function stagedAudiences(
  db: Connection,
  tree: OpenTree,
  nodes: readonly DocumentNode[],
): Promise<(StagedAudience | null)[]> {
  if (!tree.rights.admin) return nodes.map(() => null)
  const coming = await comingLists(db, tree, nodes)
  const lists = [...coming.values()].flatMap(({ own, above }) => [own, above])
  if (lists.length === 0) return nodes.map(() => null)
  const audiences = await audiencesOf(db, tree, lists)
  const known = new Map<string, StagedAudience>()
  return nodes.map((node) => {
    const lists = coming.get(node.id)
    if (!lists) return null
    const key = JSON.stringify(lists)
    const found = known.get(key) ?? described(tree, lists, audiences)
    known.set(key, found)
    return found
  })
}

function described(
  tree: OpenTree,
  { own, above }: ComingLists,
  audiences: ReadonlyMap<string, Audience>,
): StagedAudience {
  const mine = audiences.get(keyOfList(own)) ?? NOBODY_SEES
  const theirs = audiences.get(keyOfList(above)) ?? NOBODY_SEES
  const { without, besides } = apartFrom(mine, theirs)
  const levels = mine.groups.map(levelsOf(own, tree))
  return {
    groups: mine.groups.slice(0, MAX_NAMES).map(({ name }) => name),
    levels: levels.slice(0, MAX_NAMES),
    groupCount: mine.groups.length,
    isEveryGroup: mine.isEveryGroup,
    sharedLevel: levels.every((level) => level === levels[0]) ? (levels[0] ?? null) : null,
    people: mine.people,
    difference: differenceOf(without, besides, haveOtherLevels(own, above)),
    fewer: without.length,
    more: besides.length,
    folderGroups: theirs.groups.length,
    folderPeople: theirs.people,
  }
}

/** Whether lists say other levels of somebody; who is on neither has none. */
function haveOtherLevels(mine: Acl, theirs: Acl): boolean {
  const ids = [...Object.keys(mine.levels), ...Object.keys(theirs.levels)]
  return ids.some((id) => {
    const [own, above] = [mine.levels[id], theirs.levels[id]]
    return own?.level !== above?.level || own?.rendition !== above?.rendition
  })
}

/** Names of the groups that see only the second, and only the first. */
export function apartFrom(mine: Audience, theirs: Audience): { without: string[]; besides: string[] } {
  const [here, above] = [mine, theirs].map(({ groups }) => new Set(groups.map(({ id }) => id)))
  return {
    without: theirs.groups.filter(({ id }) => !here?.has(id)).map(({ name }) => name),
    besides: mine.groups.filter(({ id }) => !above?.has(id)).map(({ name }) => name),
  }
}

/** "Not for Bidders, Lenders; also for Counsel; other levels." */
function differenceOf(
  without: readonly string[],
  besides: readonly string[],
  hasOtherLevels: boolean,
): string | null {
  const parts = [
    ...(without.length > 0 ? [`not for ${listed(without)}`] : []),
    ...(besides.length > 0 ? [`also for ${listed(besides)}`] : []),
    ...(hasOtherLevels ? ['other levels'] : []),
  ]
  const text = parts.join('; ')
  return text === '' ? null : `${text[0]?.toUpperCase()}${text.slice(1)}`
}

function listed(names: readonly string[]): string {
  const more = names.length - MAX_NAMES
  return `${names.slice(0, MAX_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
