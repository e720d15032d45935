import { codeProblem } from '../../../shared/accountRules.ts'
import { useField } from './formContext.ts'
import { FieldInput, type FieldProps } from './TextField.tsx'

/** A code from a text message or an authenticator app, with the messages of SEC-13; the browser offers to fill it in. */
export function CodeField(props: FieldProps) {
  const own = props.rules?.validate ?? ((code: string) => codeProblem(code) ?? true)
  const { field, fieldState } = useField(props.name, { ...props.rules, validate: own })
  return (
    <FieldInput
      {...props}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={20}
      value={field.value ?? ''}
      // Codes are read out, and copied, in two groups.
      onChange={(event) => field.onChange(event.target.value.replace(/\s/g, ''))}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={fieldState.error?.message}
      sx={SPACED}
    />
  )
}

const SPACED = { '& .MuiInputBase-input': { letterSpacing: '0.2em' } } as const
