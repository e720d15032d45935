import { sql } from 'kysely'
import { groupHolds } from '../../../access/audience.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { aclsByIds } from '../core/acls.ts'
import type { Acl } from '../core/levels.ts'
import type { DocumentNode } from '../core/nodes.ts'
import type { OpenTree } from '../core/trees.ts'
import { adminRight, openingRights } from '../policy.ts'

/** Who sees what stands on a list, or will. */
export interface Audience {
  /** Ids of groups that open the tree, by name. */
  groups: readonly { id: string; name: string }[]
  /** Active members of them, each once. */
  people: number
}

/** Names that an entry says. */
const MAX_NAMES = 20

/** By list, who will see by it what is staged: groups that open the tree and are permitted, or see everything. */
export async function audiencesOf(
  db: Connection,
  tree: OpenTree,
  aclIds: readonly number[],
): Promise<Map<number, Audience>> {
  const { rows } = await sql<{ aclId: number; groups: { id: string; name: string }[]; people: number }>`
    with opening as materialized (
      select g.id, g.name, ${tree.permissionsType === 'GROUP' ? sql`g.id` : sql`g.role_id`} as principal,
        ${groupHolds(tree.place, adminRight(tree.type))} as sees_all
      from user_group g
      where g.organisation_id = ${tree.organisationId} and ${groupHolds(tree.place, ...openingRights(tree.type))}
    ), allowed as materialized (
      select acl.id as acl_id, opening.id, opening.name from acl cross join opening
      where acl.id = any(${[...new Set(aclIds)]}::bigint[]) and (opening.sees_all or acl.principals is null
        or opening.principal = any(acl.principals) or opening.principal = any(acl.traversal)))
    select acl_id as "aclId",
      json_agg(json_build_object('id', id, 'name', name) order by name collate name_order, id) as groups, (
        select count(distinct m.person_id)::int from membership m join person p on p.id = m.person_id and p.is_active
        where m.group_id in (select id from allowed mine where mine.acl_id = allowed.acl_id)) as people
    from allowed group by acl_id`.execute(db)
  return new Map(rows.map(({ aclId, ...audience }) => [aclId, audience]))
}

const NOBODY: Audience = { groups: [], people: 0 }

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
 * Who will see staged documents of one tree, in their order; null for what is not staged, and for whoever may not know to
 * whom documents are permitted. For a loader.
 */
export async function stagedAudiences(
  db: Connection,
  tree: OpenTree,
  nodes: readonly DocumentNode[],
): Promise<(StagedAudience | null)[]> {
  const staged = nodes.filter(({ aclId }) => tree.rights.admin && tree.stagedLists.has(aclId))
  if (staged.length === 0) return nodes.map(() => null)
  const folders = await listsOfFolders(db, staged)
  const lists = [...staged.map(({ aclId }) => aclId), ...folders.values()]
  const [audiences, acls] = await Promise.all([audiencesOf(db, tree, lists), aclsByIds(db, lists)])
  const asked = new Set(staged)
  const known = new Map<string, string | null>()
  return nodes.map((node) => {
    if (!asked.has(node)) return null
    const above = folders.get(node.parentId ?? '') ?? node.aclId
    const [mine, theirs] = [audiences.get(node.aclId) ?? NOBODY, audiences.get(above) ?? NOBODY]
    const key = `${node.aclId}:${above}`
    if (!known.has(key)) {
      known.set(key, differenceOf(mine, theirs, haveOtherLevels(acls.get(node.aclId), acls.get(above))))
    }
    return {
      groups: mine.groups.slice(0, MAX_NAMES).map(({ name }) => name),
      groupCount: mine.groups.length,
      people: mine.people,
      difference: known.get(key) ?? null,
    }
  })
}

async function listsOfFolders(db: Connection, nodes: readonly DocumentNode[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('document')
    .select(['id', 'acl_id'])
    .where('id', '=', (eb) => eb.fn.any(eb.val([...new Set(nodes.map(({ parentId }) => parentId))])))
    .execute()
  return new Map(rows.map((row) => [row.id, row.acl_id]))
}

/** Whether lists say other levels of somebody; who is on neither has none. */
function haveOtherLevels(mine: Acl | undefined, theirs: Acl | undefined): boolean {
  const ids = [...Object.keys(mine?.levels ?? {}), ...Object.keys(theirs?.levels ?? {})]
  return ids.some((id) => {
    const [own, above] = [mine?.levels[id], theirs?.levels[id]]
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
