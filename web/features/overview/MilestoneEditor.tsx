import { useForm } from 'react-hook-form'
import { OVERVIEW_LIMITS } from '../../../shared/overviewRules.ts'
import { useAction } from '../../graphql/useAction.ts'
import {
  CancelButton,
  Form,
  FormFoot,
  SelectField,
  SubmitButton,
  TextArea,
  TextField,
  useConflict,
} from '../../ui/index.ts'
import { styled } from '../../ui/theme/styled.tsx'
import { type MilestoneTextFragment, UpdateMilestoneDocument } from './operations.generated.ts'

const Item = styled('li')(({ theme }) => ({
  margin: '8px 0',
  padding: 16,
  border: `1px solid ${theme.vars.palette.line}`,
  borderRadius: 8,
  backgroundColor: theme.vars.palette.surface,
}))
const Fields = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '160px minmax(0, 1fr) 160px',
  gap: 16,
  [theme.breakpoints.down('md')]: { gridTemplateColumns: 'minmax(0, 1fr)' },
}))

const STATUSES = [
  { value: 'ACTIVE', label: 'In progress' },
  { value: 'COMPLETE', label: 'Complete' },
] as const

const atMost = (value: number) => ({
  maxLength: { value, message: `Please use at most ${value} characters.` },
})

interface Values {
  dueDate: string
  title: string
  status: string
  body: string
}

interface MilestoneEditorProps {
  milestone: MilestoneTextFragment
  onClose: () => void
  onSaved: () => Promise<unknown>
}

/** A milestone edited in its place (TIME-05): Save keeps it, Cancel goes back to what is saved. */
export function MilestoneEditor({ milestone, onClose, onSaved }: MilestoneEditorProps) {
  const { id, dueDate, title, status, body } = milestone
  const form = useForm<Values>({ defaultValues: { dueDate, title, status, body } })
  const conflict = useConflict({
    form,
    revision: milestone.revision,
    fields: {
      dueDate: 'Due date',
      title: 'Title',
      status: { label: 'Status', words: (value) => STATUSES.find((each) => each.value === value)?.label },
      body: 'Text',
    },
  })
  const update = useAction(UpdateMilestoneDocument)
  return (
    <Item>
      <Form
        form={form}
        conflict={conflict}
        label={`Milestone ${title || 'without title'}`}
        onSubmit={async (values) => {
          const { problem } = await update.attempt({
            milestoneId: id,
            ...values,
            status: values.status === 'COMPLETE' ? 'COMPLETE' : 'ACTIVE',
            revision: conflict.revision(),
          })
          if (problem?.conflict?.of === 'milestone') {
            return conflict.mergeNewer({ ...problem.conflict, values: problem.conflict.newer })
          }
          if (problem) return problem
          await onSaved()
          return undefined
        }}
      >
        <Fields>
          <TextField name="dueDate" label="Due date" rules={atMost(OVERVIEW_LIMITS.dueDate)} />
          <TextField name="title" label="Title" rules={atMost(OVERVIEW_LIMITS.milestoneTitle)} />
          <SelectField name="status" label="Status" options={STATUSES} />
        </Fields>
        <TextArea name="body" label="Text" rules={atMost(OVERVIEW_LIMITS.milestoneBody)} />
        <FormFoot>
          <CancelButton onClose={onClose} />
          <SubmitButton>Save</SubmitButton>
        </FormFoot>
      </Form>
    </Item>
  )
}
