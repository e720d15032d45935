import { sql } from 'kysely'
import type { DocumentAccess } from '../../../../shared/documentLevels.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { mayRedact } from '../policy.ts'
import { accessesOf } from './accesses.ts'
import { EVERYTHING, isUnlevelled, PASSING } from './levels.ts'
import { type DocumentNode, rootsOf } from './nodes.ts'
import type { OpenTree } from './trees.ts'

/** For a loader, in the order of the trees: whether their actors may redact in them (REDACT-01). */
export async function canRedactIn(db: Connection, trees: readonly OpenTree[]): Promise<boolean[]> {
  // Most are told without their root: who may not edit, and who is given all of everything.
  const asked = trees.filter((tree) => tree.rights.edit && !isUnlevelled(tree))
  const roots = asked.length === 0 ? new Map<string, DocumentNode>() : await rootsOf(db, asked)
  const given = await accessesOf(db, [...roots.values()])
  const access = new Map([...roots.keys()].map((id, at) => [id, given[at] ?? PASSING]))
  return trees.map((tree) =>
    mayRedact(tree, isUnlevelled(tree) ? EVERYTHING : (access.get(tree.id) ?? PASSING)),
  )
}

/** Whether a tree's actor may redact a document of it, of which they are given that. */
export async function mayRedactOf(db: Connection, tree: OpenTree, access: DocumentAccess): Promise<boolean> {
  const [isAllowed = false] = await canRedactIn(db, [tree])
  return isAllowed && mayRedact(tree, access)
}

/** The redacted rendition of a version, as long as it is applied. */
export async function appliedRendition(
  db: Connection,
  versionId: string,
): Promise<{ redactionId: string; fileId: string } | null> {
  const { rows } = await sql<{ redactionId: string; fileId: string }>`
    select id as "redactionId", file_id as "fileId" from redaction
    where version_id = ${versionId} and state = 'APPLIED' and file_id is not null`.execute(db)
  return rows[0] ?? null
}
