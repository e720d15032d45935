import type { Actor } from '../../../access/actor.ts'
import { badInput, conflict, notFound } from '../../../access/errors.ts'
import { requireNotFrozen } from '../../../access/frozenRooms.ts'
import { reauthorise } from '../../../access/reauthorise.ts'
import { assertRevision } from '../../../contracts/revisions.ts'
import type { Connection, Database, Tx } from '../../../platform/database/database.ts'
import { rowLock, withLock } from '../../../platform/database/withLock.ts'
import { isId } from '../../../platform/ids.ts'
import { queueJob } from '../../../platform/jobs/index.ts'
import type { DocumentNode } from '../core/nodes.ts'
import { recordChanges } from '../core/record.ts'
import { canRedactIn } from '../core/redacting.ts'
import { changeTree } from '../core/treeLock.ts'
import type { OpenTree } from '../core/trees.ts'
import type { createPageSizes } from '../pages/pageSizes.ts'
import { jobKey, redactionJob } from './applying.ts'
import { areasGiven, areasOf, type GivenMark, keptMarks } from './marks.ts'
import { openRedactable, openRedactableVersion } from './redactable.ts'
import {
  changeOf,
  deleteRedaction,
  insertDraft,
  lockOpen,
  lockRedactions,
  type RedactionRow,
  redactionById,
  redactionsOf,
  setApplying,
  setUndone,
  updateDraft,
} from './redactionStore.ts'

/** A redaction as its actor may see it. */
export interface Redaction extends Omit<RedactionRow, 'state'> {
  state: Exclude<RedactionRow['state'], 'REPLACED'>
  document: DocumentNode
}

/** Redactions that are applied together. */
const MAX_APPLIED = 200

/** Areas that are removed for those who are given the redacted rendition (REDACT). */
export interface Redactions {
  /** For a loader, in the order of the trees. */
  canRedact(trees: readonly OpenTree[]): Promise<boolean[]>
  /** @throws as openRedactable */
  list(
    actor: Actor,
    input: { treeId: string; documentId: string },
    page: { limit: number; offset: number },
  ): Promise<Redaction[]>
  /**
   * Replaces the areas of the draft of a version (REDACT-05).
   * @throws as openRedactableVersion; BAD_USER_INPUT for areas that can't be, CONFLICT with the newer areas, while it is
   * applied, and with the reason of a file that has no pages
   */
  save(
    actor: Actor,
    input: {
      treeId: string
      documentId: string
      versionId?: string | null | undefined
      marks: readonly GivenMark[]
      revision?: number | null | undefined
    },
  ): Promise<Redaction>
  /**
   * Has drafts applied in the background (REDACT-29).
   * @throws as openRedactable; NOT_FOUND for an unknown one, CONFLICT for another revision, BAD_USER_INPUT without areas
   */
  apply(
    actor: Actor,
    input: { treeId: string; redactions: readonly { id: string; revision: number }[] },
  ): Promise<Redaction[]>
  /** Takes an applied one back (REDACT-23). @throws as apply; CONFLICT for one that is not applied */
  undo(actor: Actor, input: { treeId: string; redactionId: string }): Promise<Redaction>
  /** Drops a draft or a failed one. @throws likewise */
  discard(actor: Actor, input: { treeId: string; redactionId: string }): Promise<void>
}

const shown = (row: RedactionRow | null, document: DocumentNode): Redaction => {
  if (!row || row.state === 'REPLACED') throw notFound('Redaction')
  return { ...row, state: row.state, document }
}

export function createRedactions({
  db,
  sizes,
}: {
  db: Database
  sizes: ReturnType<typeof createPageSizes>
}): Redactions {
  /** Redactions of one tree under its lock, each with its document. */
  const change = <T>(
    actor: Actor,
    treeId: string,
    ids: readonly string[],
    work: (tx: Tx, found: readonly Redaction[], now: Actor) => Promise<T>,
  ): Promise<T> =>
    changeTree(db, actor, treeId, 'edit', async (tx, tree) => {
      const known = ids.filter(isId)
      const rows = new Map((await lockRedactions(tx, treeId, known)).map((row) => [row.id, row]))
      const documents = new Map<string, DocumentNode>()
      const found: Redaction[] = []
      for (const id of ids) {
        const row = rows.get(id)
        if (!row) throw notFound('Redaction')
        const document =
          documents.get(row.documentId) ?? (await openRedactable(tx, tree.actor, treeId, row.documentId))
        documents.set(row.documentId, document)
        found.push(shown(row, document))
      }
      return work(tx, found, tree.actor)
    })
  const again = async (on: Connection, { id, document }: Redaction): Promise<Redaction> =>
    shown(await redactionById(on, id), document)

  return {
    canRedact: (trees) => canRedactIn(db, trees),

    list: async (actor, { treeId, documentId }, page) => {
      const document = await openRedactable(db, actor, treeId, documentId)
      return (await redactionsOf(db, document.id, page)).map((row) => shown(row, document))
    },

    save: async (actor, { marks, revision, ...input }) => {
      const before = await openRedactableVersion(db, actor, input)
      const { extension, tree } = before.node
      const { versionId, size } = before
      const version = { versionId, organisationId: tree.organisationId, extension, size }
      const pages = await sizes.of(version, actor.personId)
      if (!pages.sizes) throw conflict(pages.reason)
      const areas = areasGiven(marks, pages.sizes)
      return withLock(db, rowLock('document', before.node.id), (tx) =>
        reauthorise(tx, actor, async (now) => {
          const { node } = await openRedactableVersion(tx, now, { ...input, versionId })
          await requireNotFrozen(tx, node.tree.place)
          const draft = await lockOpen(tx, versionId)
          assertRevision({
            of: 'redaction',
            known: revision,
            now: draft?.revision ?? 0,
            what: 'these areas',
            newer: { marks: areasOf(draft?.marks ?? []) },
          })
          if (draft?.state === 'APPLYING') throw conflict('This redaction is being applied.')
          const { personId } = now
          const kept = keptMarks(areas, draft?.marks ?? [], personId)
          if (draft) await updateDraft(tx, draft.id, { marks: kept, personId })
          const of = { organisationId: tree.organisationId, treeId: tree.id, documentId: node.id, versionId }
          const id = draft?.id ?? (await insertDraft(tx, { ...of, marks: kept, personId }))
          return shown(await redactionById(tx, id), node)
        }),
      )
    },

    apply: async (actor, { treeId, redactions }) => {
      if (redactions.length === 0 || redactions.length > MAX_APPLIED) {
        throw badInput(`Please choose 1 to ${MAX_APPLIED} redactions.`)
      }
      const ids = [...new Set(redactions.map(({ id }) => id))]
      const known = new Map(redactions.map(({ id, revision }) => [id, revision]))
      return change(actor, treeId, ids, async (tx, found, now) => {
        const { personId } = now
        for (const { id, revision, state, marks, markCount } of found) {
          assertRevision({
            of: 'redaction',
            known: known.get(id),
            now: revision,
            what: 'these areas',
            newer: { marks: areasOf(marks) },
          })
          if (state !== 'DRAFT' && state !== 'FAILED') throw conflict('This redaction is no draft any more.')
          if (markCount === 0) throw badInput('This redaction has no areas yet.')
        }
        await setApplying(tx, ids, now)
        for (const redactionId of ids) {
          // One file of a person after the other.
          await queueJob(
            tx,
            redactionJob,
            { redactionId },
            { key: jobKey(redactionId), queue: `redact:${personId}` },
          )
        }
        return Promise.all(found.map((redaction) => again(tx, redaction)))
      })
    },

    undo: (actor, { treeId, redactionId }) =>
      change(actor, treeId, [redactionId], async (tx, [redaction], { personId }) => {
        if (redaction?.state !== 'APPLIED') throw conflict('This redaction is not applied.')
        await setUndone(tx, redaction.id, personId)
        const { document, versionId, organisationId, documentId } = redaction
        if (!(await lockOpen(tx, versionId))) {
          const { marks } = redaction
          await insertDraft(tx, {
            organisationId,
            treeId: document.tree.id,
            documentId,
            versionId,
            marks,
            personId,
          })
        }
        await recordChanges(tx, [changeOf(document, { ...redaction, state: 'UNDONE' }, true)])
        return again(tx, redaction)
      }),

    discard: (actor, { treeId, redactionId }) =>
      change(actor, treeId, [redactionId], async (tx, [redaction]) => {
        if (redaction?.state !== 'DRAFT' && redaction?.state !== 'FAILED') {
          throw conflict('Only a draft can be discarded.')
        }
        await deleteRedaction(tx, redaction.id)
      }),
  }
}
