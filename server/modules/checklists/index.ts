import type { Term } from '../../../shared/finding/search.ts'
import type { Actor } from '../../access/actor.ts'
import { badInput, forbidden, notFound } from '../../access/errors.ts'
import { isDealTeam, type PartyRow, partiesIn } from '../../access/parties.ts'
import { roomScope, scopeOf } from '../../access/scopes.ts'
import type { Database } from '../../platform/database/database.ts'
import { type FoundPart, NOTHING_FOUND } from '../../platform/finding/index.ts'
import { isId } from '../../platform/ids.ts'
import { type Funds, opensRoom } from '../funds/index.ts'
import { type ProjectRow, projectsIn } from '../projects/index.ts'
import {
  type CellFilter,
  type CountsRow,
  countsOf,
  type ItemsPart,
  itemsOf,
  MAX_NAMED,
  matchingCategories,
} from './cellStore.ts'
import { changeItems, type ItemsChange } from './changes.ts'
import { changeComment, removeComment } from './commentChanges.ts'
import { commentsOf, type PlacedComment } from './commentStore.ts'
import { addComments, type NewComment, type Stored } from './comments.ts'
import { findCells } from './finding.ts'
import { type ChecklistRow, openChecklist, openChecklistOf, openChecklists } from './opening.ts'
import { seesProjects } from './policy.ts'
import {
  type AssigneesPart,
  assigneesOf,
  type CategoryNode,
  categoriesOf,
  type ItemRow,
  treeOf,
} from './store.ts'

export { type ArchivedChecklistRow, archivedChecklist } from './archived.ts'
export type { CellFilter, ItemsPart } from './cellStore.ts'
export type { ItemsChange } from './changes.ts'
export type { CommentRow, PlacedComment } from './commentStore.ts'
export type { NewComment, Stored } from './comments.ts'
export type { ChecklistRow } from './opening.ts'
export { audienceFor, mayChangeComment, textFor } from './policy.ts'
export {
  addCategories,
  checklistNameProblem,
  copyCategories,
  createChecklist,
  type NewCategory,
  setChecklistActive,
} from './setup.ts'
export type { AssigneesPart, CategoryNode, ItemRow } from './store.ts'

/** Checklists of portfolios that the actor may open; with the global switch off there are none (ORG-30). */
export interface Checklists {
  /** @throws NOT_FOUND for one that is unknown, inactive, or of a portfolio that the actor does not see */
  checklist(actor: Actor, id: string): Promise<ChecklistRow>
  /** @throws NOT_FOUND for a portfolio that the actor does not see, and with checklists switched off */
  active(actor: Actor, portfolioId: string): Promise<ChecklistRow[]>
  /**
   * By name, all or a page of them.
   * @throws NOT_FOUND, FORBIDDEN where the actor neither opens its checklist nor holds PROJECTS_VIEW on it
   */
  projects(
    actor: Actor,
    portfolioId: string,
    page?: { limit: number; offset: number } | null,
  ): Promise<ProjectRow[]>
  /** For a loader: parents with their children, each level in its order. The caller has opened the checklists. */
  categories(checklistIds: readonly string[]): Promise<CategoryNode[][]>
  /**
   * For a loader: of the cells that apply, all or a part, with the number of the comments that are for the actor. The
   * caller has opened the checklists.
   * @throws BAD_USER_INPUT for more than can be read at a time
   */
  items(actor: Actor, checklists: readonly ChecklistRow[], part?: ItemsPart): Promise<ItemRow[][]>
  /** For a loader, of child categories. The caller has opened the checklists. */
  counts(checklistIds: readonly string[]): Promise<CountsRow[]>
  /** For a loader: ids of child categories with an item that meets the filter. The caller has opened the checklists. */
  matching(checklistIds: readonly string[], filter: CellFilter): Promise<string[][]>
  /**
   * For a loader: ids of the assignees whom the actor may know, by name.
   * @throws BAD_USER_INPUT for more ids than may be named
   */
  assignees(actor: Actor, checklists: readonly ChecklistRow[], part?: AssigneesPart): Promise<string[][]>
  /**
   * For a loader: the first parties by name that a comment of the actor may name; null but for the deal team. The caller has
   * opened the checklists.
   */
  parties(actor: Actor, checklists: readonly ChecklistRow[], limit: number): Promise<(PartyRow[] | null)[]>
  /** Those that are for the actor (CHK-47), oldest first. @throws NOT_FOUND for an item that the actor does not see */
  comments(actor: Actor, itemId: string, page: { limit: number; offset: number }): Promise<PlacedComment[]>
  /** Cells of an organisation's checklists, by categories and comments; none with checklists switched off (FIND-14). */
  find(
    actor: Actor,
    asked: { organisationId: string; terms: readonly Term[] },
    page: { limit: number; offset: number },
  ): Promise<FoundPart>
  /** @throws as changeItems */
  change(actor: Actor, change: ItemsChange): Promise<ItemRow[]>
  /** @throws as addComments */
  comment(actor: Actor, comment: NewComment): Promise<Stored>
  /** @throws as changeComment */
  changeComment(actor: Actor, change: { id: string; text: string }): Promise<PlacedComment>
  /** @throws as removeComment */
  removeComment(actor: Actor, id: string): Promise<void>
}

export function createChecklists(db: Database, funds: Funds, isOn: boolean): Checklists {
  const switchedOn = (kind: string): void => {
    if (!isOn) throw notFound(kind)
  }
  return {
    checklist: async (actor, id) => {
      switchedOn('Checklist')
      return openChecklist(db, actor, id)
    },
    active: async (actor, portfolioId) => {
      switchedOn('Checklist')
      const portfolio = isId(portfolioId) ? await funds.portfolio(actor, portfolioId) : null
      if (!portfolio) throw notFound('Portfolio')
      return openChecklists(db, actor, portfolio.id)
    },
    projects: async (actor, portfolioId, page = null) => {
      const portfolio = isId(portfolioId) ? await funds.portfolio(actor, portfolioId) : null
      if (!portfolio) throw notFound('Portfolio')
      const place = roomScope(portfolio)
      const showsChecklist = isOn && portfolio.hasChecklist && opensRoom(actor, place, portfolio.status)
      if (!showsChecklist && !seesProjects(actor, place)) throw forbidden()
      return projectsIn(db, portfolioId, { page })
    },
    categories: async (ids) => (await categoriesOf(db, ids)).map(treeOf),
    items: (actor, checklists, part = { projectIds: null, ids: null }) =>
      itemsOf(db, actor, checklists, part),
    counts: (ids) => countsOf(db, ids),
    matching: (ids, filter) => matchingCategories(db, ids, filter),
    assignees: async (actor, checklists, part = { ids: null, limit: null }) => {
      if ((part.ids?.length ?? 0) > MAX_NAMED) {
        throw badInput(`Please name at most ${MAX_NAMED} people at a time.`)
      }
      return assigneesOf(db, actor, checklists, part)
    },
    parties: async (actor, checklists, limit) => {
      const rooms = new Map(checklists.map((each) => [each.portfolioId, scopeOf(each)]))
      const found = new Map(
        await Promise.all(
          [...rooms].map(
            async ([id, place]) =>
              [id, isDealTeam(actor, place) ? await partiesIn(db, place, limit) : null] as const,
          ),
        ),
      )
      return checklists.map(({ portfolioId }) => found.get(portfolioId) ?? null)
    },
    comments: async (actor, itemId, page) => {
      switchedOn('Item')
      const place = scopeOf(await openChecklistOf(db, actor, itemId))
      const comments = await commentsOf(db, actor, { itemId, place }, page)
      return comments.map((comment) => ({ ...comment, place }))
    },
    find: async (actor, asked, page) => (isOn ? findCells(db, actor, asked, page) : NOTHING_FOUND),
    change: async (actor, change) => {
      switchedOn('Item')
      return changeItems(db, actor, change)
    },
    comment: async (actor, comment) => {
      switchedOn('Checklist')
      return addComments(db, actor, comment)
    },
    changeComment: async (actor, change) => {
      switchedOn('Comment')
      return changeComment(db, actor, change)
    },
    removeComment: async (actor, id) => {
      switchedOn('Comment')
      return removeComment(db, actor, id)
    },
  }
}
