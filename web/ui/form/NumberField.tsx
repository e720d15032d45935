import InputAdornment from '@mui/material/InputAdornment'
import { type FocusEvent, useLayoutEffect, useRef, useState } from 'react'
import { stripThousands } from '../../../shared/format/number.ts'
import { withThousands } from '../../../shared/format/thousands.ts'
import { useField } from './formContext.ts'
import { FieldInput, type FieldProps } from './TextField.tsx'

interface NumberFieldProps extends FieldProps {
  /** After the value, such as kW. */
  unit?: string
  /** Before the value, such as $. */
  prefix?: string
  /** Shows no commas between thousands, as years have none. */
  plain?: boolean
  /** Said of what is no number (PFORM-18). */
  invalid?: string
  /** Takes the place of what is no number when the field is left, instead of a refusal. */
  fallback?: string
}

const PLAIN = /^-?(\d+\.?\d*|\.\d+)$/
/** A comma that can't part thousands: before one or two last digits, or after a point. */
const DECIMAL_COMMA = /,\d{1,2}$|\..*,/

/**
 * A typed figure without its thousands (FMT-23); what is none stays as it is, and so does one with a decimal comma, for
 * without it would be another figure.
 */
function figureOf(text: string): string {
  const figure = stripThousands(text)
  return PLAIN.test(figure) && !DECIMAL_COMMA.test(text.trim()) ? figure : text.trim()
}

/** What is wrong with a figure, or a text in its place. */
export function numberProblem(text: string, invalid = 'Please enter a number.'): string | undefined {
  if (PLAIN.test(text)) return undefined
  return DECIMAL_COMMA.test(text) && /^-?[\d.,\s]+$/.test(text)
    ? 'Please write decimals with a point, as in 1.5.'
    : invalid
}

/** The figure that a value of a number field stands for; null for an empty one. */
export const numberIn = (value: string): number | null => (PLAIN.test(value) ? Number(value) : null)

/**
 * A figure that may be typed with blanks and commas: the form's value is the text without them (FMT-23), '' while it is
 * empty, and the text itself where it is no number, which is then refused. At rest the field shows it with comma
 * thousands (FMT-31).
 */
export function NumberField({ unit, prefix, plain, invalid, fallback, ...props }: NumberFieldProps) {
  const { field, fieldState } = useField(props.name, props.rules, (text) =>
    fallback === undefined ? numberProblem(text, invalid) : undefined,
  )
  const [typed, setTyped] = useState<string | null>(null)
  const toSelect = useRef<HTMLInputElement>(null)
  const value = String(field.value ?? '')
  const enter = ({ target }: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    if (props.readOnly) return
    const { selectionStart, selectionEnd } = target
    const isWhole = selectionStart === 0 && selectionEnd === target.value.length
    toSelect.current = isWhole && target instanceof HTMLInputElement ? target : null
    // Commas of the display would be in the way of a digit more or less.
    setTyped(value)
  }
  // Tab has selected the figure with its commas; another text takes that selection away (FMT-23).
  useLayoutEffect(() => {
    if (typed !== null) toSelect.current?.select()
    toSelect.current = null
  }, [typed])
  return (
    <FieldInput
      {...props}
      inputMode="decimal"
      autoComplete={props.autoComplete ?? 'off'}
      maxLength={40}
      value={typed ?? (plain ? value : withThousands(value))}
      onFocus={enter}
      onChange={(event) => {
        setTyped(event.target.value)
        field.onChange(figureOf(event.target.value))
      }}
      onBlur={() => {
        setTyped(null)
        if (fallback !== undefined && numberIn(value) === null) field.onChange(fallback)
        field.onBlur()
      }}
      inputRef={field.ref}
      error={fieldState.error?.message}
      startAdornment={prefix && <InputAdornment position="start">{prefix}</InputAdornment>}
      endAdornment={unit && <InputAdornment position="end">{unit}</InputAdornment>}
      sx={RIGHT}
    />
  )
}

const RIGHT = { '& .MuiInputBase-input': { textAlign: 'right' } } as const
