import OutlinedInput from '@mui/material/OutlinedInput'
import { useEffect, useId, useRef, useState } from 'react'
import { styled } from '../../theme/styled.tsx'
import { ComboBox } from '../combo/ComboBox.tsx'
import { FieldFrame, fieldAria, labelId } from '../FieldFrame.tsx'
import { useField } from '../formContext.ts'
import { type FieldProps, useInputStyle } from '../TextField.tsx'
import type { Country } from './numbers.ts'

type Numbers = typeof import('./numbers.ts')

let loading: Promise<Numbers> | undefined
function loadNumbers(): Promise<Numbers> {
  loading ??= import('./numbers.ts').catch((error) => {
    loading = undefined
    throw error
  })
  return loading
}

interface PhoneFieldProps extends FieldProps {
  /** Two letters of the country that an empty field begins with (SEC-07). */
  country?: string
}

/** What can be dialled, in any writing. */
const WRITING = /^\+?[\d\s().\-/]*$/

const Parts = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '128px minmax(0, 1fr)',
  gap: 8,
  [theme.breakpoints.down('md')]: { gridTemplateColumns: '116px minmax(0, 1fr)' },
}))

const optionOf = ({ code, name, dialCode }: Country) => ({
  value: code,
  label: name,
  detail: `+${dialCode} ${code}`,
})

/** A typed number without the country that its plus says. */
const withoutPlus = (text: string, numbers: Numbers | undefined): string =>
  text.startsWith('+') ? (numbers?.readNumber(text)?.national ?? text.slice(1)) : text

/**
 * A phone number: its country, United States by default (SEC-07), and its digits as they are written there. The form's
 * value is E.164, '' while the field is empty. A number with a plus says its country itself. Whether a number exists is
 * for the server to say.
 */
export function PhoneField({ country: first = 'US', name, rules, ...props }: PhoneFieldProps) {
  const { field, fieldState } = useField(name, rules, (text) =>
    WRITING.test(text) && /\d/.test(text) ? undefined : 'Please enter a phone number.',
  )
  const id = useId()
  const error = fieldState.error?.message
  const words = { ...props, error }
  const style = useInputStyle(words)
  const [numbers, setNumbers] = useState<Numbers>()
  const [country, setCountry] = useState(first)
  const [text, setText] = useState('')
  const value = String(field.value ?? '')
  /** The value that country and text stand for; another one has come from outside. */
  const reported = useRef('')

  useEffect(() => {
    let isGone = false
    const ask = () =>
      loadNumbers().then(
        (loaded) => !isGone && setNumbers(loaded),
        () => undefined,
      )
    void ask()
    // Without a connection the number is typed all the same, with its plus.
    window.addEventListener('online', ask)
    return () => {
      isGone = true
      window.removeEventListener('online', ask)
    }
  }, [])
  useEffect(() => {
    if (value === reported.current) return
    const read = numbers?.readNumber(value)
    reported.current = numbers ? value : ''
    if (read?.country) setCountry(read.country)
    else if (value === '') setCountry(first)
    setText(read?.country ? read.national : value)
  }, [value, numbers, first])

  const change = (next: string, of: string) => {
    setText(next)
    setCountry(of)
    const chosen = numbers?.countryOf(of)
    const plain = next.trim()
    let sent = plain
    if (numbers && chosen && plain !== '' && WRITING.test(plain)) {
      const read = numbers.readNumber(plain, of)
      // As soon as a plus says another country, that one is shown.
      if (plain.startsWith('+') && read?.country) setCountry(read.country)
      sent = read?.number ?? numbers.dialled(plain, chosen)
    }
    reported.current = sent
    field.onChange(sent)
  }
  const chosen = numbers?.countryOf(country)
  return (
    <FieldFrame id={id} {...words}>
      <Parts role="group" aria-labelledby={labelId(id)}>
        <ComboBox
          id={`${id}-country`}
          label="Country"
          ariaLabel="Country"
          options={numbers?.COUNTRIES.map(optionOf) ?? []}
          limit={300}
          listWidth={320}
          value={[chosen ? optionOf(chosen) : { value: country, label: country }]}
          isFixed
          shown={({ value: code, detail = '' }) => `${code} ${detail.split(' ')[0] ?? ''}`.trim()}
          onChange={([next]) => next && change(withoutPlus(text, numbers), next.value)}
          disabled={props.disabled}
          readOnly={props.readOnly || !numbers}
        />
        <OutlinedInput
          id={id}
          type="tel"
          autoComplete={props.autoComplete ?? 'tel'}
          autoFocus={props.autoFocus ?? false}
          placeholder={props.placeholder ?? ''}
          value={text}
          disabled={props.disabled ?? false}
          readOnly={props.readOnly ?? false}
          error={Boolean(error)}
          inputRef={field.ref}
          onChange={(event) => change(event.target.value, country)}
          onBlur={() => {
            const read = numbers?.readNumber(value)
            if (read?.country) setText(read.national)
            field.onBlur()
          }}
          inputProps={{ inputMode: 'tel', maxLength: 30, ...fieldAria(id, words) }}
          sx={style}
        />
      </Parts>
    </FieldFrame>
  )
}
