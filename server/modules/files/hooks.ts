import type { Actor } from '../../access/actor.ts'
import type { Connection } from '../../platform/database/database.ts'
import { defineHook, type HookHandler, joins } from '../../platform/hooks.ts'
import type { StoredFileKind } from './kinds.ts'

/** A stored file, and what it belongs to. */
export interface OwnedFile {
  id: string
  ownerId: string
}

/** Which of the files of a kind something refers to; null where the kind is another's. */
export const filesInUse = defineHook<
  { kind: string; ids: readonly string[] },
  readonly string[] | null,
  Connection
>('stored files in use')

/** Whether the actor may read a file of a kind now; null where the kind is another's. */
export const mayReadFile = defineHook<
  { kind: string; file: OwnedFile; actor: Actor },
  boolean | null,
  Connection
>('may read a stored file')

export interface FileOwner {
  /** Which of the files are still referred to; the others are removed. */
  inUse(db: Connection, ids: readonly string[]): Promise<readonly string[]>
  /** Whether the actor, who was once given the file's address, may read it now. */
  mayRead(db: Connection, actor: Actor, file: OwnedFile): Promise<boolean>
}

/** For the `hooks` of the module whose files these are. */
export const ownsFiles = (kind: StoredFileKind, owner: FileOwner): readonly HookHandler[] => [
  joins(filesInUse, async (db, event) => (event.kind === kind.name ? owner.inUse(db, event.ids) : null)),
  joins(mayReadFile, async (db, event) =>
    event.kind === kind.name ? owner.mayRead(db, event.actor, event.file) : null,
  ),
]
