import { sql } from 'kysely'
import type { Actor } from '../../../access/actor.ts'
import type { StoredFile } from '../../../contracts/storedFiles.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { isId } from '../../../platform/ids.ts'
import { permits } from '../core/acls.ts'
import { type Acl, accessBy } from '../core/levels.ts'
import { openOrNull, TREE_COLUMNS, TREES, type TreeRow } from '../core/trees.ts'
import { mayOpenStagedVersion } from '../policy.ts'

/**
 * The file of a staged version, for whoever edits and is given the original of its document (STAGE-03); null for what they may not
 * read now. Its use is in no access log: it is no version of the document yet.
 */
export async function stagedFile(
  db: Connection,
  actor: Actor,
  id: string,
): Promise<(StoredFile & { versionId: string }) | null> {
  if (!isId(id)) return null
  const { rows } = await sql<Omit<StoredFile, 'logged'> & TreeRow & Acl>`
    select c.version_id as key, c.size, c.sha256, d.name,
      acl.principals, acl.traversal, acl.levels, acl.is_staged as "isStaged", ${TREE_COLUMNS}
    from staged_change c
    join document d on d.id = c.document_id and d.deleted_at is null
    join acl on acl.id = d.acl_id
    join (${TREES}) on t.id = d.tree_id
    where c.version_id = ${id}`.execute(db)
  const [row] = rows
  const tree = row && openOrNull(actor, row)
  if (!tree || !permits(row, tree) || !mayOpenStagedVersion(tree.rights, accessBy(row, tree))) return null
  const { key, size, sha256, name } = row
  return { versionId: key, key, size, sha256, name, logged: false }
}
