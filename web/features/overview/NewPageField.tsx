import { useForm } from 'react-hook-form'
import { OVERVIEW_LIMITS } from '../../../shared/overviewRules.ts'
import { useAction } from '../../graphql/useAction.ts'
import { logOnly } from '../../telemetry/index.ts'
import { Actions, CancelButton, Form, SubmitButton, TextField } from '../../ui/index.ts'
import { styled } from '../../ui/theme/styled.tsx'
import { type OverviewEntity, subjectOf } from './entity.ts'
import { CreateSubpageDocument } from './operations.generated.ts'

const Place = styled('div')({ width: '100%', maxWidth: 320, padding: '6px 12px', textAlign: 'left' })
const Below = styled(Actions)({ marginTop: 8 })

const MAX = OVERVIEW_LIMITS.title

interface NewPageFieldProps {
  entity: OverviewEntity
  onClose: () => void
  onCreated: (page: { slug: string }) => Promise<unknown>
}

/** In the place of Add New Page: Enter adds a page by its title, Escape leaves, an empty title does nothing (SUBP-20). */
export function NewPageField({ entity, onClose, onCreated }: NewPageFieldProps) {
  const form = useForm({ defaultValues: { title: '' } })
  const create = useAction(CreateSubpageDocument)
  return (
    <Place
      onKeyDown={({ key }) => {
        if (key === 'Escape' && !create.busy) onClose()
      }}
    >
      <Form
        form={form}
        label="New page"
        onSubmit={async ({ title }) => {
          if (title.trim() === '') return undefined
          const { data, problem } = await create.attempt({ ...subjectOf(entity), title: title.trim() })
          if (data) await onCreated(data.createSubpage.subpage)
          else if (problem?.code === 'BAD_USER_INPUT' || problem?.code === 'CONFLICT') return problem
          // SUBP-24: nothing is said of it, and the title stays.
          else if (problem) {
            logOnly(new Error('The page could not be created.', { cause: problem }))
            return {}
          }
          return undefined
        }}
      >
        <TextField
          name="title"
          label="Title"
          autoFocus
          rules={{ maxLength: { value: MAX, message: `Title must be at most ${MAX} characters` } }}
        />
        <Below>
          <SubmitButton>Add page</SubmitButton>
          <CancelButton onClose={onClose} />
        </Below>
      </Form>
    </Place>
  )
}
