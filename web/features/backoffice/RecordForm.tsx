import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { Link as RouterLink } from 'react-router'
import { problemOf } from '../../graphql/errors.ts'
import { useAction } from '../../graphql/useAction.ts'
import { Form, type FormProblem, Panel, SubmitButton, useToast } from '../../ui/index.ts'
import { type Kind, listOf, type OfficeRecord, useOffice } from './kinds.ts'
import { BackOfficeChangeDocument, BackOfficeCreateDocument } from './operations.generated.ts'
import { RecordFields } from './RecordFields.tsx'
import { savedMeanwhile, type Values, valuesOf } from './savedMeanwhile.ts'
import { inputOf } from './values.tsx'

const Sheet = styled(Panel)(({ theme }) => ({
  padding: 20,
  minWidth: 0,
  [theme.breakpoints.down('md')]: { padding: 16 },
}))

const Foot = styled('div')({ display: 'flex', justifyContent: 'flex-end', gap: 8 })

export interface RecordFormProps {
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
  // What the form was filled with: a newer state of the record is not what the person has seen.
  const seen = useRef(record)
  const { refresh } = useOffice()
  const toast = useToast()
  const creating = useAction(BackOfficeCreateDocument, { refresh })
  const changing = useAction(BackOfficeChangeDocument)

  const submit = async (values: Values): Promise<FormProblem | undefined> => {
    const given = fields.map((field) => inputOf(field, values[field.name]))
    const { payload, problem } = await send(given)
    if (problem) {
      const latest = await refetch?.().catch(() => undefined)
      return latest && problem.code === 'CONFLICT' ? meet(latest, problem) : problem
    }
    const refusal = problemOf(payload?.errors ?? [])
    if (refusal) return refusal
    const saved = payload?.record
    if (!saved) return undefined
    seen.current = saved
    form.reset(valuesOf(fields, saved))
    toast.success(`${kind.one.charAt(0).toUpperCase()}${kind.one.slice(1)} saved`)
    onSaved?.(saved)
    return undefined
  }
  /** Shows what somebody else has saved; saving once more overwrites where both changed a field. */
  const meet = (latest: OfficeRecord, problem: FormProblem): FormProblem => {
    const before = valuesOf(fields, seen.current)
    const { takenOver, theirs } = savedMeanwhile(fields, { before, mine: form.getValues(), latest })
    for (const { field, value } of takenOver) form.resetField(field.name, { defaultValue: value })
    seen.current = latest
    const names = takenOver.map(({ field }) => field.label).join(', ')
    return {
      message: `${problem.message ?? ''}${names && ` Taken over from them: ${names}.`}`,
      fields: { ...problem.fields, ...theirs },
    }
  }
  const send = async (values: ReturnType<typeof inputOf>[]) => {
    if (!record) {
      const { data, problem } = await creating.attempt({ kind: kind.name, values })
      return { payload: data?.backOfficeCreate, problem }
    }
    const { data, problem } = await changing.attempt({
      kind: kind.name,
      id: record.id,
      revision: seen.current?.revision ?? null,
      values,
    })
    return { payload: data?.backOfficeChange, problem }
  }
  return (
    <Sheet>
      <Form form={form} onSubmit={submit} label={kind.one}>
        <RecordFields fields={fields} record={record} />
        <Foot>
          <Button component={RouterLink} to={listOf(kind)}>
            Cancel
          </Button>
          <SubmitButton>Save</SubmitButton>
        </Foot>
      </Form>
    </Sheet>
  )
}
