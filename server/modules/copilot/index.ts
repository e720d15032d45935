import type { Actor } from '../../access/actor.ts'
import { badInput, conflict, forbidden, orHidden } from '../../access/errors.ts'
import type { ServedFile } from '../../contracts/storedFiles.ts'
import type { Database } from '../../platform/database/database.ts'
import { rowLock, withLock } from '../../platform/database/withLock.ts'
import { isId } from '../../platform/ids.ts'
import { defineJob, queueJob } from '../../platform/jobs/index.ts'
import type { Documents, OpenTree } from '../documents/index.ts'
import { defineStoredFile, type Files } from '../files/index.ts'
import type { Organisations } from '../organisations/index.ts'
import { KIND_NAMES, SUMMARY_KINDS, type SummaryKind } from './extract/facts.ts'
import {
  countRunning,
  documentsRead,
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
  documents: Pick<Documents, 'selectedFiles' | 'tree' | 'visibleAmong'>
  organisations: Pick<Organisations, 'anyHasCopilot'>
  files: Pick<Files, 'stored'>
  /** The address of a report for one person, good for five minutes. */
  fileAddress(file: { id: string; personId: string }): string
}

/** A summary as its person sees it. */
export interface Summary extends SummaryJobRow {
  /** Null until it is complete, and where a document that it read is closed to the person by now. */
  outputFileUrl: string | null
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
  /** The report of a summary of the actor, while they may read all that it was made from (VIEW-17). */
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
    return jobs.map((job) => {
      const isOpen = job.fileId !== null && (read.get(job.id) ?? []).every((id) => visible.has(id))
      const [first] = job.documentIds
      // The name of what was chosen is given to who sees it still (COP-11).
      const isNamed = first === tree.id || (first !== undefined && visible.has(first))
      return {
        ...job,
        name: isNamed ? job.name : KIND_NAMES[job.jobType],
        outputFileUrl: isOpen ? fileAddress({ id: job.id, personId: tree.actor.personId }) : null,
      }
    })
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
      return { ...job, outputFileUrl: null }
    },
    served: async (actor, id) => {
      const job = isId(id) ? await summaryById(db, id) : null
      if (job?.personId !== actor.personId || job.fileId === null) return null
      const tree = await orHidden(opened(actor, job.treeId))
      const [summary] = tree ? await addressed(tree, [job]) : []
      const file = summary?.outputFileUrl ? await files.stored(job.fileId) : null
      // What it was made from is in the access log already.
      return file && { ...file, logUse: async () => {} }
    },
  }
}
