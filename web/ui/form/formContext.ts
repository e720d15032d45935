import { createContext, useContext, useEffect } from 'react'
import { type UseControllerReturn, useController } from 'react-hook-form'
import type { FieldRules } from './FieldFrame.tsx'

/** 40 px fields on the front door, 36 px elsewhere. */
export type FormSize = 'normal' | 'front'

interface FormState {
  size: FormSize
  /** From submitting on; with `disableAfterSubmit` also after success (FMT-22). */
  submitDisabled: boolean
  /** Tells the form of a field that it has, until the answer is called. */
  enter: (name: string) => () => void
}

export const FormContext = createContext<FormState>({
  size: 'normal',
  submitDisabled: false,
  enter: () => () => undefined,
})

export function useFormState(): FormState {
  return useContext(FormContext)
}

/** A field of the form by its path: every field of the kit holds its value by this. */
export function useField(name: string, rules: FieldRules | undefined): UseControllerReturn {
  const { enter } = useFormState()
  useEffect(() => enter(name), [enter, name])
  return useController({ name, rules })
}
