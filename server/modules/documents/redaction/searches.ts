import {
  listedWords,
  NOTHING_SOUGHT,
  reasonProblem,
  soughtProblem,
  TOO_MANY_SOUGHT,
} from '../../../../shared/redactions.ts'
import { tidyText } from '../../../../shared/texts.ts'
import type { Actor } from '../../../access/actor.ts'
import { badInput, conflict, notFound, requireFields } from '../../../access/errors.ts'
import { requireNotFrozen } from '../../../access/frozenRooms.ts'
import type { UploadedFile } from '../../../contracts/uploadedFile.ts'
import { cellText, readUploadedSheet, type SheetRule } from '../../../contracts/uploadedSheet.ts'
import type { Connection, Database } from '../../../platform/database/database.ts'
import { rowLock, withLock } from '../../../platform/database/withLock.ts'
import { isId } from '../../../platform/ids.ts'
import { queueJob } from '../../../platform/jobs/index.ts'
import type { TextPattern } from '../../../platform/pages/index.ts'
import type { SheetReader } from '../../../platform/spreadsheets/read/index.ts'
import { accessesOf } from '../core/accesses.ts'
import { PASSING } from '../core/levels.ts'
import { type DocumentNode, documentsByIds } from '../core/nodes.ts'
import { isGivenOriginal } from '../policy.ts'
import { selectedFiles } from '../reading/selectedFiles.ts'
import { redactionsByIds } from './redactionStore.ts'
import type { Redaction } from './redactions.ts'
import { MAX_SEARCHED, openRedactableTree, searchJob, searchKey } from './searching.ts'
import {
  cancelSearch,
  countRunning,
  foundBySearch,
  insertSearch,
  type SearchedFile,
  type SearchRow,
  searchById,
} from './searchStore.ts'

/** Searches that a person can have running. */
const MAX_RUNNING = 5

/** A search as its person may see it: of files that are closed to them by now it says nothing. */
export interface RedactionSearch {
  id: string
  state: 'ACTIVE' | 'COMPLETE'
  fileCount: number
  filesDone: number
  markCount: number
  unreadCount: number
  /** Drafts that it has added to, and are there still. */
  redactions(page: { limit: number; offset: number }): Promise<Redaction[]>
  unread: readonly { document: DocumentNode; reason: string }[]
}

/** Looks for areas to redact in many files (REDACT-07, REDACT-08, REDACT-09). */
export interface RedactionSearches {
  /**
   * @throws as openRedactableTree; BAD_USER_INPUT without anything to look for, for words and a reason that can't be, and for
   * nothing or too much to look in; CONFLICT with five running, and in a frozen room
   */
  start(
    actor: Actor,
    input: {
      treeId: string
      documentIds: readonly string[]
      words?: readonly string[] | null | undefined
      patterns?: readonly TextPattern[] | null | undefined
      reason: string
    },
  ): Promise<RedactionSearch>
  /** @throws NOT_FOUND for anybody else's; as openRedactableTree */
  one(actor: Actor, id: string): Promise<RedactionSearch>
  /** @throws as one */
  cancel(actor: Actor, id: string): Promise<RedactionSearch>
  /** The words of the first column of a file (REDACT-08). @throws as openRedactableTree; BAD_USER_INPUT for what can't be read */
  words(actor: Actor, input: { treeId: string; file: UploadedFile }): Promise<string[]>
}

const LIST: SheetRule = {
  kinds: { xlsx: 'xlsx', csv: 'csvLines' },
  maxBytes: 10_485_760,
  tooLarge: 'Please choose a file of at most 10 MB.',
  limits: {},
}

export function createRedactionSearches({
  db,
  sheets,
}: {
  db: Database
  sheets: Pick<SheetReader, 'read'>
}): RedactionSearches {
  /** @throws NOT_FOUND for anybody else's */
  const own = async (on: Connection, actor: Actor, id: string): Promise<SearchRow> => {
    const row = isId(id) ? await searchById(on, id) : null
    if (row?.personId !== actor.personId) throw notFound('Search')
    return row
  }
  const shown = async (actor: Actor, row: SearchRow): Promise<RedactionSearch> => {
    const tree = await openRedactableTree(db, actor, row.treeId)
    const found = await foundBySearch(db, row.id)
    const nodes = await documentsByIds(
      db,
      tree,
      found.map(({ documentId }) => documentId),
    )
    const accesses = await accessesOf(db, nodes)
    const seen = new Map(nodes.map((node) => [node.id, node]))
    const redactable = new Set(
      nodes.filter((_node, at) => isGivenOriginal(accesses[at] ?? PASSING)).map(({ id }) => id),
    )
    const added = found.filter(({ documentId, markCount }) => markCount > 0 && redactable.has(documentId))
    const unread = found.flatMap(({ documentId, problem }) => {
      const document = seen.get(documentId)
      return document && problem !== null ? [{ document, reason: problem }] : []
    })
    return {
      id: row.id,
      state: row.state === 'QUEUED' || row.state === 'RUNNING' ? 'ACTIVE' : 'COMPLETE',
      fileCount: row.fileCount,
      filesDone: row.filesDone,
      markCount: added.reduce((sum, { markCount }) => sum + markCount, 0),
      unreadCount: unread.length,
      redactions: (page) => draftsOf(added, seen, page),
      unread,
    }
  }
  const draftsOf = async (
    added: readonly SearchedFile[],
    seen: ReadonlyMap<string, DocumentNode>,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<Redaction[]> => {
    const ids = added.flatMap(({ redactionId }) => redactionId ?? []).slice(offset, offset + limit)
    const rows = new Map((await redactionsByIds(db, ids)).map((row) => [row.id, row]))
    return ids.flatMap((id): Redaction[] => {
      const row = rows.get(id)
      const document = row && seen.get(row.documentId)
      return row && document && row.state !== 'REPLACED' ? [{ ...row, state: row.state, document }] : []
    })
  }

  return {
    start: async (actor, { treeId, documentIds, reason, ...sought }) => {
      const words = (sought.words ?? []).map((word) => word.replace(/\s+/g, ' ').trim())
      const patterns = [...new Set(sought.patterns ?? [])]
      const isNothing = words.length === 0 && patterns.length === 0
      requireFields({
        words: isNothing ? NOTHING_SOUGHT : soughtProblem(words),
        reason: reasonProblem(reason),
      })
      const tree = await openRedactableTree(db, actor, treeId)
      const { topmost, files } = await selectedFiles(db, tree, documentIds, MAX_SEARCHED + 1)
      if (files.length === 0) throw badInput('There are no files here to search.')
      if (files.length > MAX_SEARCHED) {
        throw badInput('A search looks into at most 5,000 files. Please choose fewer.')
      }
      const { personId, sessionId } = actor
      // Serialised, so that two concurrent requests can't both take the last place.
      const id = await withLock(db, rowLock('person', personId), async (tx) => {
        await requireNotFrozen(tx, tree.place)
        if ((await countRunning(tx, personId)) >= MAX_RUNNING) {
          throw conflict(
            `${MAX_RUNNING} of your searches are still running. Please wait until one of them has ended.`,
          )
        }
        const searchId = await insertSearch(tx, {
          organisationId: tree.organisationId,
          treeId: tree.id,
          personId,
          sessionId,
          documentIds: topmost.map((node) => node.id),
          words: [...new Set(words)],
          patterns,
          reason: tidyText(reason),
          fileCount: files.length,
        })
        await queueJob(
          tx,
          searchJob,
          { searchId },
          { key: searchKey(searchId), queue: `redaction-search:${personId}` },
        )
        return searchId
      })
      return shown(actor, await own(db, actor, id))
    },

    one: async (actor, id) => shown(actor, await own(db, actor, id)),

    cancel: async (actor, id) => {
      await db.transaction().execute(async (tx) => {
        await own(tx, actor, id)
        await cancelSearch(tx, id)
      })
      return shown(actor, await own(db, actor, id))
    },

    words: async (actor, { treeId, file }) => {
      await openRedactableTree(db, actor, treeId)
      const [sheet] = await readUploadedSheet(sheets, file, LIST)
      const words = listedWords((sheet?.rows ?? []).map(([first]) => cellText(first)).join('\n'))
      if (words.length === 0) throw badInput('The first column of the file is empty.')
      if (soughtProblem(words) !== null) throw badInput(TOO_MANY_SOUGHT)
      return words
    },
  }
}
