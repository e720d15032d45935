import { createContext, useContext, useEffect } from 'react'
import { type UseControllerReturn, useController } from 'react-hook-form'
import type { FieldRules } from './FieldFrame.tsx'

/** 40 px fields on the front door, 36 px elsewhere. */
export type FormSize = 'normal' | 'front'

interface FormState {
  size: FormSize
  /** From submitting on; with `disableAfterSubmit` also after success (FMT-22). */
  submitDisabled: boolean
  /** Whether it holds what the server doesn't have. */
  isUnsaved: boolean
  /** Tells the form of a field that it has, until the answer is called. */
  enter: (name: string) => () => void
}

export const FormContext = createContext<FormState>({
  size: 'normal',
  submitDisabled: false,
  isUnsaved: false,
  enter: () => () => undefined,
})

export function useFormState(): FormState {
  return useContext(FormContext)
}

/** Tells the form that it has a field of this path, while it is shown. */
export function useEntered(name: string): void {
  const { enter } = useFormState()
  useEffect(() => enter(name), [enter, name])
}

/** What a kind of field itself asks of a value: the sentence of what is wrong, if something is. */
export type Check = (value: string) => string | undefined

/**
 * A field of the form by its path: every field of the kit holds its value by this.
 * @param check what the kind of field asks of a value that is not empty, before the rules' own `validate`
 */
export function useField(name: string, rules: FieldRules | undefined, check?: Check): UseControllerReturn {
  useEntered(name)
  return useController({ name, rules: check ? withCheck(rules, check) : rules })
}

function withCheck(rules: FieldRules | undefined, check: Check): FieldRules {
  const own = rules?.validate
  const kind = (value: unknown) =>
    value === null || value === undefined || value === '' ? true : (check(String(value)) ?? true)
  return { ...rules, validate: { kind, ...(typeof own === 'function' ? { own } : own) } }
}
