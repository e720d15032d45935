import { sql } from 'kysely'
import { groupHolds } from '../../../access/audience.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { Acl } from '../core/levels.ts'
import type { DocumentNode } from '../core/nodes.ts'
import type { OpenTree } from '../core/trees.ts'
import { adminRight, openingRights } from '../policy.ts'
import { comingLists } from './comingLists.ts'

/** Who sees what stands on a list, or will. */
export interface Audience {
  /** Ids of groups that open the tree, by name. */
  groups: readonly { id: string; name: string }[]
  /** Active members of them, each once. */
  people: number
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
  const { rows } = await sql<{ key: string; groups: { id: string; name: string }[]; people: number }>`
    with opening as materialized (
      select g.id, g.name, ${tree.permissionsType === 'GROUP' ? sql`g.id` : sql`g.role_id`} as principal,
        ${groupHolds(tree.place, adminRight(tree.type))} as sees_all
      from user_group g
      where g.organisation_id = ${tree.organisationId} and ${groupHolds(tree.place, ...openingRights(tree.type))}
    ), allowed as materialized (
      select list.key, opening.id, opening.name
      from json_to_recordset(${JSON.stringify(lists)}) as list (key text, principals uuid[], traversal uuid[])
      cross join opening
      where opening.sees_all or list.principals is null
        or opening.principal = any(list.principals) or opening.principal = any(list.traversal))
    select key,
      json_agg(json_build_object('id', id, 'name', name) order by name collate name_order, id) as groups, (
        select count(distinct m.person_id)::int from membership m join person p on p.id = m.person_id and p.is_active
        where m.group_id in (select id from allowed mine where mine.key = allowed.key)) as people
    from allowed group by key`.execute(db)
  return new Map(rows.map(({ key, ...audience }) => [key, audience]))
}

const NOBODY_SEES: Audience = { groups: [], people: 0 }

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
  groupCount: number
  people: number
  /** What differs from the folder above, in words; null for nothing. */
  difference: string | null
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
  const known = new Map<string, string | null>()
  return nodes.map((node) => {
    const lists = coming.get(node.id)
    if (!lists) return null
    const { own, above } = lists
    const [mine, theirs] = [own, above].map((list) => audiences.get(keyOfList(list)) ?? NOBODY_SEES)
    if (!mine || !theirs) return null
    const key = JSON.stringify([own, above])
    if (!known.has(key)) known.set(key, differenceOf(mine, theirs, haveOtherLevels(own, above)))
    return {
      groups: mine.groups.slice(0, MAX_NAMES).map(({ name }) => name),
      groupCount: mine.groups.length,
      people: mine.people,
      difference: known.get(key) ?? null,
    }
  })
}

/** Whether lists say other levels of somebody; who is on neither has none. */
function haveOtherLevels(mine: Acl, theirs: Acl): boolean {
  const ids = [...Object.keys(mine.levels), ...Object.keys(theirs.levels)]
  return ids.some((id) => {
    const [own, above] = [mine.levels[id], theirs.levels[id]]
    return own?.level !== above?.level || own?.rendition !== above?.rendition
  })
}

/** "Not for Bidders, Lenders; also for Counsel; other levels." */
function differenceOf(mine: Audience, theirs: Audience, hasOtherLevels: boolean): string | null {
  const [here, above] = [mine, theirs].map(({ groups }) => new Set(groups.map(({ id }) => id)))
  const without = theirs.groups.filter(({ id }) => !here?.has(id)).map(({ name }) => name)
  const besides = mine.groups.filter(({ id }) => !above?.has(id)).map(({ name }) => name)
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
