// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderInApp } from '../testing/render.tsx'
import { type Column, Table } from './index.ts'
import { MeasuredRows } from './useRowHeights.ts'

interface Row {
  id: string
  text: string
}
const ROWS: readonly Row[] = ['one', 'two', 'three'].map((text) => ({ id: text, text }))
const COLUMNS: readonly Column<Row>[] = [
  {
    key: 'text',
    header: 'Text',
    cell: ({ text }) => text,
    open: ({ text }) => <input aria-label={`Edit ${text}`} />,
  },
  { key: 'extra', header: 'Extra', optional: true, cell: () => 'extra' },
]

function Opening() {
  const [opened, setOpened] = useState<string>()
  return (
    <Table
      label="Rows"
      columns={COLUMNS}
      columnsKeptAs="test:opened"
      rows={ROWS}
      getRowId={({ id }) => id}
      strip="All rows"
      opensByClick
      onOpen={({ id }) => setOpened(id)}
      opened={
        opened === undefined
          ? undefined
          : {
              id: opened,
              foot: ({ text }) => <button type="button">{`Do ${text}`}</button>,
              onClose: () => setOpened(undefined),
            }
      }
    />
  )
}

test('a row opens in its place by a click or Enter, is a form within, and Esc closes it with the focus on the row', async () => {
  window.localStorage.clear()
  const user = userEvent.setup()
  renderInApp(<Opening />)
  await user.click(screen.getByText('two'))
  const field = screen.getByRole('textbox', { name: 'Edit two' })
  expect(screen.getByRole('button', { name: 'Do two' }).tabIndex).toBe(0)
  await user.type(field, 'a b{ArrowDown}')
  expect(document.activeElement).toBe(field)
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(document.activeElement?.textContent).toBe('two')
  await user.keyboard('{ArrowDown}{Enter}')
  screen.getByRole('textbox', { name: 'Edit three' })
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('QA-03 an optional column shows once it is chosen, and the browser keeps that', async () => {
  window.localStorage.clear()
  const user = userEvent.setup()
  const { unmount } = renderInApp(<Opening />)
  expect(screen.queryByText('extra')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Choose columns' }))
  await user.click(await screen.findByRole('checkbox', { name: /Extra/ }))
  expect(screen.getAllByText('extra')).toHaveLength(3)
  unmount()
  renderInApp(<Opening />)
  expect(screen.getAllByText('extra')).toHaveLength(3)
})

test('rows of different heights stand where their measured heights put them', () => {
  const rows = new MeasuredRows(60)
  expect([rows.top(3), rows.at(0), rows.at(179), rows.at(180)]).toEqual([180, 0, 2, 3])
  expect([rows.set(1, 100), rows.set(1, 100), rows.set(0, 60)]).toEqual([true, false, false])
  expect([rows.top(1), rows.top(2), rows.top(5)]).toEqual([60, 160, 340])
  expect([59, 60, 159, 160, 219, 220].map((px) => rows.at(px))).toEqual([0, 1, 1, 2, 2, 3])
})
