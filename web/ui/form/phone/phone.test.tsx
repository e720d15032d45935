// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useForm } from 'react-hook-form'
import { expect, test, vi } from 'vitest'
import { renderInApp } from '../../testing/render.tsx'
import { Form, PhoneField, SubmitButton } from '../index.ts'
import { COUNTRIES } from './numbers.ts'

function Sample({
  phone = '',
  onSubmit = () => undefined,
}: {
  phone?: string
  onSubmit?: (values: object) => undefined
}) {
  const form = useForm({ defaultValues: { phone } })
  return (
    <Form label="Sample" form={form} onSubmit={onSubmit}>
      <PhoneField name="phone" label="Mobile phone" rules={{ required: 'This field is required' }} />
      <SubmitButton>Save</SubmitButton>
      <button type="button" onClick={() => form.reset({ phone: '+493012345678' })}>
        Other
      </button>
    </Form>
  )
}

const number = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Mobile phone' })
const country = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Country' })
const press = (name: string) => userEvent.setup().click(screen.getByRole('button', { name }))
const loaded = (text: string) => waitFor(() => expect(country().value).toBe(text))

test('SEC-07 about 240 countries with name, dial code and two letters; United States unless chosen', async () => {
  expect(COUNTRIES.length).toBeGreaterThan(235)
  for (const { code, name, dialCode } of COUNTRIES) {
    expect(code).toMatch(/^[A-Z]{2}$/)
    expect(dialCode).toMatch(/^\d{1,3}$/)
    expect(name).not.toBe(code)
  }
  const user = userEvent.setup()
  renderInApp(<Sample />)
  await loaded('US +1')
  await user.click(country())
  expect(screen.getAllByRole('option')).toHaveLength(COUNTRIES.length)
  await user.clear(country())
  await user.keyboard('+49')
  expect(screen.getByRole('option', { name: /^Germany\s*\+49 DE$/ })).toBeTruthy()
})

test('SEC-06 a number is typed as it is written in its country and sent with its dial code', async () => {
  const onSubmit = vi.fn(() => undefined)
  const user = userEvent.setup()
  renderInApp(<Sample onSubmit={onSubmit} />)
  await loaded('US +1')
  await user.type(number(), '415 555 0123')
  await user.tab()
  expect(number().value).toBe('(415) 555-0123')
  await press('Save')
  await waitFor(() => expect(onSubmit).toHaveBeenLastCalledWith({ phone: '+14155550123' }))
  await user.click(country())
  await user.clear(country())
  await user.keyboard('germany{Enter}')
  expect(country().value).toBe('DE +49')
  await user.clear(number())
  await user.type(number(), '030 12345678')
  await press('Save')
  await waitFor(() => expect(onSubmit).toHaveBeenLastCalledWith({ phone: '+493012345678' }))
})

test('a number with a plus says its country itself; a saved one shows as it is written there', async () => {
  const user = userEvent.setup()
  renderInApp(<Sample phone="+14155550123" />)
  await loaded('US +1')
  expect(number().value).toBe('(415) 555-0123')
  await user.clear(number())
  await user.type(number(), '+44 20 7946 0018')
  expect(country().value).toBe('GB +44')
  await press('Other')
  await loaded('DE +49')
  expect(number().value).toBe('030 12345678')
})

test('SEC-10 SEC-11 an empty number is asked for, letters are refused, and what may not exist is for the server to say', async () => {
  const onSubmit = vi.fn(() => undefined)
  const user = userEvent.setup()
  renderInApp(<Sample onSubmit={onSubmit} />)
  await loaded('US +1')
  await press('Save')
  expect(await screen.findByText('This field is required')).toBeTruthy()
  await user.type(number(), 'call me')
  expect(await screen.findByText('Please enter a phone number.')).toBeTruthy()
  expect(number().value).toBe('call me')
  expect(onSubmit).not.toHaveBeenCalled()
  await user.clear(number())
  await user.type(number(), '12')
  await press('Save')
  await waitFor(() => expect(onSubmit).toHaveBeenLastCalledWith({ phone: '+112' }))
})
