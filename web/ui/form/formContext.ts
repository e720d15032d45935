import { createContext, useContext } from 'react'

/** 40 px fields on the front door, 36 px elsewhere. */
export type FormSize = 'normal' | 'front'

interface FormState {
  size: FormSize
  /** From submitting on; with `disableAfterSubmit` also after success (FMT-22). */
  submitDisabled: boolean
}

export const FormContext = createContext<FormState>({ size: 'normal', submitDisabled: false })

export function useFormState(): FormState {
  return useContext(FormContext)
}
