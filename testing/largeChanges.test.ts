import { beforeAll, expect, test } from 'vitest'
import { growTree } from '../bench/support/growTree.ts'
import type { Actor } from '../server/access/actor.ts'
import { WRITTEN_WITH_CHANGE, writeEntryRecords } from '../server/modules/documents/changes/entryRecord.ts'
import { testDatabase } from './database/index.ts'
import { documentsOver } from './documents.ts'
import { factories } from './factories.ts'

const database = testDatabase()
const make = factories(database)
const { documents, folder } = documentsOver(database)
let admin: Actor
let treeId: string
let all: string

beforeAll(async () => {
  const room = await make.room()
  treeId = room.treeId
  const member = await make.actorWith(room.place, 'Deal Room Admin')
  admin = member
  const grown = await growTree(database.pool, {
    treeId,
    authorId: member.personId,
    restrictedTo: member.groupId,
    sites: 3,
  })
  all = await folder(admin, treeId, 'All sites')
  await documents().move(admin, {
    treeId,
    destinationParentId: all,
    sourceDocumentIds: [...grown.folders],
  })
})

const ask = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await database.pool.query(text, values)).rows

/** Entries below the folder. */
const below = async (): Promise<number> =>
  (
    await ask<{ count: number }>(
      'select count(*)::int as count from document where $1 = any(path) and id <> $1',
      [all],
    )
  )[0]?.count ?? 0

/** Lines of the newest change, against how each entry is called; with how many say something else. */
const linesOf = async (kind: string) =>
  (
    await ask<{ lines: number; entries: number; wrong: number }>(
      `select count(*)::int as lines, count(distinct a.document_id)::int as entries, count(*) filter (where
           a.recorded_ids <> d.path or a.version_id is distinct from d.current_version_id
           or a.person_id <> $3 or a.session_id <> $4 or a.recorded_path <> (
             select string_agg(step.name, '/' order by part.place)
             from unnest(d.path) with ordinality as part(id, place) join document step on step.id = part.id
             where part.place > 1))::int as wrong
       from activity a join document d on d.id = a.document_id
       where $1 = any(d.path) and a.kind = $2 and a.at = (
         select max(at) from activity where document_id = $1 and kind = $2)`,
      [all, kind, admin.personId, admin.sessionId],
    )
  )[0]

/** Groups of names that count other changes than their entries have. */
const miscounted = () =>
  ask(
    `select g.id from name_group g join document_name_search named on named.group_id = g.id
     join activity a on a.document_id = named.document_id
       and a.kind in ('UPLOAD', 'RENAME', 'MOVE', 'CREATE_FOLDER', 'DELETE')
     where g.tree_id = $1 and $2 = any((select path from document where id = named.document_id)::uuid[])
     group by g.id, g.changes having count(*) <> g.changes`,
    [treeId, all],
  )

test('HIST-06 BIN-07 a large deletion and its restoring have a line for each entry, those below written right after it', async () => {
  const entries = await below()
  expect(entries).toBeGreaterThan(WRITTEN_WITH_CHANGE)
  // What was before has no lines.
  await database.pool.query('update name_group set changes = 0 where tree_id = $1', [treeId])

  await documents().remove(admin, { treeId, documentIds: [all] })
  expect(await linesOf('DELETE')).toEqual({ lines: 1, entries: 1, wrong: 0 })
  await writeEntryRecords(database.db)
  expect(await linesOf('DELETE')).toEqual({ lines: entries + 1, entries: entries + 1, wrong: 0 })
  expect(await ask('select from entry_record')).toEqual([])
  expect(await miscounted()).toEqual([])

  await documents().bins.restore(admin, { treeId, documentIds: [all] })
  expect(await linesOf('MOVE')).toEqual({ lines: 1, entries: 1, wrong: 0 })
  // What is renamed meanwhile was called otherwise when it came back, and its group is counted without that line.
  const [file] = await ask<{ id: string; name: string }>(
    `select id, name from document where $1 = any(path) and not is_folder order by id limit 1`,
    [all],
  )
  if (!file) throw new Error('no file')
  await documents().rename(admin, { treeId, documentId: file.id, name: `x${file.name}` })
  const portions = await ask('select from entry_record')
  expect(portions.length).toBeGreaterThan(2)

  // One who is stopped in the middle leaves the rest, and writes nothing twice.
  const stop = new AbortController()
  stop.abort()
  await expect(writeEntryRecords(database.db, stop.signal)).rejects.toThrow()
  await Promise.all([writeEntryRecords(database.db), writeEntryRecords(database.db)])
  expect(await linesOf('MOVE')).toEqual({ lines: entries + 1, entries: entries + 1, wrong: 1 })
  expect(
    await ask(
      `select recorded_path like '%/' || $2 as is_former from activity where document_id = $1 and kind = 'MOVE' order by id desc limit 1`,
      [file.id, file.name],
    ),
  ).toEqual([{ is_former: true }])
  expect(await miscounted()).toEqual([])
})
