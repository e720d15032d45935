import { sql } from 'kysely'
import type { Actor } from '../../../access/actor.ts'
import { badInput, conflict } from '../../../access/errors.ts'
import { requireNoHold } from '../../../access/legalHold.ts'
import type { Database } from '../../../platform/database/database.ts'
import { isId } from '../../../platform/ids.ts'
import { defineJob, queueJob } from '../../../platform/jobs/index.ts'
import { recordChanges } from '../core/record.ts'
import { changeTree } from '../core/treeLock.ts'
import { lockedInBin } from './binStore.ts'

/** Removes the bytes of what was deleted for good; a run by the clock makes up for one that failed. */
export const forGoodJob = defineJob<Record<string, never>>('remove_for_good', { lane: 'long' })

/** Whether two names are the same to whoever types one after the other. */
const isSameName = (typed: string, name: string): boolean => typed.normalize('NFC').trim() === name.trim()

/**
 * Takes an entry out of the bin for good, with what was deleted with it (BIN-06): nobody restores it from then on, and its
 * bytes go within the hour.
 * @throws FORBIDDEN without the tree's admin right, CONFLICT for what the bin doesn't list and under a legal hold (BIN-08),
 * BAD_USER_INPUT for another name
 */
export const deleteForGood = (
  db: Database,
  actor: Actor,
  input: { treeId: string; documentId: string; name: string },
  days: number,
): Promise<void> =>
  changeTree(db, actor, input.treeId, 'admin', async (tx, tree) => {
    const [row] = isId(input.documentId) ? await lockedInBin(tx, tree, [input.documentId], days) : []
    if (!row) throw conflict('This is no longer in the bin.')
    if (tree.place.kind === 'portfolio') await requireNoHold(tx, tree.place.portfolioId)
    if (!isSameName(input.name, row.name)) {
      const sentence = `Please type the name of what is to be deleted for good: ${row.name}`
      throw badInput(sentence, { name: sentence })
    }
    await sql`update deletion set for_good_at = now() where document_id = ${row.id}`.execute(tx)
    const node = { ...row, tree }
    await recordChanges(tx, [{ kind: 'DELETE', node, detail: { forGood: true } }])
    await queueJob(tx, forGoodJob, {}, { key: 'remove_for_good' })
  })
