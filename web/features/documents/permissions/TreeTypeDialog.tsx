import { useState } from 'react'
import { formatCount } from '../../../../shared/format/number.ts'
import { useAction } from '../../../graphql/useAction.ts'
import { useReading } from '../../../graphql/useReading.ts'
import { ConfirmContent, Dialog, useToast } from '../../../ui/index.ts'
import { usePlace } from '../place/place.ts'
import { filesText, itemsText } from '../place/sizes.ts'
import { RestrictedDocumentsDocument, UpdateDocumentTreeDocument } from './operations.generated.ts'

interface TreeTypeDialogProps {
  onClose: () => void
  /** Reads the documents again. */
  onChanged: () => Promise<unknown>
}

/** Gives the documents to roles in place of groups, or the other way round, after saying what that closes (PERM-12). */
export function TreeTypeDialog({ onClose, onChanged }: TreeTypeDialogProps) {
  const { tree } = usePlace()
  const toast = useToast()
  const { act, busy, problem } = useAction(UpdateDocumentTreeDocument)
  // Counted with each opening: a number that was right an hour ago would mislead.
  const counting = useReading(RestrictedDocumentsDocument, { treeId: tree.id }, { fetchPolicy: 'no-cache' })
  const restricted = counting.data?.documentTree?.restricted
  const closed = restricted ? restricted.files + restricted.folders : undefined
  // What the dialog was opened for stands, also once the tree's own type has changed.
  const [next] = useState(() => otherType(tree.permissionsType))
  const words = next === 'ROLE' ? 'roles' : 'groups'

  const confirm = async () => {
    if (!(await act({ treeId: tree.id, permissionType: next }))) return
    await onChanged()
    onClose()
    toast.success(`Documents are shared with ${words} now.`)
  }
  const notCounted = counting.error?.message
  const error = problem?.message ?? notCounted
  return (
    <Dialog open onClose={onClose} title={`Permit to ${words}`} overline={tree.name} busy={busy}>
      <ConfirmContent
        danger={Boolean(closed)}
        action={`Change to ${words}${closed ? ` and close ${itemsText(closed)}` : ''}`}
        onConfirm={() => void confirm()}
        onCancel={onClose}
        busy={busy}
        disabled={closed === undefined}
        {...(error !== undefined && { error })}
        {...(notCounted !== undefined && { onRetry: () => void counting.refetch().catch(() => {}) })}
      >
        <p style={{ margin: '0 0 12px' }}>
          Documents of {tree.name} are shared with {next === 'ROLE' ? 'groups' : 'roles'} now. After this
          change they are shared with {words}. What is open to everybody stays open.
        </p>
        {restricted && (
          <p style={{ margin: 0 }}>
            {closed ? (
              <>
                <strong>{restrictedText(restricted)} restricted:</strong> closed to all {words} until you
                permit them again. This cannot be undone.
              </>
            ) : (
              'Nothing is restricted, so nobody loses sight of anything.'
            )}
          </p>
        )}
      </ConfirmContent>
    </Dialog>
  )
}

/** "2 files and 1 folder are"; of none nothing is said. */
function restrictedText({ files, folders }: { files: number; folders: number }): string {
  const parts = [files > 0 && filesText(files), folders > 0 && formatCount(folders, 'folder')].filter(Boolean)
  return `${parts.join(' and ')} ${files + folders === 1 ? 'is' : 'are'}`
}

const otherType = (type: 'ROLE' | 'GROUP'): 'ROLE' | 'GROUP' => (type === 'ROLE' ? 'GROUP' : 'ROLE')
