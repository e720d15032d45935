// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useForm } from 'react-hook-form'
import { expect, test, vi } from 'vitest'
import { renderInApp } from '../testing/render.tsx'
import {
  Form,
  type FormProblem,
  type FormProps,
  NumberField,
  PasswordField,
  SubmitButton,
  TextField,
} from './index.ts'

interface Values {
  name: string
  secret: string
  capacity: string
}

function Sample(props: Partial<FormProps<Values>>) {
  const form = useForm<Values>({ defaultValues: { name: '', secret: '', capacity: '' } })
  return (
    <Form label="Sample" form={form} onSubmit={() => undefined} {...props}>
      <TextField
        name="name"
        label="Name"
        helper="As in the contract."
        rules={{ required: 'Please enter a name.' }}
      />
      <PasswordField name="secret" label="Password" />
      <NumberField name="capacity" label="Capacity" unit="kW" />
      <SubmitButton>Save</SubmitButton>
    </Form>
  )
}

/** An answer of the server that the test gives when it wants to. */
function pending() {
  let answer: (problem: FormProblem | undefined) => void = () => undefined
  const promise = new Promise<FormProblem | undefined>((resolve) => {
    answer = resolve
  })
  return { promise, answer: (problem?: FormProblem) => act(async () => answer(problem)) }
}

const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
const nameField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })

async function fillAndSend() {
  const user = userEvent.setup()
  await user.type(nameField(), 'Cedar Bluff')
  await user.click(button())
}

test('FMT-22 a form marked disable-after-submit keeps its button disabled from submitting on', async () => {
  const { promise, answer } = pending()
  const onSubmit = vi.fn(() => promise)
  renderInApp(<Sample disableAfterSubmit onSubmit={onSubmit} />)
  expect(button().disabled).toBe(false)
  await fillAndSend()
  await waitFor(() => expect(button().disabled).toBe(true))
  await userEvent.setup({ pointerEventsCheck: 0 }).click(button())
  expect(onSubmit).toHaveBeenCalledOnce()
  await answer()
  expect(button().disabled).toBe(true)
})

test('FMT-22 it can be sent again after it was refused, by the form or by the server', async () => {
  const { promise, answer } = pending()
  renderInApp(<Sample disableAfterSubmit onSubmit={() => promise} />)
  await userEvent.setup().click(button())
  expect(button().disabled).toBe(false)
  await fillAndSend()
  await waitFor(() => expect(button().disabled).toBe(true))
  await answer({ message: 'Not now.' })
  expect(button().disabled).toBe(false)
})

test('a form without the mark is open again after it was sent', async () => {
  const { promise, answer } = pending()
  renderInApp(<Sample onSubmit={() => promise} />)
  await fillAndSend()
  await waitFor(() => expect(button().disabled).toBe(true))
  await answer()
  expect(button().disabled).toBe(false)
})

test('FMT-23 a thousand-separator field gives its value without blanks and commas', async () => {
  const onSubmit = vi.fn(() => undefined)
  const user = userEvent.setup()
  renderInApp(<Sample onSubmit={onSubmit} />)
  await user.type(nameField(), 'x')
  await user.type(screen.getByRole('textbox', { name: /^Capacity/ }), '1,234 567.5')
  await user.click(button())
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce())
  expect(onSubmit).toHaveBeenCalledWith(expect.objectContaining({ capacity: '1234567.5' }))
})

test('FMT-31 at rest a thousand-separator field shows its value with commas', async () => {
  const user = userEvent.setup()
  renderInApp(<Sample />)
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: /^Capacity/ })
  await user.type(field, '1234567')
  expect(field.value).toBe('1234567')
  await user.tab()
  expect(field.value).toBe('1,234,567')
})

test('FMT-24 server messages stand at their fields without the quotes around them', async () => {
  renderInApp(
    <Sample
      onSubmit={() => ({ fields: { name: '"Folder X already exists!"' }, message: "'Try another.'" })}
    />,
  )
  await fillAndSend()
  const error = await screen.findByText('Folder X already exists!')
  const note = error.closest('[role="alert"]')
  expect(nameField().getAttribute('aria-describedby')).toBe(note?.id)
  expect(nameField().getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(nameField())
  expect(screen.getByText('Try another.').closest('[role="alert"]')).toBeTruthy()
})

test('a helper describes its field until an error takes its place', async () => {
  const user = userEvent.setup()
  renderInApp(<Sample />)
  const describes = () =>
    document.getElementById(nameField().getAttribute('aria-describedby') ?? '')?.textContent
  expect(describes()).toBe('As in the contract.')
  await user.click(button())
  expect(await screen.findByText('Please enter a name.')).toBeTruthy()
  expect(describes()).toBe('Please enter a name.')
  expect(screen.queryByText('As in the contract.')).toBeNull()
})

test('FMT-29 fields are named by their labels, the eye of a password by what it does', async () => {
  const user = userEvent.setup()
  renderInApp(<Sample />)
  const secret = screen.getByLabelText<HTMLInputElement>('Password')
  expect(secret.type).toBe('password')
  await user.click(screen.getByRole('button', { name: 'Show password' }))
  expect(secret.type).toBe('text')
  await user.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(secret.type).toBe('password')
  expect(screen.getByRole('form', { name: 'Sample' })).toBeTruthy()
})
