import { ConfirmContent } from '../dialog/ConfirmContent.tsx'
import { Dialog } from '../dialog/Dialog.tsx'

/** What the person is asked on the way out. */
export interface Leaving {
  readonly stay: () => void
  readonly leave: () => void
}

/** The question, in the place of what a dialog holds. */
export function LeaveQuestion({ stay, leave }: Leaving) {
  return (
    <ConfirmContent action="Leave without saving" danger onConfirm={leave} onCancel={stay}>
      What you have changed here is not saved yet. Leave all the same?
    </ConfirmContent>
  )
}

/** The question in a dialog of its own. */
export function LeaveDialog(leaving: Leaving) {
  return (
    <Dialog open onClose={leaving.stay} title="Unsaved changes">
      <LeaveQuestion {...leaving} />
    </Dialog>
  )
}
