import { type Actor, holdsAny, isMember, type PermissionScope } from '../../access/actor.ts'
import { notFound } from '../../access/errors.ts'
import { loadActors } from '../../access/loadActor.ts'
import type { EntityKind, EntityPlace } from '../../access/reach.ts'
import { companyScope, roomScope } from '../../access/scopes.ts'
import type { Connection, Database, Tx } from '../../platform/database/database.ts'
import { isId } from '../../platform/ids.ts'
import { personsByIds, requireSelf } from '../accounts/index.ts'
import { recordActivity } from '../activity/index.ts'
import type { Organisations } from '../organisations/index.ts'
import {
  countToggles,
  enabledAmong,
  entityToggle,
  entityToggles,
  inNoGroup,
  masterEnabled,
  placeById,
  removeSettings,
  type StoredSetting,
  settingsAfter,
  settingsOf,
  switchAll,
  switchOne,
  type ToggleRow,
} from './settingsStore.ts'
import { placeNames } from './store.ts'
import type { Unsubscription } from './unsubscribing.ts'

/** Whose settings, in which organisation: always the actor's own (NOTIF-10). */
export interface SettingsPlace {
  userId: string
  orgSlug: string
}

export interface SettingsCounts {
  id: string
  portfolios: number
  portfoliosOn: number
  holdingCompanies: number
  holdingCompaniesOn: number
}

/** What an unsubscribe address is about. */
export interface UnsubscriptionRow {
  kind: PermissionScope['kind']
  /** Null where the person is no member any more. */
  organisation: string | null
  /** Null for the master, and where the person may not open it any more. */
  entity: string | null
  /** Whether there is anything to switch off. */
  enabled: boolean
}

/**
 * A person's notification toggles. Each method throws NOT_FOUND or, for a user whom the actor administers, FORBIDDEN
 * for another's, and NOT_FOUND for an organisation that the actor is no member of.
 */
export interface NotificationSettings {
  master(actor: Actor, place: SettingsPlace): Promise<ToggleRow>
  /** A page of the single toggles, by name (NOTIF-05); each as it was chosen, whatever the master says. */
  toggles(
    actor: Actor,
    place: SettingsPlace,
    kind: EntityKind,
    page: { search: string | null; limit: number; offset: number },
  ): Promise<ToggleRow[]>
  counts(actor: Actor, place: SettingsPlace): Promise<SettingsCounts>
  /** The single choices stay as they are (NOTIF-04). */
  switchMaster(actor: Actor, place: SettingsPlace, enabled: boolean): Promise<ToggleRow>
  /** @throws NOT_FOUND for an entity that the actor may not open */
  switchEntity(
    actor: Actor,
    change: { userId: string; kind: EntityKind; id: string; enabled: boolean },
  ): Promise<ToggleRow>
  switchAll(
    actor: Actor,
    place: SettingsPlace,
    change: { kind: EntityKind; enabled: boolean },
  ): Promise<SettingsCounts>
  /** Whether the master toggle of each is on in an organisation that the actor shares with them. */
  enabledAmong(actor: Actor, personIds: readonly string[]): Promise<boolean[]>
  /**
   * What an unsubscribe address would switch off; null for a person or place that is no more. Names nothing that the
   * person may not open any more.
   */
  unsubscription(named: Unsubscription): Promise<UnsubscriptionRow | null>
  /** Switches it off. @returns false for a person or place that is no more */
  unsubscribe(named: Unsubscription): Promise<boolean>
  /** Forgets what people had set of places that they have just lost, in the transaction of the change. */
  forgetLost(tx: Tx, personIds: readonly string[]): Promise<void>
  /** Forgets the settings of places that their person has lost, so that whoever comes back starts with the defaults (NOTIF-11). */
  sweep(): Promise<void>
}

/** People of one step of the sweep. */
const SWEEP = 500

const NAMES = { portfolio: 'Portfolio', holdingCompany: 'Holding company' } as const

export const entityPlace = (kind: EntityKind, organisationId: string, id: string): EntityPlace =>
  kind === 'portfolio' ? roomScope({ id, organisationId }) : companyScope({ id, organisationId })

const idOf = (place: PermissionScope): string => {
  if (place.kind === 'portfolio') return place.portfolioId
  return place.kind === 'holdingCompany' ? place.holdingCompanyId : place.organisationId
}

/** The entry that says who switched what, and when. */
export const switched = (
  actor: Pick<Actor, 'personId' | 'sessionId'>,
  place: PermissionScope,
  enabled: boolean,
) =>
  ({
    kind: enabled ? 'NOTIFICATIONS_ON' : 'NOTIFICATIONS_OFF',
    personId: actor.personId,
    sessionId: actor.sessionId || null,
    organisationId: place.organisationId,
    subject: { kind: 'notification_setting', id: idOf(place) },
  }) as const

export function createSettings(db: Database, organisations: Organisations): NotificationSettings {
  const ownOrganisation = async (actor: Actor, { userId, orgSlug }: SettingsPlace) => {
    await requireSelf(db, actor, userId)
    const organisation = await organisations.bySlug(actor, orgSlug)
    if (!organisation) throw notFound('Organisation')
    return organisation
  }
  const countsIn = async (on: Connection, actor: Actor, organisationId: string): Promise<SettingsCounts> => {
    const portfolios = await countToggles(on, actor, 'portfolio', organisationId)
    const companies = await countToggles(on, actor, 'holdingCompany', organisationId)
    return {
      id: organisationId,
      portfolios: portfolios.all,
      portfoliosOn: portfolios.on,
      holdingCompanies: companies.all,
      holdingCompaniesOn: companies.on,
    }
  }
  return {
    master: async (actor, place) => {
      const { id, name } = await ownOrganisation(actor, place)
      return { id, name, enabled: await masterEnabled(db, actor.personId, id) }
    },
    toggles: async (actor, place, kind, page) => {
      const { id: organisationId } = await ownOrganisation(actor, place)
      return entityToggles(db, actor, { kind, organisationId, ...page })
    },
    counts: async (actor, place) => countsIn(db, actor, (await ownOrganisation(actor, place)).id),
    switchMaster: async (actor, place, enabled) => {
      const { id, name } = await ownOrganisation(actor, place)
      const whole: PermissionScope = { kind: 'organisation', organisationId: id }
      await db.transaction().execute(async (tx) => {
        await switchOne(tx, actor.personId, whole, enabled)
        await recordActivity(tx, [switched(actor, whole, enabled)])
      })
      return { id, name, enabled }
    },
    switchEntity: async (actor, { userId, kind, id, enabled }) => {
      await requireSelf(db, actor, userId)
      const entity = isId(id) ? await entityToggle(db, actor, kind, id) : null
      if (!entity) throw notFound(NAMES[kind])
      const place = entityPlace(kind, entity.organisationId, id)
      await db.transaction().execute(async (tx) => {
        await switchOne(tx, actor.personId, place, enabled)
        await recordActivity(tx, [switched(actor, place, enabled)])
      })
      return { id, name: entity.name, enabled }
    },
    switchAll: async (actor, place, { kind, enabled }) => {
      const { id: organisationId } = await ownOrganisation(actor, place)
      return db.transaction().execute(async (tx) => {
        await switchAll(tx, actor, { kind, organisationId, enabled })
        const whole: PermissionScope = { kind: 'organisation', organisationId }
        await recordActivity(tx, [{ ...switched(actor, whole, enabled), detail: { all: kind } }])
        return countsIn(tx, actor, organisationId)
      })
    },
    enabledAmong: (actor, personIds) => enabledAmong(db, actor, personIds),
    unsubscription: async ({ personId, kind, id }) => {
      const place = await placeById(db, kind, id)
      const actor = place && (await loadActors(db, [personId])).get(personId)
      if (!place || !actor) return null
      if (!isMember(actor, place.organisationId))
        return { kind, organisation: null, entity: null, enabled: false }
      const names = await placeNames(db, place)
      if (kind === 'organisation') {
        const enabled = await masterEnabled(db, personId, place.organisationId)
        return { kind, organisation: names?.organisation ?? null, entity: null, enabled }
      }
      const toggle = await entityToggle(db, actor, kind, id)
      return {
        kind,
        organisation: names?.organisation ?? null,
        entity: toggle?.name ?? null,
        enabled: toggle?.enabled ?? false,
      }
    },
    unsubscribe: async ({ personId, kind, id }) => {
      const place = await placeById(db, kind, id)
      const [person] = await personsByIds(db, [personId])
      if (!place || !person) return false
      await db.transaction().execute(async (tx) => {
        await switchOne(tx, personId, place, false)
        await recordActivity(tx, [switched({ personId, sessionId: '' }, place, false)])
      })
      return true
    },
    forgetLost: async (tx, personIds) => {
      const settings = await settingsOf(tx, personIds)
      if (settings.length === 0) return
      const people = [...new Set(settings.map(({ personId }) => personId))]
      const actors = await loadActors(tx, people)
      const haveLeft = await inNoGroup(tx, people)
      await removeSettings(
        tx,
        settings.filter((kept) => haveLeft.has(kept.personId) || isLost(kept, actors.get(kept.personId))),
      )
    },
    sweep: async () => {
      let after: string | null = null
      for (;;) {
        const settings = await settingsAfter(db, after, SWEEP)
        after = settings.at(-1)?.personId ?? null
        if (after === null) return
        const actors = await loadActors(db, [...new Set(settings.map(({ personId }) => personId))])
        await removeSettings(
          db,
          settings.filter((kept) => isLost(kept, actors.get(kept.personId))),
        )
      }
    },
  }
}

/** Whether the person has left the place. Who holds nothing at all right now, such as before a new licence, keeps theirs. */
function isLost(
  { organisationId, portfolioId, holdingCompanyId }: StoredSetting,
  actor: Actor | undefined,
): boolean {
  if (!actor || actor.groups.length === 0) return false
  if (portfolioId) return !holdsAny(actor, entityPlace('portfolio', organisationId, portfolioId))
  if (holdingCompanyId)
    return !holdsAny(actor, entityPlace('holdingCompany', organisationId, holdingCompanyId))
  return !isMember(actor, organisationId)
}
