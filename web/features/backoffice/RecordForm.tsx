import Button from '@mui/material/Button'
import { useEffect, useEffectEvent } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { Link as RouterLink } from 'react-router'
import { fittingSlug } from '../../../shared/slugs.ts'
import { problemOf } from '../../graphql/errors.ts'
import { useAction } from '../../graphql/useAction.ts'
import {
  Form,
  FormFoot,
  type FormProblem,
  Panel,
  SubmitButton,
  useConflict,
  useToast,
} from '../../ui/index.ts'
import { styled } from '../../ui/theme/styled.tsx'
import { type Field, type Kind, listOf, type OfficeRecord, useOffice } from './kinds.ts'
import { BackOfficeChangeDocument, BackOfficeCreateDocument } from './operations.generated.ts'
import { RecordFields } from './RecordFields.tsx'
import { inputOf, namesIn, type Values, valuesOf, wordsIn } from './values.tsx'

const Sheet = styled(Panel)(({ theme }) => ({
  padding: 20,
  minWidth: 0,
  [theme.breakpoints.down('md')]: { padding: 16 },
}))

/** Makes an address from the name beside it, until somebody types another. */
function useMadeFrom(form: UseFormReturn<Values>, fields: readonly Field[]) {
  const made = fields.find(({ madeFrom }) => madeFrom !== null)
  const make = useEffectEvent((values: Values, typedIn: string | undefined) => {
    if (!made?.madeFrom || typedIn !== made.madeFrom || form.getFieldState(made.name).isDirty) return
    // As what the form began with, so that it counts as typed by nobody.
    form.resetField(made.name, { defaultValue: fittingSlug(String(values[made.madeFrom] ?? ''), '') })
  })
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values, name }) => make(values, name) }),
    [form],
  )
}

interface RecordFormProps {
  kind: Kind
  /** None for a new one. */
  record?: OfficeRecord
  onSaved?: (record: OfficeRecord) => unknown
  /** Reads the record again, which others may have changed. */
  refetch?: () => Promise<OfficeRecord | undefined>
}

/** The fields of a record with Save; what was typed stays where something is wrong with it (BO-04). */
export function RecordForm({ kind, record, onSaved, refetch }: RecordFormProps) {
  const fields = kind.fields.filter((field) => !field.readOnly && (!record || !field.fixed))
  const form = useForm<Values>({ defaultValues: valuesOf(fields, record) })
  const conflict = useConflict<Values, string | null>({
    form,
    revision: record?.revision ?? null,
    fields: Object.fromEntries(
      fields.map((field) => [
        field.name,
        { label: field.label, words: (value, nameOf) => wordsIn(field, value, nameOf) },
      ]),
    ),
  })
  useMadeFrom(form, record ? [] : fields)
  const { refresh } = useOffice()
  const toast = useToast()
  const creating = useAction(BackOfficeCreateDocument, { refresh })
  const changing = useAction(BackOfficeChangeDocument)

  const submit = async (values: Values): Promise<FormProblem | undefined> => {
    const given = fields.map((field) => inputOf(field, values[field.name]))
    const { payload, problem } = await send(given)
    if (problem) {
      const latest = await refetch?.().catch(() => undefined)
      return latest && problem.conflict
        ? conflict.mergeNewer({
            revision: latest.revision,
            values: valuesOf(fields, latest),
            names: namesIn(latest),
          })
        : problem
    }
    const refusal = problemOf(payload?.errors ?? [])
    if (refusal) return refusal
    const saved = payload?.record
    if (!saved) return undefined
    conflict.saved(saved.revision)
    form.reset(valuesOf(fields, saved))
    toast.success(`${kind.one.charAt(0).toUpperCase()}${kind.one.slice(1)} saved`)
    onSaved?.(saved)
    return undefined
  }
  const send = async (values: ReturnType<typeof inputOf>[]) => {
    if (!record) {
      const { data, problem } = await creating.attempt({ kind: kind.name, values })
      return { payload: data?.backOfficeCreate, problem }
    }
    const { data, problem } = await changing.attempt({
      kind: kind.name,
      id: record.id,
      revision: conflict.revision(),
      values,
    })
    return { payload: data?.backOfficeChange, problem }
  }
  return (
    <Sheet>
      <Form form={form} conflict={conflict} onSubmit={submit} label={kind.one}>
        <RecordFields fields={fields} record={record} />
        <FormFoot>
          <Button component={RouterLink} to={listOf(kind)}>
            Cancel
          </Button>
          <SubmitButton>Save</SubmitButton>
        </FormFoot>
      </Form>
    </Sheet>
  )
}
