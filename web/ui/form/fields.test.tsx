// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { expect, test, vi } from 'vitest'
import { renderInApp } from '../testing/render.tsx'
import {
  CheckField,
  CodeField,
  DateField,
  Form,
  NumberField,
  SelectField,
  SubmitButton,
  SwitchField,
  TextField,
} from './index.ts'

interface SampleProps {
  values: Record<string, unknown>
  onSubmit?: (values: Record<string, unknown>) => undefined
  children: ReactNode
}

function Sample({ values, onSubmit = () => undefined, children }: SampleProps) {
  const form = useForm({ defaultValues: values })
  return (
    <Form label="Sample" form={form} onSubmit={onSubmit}>
      {children}
      <SubmitButton>Save</SubmitButton>
    </Form>
  )
}

const save = async () => userEvent.setup().click(screen.getByRole('button', { name: 'Save' }))
const describes = (element: HTMLElement) =>
  document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent

const KINDS = [
  { value: 'ROOF', label: 'Roof' },
  { value: 'GROUND', label: 'Ground' },
]

test('a select is a named combobox: the keyboard opens it and chooses, and the form gets the value', async () => {
  const onSubmit = vi.fn(() => undefined)
  const user = userEvent.setup()
  renderInApp(
    <Sample values={{ kind: 'ROOF' }} onSubmit={onSubmit}>
      <SelectField name="kind" label="Installation" options={KINDS} helper="As built." />
    </Sample>,
  )
  const field = screen.getByRole('combobox', { name: 'Installation' })
  expect(field.textContent).toBe('Roof')
  expect(describes(field)).toBe('As built.')
  await user.tab()
  expect(document.activeElement).toBe(field)
  await user.keyboard('{ArrowDown}')
  expect(within(screen.getByRole('listbox')).getAllByRole('option')).toHaveLength(2)
  await user.keyboard('{ArrowDown}{Enter}')
  expect(field.textContent).toBe('Ground')
  await save()
  await waitFor(() => expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ kind: 'GROUND' }))
})

test('a select without a choice says so, and takes one back where there may be none', async () => {
  const onSubmit = vi.fn(() => undefined)
  const user = userEvent.setup()
  renderInApp(
    <Sample values={{ kind: '', other: 'ROOF' }} onSubmit={onSubmit}>
      <SelectField name="kind" label="Kind" options={KINDS} rules={{ required: 'Please select a kind.' }} />
      <SelectField name="other" label="Other" options={KINDS} none="None" />
    </Sample>,
  )
  const kind = screen.getByRole('combobox', { name: 'Kind' })
  expect(kind.textContent).toBe('Select')
  await save()
  expect(await screen.findByText('Please select a kind.')).toBeTruthy()
  expect(kind.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(kind)
  await user.click(kind)
  await user.click(screen.getByRole('option', { name: 'Ground' }))
  await user.click(screen.getByRole('combobox', { name: 'Other' }))
  await user.click(screen.getByRole('option', { name: 'None' }))
  await save()
  await waitFor(() => expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ kind: 'GROUND', other: '' }))
})

test('PFORM-15 PFORM-16 a day is typed as MM/DD/YYYY and sent as YYYY-MM-DD; what is none is refused and kept', async () => {
  const onSubmit = vi.fn(() => undefined)
  const user = userEvent.setup()
  renderInApp(
    <Sample values={{ at: '2024-07-01', empty: '' }} onSubmit={onSubmit}>
      <DateField name="at" label="Start date" />
      <DateField name="empty" label="End date" />
    </Sample>,
  )
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Start date' })
  expect(field.value).toBe('07/01/2024')
  await user.clear(field)
  await user.type(field, '02/30/2024')
  await save()
  expect(await screen.findByText('Please enter a valid date.')).toBeTruthy()
  expect(field.value).toBe('02/30/2024')
  expect(onSubmit).not.toHaveBeenCalled()
  await user.clear(field)
  await user.type(field, '3/1/2024')
  await user.tab()
  expect(field.value).toBe('03/01/2024')
  await save()
  await waitFor(() => expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ at: '2024-03-01', empty: '' }))
})

test('a day is picked by keyboard, within its limits, and the focus is back in the field', async () => {
  const user = userEvent.setup()
  renderInApp(
    <Sample values={{ at: '2024-02-28' }}>
      <DateField name="at" label="Start date" max="2024-03-05" />
    </Sample>,
  )
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Start date' })
  await user.click(screen.getByRole('button', { name: 'Choose Start date' }))
  const dialog = await screen.findByRole('dialog', { name: 'Choose Start date' })
  const day = (name: string) => within(dialog).getByRole('button', { name })
  await waitFor(() => expect(document.activeElement).toBe(day('Wednesday, February 28, 2024')))
  await user.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(day('Thursday, February 29, 2024'))
  await user.keyboard('{ArrowRight}')
  expect(within(dialog).getByText('March 2024')).toBeTruthy()
  expect(day('Wednesday, March 6, 2024').getAttribute('aria-disabled')).toBe('true')
  await user.keyboard('{PageDown}')
  expect(document.activeElement).toBe(day('Tuesday, March 5, 2024'))
  await user.keyboard('{Enter}')
  expect(field.value).toBe('03/05/2024')
  await waitFor(() => expect(document.activeElement).toBe(field))

  await user.clear(field)
  await user.type(field, '03/06/2024')
  await save()
  expect(await screen.findByText('Please enter 03/05/2024 or an earlier date.')).toBeTruthy()
})

test('PFORM-18 what is no number is refused and kept; a decimal comma says how decimals are written', async () => {
  const onSubmit = vi.fn(() => undefined)
  const user = userEvent.setup()
  renderInApp(
    <Sample values={{ rate: '', kw: '62375' }} onSubmit={onSubmit}>
      <NumberField name="rate" label="Rate" prefix="$" unit="/kWh" />
      <NumberField name="kw" label="Capacity" unit="kW" />
    </Sample>,
  )
  const rate = screen.getByRole<HTMLInputElement>('textbox', { name: 'Rate' })
  for (const [text, sentence] of [
    ['2 + 3', 'Please enter a number.'],
    ['0,04', 'Please write decimals with a point, as in 1.5.'],
    ['1.234,5', 'Please write decimals with a point, as in 1.5.'],
    ['-', 'Please enter a number.'],
  ] as const) {
    await user.clear(rate)
    await user.type(rate, text)
    await save()
    await waitFor(() => expect(describes(rate)).toBe(sentence))
    expect(rate.value).toBe(text)
  }
  await user.clear(rate)
  await user.type(rate, '-.5')
  const kw = screen.getByRole<HTMLInputElement>('textbox', { name: 'Capacity' })
  expect(kw.value).toBe('62,375')
  await user.click(kw)
  // A digit more among commas would not be thousands any more.
  expect(kw.value).toBe('62375')
  await user.keyboard('{End}0')
  await save()
  expect(kw.value).toBe('623,750')
  await waitFor(() => expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ rate: '-.5', kw: '623750' }))
})

test('FMT-23 Tab into a figure selects it whole, so that what is typed takes its place', async () => {
  const user = userEvent.setup()
  const onSubmit = vi.fn(() => undefined)
  renderInApp(
    <Sample values={{ kw: '49900' }} onSubmit={onSubmit}>
      <NumberField name="kw" label="Capacity" unit="kW" />
    </Sample>,
  )
  const kw = screen.getByRole<HTMLInputElement>('textbox', { name: 'Capacity' })
  // As browsers do with Tab: they select, and then say that the field has the focus.
  kw.select()
  act(() => kw.focus())
  expect(kw.value.slice(kw.selectionStart ?? 0, kw.selectionEnd ?? 0)).toBe('49900')
  await user.keyboard('62375')
  await user.tab()
  expect(kw.value).toBe('62,375')
  await save()
  await waitFor(() => expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ kw: '62375' }))
})

test('rules of its own hold beside those of the kind of field', async () => {
  const user = userEvent.setup()
  renderInApp(
    <Sample values={{ latitude: '' }}>
      <NumberField
        name="latitude"
        label="Latitude"
        rules={{
          required: 'This field is required',
          validate: (text: string) => Math.abs(Number(text)) <= 90 || 'Must be within -90 and +90',
        }}
      />
    </Sample>,
  )
  const field = screen.getByRole('textbox', { name: 'Latitude' })
  await save()
  await waitFor(() => expect(describes(field)).toBe('This field is required'))
  await user.type(field, '90.5')
  await waitFor(() => expect(describes(field)).toBe('Must be within -90 and +90'))
  await user.type(field, 'x')
  await waitFor(() => expect(describes(field)).toBe('Please enter a number.'))
})

test('a switch and a box are pressed by their words or by Space, and give a boolean', async () => {
  const onSubmit = vi.fn(() => undefined)
  const user = userEvent.setup()
  renderInApp(
    <Sample values={{ mails: false, agreed: false }} onSubmit={onSubmit}>
      <SwitchField name="mails" label="Send a mail" helper="Each day." />
      <CheckField name="agreed" label="I agree" rules={{ required: 'Please agree first.' }} />
    </Sample>,
  )
  const mails = screen.getByRole('switch', { name: 'Send a mail' })
  const agreed = screen.getByRole('checkbox', { name: 'I agree' })
  expect(describes(mails)).toBe('Each day.')
  await save()
  await waitFor(() => expect(describes(agreed)).toBe('Please agree first.'))
  await user.click(screen.getByText('Send a mail'))
  expect(mails.getAttribute('aria-checked')).toBe('true')
  mails.focus()
  await user.keyboard(' ')
  expect(mails.getAttribute('aria-checked')).toBe('false')
  await user.keyboard(' ')
  await user.click(screen.getByText('I agree'))
  await save()
  await waitFor(() => expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ mails: true, agreed: true }))
})

test('SEC-13 a code may be filled in by the browser, in two groups, and says what is wrong with it', async () => {
  const onSubmit = vi.fn(() => undefined)
  const user = userEvent.setup()
  renderInApp(
    <Sample values={{ code: '' }} onSubmit={onSubmit}>
      <CodeField name="code" label="Authentication code" />
    </Sample>,
  )
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Authentication code' })
  expect(field.autocomplete).toBe('one-time-code')
  expect(field.inputMode).toBe('numeric')
  for (const [text, sentence] of [
    ['', 'This field is required'],
    ['12a456', 'Authentication code must contain only digits'],
    ['12345', 'Authentication code must contain 6 digits'],
  ] as const) {
    await user.clear(field)
    if (text) await user.type(field, text)
    await save()
    await waitFor(() => expect(describes(field)).toBe(sentence))
  }
  await user.clear(field)
  await user.click(field)
  await user.paste('123 456')
  await save()
  await waitFor(() => expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ code: '123456' }))
})

test('what may not be changed is shown and sent; a warning describes the field until it has an error', async () => {
  const onSubmit = vi.fn(() => undefined)
  const user = userEvent.setup()
  renderInApp(
    <Sample values={{ name: 'Cedar', kind: 'ROOF', at: '2024-07-01', on: true, kw: '5' }} onSubmit={onSubmit}>
      <TextField name="name" label="Name" readOnly />
      <SelectField name="kind" label="Kind" options={KINDS} readOnly />
      <DateField name="at" label="Start date" readOnly />
      <SwitchField name="on" label="Mails" readOnly />
      <NumberField name="kw" label="Capacity" warning="Nadia Kerr saved 6 kW" required />
    </Sample>,
  )
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'x')
  await user.click(screen.getByRole('combobox', { name: 'Kind' }))
  await user.click(screen.getByRole('switch', { name: 'Mails' }))
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Choose Start date' })).toBeNull()
  const kw = screen.getByRole('textbox', { name: 'Capacity' })
  expect(describes(kw)).toBe('Nadia Kerr saved 6 kW')
  expect(kw.getAttribute('aria-required')).toBe('true')
  await save()
  await waitFor(() =>
    expect(onSubmit).toHaveBeenCalledExactlyOnceWith({
      name: 'Cedar',
      kind: 'ROOF',
      at: '2024-07-01',
      on: true,
      kw: '5',
    }),
  )
  await user.type(kw, 'x')
  await waitFor(() => expect(describes(kw)).toBe('Please enter a number.'))
})
