import type { Actor } from '../../access/actor.ts'
import { badInput, conflict, notFound } from '../../access/errors.ts'
import { reauthorise } from '../../access/reauthorise.ts'
import type { Database } from '../../platform/database/database.ts'
import { withLock } from '../../platform/database/withLock.ts'
import { isId } from '../../platform/ids.ts'
import { requireRecentPassword } from '../accounts/index.ts'
import { groupsOfOrganisation, type Losses, mayFill, peopleLock } from '../memberships/index.ts'
import { administersConnection, type ConnectionRow, recordChange, type Sso } from '../sso/index.ts'
import { fillGroups } from './directory.ts'
import { ScimError } from './errors.ts'
import { groupOf, mappingOf, peopleOf, setMapping } from './groupStore.ts'

export interface Mapping {
  /**
   * Says which user groups a directory's group fills (SCIM-12, SCIM-14).
   * @throws NOT_FOUND for whoever doesn't administer the connection; BAD_USER_INPUT for groups that aren't the
   * organisation's, or that the actor may not fill, and where the password was not entered again; CONFLICT where nobody
   * would administer the organisation
   */
  map(
    actor: Actor,
    of: { connectionId: string; scimGroupId: string; groupIds: readonly string[] },
  ): Promise<ConnectionRow>
}

export interface MappingDeps {
  db: Database
  sso: Pick<Sso, 'connections'>
  losses: Losses
  now: () => Date
}

const MAX_GROUPS = 50

const refuse = (text: string) => badInput(text, { groupIds: text })

export const createMapping = ({ db, sso, losses, now }: MappingDeps): Mapping => ({
  map: async (actor, { connectionId, scimGroupId, groupIds }) => {
    const connection = await sso.connections.one(actor, connectionId)
    const { organisationId } = connection
    if (organisationId === null || !isId(scimGroupId)) throw notFound('Group')
    const wanted = [...new Set(groupIds)]
    await withLock(db, peopleLock(organisationId), async (tx) => {
      const who = await reauthorise(tx, actor, (holder) => {
        if (!administersConnection(holder, connection)) throw notFound('Connection')
        return holder
      })
      const scimGroup = await groupOf(tx, connectionId, scimGroupId, { lock: true })
      if (!scimGroup) throw notFound('Group')
      if (wanted.length > MAX_GROUPS) throw refuse(`Maximum ${MAX_GROUPS} groups.`)
      const before = await mappingOf(tx, scimGroupId)
      const groups = wanted.every(isId) ? await groupsOfOrganisation(tx, organisationId, wanted) : []
      if (groups.length < wanted.length) throw refuse('Choose groups of the organisation.')
      const added = groups.filter(({ id }) => !before.includes(id))
      if (!added.every((group) => mayFill(who, group)))
        throw refuse('You may not put people into this group.')
      const isStrong = added.some(
        ({ permissions }) => permissions.has('ORG_ADMIN') || permissions.has('USERS_ADMIN'),
      )
      if (isStrong) await requireRecentPassword(tx, who, now())
      await setMapping(tx, scimGroupId, wanted)
      try {
        await fillGroups(tx, losses, { connectionId, organisationId }, await peopleOf(tx, scimGroupId))
      } catch (error) {
        if (!(error instanceof ScimError)) throw error
        throw conflict(
          'This would leave the organisation without an admin. Please make someone else one first.',
        )
      }
      const { displayName } = scimGroup
      await recordChange(tx, who, 'MAP_SCIM_GROUP', connection, { group: displayName, groupIds: wanted })
    })
    return sso.connections.one(actor, connectionId)
  },
})
