import { loadActor } from '../server/access/loadActor.ts'
import { personsByEmails } from '../server/modules/accounts/index.ts'
import type { Services } from '../server/modules/index.ts'
import type { Database } from '../server/platform/database/database.ts'
import { SEGUE } from './content/organisations.ts'
import { PEOPLE } from './content/people.ts'

/** The link of the newcomer's invitation; null once it was accepted or deleted. */
export async function newcomerLink(
  db: Database,
  { memberships }: Pick<Services, 'memberships'>,
): Promise<string | null> {
  const { email, invitedBy } = PEOPLE.newcomer
  const inviter = (await personsByEmails(db, [invitedBy ?? ''])).get(invitedBy ?? '')
  if (!inviter?.isActive) return null
  const actor = await loadActor(db, inviter.id, '')
  const { invitations } = await memberships.invitations.page(actor, SEGUE, {
    search: email,
    accepted: false,
    ordering: 'name',
    limit: 1,
    offset: 0,
  })
  const [shown] = await memberships.invitations.linksFor(actor, invitations)
  return shown?.link || null
}
