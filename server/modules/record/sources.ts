import { type RawBuilder, sql } from 'kysely'
import { type Content, momentText } from './canonical.ts'

export const SOURCES = ['version', 'activity'] as const
/** A kind of rows that are leaves. */
export type Source = (typeof SOURCES)[number]

/** For what belongs to no organisation, such as signing in. */
export const NO_ORGANISATION = '00000000-0000-0000-0000-000000000000'

/** A row of one of them, as the statements of `SourceFacts` read it. */
export interface SourceRow {
  id: string
  organisation: string
  /** Microseconds since 1970. */
  at: number
  [column: string]: unknown
}

export interface SourceFacts {
  readonly keyType: 'bigint' | 'uuid'
  /** Where the row is read, as `row`. */
  readonly from: RawBuilder<unknown>
  /** What is read of it, which a leaf is made of; `id`, `organisation` and `at` among it. */
  readonly columns: RawBuilder<unknown>
  /** A condition that finds the row of `leaf`. */
  readonly ofLeaf: RawBuilder<boolean>
  /** A condition that finds the rows of an organisation. */
  ofOrganisation(id: string): RawBuilder<boolean>
  /** The content of the leaf, whose members docs/record.md describes. */
  content(row: SourceRow): Content
}

const micros = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint`

/** What is read of each kind of rows, and how it becomes the content of a leaf. */
export const SOURCE_FACTS: Readonly<Record<Source, SourceFacts>> = {
  activity: {
    keyType: 'bigint',
    from: sql`from activity row`,
    ofLeaf: sql`row.id = leaf.row_id::bigint and row.at = leaf.row_at`,
    ofOrganisation: (id) =>
      id === NO_ORGANISATION ? sql`row.organisation_id is null` : sql`row.organisation_id = ${id}`,
    columns: sql`row.id::text as id, coalesce(row.organisation_id, ${sql.lit(NO_ORGANISATION)}::uuid) as organisation,
      ${micros('row.at')} as at, row.kind, row.person_id, row.session_id, row.tree_id, row.document_id, row.version_id,
      row.recorded_path, row.recorded_ids, row.subject_kind, row.subject_id, row.detail`,
    content: (row) => ({
      // In the order of their names, in which they become text.
      at: momentText(row.at),
      detail: row.detail,
      document: row.document_id,
      // Not its number: all organisations are numbered in one row, so that it would tell how busy others are.
      entry: 'activity',
      kind: row.kind,
      organisation: row.organisation,
      path: row.recorded_path,
      pathIds: row.recorded_ids,
      person: row.person_id,
      session: row.session_id,
      subject: row.subject_id,
      subjectKind: row.subject_kind,
      tree: row.tree_id,
      version: row.version_id,
    }),
  },
  version: {
    keyType: 'uuid',
    from: sql`from document_version row join document on document.id = row.document_id
      join document_tree tree on tree.id = document.tree_id`,
    ofLeaf: sql`row.id = leaf.row_id::uuid`,
    ofOrganisation: (id) => sql`tree.organisation_id = ${id}`,
    columns: sql`row.id::text as id, coalesce(row.organisation_id, tree.organisation_id) as organisation,
      ${micros('row.created_at')} as at, row.document_id, row.number, row.size, encode(row.sha256, 'hex') as sha256,
      row.created_by`,
    content: (row) => ({
      at: momentText(row.at),
      document: row.document_id,
      entry: 'version',
      id: row.id,
      number: row.number,
      organisation: row.organisation,
      person: row.created_by,
      sha256: row.sha256,
      size: row.size,
    }),
  },
}
