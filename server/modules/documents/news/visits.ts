import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import { isChangedSince, isNoted, type NotedVisit } from '../core/treeReader.ts'
import type { OpenTree } from '../core/trees.ts'

/** Minutes without a request after which a visit has ended (NEW-01). */
const VISIT_MINUTES = 30

/** The visit of a room that a person is in. */
export interface Visit {
  /** When the last one ended, or they marked all as read; null in their first one, of which nothing is new. */
  since: Date | null
  /** Folders that they marked as read in this visit, each with the moment. */
  readFolders: Readonly<Record<string, string>>
  /** By what they read at that moment, groups or roles; null where they read everything. */
  formerPrincipals: readonly string[] | null
  /** Whether anything may have been opened to them since: permissions were changed in the tree, or they read by more. */
  mayHaveOpened: boolean
}

/** Of which nothing is new. */
export const NO_VISIT: Visit = { since: null, readFolders: {}, formerPrincipals: null, mayHaveOpened: false }

/**
 * The visits that a person is in with this request, in the order of the trees. What a token asks is no visit, and in
 * the view of others nothing is new. Of a visit that goes on one row is read, and written once a minute.
 */
export async function visitsOf(db: Connection, trees: readonly OpenTree[]): Promise<Visit[]> {
  const [first] = trees
  if (!first || first.actor.viewing || first.actor.token) return trees.map(() => NO_VISIT)
  const noted = trees.flatMap((tree) => (tree.reader?.visit ? [visitIn(tree, tree.reader.visit)] : []))
  if (noted.length === trees.length) return noted
  const { personId } = first.actor
  const ids = trees.map(({ id }) => id)
  const asked = JSON.stringify(
    trees.map(({ id, organisationId, rights, principals }) => ({
      tree_id: id,
      organisation_id: organisationId,
      principals: rights.admin ? null : principals,
    })),
  )
  const { rows } = await sql<NotedVisit & { treeId: string }>`
    with asked as (
      select * from jsonb_to_recordset(${asked}::jsonb)
        as tree(tree_id uuid, organisation_id uuid, principals uuid[])
    ), known as materialized (
      select visit.* from tree_visit visit
      where visit.person_id = ${personId} and visit.tree_id = any(${ids}::uuid[])
    ), written as (
      insert into tree_visit as visit (organisation_id, person_id, tree_id, principals, former_principals)
      select organisation_id, ${personId}::uuid, tree_id, principals, principals from asked
      where not exists (
        select from known visit where visit.tree_id = asked.tree_id and ${isNoted})
      on conflict (person_id, tree_id) do update set
        since = ${WITH_REQUEST.since},
        former_principals = ${WITH_REQUEST.formerPrincipals},
        read_folders = ${WITH_REQUEST.readFolders},
        principals = excluded.principals,
        last_at = now()
      returning visit.*
    ), visit as (
      select * from written
      union all
      select * from known where tree_id not in (select tree_id from written))
    select visit.tree_id as "treeId", to_json(visit.since) as since, visit.read_folders as "readFolders",
      visit.former_principals as "formerPrincipals", ${isChangedSince} as "isChanged"
    from visit`.execute(db)
  const found = new Map(rows.map(({ treeId, ...visit }) => [treeId, visit]))
  return trees.map((tree) => {
    const visit = found.get(tree.id)
    return visit ? visitIn(tree, visit) : NO_VISIT
  })
}

/** The visit of a row, for the tree's actor. */
function visitIn(
  { principals, rights }: OpenTree,
  { since, readFolders, formerPrincipals, isChanged }: NotedVisit,
): Visit {
  const mayHaveOpened =
    formerPrincipals !== null &&
    (isChanged || rights.admin || principals.some((principal) => !formerPrincipals.includes(principal)))
  return { since: since === null ? null : new Date(since), readFolders, formerPrincipals, mayHaveOpened }
}

/** SQL: whether the row `visit` has ended: a request now begins the next one. */
export const hasEnded = sql<boolean>`visit.last_at < now() - ${VISIT_MINUTES} * interval '1 minute'`

/** SQL: what the row `visit` is with a request now: as it goes on, or the next one as it begins. */
export const WITH_REQUEST = {
  since: sql<Date | null>`case when ${hasEnded} then visit.last_at else visit.since end`,
  formerPrincipals: sql<
    string[] | null
  >`case when ${hasEnded} then visit.principals else visit.former_principals end`,
  readFolders: sql<Record<string, string>>`case when ${hasEnded} then '{}' else visit.read_folders end`,
}

/** Nothing of the tree is new any more, or, with a folder, nothing in it and below. The caller is in a visit. */
export async function markRead(db: Connection, tree: OpenTree, folderId: string | null): Promise<void> {
  const change =
    folderId === null
      ? sql`since = case when since is null then null else now() end, former_principals = ${tree.rights.admin ? null : tree.principals}::uuid[],
        read_folders = '{}'`
      : sql`read_folders = read_folders || jsonb_build_object(${folderId}::text, now())`
  await sql`
    update tree_visit set ${change}
    where person_id = ${tree.actor.personId} and tree_id = ${tree.id}
      and (${folderId}::text is null or since is not null)`.execute(db)
}
