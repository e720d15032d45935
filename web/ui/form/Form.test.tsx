// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { expect, test, vi } from 'vitest'
import { renderInApp } from '../testing/render.tsx'
import {
  FailuresContext,
  Form,
  type FormProblem,
  type FormProps,
  NumberField,
  PasswordField,
  SubmitButton,
  TextArea,
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

function Several({ onSubmit }: { onSubmit: (values: { description: string }) => undefined }) {
  const form = useForm({ defaultValues: { description: '' } })
  return (
    <Form label="Several" form={form} onSubmit={onSubmit}>
      <TextArea name="description" label="Description" rules={{ required: 'This field is required' }} />
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

test('FMT-24 what the server says of the whole form stands above it, also beside errors of fields', async () => {
  renderInApp(
    <Sample
      onSubmit={() => ({
        fields: { name: 'Too long.', 'files.3.name': 'Too many files.' },
        message: 'Too long.',
      })}
    />,
  )
  await fillAndSend()
  expect(await screen.findAllByText('Too long.')).toHaveLength(1)
  expect(screen.getByText('Too many files.').closest('[role="alert"]')).toBeTruthy()
})

test('an error of a field that the form lacks does not hold up the next submit, and what was said goes with it', async () => {
  const onSubmit = vi
    .fn<() => FormProblem | undefined>()
    .mockReturnValueOnce({ fields: { name: 'Taken.', owner: 'Owner is gone.' } })
    .mockReturnValue(undefined)
  renderInApp(<Sample onSubmit={onSubmit} />)
  await fillAndSend()
  expect(await screen.findByText('Owner is gone.')).toBeTruthy()
  await userEvent.setup().click(button())
  await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(2))
  expect(screen.queryByText('Owner is gone.')).toBeNull()
  expect(screen.queryByText('Taken.')).toBeNull()
})

test('ERR-03 what a submit throws is said as the server says it and written down, and the form can be sent again', async () => {
  const broken = new Error('boom: line 7')
  const failures = { problemOf: () => ({ message: 'The room is busy. Please try again.' }), log: vi.fn() }
  const onSubmit = vi.fn(() => Promise.reject(broken))
  const { rerender } = renderInApp(
    <FailuresContext value={failures}>
      <Sample onSubmit={onSubmit} />
    </FailuresContext>,
  )
  await fillAndSend()
  expect(await screen.findByText('The room is busy. Please try again.')).toBeTruthy()
  expect(failures.log).toHaveBeenCalledWith(broken)
  expect(button().disabled).toBe(false)
  await userEvent.setup().click(button())
  await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(2))

  const log = vi.spyOn(console, 'error').mockReturnValue()
  rerender(<Sample onSubmit={onSubmit} />)
  await fillAndSend()
  expect(await screen.findByText('A server error has occurred')).toBeTruthy()
  expect(log).toHaveBeenCalledWith(broken)
  log.mockRestore()
})

test('a form is sent once, however fast Enter is pressed again', async () => {
  const { promise, answer } = pending()
  const onSubmit = vi.fn(() => promise)
  renderInApp(<Sample onSubmit={onSubmit} />)
  await userEvent.setup().type(nameField(), 'x')
  const form = screen.getByRole('form', { name: 'Sample' })
  await act(async () => {
    fireEvent.submit(form)
    fireEvent.submit(form)
  })
  fireEvent.submit(form)
  await answer()
  expect(onSubmit).toHaveBeenCalledOnce()
})

const leaves = () => {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return !event.defaultPrevented
}

test('a form asks once before what was typed is left, by a link and by the tab', async () => {
  const user = userEvent.setup()
  renderInApp(
    <>
      <Sample onSubmit={() => undefined} />
      <Link to="/elsewhere">Elsewhere</Link>
    </>,
  )
  const follow = () => user.click(screen.getByRole('link', { name: 'Elsewhere', hidden: true }))
  expect(leaves()).toBe(true)
  await user.type(nameField(), 'Cedar Bluff')
  expect(leaves()).toBe(false)
  await follow()
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(screen.getByTestId('where').textContent).toBe('/')
  expect(nameField().value).toBe('Cedar Bluff')
  await follow()
  await user.click(await screen.findByRole('button', { name: 'Leave without saving' }))
  expect(screen.getByTestId('where').textContent).toBe('/elsewhere')
})

test('a form asks nothing once it is sent', async () => {
  const user = userEvent.setup()
  renderInApp(
    <>
      <Sample onSubmit={() => undefined} />
      <Link to="/elsewhere">Elsewhere</Link>
    </>,
  )
  await fillAndSend()
  await waitFor(() => expect(leaves()).toBe(true))
  await user.click(screen.getByRole('link', { name: 'Elsewhere' }))
  expect(screen.getByTestId('where').textContent).toBe('/elsewhere')
})

test('a field of several lines takes Enter as a line, and is named and described like any other', async () => {
  const onSubmit = vi.fn(() => undefined)
  const user = userEvent.setup()
  renderInApp(<Several onSubmit={onSubmit} />)
  await user.click(button())
  const field = screen.getByRole('textbox', { name: 'Description' })
  expect((await screen.findByText('This field is required')).closest('[role="alert"]')?.id).toBe(
    field.getAttribute('aria-describedby'),
  )
  await user.type(field, 'One{Enter}two')
  expect(onSubmit).not.toHaveBeenCalled()
  await user.click(button())
  await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ description: 'One\ntwo' }))
})
