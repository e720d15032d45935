import { useForm } from 'react-hook-form'
import { labelProblem } from '../../../../shared/labels.ts'
import { useAction } from '../../../graphql/useAction.ts'
import {
  Actions,
  CancelButton,
  Form,
  type FormProblem,
  SubmitButton,
  TextField,
  VisuallyHidden,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { usePlace } from '../place/place.ts'
import { CreateDocumentLabelDocument, type DocumentLabelsQuery } from './operations.generated.ts'

/** A label of the organisation. */
export type Label = DocumentLabelsQuery['documentLabels'][number]

/** What a new label may be coloured with, told apart also where colours are weak. */
const COLOURS: readonly { name: string; value: string }[] = [
  { name: 'Green', value: '#1f8a4c' },
  { name: 'Amber', value: '#e0a100' },
  { name: 'Red', value: '#c0392b' },
  { name: 'Violet', value: '#6b4fb3' },
  { name: 'Blue', value: '#22629f' },
  { name: 'Teal', value: '#0a6074' },
  { name: 'Pink', value: '#b0506b' },
  { name: 'Grey', value: '#66757f' },
]

const Swatches = styled('fieldset')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 4,
  margin: 0,
  padding: 0,
  border: 0,
  '& > legend': { padding: 0, marginBottom: 6, fontWeight: 500 },
  '& > label': {
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: 32,
    height: 32,
    borderRadius: 6,
    cursor: 'pointer',
  },
  '& > label > span:first-of-type': {
    width: 20,
    height: 20,
    borderRadius: '50%',
    boxShadow: `0 0 0 1px ${theme.vars.palette.lineStrong}`,
  },
  '& input': { position: 'absolute', inset: 0, margin: 0, opacity: 0, cursor: 'inherit' },
  '& > label:has(:checked)': { boxShadow: `inset 0 0 0 2px ${theme.vars.palette.primary.main}` },
  '& > label:has(:focus-visible)': {
    outline: `2px solid ${theme.vars.palette.primary.main}`,
    outlineOffset: 2,
  },
}))

interface NewLabelProps {
  onCreated: (label: Label) => void
  onCancel: () => void
}

/** Creates a label of the organisation, where that is allowed (PERM-16). */
export function NewLabel({ onCreated, onCancel }: NewLabelProps) {
  const { tree } = usePlace()
  const { attempt } = useAction(CreateDocumentLabelDocument)
  const form = useForm({ defaultValues: { label: '', colour: COLOURS[0]?.value ?? '' } })

  const submit = async (values: { label: string; colour: string }): Promise<FormProblem | undefined> => {
    const { data, refusal } = await attempt({
      orgSlug: tree.org.slug,
      label: values.label.trim(),
      colour: values.colour,
    })
    const label = data?.createDocumentLabel.documentLabel
    if (label && !refusal) onCreated(label)
    return refusal
  }
  return (
    <Form form={form} onSubmit={submit} label="New label">
      <TextField
        name="label"
        label="New label"
        autoFocus
        autoComplete="off"
        rules={{ validate: (text: string) => labelProblem(text.trim()) ?? true }}
      />
      <Swatches>
        <legend>Colour</legend>
        {COLOURS.map(({ name, value }) => (
          <label key={value} title={name}>
            <input type="radio" value={value} {...form.register('colour')} />
            <span style={{ backgroundColor: value }} />
            <VisuallyHidden>{name}</VisuallyHidden>
          </label>
        ))}
      </Swatches>
      <Actions>
        <SubmitButton>Create label</SubmitButton>
        <CancelButton onClose={onCancel} />
      </Actions>
    </Form>
  )
}
