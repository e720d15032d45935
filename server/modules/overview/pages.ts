import { OVERVIEW_LIMITS } from '../../../shared/overviewRules.ts'
import { fittingSlug, numberedSlug } from '../../../shared/slugs.ts'
import { tidyText } from '../../../shared/texts.ts'
import type { Actor } from '../../access/actor.ts'
import { conflict, forbidden, notFound, requireFields } from '../../access/errors.ts'
import { assertRevision } from '../../contracts/revisions.ts'
import type { Connection, Database, Tx } from '../../platform/database/database.ts'
import { withLock } from '../../platform/database/withLock.ts'
import { isId } from '../../platform/ids.ts'
import { activityOfSubject } from '../activity/index.ts'
import type { Funds } from '../funds/index.ts'
import { groupNamesOf, rolesOfOrganisation } from '../memberships/index.ts'
import {
  type EntityAt,
  editedEntity,
  entityAt,
  type OpenEntity,
  openEntity,
  overviewLock,
  recordOfEntity,
  stillEdits,
  subjectOf,
} from './entities.ts'
import {
  accessOf,
  insertPage,
  type PageChange,
  pageById,
  pagesOf,
  type SubpageRow,
  setOrder,
  updatePage,
} from './pageStore.ts'
import { editsOverview, knowsOverview, seesPage } from './policy.ts'
import { removePage } from './removedPages.ts'

/** Pages of overviews. What the actor does not see is NOT_FOUND. */
export interface Pages {
  /** The page with its entity. @throws NOT_FOUND, also where it belongs to an entity of another kind */
  page(actor: Actor, id: string, kind?: EntityAt['kind']): Promise<{ page: SubpageRow; entity: OpenEntity }>
  /** For a loader, in the order of the entities, which the actor may open: those that they see, and whether there are any. */
  ofEntities(actor: Actor, entities: readonly OpenEntity[]): Promise<{ any: boolean; seen: SubpageRow[] }[]>
  /**
   * Those of the pages that are as they were right before a moment (ARCH-01): what a page said before it was changed is not kept.
   * The caller has shown the entity and the pages.
   */
  unchangedSince(entity: OpenEntity, pages: readonly SubpageRow[], moment: Date): Promise<SubpageRow[]>
  /** @throws NOT_FOUND, FORBIDDEN without DEALROOM_ADMIN */
  principals(actor: Actor, at: EntityAt): Promise<{ id: string; name: string }[]>
  /** @throws NOT_FOUND, FORBIDDEN without DEALROOM_ADMIN, BAD_USER_INPUT at `title` (SUBP-20) */
  create(actor: Actor, at: EntityAt, title: string): Promise<SubpageRow>
  /** @throws as create, at `description` too; CONFLICT with the newer texts where `revision` is an older one */
  update(
    actor: Actor,
    at: { id: string; kind: EntityAt['kind'] },
    change: PageChange & { revision?: number | null | undefined },
  ): Promise<SubpageRow>
  /** @throws NOT_FOUND, FORBIDDEN without DEALROOM_ADMIN */
  remove(actor: Actor, at: { id: string; kind: EntityAt['kind'] }): Promise<void>
  /** One place up or down; nothing changes at the end. @throws as remove */
  reorder(actor: Actor, at: { id: string; kind: EntityAt['kind'] }, up: boolean): Promise<SubpageRow>
}

const pageNotFound = () => notFound('Page')

const titleProblem = (title: string): string | null =>
  title === ''
    ? 'Title is a required field'
    : [...title].length > OVERVIEW_LIMITS.title
      ? `Title must be at most ${OVERVIEW_LIMITS.title} characters`
      : null

/** A slug of the title that no other page of the entity has (SUBP-35). */
function freeSlug(title: string, taken: ReadonlySet<string>): string {
  const base = fittingSlug(title, 'page')
  for (let number = 1; ; number += 1) {
    const slug = numberedSlug(base, number)
    if (!taken.has(slug)) return slug
  }
}

export function createPages(db: Database, funds: Funds): Pages {
  const page: Pages['page'] = async (actor, id, kind) => {
    const found = isId(id) ? await pageById(db, id) : null
    const at = found && entityAt(found.portfolioId, found.companyId)
    if (!found || !at || (kind && kind !== at.kind)) throw pageNotFound()
    const entity = await openEntity(funds, actor, at)
    if (!entity || !seesPage(actor, entity.place, accessOf(found, entity.principals))) throw pageNotFound()
    return { page: found, entity }
  }
  /** A change of the pages of an entity, one after the other, with the right asked again. */
  const changing = async <T>(
    actor: Actor,
    entity: OpenEntity,
    work: (tx: Tx, pages: SubpageRow[]) => Promise<T>,
  ): Promise<T> =>
    withLock(db, overviewLock(entity.id), async (tx) => {
      await stillEdits(tx, actor, entity)
      return work(tx, await pagesOf(tx, [entity.id]))
    })
  const edited = async (actor: Actor, { id, kind }: { id: string; kind: EntityAt['kind'] }) => {
    const { entity } = await page(actor, id, kind)
    if (!editsOverview(actor, entity.place)) throw forbidden()
    return entity
  }
  const stored = async (on: Connection, id: string): Promise<SubpageRow> => {
    const row = await pageById(on, id)
    if (!row) throw pageNotFound()
    return row
  }
  const principalsOf = async ({ place, principals }: OpenEntity) =>
    principals === 'ROLE'
      ? (await rolesOfOrganisation(db, place.organisationId)).map(({ id, name }) => ({ id, name }))
      : groupNamesOf(db, place.organisationId)
  return {
    page,
    ofEntities: async (actor, entities) => {
      const found = await pagesOf(
        db,
        entities.map(({ id }) => id),
      )
      return entities.map((entity) => {
        const mine = found.filter((each) => (each.portfolioId ?? each.companyId) === entity.id)
        return {
          any: mine.length > 0 && knowsOverview(actor, entity.place),
          seen: mine.filter((each) => seesPage(actor, entity.place, accessOf(each, entity.principals))),
        }
      })
    },
    unchangedSince: async (entity, pages, moment) => {
      const titles = new Set<unknown>()
      for await (const portion of activityOfSubject(db, subjectOf(entity), [
        'CREATE_SUBPAGE',
        'UPDATE_SUBPAGE',
      ])) {
        for (const { at, detail } of portion) if (at >= moment) titles.add(detail?.title)
      }
      return pages.filter(
        ({ title, modifiedAt }) =>
          // Of a change without its content it is no longer known which page it was (CHAIN-06).
          !titles.has(title) && !titles.has(undefined) && (modifiedAt === null || modifiedAt < moment),
      )
    },
    principals: async (actor, at) => principalsOf(await editedEntity(funds, actor, at)),
    create: async (actor, at, given) => {
      const entity = await editedEntity(funds, actor, at)
      const title = tidyText(given)
      requireFields({ title: titleProblem(title) })
      return changing(actor, entity, async (tx, pages) => {
        if (pages.length >= OVERVIEW_LIMITS.pages) {
          throw conflict(`There are ${OVERVIEW_LIMITS.pages} pages already. Please delete one first.`)
        }
        const slug = freeSlug(title, new Set(pages.map((each) => each.slug)))
        const position = Math.max(-1, ...pages.map((each) => each.position)) + 1
        const id = await insertPage(tx, entity, { slug, title, position })
        await recordOfEntity(tx, actor, 'CREATE_SUBPAGE', entity, title)
        return stored(tx, id)
      })
    },
    update: async (actor, at, { revision, ...given }) => {
      const entity = await edited(actor, at)
      const change = { ...given, ...(given.title === undefined ? {} : { title: tidyText(given.title) }) }
      requireFields({
        title: change.title === undefined ? null : titleProblem(change.title),
        description:
          (change.description?.length ?? 0) > OVERVIEW_LIMITS.description
            ? `A page holds at most ${OVERVIEW_LIMITS.description.toLocaleString('en')} characters. Please split it.`
            : null,
      })
      const named = entity.principals === 'ROLE' ? change.roleIds : change.groupIds
      if (named) {
        const known = new Set((await principalsOf(entity)).map(({ id }) => id))
        if (named.some((id) => !known.has(id)))
          throw notFound(entity.principals === 'ROLE' ? 'Role' : 'Group')
      }
      return changing(actor, entity, async (tx, pages) => {
        const before = pages.find(({ id }) => id === at.id)
        if (!before) throw pageNotFound()
        assertRevision({
          of: 'page',
          known: revision,
          now: before.revision,
          what: 'this page',
          newer: {
            title: before.title,
            description: before.description,
            restricted: before.restricted,
            roles: before.roleIds,
            groups: before.groupIds,
          },
        })
        await updatePage(
          tx,
          at.id,
          {
            ...change,
            roleIds: entity.principals === 'ROLE' ? change.roleIds : undefined,
            groupIds: entity.principals === 'GROUP' ? change.groupIds : undefined,
          },
          actor.personId,
        )
        await recordOfEntity(tx, actor, 'UPDATE_SUBPAGE', entity, change.title ?? before.title)
        return stored(tx, at.id)
      })
    },
    remove: async (actor, at) => {
      const entity = await edited(actor, at)
      await changing(actor, entity, async (tx, pages) => {
        const before = pages.find(({ id }) => id === at.id)
        if (!before) throw pageNotFound()
        await removePage(tx, actor, before)
        await recordOfEntity(tx, actor, 'DELETE_SUBPAGE', entity, before.title)
      })
    },
    reorder: async (actor, at, up) => {
      const entity = await edited(actor, at)
      return changing(actor, entity, async (tx, pages) => {
        await setOrder(
          tx,
          moved(
            pages.map(({ id }) => id),
            at.id,
            up,
          ),
        )
        return stored(tx, at.id)
      })
    },
  }
}

/** The ids with one of them a place further up or down; as they were where it stands at that end. */
export function moved(ids: readonly string[], id: string, up: boolean): string[] {
  const at = ids.indexOf(id)
  const to = at + (up ? -1 : 1)
  const other = ids[to]
  if (at < 0 || other === undefined) return [...ids]
  return ids.map((each, place) => (place === at ? other : place === to ? id : each))
}
