import type { Actor, PermissionScope } from '../../access/actor.ts'
import type { Connection, Tx } from '../../platform/database/database.ts'
import { defineHook, type HookHandler, joins } from '../../platform/hooks.ts'

/** Kinds of record that are restored so. */
export type RemovedKind = 'PAGE' | 'CHECKLIST' | 'GROUP' | 'DEAL_ROOM'

/** Whose rows they are. */
export const TABLES: Readonly<Record<RemovedKind, 'subpage' | 'checklist' | 'user_group' | 'portfolio'>> = {
  PAGE: 'subpage',
  CHECKLIST: 'checklist',
  GROUP: 'user_group',
  DEAL_ROOM: 'portfolio',
}

/** A record that was deleted. */
export interface RemovedRecord {
  id: string
  kind: RemovedKind
  recordId: string
  name: string
  place: PermissionScope
  /** What the portfolio or holding company was called; null for the organisation itself. */
  placeName: string | null
  personId: string
  at: Date
  /** Columns of its row that decide on something. */
  facts: Readonly<Record<string, unknown>>
}

/** Writes the rows again that went with it; false where the record has no place any more. */
export type PutBack = () => Promise<boolean>

/** Which of the records of a kind the actor may restore; null where the kind is another's. */
export const mayRestore = defineHook<
  { kind: RemovedKind; actor: Actor; records: readonly RemovedRecord[] },
  readonly string[] | null,
  Connection
>('may restore records')

/** Puts a record back; null where the kind is another's. */
export const recordRestored = defineHook<
  { actor: Actor; record: RemovedRecord; putBack: PutBack },
  true | null
>('restores a record')

export interface RemovalOwner {
  /** Who could delete it, by the places. */
  mayRestore(db: Connection, actor: Actor, records: readonly RemovedRecord[]): Promise<readonly string[]>
  /**
   * @throws CONFLICT where it can't be restored, with the reason
   */
  restore(tx: Tx, asked: { actor: Actor; record: RemovedRecord; putBack: PutBack }): Promise<void>
}

/** For the `hooks` of the module whose records these are. */
export const restoresRemoved = (kind: RemovedKind, owner: RemovalOwner): readonly HookHandler[] => [
  joins(mayRestore, async (db, event) =>
    event.kind === kind ? owner.mayRestore(db, event.actor, event.records) : null,
  ),
  joins(recordRestored, async (tx, event) => {
    if (event.record.kind !== kind) return null
    await owner.restore(tx, event)
    return true
  }),
]
