import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { conflict, notFound } from '../../access/errors.ts'
import { reauthorise } from '../../access/reauthorise.ts'
import type { Connection, Database, Tx } from '../../platform/database/database.ts'
import { putBack, readKept } from '../../platform/database/keptRows.ts'
import type { Hooks } from '../../platform/hooks.ts'
import { isId } from '../../platform/ids.ts'
import { recordBy } from '../activity/index.ts'
import { mayRestore, type RemovedRecord, recordRestored, TABLES } from './hooks.ts'
import { forgetRemoved, insertRemoved, keptRowsOf, type NewRemoval, removedById, removedIn } from './store.ts'

export { type PutBack, type RemovalOwner, type RemovedRecord, restoresRemoved } from './hooks.ts'

/**
 * Keeps a record that its module deletes afterwards in this transaction, with all that the database deletes with it, so
 * that whoever could delete it restores it for some days (BIN-10).
 */
export async function keepRemoved(tx: Tx, record: NewRemoval): Promise<void> {
  await insertRemoved(tx, record, await readKept(tx, TABLES[record.kind], record.recordId))
}

/** The same of a record that stays and is only closed, with what it was before. */
export async function keepClosed(
  tx: Tx,
  record: NewRemoval,
  facts: Readonly<Record<string, unknown>>,
): Promise<void> {
  const rows = new Map([[TABLES[record.kind], JSON.stringify([facts])]])
  await insertRemoved(tx, record, { rows, links: new Map() })
}

/** Said where something else stands in the record's place, or what it belonged to is gone. */
export const NO_PLACE =
  'This can no longer be restored: what it belonged to is gone, or something else has its name.'

/** What the page asks of deleted records. */
export interface Removals {
  /** Those of an organisation that the actor may restore, newest first; none where there are none for them. */
  list(actor: Actor, organisationId: string): Promise<RemovedRecord[]>
  /**
   * Puts a record back with all that went with it.
   * @throws NOT_FOUND for one that is unknown, too old, or not the actor's to restore; CONFLICT where it has no place
   */
  restore(actor: Actor, id: string): Promise<void>
  days: number
}

export function createRemovals({
  db,
  hooks,
  days,
}: {
  db: Database
  hooks: Hooks
  /** Days that deleted records are kept (BIN-09). */
  days: number
}): Removals {
  const permitted = async (
    on: Connection,
    actor: Actor,
    records: readonly RemovedRecord[],
  ): Promise<ReadonlySet<string>> => {
    const ids: string[] = []
    for (const [kind, ofKind] of Map.groupBy(records, (record) => record.kind)) {
      const answers = await hooks.ask(mayRestore, on, { kind, actor, records: ofKind })
      ids.push(...answers.flatMap((answer) => answer ?? []))
    }
    return new Set(ids)
  }
  return {
    days,
    list: async (actor, organisationId) => {
      if (!isId(organisationId)) return []
      const records = await removedIn(db, organisationId, days)
      const mine = await permitted(db, actor, records)
      return records.filter(({ id }) => mine.has(id))
    },
    restore: (actor, id) =>
      db.transaction().execute(async (tx) => {
        const record = isId(id) ? await removedById(tx, id, days, sql`for update`) : null
        if (!record) throw notFound('Record')
        const now = await reauthorise(tx, actor, async (current) => {
          if (!(await permitted(tx, current, [record])).has(record.id)) throw notFound('Record')
          return current
        })
        const kept = await keptRowsOf(tx, id)
        const answers = await hooks.ask(recordRestored, tx, {
          actor: now,
          record,
          putBack: () => putBack(tx, kept, TABLES[record.kind]),
        })
        if (!answers.includes(true)) throw conflict(NO_PLACE)
        await forgetRemoved(tx, id)
        await recordBy(tx, now, [
          {
            kind: 'RESTORE_RECORD',
            organisationId: record.place.organisationId,
            subject: { kind: record.kind.toLowerCase(), id: record.recordId },
            detail: { name: record.name },
          },
        ])
      }),
  }
}
