import { fullName } from '../../../../shared/personName.ts'
import { personsByIds } from '../../accounts/index.ts'
import {
  defineNotification,
  handlesNotification,
  type NotificationHandler,
} from '../../notifications/index.ts'
import { isClosed, organisationsByIds } from '../../organisations/index.ts'
import type { InvitationLinks } from './links.ts'
import { waitingInvitation } from './store.ts'

/** A person was invited, or their invitation is sent once more: mailed immediately (NOTIF-13, NOTIF-22). */
export const invitationSent = defineNotification<object>('INVITATION', { always: true })

/** The mail with the link; none for an invitation that was accepted or deleted in the meantime, or whose organisation was. */
export const invitationMail = (links: InvitationLinks): NotificationHandler =>
  handlesNotification({
    kind: invitationSent,
    writeToAddress: async (db, items) => {
      const item = items.at(-1)
      const invitation = item ? await waitingInvitation(db, item.subject.id) : null
      if (!item || !invitation) return null
      const [organisation] = await organisationsByIds(db, [invitation.organisationId])
      if (!organisation || (await isClosed(db, organisation.id))) return null
      const [inviter] = item.causedBy === null ? [] : await personsByIds(db, [item.causedBy])
      const by = inviter ? `${fullName(inviter)} has invited you` : 'You have been invited'
      return {
        subject: `Invitation to ${organisation.name}`,
        title: `Invitation to ${organisation.name}`,
        preheader: `${by} to ${organisation.name}.`,
        paragraphs: [`Hello ${fullName(invitation)},`, `${by} to ${organisation.name}.`],
        button: { label: 'Accept the invitation', url: links.mailed(invitation.id) },
        remarks: ["The link is yours alone: please don't pass it on."],
        foot: { why: 'If you did not expect this invitation, you can ignore this e-mail.' },
      }
    },
  })
