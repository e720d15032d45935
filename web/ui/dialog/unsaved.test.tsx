// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { expect, test } from 'vitest'
import {
  CancelButton,
  Form,
  type FormProblem,
  type FormProps,
  PasswordField,
  SubmitButton,
  TextField,
  UnsavedPart,
} from '../form/index.ts'
import { renderInApp } from '../testing/render.tsx'
import { Dialog, DialogBody, DialogFoot } from './Dialog.tsx'

type Submit = FormProps<{ name: string }>['onSubmit']

function NameForm({ label, onSubmit = () => undefined }: { label: string; onSubmit?: Submit }) {
  const form = useForm({ defaultValues: { name: '' } })
  return (
    <Form form={form} label={label} onSubmit={onSubmit}>
      <TextField name="name" label={`Name in ${label}`} />
      <DialogFoot>
        <CancelButton />
        <SubmitButton>Save</SubmitButton>
      </DialogFoot>
    </Form>
  )
}

/** A dialog with a form, and a link out of the page. */
function Page({ onSubmit, first = true }: { onSubmit?: Submit; first?: boolean }) {
  const [open, setOpen] = useState(first)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Link to="/elsewhere">Elsewhere</Link>
      <Dialog open={open} onClose={() => setOpen(false)} title="Group">
        <NameForm label="Group" {...(onSubmit && { onSubmit })} />
      </Dialog>
    </>
  )
}

const user = userEvent.setup()
const typed = (label = 'Group') =>
  screen.getByLabelText<HTMLInputElement>(`Name in ${label}`, { selector: 'input' })
const isOpen = () => screen.queryByRole('dialog', { name: 'Group', hidden: true }) !== null
const question = () => screen.findByRole('dialog', { name: 'Unsaved changes' })
const isAsked = () => screen.queryByRole('dialog', { name: 'Unsaved changes' }) !== null
const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
const follow = () => user.click(screen.getByRole('link', { name: 'Elsewhere', hidden: true }))
const where = () => screen.getByTestId('where').textContent
const leaves = () => {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return !event.defaultPrevented
}

const CLOSERS: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['Escape', () => user.keyboard('{Escape}')],
  ['the cross', () => press('Close')],
  ['Cancel', () => press('Cancel')],
]

test.each(CLOSERS)('a dialog with something typed asks before it is closed by %s', async (_by, close) => {
  renderInApp(<Page />)
  await user.type(typed(), 'Bidders')
  await close()
  await question()
  await press('Keep editing')
  expect(isAsked()).toBe(false)
  expect(typed().value).toBe('Bidders')
  await close()
  await question()
  await press('Leave without saving')
  await waitFor(() => expect(isOpen()).toBe(false))
})

test.each(CLOSERS)('a dialog in which nothing was changed closes by %s', async (_by, close) => {
  renderInApp(<Page />)
  await user.type(typed(), 'x{Backspace}')
  await close()
  expect(isAsked()).toBe(false)
  expect(isOpen()).toBe(false)
})

test('what is typed in a dialog is not left unasked by a link, nor by the tab', async () => {
  renderInApp(<Page />)
  expect(leaves()).toBe(true)
  await user.type(typed(), 'Bidders')
  expect(leaves()).toBe(false)
  await follow()
  await question()
  await press('Keep editing')
  expect(where()).toBe('/')
  expect(typed().value).toBe('Bidders')
  await follow()
  await press('Leave without saving')
  await waitFor(() => expect(where()).toBe('/elsewhere'))
})

test('Escape keeps the question from answering itself', async () => {
  renderInApp(<Page />)
  await user.type(typed(), 'Bidders')
  await user.keyboard('{Escape}')
  await question()
  await user.keyboard('{Escape}')
  expect(isAsked()).toBe(false)
  expect(typed().value).toBe('Bidders')
})

test('of two forms in a page each is asked about, whichever was shown last', async () => {
  renderInApp(
    <>
      <NameForm label="first" />
      <NameForm label="second" />
      <Link to="/elsewhere">Elsewhere</Link>
    </>,
  )
  await user.type(typed('first'), 'x')
  await follow()
  await question()
  await press('Keep editing')
  expect(where()).toBe('/')
  await user.clear(typed('first'))
  await user.type(typed('second'), 'x')
  await follow()
  await question()
})

test('what is under a dialog is asked about when the page is left, and not when the dialog is closed', async () => {
  renderInApp(
    <>
      <NameForm label="page" />
      <Page first={false} />
    </>,
  )
  await user.type(typed('page'), 'x')
  await press('Open')
  await user.keyboard('{Escape}')
  expect(isOpen()).toBe(false)
  await follow()
  await question()
})

test('an editor that is no form asks as well, and so does a dialog that holds more than its form', async () => {
  function Editor() {
    const [open, setOpen] = useState(true)
    return open ? (
      <UnsavedPart unsaved>
        <CancelButton onClose={() => setOpen(false)} />
      </UnsavedPart>
    ) : (
      <p>Closed</p>
    )
  }
  const { rerender } = renderInApp(<Editor />)
  await press('Cancel')
  await press('Leave without saving')
  await screen.findByText('Closed')
  rerender(
    <Dialog open unsaved onClose={() => {}} title="Group">
      <DialogBody />
    </Dialog>,
  )
  await press('Close')
  await question()
})

test('a form says that it has unsaved changes until they are saved, also where a failure says nothing', async () => {
  const answers: (FormProblem | undefined)[] = [{}, undefined]
  renderInApp(<NameForm label="page" onSubmit={() => answers.shift()} />)
  const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
  const isMarked = () => screen.queryByText('Unsaved changes') !== null
  expect(isMarked()).toBe(false)
  await user.type(typed('page'), 'Bidders')
  expect(isMarked()).toBe(true)
  expect(document.getElementById(save().getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Unsaved changes',
  )
  await user.click(save())
  await waitFor(() => expect(answers).toHaveLength(1))
  expect(save().disabled).toBe(false)
  expect(isMarked()).toBe(true)
  expect(leaves()).toBe(false)
  await user.click(save())
  await waitFor(() => expect(isMarked()).toBe(false))
  expect(leaves()).toBe(true)
})

test('what is typed while a form is being sent is unsaved after it', async () => {
  let answer = () => {}
  renderInApp(
    <NameForm label="page" onSubmit={() => new Promise((resolve) => (answer = () => resolve(undefined)))} />,
  )
  await user.type(typed('page'), 'Bid')
  await press('Save')
  await user.type(typed('page'), 'ders')
  await act(async () => answer())
  expect(typed('page').value).toBe('Bidders')
  expect(screen.getByText('Unsaved changes')).toBeTruthy()
  expect(leaves()).toBe(false)
})

test('whoever leaves while a form is being sent goes on once it is saved, and is asked where it is not', async () => {
  const waiting: ((problem: FormProblem | undefined) => void)[] = []
  renderInApp(
    <>
      <NameForm label="page" onSubmit={() => new Promise((resolve) => waiting.push(resolve))} />
      <Link to="/elsewhere">Elsewhere</Link>
    </>,
  )
  await user.type(typed('page'), 'Bidders')
  await press('Save')
  expect(leaves()).toBe(false)
  await follow()
  expect(isAsked()).toBe(false)
  expect(where()).toBe('/')
  await act(async () => waiting[0]?.({}))
  await question()
  await press('Keep editing')
  await press('Save')
  await follow()
  await act(async () => waiting[1]?.(undefined))
  await waitFor(() => expect(where()).toBe('/elsewhere'))
  expect(isAsked()).toBe(false)
})

test('a code or a password may be left unasked, and is not marked', async () => {
  function Code() {
    const form = useForm({ defaultValues: { code: '' } })
    return (
      <Form form={form} disposable onSubmit={() => undefined} label="Code">
        <PasswordField name="code" label="Code" />
        <SubmitButton>Send</SubmitButton>
      </Form>
    )
  }
  renderInApp(<Code />)
  await user.type(screen.getByLabelText('Code', { selector: 'input' }), '123')
  expect(screen.queryByText('Unsaved changes')).toBeNull()
  expect(leaves()).toBe(true)
})
