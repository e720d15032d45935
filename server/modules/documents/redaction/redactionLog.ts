import type { Actor } from '../../../access/actor.ts'
import { forbidden } from '../../../access/errors.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Column, Row } from '../../../platform/spreadsheets/index.ts'
import { namesByIds } from '../../accounts/index.ts'
import { accessesOf } from '../core/accesses.ts'
import { slugsOf } from '../core/addresses.ts'
import { PASSING } from '../core/levels.ts'
import { type DocumentNode, documentsByIds, openDocument } from '../core/nodes.ts'
import { pathsInNames } from '../core/paths.ts'
import { canRedactIn } from '../core/redacting.ts'
import { type OpenTree, openTree } from '../core/trees.ts'
import { type Export, exportName } from '../exports/export.ts'
import { isGivenOriginal } from '../policy.ts'
import { reopenedFor } from '../reading/reopened.ts'
import { appliedOf, type RedactionRow, redactedFiles } from './redactionStore.ts'

const COLUMNS: readonly Column[] = [
  { header: 'Time', width: 24 },
  { header: 'Person', width: 28 },
  { header: 'Document', width: 40 },
  { header: 'Path', width: 60 },
  ...['Version', 'Page', 'X', 'Y', 'Width', 'Height'].map((header): Column => ({ header, width: 10 })),
  { header: 'Chosen by', width: 14 },
  { header: 'Reason', width: 28 },
  { header: 'State', width: 14 },
]
const CHOSEN = { AREA: 'Area', WORDS: 'Words', PATTERN: 'Pattern' } as const
const STATES: Readonly<Record<RedactionRow['state'], string>> = {
  APPLIED: 'Applied',
  UNDONE: 'Taken back',
  REPLACED: 'Replaced',
  DRAFT: '',
  APPLYING: '',
  FAILED: '',
}
/** Files that are read together. */
const FILES = 50

const rounded = (points: number): number => Math.round(points * 100) / 100

/** @throws as openTree; FORBIDDEN for whoever may not redact in it */
async function openLog(db: Database, actor: Actor, treeId: string): Promise<OpenTree> {
  const tree = await openTree(db, actor, treeId)
  if (!(await canRedactIn(db, [tree]))[0]) throw forbidden()
  return tree
}

/**
 * Every area of redactions that were ever applied, and never the words below it (REDACT-25): of a whole tree, or of a folder
 * or file in it. Each portion by what the actor is given when it is read.
 * @throws as openLog; NOT_FOUND for a document that the actor doesn't see
 */
export async function redactionLog(
  db: Database,
  actor: Actor,
  { treeId, documentId }: { treeId: string; documentId: string | null },
): Promise<Export> {
  const tree = await openLog(db, actor, treeId)
  const within = documentId === null ? null : (await openDocument(db, actor, treeId, documentId)).id
  const current = reopenedFor(db, actor, tree, (now) => openLog(db, now, treeId))
  async function* rows(): AsyncGenerator<Row[]> {
    for (let after: string | null = null; ; ) {
      const now = await current()
      const ids: string[] = await redactedFiles(db, treeId, after, FILES)
      after = ids.at(-1) ?? null
      if (after === null) return
      yield await rowsOf(db, (await documentsByIds(db, now, ids)).filter(isWithin(within)))
    }
  }
  return {
    fileName: exportName(await slugsOf(db, tree), tree, 'redaction-log'),
    subject: { organisationId: tree.organisationId, treeId: tree.id },
    spreadsheet: { sheet: 'Redactions', columns: COLUMNS, rows: rows() },
  }
}

const isWithin =
  (id: string | null) =>
  ({ path }: DocumentNode): boolean =>
    id === null || path.includes(id)

async function rowsOf(db: Database, seen: readonly DocumentNode[]): Promise<Row[]> {
  const given = await accessesOf(db, seen)
  const nodes = seen.filter((_, at) => isGivenOriginal(given[at] ?? PASSING))
  const paths = await pathsInNames(
    db,
    nodes.map(({ path }) => path),
  )
  const places = new Map(nodes.map((node, at) => [node.id, { node, path: paths[at] ?? '' }]))
  const redactions = await appliedOf(db, [...places.keys()])
  const persons = await namesByIds(
    db,
    redactions.flatMap(({ appliedBy }) => appliedBy ?? []),
  )
  return redactions.flatMap(({ documentId, appliedAt, appliedBy, version, state, marks }) => {
    const place = places.get(documentId)
    if (!place) return []
    return marks.flatMap(({ page, boxes, kind, reason }) =>
      boxes.map(
        ({ x, y, width, height }): Row => [
          appliedAt,
          persons.get(appliedBy ?? '') ?? '',
          place.node.name,
          place.path,
          version,
          page,
          ...[x, y, width, height].map(rounded),
          CHOSEN[kind],
          reason,
          STATES[state],
        ],
      ),
    )
  })
}
