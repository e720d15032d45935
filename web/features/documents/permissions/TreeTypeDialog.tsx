import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { errorText } from '../../../graphql/errors.ts'
import { ConfirmContent, Dialog, useToast } from '../../../ui/index.ts'
import { usePlace } from '../place/place.ts'
import { UpdateDocumentTreeDocument } from './operations.generated.ts'

export interface TreeTypeDialogProps {
  onClose: () => void
  /** Reads the documents again. */
  onChanged: () => Promise<unknown>
}

/** Gives the documents to roles in place of groups, or the other way round, after saying what is lost (PERM-12). */
export function TreeTypeDialog({ onClose, onChanged }: TreeTypeDialogProps) {
  const { tree } = usePlace()
  const toast = useToast()
  const [update, { loading }] = useMutation(UpdateDocumentTreeDocument)
  const [failure, setFailure] = useState<string>()
  // What the dialog was opened for stands, also once the tree's own type has changed.
  const [next] = useState(() => otherType(tree.permissionsType))
  const words = next === 'ROLE' ? 'roles' : 'groups'

  const confirm = async () => {
    setFailure(undefined)
    try {
      await update({ variables: { treeId: tree.id, permissionType: next } })
    } catch (error) {
      setFailure(errorText(error))
      return
    }
    await onChanged()
    onClose()
    toast.success(`Documents are permitted to ${words} now. Nothing is restricted.`)
  }
  return (
    <Dialog open onClose={onClose} title={`Permit to ${words}`} overline={tree.name} busy={loading}>
      <ConfirmContent
        danger
        action={`Change to ${words} and drop all restrictions`}
        onConfirm={() => void confirm()}
        onCancel={onClose}
        busy={loading}
        {...(failure !== undefined && { error: failure })}
      >
        <p style={{ margin: '0 0 12px' }}>
          Documents of {tree.name} are permitted to {next === 'ROLE' ? 'groups' : 'roles'} now. After this
          change they are permitted to {words}.
        </p>
        <p style={{ margin: 0 }}>
          <strong>All restrictions are dropped:</strong> everybody with access to these documents sees every
          one of them until you restrict them again. This cannot be undone.
        </p>
      </ConfirmContent>
    </Dialog>
  )
}

const otherType = (type: 'ROLE' | 'GROUP'): 'ROLE' | 'GROUP' => (type === 'ROLE' ? 'GROUP' : 'ROLE')
