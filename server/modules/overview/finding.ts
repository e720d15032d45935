import type { Term } from '../../../shared/finding/search.ts'
import type { Actor } from '../../access/actor.ts'
import type { Connection } from '../../platform/database/database.ts'
import { type FoundPart, foundAmong, NOTHING_FOUND } from '../../platform/finding/index.ts'
import { entityAddress, type Funds, placeOfEntity } from '../funds/index.ts'
import { accessOf, pagesWith } from './pageStore.ts'
import { seesOverview, seesPage } from './policy.ts'

/** Pages of the overviews of an organisation's deal rooms and companies that the actor sees (FIND-14). */
export async function findPages(
  { db, funds }: { db: Connection; funds: Funds },
  actor: Actor,
  { organisationId, terms }: { organisationId: string; terms: readonly Term[] },
  page: { limit: number; offset: number },
): Promise<FoundPart> {
  const [portfolios, companies] = await Promise.all([
    funds.portfolios(actor, { organisationId }),
    funds.companiesOf(actor, organisationId),
  ])
  const entities = new Map(
    [...portfolios, ...companies].flatMap((row) => {
      const place = placeOfEntity(row)
      return seesOverview(actor, place) ? [[row.id, { row, place }] as const] : []
    }),
  )
  if (entities.size === 0) return NOTHING_FOUND
  const pages = await pagesWith(db, [...entities.keys()], terms)
  return foundAmong(
    pages.flatMap((each) => {
      const entity = entities.get(each.portfolioId ?? each.companyId ?? '')
      if (!entity) return []
      const { row, place } = entity
      if (!seesPage(actor, place, accessOf(each, row.subpagePermissions))) return []
      return {
        id: each.id,
        title: each.title,
        place: row.name,
        path: `${entityAddress(place, row.slug)}/overview/${each.slug}`,
        text: wordsOf(each.description),
      }
    }),
    terms,
    page,
  )
}

/** What people read of a page's markdown: without embedded components, addresses and signs of its form. */
const wordsOf = (markdown: string): string =>
  markdown
    .replace(/<[^>]*>/g, ' ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^[ \t]*(?:#{1,6}|>|[-*+]|\d+\.)[ \t]+/gm, '')
    .replace(/[*_`|~]+/g, ' ')
