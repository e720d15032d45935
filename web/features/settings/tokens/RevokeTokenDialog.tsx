import { useAction } from '../../../graphql/useAction.ts'
import { ConfirmContent, Dialog } from '../../../ui/index.ts'
import { type ApiTokensQuery, RevokeApiTokenDocument } from './operations.generated.ts'

interface RevokeTokenDialogProps {
  token: ApiTokensQuery['apiTokens'][number]
  onClose: () => void
  onRevoked: () => void
}

/** Ends a token (TOKEN-07). */
export function RevokeTokenDialog({ token, onClose, onRevoked }: RevokeTokenDialogProps) {
  const revoking = useAction(RevokeApiTokenDocument)
  const confirm = async () => {
    if (await revoking.act({ id: token.id })) onRevoked()
  }
  return (
    <Dialog open onClose={onClose} title="Revoke the token" busy={revoking.busy}>
      <ConfirmContent
        action="Revoke"
        danger
        busy={revoking.busy}
        onCancel={onClose}
        onConfirm={() => void confirm()}
        {...(revoking.problem && { error: revoking.problem.message })}
      >
        Scripts that use {token.name} stop working immediately. This can’t be undone.
      </ConfirmContent>
    </Dialog>
  )
}
