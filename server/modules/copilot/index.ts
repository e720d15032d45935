import type { Actor } from '../../access/actor.ts'
import { badInput, conflict, forbidden, notFound, orHidden } from '../../access/errors.ts'
import type { ServedFile } from '../../contracts/storedFiles.ts'
import type { Database } from '../../platform/database/database.ts'
import { rowLock, withLock } from '../../platform/database/withLock.ts'
import { isId } from '../../platform/ids.ts'
import { defineJob, queueJob } from '../../platform/jobs/index.ts'
import type { Documents, OpenTree } from '../documents/index.ts'
import { defineStoredFile, type Files } from '../files/index.ts'
import type { Organisations } from '../organisations/index.ts'
import { FACT_FIELDS, KIND_NAMES, SUMMARY_KINDS, type SummaryKind } from './extract/facts.ts'
import {
  countRunning,
  documentsRead,
  type FactRow,
  foundBy,
  insertSummary,
  type SummaryJobRow,
  summariesOf,
  summaryById,
} from './store.ts'
import { MAX_FILES } from './work.ts'

export type { SummaryKind } from './extract/facts.ts'

/** Summaries that a person can have in the making. */
const MAX_RUNNING = 5

export const summaryJob = defineJob<{ jobId: string }>('make_summary', { attempts: 3, lane: 'long' })

/** Reports of summaries; people never send one. */
export const REPORT = defineStoredFile({
  name: 'summary',
  maxBytes: 33_554_432,
  types: [],
  refusal: 'Reports are made by the product.',
})

export interface CopilotDeps {
  db: Database
  documents: Pick<Documents, 'levels' | 'selectedFiles' | 'tree' | 'visibleAmong'>
  organisations: Pick<Organisations, 'anyHasCopilot'>
  files: Pick<Files, 'stored'>
  /** The address of a report for one person, good for five minutes. */
  fileAddress(file: { id: string; personId: string }): string
}

/** A summary as its person sees it. */
export interface Summary extends SummaryJobRow {
  /** Null until it is complete, and where a document that it read is closed to the person by now, or its words are (VIEW-22). */
  outputFileUrl: string | null
  /** Of the documents that it read; null where there is no address. */
  firstDocumentId: string | null
  /** Whether the person sees all that it read, and is not given the words of some of it. */
  isWithheld: boolean
}

/** A document that a summary read, or could not, with what it states. */
export interface SummarySource {
  /** Of the document. */
  id: string
  name: string
  versionId: string
  problem: string | null
  emptyPages: string | null
  remarks: readonly string[]
  facts: readonly SummaryFact[]
  notFound: readonly string[]
}

export interface SummaryFact {
  label: string
  value: string | null
  detail: string | null
  quotation: string
  place: string
  page: number | null
  verified: boolean
}

/** What a summary found, as its person reads it. */
export interface SummaryReport {
  id: string
  name: string
  outputFileUrl: string
  sources: readonly SummarySource[]
}

/** Summaries of documents (COP). */
export interface Copilot {
  /** The actor's own in a tree, newest first. @throws as openTree, FORBIDDEN where the feature flag is off */
  mine(actor: Actor, treeId: string, page: { limit: number; offset: number }): Promise<Summary[]>
  /** The kinds on offer. @throws FORBIDDEN where no organisation of the actor has the feature flag */
  kinds(actor: Actor): Promise<{ id: string; displayName: string; jobType: SummaryKind }[]>
  /**
   * @throws as openTree; FORBIDDEN where the feature flag is off (COP-12), NOT_FOUND where nothing of the selection is
   * left, BAD_USER_INPUT without files or with too many, CONFLICT with five in the making
   */
  start(
    actor: Actor,
    input: { treeId: string; documentIds: readonly string[]; jobType: SummaryKind },
  ): Promise<Summary>
  /**
   * What a summary of the actor found, while they may read all that it was made from (COP-11, VIEW-17).
   * @throws NOT_FOUND as well where it is somebody else's, not complete, failed, or closed to them by now; FORBIDDEN where
   * they are not given the words of a document any more
   */
  report(actor: Actor, jobId: string): Promise<SummaryReport>
  /** The report of a summary of the actor, while they may read all that it was made from (VIEW-17). @throws FORBIDDEN as report */
  served(actor: Actor, id: string): Promise<ServedFile | null>
}

export function createCopilot({ db, documents, organisations, files, fileAddress }: CopilotDeps): Copilot {
  /** @throws as openTree, FORBIDDEN where the organisation's feature flag is off (COP-12) */
  const opened = async (actor: Actor, treeId: string): Promise<OpenTree> => {
    const tree = await documents.tree(actor, treeId)
    if (!tree.copilot) throw forbidden()
    return tree
  }
  const addressed = async (tree: OpenTree, jobs: readonly SummaryJobRow[]): Promise<Summary[]> => {
    const read = await documentsRead(
      db,
      jobs.filter(({ fileId }) => fileId !== null).map(({ id }) => id),
    )
    const named = jobs.flatMap(({ documentIds: [first] }) => first ?? [])
    const visible = await documents.visibleAmong(tree, [...new Set([...read.values(), named].flat())])
    const withWords = await documents.levels.withWords([...visible.values()])
    return jobs.map((job) => {
      const readByJob = read.get(job.id) ?? []
      const isSeen = job.fileId !== null && readByJob.every((id) => visible.has(id))
      // It quotes them: who is not given their words any more is not given it (VIEW-22).
      const isOpen = isSeen && readByJob.every((id) => withWords.has(id))
      const [first] = job.documentIds
      // The name of what was chosen is given to who sees it still (COP-11).
      const isNamed = first === tree.id || (first !== undefined && visible.has(first))
      return {
        ...job,
        isWithheld: isSeen && !isOpen,
        name: isNamed ? job.name : KIND_NAMES[job.jobType],
        outputFileUrl: isOpen ? fileAddress({ id: job.id, personId: tree.actor.personId }) : null,
        firstDocumentId: isOpen ? (readByJob[0] ?? null) : null,
      }
    })
  }
  /**
   * A complete summary of the actor as it stands to them now; null for any other.
   * @throws FORBIDDEN where they see all that it read, and are not given the words of some of it (VIEW-17)
   */
  const openSummary = async (
    actor: Actor,
    id: string,
  ): Promise<{ tree: OpenTree; summary: Summary & { outputFileUrl: string; fileId: string } } | null> => {
    const job = isId(id) ? await summaryById(db, id) : null
    if (job?.personId !== actor.personId || job.fileId === null) return null
    const tree = await orHidden(opened(actor, job.treeId))
    const [summary] = tree ? await addressed(tree, [job]) : []
    if (summary?.isWithheld) throw forbidden()
    if (!tree || !summary?.outputFileUrl || summary.fileId === null) return null
    return { tree, summary: { ...summary, outputFileUrl: summary.outputFileUrl, fileId: summary.fileId } }
  }
  return {
    mine: async (actor, treeId, page) => {
      const tree = await opened(actor, treeId)
      return addressed(tree, await summariesOf(db, { personId: actor.personId, treeId: tree.id }, page))
    },
    kinds: async (actor) => {
      if (!(await organisations.anyHasCopilot(actor))) throw forbidden()
      return SUMMARY_KINDS.map((jobType) => ({
        id: jobType,
        displayName: KIND_NAMES[jobType],
        jobType,
      }))
    },
    start: async (actor, { treeId, documentIds, jobType }) => {
      const tree = await opened(actor, treeId)
      const { topmost, files: chosen } = await documents.selectedFiles(tree, documentIds, MAX_FILES + 1)
      if (chosen.length === 0)
        throw badInput('There are no files here to summarise. Please choose some, or a folder that has some.')
      if (chosen.length > MAX_FILES)
        throw badInput(`A summary reads at most ${MAX_FILES} files. Please choose fewer.`)
      const [first] = topmost
      const others = topmost.length - 1
      const name = `${KIND_NAMES[jobType]}: ${first?.parentId === null ? tree.name : first?.name}${others > 0 ? ` and ${others} more` : ''}`
      // Serialised, so that two concurrent requests can't both take the last place.
      const job = await withLock(db, rowLock('person', actor.personId), async (tx) => {
        if ((await countRunning(tx, actor.personId)) >= MAX_RUNNING) {
          throw conflict(
            `${MAX_RUNNING} of your summaries are still being made. Please wait until one of them is complete.`,
          )
        }
        const made = await insertSummary(tx, {
          personId: actor.personId,
          sessionId: actor.sessionId,
          treeId: tree.id,
          jobType,
          name: name.slice(0, 300),
          documentIds: topmost.map(({ id }) => id),
        })
        await queueJob(tx, summaryJob, { jobId: made.id }, { key: `summary:${made.id}` })
        return made
      })
      return { ...job, outputFileUrl: null, firstDocumentId: null, isWithheld: false }
    },
    report: async (actor, jobId) => {
      const open = await openSummary(actor, jobId)
      if (!open) throw notFound('Summary')
      const { id, name, outputFileUrl, jobType } = open.summary
      const { sources, facts } = await foundBy(db, id)
      // One that could not be read may be hidden by now.
      const visible = await documents.visibleAmong(
        open.tree,
        sources.map(({ documentId }) => documentId),
      )
      return {
        id,
        name,
        outputFileUrl,
        sources: sources
          .filter(({ documentId }) => visible.has(documentId))
          .map(({ position, documentId, pageCount: _pageCount, ...source }) => {
            const mine = facts.filter((fact) => fact.source === position)
            return { ...source, id: documentId, ...statedOf(jobType, mine, source.problem === null) }
          }),
      }
    },
    served: async (actor, id) => {
      const open = await openSummary(actor, id)
      const file = open && (await files.stored(open.summary.fileId))
      // What it was made from is in the access log already.
      return file && { ...file, logUse: async () => null }
    },
  }
}

/** Pages of workbooks have names, not numbers. */
const PAGE_LABEL = /^page (\d+)$/

/** Facts in the order of the report's fields, and the fields that have none. */
function statedOf(
  kind: SummaryKind,
  found: readonly FactRow[],
  wasRead: boolean,
): Pick<SummarySource, 'facts' | 'notFound'> {
  const fields = FACT_FIELDS[kind]
  return {
    facts: fields.flatMap(({ key, label }) =>
      found
        .filter(({ field }) => field === key)
        .map(({ value, detail, quotation, pageLabel, verified, certain }) => ({
          label,
          value: certain ? value : null,
          detail: certain ? detail : null,
          quotation,
          place: pageLabel,
          page: Number(PAGE_LABEL.exec(pageLabel)?.[1] ?? Number.NaN) || null,
          verified,
        })),
    ),
    notFound: wasRead
      ? fields.filter(({ key }) => !found.some(({ field }) => field === key)).map(({ label }) => label)
      : [],
  }
}
