import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderInApp } from '../testing/render.tsx'
import { FilterMenu, type FilterOption } from './FilterMenu.tsx'

const OPTIONS: FilterOption[] = ['Red', 'Green', 'Blue'].map((label) => ({ value: label[0] ?? '', label }))

test('each choice acts immediately, and the next one counts it although the list has not followed yet', async () => {
  const user = userEvent.setup()
  const changes: string[][] = []
  renderInApp(
    <FilterMenu label="Colour" options={OPTIONS} selected={[]} onChange={(values) => changes.push(values)} />,
  )
  await user.click(screen.getByRole('button', { name: 'Filter by colour' }))
  await user.click(screen.getByRole('checkbox', { name: 'Green' }))
  await user.click(screen.getByRole('checkbox', { name: 'Blue' }))
  await user.click(screen.getByRole('checkbox', { name: 'Green' }))
  expect(changes).toEqual([['G'], ['G', 'B'], ['B']])
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Blue' }).checked).toBe(true)
})

test('what is chosen stands on the button, and first in the list where it is not offered', async () => {
  const user = userEvent.setup()
  const changes: string[][] = []
  renderInApp(
    <FilterMenu
      label="Colour"
      options={OPTIONS.slice(1)}
      selected={OPTIONS.slice(0, 1)}
      onChange={(values) => changes.push(values)}
    />,
  )
  const button = screen.getByRole('button', { name: 'Filter by colour: Red' })
  expect(button.textContent).toBe('Colour: Red')
  await user.click(button)
  expect(screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)).toEqual([
    'Red',
    'Green',
    'Blue',
  ])
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  expect(changes).toEqual([[]])
})

test('a list without options says so', async () => {
  const user = userEvent.setup()
  renderInApp(
    <FilterMenu label="Colour" options={[]} selected={[]} onChange={() => {}} empty="No colour found." />,
  )
  await user.click(screen.getByRole('button', { name: 'Filter by colour' }))
  expect(screen.getByText('No colour found.')).toBeTruthy()
})

test('a row for all is ticked while nothing is chosen, partial while something is, and takes the choice back', async () => {
  const user = userEvent.setup()
  const changes: string[][] = []
  renderInApp(
    <FilterMenu
      label="Colour"
      all="All colours"
      options={OPTIONS.map((option) => ({ ...option, count: 7 }))}
      selected={[]}
      onChange={(values) => changes.push(values)}
    />,
  )
  await user.click(screen.getByRole('button', { name: 'Filter by colour' }))
  const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'All colours' })
  expect([all.checked, all.dataset.indeterminate, all.closest('label')?.textContent]).toEqual([
    true,
    'false',
    'All colours21',
  ])
  await user.click(screen.getByRole('checkbox', { name: 'Green' }))
  expect([all.checked, all.dataset.indeterminate]).toEqual([false, 'true'])
  await user.click(all)
  expect(changes).toEqual([['G'], []])
  expect(all.checked).toBe(true)
})

test('arrow keys walk the options, Space ticks, Escape closes and the button has the focus again', async () => {
  const user = userEvent.setup()
  const changes: string[][] = []
  renderInApp(
    <FilterMenu label="Colour" options={OPTIONS} selected={[]} onChange={(values) => changes.push(values)} />,
  )
  const button = screen.getByRole('button', { name: 'Filter by colour' })
  await user.click(button)
  await user.tab()
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp} ')
  expect(changes).toEqual([['G']])
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(button))
})

test('more than ten options are found by their names, and a row for all of them waits meanwhile', async () => {
  const user = userEvent.setup()
  const many = Array.from({ length: 12 }, (_, at) => ({ value: `${at}`, label: `Colour ${at}` }))
  renderInApp(
    <FilterMenu
      label="Colour"
      all="All colours"
      find="Find a colour"
      empty="No colour found."
      options={many}
      selected={[]}
      onChange={() => {}}
    />,
  )
  await user.click(screen.getByRole('button', { name: 'Filter by colour' }))
  expect(screen.getAllByRole('checkbox')).toHaveLength(13)
  await user.type(screen.getByRole('searchbox', { name: 'Find a colour' }), 'colour 11')
  expect(screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)).toEqual([
    'Colour 11',
  ])
  await user.type(screen.getByRole('searchbox', { name: 'Find a colour' }), '1')
  expect(screen.getByText('No colour found.')).toBeTruthy()
})
