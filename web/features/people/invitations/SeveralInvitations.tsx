import { IconMail, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { formatCount } from '../../../../shared/format/number.ts'
import { useAction } from '../../../graphql/useAction.ts'
import { ConfirmContent, Dialog, type TableSelection, useToast } from '../../../ui/index.ts'
import { DeleteUserInvitationsDocument, ResendUserInvitationsDocument } from '../core/operations.generated.ts'
import { nameOf, type Person } from './person.ts'

interface Dealt {
  done: number
  left: number
}

/** "3 invitations sent", and how many were not: they were accepted meanwhile, or sent several times just now. */
const wordsOf = ({ done, left }: Dealt, what: string, why: string): string =>
  `${formatCount(done, 'invitation')} ${what}${left > 0 ? `, ${left} not: ${why}` : ''}`

/**
 * Sending again and deleting several invitations that wait.
 * @param refresh reads the list again
 * @returns what the table takes, and the question before they are deleted
 */
export function useSeveralInvitations(
  orgSlug: string,
  { sendsMail, refresh }: { sendsMail: boolean; refresh: () => Promise<unknown> },
): { selection: TableSelection<Person>; question: ReactNode } {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [asks, setAsks] = useState(false)
  const toast = useToast()
  const resending = useAction(ResendUserInvitationsDocument, { refresh })
  const deleting = useAction(DeleteUserInvitationsDocument, { refresh })
  const chosen = { orgSlug, tokens: [...selected] }
  const resend = async () => {
    const { data, problem } = await resending.attempt(chosen)
    if (problem) toast.error(problem.message)
    if (!data) return
    const why = 'accepted meanwhile, or sent several times just now'
    toast.success(wordsOf(data.resendUserInvitations, 'sent', why))
    setSelected(new Set())
  }
  const remove = async () => {
    const { data } = await deleting.attempt(chosen)
    if (!data) return
    toast.success(wordsOf(data.deleteUserInvitations, 'deleted', 'accepted meanwhile'))
    setSelected(new Set())
    setAsks(false)
  }
  const close = () => setAsks(false)
  const selection: TableSelection<Person> = {
    selected,
    onChange: setSelected,
    nameOf,
    actions: [
      ...(sendsMail
        ? [{ key: 'resend', label: 'Resend', icon: <IconMail />, onSelect: () => void resend() }]
        : []),
      { key: 'delete', label: 'Delete', icon: <IconTrash />, tone: 'danger', onSelect: () => setAsks(true) },
    ],
  }
  const what = formatCount(selected.size, 'invitation')
  const question = asks && (
    <Dialog open onClose={close} title="Delete invitations" busy={deleting.busy}>
      <ConfirmContent
        danger
        action={`Delete ${what}`}
        onConfirm={() => void remove()}
        onCancel={close}
        busy={deleting.busy}
        {...(deleting.problem && { error: deleting.problem.message })}
      >
        You are about to delete {what}. Their links will no longer work. Are you sure?
      </ConfirmContent>
    </Dialog>
  )
  return { selection, question }
}
