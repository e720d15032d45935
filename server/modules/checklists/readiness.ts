import { sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'
import { LINES_OF_A_KIND, type ReadinessFinding, type RoomAsked, withRest } from '../funds/index.ts'
import { APPLYING } from './store.ts'

interface Row {
  checklistId: string
  checklist: string
  category: string
  count: number
  total: number
}

/** Cells of the room's active checklists that lead to no document, row by row (STAGE-07). */
export async function cellsWithoutDocument(
  db: Connection,
  { place, slug }: RoomAsked,
): Promise<readonly ReadinessFinding[]> {
  const { rows } = await sql<Row>`
    select checklist.id as "checklistId", checklist.name as checklist, category.name as category,
      count(*)::int as count, count(*) over ()::int as total
    from ${APPLYING}
    where checklist.portfolio_id = ${place.portfolioId} and checklist.is_active and category.parent_id is not null
      and item.link is null
      -- By the index, whatever else the installation holds.
      and item.checklist_id = any(array(select id from checklist where portfolio_id = ${place.portfolioId}))
    group by checklist.id, category.id
    order by checklist.created_at, checklist.id, category.row_number, category.id
    limit ${LINES_OF_A_KIND}`.execute(db)
  const address = `/portfolios/${slug}/checklist`
  const lines = rows.map(
    ({ checklistId, checklist, category, count }): ReadinessFinding => ({
      kind: 'CELL_WITHOUT_DOCUMENT',
      text: `${checklist}: ${category}`,
      path: `${address}?checklist=${checklistId}`,
      count,
    }),
  )
  return withRest(lines, rows[0]?.total ?? 0, {
    kind: 'CELL_WITHOUT_DOCUMENT',
    text: 'more rows',
    path: address,
  })
}
