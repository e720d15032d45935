import { sql } from 'kysely'
import { domainOf } from '../../../shared/ssoRules.ts'
import { DomainError } from '../../access/errors.ts'
import type { Tx } from '../../platform/database/database.ts'
import {
  deactivatePerson,
  endSessionsOf,
  lockActivePerson,
  personsByEmails,
  personsByIds,
  reactivatePerson,
  setPersonDetails,
} from '../accounts/index.ts'
import {
  addMember,
  groupsOfMember,
  groupsOfOrganisation,
  keepAdmin,
  type Losses,
  removeMember,
} from '../memberships/index.ts'
import type { UserDraft } from './draft.ts'
import { ScimError, taken } from './errors.ts'
import type { Caller } from './tokenStore.ts'
import { inviteUser, type UserRow, uninviteUser } from './userStore.ts'

/** Whose people they are. */
type Of = Pick<Caller, 'connectionId' | 'organisationId' | 'domains' | 'madeBy'>
type State = Pick<UserRow, 'endedGroupIds' | 'hasDeactivated'>

/** SCIM-15 */
export const LAST_ADMIN = 'The directory asked to remove the last admin.'

/** Runs a change of memberships. @throws ScimError where it would remove the last admin (SCIM-15) */
export async function keepingAdmin(
  tx: Tx,
  organisationId: string,
  change: () => Promise<void>,
): Promise<void> {
  try {
    await keepAdmin(tx, organisationId, change)
  } catch (error) {
    if (error instanceof DomainError && error.code === 'CONFLICT') throw new ScimError(409, LAST_ADMIN)
    throw error
  }
}

/** Ends somebody's memberships, and the account where they belong to nobody else (SCIM-10). */
export async function deactivate(tx: Tx, losses: Losses, of: Of, user: UserRow): Promise<State> {
  const { organisationId } = of
  const { personId } = user
  if (personId === null) {
    await uninviteUser(tx, organisationId, user.email)
    return user
  }
  const groupIds = await groupsOfMember(tx, organisationId, personId)
  let { hasDeactivated } = user
  await keepingAdmin(tx, organisationId, async () => {
    for (const groupId of groupIds) await removeMember(tx, losses, { groupId, personId })
    const [person] = await personsByIds(tx, [personId])
    const { rows: elsewhere } =
      await sql`select from membership where person_id = ${personId} limit 1`.execute(tx)
    if (person?.isActive && !person.isSuperUser && elsewhere.length === 0) {
      await deactivatePerson(tx, personId)
      hasDeactivated = true
    } else await endSessionsOf(tx, personId)
  })
  return { endedGroupIds: [...new Set([...user.endedGroupIds, ...groupIds])], hasDeactivated }
}

/** Restores the memberships that provisioning had ended (SCIM-10). */
export async function activate(tx: Tx, of: Of & { at: Date }, user: UserRow): Promise<State> {
  const { personId, endedGroupIds, hasDeactivated } = user
  if (personId === null) {
    await inviteUser(tx, user.id, of)
    return user
  }
  if (hasDeactivated) await reactivatePerson(tx, personId)
  const left = await groupsOfOrganisation(tx, of.organisationId, endedGroupIds)
  for (const { id } of left) await addMember(tx, id, personId)
  return { endedGroupIds: [], hasDeactivated: false }
}

/**
 * Gives an account the names that its directory has given it (SCIM-08): of the firm's own people, and of nobody who runs
 * the installation. @throws ScimError for an e-mail that another account has
 */
export async function describe(
  tx: Tx,
  { domains }: Of,
  { personId, before, after }: { personId: string; before: UserDraft; after: UserDraft },
): Promise<void> {
  const isSame = (['email', 'givenName', 'familyName', 'title'] as const).every(
    (name) => before[name] === after[name],
  )
  if (isSame) return
  const person = await lockActivePerson(tx, personId)
  if (!person || person.isSuperUser || !domains.includes(domainOf(person.email))) return
  const email = person.email === before.email ? after.email : person.email
  if (email !== person.email && (await personsByEmails(tx, [email])).size > 0)
    throw taken('The e-mail belongs to another account.')
  await setPersonDetails(tx, personId, {
    email,
    firstName: after.givenName,
    lastName: after.familyName,
    title: after.title,
  })
}

/**
 * Gives people the user groups that the directory's groups are mapped to, and takes back what a directory gave and gives
 * no more; what an admin gave by hand stays (SCIM-13). @throws ScimError where nobody would administer the organisation
 */
export async function fillGroups(
  tx: Tx,
  losses: Losses,
  { connectionId, organisationId }: Pick<Of, 'connectionId' | 'organisationId'>,
  personIds: readonly string[],
): Promise<void> {
  if (personIds.length === 0) return
  const active = sql`
    select u.id, u.person_id from scim_user u where u.connection_id = ${connectionId} and u.is_active
      and u.person_id = any(${personIds}::uuid[])`
  const wanted = sql`
    select distinct k.user_group_id as group_id, a.person_id from active a join scim_member m on m.user_id = a.id
      join scim_mapping k on k.scim_group_id = m.group_id
      join user_group g on g.id = k.user_group_id and g.organisation_id = ${organisationId}`
  await keepingAdmin(tx, organisationId, async () => {
    await sql`
      with active as (${active}), wanted as (${wanted}),
      added as (insert into membership (group_id, person_id) select group_id, person_id from wanted
        on conflict do nothing returning group_id, person_id)
      insert into scim_given (user_group_id, person_id, connection_id)
      select group_id, person_id, ${connectionId} from added on conflict do nothing`.execute(tx)
    const { rows } = await sql<{ personId: string }>`
      with active as (${active}), wanted as (${wanted}),
      gone as (delete from scim_given x using active a
        where x.connection_id = ${connectionId} and x.person_id = a.person_id and not exists (
          select from wanted w where w.group_id = x.user_group_id and w.person_id = x.person_id)
        returning x.user_group_id, x.person_id)
      delete from membership m using gone where m.group_id = gone.user_group_id and m.person_id = gone.person_id
      returning m.person_id as "personId"`.execute(tx)
    await losses.forgetLost(tx, [...new Set(rows.map((row) => row.personId))])
  })
}
