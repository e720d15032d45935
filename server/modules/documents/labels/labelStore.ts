import { type RawBuilder, sql } from 'kysely'
import type { Connection, Tx } from '../../../platform/database/database.ts'
import { type DocumentNode, nodes, visible } from '../core/nodes.ts'
import type { OpenTree } from '../core/trees.ts'

export interface DocumentLabel {
  id: string
  label: string
  /** "#" and six hexadecimal digits in lower case. */
  colour: string
}

const COLUMNS = ['l.id', 'l.label', 'l.colour'] as const

const byText = sql`l.label collate name_order`

/** All labels of an organisation, by text; there are never more than MAX_LABELS. */
export const labelsOfOrganisation = (db: Connection, organisationId: string): Promise<DocumentLabel[]> =>
  db
    .selectFrom('document_label as l')
    .select(COLUMNS)
    .where('l.organisation_id', '=', organisationId)
    .orderBy(byText)
    .orderBy('l.id')
    .execute()

/** Labels of documents that the caller has read, by document. */
export async function labelsByDocument(
  db: Connection,
  documentIds: readonly string[],
): Promise<Map<string, DocumentLabel[]>> {
  const rows = await db
    .selectFrom('document_labelling as on')
    .innerJoin('document_label as l', 'l.id', 'on.label_id')
    .select([...COLUMNS, 'on.document_id as documentId'])
    .where('on.document_id', '=', (eb) => eb.fn.any(eb.val([...documentIds])))
    .orderBy(byText)
    .orderBy('l.id')
    .execute()
  return new Map(
    [...Map.groupBy(rows, (row) => row.documentId)].map(([id, labels]) => [
      id,
      labels.map(({ id, label, colour }) => ({ id, label, colour })),
    ]),
  )
}

/** Replaces the labels of documents. The caller holds the tree's lock. */
export async function replaceLabels(
  tx: Tx,
  labelled: readonly { documentId: string; labelIds: readonly string[] }[],
): Promise<void> {
  const pairs = labelled.flatMap(({ documentId, labelIds }) =>
    labelIds.map((labelId) => ({ documentId, labelId })),
  )
  const wanted = sql`unnest(${pairs.map((pair) => pair.documentId)}::uuid[], ${pairs.map((pair) => pair.labelId)}::uuid[])`
  await sql`
    delete from document_labelling
    where document_id = any(${labelled.map(({ documentId }) => documentId)}::uuid[])
      and (document_id, label_id) not in (select * from ${wanted})`.execute(tx)
  await sql`
    insert into document_labelling (document_id, label_id) select * from ${wanted} on conflict do nothing`.execute(
    tx,
  )
}

/** SQL: whether the document has one of the labels, by texts in lower case; any label without them. */
const isLabelled = (tree: OpenTree, texts: readonly string[] | null): RawBuilder<boolean> => sql<boolean>`
  document.id in (
    select labelling.document_id from document_labelling labelling
    join document_label label on label.id = labelling.label_id
    where label.organisation_id = ${tree.organisationId}
      ${texts === null ? sql`` : sql`and lower(label.label) = any(${texts}::text[])`})`

const labelled = (db: Connection, tree: OpenTree, texts: readonly string[] | null) =>
  visible(db, tree).where(isLabelled(tree, texts))

/** A page of the documents with one of the labels that the actor may see, by name. */
export const labelledDocuments = (
  db: Connection,
  tree: OpenTree,
  texts: readonly string[] | null,
  page: { limit: number; offset: number },
): Promise<DocumentNode[]> =>
  nodes(
    labelled(db, tree, texts)
      .orderBy(sql`document.name collate name_order`)
      .orderBy('document.id')
      .limit(page.limit)
      .offset(page.offset),
    tree,
  )

export async function countLabelled(
  db: Connection,
  tree: OpenTree,
  texts: readonly string[] | null,
): Promise<number> {
  const { count } = await labelled(db, tree, texts)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
