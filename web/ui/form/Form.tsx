import { styled } from '@mui/material/styles'
import { type ReactNode, useId, useState } from 'react'
import { type FieldPath, type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form'
import { trimQuotes } from '../../../shared/format/quotes.ts'
import { Alert } from '../Alert.tsx'
import { FormContext, type FormSize } from './formContext.ts'

/** Why a submit failed: a message per field, and one for the whole form. Server quotes may stay on. */
export interface FormProblem {
  fields?: Record<string, string>
  message?: string
}

export interface FormProps<Values extends FieldValues> {
  /** From react-hook-form's `useForm`. */
  form: UseFormReturn<Values>
  /** Sends the values. What it returns is shown at the fields, or above them (FMT-24). */
  onSubmit: (values: Values) => Promise<FormProblem | undefined> | FormProblem | undefined
  /** Keeps the submit buttons disabled from submitting on, also after success (FMT-22). */
  disableAfterSubmit?: boolean
  size?: FormSize
  /** Accessible name, where no heading gives one. */
  label?: string
  children: ReactNode
}

const Root = styled('form')({
  display: 'flex',
  flexDirection: 'column',
  gap: 18,
  minHeight: 0,
  '&[data-front]': { gap: 20 },
})

/** Puts a failed submit's messages where they belong, without the server's quotes (FMT-24). */
function showProblem<Values extends FieldValues>(form: UseFormReturn<Values>, problem: FormProblem) {
  const fields = Object.entries(problem.fields ?? {})
  for (const [name, message] of fields) {
    form.setError(name as FieldPath<Values>, { type: 'server', message: trimQuotes(message) })
  }
  const first = fields[0]?.[0]
  if (first !== undefined) form.setFocus(first as FieldPath<Values>)
  if (problem.message !== undefined) {
    form.setError('root.server', { type: 'server', message: trimQuotes(problem.message) })
  }
}

/** The one form: validates, sends, and says what went wrong at the field that it went wrong with. */
export function Form<Values extends FieldValues>({
  form,
  onSubmit,
  disableAfterSubmit,
  size = 'normal',
  label,
  children,
}: FormProps<Values>) {
  const errorId = useId()
  const [busy, setBusy] = useState(false)
  const submit = form.handleSubmit(async (values) => {
    setBusy(true)
    let problem: FormProblem | undefined
    let sent = false
    try {
      problem = await onSubmit(values)
      sent = problem === undefined
    } finally {
      if (!(sent && disableAfterSubmit)) setBusy(false)
    }
    if (problem !== undefined) showProblem(form, problem)
  })
  const failure = form.formState.errors.root?.server?.message
  return (
    <FormProvider {...form}>
      <FormContext value={{ size, submitDisabled: busy }}>
        <Root
          data-front={size === 'front' ? '' : undefined}
          noValidate
          aria-label={label}
          aria-describedby={failure ? errorId : undefined}
          onSubmit={submit}
        >
          {typeof failure === 'string' && (
            <div id={errorId}>
              <Alert tone="danger">{failure}</Alert>
            </div>
          )}
          {children}
        </Root>
      </FormContext>
    </FormProvider>
  )
}
