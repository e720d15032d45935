import { createHash } from 'node:crypto'
import type { Archive } from '../../platform/archive/index.ts'
import { namesByIds } from '../accounts/index.ts'
import { activityOfRoom, type RoomActivity } from '../activity/index.ts'
import { versionNumbers } from '../documents/index.ts'
import type { ArchivedRecord } from '../record/index.ts'
import { type ArchiveAsked, type ArchivesDeps, MADE_ON, UNTOLD } from './asked.ts'
import { callText, canonicalJson } from './json.ts'
import type { ArchiveFacts } from './plan.ts'
import { type ArchiveFile, filesAfter, filesOfVersions, rowsAfter } from './store.ts'

/** What the manifest says of a list. */
export interface ListedFile {
  kind: string
  number: number
  path: string
  rows: number
  sha256: string
  size: number
}

/** Rows of a list, and characters of them, roughly. */
const MAX_LIST = { rows: 2000, characters: 4_000_000 }
const PORTION = 500

/** What became of a file, also of one in the part that is being written. */
export type FileState = (file: ArchiveFile) => Pick<ArchiveFile, 'part' | 'size' | 'sha256' | 'leftOut'>

interface Work {
  deps: ArchivesDeps
  asked: ArchiveAsked
  facts: ArchiveFacts
  record: ArchivedRecord
  stateOf: FileState
}

/** Lists in their order, each with where its rows come from (docs/archive.md). */
const listsOf = (work: Work): readonly [kind: string, rows: AsyncIterable<object[]>][] => {
  const isOfGroup = work.asked.group !== null
  const planned = (kind: string): [string, AsyncIterable<object[]>] => [kind, plannedRows(work, kind)]
  return [
    ['files', fileRows(work)],
    planned('folders'),
    ['documents', documentRows(work)],
    ...(isOfGroup ? [] : [planned('access'), planned('trees'), planned('groups')]),
    planned('logs'),
    planned('questions'),
    planned('checklist'),
    planned('pages'),
    planned('certificates'),
    isOfGroup ? planned('history') : ['history', history(work)],
    ...(isOfGroup ? [] : [['entries', entryRows(work)] as [string, AsyncIterable<object[]>]]),
    ['checkpoints', checkpointRows(work)],
    ['keys', keyRows(work)],
  ]
}

/** Writes all lists into an archive. @returns what the manifest says of them */
export async function writeLists(
  archive: Archive,
  work: Work,
  onRows: () => Promise<void>,
): Promise<ListedFile[]> {
  const listed: ListedFile[] = []
  for (const [kind, rows] of listsOf(work)) {
    let number = 0
    let waiting: string[] = []
    let characters = 0
    const flush = async (): Promise<void> => {
      if (waiting.length === 0) return
      number += 1
      const path = `data/${kind}-${String(number).padStart(4, '0')}.js`
      const text = `{"kind":${JSON.stringify(kind)},"number":${number},"rows":[${waiting.join()}]}`
      const bytes = Buffer.from(callText(text))
      await archive.file({ path, modifiedAt: MADE_ON }, (write) => write(bytes))
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      listed.push({ kind, number, path, rows: waiting.length, sha256, size: bytes.length })
      waiting = []
      characters = 0
    }
    for await (const portion of rows) {
      await onRows()
      for (const row of portion) {
        const text = canonicalJson(row)
        if (waiting.length === MAX_LIST.rows || characters + text.length > MAX_LIST.characters) await flush()
        waiting.push(text)
        characters += text.length
      }
    }
    await flush()
  }
  return listed
}

async function* plannedRows(
  { deps: { db }, asked: { proofId } }: Work,
  kind: string,
): AsyncGenerator<object[]> {
  for (let after = 0; ; ) {
    const { last, rows } = await rowsAfter<object>(db, proofId, kind, { after, limit: PORTION })
    if (last === null) return
    yield rows
    after = last
  }
}

async function* fileRows({ deps: { db }, asked: { proofId }, stateOf }: Work): AsyncGenerator<object[]> {
  for (let after = 0; ; ) {
    const page = await filesAfter(db, proofId, { after, limit: PORTION })
    if (page.length === 0) return
    yield page.flatMap((file) => {
      const { part, size, sha256, leftOut } = stateOf(file)
      const { path, kind, documentId, versionId } = file
      return leftOut === null
        ? [{ path, kind, size, sha256, part, document: documentId, version: versionId }]
        : []
    })
    after = page.at(-1)?.position ?? after
  }
}

interface DocumentRow {
  id: string
  tree: string
  versions: { id: string; leftOut: string | null; number: number; at: string }[]
}

async function* documentRows(work: Work): AsyncGenerator<object[]> {
  const { deps, asked, stateOf } = work
  for await (const rows of plannedRows(work, 'documents') as AsyncGenerator<DocumentRow[]>) {
    const ids = rows.flatMap(({ versions }) => versions.map(({ id }) => id))
    const files = await filesOfVersions(deps.db, asked.proofId, ids)
    yield rows.map((row) => ({
      ...row,
      versions: row.versions.map((version) => {
        const file = files.get(version.id)
        if (!file) return version
        const { size, sha256, leftOut } = stateOf(file)
        const given = file.kind === 'ORIGINAL' ? null : file.kind
        // Of what could not be made nothing tells the original to whom it is not given.
        if (leftOut !== null) return { ...version, leftOut, given }
        return { ...version, file: file.path, size, sha256, given }
      }),
    }))
  }
}

async function* history({ deps: { db }, asked: { room }, facts }: Work): AsyncGenerator<object[]> {
  const { organisationId } = room
  const of = { organisationId, treeIds: facts.treeIds, subjectIds: facts.subjectIds, untold: UNTOLD }
  for await (const portion of activityOfRoom(db, of, facts.lastActivity)) {
    const names = await namesByIds(
      db,
      portion.map(({ personId }) => personId),
    )
    const numbers = await versionNumbers(
      db,
      portion.flatMap(({ versionId }) => versionId ?? []),
    )
    yield portion.map(({ at, kind, personId, documentId, versionId, path, detail }: RoomActivity) => ({
      at,
      kind,
      by: names.get(personId) ?? null,
      document: documentId,
      version: versionId === null ? null : (numbers.get(versionId) ?? null),
      path,
      detail,
    }))
  }
}

async function* entryRows({ record }: Work): AsyncGenerator<object[]> {
  yield* record.entries()
}

async function* checkpointRows({ record, asked: { group } }: Work): AsyncGenerator<object[]> {
  const shown = ({ treeSize, root, at, keyId, signature }: ArchivedRecord['checkpoint']) => ({
    // Whoever is given the last one alone must not learn how busy others are.
    treeSize: group === null ? treeSize : null,
    root: root.toString('hex'),
    at,
    keyId,
    signature: signature.toString('base64'),
  })
  if (group !== null) {
    yield [shown(record.checkpoint)]
    return
  }
  for await (const portion of record.checkpoints()) yield portion.map(shown)
}

async function* keyRows({ record }: Work): AsyncGenerator<object[]> {
  yield record.keys.map(({ id, publicKey, createdAt, retiredAt }) => ({
    id,
    publicKey: publicKey.toString('base64'),
    createdAt,
    retiredAt,
  }))
}
