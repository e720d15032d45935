import { sql } from 'kysely'
import type { DealStatus } from '../../../shared/enumerations.ts'
import { tidyText } from '../../../shared/texts.ts'
import type { Actor } from '../../access/actor.ts'
import { isUserOf, type NamedPage, peopleByName, personHolds } from '../../access/audience.ts'
import { forbidden, notFound, requireFields } from '../../access/errors.ts'
import { mayKnow } from '../../access/parties.ts'
import { reauthorise } from '../../access/reauthorise.ts'
import { roomScope } from '../../access/scopes.ts'
import { orderingOf } from '../../contracts/pages.ts'
import { assertRevision } from '../../contracts/revisions.ts'
import type { Connection, Database, Tx } from '../../platform/database/database.ts'
import { rowLock, withLock } from '../../platform/database/withLock.ts'
import type { Hooks } from '../../platform/hooks.ts'
import { isId } from '../../platform/ids.ts'
import { recordBy } from '../activity/index.ts'
import type { Organisations } from '../organisations/index.ts'
import { choosesAmongUsers, choosesAmongUsersOf, listsRooms, mayCreateRoom, maySetUpRoom } from './policy.ts'
import { keepClosedRoom } from './removedRooms.ts'
import { countRooms, ROOM_ORDERINGS, type RoomFilter, type RoomSettings, roomsPage } from './roomStore.ts'
import { managerProblem, saveRoom } from './savingRooms.ts'
import { createPortfolio, nameProblem } from './service.ts'
import { type PortfolioRow, portfolioById } from './store.ts'

type Listed = Omit<RoomFilter, 'organisationId'> & { orgSlug: string }

/** What is changed of a deal room. */
export interface RoomChange extends RoomSettings {
  orgSlug: string
  portfolioId: string
  /** Of the room in view; without it whatever stands is overwritten. */
  revision?: number | null
}

/** Deal rooms as their administrators list, create, set up and remove them. */
export interface Rooms {
  /**
   * Deal rooms of an organisation (DRM-01).
   * @throws NOT_FOUND for an organisation that the actor is not in, FORBIDDEN without ORG_ADMIN and USERS_ADMIN on it,
   * BAD_USER_INPUT for an unknown ordering
   */
  list(
    actor: Actor,
    asked: Listed & { ordering: string | null; limit: number; offset: number },
  ): Promise<PortfolioRow[]>
  /** Of all that match. @throws as list */
  count(actor: Actor, asked: Listed): Promise<number>
  /** Ids. @throws NOT_FOUND as list, FORBIDDEN for whoever chooses no deal manager there */
  usersOfOrganisation(actor: Actor, orgSlug: string, page: NamedPage): Promise<string[]>
  /** Ids. @throws NOT_FOUND for a portfolio that is not in view, FORBIDDEN as usersOfOrganisation */
  usersOfPortfolio(actor: Actor, portfolioId: string, page: NamedPage): Promise<string[]>
  /**
   * A new deal room, in draft (DRM-05).
   * @throws NOT_FOUND as list, FORBIDDEN without ORG_ADMIN, BAD_USER_INPUT for a blank name and for a manager who is
   * no user of the organisation
   */
  create(
    actor: Actor,
    room: { orgSlug: string; name: string; dealManagerId: string | null },
  ): Promise<PortfolioRow>
  /**
   * @throws NOT_FOUND for a portfolio that is not in view, FORBIDDEN without DEALROOM_ADMIN on it, BAD_USER_INPUT for
   * fields, CONFLICT where its revision is another by now
   */
  update(actor: Actor, change: RoomChange): Promise<PortfolioRow>
  /** Sets it to DELETED (DRM-19). @throws as update, without CONFLICT */
  remove(actor: Actor, room: { orgSlug: string; portfolioId: string }): Promise<void>
}

function statusProblem(status: DealStatus | undefined, now: DealStatus): string | null {
  // Removal is a step of its own, and there is no way back from it here (DRM-12).
  if (status === 'DELETED' && now !== 'DELETED') return 'Please remove the deal room instead.'
  return null
}

/** @param checklists whether the deployment has them on */
export function createRooms(
  db: Database,
  organisations: Organisations,
  hooks: Hooks,
  checklists = true,
): Rooms {
  const organisationId = async (actor: Actor, orgSlug: string): Promise<string> => {
    const organisation = await organisations.bySlug(actor, orgSlug)
    if (!organisation) throw notFound('Organisation')
    return organisation.id
  }
  /** The organisation whose deal rooms the actor may list. */
  const listed = async (actor: Actor, orgSlug: string): Promise<string> => {
    const id = await organisationId(actor, orgSlug)
    if (!listsRooms(actor, id)) throw forbidden()
    return id
  }
  /** The deal room, for whoever may set it up. */
  const toSetUp = async (on: Connection, actor: Actor, portfolioId: string): Promise<PortfolioRow> => {
    const room = isId(portfolioId) ? await portfolioById(on, actor, portfolioId) : null
    if (!room) throw notFound('Portfolio')
    if (!maySetUpRoom(actor, roomScope(room))) throw forbidden()
    return room
  }
  const recordChange = (tx: Tx, actor: Actor, kind: Uppercase<string>, room: PortfolioRow) =>
    recordBy(tx, actor, [
      { kind, organisationId: room.organisationId, subject: { kind: 'portfolio', id: room.id } },
    ])
  /** Changes a deal room, with the right checked again once its row is locked. */
  const changed = async (
    actor: Actor,
    { orgSlug, portfolioId }: { orgSlug: string; portfolioId: string },
    work: (tx: Tx, room: PortfolioRow) => Promise<void>,
  ): Promise<void> => {
    const room = await toSetUp(db, actor, portfolioId)
    if (room.organisationId !== (await organisationId(actor, orgSlug))) throw notFound('Portfolio')
    await withLock(db, rowLock('portfolio', room.id), async (tx) =>
      work(tx, await reauthorise(tx, actor, (now) => toSetUp(tx, now, portfolioId))),
    )
  }

  return {
    list: async (actor, { orgSlug, ordering, ...asked }) =>
      roomsPage(db, actor, {
        ...asked,
        organisationId: await listed(actor, orgSlug),
        ordering: orderingOf(ordering ?? 'name', ROOM_ORDERINGS),
      }),
    count: async (actor, { orgSlug, ...asked }) =>
      countRooms(db, actor, { ...asked, organisationId: await listed(actor, orgSlug) }),
    usersOfOrganisation: async (actor, orgSlug, page) => {
      const id = await organisationId(actor, orgSlug)
      if (!choosesAmongUsers(actor, id)) throw forbidden()
      return peopleByName(db, id, isUserOf(id), page)
    },
    usersOfPortfolio: async (actor, portfolioId, page) => {
      const room = isId(portfolioId) ? await portfolioById(db, actor, portfolioId) : null
      if (!room) throw notFound('Portfolio')
      const place = roomScope(room)
      if (!choosesAmongUsersOf(actor, place) && !(checklists && room.hasChecklist)) throw forbidden()
      const isKnownUser = sql<boolean>`(${personHolds(place, 'ANY')} and ${mayKnow(actor, place)})`
      return peopleByName(db, room.organisationId, isKnownUser, page)
    },
    create: async (actor, { orgSlug, name, dealManagerId }) => {
      const id = await organisationId(actor, orgSlug)
      if (!mayCreateRoom(actor, id)) throw forbidden()
      requireFields({
        name: nameProblem(tidyText(name)),
        dealManagerId: await managerProblem(db, dealManagerId, isUserOf(id)),
      })
      return db.transaction().execute(async (tx) => {
        const now = await reauthorise(tx, actor, (held) => {
          if (!mayCreateRoom(held, id)) throw forbidden()
          return held
        })
        const made = await createPortfolio(tx, { organisationId: id, name, dealManagerId })
        const room = await portfolioById(tx, now, made.id)
        if (!room) throw notFound('Portfolio')
        await recordChange(tx, actor, 'CREATE_DEAL_ROOM', room)
        return room
      })
    },
    update: async (actor, { orgSlug, portfolioId, revision, ...settings }) => {
      await changed(actor, { orgSlug, portfolioId }, async (tx, room) => {
        assertRevision({
          of: 'dealRoom',
          known: revision,
          now: room.revision,
          what: 'these settings',
          newer: null,
        })
        await saveRoom(tx, hooks, room, settings, { status: statusProblem(settings.status, room.status) })
        await recordChange(tx, actor, 'CHANGE_DEAL_ROOM', room)
      })
      const room = await portfolioById(db, actor, portfolioId)
      if (!room) throw notFound('Portfolio')
      return room
    },
    remove: (actor, asked) =>
      changed(actor, asked, async (tx, room) => {
        if (room.status === 'DELETED') return
        await keepClosedRoom(tx, actor, room)
        await saveRoom(tx, hooks, room, { status: 'DELETED' })
        await recordChange(tx, actor, 'REMOVE_DEAL_ROOM', room)
      }),
  }
}
