import { sql } from 'kysely'
import type { DocumentAccess } from '../../../../shared/documentLevels.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { accessesOf } from '../core/accesses.ts'
import { isReadable } from '../core/acls.ts'
import { PASSING } from '../core/levels.ts'
import { type DocumentNode, rootName } from '../core/nodes.ts'
import type { OpenTree } from '../core/trees.ts'
import { mayDropChange, mayOpenStagedVersion } from '../policy.ts'
import { isKnownChange, type StagedKind } from './changeStore.ts'

/** A staged change of something published, as whoever edits reads of it. */
export interface StagedChange {
  id: string
  kind: StagedKind
  /** "New version", "Move to 02 Permits", "Permissions". */
  text: string
  /** Name of who staged it. */
  by: string
  at: Date
  /** Bytes of a new version; null for whoever is given the redacted rendition. */
  size: number | null
  /** The key of a new version that the actor may open; null otherwise. */
  openVersionId: string | null
  canDrop: boolean
}

interface Row {
  id: string
  documentId: string
  kind: StagedKind
  personId: string
  by: string
  at: Date
  size: number | null
  versionId: string | null
  /** The folder of a move as far as the actor sees it. */
  folder: { name: string; isRoot: boolean; isDeleted: boolean } | null
}

/** Whether the actor of the node's tree may know of changes that are staged: nobody else costs them a statement. */
export const mayHaveChanges = ({ tree }: DocumentNode): boolean => tree.seesStaged && tree.hasStagedChanges

/** Staged changes of documents of one tree, by document; nothing of a folder that the actor doesn't see. For a loader. */
export async function stagedChangesOf(
  db: Connection,
  tree: OpenTree,
  nodes: readonly DocumentNode[],
): Promise<Map<string, StagedChange[]>> {
  const documentIds = nodes.map(({ id }) => id)
  const { rows } = await sql<Row>`
    select c.id, c.document_id as "documentId", c.kind, c.created_by as "personId", c.created_at as at, c.size,
      c.version_id as "versionId",
      author.first_name || ' ' || author.last_name as by,
      case when folder.id is not null then json_build_object('name', folder.name, 'isRoot', folder.parent_id is null,
        'isDeleted', folder.deleted_at is not null) end as folder
    from staged_change c join person author on author.id = c.created_by
    left join document folder on folder.id = c.destination_id and ${isReadable(tree, 'folder.acl_id')}
    where c.document_id = any(${documentIds}::uuid[]) and ${isKnownChange(tree)}
    order by c.created_at, c.id`.execute(db)
  const changes = Map.groupBy(rows, ({ documentId }) => documentId)
  const changed = nodes.filter(({ id }) => changes.has(id))
  const accesses = changed.length === 0 ? [] : await accessesOf(db, changed)
  return new Map(
    changed.map(({ id }, at): [string, StagedChange[]] => {
      const access = accesses[at] ?? PASSING
      return [id, (changes.get(id) ?? []).map((row) => told(tree, row, access))]
    }),
  )
}

const told = (tree: OpenTree, row: Row, access: DocumentAccess): StagedChange => {
  const { id, kind, by, at, personId, versionId } = row
  const canDrop = mayDropChange(tree.rights, { kind, isOwn: personId === tree.actor.personId })
  // Of what is given redacted nothing tells of the file itself (REDACT-20).
  const size = access.rendition === 'FULL' ? row.size : null
  const openVersionId = mayOpenStagedVersion(tree.rights, access) ? versionId : null
  return { id, kind, text: textOf(tree, row), by, at, size, openVersionId, canDrop }
}

function textOf(tree: OpenTree, { kind, folder }: Row): string {
  if (kind === 'VERSION') return 'New version'
  if (kind === 'PERMISSION') return 'Permissions'
  if (folder === null) return 'Move'
  if (folder.isDeleted) return `Move to ${folder.name}, which was deleted`
  return `Move to ${folder.isRoot ? rootName(tree) : folder.name}`
}
