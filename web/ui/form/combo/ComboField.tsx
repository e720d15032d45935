import { useId, useRef } from 'react'
import { FieldFrame } from '../FieldFrame.tsx'
import { useField } from '../formContext.ts'
import type { FieldProps } from '../TextField.tsx'
import { ComboBox, type ComboSource } from './ComboBox.tsx'
import type { ComboOption } from './useComboOptions.ts'

export interface ComboFieldProps extends Omit<FieldProps, 'autoComplete'>, ComboSource {
  /** The form's value is then an array of values, in the order of choosing. */
  multiple?: boolean
  /** Options behind the values that the form begins with, where `search` would have to find their labels first. */
  known?: readonly ComboOption[]
  /** Said where nothing matches. */
  empty?: string
}

/**
 * A choice out of many, found by typing; the form's value is the option's `value` ('' while there is none), or with
 * `multiple` an array of them. Options are here, or the server finds them (`search`).
 */
export function ComboField({ name, rules, options, search, multiple, known, ...props }: ComboFieldProps) {
  const { field, fieldState } = useField(name, rules)
  const id = useId()
  const error = fieldState.error?.message
  const seen = useRef(new Map<string, ComboOption>())
  for (const option of [...(known ?? []), ...(options ?? [])]) seen.current.set(option.value, option)
  const values: readonly string[] = Array.isArray(field.value)
    ? field.value
    : field.value
      ? [field.value]
      : []
  const chosen = values.map((value) => seen.current.get(value) ?? { value, label: value })
  return (
    <FieldFrame id={id} {...props} error={error}>
      <ComboBox
        {...props}
        {...(search ? { search } : { options: options ?? [] })}
        id={id}
        error={error}
        multiple={multiple ?? false}
        value={chosen}
        onChange={(next) => {
          for (const option of next) seen.current.set(option.value, option)
          field.onChange(multiple ? next.map(({ value }) => value) : (next[0]?.value ?? ''))
        }}
        onBlur={field.onBlur}
        inputRef={field.ref}
      />
    </FieldFrame>
  )
}
