import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput'
import { type HTMLInputTypeAttribute, useId } from 'react'
import { FieldFrame, type FieldRules, type FieldWords, fieldAria } from './FieldFrame.tsx'
import { useField, useFormState } from './formContext.ts'

export interface FieldProps extends Omit<FieldWords, 'error'> {
  /** Path of the value in the form. */
  name: string
  rules?: FieldRules
  placeholder?: string
  autoComplete?: string
  autoFocus?: boolean
  disabled?: boolean
  /** Shown, and sent with the form, but not to be changed. */
  readOnly?: boolean
}

interface TextFieldProps extends FieldProps {
  type?: HTMLInputTypeAttribute
  inputMode?: 'text' | 'email' | 'tel' | 'numeric' | 'decimal' | 'url'
}

/** A field of the form: label above, helper or error below. */
export function TextField(props: TextFieldProps) {
  const { field, fieldState } = useField(props.name, props.rules)
  return (
    <FieldInput
      {...props}
      value={field.value ?? ''}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={fieldState.error?.message}
    />
  )
}

interface TextAreaProps extends FieldProps {
  /** Lines that show before it grows, up to 16. */
  lines?: number
}

/** A field of several lines, which grows with what is typed. */
export function TextArea({ lines = 4, ...props }: TextAreaProps) {
  const { field, fieldState } = useField(props.name, props.rules)
  return (
    <FieldInput
      {...props}
      multiline
      minRows={lines}
      maxRows={16}
      value={field.value ?? ''}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={fieldState.error?.message}
    />
  )
}

interface FieldInputProps
  extends Omit<TextFieldProps, 'rules'>,
    Pick<
      OutlinedInputProps,
      | 'value'
      | 'onChange'
      | 'onBlur'
      | 'onFocus'
      | 'onKeyDown'
      | 'onPaste'
      | 'inputRef'
      | 'startAdornment'
      | 'endAdornment'
      | 'multiline'
      | 'minRows'
      | 'maxRows'
      | 'sx'
    > {
  error?: string | undefined
  /** Characters that may be typed. */
  maxLength?: number
}

const FRONT = { minHeight: 40, fontSize: { base: 16, md: 14 } }

/** The outline of a field with a warning: an error goes before it. */
const WARNED = {
  '&:not(.Mui-focused) .MuiOutlinedInput-notchedOutline': { borderColor: 'warning.main' },
} as const

/** What an input looks like beside the theme: taller on the front door, outlined where it has a warning. */
export function useInputStyle({ error, warning }: Pick<FieldWords, 'error' | 'warning'>) {
  const { size } = useFormState()
  return { ...(size === 'front' && FRONT), ...(warning && !error && WARNED) }
}

/** The input in its frame, whatever holds its value. */
export function FieldInput({ sx, ...props }: FieldInputProps) {
  const id = useId()
  const style = useInputStyle(props)
  const { label, helper, error, warning, required, optional, inputMode, maxLength, ...input } = props
  const words = { label, helper, error, warning, required, optional }
  return (
    <FieldFrame id={id} {...words}>
      <OutlinedInput
        {...input}
        id={id}
        fullWidth
        error={Boolean(error)}
        sx={{ ...style, ...(sx as object) }}
        inputProps={{ inputMode, maxLength, ...fieldAria(id, words) }}
      />
    </FieldFrame>
  )
}
