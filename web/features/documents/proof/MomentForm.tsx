import Button from '@mui/material/Button'
import { useForm } from 'react-hook-form'
import { momentOfField } from '../../../../shared/format/time.ts'
import { ComboField, Form, type FormProblem, SubmitButton, TextField } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { momentIn, zones } from '../staging/moments.ts'

export const Fields = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  gap: 8,
  '& > div:nth-of-type(1), &[data-two] > div:nth-of-type(2)': { width: 220 },
  '& > div:nth-of-type(2), &[data-two] > div:nth-of-type(3)': { width: 240 },
  // Beside the fields, whose labels stand above them.
  '& > button': { marginTop: 28 },
  [theme.breakpoints.down('md')]: {
    '& > div:nth-of-type(n), &[data-two] > div:nth-of-type(n)': { width: '100%' },
    '& > button': { marginTop: 0 },
  },
}))

const ZONES = zones()
export const OPTIONS = ZONES.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))
export const OWN = ZONES[0] ?? 'UTC'
const NONE: FormProblem = {
  message: 'Please enter a day and a time.',
  fields: { moment: 'Please enter a day and a time.' },
}

interface MomentFormProps {
  /** The moment that is shown; null for now. */
  at: string | null
  onChoose: (at: string | null) => void
}

/** The moment that a page of proof is about: a day, a time and its zone, or now. */
export function MomentForm({ at, onChoose }: MomentFormProps) {
  const form = useForm({ defaultValues: { moment: momentOfField(at ?? new Date()), zone: OWN } })
  const submit = async ({ moment, zone }: { moment: string; zone: string }) => {
    const chosen = momentIn(zone, moment)
    if (chosen === null) return NONE
    onChoose(chosen)
    return undefined
  }
  return (
    <Form form={form} onSubmit={submit} label="Moment" disposable>
      <Fields>
        <TextField name="moment" label="Day and time" type="datetime-local" autoComplete="off" />
        <ComboField name="zone" label="Time zone" options={OPTIONS} />
        <SubmitButton>Show</SubmitButton>
        <Button
          variant="outlined"
          disabled={at === null}
          onClick={() => {
            form.reset({ moment: momentOfField(new Date()), zone: OWN })
            onChoose(null)
          }}
        >
          Now
        </Button>
      </Fields>
    </Form>
  )
}
