import { sql } from 'kysely'
import { PAGED_FILES } from '../../../../shared/pagedFiles.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Database } from '../../../platform/database/database.ts'
import { aclsByIds } from '../core/acls.ts'
import type { Acl } from '../core/levels.ts'
import { apiId, type DocumentNode, documentsByIds, storedId } from '../core/nodes.ts'
import { principalsOf } from '../core/principals.ts'
import { checkCount } from '../core/selection.ts'
import { foldersWithin, isOneOrIn } from '../core/subtree.ts'
import { openFor } from '../core/trees.ts'
import { type PermissionRow, type PermissionState, together } from './permissions.ts'

/** Whether nothing below differs; where the documents differ themselves, their levels say so already. */
const isSame = (own: PermissionState, inside: PermissionState): boolean =>
  own.permissible === inside.permissible &&
  (own.level === null || own.level === inside.level) &&
  (own.rendition === null || own.rendition === inside.rendition)

/** What a principal's toggle shows of a selection. */
export interface SelectionPermission extends PermissionRow {
  /** Whether something below the documents has other permissions than they have. */
  differsBelow: boolean
}

/** The toggles of a selection. */
export interface SelectionPermissions {
  /** Those that are still there. */
  documentIds: string[]
  /** Whether principals that get access to the tree later are permitted all of them, too. */
  includesLater: boolean
  /** What a change reaches: the selection, and all below its folders. */
  files: number
  folders: number
  permissions: SelectionPermission[]
  /** How many of the files have no pages, as far as is known (PAGE-06). */
  countWithoutPages(): Promise<number>
}

/**
 * Who may see the documents of a selection, as their toggles show it (PERM-03). What is gone is left out.
 * @throws FORBIDDEN without the tree's permissions right (PERM-13), BAD_USER_INPUT for too many documents
 */
export async function selectionPermissions(
  db: Database,
  actor: Actor,
  input: { treeId: string; documentIds: readonly string[] },
): Promise<SelectionPermissions> {
  const tree = await openFor(db, actor, input.treeId, 'admin')
  const ids = [...new Set(input.documentIds)]
  checkCount(ids, 'choose')
  const stored = ids.flatMap((id) => storedId(tree, id) ?? [])
  const found = await documentsByIds(db, tree, stored)
  const below = await db
    .selectFrom('folder_tally')
    .select(({ fn }) => [
      'acl_id as aclId',
      fn.sum<number>('files').as('files'),
      fn.sum<number>('folders').as('folders'),
    ])
    .groupBy('acl_id')
    .where('folder_id', '=', (eb) => eb.fn.any(eb.val(found.map((node) => node.id))))
    .where((eb) => eb.or([eb('files', '<>', 0), eb('folders', '<>', 0)]))
    .execute()
  const acls = await aclsByIds(db, [...found.map((node) => node.aclId), ...below.map((row) => row.aclId)])
  const listsOf = (aclIds: readonly number[]): Acl[] => aclIds.flatMap((id) => acls.get(id) ?? [])
  const own = listsOf(found.map((node) => node.aclId))
  const inside = listsOf(below.map((row) => row.aclId))
  const sum = (part: 'files' | 'folders') => below.reduce((total, row) => total + Number(row[part]), 0)
  const there = new Set(found.map(apiId))
  const documentIds = ids.filter((id) => there.has(id))
  const principals = documentIds.length === 0 ? [] : await principalsOf(db, tree)
  const [ofOwn, ofInside] = [together(own, tree.usualLevel), together(inside, tree.usualLevel)]
  return {
    documentIds,
    includesLater: own.length > 0 && own.every((acl) => acl.principals === null),
    files: sum('files') + found.filter((node) => !node.isFolder).length,
    folders: sum('folders') + found.filter((node) => node.isFolder).length,
    countWithoutPages: () => countWithoutPages(db, found),
    permissions: principals.map((principal) => {
      const said = ofOwn(principal.id)
      return {
        id: `${documentIds.join(',')}:${principal.id}`,
        ...said,
        differsBelow: inside.length > 0 && said.permissible !== null && !isSame(said, ofInside(principal.id)),
        principal,
      }
    }),
  }
}

/** Files of a kind that has no pages, and those of which it is known that they have none: damaged ones, for example. */
async function countWithoutPages(db: Database, chosen: readonly DocumentNode[]): Promise<number> {
  const folders = await foldersWithin(
    db,
    chosen.filter(({ isFolder }) => isFolder).map(({ path }) => path),
  )
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from document
    left join version_pages sized on sized.version_id = document.current_version_id
    where document.deleted_at is null and not document.is_folder
      and ${isOneOrIn(
        chosen.map(({ id }) => id),
        folders,
      )}
      and (document.extension <> all(${Object.values(PAGED_FILES).flat()}::text[])
        or (sized.reason is not null and sized.try_at is null))`.execute(db)
  return rows[0]?.count ?? 0
}
