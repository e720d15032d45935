// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderInApp, setViewport } from '../testing/render.tsx'
import { BASE, type File, rowOf } from '../testing/table.tsx'
import { EditedCell } from './EditedCell.tsx'
import { Table } from './Table.tsx'
import type { Column } from './types.ts'

// What a cell is edited with is loaded with the first table that has some.
await EditedCell.load()
beforeEach(() => setViewport(1440, 900))

const ROWS: File[] = [
  { id: 'a', name: 'Alpha', size: 1 },
  { id: 'b', name: 'Beta', size: 2 },
]

type Save = (id: string, text: string) => Promise<string | undefined>

const columns = (save: Save): Column<File>[] => [
  { key: 'name', header: 'Name', cell: ({ name }) => name },
  {
    key: 'size',
    header: 'Size',
    cell: ({ size }) => size,
    editor: ({ id, name, size }) => ({
      label: `Size of ${name}`,
      value: `${size}`,
      save: (text) => save(id, text),
    }),
  },
]

const show = (save: Save) => renderInApp(<Table {...BASE} columns={columns(save)} rows={ROWS} />)
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name: `Size of ${name}` })
const cell = (value: string) => screen.getByRole('button', { name: value })

test('Enter opens a cell that the arrows lead to, Escape leaves it as it was, and the focus is back', async () => {
  const user = userEvent.setup()
  const save = vi.fn<Save>()
  show(save)
  act(() => rowOf('Alpha').focus())
  await user.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(cell('1'))
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(field('Alpha'))
  await user.keyboard('7{Escape}')
  expect(document.activeElement).toBe(cell('1'))
  expect(save).not.toHaveBeenCalled()
})

test('Enter saves once and says that it does; Tab saves and goes on to the next cell', async () => {
  const user = userEvent.setup()
  let answer: (problem?: string) => void = () => undefined
  const save = vi.fn<Save>(
    () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  )
  show(save)
  await user.click(cell('1'))
  await user.keyboard('12{Enter}{Enter}')
  expect(save).toHaveBeenCalledExactlyOnceWith('a', '12')
  expect(screen.getByLabelText('Saving')).toBeTruthy()
  await act(async () => answer())
  await waitFor(() => expect(document.activeElement).toBe(cell('1')))
  await user.keyboard('{Enter}15{Tab}')
  await act(async () => answer())
  await waitFor(() => expect(document.activeElement).toBe(field('Beta')))
  await user.keyboard('{Shift>}{Tab}{/Shift}')
  await waitFor(() => expect(document.activeElement).toBe(field('Alpha')))
})

test('what could not be saved stays in its cell with the reason, until it is changed or left', async () => {
  const user = userEvent.setup()
  const save = vi.fn<Save>().mockResolvedValueOnce('Please enter a number.').mockResolvedValue(undefined)
  show(save)
  await user.click(cell('2'))
  await user.keyboard('x{Enter}')
  const fault = await screen.findByText('Please enter a number.')
  expect(field('Beta').value).toBe('x')
  expect(field('Beta').getAttribute('aria-invalid')).toBe('true')
  expect(field('Beta').getAttribute('aria-describedby')).toBe(fault.id)
  await user.keyboard('{Backspace}5{Enter}')
  await waitFor(() => expect(save).toHaveBeenLastCalledWith('b', '5'))
  await waitFor(() => expect(document.activeElement).toBe(cell('2')))
})

test('a choice saves as soon as it is made', async () => {
  const user = userEvent.setup()
  const save = vi.fn<Save>().mockResolvedValue(undefined)
  const [name, size] = columns(save)
  const options = ['1', '2', '3'].map((value) => ({ value, label: `Size ${value}` }))
  const chosen = {
    ...(size as Column<File>),
    editor: (row: File) => ({
      label: 'Size',
      value: `${row.size}`,
      options,
      save: (text: string) => save(row.id, text),
    }),
  }
  renderInApp(<Table {...BASE} columns={[name as Column<File>, chosen]} rows={ROWS.slice(0, 1)} />)
  await user.click(cell('1'))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Size' }), '3')
  await waitFor(() => expect(save).toHaveBeenCalledExactlyOnceWith('a', '3'))
})
