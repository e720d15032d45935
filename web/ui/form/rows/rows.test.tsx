// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useForm } from 'react-hook-form'
import { expect, test, vi } from 'vitest'
import { renderInApp } from '../../testing/render.tsx'
import { Form, type FormProblem, NumberField, RepeatedRows, SubmitButton, TextField } from '../index.ts'

interface Values {
  panels: { model: string; count: string }[]
}

const COLUMNS = [
  { label: 'Model', width: 'minmax(0, 1fr)' },
  { label: 'Count', width: '116px', align: 'right' },
] as const

interface SampleProps {
  panels: Values['panels']
  max?: number
  mayBeEmpty?: boolean
  onSubmit?: (values: Values) => FormProblem | undefined
}

function Sample({ panels, max, mayBeEmpty, onSubmit = () => undefined }: SampleProps) {
  const form = useForm<Values>({ defaultValues: { panels } })
  return (
    <Form label="Sample" form={form} onSubmit={onSubmit}>
      <RepeatedRows
        name="panels"
        label="Panels"
        noun="panel"
        columns={COLUMNS}
        blank={{ model: '', count: '' }}
        {...(max !== undefined && { max })}
        {...(!mayBeEmpty && {
          rules: { validate: (rows: unknown) => (rows as unknown[]).length > 0 || 'Please add a panel.' },
        })}
      >
        {({ name }) => (
          <>
            <TextField name={`${name}.model`} label="Model" rules={{ required: 'Please select a model.' }} />
            <NumberField name={`${name}.count`} label="Count" />
          </>
        )}
      </RepeatedRows>
      <SubmitButton>Save</SubmitButton>
    </Form>
  )
}

const row = (index: number) => within(screen.getByRole('group', { name: `Panel ${index}` }))
const model = (index: number) => row(index).getByRole<HTMLInputElement>('textbox', { name: 'Model' })
const models = () =>
  screen.queryAllByRole<HTMLInputElement>('textbox', { name: 'Model' }).map(({ value }) => value)
const press = (name: string) => userEvent.setup().click(screen.getByRole('button', { name }))

const THREE = ['A', 'B', 'C'].map((name) => ({ model: name, count: '1' }))

test('PFORM-36 a new row gets the focus in its first field, and all rows are sent in their order', async () => {
  const onSubmit = vi.fn(() => undefined)
  const user = userEvent.setup()
  renderInApp(<Sample panels={THREE.slice(0, 1)} onSubmit={onSubmit} />)
  await press('Add panel')
  expect(document.activeElement).toBe(model(2))
  await user.keyboard('B{Tab}1,000')
  await press('Save')
  await waitFor(() =>
    expect(onSubmit).toHaveBeenCalledExactlyOnceWith({
      panels: [
        { model: 'A', count: '1' },
        { model: 'B', count: '1000' },
      ],
    }),
  )
})

test('PFORM-36 after a removal the focus is at the next row, and what was removed comes back to its place', async () => {
  renderInApp(<Sample panels={THREE} />)
  await press('Remove panel 2')
  expect(models()).toEqual(['A', 'C'])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove panel 2' }))
  await press('Undo')
  expect(models()).toEqual(['A', 'B', 'C'])
  await press('Remove panel 3')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove panel 2' }))
  await press('Remove panel 1')
  await press('Remove panel 1')
  expect(screen.getByText('No panels')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add panel' }))
})

test('PFORM-25 each row says its own faults, and they move with it', async () => {
  const user = userEvent.setup()
  renderInApp(
    <Sample
      panels={[
        { model: 'A', count: '1' },
        { model: '', count: 'x' },
      ]}
    />,
  )
  await press('Save')
  expect(await row(2).findByText('Please select a model.')).toBeTruthy()
  expect(row(2).getByText('Please enter a number.')).toBeTruthy()
  expect(row(1).queryByRole('alert')).toBeNull()
  expect(document.activeElement).toBe(model(2))
  await press('Remove panel 1')
  expect(row(1).getByText('Please select a model.')).toBeTruthy()
  await user.type(model(1), 'B')
  await waitFor(() => expect(row(1).queryByText('Please select a model.')).toBeNull())
})

test('what the list as a whole lacks, and what the server says of it or of a row, stands with it', async () => {
  const onSubmit = vi
    .fn<() => FormProblem | undefined>()
    .mockReturnValueOnce({ fields: { panels: 'Too many panels.' } })
    .mockReturnValueOnce({ fields: { 'panels.0.model': 'Unknown model.' } })
    .mockReturnValue(undefined)
  renderInApp(<Sample panels={[]} onSubmit={onSubmit} />)
  await press('Save')
  expect(await screen.findByText('Please add a panel.')).toBeTruthy()
  expect(onSubmit).not.toHaveBeenCalled()
  await press('Add panel')
  await userEvent.setup().type(model(1), 'A')
  await press('Save')
  expect(
    await within(screen.getByRole('group', { name: 'Panels' })).findByText('Too many panels.'),
  ).toBeTruthy()
  expect(screen.queryByText('Please add a panel.')).toBeNull()
  await press('Save')
  expect(await row(1).findByText('Unknown model.')).toBeTruthy()
  await press('Save')
  await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(3))
})

test('what the server said of a list that has no rules does not hold up the next submit', async () => {
  const onSubmit = vi
    .fn<() => FormProblem | undefined>()
    .mockReturnValueOnce({ fields: { panels: 'Too many panels.' } })
    .mockReturnValue(undefined)
  renderInApp(<Sample mayBeEmpty panels={THREE} onSubmit={onSubmit} />)
  await press('Save')
  expect(await screen.findByText('Too many panels.')).toBeTruthy()
  await press('Save')
  await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(2))
  expect(screen.queryByText('Too many panels.')).toBeNull()
})

test('no more rows are added than there may be', async () => {
  renderInApp(<Sample panels={THREE.slice(0, 1)} max={2} />)
  await press('Add panel')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add panel' }).disabled).toBe(true)
  expect(models()).toHaveLength(2)
})
