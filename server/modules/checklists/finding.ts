import { sql } from 'kysely'
import type { Term } from '../../../shared/finding/search.ts'
import type { Actor } from '../../access/actor.ts'
import type { Connection } from '../../platform/database/database.ts'
import {
  type FoundPart,
  foundAmong,
  MAX_CANDIDATES,
  mayHold,
  NOTHING_FOUND,
} from '../../platform/finding/index.ts'
import { isForActor } from './commentStore.ts'
import { openChecklistsOf } from './opening.ts'
import { APPLYING } from './store.ts'

interface Row {
  id: string
  checklistId: string
  category: string
  parent: string | null
  project: string
  comments: string | null
}

/**
 * Cells of all checklists of an organisation that the actor may open, by their categories and by the comments that are
 * for the actor (FIND-14, CHK-47); the name of the project narrows them.
 */
export async function findCells(
  db: Connection,
  actor: Actor,
  { organisationId, terms }: { organisationId: string; terms: readonly Term[] },
  page: { limit: number; offset: number },
): Promise<FoundPart> {
  const checklists = await openChecklistsOf(db, actor, organisationId)
  if (checklists.length === 0) return NOTHING_FOUND
  const words = sql<string>`concat_ws(' ', parent.name, category.name, project.name, said.comments)`
  const { rows } = await sql<Row>`
    select item.id::text, item.checklist_id as "checklistId", category.name as category, parent.name as parent,
      project.name as project, said.comments
    from ${APPLYING} left join checklist_category parent on parent.id = category.parent_id
      left join lateral (
        select string_agg(comment.comment, E'\\n' order by comment.id) as comments from checklist_comment comment
        where comment.item_id = item.id and comment.removed_at is null and ${isForActor(actor, checklists)}) said on item.comment_count > 0
    where item.checklist_id = any(${checklists.map(({ id }) => id)}::uuid[]) and ${mayHold(words, terms)}
    order by parent.row_number, category.row_number, project.name collate name_order, item.id
    limit ${MAX_CANDIDATES}`.execute(db)
  const byId = new Map(checklists.map((each) => [each.id, each]))
  return foundAmong(
    rows.flatMap((row) => {
      const checklist = byId.get(row.checklistId)
      if (!checklist) return []
      const query = new URLSearchParams({ checklist: row.checklistId, item: row.id })
      return {
        id: row.id,
        title: row.category,
        place: [checklist.portfolioName, checklist.name, row.parent, row.project].filter(Boolean).join(' / '),
        path: `/portfolios/${checklist.portfolioSlug}/checklist?${query}`,
        text: row.comments ?? '',
        context: `${row.parent ?? ''} ${row.project}`,
      }
    }),
    terms,
    page,
  )
}
