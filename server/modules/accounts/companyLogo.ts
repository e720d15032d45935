import type { HookHandler } from '../../platform/hooks.ts'
import { definePicture, ownsFiles, type ShownIn, shownIn } from '../files/index.ts'

/** Logos of companies (BO-09). */
export const LOGO = definePicture('company_logo', 'logo')

export const LOGO_OF_COMPANY: ShownIn = { table: 'company', column: 'logo_id' }

/** A logo's address is given with its company, to whoever sees somebody who works there. */
export const logoFiles: readonly HookHandler[] = ownsFiles(LOGO, {
  inUse: (db, ids) => shownIn(db, LOGO_OF_COMPANY, ids),
  mayRead: async (db, _actor, { id }) => (await shownIn(db, LOGO_OF_COMPANY, [id])).length > 0,
})
