import type { Actor } from '../../access/actor.ts'
import type { Connection } from '../../platform/database/database.ts'
import { defineHook } from '../../platform/hooks.ts'

/** Asks whether each person is the deal manager of something that the actor may open; in the order of the ids. */
export const managersInView = defineHook<
  { actor: Actor; personIds: readonly string[] },
  boolean[],
  Connection
>('managersInView')

/** A session may not have its view of a room as others see it any more, or nothing is left of what it shows. */
export const viewLost = defineHook<{ id: string; at: Date }>('viewLost')
