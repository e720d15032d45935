import type { HookHandler } from '../../platform/hooks.ts'
import { definePicture, ownsFiles, type ShownIn, shownIn } from '../files/index.ts'

/** Logos of organisations (BO-07). */
export const LOGO = definePicture('organisation_logo', 'logo')

export const LOGO_OF_ORGANISATION: ShownIn = { table: 'organisation', column: 'logo_id' }

/** A logo's address is given to staff alone, with the record that it belongs to. */
export const logoFiles: readonly HookHandler[] = ownsFiles(LOGO, {
  inUse: (db, ids) => shownIn(db, LOGO_OF_ORGANISATION, ids),
  mayRead: async (db, actor, { id }) =>
    actor.isSuperUser && (await shownIn(db, LOGO_OF_ORGANISATION, [id])).length > 0,
})
