import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput'
import { type HTMLInputTypeAttribute, type ReactNode, useId } from 'react'
import { describedBy, FieldFrame, type FieldRules } from './FieldFrame.tsx'
import { useField, useFormState } from './formContext.ts'

export interface FieldProps {
  /** Path of the value in the form. */
  name: string
  label: string
  helper?: ReactNode
  rules?: FieldRules
  placeholder?: string
  autoComplete?: string
  autoFocus?: boolean
  disabled?: boolean
}

export interface TextFieldProps extends FieldProps {
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

export interface TextAreaProps extends FieldProps {
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

export interface FieldInputProps
  extends Omit<TextFieldProps, 'rules'>,
    Pick<
      OutlinedInputProps,
      | 'value'
      | 'onChange'
      | 'onBlur'
      | 'onFocus'
      | 'inputRef'
      | 'startAdornment'
      | 'endAdornment'
      | 'multiline'
      | 'minRows'
      | 'maxRows'
    > {
  error?: string
}

const FRONT = { minHeight: 40, fontSize: { base: 16, md: 14 } }

/** The input in its frame, whatever holds its value. */
export function FieldInput(props: FieldInputProps) {
  const id = useId()
  const { size } = useFormState()
  const { label, helper, error, inputMode, ...input } = props
  return (
    <FieldFrame {...{ id, label, helper, error }}>
      <OutlinedInput
        {...input}
        id={id}
        fullWidth
        error={Boolean(error)}
        sx={size === 'front' ? FRONT : undefined}
        inputProps={{
          inputMode,
          'aria-invalid': error ? true : undefined,
          'aria-describedby': describedBy(id, helper, error),
        }}
      />
    </FieldFrame>
  )
}
