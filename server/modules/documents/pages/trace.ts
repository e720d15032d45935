import { sql } from 'kysely'
import type { Actor } from '../../../access/actor.ts'
import { badInput, DomainError } from '../../../access/errors.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { openOrNull, TREE_COLUMNS, TREES, type TreeRow } from '../core/trees.ts'
import { readCode } from './markCode.ts'

/** What is recorded of the first page that went out with a code (MARK-10). */
export interface MarkTrace {
  code: string
  kind: 'SCREEN' | 'PRINT' | 'PDF'
  at: Date
  address: string
  personId: string
  companyName: string
  groups: readonly string[]
  treeId: string
  documentId: string
  recordedPath: string
  version: number
  /** Whether it was a page of a redacted rendition. */
  redacted: boolean
  viewedAs: string | null
}

/**
 * To whom a code leads, for whoever administers the documents of its tree (MARK-11).
 * @throws BAD_USER_INPUT for what is no code, NOT_FOUND for an unknown one and to everybody else
 */
export async function traceMark(
  db: Connection,
  actor: Actor,
  { orgSlug, code: typed }: { orgSlug: string; code: string },
): Promise<MarkTrace> {
  const code = readCode(typed)
  if (code === null) {
    const text = 'A code has 12 letters and digits.'
    throw badInput(text, { code: text })
  }
  const { rows } = await sql<MarkTrace & TreeRow>`
    select m.code, m.kind, m.first_at as at, m.address, m.person_id as "personId", m.company_name as "companyName", m.groups,
      m.document_id as "documentId", m.recorded_path as "recordedPath", m.version, m.redaction_id is not null as redacted, m.viewed_as as "viewedAs", ${TREE_COLUMNS}
    from page_mark m join (${TREES}) on t.id = m.tree_id
    where m.code = ${code} and m.first_at is not null and o.slug = ${orgSlug}`.execute(db)
  const [row] = rows
  const tree = row && openOrNull(actor, row)
  if (!row || !tree?.rights.admin) throw new DomainError('NOT_FOUND', 'No mark has this code.')
  return { ...row, treeId: tree.id }
}
