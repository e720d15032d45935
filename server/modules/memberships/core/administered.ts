import type { Actor } from '../../../access/actor.ts'
import { forbidden, notFound } from '../../../access/errors.ts'
import { reauthorise } from '../../../access/reauthorise.ts'
import type { Connection, Database, Tx } from '../../../platform/database/database.ts'
import { withLock } from '../../../platform/database/withLock.ts'
import type { OrganisationRow, Organisations } from '../../organisations/index.ts'
import { administersPeople } from '../policy.ts'
import { peopleLock } from './admins.ts'
import { type GroupRow, groupsOfOrganisation } from './groups.ts'

/** @throws FORBIDDEN without USERS_ADMIN and ORG_ADMIN there (ORG-64) */
export const requireAdministrator =
  (organisationId: string) =>
  (actor: Actor): void => {
    if (!administersPeople(actor, organisationId)) throw forbidden()
  }

/**
 * The organisation whose people and groups the actor administers.
 * @throws NOT_FOUND for one that the actor is no member of, FORBIDDEN without USERS_ADMIN and ORG_ADMIN there
 */
export async function administered(
  organisations: Organisations,
  actor: Actor,
  slug: string,
): Promise<OrganisationRow> {
  const organisation = await organisations.bySlug(actor, slug)
  if (!organisation) throw notFound('Organisation')
  requireAdministrator(organisation.id)(actor)
  return organisation
}

/**
 * Changes people or groups of an organisation, one change at a time: two admins who take each other's rights away at
 * the same moment would both be right by what they see. Asks again, with the lock held, whether the actor may.
 * @param work gets the actor as they are by then
 */
export const changePeople = <T>(
  db: Database,
  actor: Actor,
  organisationId: string,
  work: (tx: Tx, now: Actor) => Promise<T>,
): Promise<T> =>
  withLock(db, peopleLock(organisationId), async (tx) => {
    const now = await reauthorise(tx, actor, (held) => {
      requireAdministrator(organisationId)(held)
      return held
    })
    return work(tx, now)
  })

/** A group of the organisation; null for none. */
export const groupOf = async (db: Connection, organisationId: string, id: string): Promise<GroupRow | null> =>
  (await groupsOfOrganisation(db, organisationId, [id]))[0] ?? null
