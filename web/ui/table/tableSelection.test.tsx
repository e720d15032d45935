// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { renderInApp, setViewport } from '../testing/render.tsx'
import { BASE, FILES, type File, rowOf, Selectable, selectedNames } from '../testing/table.tsx'
import { Table } from './Table.tsx'

beforeEach(() => setViewport(1440, 900))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('the strip is there at rest and tells the selection and its actions, Escape clears', async () => {
  const user = userEvent.setup()
  const onMove = vi.fn()
  renderInApp(<Selectable onMove={onMove} />)
  const strip = screen.getByRole('toolbar', { name: 'Selection' })
  expect(strip.textContent).toBe('5 items')

  await user.click(screen.getByRole('checkbox', { name: 'Select Beta.pdf' }))
  expect(within(strip).getByRole('status').textContent).toBe('1 selected')
  expect(strip.textContent).toContain('1 KB')
  const all = within(strip).getByRole('checkbox')
  expect(all.getAttribute('data-indeterminate')).toBe('true')

  await user.click(all)
  expect(within(strip).getByRole('status').textContent).toBe('5 selected')
  await user.click(within(strip).getByRole('button', { name: 'Move' }))
  expect(onMove).toHaveBeenCalledWith(['f0', 'f1', 'f2', 'f3', 'f4'])

  await user.keyboard('{Escape}')
  expect(strip.textContent).toBe('5 items')
  expect(selectedNames()).toEqual([])
})

test('a strip that holds nothing else says what its checkbox is for', () => {
  renderInApp(
    <Table
      {...BASE}
      selection={{ selected: new Set(), onChange: () => {}, nameOf: ({ name }) => name, actions: [] }}
    />,
  )
  expect(screen.getByRole('toolbar', { name: 'Selection' }).textContent).toBe('Select all')
})

test('Ctrl+A selects all, further keys do what the table is told, on the row that has the focus', async () => {
  const user = userEvent.setup()
  const onF2 = vi.fn()
  renderInApp(<Selectable shortcuts={{ F2: onF2 }} />)
  await user.keyboard('{F2}')
  act(() => rowOf('Beta.pdf').focus())
  await user.keyboard('{F2}{Delete}')
  expect(onF2).toHaveBeenCalledExactlyOnceWith(FILES[1])
  await user.keyboard('{Control>}a{/Control}')
  expect(selectedNames()).toHaveLength(5)
  await user.keyboard('{Control>}a{/Control}')
  expect(selectedNames()).toHaveLength(5)
})

test('actions that do not fit the strip are under More, in the same order', async () => {
  const user = userEvent.setup()
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(240)
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 50, 20))
  const act = (key: string) => ({ key, label: key, icon: null, onSelect: vi.fn() })
  const actions = [
    act('Download'),
    act('Move'),
    act('Permissions'),
    { ...act('Delete'), tone: 'danger' as const },
  ]
  renderInApp(<Selectable actions={actions} />)
  await user.click(screen.getByRole('checkbox', { name: 'Select Beta.pdf' }))
  const strip = within(screen.getByRole('toolbar'))
  expect(strip.queryByRole('button', { name: 'Move' })).toBeNull()
  expect(strip.getByRole('button', { name: 'Download' })).toBeTruthy()
  await user.click(strip.getByRole('button', { name: 'More' }))
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
    'Move',
    'Permissions',
    'Delete',
  ])
  await user.click(screen.getByRole('menuitem', { name: 'Move' }))
  expect(actions[1]?.onSelect).toHaveBeenCalledOnce()
})

test('a click with Shift selects everything since the last one, and takes it back', async () => {
  const user = userEvent.setup()
  renderInApp(<Selectable />)
  await user.click(screen.getByRole('checkbox', { name: 'Select Beta.pdf' }))
  await user.keyboard('{Shift>}')
  await user.click(screen.getByRole('checkbox', { name: 'Select Epsilon.pdf' }))
  await user.keyboard('{/Shift}')
  expect(selectedNames()).toEqual(['Beta.pdf', 'Gamma.pdf', 'Delta.pdf', 'Epsilon.pdf'])
  await user.keyboard('{Shift>}')
  await user.click(screen.getByRole('checkbox', { name: 'Select Gamma.pdf' }))
  await user.keyboard('{/Shift}')
  expect(selectedNames()).toEqual(['Beta.pdf'])
})

type ReadRows = (start: number, end: number, signal: AbortSignal) => Promise<readonly File[]>

/** A table of which only the first and the last file are loaded. */
function Sparse(props: { readRows: ReadRows; onSelected: (ids: string[], read: unknown) => void }) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  return (
    <Table
      {...BASE}
      rows={FILES.map((file, at) => (at === 0 || at === FILES.length - 1 ? file : undefined))}
      virtual
      selection={{
        selected,
        onChange: (next, read) => {
          props.onSelected([...next], read)
          setSelected(next)
        },
        nameOf: (file) => file.name,
        readRows: props.readRows,
        actions: [{ key: 'delete', label: 'Delete', icon: null, onSelect: () => undefined }],
      }}
    />
  )
}

describe('where not all rows are loaded', () => {
  /** The others are read when told. */
  function renderSparse() {
    const answers: { signal: AbortSignal; answer: () => void }[] = []
    const onSelected = vi.fn()
    const readRows = (start: number, end: number, signal: AbortSignal) =>
      new Promise<readonly File[]>((resolve) => {
        answers.push({ signal, answer: () => resolve(FILES.slice(start, end)) })
      })
    renderInApp(<Sparse readRows={readRows} onSelected={onSelected} />)
    const strip = within(screen.getByRole('toolbar', { name: 'Selection' }))
    const box = (name: string) => screen.getByRole('checkbox', { name })
    return { user: userEvent.setup(), answers, onSelected, strip, box }
  }
  const answered = (one: { answer: () => void } | undefined) => act(async () => one?.answer())

  test('DOC-40 a range reads what it passes over before it is selected, and says so', async () => {
    const { user, answers, onSelected, strip, box } = renderSparse()
    await user.click(box('Select Alpha.pdf'))
    await user.keyboard('{Shift>}')
    await user.click(box('Select Epsilon.pdf'))
    await user.keyboard('{/Shift}')
    expect(strip.getByRole('status').textContent).toBe('Selecting…')
    expect(strip.queryByRole('button', { name: 'Delete' })).toBeNull()
    await answered(answers[0])
    expect(strip.getByRole('status').textContent).toBe('5 selected')
    expect(onSelected).toHaveBeenLastCalledWith(['f0', 'f1', 'f2', 'f3', 'f4'], FILES)
  })

  test('DOC-40 Escape ends the reading of a range and leaves what was selected', async () => {
    const { user, answers, strip, box } = renderSparse()
    await user.click(box('Select Alpha.pdf'))
    await user.keyboard('{Shift>}')
    await user.click(box('Select Epsilon.pdf'))
    await user.keyboard('{/Shift}{Escape}')
    expect(answers[0]?.signal.aborted).toBe(true)
    expect(strip.getByRole('status').textContent).toBe('1 selected')
    await answered(answers[0])
    expect(strip.getByRole('status').textContent).toBe('1 selected')
  })

  test('DOC-40 all rows that come late add nothing to what was selected since', async () => {
    const { user, answers, strip, box } = renderSparse()
    await user.click(box('Select all'))
    expect(strip.getByRole('status').textContent).toBe('Selecting…')
    await user.click(box('Select Epsilon.pdf'))
    expect(answers[0]?.signal.aborted).toBe(true)
    await answered(answers[0])
    expect(strip.getByRole('status').textContent).toBe('1 selected')
    expect(screen.getAllByRole('row', { selected: true }).map((row) => row.dataset.id)).toEqual(['f4'])
  })
})
