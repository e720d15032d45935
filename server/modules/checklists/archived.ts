import { CHECKLIST_STATUS_LABELS } from '../../../shared/checklists.ts'
import { fullName } from '../../../shared/personName.ts'
import type { Actor } from '../../access/actor.ts'
import { scopeOf } from '../../access/scopes.ts'
import type { Database } from '../../platform/database/database.ts'
import { projectsIn } from '../projects/index.ts'
import { checklistBefore } from './before.ts'
import { commentsOfItems } from './commentStore.ts'
import { linesOf, namesOf } from './matrixRows.ts'
import { writersOf } from './messages.ts'
import { openChecklists } from './opening.ts'
import { categoriesOf, itemsOfRows, treeOf } from './store.ts'

/** A row of a checklist with its cells, for an archive of its room. */
export interface ArchivedChecklistRow {
  number: string
  category: string
  cells: {
    project: string
    status: string | null
    assignee: string | null
    link: string | null
    comments: string[]
  }[]
}

/** Rows whose cells are read together. */
const PORTION = 50

/**
 * The checklists of a room as the actor is given them.
 * @param told before which moment that was, where it is not now; and whether it is said who wrote comments and who is assigned
 */
export async function* archivedChecklist(
  db: Database,
  actor: Actor,
  portfolioId: string,
  { before, isWithNames }: { before: Date | null; isWithNames: boolean },
): AsyncGenerator<ArchivedChecklistRow[]> {
  for (const checklist of await openChecklists(db, actor, portfolioId)) {
    const then = before && (await checklistBefore(db, checklist.id, before))
    if (then && !then.wasThere) continue
    const projects = await projectsIn(db, portfolioId)
    const [categories = []] = await categoriesOf(db, [checklist.id])
    const lines = linesOf(treeOf(categories))
    const names = isWithNames ? await namesOf(db, actor, checklist) : new Map<string, string>()
    for (let from = 0; from < lines.length; from += PORTION) {
      const portion = lines.slice(from, from + PORTION)
      const now = await itemsOfRows(
        db,
        checklist.id,
        portion.map(({ category }) => category.id),
      )
      const items = then ? now.map(then.item) : now
      const written = await commentsOfItems(db, actor, {
        itemIds: items.map(({ id }) => id),
        place: scopeOf(checklist),
      })
      const comments = then ? written.filter(then.isComment) : written
      const writers = isWithNames ? await writersOf(db, comments) : new Map<string, never>()
      const byItem = Map.groupBy(comments, ({ itemId }) => itemId)
      const byCell = new Map(items.map((item) => [`${item.categoryId} ${item.projectId}`, item]))
      yield portion.map(({ category, number }) => ({
        number,
        category: category.name,
        cells: projects.flatMap(({ id, name }) => {
          const item = byCell.get(`${category.id} ${id}`)
          if (!item) return []
          const isParent = category.parentId === null
          return [
            {
              project: name,
              status: isParent ? null : CHECKLIST_STATUS_LABELS[item.status],
              assignee: isParent || item.userId === null ? null : (names.get(item.userId) ?? null),
              link: item.link,
              comments: (byItem.get(item.id) ?? []).map(({ personId, createdAt, comment }) => {
                const writer = writers.get(personId)
                const at = `${createdAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`
                return writer ? `${fullName(writer)}, ${at}: ${comment}` : `${at}: ${comment}`
              }),
            },
          ]
        }),
      }))
    }
  }
}
