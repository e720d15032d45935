import { isCovered, MAX_AREAS, type RedactionArea, TOO_MANY_AREAS } from '../../../../shared/redactions.ts'
import type { Actor } from '../../../access/actor.ts'
import { DomainError, forbidden, orHidden, readable } from '../../../access/errors.ts'
import { requireNotFrozen } from '../../../access/frozenRooms.ts'
import { type Holder, reauthorise } from '../../../access/reauthorise.ts'
import type { Connection, Database, Tx } from '../../../platform/database/database.ts'
import { rowLock, withLock } from '../../../platform/database/withLock.ts'
import { defineJob, type JobRun, pendingKeys } from '../../../platform/jobs/index.ts'
import { type Findings, type MarkFinder, QueueBusy } from '../../../platform/pages/index.ts'
import { openDocument } from '../core/nodes.ts'
import { canRedactIn, mayRedactOf } from '../core/redacting.ts'
import { type OpenTree, openTree } from '../core/trees.ts'
import type { DrawnFiles } from '../pages/drawnFiles.ts'
import type { createPageSizes } from '../pages/pageSizes.ts'
import { selectedFiles } from '../reading/selectedFiles.ts'
import { areasOf, keptMarks } from './marks.ts'
import { openRedactableVersion, type RedactableVersion } from './redactable.ts'
import { appliedMarks, insertDraft, lockOpen, updateDraft } from './redactionStore.ts'
import {
  claimSearch,
  endRun,
  insertSearched,
  isCurrent,
  runningSearches,
  type SearchedFile,
  type SearchRow,
  type SearchRun,
  searchedFiles,
  sweepSearches,
} from './searchStore.ts'

/** Looks for areas to redact in what one person has chosen. */
export const searchJob = defineJob<{ searchId: string }>('find_redaction_marks', {
  lane: 'long',
  attempts: 4,
})
/** The key of the job that runs one. */
export const searchKey = (id: string): string => `redaction-search:${id}`

/** Files that one search looks into at most. */
export const MAX_SEARCHED = 5_000

const NO_WORDS = 'It has no words: it was most likely scanned.'
const NOT_YOURS = 'You may not redact it.'
const APPLYING = 'Its redaction is being applied. Please search it again later.'
const BUSY = 'Many files were being opened. Please search it again later.'
const CHANGING = 'It was being replaced. Please search it again.'
/** Looks at a file of which new versions come meanwhile. */
const MAX_LOOKS = 3

/** What ends a search: its person may no longer redact, or the room was frozen. Others pass, such as a busy server. */
const ENDING: ReadonlySet<string> = new Set(['NOT_FOUND', 'FORBIDDEN', 'UNAUTHENTICATED', 'CONFLICT'])

/** It was cancelled, or another process has taken it over. */
class Superseded extends Error {
  override name = 'Superseded'
}

export interface SearchingDependencies {
  db: Database
  sizes: ReturnType<typeof createPageSizes>
  drawnFiles: Pick<DrawnFiles, 'of'>
  finder: MarkFinder
}

/**
 * Runs a search to its end. It may run again after a kill: a file is done once, with the areas that were found in it. What its
 * person may do is asked again before each file and before each draft; what they lose ends it, and what was found stays (REDACT-09).
 * It is no use of a file in the access log: it gives where words stand that were asked for. Who opens the page is recorded (DOC-38).
 */
export async function runSearch(
  deps: SearchingDependencies,
  id: string,
  { signal, last }: Pick<JobRun, 'signal' | 'last'>,
): Promise<void> {
  const run = await claimSearch(deps.db, id)
  if (!run) return
  try {
    await searchAll(deps, run, signal)
  } catch (error) {
    if (error instanceof Superseded) return
    const isEnding = error instanceof DomainError && ENDING.has(error.code)
    if (isEnding || (last && !signal.aborted)) await endRun(deps.db, run, 'ENDED')
    if (isEnding) return
    throw error
  }
  await endRun(deps.db, run, 'DONE')
}

/** On whose behalf; it goes on where the session has ended in which it was begun. */
const holderOf = ({ personId, sessionId }: SearchRow): Holder => ({
  personId,
  sessionId: sessionId ?? '',
  sessionBound: false,
})

/** A tree in which the actor may redact. @throws as openTree; FORBIDDEN for everybody else */
export async function openRedactableTree(db: Connection, actor: Actor, treeId: string): Promise<OpenTree> {
  const tree = await openTree(db, actor, treeId)
  if (!(await canRedactIn(db, [tree]))[0]) throw forbidden()
  return tree
}

async function searchAll(deps: SearchingDependencies, run: SearchRun, signal: AbortSignal): Promise<void> {
  const { db } = deps
  const { treeId, documentIds } = run
  const { files } = await reauthorise(db, holderOf(run), async (actor) => {
    const tree = await openRedactableTree(db, actor, treeId)
    // The root is kept by its key, and named otherwise in the API.
    const ids = documentIds.map((id) => (id === treeId ? `tree:${id}` : id))
    return selectedFiles(db, tree, ids, MAX_SEARCHED)
  })
  const done = await searchedFiles(db, run.id)
  for (const { id } of files) {
    if (done.has(id)) continue
    signal.throwIfAborted()
    if (!(await isCurrent(db, run))) throw new Superseded()
    await searchFile(deps, run, id)
  }
}

/** What was found in the current version of a file. */
interface Looked {
  versionId: string | null
  areas: readonly RedactionArea[]
  problem: string | null
}

const nothing = (problem: string | null): Looked => ({ versionId: null, areas: [], problem })

async function searchFile(deps: SearchingDependencies, run: SearchRun, documentId: string): Promise<void> {
  for (let looks = 1; ; looks += 1) {
    const looked = await look(deps, run, documentId)
    if (await keep(deps.db, run, documentId, looked)) return
    if (looks < MAX_LOOKS) continue
    await keep(deps.db, run, documentId, nothing(CHANGING))
    return
  }
}

/** @throws FORBIDDEN, NOT_FOUND where the person may redact nothing of the tree any more */
async function look(deps: SearchingDependencies, run: SearchRun, documentId: string): Promise<Looked> {
  const { db } = deps
  const { treeId, reason } = run
  const file = await reauthorise(db, holderOf(run), async (actor) => {
    await openRedactableTree(db, actor, treeId)
    const node = await orHidden(openDocument(db, actor, treeId, documentId))
    // It was closed to them: nothing is said of it.
    if (!node?.versionId) return null
    if (!(await mayRedactOf(db, node.tree, node.access))) return NOT_YOURS
    return orProblem(openRedactableVersion(db, actor, { treeId, documentId }))
  })
  if (file === null || typeof file === 'string') return nothing(file)
  try {
    const found = await find(deps, run, file)
    if (typeof found === 'string') return nothing(found)
    const { versionId } = file
    const areas = found.areas.map(({ page, boxes, kind, words }) => ({ page, boxes, kind, words, reason }))
    return { versionId, areas, problem: problemOf(found) }
  } catch (error) {
    if (error instanceof QueueBusy) return nothing(BUSY)
    throw error
  }
}

/** Or why it can't be, in one sentence, of a version that was withdrawn. */
const orProblem = (file: Promise<RedactableVersion>): Promise<RedactableVersion | string> =>
  file.catch((error: unknown) => {
    if (error instanceof DomainError && error.code === 'CONFLICT') return error.message
    throw error
  })

/** What stands in a file; or why that is not known, in one sentence. */
async function find(
  { sizes, drawnFiles, finder }: SearchingDependencies,
  { personId, words, patterns }: SearchRun,
  { node, versionId, size }: RedactableVersion,
): Promise<Findings | string> {
  const { tree, extension } = node
  const version = { versionId, organisationId: tree.organisationId, extension, size }
  const pages = await sizes.of(version, personId)
  if (!pages.sizes) return pages.reason
  const drawn = await drawnFiles.of(version, personId)
  if (!drawn.file) return drawn.reason
  const found = await finder.find(drawn.file, { words, patterns, most: MAX_AREAS + 1 })
  return found.areas === null ? found.reason : found
}

function problemOf({ pages, silent }: Findings): string | null {
  if (silent === 0) return null
  if (silent === pages) return NO_WORDS
  return silent === 1
    ? `1 of its ${pages} pages has no words: it was most likely scanned, or is empty.`
    : `${silent} of its ${pages} pages have no words: they were most likely scanned, or are empty.`
}

/** Adds what was found to the draft, with the record that the file is done. @returns false where there is a newer version by now */
const keep = (db: Database, run: SearchRun, documentId: string, looked: Looked): Promise<boolean> =>
  withLock(db, rowLock('document', documentId), async (tx) => {
    if (!(await isCurrent(tx, run))) throw new Superseded()
    const done = looked.areas.length > 0 ? await add(tx, run, documentId, looked) : NOTHING_ADDED
    if (!done) return false
    await insertSearched(tx, run, { documentId, ...done, problem: done.problem ?? looked.problem })
    return true
  })

type Added = Omit<SearchedFile, 'documentId'>
const NOTHING_ADDED: Added = { redactionId: null, markCount: 0, problem: null }
const notAdded = (problem: string | null): Added => ({ ...NOTHING_ADDED, problem })

async function add(
  tx: Tx,
  run: SearchRun,
  documentId: string,
  { versionId, areas }: Looked,
): Promise<Added | null> {
  const { treeId, organisationId, personId } = run
  const opened = await reauthorise(tx, holderOf(run), async (actor) => {
    const file = await orHidden(orProblem(openRedactableVersion(tx, actor, { treeId, documentId })))
    if (file && typeof file !== 'string') await requireOpenRoom(tx, file.node.tree)
    return file
  })
  if (!opened) return NOTHING_ADDED
  if (typeof opened === 'string') return notAdded(opened)
  if (opened.versionId !== versionId) return null
  const draft = await lockOpen(tx, versionId)
  if (draft?.state === 'APPLYING') return notAdded(APPLYING)
  // Of what is applied the next draft has all areas, since its rendition takes the place of this one (REDACT-24).
  const former = draft?.marks ?? (await appliedMarks(tx, versionId))
  const fresh: RedactionArea[] = []
  for (const area of areas) {
    if (!isCovered(area, former) && !isCovered(area, fresh)) fresh.push(area)
  }
  const added = fresh.slice(0, Math.max(0, MAX_AREAS - former.length))
  const problem = added.length < fresh.length ? TOO_MANY_AREAS : null
  if (added.length === 0) return notAdded(problem)
  const marks = keptMarks([...areasOf(former), ...added], former, personId)
  if (draft) await updateDraft(tx, draft.id, { marks, personId })
  const of = { organisationId, treeId, documentId, versionId }
  const redactionId = draft?.id ?? (await insertDraft(tx, { ...of, marks, personId }))
  return { redactionId, markCount: added.length, problem }
}

/** @throws CONFLICT in a frozen room, in which nothing of the transaction can follow */
const requireOpenRoom = (tx: Tx, { place }: OpenTree): Promise<void> =>
  requireNotFrozen(tx, place).catch((error: unknown) => {
    throw readable(error) ?? error
  })

/** Ends searches whose job was dropped, such as by a process that died each time, and deletes old ones. */
export async function sweepRedactionSearches(db: Database): Promise<void> {
  const running = await runningSearches(db)
  const pending = await pendingKeys(db, running.map(searchKey))
  await sweepSearches(
    db,
    running.filter((id) => !pending.has(searchKey(id))),
  )
}
