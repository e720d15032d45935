import { NO_PORTFOLIO } from '../../../../shared/peopleRules.ts'
import type { Actor } from '../../../access/actor.ts'
import { badInput, forbidden, notFound } from '../../../access/errors.ts'
import { orderingOf } from '../../../contracts/pages.ts'
import { assertRevision } from '../../../contracts/revisions.ts'
import type { Database, Tx } from '../../../platform/database/database.ts'
import { isId } from '../../../platform/ids.ts'
import { recordBy } from '../../activity/index.ts'
import { type GivenPortfolios, portfoliosOfGroups, setGroupPortfolios } from '../../funds/index.ts'
import type { OrganisationRow, Organisations } from '../../organisations/index.ts'
import { administered, changePeople, groupOf } from '../core/administered.ts'
import type { GroupRow } from '../core/groups.ts'
import { groupSubject } from '../core/record.ts'
import { type RoleRow, rolesOfOrganisation } from '../core/roles.ts'
import { administersPeople, holdsSomewhere } from '../policy.ts'
import { addGroup, removeGroup, saveGroup } from './saving.ts'
import { groupPage, type NamedGroup, ORDERINGS } from './store.ts'

/** What a group is to be. */
export interface GroupInput {
  name: string
  portfolioIds: readonly string[]
}

interface List {
  search: string | null
  limit: number
  offset: number
}

export interface Groups {
  /** @throws as `administered`; BAD_USER_INPUT for an unknown ordering */
  page(
    actor: Actor,
    orgSlug: string,
    query: List & { ordering: string },
  ): Promise<{ count: number; groups: NamedGroup[] }>
  /** @throws as `administered` */
  byName(actor: Actor, orgSlug: string, list: List): Promise<NamedGroup[]>
  /** For admins of deal rooms and question logs as well. @throws NOT_FOUND, FORBIDDEN */
  toChoose(actor: Actor, orgSlug: string, list: List): Promise<NamedGroup[]>
  /** @throws as `administered`; NOT_FOUND */
  group(actor: Actor, orgSlug: string, groupId: string): Promise<NamedGroup>
  /** By name; for admins of deal rooms as well. @throws NOT_FOUND, FORBIDDEN */
  roles(actor: Actor, orgSlug: string): Promise<RoleRow[]>
  /** @throws as `administered`; NOT_FOUND */
  role(actor: Actor, orgSlug: string, roleId: string): Promise<RoleRow>
  /**
   * @throws BAD_USER_INPUT for a missing name, role or portfolio (GRP-07, GRP-23), CONFLICT for a name that is taken
   * (GRP-20), FORBIDDEN for a role of organisation admins without ORG_ADMIN (GRP-24)
   */
  create(actor: Actor, orgSlug: string, input: GroupInput & { roleId: string }): Promise<NamedGroup>
  /**
   * @throws as create; NOT_FOUND; CONFLICT where it was changed by another in the meantime, and where nobody would be
   * organisation admin any more; FORBIDDEN without ORG_ADMIN for widening one's own group, and for giving those who are
   * in a group or invited to it what one doesn't hold (PPL-32)
   */
  update(
    actor: Actor,
    orgSlug: string,
    groupId: string,
    input: GroupInput & { roleId?: string | null | undefined; revision?: number | null | undefined },
  ): Promise<NamedGroup>
  /** @throws as update */
  remove(actor: Actor, orgSlug: string, groupId: string): Promise<void>
}

/** @throws BAD_USER_INPUT where some are no deal rooms of the organisation, at their places in the list (GRP-07, GRP-23) */
function requirePortfolios({ unknown }: GivenPortfolios, ids: readonly string[]): void {
  if (unknown.length === 0) return
  const fields = ids.flatMap((id, at) =>
    unknown.includes(id) ? [[`portfolios.${at}.id`, NO_PORTFOLIO] as const] : [],
  )
  throw badInput(NO_PORTFOLIO, Object.fromEntries(fields))
}

const BY_NAME = { by: 'name', descending: false }

export function createGroups({ db, organisations }: { db: Database; organisations: Organisations }): Groups {
  /** @throws NOT_FOUND for an organisation that the actor is no member of, FORBIDDEN where `may` says no */
  const organisationFor = async (
    actor: Actor,
    slug: string,
    may: (organisationId: string) => boolean,
  ): Promise<OrganisationRow> => {
    const organisation = await organisations.bySlug(actor, slug)
    if (!organisation) throw notFound('Organisation')
    if (!may(organisation.id)) throw forbidden()
    return organisation
  }
  const list = async (organisationId: string, query: List) =>
    (await groupPage(db, organisationId, { ...query, ordering: BY_NAME })).groups
  /** The group, as it is by now. */
  const groupNow = async (tx: Tx, organisationId: string, groupId: string): Promise<GroupRow> => {
    const group = isId(groupId) ? await groupOf(tx, organisationId, groupId) : null
    if (!group) throw notFound('Group')
    return group
  }
  /** Gives a group its deal rooms. @throws as requirePortfolios */
  const givePortfolios = async (
    tx: Tx,
    actor: Actor,
    target: { groupId: string; organisationId: string; portfolioIds: readonly string[] },
  ): Promise<GivenPortfolios> => {
    const given = await setGroupPortfolios(tx, actor, target)
    requirePortfolios(given, target.portfolioIds)
    return given
  }
  return {
    page: async (actor, orgSlug, { ordering, ...query }) => {
      const { id } = await administered(organisations, actor, orgSlug)
      return groupPage(db, id, { ...query, ordering: orderingOf(ordering, ORDERINGS) })
    },
    byName: async (actor, orgSlug, query) =>
      list((await administered(organisations, actor, orgSlug)).id, query),
    toChoose: async (actor, orgSlug, query) => {
      const organisation = await organisationFor(
        actor,
        orgSlug,
        (id) =>
          administersPeople(actor, id) || holdsSomewhere(actor, id, ['DEALROOM_ADMIN', 'QUESTION_LOG_ADMIN']),
      )
      return list(organisation.id, query)
    },
    group: async (actor, orgSlug, groupId) => {
      const { id } = await administered(organisations, actor, orgSlug)
      const group = isId(groupId) ? await groupOf(db, id, groupId) : null
      if (!group) throw notFound('Group')
      return group
    },
    roles: async (actor, orgSlug) => {
      const organisation = await organisationFor(
        actor,
        orgSlug,
        (id) => administersPeople(actor, id) || holdsSomewhere(actor, id, ['DEALROOM_ADMIN']),
      )
      return rolesOfOrganisation(db, organisation.id)
    },
    role: async (actor, orgSlug, roleId) => {
      const { id } = await administered(organisations, actor, orgSlug)
      const [role] = isId(roleId) ? await rolesOfOrganisation(db, id, roleId) : []
      if (!role) throw notFound('Role')
      return role
    },
    create: async (actor, orgSlug, { name, roleId, portfolioIds }) => {
      const { id: organisationId } = await administered(organisations, actor, orgSlug)
      return changePeople(db, actor, organisationId, async (tx, now) => {
        const values = { organisationId, name, roleId }
        const group = await addGroup(
          tx,
          now,
          values,
          async (groupId) => void (await givePortfolios(tx, now, { groupId, organisationId, portfolioIds })),
        )
        await recordBy(tx, now, [
          {
            kind: 'CREATE_GROUP',
            organisationId,
            subject: groupSubject(group.id),
            detail: { name: group.name, roleId, portfolioIds },
          },
        ])
        return group
      })
    },
    update: async (actor, orgSlug, groupId, { name, roleId, portfolioIds, revision }) => {
      const { id: organisationId } = await administered(organisations, actor, orgSlug)
      return changePeople(db, actor, organisationId, async (tx, now) => {
        const before = await groupNow(tx, organisationId, groupId)
        const given = (await portfoliosOfGroups(tx, now, [groupId])).get(groupId) ?? []
        assertRevision({
          of: 'group',
          known: revision,
          now: before.revision,
          what: 'this group',
          newer: {
            name: before.name,
            roleId: before.roleId,
            portfolios: given.map(({ id, name }) => ({ id, name })),
          },
        })
        let changed: GivenPortfolios = { unknown: [], added: [], removed: [] }
        // Without a role it keeps its own (GRP-11).
        const values = { name, roleId: roleId ?? before.roleId }
        const after = await saveGroup(tx, now, before, values, async () => {
          changed = await givePortfolios(tx, now, { groupId, organisationId, portfolioIds })
        })
        await recordBy(tx, now, [
          {
            kind: 'UPDATE_GROUP',
            organisationId,
            subject: groupSubject(groupId),
            detail: {
              name: after.name,
              formerName: before.name,
              roleId: after.roleId,
              formerRoleId: before.roleId,
              added: changed.added,
              removed: changed.removed,
            },
          },
        ])
        return after
      })
    },
    remove: async (actor, orgSlug, groupId) => {
      const organisation = await administered(organisations, actor, orgSlug)
      await changePeople(db, actor, organisation.id, async (tx, now) => {
        const group = await groupNow(tx, organisation.id, groupId)
        await removeGroup(tx, now, group)
        await recordBy(tx, now, [
          {
            kind: 'DELETE_GROUP',
            organisationId: organisation.id,
            subject: groupSubject(groupId),
            detail: { name: group.name, roleId: group.roleId },
          },
        ])
      })
    },
  }
}
