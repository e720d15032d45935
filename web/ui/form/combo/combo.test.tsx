// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useForm } from 'react-hook-form'
import { afterEach, expect, test, vi } from 'vitest'
import { renderInApp } from '../../testing/render.tsx'
import { ComboField, type ComboFieldProps, type ComboOption, Form, SubmitButton } from '../index.ts'

afterEach(() => vi.useRealTimers())

const PEOPLE: readonly ComboOption[] = [
  { value: '1', label: 'Maya Okafor', detail: 'maya@example.com' },
  { value: '2', label: 'Nadia Kerr', detail: 'nadia@example.com' },
  { value: '3', label: 'Jonas Maier', detail: 'jonas@example.com' },
]

interface SampleProps extends Omit<ComboFieldProps, 'name' | 'label'> {
  value: string | string[]
  onSubmit?: (values: unknown) => undefined
}

function Sample({ value, onSubmit = () => undefined, ...props }: SampleProps) {
  const form = useForm({ defaultValues: { person: value } })
  return (
    <Form label="Sample" form={form} onSubmit={onSubmit}>
      <ComboField name="person" label="Person" {...props} />
      <SubmitButton>Save</SubmitButton>
    </Form>
  )
}

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Person' })
const options = () => screen.queryAllByRole('option').map((option) => option.textContent)
const save = () => userEvent.setup().click(screen.getByRole('button', { name: 'Save' }))

test('what is typed finds options by label and detail; the keyboard chooses, Escape puts back what was there', async () => {
  const onSubmit = vi.fn(() => undefined)
  const user = userEvent.setup()
  renderInApp(<Sample value="2" options={PEOPLE} onSubmit={onSubmit} />)
  expect(field().value).toBe('Nadia Kerr')
  await user.tab()
  await user.keyboard('jonas@')
  expect(field().getAttribute('aria-expanded')).toBe('true')
  expect(options()).toEqual(['Jonas Maierjonas@example.com'])
  const first = screen.getByRole('option')
  expect(field().getAttribute('aria-activedescendant')).toBe(first.id)
  await user.keyboard('{Escape}')
  await user.tab()
  expect(field().value).toBe('Nadia Kerr')
  await user.click(field())
  await user.clear(field())
  await user.keyboard('may{Enter}')
  expect(field().value).toBe('Maya Okafor')
  await save()
  await waitFor(() => expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ person: '1' }))
})

test('several are chosen one after the other, and taken out again by pointer and by Backspace', async () => {
  const onSubmit = vi.fn(() => undefined)
  const user = userEvent.setup()
  renderInApp(<Sample value={['3']} multiple options={PEOPLE} onSubmit={onSubmit} />)
  await user.click(field())
  await user.keyboard('may{Enter}')
  await user.keyboard('nad{Enter}')
  const words = () =>
    (field().getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' ')
  expect(words()).toBe('Chosen: Jonas Maier, Maya Okafor, Nadia Kerr.')
  await user.keyboard('{Backspace}')
  expect(words()).toBe('Chosen: Jonas Maier, Maya Okafor.')
  await user.click(screen.getByRole('button', { name: 'Remove Jonas Maier' }))
  await save()
  await waitFor(() => expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ person: ['1'] }))
})

test('a list shows a hundred at most and says so', async () => {
  const user = userEvent.setup()
  const many = Array.from({ length: 240 }, (_, index) => ({ value: `${index}`, label: `Person ${index}` }))
  renderInApp(<Sample value="" options={many} />)
  await user.click(field())
  expect(options()).toHaveLength(100)
  expect(screen.getByText('The first 100 are shown. Type to find others.')).toBeTruthy()
  await user.keyboard('person 239')
  expect(options()).toEqual(['Person 239'])
  expect(screen.queryByText(/The first 100/)).toBeNull()
})

/** A server whose answers the test gives when it wants to. */
function scripted() {
  const asked: {
    text: string
    signal: AbortSignal
    answer: (found: readonly ComboOption[]) => Promise<void>
  }[] = []
  const search = (text: string, signal: AbortSignal) =>
    new Promise<readonly ComboOption[]>((resolve) => {
      asked.push({ text, signal, answer: (found) => act(async () => resolve(found)) })
    })
  return { asked, search }
}

test('the server is asked a moment after the last key, and an older answer never covers a newer one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { asked, search } = scripted()
  const texts = () => asked.map(({ text }) => text)
  const type = (text: string) => fireEvent.change(field(), { target: { value: text } })
  const aMoment = () => act(() => vi.advanceTimersByTimeAsync(400))
  renderInApp(<Sample value="" search={search} />)
  fireEvent.focus(field())
  fireEvent.mouseDown(field())
  await aMoment()
  expect(texts()).toEqual([''])
  await asked[0]?.answer(PEOPLE)
  expect(options()).toHaveLength(3)
  for (const text of ['n', 'na', 'nad']) type(text)
  expect(texts()).toEqual([''])
  await aMoment()
  expect(texts()).toEqual(['', 'nad'])
  // What was found last stands meanwhile.
  expect(options()).toHaveLength(3)
  for (const text of ['', 'j', 'jo', 'jon']) type(text)
  await aMoment()
  expect(texts()).toEqual(['', 'nad', 'jon'])
  expect(asked[1]?.signal.aborted).toBe(true)
  await asked[2]?.answer(PEOPLE.slice(2))
  await asked[1]?.answer(PEOPLE.slice(1, 2))
  expect(options()).toEqual(['Jonas Maierjonas@example.com'])
  fireEvent.keyDown(field(), { key: 'Enter' })
  expect(field().value).toBe('Jonas Maier')
})

test('a search that fails is said in the list and can be made again', async () => {
  const user = userEvent.setup()
  const search = vi.fn(async (text: string) => {
    if (text === 'nad') throw new Error('gone')
    return PEOPLE
  })
  renderInApp(<Sample value="" search={search} />)
  await user.click(field())
  await user.keyboard('nad')
  expect(await screen.findByText(/could not be loaded/)).toBeTruthy()
  await user.keyboard('{Backspace}')
  await waitFor(() => expect(options()).toHaveLength(3))
  expect(screen.queryByText(/could not be loaded/)).toBeNull()
})

test('labels of what is chosen already are known before the server was asked', async () => {
  const search = vi.fn(async () => [])
  renderInApp(<Sample value={['7']} multiple search={search} known={[{ value: '7', label: 'Ana Rivera' }]} />)
  expect(within(screen.getByRole('form')).getByText('Ana Rivera')).toBeTruthy()
  expect(search).not.toHaveBeenCalled()
})
