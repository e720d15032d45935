import { CHECKLIST_STATUS_LABELS } from '../../../shared/checklists.ts'
import { fullName } from '../../../shared/personName.ts'
import type { Actor } from '../../access/actor.ts'
import { conflict } from '../../access/errors.ts'
import { reauthorise } from '../../access/reauthorise.ts'
import { scopeOf } from '../../access/scopes.ts'
import type { Exported, SpreadsheetLink } from '../../contracts/links.ts'
import type { Database } from '../../platform/database/database.ts'
import { type Cell, MAX_CELL, type Row } from '../../platform/spreadsheets/index.ts'
import { projectsIn } from '../projects/index.ts'
import { type CommentRow, commentsOfItems } from './commentStore.ts'
import type { Checklists } from './index.ts'
import { linesOf, namesOf } from './matrixRows.ts'
import { writersOf } from './messages.ts'
import { type ChecklistRow, openChecklist, type Room } from './opening.ts'
import { categoriesOf, type ItemRow, itemsOfRows, treeOf } from './store.ts'

/** Cells that are read together, in whole rows. */
const CELLS_AT_A_TIME = 6000
/** Projects that the columns of a sheet have room for, four each. */
const MAX_PROJECTS = 4095

/**
 * The spreadsheet of a checklist's matrix (CHK-02, CHK-03): of each project status, assignee and link, and after them the
 * comments that are for the actor (CHK-47). Assignees whom the actor may not know are "assigned" alone.
 */
export const checklistLink = (db: Database, checklists: Checklists): SpreadsheetLink => ({
  kind: 'spreadsheet',
  url: '/checklist/:checklistId/spreadsheet',
  open: async (actor, asked): Promise<Exported> => {
    const checklist = await checklists.checklist(actor, asked.part('checklistId'))
    const projects = await projectsIn(db, checklist.portfolioId)
    if (projects.length > MAX_PROJECTS) {
      throw conflict('A spreadsheet has room for 4,095 projects, and this checklist has more of them.')
    }
    return {
      fileName: `${checklist.portfolioSlug}-checklist-${new Date().toISOString().slice(0, 10)}.xlsx`,
      subject: { organisationId: checklist.organisationId },
      spreadsheet: {
        sheet: 'Checklist',
        columns: [
          { header: 'Number', width: 10 },
          { header: 'Category', width: 40 },
          ...projects.flatMap(({ name }) => [
            { header: `${name}: status`, width: 22 },
            { header: `${name}: assigned to`, width: 22 },
            { header: `${name}: docs`, width: 30 },
          ]),
          ...projects.map(({ name }) => ({ header: `${name}: comments`, width: 60 })),
        ],
        rows: rowsOf(db, actor, {
          checklist,
          projectIds: projects.map(({ id }) => id),
          origin: asked.origin,
        }),
      },
    }
  },
})

async function* rowsOf(
  db: Database,
  actor: Actor,
  {
    checklist,
    projectIds,
    origin,
  }: { checklist: ChecklistRow; projectIds: readonly string[]; origin: string },
): AsyncGenerator<readonly Row[]> {
  const [categories = []] = await categoriesOf(db, [checklist.id])
  const lines = linesOf(treeOf(categories))
  const names = await namesOf(db, actor, checklist)
  const rowsAtATime = Math.max(1, Math.floor(CELLS_AT_A_TIME / Math.max(1, projectIds.length)))
  for (let from = 0; from < lines.length; from += rowsAtATime) {
    // Whoever loses the right gets no more of it.
    const { now, opened } = await reauthorise(db, actor, async (now) => ({
      now,
      opened: await openChecklist(db, now, checklist.id),
    }))
    const portion = lines.slice(from, from + rowsAtATime)
    const items = await itemsOfRows(
      db,
      checklist.id,
      portion.map(({ category }) => category.id),
    )
    const comments = await commentCells(db, now, {
      itemIds: items.filter(({ commentCount }) => commentCount > 0).map(({ id }) => id),
      place: scopeOf(opened),
    })
    const byCell = new Map(items.map((item) => [`${item.categoryId} ${item.projectId}`, item]))
    yield portion.map(({ category, number }) => [
      number,
      category.name,
      ...projectIds.flatMap((projectId) =>
        cellsOf(byCell.get(`${category.id} ${projectId}`), {
          isParent: category.parentId === null,
          names,
          origin,
        }),
      ),
      ...projectIds.map((projectId) => {
        const item = byCell.get(`${category.id} ${projectId}`)
        return (item && comments.get(item.id)) ?? null
      }),
    ])
  }
}

/** Status, assignee and link of a cell; nothing where it does not apply (CHK-43). */
function cellsOf(
  item: ItemRow | undefined,
  { isParent, names, origin }: { isParent: boolean; names: ReadonlyMap<string, string>; origin: string },
): Cell[] {
  if (!item) return [null, null, null]
  if (isParent) return [null, null, linkCell(item.link, origin)]
  const assignee = item.userId === null ? null : (names.get(item.userId) ?? 'assigned')
  return [CHECKLIST_STATUS_LABELS[item.status], assignee, null]
}

/** The whole address, which leads to the document from wherever the file is opened. */
function linkCell(link: string | null, origin: string): Cell {
  if (link === null) return null
  const address = link.startsWith('/') ? `${origin}${link}` : link
  return { text: address, link: address }
}

const OMITTED = '…'

/** The comments of items that are for the actor, oldest first; of too many the newest. */
async function commentCells(
  db: Database,
  actor: Actor,
  of: { itemIds: readonly string[]; place: Room },
): Promise<ReadonlyMap<string, string>> {
  const comments = of.itemIds.length === 0 ? [] : await commentsOfItems(db, actor, of)
  const writers = await writersOf(db, comments)
  const lineOf = ({ personId, createdAt, comment }: CommentRow): string => {
    const writer = writers.get(personId)
    const name = writer ? fullName(writer) : 'Somebody'
    const company = writer?.company ? ` (${writer.company})` : ''
    return `${name}${company}, ${createdAt.toISOString().slice(0, 16).replace('T', ' ')} UTC: ${comment}`
  }
  return new Map(
    [...Map.groupBy(comments, ({ itemId }) => itemId)].map(([itemId, all]) => [
      itemId,
      fitting(all.map(lineOf)),
    ]),
  )
}

/** The lines as one text, without the first ones where they are too long together. */
function fitting(lines: readonly string[]): string {
  let length = OMITTED.length
  let from = lines.length
  while (from > 0 && length + (lines[from - 1]?.length ?? 0) + 1 <= MAX_CELL) {
    from -= 1
    length += (lines[from]?.length ?? 0) + 1
  }
  return [...(from > 0 ? [OMITTED] : []), ...lines.slice(from)].join('\n')
}
