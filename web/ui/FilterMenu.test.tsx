import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { FilterMenu, type FilterOption } from './FilterMenu.tsx'
import { renderInApp } from './testing/render.tsx'

const OPTIONS: FilterOption[] = ['Red', 'Green', 'Blue'].map((label) => ({ value: label[0] ?? '', label }))

test('each choice acts at once, and the next one counts it although the list has not followed yet', async () => {
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
