import {
  type FormEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type FieldPath, type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form'
import { Alert } from '../feedback/Alert.tsx'
import { styled } from '../theme/styled.tsx'
import { UnsavedPart } from '../unsaved/UnsavedPart.tsx'
import type { FormConflict } from './conflict/useConflict.tsx'
import { FormContext, type FormSize } from './formContext.ts'
import { type FormProblem, sortedProblem, useFailures } from './problem.ts'

export interface FormProps<Values extends FieldValues> {
  /** From react-hook-form's `useForm`. */
  form: UseFormReturn<Values>
  /**
   * Sends the values. What it returns is shown at the fields, or above them (FMT-24); so is what it throws, which is
   * also logged.
   */
  onSubmit: (values: Values) => Promise<FormProblem | undefined> | FormProblem | undefined
  /** Keeps the submit buttons disabled from submitting on, also after success (FMT-22). */
  disableAfterSubmit?: boolean
  /**
   * What is typed here has no worth of its own, such as a code or a password: it may be left unasked. Anything else is
   * unsaved work until it is sent, and so is all but what is typed at the front door.
   */
  disposable?: boolean
  size?: FormSize
  /** From `useConflict`, where others may save the same record: nothing is sent until what both changed is chosen. */
  conflict?: FormConflict
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

/** The one form: validates, sends once, and says what went wrong at the field that it went wrong with. */
export function Form<Values extends FieldValues>({
  form,
  onSubmit,
  disableAfterSubmit,
  size = 'normal',
  disposable = size === 'front',
  conflict,
  label,
  children,
}: FormProps<Values>) {
  const errorId = useId()
  const failures = useFailures()
  const [busy, setBusy] = useState(false)
  const [general, setGeneral] = useState('')
  // Before `busy` shows, a second press of Enter would send again.
  const sending = useRef(false)
  const running = useRef<Promise<void>>(undefined)
  // Before it is rendered again, the form still holds for changed what has just been saved.
  const isSaved = useRef(false)
  const isChanged = form.formState.isDirty && !disposable
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed from now on is unsaved again
  useEffect(() => {
    isSaved.current = false
  }, [isChanged])
  const { fields, enter } = useFields()
  const refused = useRef<readonly string[]>([])

  const show = (problem: FormProblem) => {
    const sorted = sortedProblem(problem, (name) => fields.has(name))
    for (const [name, message] of sorted.fields) {
      form.setError(name as FieldPath<Values>, { type: 'server', message })
    }
    refused.current = sorted.fields.map(([name]) => name)
    const [first] = refused.current
    if (first !== undefined) form.setFocus(first as FieldPath<Values>)
    setGeneral(sorted.general)
  }
  const send = async (values: Values) => {
    setBusy(true)
    let problem: FormProblem | undefined
    const sent = structuredClone(form.getValues())
    const defaults = form.control._defaultValues
    try {
      problem = conflict?.refusal() ?? (await onSubmit(values))
    } catch (error) {
      failures.log(error)
      problem = failures.problemOf(error)
    }
    const done = problem === undefined && disableAfterSubmit === true
    if (!done) setBusy(false)
    if (problem !== undefined) show(problem)
    else conflict?.clear()
    if (problem === undefined && !disposable) {
      const isAnew = form.control._defaultValues !== defaults
      // What was typed meanwhile is unsaved; a form that was filled anew, such as with what the server made of it, is not.
      if (!isAnew) form.resetDefaultValues(sent)
      isSaved.current = isAnew || JSON.stringify(form.getValues()) === JSON.stringify(sent)
    }
    return done
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // A form in a dialog of this one bubbles here through React.
    if (event.target !== event.currentTarget || sending.current) return
    sending.current = true
    let done = false
    // What the server said of the last values says nothing of these.
    for (const name of refused.current) form.clearErrors(name as FieldPath<Values>)
    refused.current = []
    setGeneral('')
    running.current = form.handleSubmit(async (values) => {
      done = await send(values)
    })(event)
    try {
      await running.current
    } finally {
      running.current = undefined
      sending.current = done
    }
  }
  const state = useMemo(
    () => ({ size, submitDisabled: busy, isUnsaved: isChanged, enter }),
    [size, busy, isChanged, enter],
  )
  return (
    <FormProvider {...form}>
      <FormContext value={state}>
        <Root
          data-front={size === 'front' ? '' : undefined}
          noValidate
          aria-label={label}
          aria-describedby={general ? errorId : undefined}
          onSubmit={submit}
        >
          {general !== '' && (
            <div id={errorId} data-problem="">
              <Alert tone="danger">{general}</Alert>
            </div>
          )}
          {conflict?.panel && !conflict.isPlaced && <div data-conflict="">{conflict.panel}</div>}
          {disposable ? (
            children
          ) : (
            <UnsavedPart unsaved={() => isChanged && !isSaved.current} settle={() => running.current}>
              {children}
            </UnsavedPart>
          )}
        </Root>
      </FormContext>
    </FormProvider>
  )
}

/** The paths of the fields that a form has at this moment. */
function useFields() {
  const [counts] = useState(() => new Map<string, number>())
  const enter = useCallback(
    (name: string) => {
      counts.set(name, (counts.get(name) ?? 0) + 1)
      return () => {
        const left = (counts.get(name) ?? 1) - 1
        if (left > 0) counts.set(name, left)
        else counts.delete(name)
      }
    },
    [counts],
  )
  return { fields: counts, enter }
}
