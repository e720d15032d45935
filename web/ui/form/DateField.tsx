import IconButton from '@mui/material/IconButton'
import { IconCalendar } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { dayOf } from '../../../shared/format/day.ts'
import { formatDate } from '../../../shared/format/time.ts'
import { lazily, useOpened } from '../navigation/lazily.tsx'
import { useField } from './formContext.ts'
import { FieldInput, type FieldProps } from './TextField.tsx'

const DayPicker = lazily(async () => (await import('./DayPicker.tsx')).DayPicker)

interface DateFieldProps extends FieldProps {
  /** The first day that may be entered, as YYYY-MM-DD. */
  min?: string
  /** The last one. */
  max?: string
  /** Said of a text that is no date (PFORM-15). */
  invalid?: string
}

/** What is wrong with a day, or a text in its place. */
export function dayProblem(
  text: string,
  { min, max, invalid = 'Please enter a valid date.' }: Pick<DateFieldProps, 'min' | 'max' | 'invalid'>,
): string | undefined {
  const day = dayOf(text)
  if (day === null) return invalid
  if (min !== undefined && day < min) return `Please enter ${formatDate(min)} or a later date.`
  if (max !== undefined && day > max) return `Please enter ${formatDate(max)} or an earlier date.`
  return undefined
}

/**
 * A day, typed as MM/DD/YYYY or picked; the form's value is YYYY-MM-DD (PFORM-16), '' while it is empty, and the text
 * itself where it names no day, which is then refused.
 */
export function DateField({ min, max, invalid, ...props }: DateFieldProps) {
  const limits = { ...(min && { min }), ...(max && { max }), ...(invalid && { invalid }) }
  const { field, fieldState } = useField(props.name, props.rules, (text) => dayProblem(text, limits))
  const [typed, setTyped] = useState<string | null>(null)
  const [anchor, setAnchor] = useState<Element | null>(null)
  const opened = useOpened(anchor !== null)
  const input = useRef<HTMLInputElement>(null)
  const isPicked = useRef(false)
  const value = String(field.value ?? '')
  const isFree = !props.disabled && !props.readOnly
  const shown = typed ?? (dayOf(value) === null ? value : formatDate(value))
  return (
    <>
      <FieldInput
        {...props}
        placeholder={props.placeholder ?? 'MM/DD/YYYY'}
        autoComplete={props.autoComplete ?? 'off'}
        maxLength={30}
        value={shown}
        onChange={({ target }) => {
          setTyped(target.value)
          field.onChange(dayOf(target.value) ?? target.value.trim())
        }}
        onBlur={() => {
          setTyped(null)
          field.onBlur()
        }}
        inputRef={(element: HTMLInputElement | null) => {
          input.current = element
          field.ref(element)
        }}
        error={fieldState.error?.message}
        endAdornment={
          isFree && (
            <IconButton
              size="small"
              aria-label={`Choose ${props.label}`}
              aria-haspopup="dialog"
              aria-expanded={anchor !== null}
              onPointerEnter={() => void DayPicker.load()}
              onClick={(event) => setAnchor(event.currentTarget)}
              sx={{ mr: '-6px' }}
            >
              <IconCalendar />
            </IconButton>
          )
        }
      />
      {opened && (
        <DayPicker
          anchor={anchor}
          label={props.label}
          value={dayOf(value)}
          min={min}
          max={max}
          onClose={() => setAnchor(null)}
          onPick={(day) => {
            setAnchor(null)
            setTyped(null)
            field.onChange(day)
            isPicked.current = true
          }}
          onClosed={() => {
            if (isPicked.current) input.current?.focus()
            isPicked.current = false
          }}
        />
      )}
    </>
  )
}
