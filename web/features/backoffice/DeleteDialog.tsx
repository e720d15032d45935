import Button from '@mui/material/Button'
import { useAction } from '../../graphql/useAction.ts'
import { useReading } from '../../graphql/useReading.ts'
import {
  ConfirmContent,
  Dialog,
  DialogBody,
  DialogFoot,
  ErrorState,
  Loading,
  SkeletonLines,
  useToast,
} from '../../ui/index.ts'
import { type Kind, type OfficeRecord, useOffice } from './kinds.ts'
import {
  BackOfficeDeleteDocument,
  BackOfficeRemovalDocument,
  type BackOfficeRemovalQuery,
} from './operations.generated.ts'

type Dependents = BackOfficeRemovalQuery['backOfficeRemoval']['blocked']

export interface DeleteDialogProps {
  kind: Kind
  record: OfficeRecord
  onClose: () => void
  onDeleted: () => void
}

/** Says what a deletion takes with it before it is confirmed, or what still holds the record (BO-03, BO-05). */
export function DeleteDialog({ kind, record, onClose, onDeleted }: DeleteDialogProps) {
  const { refresh } = useOffice()
  const toast = useToast()
  const { data, error } = useReading(
    BackOfficeRemovalDocument,
    { kind: kind.name, id: record.id },
    { fetchPolicy: 'no-cache' },
  )
  const { attempt, busy, problem } = useAction(BackOfficeDeleteDocument, { refresh })
  const removal = data?.backOfficeRemoval
  const confirm = async () => {
    const { data: done } = await attempt({ kind: kind.name, id: record.id })
    if (!done) return
    toast.success(`${record.label} deleted`)
    onDeleted()
  }
  return (
    <Dialog open onClose={onClose} title={`Delete ${kind.one}`} busy={busy}>
      {!removal && (
        <DialogBody>
          {error && <ErrorState message={error.message} onRetry={error.onRetry} />}
          <Loading active={!error} skeleton={<SkeletonLines count={3} />} />
        </DialogBody>
      )}
      {removal && removal.blocked.length > 0 && (
        <>
          <DialogBody>
            <div>{`${record.label} can’t be deleted, as it is still used by:`}</div>
            <DependentsList dependents={removal.blocked} />
          </DialogBody>
          <DialogFoot>
            <Button onClick={onClose}>Close</Button>
          </DialogFoot>
        </>
      )}
      {removal && removal.blocked.length === 0 && (
        <ConfirmContent
          danger
          action={`Delete ${kind.one}`}
          onConfirm={() => void confirm()}
          onCancel={onClose}
          busy={busy}
          {...(problem && { error: problem.message })}
        >
          {`You are about to delete ${record.label}.`}
          {removal.taken.length > 0 && ' This is deleted with it:'}
          <DependentsList dependents={removal.taken} />
        </ConfirmContent>
      )}
    </Dialog>
  )
}

function DependentsList({ dependents }: { dependents: Dependents }) {
  if (dependents.length === 0) return null
  return (
    <ul>
      {dependents.map(({ words, count, names }) => (
        <li key={words}>
          {`${words}: ${count}`}
          {names.length > 0 && ` (${names.join(', ')}${count > names.length ? ' and others' : ''})`}
        </li>
      ))}
    </ul>
  )
}
