import type { Actor, PermissionScope } from '../../../access/actor.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { defineHook } from '../../../platform/hooks.ts'

/** What a tree belongs to, as somebody may open it: the module of documents answers. @throws NOT_FOUND */
export const placeOfTree = defineHook<{ actor: Actor; treeId: string }, PermissionScope, Connection>(
  'placeOfTree',
)
