import InputAdornment from '@mui/material/InputAdornment'
import { useState } from 'react'
import { stripThousands } from '../../../shared/format/number.ts'
import { useField } from './formContext.ts'
import { FieldInput, type FieldProps } from './TextField.tsx'

export interface NumberFieldProps extends FieldProps {
  /** After the value, such as kW. */
  unit?: string
}

/** Digits with commas every three of the whole part; anything that is no plain number stays as it is. */
function withThousands(value: string): string {
  const parts = /^(-?)(\d+)(\.\d*)?$/.exec(value)
  if (parts === null) return value
  return `${parts[1]}${(parts[2] ?? '').replace(/\B(?=(\d{3})+$)/g, ',')}${parts[3] ?? ''}`
}

/**
 * A figure that may be typed with blanks and commas: the form's value is the text without them (FMT-23); at
 * rest the field shows it with comma thousands (FMT-31).
 */
export function NumberField({ unit, ...props }: NumberFieldProps) {
  const { field, fieldState } = useField(props.name, props.rules)
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <FieldInput
      {...props}
      inputMode="decimal"
      value={typed ?? withThousands(String(field.value ?? ''))}
      onChange={(event) => {
        setTyped(event.target.value)
        field.onChange(stripThousands(event.target.value))
      }}
      onBlur={() => {
        setTyped(null)
        field.onBlur()
      }}
      inputRef={field.ref}
      error={fieldState.error?.message}
      endAdornment={unit && <InputAdornment position="end">{unit}</InputAdornment>}
    />
  )
}
