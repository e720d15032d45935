import type { HookHandler } from '../../platform/hooks.ts'
import { definePicture, ownsFiles, type ShownIn, shownIn } from '../files/index.ts'
import { visibleCompanies } from './companies.ts'
import { visible } from './store.ts'

/** Covers of portfolios and of holding companies (BO-16, BO-20). */
export const COVER = definePicture('cover', 'cover')

export const COVER_OF_PORTFOLIO: ShownIn = { table: 'portfolio', column: 'cover_id' }
export const COVER_OF_COMPANY: ShownIn = { table: 'holding_company', column: 'cover_id' }

/** A cover is read by whoever may open the entity at that moment. */
export const coverFiles: readonly HookHandler[] = ownsFiles(COVER, {
  inUse: async (db, ids) => {
    const used = [await shownIn(db, COVER_OF_PORTFOLIO, ids), await shownIn(db, COVER_OF_COMPANY, ids)]
    return used.flat()
  },
  mayRead: async (db, actor, { id }) => {
    const portfolio = await visible(db, actor)
      .where('portfolio.cover_id', '=', id)
      .select('portfolio.id')
      .executeTakeFirst()
    if (portfolio) return true
    const company = await visibleCompanies(db, actor)
      .where('holding_company.cover_id', '=', id)
      .select('holding_company.id')
      .executeTakeFirst()
    return company !== undefined
  },
})
