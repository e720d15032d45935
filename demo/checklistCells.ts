import type { Actor } from '../server/access/actor.ts'
import type { ChecklistRow, Checklists } from '../server/modules/checklists/index.ts'
import type { DemoChecklist } from './plan.ts'

/** Who does it, through the product's own services. */
export interface ChecklistServices {
  checklists: Checklists
  administrator: Actor
  actorOf(personId: string): Promise<Actor>
  /** The id behind an e-mail. */
  personOf(email: string): string
  /** The id behind the name of a group of the organisation. */
  groupOf(name: string): string
}

/** How the product calls those whom the plan does: nobody outside of the deal team. */
const DEAL_TEAM: NonNullable<DemoChecklist['comments'][number]['audience']> = 'DEAL_TEAM'
/** Items that are changed in one call of the product. */
const PER_CALL = 200

/** Brings the items of a checklist to where the plan says that they are. */
export async function fillChecklist(
  { checklists, administrator, actorOf, personOf, groupOf }: ChecklistServices,
  checklist: ChecklistRow,
  plan: DemoChecklist,
): Promise<void> {
  const [projects, [parents = []], [items = []]] = await Promise.all([
    checklists.projects(administrator, checklist.portfolioId),
    checklists.categories([checklist.id]),
    checklists.items(administrator, [checklist]),
  ])
  const key = (category: string, project: string): string => `${category} of ${project}`
  const categories = new Map(
    parents.flatMap((parent) => [parent, ...parent.children]).map((each) => [each.id, each.name]),
  )
  const names = new Map(projects.map(({ id, name }) => [id, name]))
  const itemIds = new Map(
    items.map(({ id, categoryId, projectId }) => [
      key(categories.get(categoryId) ?? '', names.get(projectId) ?? ''),
      id,
    ]),
  )
  const at = new Date(plan.at)
  const idsOf = (cells: readonly { item: string; project: string }[]): string[] =>
    cells.flatMap(({ item, project }) => itemIds.get(key(item, project)) ?? [])
  const alike = Map.groupBy(plan.cells, ({ status, assignee }) => `${status} ${assignee}`)
  for (const cells of alike.values()) {
    const [first] = cells
    if (!first || (first.status === 'STATE_REQUESTED' && first.assignee === null)) continue
    const ids = idsOf(cells)
    for (let from = 0; from < ids.length; from += PER_CALL) {
      await checklists.change(administrator, {
        ids: ids.slice(from, from + PER_CALL),
        status: first.status,
        userId: first.assignee === null ? null : personOf(first.assignee),
        at,
      })
    }
  }
  for (const [link, cells] of Map.groupBy(plan.links, (each) => each.link)) {
    const ids = idsOf(cells.map(({ category, project }) => ({ item: category, project })))
    if (ids.length > 0) await checklists.change(administrator, { ids, link, at })
  }
  for (const { by, text, at: moment, audience, ...cell } of plan.comments) {
    const ids = idsOf([cell])
    if (ids.length === 0) continue
    await checklists.comment(await actorOf(personOf(by)), {
      checklistId: checklist.id,
      text,
      itemIds: ids,
      at: new Date(moment),
      ...(audience && { audience: audience === DEAL_TEAM ? audience : groupOf(audience) }),
    })
  }
}
