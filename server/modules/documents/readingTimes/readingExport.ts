import type { Actor } from '../../../access/actor.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Column, Row } from '../../../platform/spreadsheets/index.ts'
import { personsByIds } from '../../accounts/index.ts'
import { slugsOf } from '../core/addresses.ts'
import { documentsByIds } from '../core/nodes.ts'
import { pathsInNames } from '../core/paths.ts'
import { versionsGiven } from '../core/renditions.ts'
import { type Export, exportName } from '../exports/export.ts'
import { reopenedFor } from '../reading/reopened.ts'
import {
  type GroupReading,
  type PersonReading,
  pagesOfVersions,
  type ReadingPage,
  readFiles,
  readingByGroup,
  readingByPerson,
} from './readingStore.ts'
import { openReading } from './readingTimes.ts'

const figure = (header: string): Column => ({ header, width: 14 })
const GROUP_COLUMNS: readonly Column[] = [
  { header: 'Group', width: 32 },
  ...['Members', 'Readers', 'Files permitted', 'Files opened', 'Share', 'Pages', 'Minutes'].map(figure),
  ...['Prints', 'Downloads', 'Active days'].map(figure),
  { header: 'Last reading', width: 24 },
]
const PERSON_COLUMNS: readonly Column[] = [
  { header: 'User', width: 28 },
  { header: 'E-mail', width: 32 },
  { header: 'Company', width: 28 },
  ...['Documents', 'Pages', 'Minutes'].map(figure),
  { header: 'Last reading', width: 24 },
]
const PAGE_COLUMNS: readonly Column[] = [
  { header: 'Document', width: 60 },
  ...['Page', 'Readers', 'Minutes'].map(figure),
]

/** Rows that are read together, and files. */
const PORTION = 500
const FILES = 100

/** Minutes with two decimals. */
const minutes = (ms: number): number => Math.round(ms / 600) / 100

/**
 * How groups, people and pages were read, as the tables show it (PAGE-31); each portion by what the actor holds when it
 * is read.
 * @throws as openReading
 */
export async function readingExport(db: Database, actor: Actor, treeId: string): Promise<Export> {
  const tree = await openReading(db, actor, treeId)
  const current = reopenedFor(db, actor, tree, (again) => openReading(db, again, treeId))
  const inPortions = async function* <Found>(
    load: (offset: number) => Promise<ReadingPage<Found>>,
    rowsOf: (found: readonly Found[]) => Promise<Row[]>,
  ): AsyncGenerator<Row[]> {
    for (let offset = 0; ; offset += PORTION) {
      const { rows, count } = await load(offset)
      yield await rowsOf(rows)
      if (offset + PORTION >= count) return
    }
  }
  const asked = (offset: number) => ({ limit: PORTION, offset, ordering: 'time', descending: true })
  const groups = inPortions<GroupReading>(
    async (offset) => (tree.rights.view ? readingByGroup(db, await current(), asked(offset)) : NOTHING),
    async (rows) =>
      rows.map((row) => [
        row.name,
        row.memberCount,
        row.readerCount,
        row.permittedFiles,
        row.openedFiles,
        Math.round(row.share * 10_000) / 10_000,
        row.pagesRead,
        minutes(row.ms),
        row.prints,
        row.downloads,
        row.activeDays,
        row.lastReadAt,
      ]),
  )
  const people = inPortions<PersonReading>(
    async (offset) => (tree.rights.view ? readingByPerson(db, await current(), asked(offset)) : NOTHING),
    async (rows) => {
      const persons = await personsByIds(
        db,
        rows.map(({ id }) => id),
      )
      return rows.map((row, at) => [
        row.name,
        persons[at]?.email ?? null,
        row.company,
        row.documents,
        row.pagesRead,
        minutes(row.ms),
        row.lastReadAt,
      ])
    },
  )
  async function* pages(): AsyncGenerator<Row[]> {
    let after: string | null = null
    while (tree.rights.view) {
      const now = await current()
      const ids: string[] = await readFiles(db, now, after, FILES)
      after = ids.at(-1) ?? null
      if (after === null) return
      const nodes = await documentsByIds(db, now, ids)
      const paths = await pathsInNames(
        db,
        nodes.map(({ path }) => path),
      )
      const pathOf = new Map(nodes.map(({ id }, at) => [id, paths[at] ?? '']))
      const versions = await versionsGiven(db, nodes)
      const read = await pagesOfVersions(
        db,
        nodes.map(({ id }, at) => ({ documentId: id, versionId: versions[at] ?? null })),
      )
      yield read.map((page) => [
        pathOf.get(page.documentId) ?? '',
        page.number,
        page.readerCount,
        minutes(page.ms),
      ])
    }
  }
  return {
    fileName: exportName(await slugsOf(db, tree), tree, 'reading'),
    subject: { organisationId: tree.organisationId, treeId: tree.id },
    spreadsheet: {
      sheet: 'Groups',
      columns: GROUP_COLUMNS,
      rows: groups,
      further: [
        { sheet: 'People', columns: PERSON_COLUMNS, rows: people },
        { sheet: 'Pages', columns: PAGE_COLUMNS, rows: pages() },
      ],
    },
  }
}

const NOTHING = { count: 0, rows: [] }
