// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { Link } from 'react-router'
import { expect, test, vi } from 'vitest'
import { stopClock } from '../../../testing/renderAt.tsx'
import { renderInApp } from '../../testing/render.tsx'
import {
  AutosaveScope,
  AutosaveStatus,
  FailuresContext,
  type SaveOutcome,
  useAutosave,
  useLeave,
} from '../index.ts'
import { Draft } from './draft.ts'

/** Saves whose answers the test gives when it wants to. */
function scripted() {
  const saves: {
    value: string
    revision: number
    answer: (outcome: SaveOutcome<string>) => Promise<void>
  }[] = []
  const save = (value: string, revision: number) =>
    new Promise<SaveOutcome<string>>((resolve) => {
      saves.push({ value, revision, answer: (outcome) => act(async () => resolve(outcome)) })
    })
  const sent = () => saves.map(({ value, revision }) => [value, revision])
  return { saves, save, sent }
}

/** Ms after the last key. */
const DELAY = 40

interface EditorProps {
  value?: string
  revision?: number
  save: (value: string, revision: number) => Promise<SaveOutcome<string>>
}

function Editor({ value = 'Old', revision = 1, save }: EditorProps) {
  const autosave = useAutosave({ key: 'answer:7', value, revision, save, delay: DELAY })
  return (
    <>
      <textarea
        aria-label="Answer"
        value={autosave.value}
        onChange={(event) => autosave.edit(event.target.value)}
      />
      <AutosaveStatus autosave={autosave} rest="Last edit 2 days ago" />
    </>
  )
}

function Page(props: EditorProps) {
  const [isOpen, setOpen] = useState(true)
  return (
    <AutosaveScope>
      {isOpen && <Editor {...props} />}
      <button type="button" onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Close' : 'Open'}
      </button>
      <Link to="/other">Elsewhere</Link>
    </AutosaveScope>
  )
}

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Answer' })
const change = (value: string) => fireEvent.change(field(), { target: { value } })
/** In one stroke: a busy machine would be slower than the delay between two keys. */
const type = async (text: string) => change(field().value + text)
const press = (name: string) => userEvent.setup().click(screen.getByRole('button', { name }))
const where = () => screen.getByTestId('where').textContent

test('changes are coalesced, one save is under way at a time, and what was typed meanwhile follows', async () => {
  const { saves, save, sent } = scripted()
  renderInApp(<Page save={save} />)
  expect(screen.getByRole('status').textContent).toBe('Last edit 2 days ago')
  await type(' one')
  await waitFor(() => expect(sent()).toEqual([['Old one', 1]]))
  expect(screen.getByText('Saving...')).toBeTruthy()
  const { pass } = stopClock()
  change('Old one two')
  await pass(10 * DELAY)
  expect(sent()).toHaveLength(1)
  await saves[0]?.answer({ kind: 'saved', revision: 2 })
  await pass(10 * DELAY)
  await vi.waitFor(() => expect(sent()[1]).toEqual(['Old one two', 2]))
  await saves[1]?.answer({ kind: 'saved', revision: 3 })
  await vi.waitFor(() => expect(screen.getByText(/^Saved \d/)).toBeTruthy())
})

test('a failure is said, keeps what was typed, and the next change tries again', async () => {
  const { saves, save, sent } = scripted()
  renderInApp(<Page save={save} />)
  await type('!')
  await waitFor(() => expect(sent()).toHaveLength(1))
  await saves[0]?.answer({ kind: 'failed', message: 'The room is busy.' })
  expect(screen.getByText(/Not saved\. What you typed is kept\. The room is busy\./)).toBeTruthy()
  expect(field().value).toBe('Old!')
  await press('Try again')
  await waitFor(() => expect(sent()[1]).toEqual(['Old!', 1]))
  await saves[1]?.answer({ kind: 'failed', message: '' })
  await type('?')
  await waitFor(() => expect(sent()[2]).toEqual(['Old!?', 1]))
  await saves[2]?.answer({ kind: 'saved', revision: 2 })
  expect(screen.getByText(/^Saved \d/)).toBeTruthy()
})

test('a save that throws is a failure with the sentence of the server', async () => {
  const failures = { problemOf: () => ({ message: 'Please sign in again.' }), log: vi.fn() }
  const broken = new Error('gone')
  renderInApp(
    <FailuresContext value={failures}>
      <Page save={() => Promise.reject(broken)} />
    </FailuresContext>,
  )
  await type('!')
  expect(await screen.findByText(/Please sign in again\./)).toBeTruthy()
  expect(failures.log).toHaveBeenCalledWith(broken)
})

test('two who edit one text both see it: mine is kept over theirs, with their revision', async () => {
  const { saves, save, sent } = scripted()
  renderInApp(<Page save={save} />)
  await type(' mine')
  await waitFor(() => expect(sent()).toHaveLength(1))
  await saves[0]?.answer({ kind: 'conflict', value: 'Theirs', revision: 5 })
  expect(screen.getByRole('region', { name: 'Yours' }).textContent).toContain('Old mine')
  expect(screen.getByRole('region', { name: 'Current values' }).textContent).toContain('Theirs')
  const { pass } = stopClock()
  change('Old mine!')
  await pass(10 * DELAY)
  expect(sent()).toHaveLength(1)
  vi.useRealTimers()
  await press('Keep mine')
  await waitFor(() => expect(sent()[1]).toEqual(['Old mine!', 5]))
})

test('theirs is taken without a save; the same words of both are no conflict', async () => {
  const { saves, save, sent } = scripted()
  renderInApp(<Page save={save} />)
  await type('x')
  await waitFor(() => expect(sent()).toHaveLength(1))
  await saves[0]?.answer({ kind: 'conflict', value: 'Theirs', revision: 5 })
  await press('Take theirs')
  expect(field().value).toBe('Theirs')
  await type('!')
  await waitFor(() => expect(sent()[1]).toEqual(['Theirs!', 5]))
  await saves[1]?.answer({ kind: 'conflict', value: 'Theirs!', revision: 6 })
  expect(screen.queryByRole('alert')).toBeNull()
})

test('what the server has by now takes the place of an untouched text, and stands against a changed one', async () => {
  const { save } = scripted()
  const { rerender } = renderInApp(<Page save={save} />)
  rerender(<Page save={save} value="Newer" revision={2} />)
  await waitFor(() => expect(field().value).toBe('Newer'))
  rerender(<Page save={save} value="Older" revision={1} />)
  expect(field().value).toBe('Newer')
  await type('!')
  rerender(<Page save={save} value="Newest" revision={3} />)
  expect(await screen.findByText('Someone else saved meanwhile')).toBeTruthy()
  expect(field().value).toBe('Newer!')
})

test('a field that is closed sends its last change, and opened again has what could not be saved', async () => {
  const { saves, save, sent } = scripted()
  renderInApp(<Page save={save} />)
  await type(' kept')
  await press('Close')
  await waitFor(() => expect(sent()).toEqual([['Old kept', 1]]))
  await saves[0]?.answer({ kind: 'failed', message: '' })
  await press('Open')
  expect(field().value).toBe('Old kept')
  expect(screen.getByText(/Not saved/)).toBeTruthy()
})

test('whoever leaves has the last change sent first', async () => {
  const { saves, save, sent } = scripted()
  renderInApp(<Page save={save} />)
  await type('!')
  await userEvent.setup().click(screen.getByRole('link', { name: 'Elsewhere' }))
  await waitFor(() => expect(sent()).toEqual([['Old!', 1]]))
  expect(where()).toBe('/')
  await saves[0]?.answer({ kind: 'saved', revision: 2 })
  await waitFor(() => expect(where()).toBe('/other'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('whoever leaves is asked where the last change could not be saved', async () => {
  const { saves, save, sent } = scripted()
  renderInApp(<Page save={save} />)
  await type('!')
  await userEvent.setup().click(screen.getByRole('link', { name: 'Elsewhere' }))
  await waitFor(() => expect(sent()).toHaveLength(1))
  await saves[0]?.answer({ kind: 'failed', message: '' })
  expect(await screen.findByRole('dialog', { name: 'Unsaved changes' })).toBeTruthy()
  const closing = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(closing)
  expect(closing.defaultPrevented).toBe(true)
  await press('Leave without saving')
  await waitFor(() => expect(where()).toBe('/other'))
})

test('QA-25 a throttled value is sent while one types on, and one that is not after a pause', async () => {
  vi.useFakeTimers()
  try {
    for (const [throttled, expected] of [
      [true, 3],
      [false, 1],
    ] as const) {
      const draft = new Draft({
        base: { value: '', revision: 0 },
        delay: 1000,
        throttled,
        isEqual: Object.is,
      })
      let saves = 0
      draft.save = async () => {
        saves += 1
        return { kind: 'saved', revision: saves }
      }
      for (let at = 0; at < 30; at += 1) {
        draft.edit('x'.repeat(at + 1))
        await vi.advanceTimersByTimeAsync(100)
      }
      await vi.advanceTimersByTimeAsync(1000)
      expect(saves).toBeGreaterThanOrEqual(expected)
      if (!throttled) expect(saves).toBe(1)
      expect(draft.isUnsaved).toBe(false)
    }
  } finally {
    vi.useRealTimers()
  }
})

function ClosingEditor({ save }: EditorProps) {
  const leave = useLeave()
  const [said, setSaid] = useState('')
  return (
    <>
      <Editor save={save} />
      <button
        type="button"
        onClick={() =>
          leave(
            () => setSaid('Closed'),
            () => setSaid('Kept'),
          )
        }
      >
        Close row
      </button>
      <output>{said}</output>
    </>
  )
}

test('QA-26 QA-39 a part that closes sends the last change first, and asks where it was not saved', async () => {
  const { saves, save, sent } = scripted()
  renderInApp(
    <AutosaveScope>
      <ClosingEditor save={save} />
    </AutosaveScope>,
  )
  await press('Close row')
  await screen.findByText('Closed')
  await type('!')
  await press('Close row')
  await waitFor(() => expect(sent()).toEqual([['Old!', 1]]))
  await saves[0]?.answer({ kind: 'failed', message: '' })
  await press('Keep editing')
  await screen.findByText('Kept')
})

test('a connection that is back sends what could not be saved', async () => {
  const { saves, save, sent } = scripted()
  renderInApp(<Page save={save} />)
  await type('!')
  await waitFor(() => expect(sent()).toHaveLength(1))
  await saves[0]?.answer({ kind: 'failed', message: '' })
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(sent()[1]).toEqual(['Old!', 1]))
})
