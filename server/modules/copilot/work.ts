import { DomainError, forbidden } from '../../access/errors.ts'
import { type Holder, reauthorise } from '../../access/reauthorise.ts'
import type { Database } from '../../platform/database/database.ts'
import type { TextReader } from '../../platform/documentText/index.ts'
import type { JobRun } from '../../platform/jobs/index.ts'
import { type SheetReader, SheetRefused } from '../../platform/spreadsheets/read/index.ts'
import { type Storage, wholeFile } from '../../platform/storage/index.ts'
import type { DocumentNode, Documents } from '../documents/index.ts'
import type { Files, StoredFileKind } from '../files/index.ts'
import { EndpointFailed } from './endpoint.ts'
import { KIND_NAMES, type Page } from './extract/facts.ts'
import {
  claimSummary,
  completeSummary,
  type FactRow,
  insertSource,
  isCurrent,
  type ReadDocument,
  type SourceRow,
  type SummaryRun,
} from './store.ts'
import { builtInSummariser, type Summariser, type Summary } from './summariser.ts'

export interface SummaryWork {
  db: Database
  storage: Pick<Storage, 'read'>
  documents: Pick<Documents, 'levels' | 'tree' | 'selectedFiles' | 'visibleAmong' | 'logAccess'>
  files: Pick<Files, 'keep' | 'source'>
  texts: Pick<TextReader, 'read'>
  sheets: Pick<SheetReader, 'read'>
  summariser: Summariser
  report: StoredFileKind
}

/** Files that one summary reads at most. */
export const MAX_FILES = 50
const SERVER_ERROR = 'A server error has occurred. Please start the summary again.'
const LOST = 'You no longer have access to these documents.'
const UNSUITED = 'Files of this kind can’t be read. PDF, Word (.docx) and Excel (.xlsx) files can.'

/** Another process has taken the run over. */
class RunSuperseded extends Error {
  override name = 'RunSuperseded'
}

/** Who asked; a summary does not end with the session in which it was asked for. */
export const holderOf = ({
  personId,
  sessionId,
}: {
  personId: string
  sessionId: string | null
}): Holder => ({
  personId,
  sessionId: sessionId ?? '',
  sessionBound: false,
})

/**
 * Makes the summary of a job. It may run again after a kill: the run that came last wins, and nothing is doubled. What
 * the person may see is asked again before each file and before the report is theirs (COP-11).
 */
export async function makeSummary(work: SummaryWork, jobId: string, job: JobRun): Promise<void> {
  const run = await claimSummary(work.db, jobId)
  if (!run) return
  try {
    await summarise(work, run, job)
  } catch (error) {
    if (error instanceof RunSuperseded) return
    const failure = error instanceof DomainError ? LOST : null
    if (failure === null && !job.last) throw error
    await completeSummary(work.db, run, { failure: failure ?? SERVER_ERROR })
    if (failure === null) throw error
  }
}

async function summarise(work: SummaryWork, run: SummaryRun, { signal }: JobRun): Promise<void> {
  const { db, documents } = work
  const { job } = run
  const holder = holderOf(job)
  const chosen = await reauthorise(db, holder, async (actor) => {
    const tree = await documents.tree(actor, job.treeId)
    if (!tree.copilot) throw forbidden()
    // The root is kept by its key, and named otherwise in the API.
    const ids = job.documentIds.map((id) => (id === job.treeId ? `tree:${id}` : id))
    return { tree, ...(await documents.selectedFiles(tree, ids, MAX_FILES + 1)) }
  })
  /** Chosen, and not to be read any more. */
  let gone = job.documentIds.length - chosen.topmost.length
  const sources: SourceRow[] = []
  const facts: FactRow[] = []
  for (const file of chosen.files.slice(0, MAX_FILES)) {
    signal.throwIfAborted()
    const read = await readNow(work, run, file, signal)
    if (!read) {
      gone += 1
      continue
    }
    const position = sources.length
    const source: SourceRow = {
      position,
      documentId: file.id,
      name: file.name,
      ...read.about,
      remarks: read.summary.remarks,
    }
    const mine = read.summary.facts.map(({ page, ...fact }) => ({
      ...fact,
      source: position,
      pageLabel: read.pages[page]?.label ?? '',
    }))
    await db.transaction().execute((tx) => insertSource(tx, job.id, source, mine, facts.length))
    sources.push(source)
    facts.push(...mine)
    if (!(await isCurrent(db, run))) throw new RunSuperseded()
  }
  const held = await visibleNow(
    work,
    run,
    sources.map(({ documentId }) => documentId),
  )
  const withWords = await work.documents.levels.withWords([...held.values()])
  const isLost = ({ documentId, redactionId, problem }: SourceRow) =>
    !held.has(documentId) || (problem === null && !quotesGiven({ documentId, redactionId }, withWords))
  if (sources.length === 0 || sources.some(isLost)) throw new DomainError('FORBIDDEN', LOST)
  const made = new Date()
  // What writes Word files takes 12 MB of memory, which most processes never need.
  const { summaryReport } = await import('./report.ts')
  const bytes = await summaryReport({
    kind: job.jobType,
    place: chosen.tree.name,
    made,
    by: work.summariser.name,
    sources,
    facts,
    leftOut: [
      ...(chosen.files.length > MAX_FILES
        ? [`Only the first ${MAX_FILES} files were read. Please start another summary for the others.`]
        : []),
      ...(gone > 0 ? [goneText(gone)] : []),
    ],
  })
  const name = `${KIND_NAMES[job.jobType]} ${made.toISOString().slice(0, 10)}.docx`
  await work.files.keep(work.report, { ownerId: job.id, name, bytes }, async (tx, fileId) => {
    if (!(await completeSummary(tx, run, { fileId }))) throw new RunSuperseded()
  })
}

/**
 * Whether words that were read of a document are given to its person by now: those of a redacted rendition as long as that is
 * given, or all of the file (VIEW-22, REDACT-20).
 */
export function quotesGiven(
  { documentId, redactionId }: ReadDocument,
  withWords: ReadonlyMap<string, { rendition: { redactionId: string } | null }>,
): boolean {
  const given = withWords.get(documentId)
  return given !== undefined && (given.rendition === null || given.rendition.redactionId === redactionId)
}

/** Of what is gone only the number is said (COP-13). */
const goneText = (count: number): string =>
  count === 1
    ? 'One of the documents that you chose is not in this summary: it was deleted or replaced meanwhile, or you no longer have access to it.'
    : `${count} of the documents that you chose are not in this summary: they were deleted or replaced meanwhile, or you no longer have access to them.`

/** Which of the documents the person may see at this moment, by id. @throws as openTree */
const visibleNow = (
  { db, documents }: SummaryWork,
  { job }: SummaryRun,
  ids: readonly string[],
): Promise<Map<string, DocumentNode>> =>
  reauthorise(db, holderOf(job), async (actor) =>
    documents.visibleAmong(await documents.tree(actor, job.treeId), ids),
  )

interface ReadFile {
  pages: readonly Page[]
  about: Pick<SourceRow, 'versionId' | 'redactionId' | 'pageCount' | 'emptyPages' | 'problem'>
  summary: Summary
}

/** Of a document whose words its person is not given (VIEW-22). */
const VIEW_ONLY = 'It may only be viewed, so it was not read.'

const NOTHING: Summary = { facts: [], remarks: [] }

/** Reads a file that the person may see at this moment, and writes down that they saw it; null where they may not. */
async function readNow(
  work: SummaryWork,
  run: SummaryRun,
  file: DocumentNode,
  signal: AbortSignal,
): Promise<ReadFile | null> {
  const { job } = run
  const node = (await visibleNow(work, run, [file.id])).get(file.id)
  if (!node?.versionId || node.versionId !== file.versionId) return null
  const given = (await work.documents.levels.withWords([node])).get(node.id)
  const read = {
    versionId: given?.rendition?.versionId ?? node.versionId,
    redactionId: given?.rendition?.redactionId ?? null,
  }
  const unread = (problem: string): ReadFile => ({
    pages: [],
    about: { ...read, pageCount: 0, emptyPages: null, problem },
    summary: NOTHING,
  })
  if (!given) return unread(VIEW_ONLY)
  const text = await textOf(work, node, given.rendition)
  if (typeof text === 'string') return unread(text)
  if (job.sessionId)
    await work.documents.logAccess(
      { personId: job.personId, sessionId: job.sessionId },
      read.versionId,
      'VIEW',
    )
  if (text.every((page) => page.text.trim() === ''))
    return unread('No page has any text: it was most likely scanned. Please ask for a copy with text.')
  const empty = text.flatMap((page, index) => (page.text.trim() === '' ? [index] : []))
  return {
    pages: text,
    about: { ...read, pageCount: text.length, emptyPages: runsOf(empty, text), problem: null },
    summary: await summaryOf(work, job.jobType, text, signal),
  }
}

/** By the configured summariser; where that fails, by the built-in one, which is said. */
async function summaryOf(
  { summariser }: SummaryWork,
  kind: SummaryRun['job']['jobType'],
  pages: readonly Page[],
  signal: AbortSignal,
): Promise<Summary> {
  try {
    return await summariser.summarise(kind, pages, signal)
  } catch (error) {
    if (!(error instanceof EndpointFailed)) throw error
    const { facts, remarks } = await builtInSummariser.summarise(kind, pages, signal)
    return {
      facts,
      remarks: [
        ...remarks,
        `Made by ${builtInSummariser.name}: ${summariser.name} gave no answer, since ${error.message}.`,
      ],
    }
  }
}

/** "page 2, page 4 to page 6" */
function runsOf(indexes: readonly number[], pages: readonly Page[]): string | null {
  const runs: { from: number; to: number }[] = []
  for (const index of indexes) {
    const last = runs.at(-1)
    if (last && last.to === index - 1) last.to = index
    else runs.push({ from: index, to: index })
  }
  const label = (index: number): string => pages[index]?.label ?? ''
  const named = runs
    .slice(0, 20)
    .map(({ from, to }) => (from === to ? label(from) : `${label(from)} to ${label(to)}`))
  return named.length === 0 ? null : `${named.join(', ')}${runs.length > named.length ? ' and others' : ''}`
}

/** The pages of a file, or why there are none in one sentence. */
async function textOf(
  { storage, files, texts, sheets }: SummaryWork,
  { extension, versionId, size }: DocumentNode,
  rendition: { fileId: string } | null,
): Promise<Page[] | string> {
  if (rendition) {
    const redacted = await files.source(rendition.fileId)
    if (!redacted) return 'It could not be read.'
    const { pages, ...rest } = await texts.read({ kind: 'pdf', ...redacted })
    return pages ?? ('reason' in rest ? `${rest.reason}, so it was not read.` : UNSUITED)
  }
  const file = wholeFile(storage, versionId ?? '', size ?? 0)
  if (extension === 'pdf' || extension === 'docx') {
    const { pages, ...rest } = await texts.read({ kind: extension, ...file })
    return pages ?? ('reason' in rest ? `${rest.reason}, so it was not read.` : UNSUITED)
  }
  if (extension !== 'xlsx') return UNSUITED
  try {
    const read = await sheets.read({ kind: 'xlsx', ...file })
    return read.map(({ name, rows }) => ({
      label: `sheet ${name}`,
      text: rows
        .map((cells) =>
          cells
            .map((value) => (value instanceof Date ? value.toISOString().slice(0, 10) : String(value ?? '')))
            .join('\t')
            .trimEnd(),
        )
        .join('\n'),
    }))
  } catch (error) {
    if (error instanceof SheetRefused) return error.message
    throw error
  }
}
