import Button from '@mui/material/Button'
import { useForm } from 'react-hook-form'
import { OVERVIEW_LIMITS } from '../../../shared/overviewRules.ts'
import { useAction } from '../../graphql/useAction.ts'
import { logOnly } from '../../telemetry/index.ts'
import { Dialog, DialogBody, DialogFoot, Form, SubmitButton, TextField } from '../../ui/index.ts'
import { type OverviewEntity, subjectOf } from './entity.ts'
import { CreateSubpageDocument } from './operations.generated.ts'

export interface NewPageDialogProps {
  entity: OverviewEntity
  onClose: () => void
  onCreated: (page: { slug: string }) => Promise<unknown>
}

const MAX = OVERVIEW_LIMITS.title

/** Adds a page by its title; an empty one does nothing (SUBP-20). */
export function NewPageDialog({ entity, onClose, onCreated }: NewPageDialogProps) {
  const form = useForm({ defaultValues: { title: '' } })
  const create = useAction(CreateSubpageDocument)
  return (
    <Dialog open onClose={onClose} title="Add New Page" busy={create.busy}>
      <Form
        form={form}
        onSubmit={async ({ title }) => {
          if (title.trim() === '') return undefined
          const { data, problem } = await create.attempt({ ...subjectOf(entity), title: title.trim() })
          if (data) await onCreated(data.createSubpage.subpage)
          else if (problem?.code === 'BAD_USER_INPUT' || problem?.code === 'CONFLICT') return problem
          // SUBP-24
          else if (problem) logOnly(new Error('The page could not be created.', { cause: problem }))
          return undefined
        }}
      >
        <DialogBody>
          <TextField
            name="title"
            label="Title"
            autoFocus
            rules={{ maxLength: { value: MAX, message: `Title must be at most ${MAX} characters` } }}
          />
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton>Add page</SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
