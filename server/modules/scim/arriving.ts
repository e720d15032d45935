import type { Tx } from '../../platform/database/database.ts'
import { createPerson } from '../accounts/index.ts'
import { addMember, type Losses } from '../memberships/index.ts'
import type { Arriving } from '../sso/index.ts'
import { fillGroups } from './directory.ts'
import { acceptInvitation, invitedGroup, linkUser, userByEmail } from './userStore.ts'

/**
 * Somebody has signed in by a connection: whom its directory has sent, has accepted by that (SCIM-04).
 * @returns their account; 'REFUSED' for whom the directory has deactivated; null for anybody else
 */
export async function welcome(
  tx: Tx,
  losses: Losses,
  { connectionId, organisationId, email, personId, at }: Arriving,
): Promise<string | 'REFUSED' | null> {
  const user = await userByEmail(tx, connectionId, email)
  if (!user || user.personId !== null) return null
  if (!user.isActive) return 'REFUSED'
  const { id, givenName: firstName, familyName: lastName, title } = user
  const account =
    personId ?? (await createPerson(tx, { email, firstName, lastName, ...(title && { title }) }))
  if (!(await linkUser(tx, { id, connectionId, personId: account }))) return personId
  // An admin may have invited them as well: one e-mail has one invitation.
  const groupId = await invitedGroup(tx, { organisationId, email })
  if (groupId !== null) await addMember(tx, groupId, account)
  // The invitation becomes theirs with the first of their groups, and by itself where there is none.
  await fillGroups(tx, losses, { connectionId, organisationId }, [account])
  await acceptInvitation(tx, { organisationId, personId: account, email, at })
  return account
}
