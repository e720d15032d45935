import Button from '@mui/material/Button'
import { useForm } from 'react-hook-form'
import { formatCount } from '../../../../shared/format/number.ts'
import { problemOf } from '../../../graphql/errors.ts'
import { useAction } from '../../../graphql/useAction.ts'
import { Dialog, DialogBody, DialogFoot, Form, SubmitButton, TextField } from '../../../ui/index.ts'
import { isFolder, usePlace } from '../place/place.ts'
import type { BinEntry } from './binColumns.tsx'
import { DeleteForGoodDocument } from './operations.generated.ts'

const TITLE = 'Delete for good'

/** Asks for the entry's name before its contents are removed (BIN-06). */
export function DeleteForGoodDialog({
  entry,
  onClose,
  onDeleted,
}: {
  entry: BinEntry
  onClose: () => void
  onDeleted: () => Promise<unknown>
}) {
  const { tree } = usePlace()
  const remove = useAction(DeleteForGoodDocument)
  const form = useForm({ defaultValues: { name: '' } })
  const confirm = async ({ name }: { name: string }) => {
    const { data, problem } = await remove.attempt({ treeId: tree.id, documentId: entry.id, name })
    if (problem) return problem
    const refused = problemOf(data?.deleteForGood.errors ?? [])
    if (refused) return refused
    await onDeleted()
    return undefined
  }
  return (
    <Dialog open onClose={onClose} title={TITLE} busy={remove.busy}>
      <Form form={form} onSubmit={confirm} label={TITLE}>
        <DialogBody>
          <p>
            Nobody can restore {entry.name}
            {isFolder(entry) && entry.below > 0
              ? ` and the ${formatCount(entry.below, 'entry', 'entries')} in it`
              : ''}{' '}
            after this. Contents and texts are removed within an hour; the history, sizes and checksums stay.
          </p>
          <TextField
            name="name"
            label={`Type ${entry.name} to delete`}
            autoFocus
            autoComplete="off"
            rules={{
              validate: (typed: string) => typed.trim() === entry.name.trim() || `Please type ${entry.name}.`,
            }}
          />
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose} disabled={remove.busy}>
            Cancel
          </Button>
          <SubmitButton danger>{TITLE}</SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
