import type { Actor } from '../../../access/actor.ts'
import { conflict } from '../../../access/errors.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { alsoLock } from '../../../platform/database/withLock.ts'
import type { HookHandler } from '../../../platform/hooks.ts'
import { requireOpen } from '../../organisations/index.ts'
import { NO_PLACE, type RemovedRecord, restoresRemoved } from '../../removals/index.ts'
import { peopleLock } from '../core/admins.ts'
import { groupsOfOrganisation } from '../core/groups.ts'
import { rolesOfOrganisation } from '../core/roles.ts'
import { administersPeople, isOrganisationAdmin, mayFill } from '../policy.ts'

const TOO_HIGH =
  'This group gives rights that you do not have yourself. Please ask an admin of the organisation to restore it.'

/** Who could delete it: a group of organisation admins by one of them alone (GRP-24). */
async function restorable(
  db: Connection,
  actor: Actor,
  records: readonly RemovedRecord[],
): Promise<string[]> {
  const ids: string[] = []
  for (const [organisationId, own] of Map.groupBy(records, ({ place }) => place.organisationId)) {
    if (!administersPeople(actor, organisationId)) continue
    const roles = isOrganisationAdmin(actor, organisationId)
      ? null
      : new Map((await rolesOfOrganisation(db, organisationId)).map((role) => [role.id, role]))
    for (const { id, facts } of own) {
      const role = roles?.get(String(facts.role_id))
      if (!roles || (role && !role.permissions.has('ORG_ADMIN'))) ids.push(id)
    }
  }
  return ids
}

/** Groups come back with their members and what they may open; nobody gets rights by it that they lost (PPL-32). */
export const groupRemovals: readonly HookHandler[] = restoresRemoved('GROUP', {
  mayRestore: restorable,
  restore: async (tx, { actor, record, putBack }) => {
    const { organisationId } = record.place
    await alsoLock(tx, peopleLock(organisationId))
    if (!(await putBack())) throw conflict(NO_PLACE)
    await requireOpen(tx, record.recordId)
    const [group] = await groupsOfOrganisation(tx, organisationId, [record.recordId])
    if (!group || !mayFill(actor, group)) throw conflict(TOO_HIGH)
  },
})
