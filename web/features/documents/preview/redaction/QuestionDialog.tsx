import { ConfirmContent, Dialog } from '../../../../ui/index.ts'

interface QuestionDialogProps {
  kind: 'discard' | 'takeBack'
  busy: boolean
  error: string | undefined
  onConfirm: () => void
  onClose: () => void
}

const QUESTIONS = {
  discard: {
    title: 'Discard draft',
    text: 'All areas of this draft go. What is applied stays as it is.',
    action: 'Discard draft',
  },
  takeBack: {
    title: 'Take redaction back',
    text: 'Nobody is given the redacted version any more, and nobody is given more of the document by this. Its areas become a draft again.',
    action: 'Take back',
  },
} as const

/** Asks before areas go, or an applied redaction. */
export function QuestionDialog({ kind, busy, error, onConfirm, onClose }: QuestionDialogProps) {
  const { title, text, action } = QUESTIONS[kind]
  return (
    <Dialog open onClose={onClose} title={title} small busy={busy}>
      <ConfirmContent
        action={action}
        onConfirm={onConfirm}
        onCancel={onClose}
        danger
        busy={busy}
        {...(error !== undefined && { error })}
      >
        {text}
      </ConfirmContent>
    </Dialog>
  )
}
