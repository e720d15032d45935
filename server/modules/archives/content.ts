import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Write } from '../../platform/archive/index.ts'
import { TaggedPdf } from '../../platform/pdf/index.ts'
import { MAX_CELL, type Row, spreadsheetBytes } from '../../platform/spreadsheets/index.ts'
import { StorageUnavailableError, wholeFile } from '../../platform/storage/index.ts'
import type { ArchivedRecord } from '../record/index.ts'
import { type ArchiveAsked, type ArchivesDeps, MADE_ON } from './asked.ts'
import { type ArchiveFile, type FileSource, rowsAfter } from './store.ts'

/** There is nothing to put in, why in a sentence. */
export class NotArchived extends Error {
  override name = 'NotArchived'
}

const UNREADABLE = 'The stored file could not be read.'
const CHANGED = 'The stored file is not the one that was uploaded: its SHA-256 is another one.'
const OFFLINE = path.join(import.meta.dirname, 'offline')
const PORTION = 500

/** What is put beside the lists to read and verify them without the product, by its path in an archive. */
const PROGRAMS = { 'verify.mjs': 'verify.mjs', 'index.html': 'index.generated.html' } as const

/** Paths of the programs that this build of the product has. */
export async function programs(): Promise<string[]> {
  const built = new Set(await readdir(OFFLINE).catch(() => []))
  return Object.entries(PROGRAMS).flatMap(([name, file]) => (built.has(file) ? [name] : []))
}

const programFile = (name: string): string =>
  path.join(OFFLINE, PROGRAMS[name as keyof typeof PROGRAMS] ?? name)

/** Hands over the bytes of a file. @throws NotArchived for one that can't be had, StorageUnavailableError, and what `write` throws */
export async function writeContent(
  deps: ArchivesDeps,
  asked: ArchiveAsked,
  record: ArchivedRecord,
  file: ArchiveFile,
  write: Write,
): Promise<void> {
  const { source } = file
  switch (source.kind) {
    case 'ORIGINAL':
      return stored(deps, file, source.versionId, write)
    case 'REDACTED':
    case 'STORED':
      return kept(deps, source.fileId, write)
    case 'MARKED':
      return marked(deps, asked, file, source, write)
    case 'PROGRAM':
      return write(await readFile(programFile(source.name)))
    case 'PAGE':
      return page(deps, asked, source, write)
    case 'TABLE':
      return source.of === 'questions'
        ? questions(deps, asked, source.log ?? '', write)
        : checklist(deps, asked, write)
    case 'LEAVES':
      for await (const hashes of record.leaves()) await write(hashes)
  }
}

/** The file as it was uploaded, if it is still that. */
async function stored(
  { storage, onUnreadable }: ArchivesDeps,
  { size, sha256, path: name }: ArchiveFile,
  versionId: string,
  write: Write,
): Promise<void> {
  const hash = createHash('sha256')
  let writing: { error: unknown } | null = null
  try {
    await wholeFile(storage, versionId, size ?? 0).source(async (chunk) => {
      hash.update(chunk)
      try {
        await write(chunk)
      } catch (error) {
        writing = { error }
        throw error
      }
    })
  } catch (error) {
    // A store that is away for a moment is asked again by the next try of the job.
    if (writing || error instanceof StorageUnavailableError) throw error
    onUnreadable(error, name)
    throw new NotArchived(UNREADABLE)
  }
  if (hash.digest('hex') !== sha256) throw new NotArchived(CHANGED)
}

async function kept({ files }: ArchivesDeps, fileId: string, write: Write): Promise<void> {
  const file = await files.source(fileId)
  if (!file) throw new NotArchived(UNREADABLE)
  await file.source(write)
}

async function marked(
  { markedPdf }: ArchivesDeps,
  { group, asker }: ArchiveAsked,
  { path: name, modifiedAt }: ArchiveFile,
  { kind: _, ...source }: Extract<FileSource, { kind: 'MARKED' }>,
  write: Write,
): Promise<void> {
  const made = await markedPdf({
    ...source,
    name: name.slice(name.lastIndexOf('/') + 1),
    group: group?.name ?? '',
    at: modifiedAt,
    personId: asker.personId,
  })
  if (made.pdf === null) throw new NotArchived(made.reason)
  await write(made.pdf)
}

async function page(
  { product }: ArchivesDeps,
  { portfolio }: ArchiveAsked,
  { title, text }: Extract<FileSource, { kind: 'PAGE' }>,
  write: Write,
): Promise<void> {
  const pdf = new TaggedPdf(write, {
    title,
    language: 'en-GB',
    producer: product,
    created: MADE_ON,
    id: createHash('sha256')
      .update(JSON.stringify([title, text]))
      .digest('hex')
      .slice(0, 32),
    foot: `${portfolio.name} · ${title}`,
  })
  await pdf.begin()
  await pdf.heading(1, title)
  for (const paragraph of text.split(/\n{2,}/)) {
    if (paragraph.trim() !== '') await pdf.paragraph(paragraph.trim())
  }
  await pdf.end()
}

/** Rows of a list of the plan, portion by portion. */
async function* planned<Planned>(
  { db }: ArchivesDeps,
  { proofId }: ArchiveAsked,
  kind: string,
): AsyncGenerator<Planned[]> {
  for (let after = 0; ; ) {
    const { last, rows } = await rowsAfter<Planned>(db, proofId, kind, { after, limit: PORTION })
    if (last === null) return
    yield rows
    after = last
  }
}

const cut = (text: string | null | undefined): string | null => text?.slice(0, MAX_CELL) ?? null
const moment = (at: string | null | undefined): Date | null => (at ? new Date(at) : null)

interface QuestionRow {
  log: string
  number: string
  askedAt: string
  askedBy?: string | null
  text: string
  answeredAt?: string | null
  answer?: string | null
}

async function questions(deps: ArchivesDeps, asked: ArchiveAsked, log: string, write: Write): Promise<void> {
  async function* rows(): AsyncGenerator<Row[]> {
    for await (const portion of planned<QuestionRow>(deps, asked, 'questions')) {
      yield portion
        .filter((each) => each.log === log)
        .map(({ number, askedAt, askedBy, text, answeredAt, answer }) => [
          number,
          moment(askedAt),
          askedBy ?? null,
          cut(text),
          moment(answeredAt),
          cut(answer),
        ])
    }
  }
  const columns = [
    { header: 'Number', width: 10 },
    { header: 'Asked', width: 20 },
    { header: 'Asked by', width: 24 },
    { header: 'Question', width: 60 },
    { header: 'Answered', width: 20 },
    { header: 'Answer', width: 60 },
  ]
  const sheet = { sheet: 'Questions', columns, rows: rows(), modifiedAt: MADE_ON }
  for await (const bytes of spreadsheetBytes(sheet)) await write(Buffer.from(bytes))
}

interface ChecklistRow {
  number: string
  category: string
  cells: {
    project: string
    status?: string | null
    assignee?: string | null
    link?: string | null
    comments: string[]
  }[]
}

async function checklist(deps: ArchivesDeps, asked: ArchiveAsked, write: Write): Promise<void> {
  async function* rows(): AsyncGenerator<Row[]> {
    for await (const portion of planned<ChecklistRow>(deps, asked, 'checklist')) {
      yield portion.flatMap(({ number, category, cells }): Row[] =>
        cells.length === 0
          ? [[number, category, null, null, null, null, null]]
          : cells.map(({ project, status, assignee, link, comments }) => [
              number,
              category,
              project,
              status ?? null,
              assignee ?? null,
              cut(link),
              cut(comments.join('\n')) || null,
            ]),
      )
    }
  }
  const columns = [
    { header: 'Number', width: 10 },
    { header: 'Category', width: 40 },
    { header: 'Project', width: 30 },
    { header: 'Status', width: 20 },
    { header: 'Assigned to', width: 24 },
    { header: 'Link', width: 40 },
    { header: 'Comments', width: 60 },
  ]
  const sheet = { sheet: 'Checklist', columns, rows: rows(), modifiedAt: MADE_ON }
  for await (const bytes of spreadsheetBytes(sheet)) await write(Buffer.from(bytes))
}
