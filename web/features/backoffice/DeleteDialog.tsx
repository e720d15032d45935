import Button from '@mui/material/Button'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { formatBytes } from '../../../shared/format/bytes.ts'
import { formatNumber } from '../../../shared/format/number.ts'
import { useAction } from '../../graphql/useAction.ts'
import { useReading } from '../../graphql/useReading.ts'
import {
  ConfirmContent,
  Dialog,
  DialogBody,
  DialogFoot,
  ErrorState,
  Form,
  type FormProblem,
  Loading,
  SkeletonLines,
  SubmitButton,
  TextField,
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

/**
 * Says what a deletion takes with it before it is confirmed, or what still holds the record (BO-03, BO-05). A kind that
 * is deleted by name asks once more then.
 */
export function DeleteDialog({ kind, record, onClose, onDeleted }: DeleteDialogProps) {
  const { refresh } = useOffice()
  const toast = useToast()
  const { data, error } = useReading(
    BackOfficeRemovalDocument,
    { kind: kind.name, id: record.id },
    { fetchPolicy: 'no-cache' },
  )
  const { attempt, busy, problem } = useAction(BackOfficeDeleteDocument, { refresh })
  const [isNaming, setNaming] = useState(false)
  const removal = data?.backOfficeRemoval
  const confirm = async (name?: string) => {
    const { data: done, problem: refusal } = await attempt({
      kind: kind.name,
      id: record.id,
      ...(name !== undefined && { name }),
    })
    if (!done) return refusal
    toast.success(`${record.label} deleted`)
    onDeleted()
    return undefined
  }
  return (
    <Dialog open onClose={onClose} title={`Delete ${kind.one}`} overline={record.label} busy={busy}>
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
      {removal && removal.blocked.length === 0 && !isNaming && (
        <ConfirmContent
          danger
          action={kind.closing === null ? `Delete ${kind.one}` : 'Continue'}
          onConfirm={() => (kind.closing === null ? void confirm() : setNaming(true))}
          onCancel={onClose}
          busy={busy}
          {...(problem && { error: problem.message })}
        >
          {`You are about to delete ${record.label}.`}
          {kind.closing !== null && ` ${kind.closing}`}
          {removal.taken.length > 0 && ' This is deleted with it:'}
          <DependentsList dependents={removal.taken} />
        </ConfirmContent>
      )}
      {isNaming && (
        <NameForm kind={kind} name={record.label} busy={busy} onConfirm={confirm} onCancel={onClose} />
      )}
    </Dialog>
  )
}

interface NameFormProps {
  kind: Kind
  name: string
  busy: boolean
  onConfirm: (name: string) => Promise<FormProblem | undefined>
  onCancel: () => void
}

/** The second question: the name of what is deleted, typed. */
function NameForm({ kind, name, busy, onConfirm, onCancel }: NameFormProps) {
  const form = useForm({ defaultValues: { name: '' } })
  return (
    <Form form={form} onSubmit={(values) => onConfirm(values.name)} disposable disableAfterSubmit>
      <DialogBody>
        <div>
          Please enter the name of the {kind.one} to delete it: <strong>{name}</strong>
        </div>
        <TextField
          name="name"
          label={`Name of the ${kind.one}`}
          autoFocus
          autoComplete="off"
          rules={{ required: 'This field is required' }}
        />
      </DialogBody>
      <DialogFoot>
        <Button onClick={onCancel} disabled={busy}>
          Cancel
        </Button>
        <SubmitButton danger>{`Delete ${kind.one}`}</SubmitButton>
      </DialogFoot>
    </Form>
  )
}

function DependentsList({ dependents }: { dependents: Dependents }) {
  if (dependents.length === 0) return null
  return (
    <ul>
      {dependents.map(({ words, count, bytes, names }) => (
        <li key={words}>
          {`${words}: ${formatNumber(count)}`}
          {bytes !== null && ` (${formatBytes(bytes)})`}
          {names.length > 0 && ` (${names.join(', ')}${count > names.length ? ' and others' : ''})`}
        </li>
      ))}
    </ul>
  )
}
