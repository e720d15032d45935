import { ConfirmContent, Dialog } from '../../../../ui/index.ts'

interface ApplyDialogProps {
  name: string
  /** Areas, and pages that have some. */
  areas: number
  pages: number
  busy: boolean
  error: string | undefined
  onConfirm: () => void
  onClose: () => void
}

/** Says what applying does, before it is done. */
export function ApplyDialog({ name, areas, pages, busy, error, onConfirm, onClose }: ApplyDialogProps) {
  const count = areas === 1 ? '1 area' : `${areas} areas`
  return (
    <Dialog open onClose={onClose} title="Apply redaction" overline={name} busy={busy}>
      <ConfirmContent
        action={`Apply ${count}`}
        onConfirm={onConfirm}
        onCancel={onClose}
        busy={busy}
        {...(error !== undefined && { error })}
      >
        <p style={{ margin: '0 0 12px' }}>
          A new PDF is made in which text, drawings and pictures below {count} on{' '}
          {pages === 1 ? '1 page' : `${pages} pages`} are removed and filled black. It is read again before it
          is kept. The file itself stays as it is.
        </p>
        <p style={{ margin: 0 }}>
          Nobody is shown anything new by this. Who is given it is set in Permissions.
        </p>
      </ConfirmContent>
    </Dialog>
  )
}
