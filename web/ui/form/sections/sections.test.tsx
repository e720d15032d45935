// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useForm } from 'react-hook-form'
import { afterEach, expect, test, vi } from 'vitest'
import { renderInApp, setViewport } from '../../testing/render.tsx'
import { Form, type FormProblem, FormSections, NumberField, TextField } from '../index.ts'

afterEach(() => setViewport(1024, 768))

interface SampleProps {
  latitude?: string
  onSubmit?: () => Promise<FormProblem | undefined> | FormProblem | undefined
  onCancel?: () => void
}

function Sample({ latitude = '', onSubmit = () => undefined, onCancel }: SampleProps) {
  const form = useForm({ defaultValues: { name: 'Harlan', latitude, capacity: '5' } })
  const sections = [
    {
      key: 'info',
      label: 'Info',
      content: <TextField name="name" label="Name" rules={{ required: 'Required.' }} />,
    },
    {
      key: 'location',
      label: 'Location',
      content: (
        <NumberField name="latitude" label="Latitude" rules={{ required: 'This field is required' }} />
      ),
    },
    {
      key: 'system',
      label: 'System',
      count: 2,
      content: <NumberField name="capacity" label="Capacity" />,
    },
  ]
  return (
    <Form label="Sample" form={form} onSubmit={onSubmit}>
      <FormSections label="Project" sections={sections} {...(onCancel && { onCancel })} />
    </Form>
  )
}

const tab = (name: string) => screen.getByRole('tab', { name })
const shown = () => screen.getByRole('tab', { selected: true }).getAttribute('aria-label')
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const press = (name: string) => userEvent.setup().click(button(name))

test('PFORM-03 Back and Next walk through the sections and stop at the ends', async () => {
  renderInApp(<Sample />)
  expect(shown()).toBe('Info')
  expect(button('Back').disabled).toBe(true)
  await press('Next')
  expect(shown()).toBe('Location')
  expect(document.activeElement?.textContent).toBe('Location')
  expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull()
  await press('Next')
  expect(shown()).toBe('System')
  expect(button('Next').disabled).toBe(true)
  await press('Back')
  expect(shown()).toBe('Location')
})

test('PFORM-01 sections are tabs that the arrow keys walk', async () => {
  const user = userEvent.setup()
  renderInApp(<Sample />)
  await user.click(tab('Info'))
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(tab('Location'))
  expect(shown()).toBe('Location')
  await user.keyboard('{End}')
  expect(shown()).toBe('System')
  await user.keyboard('{ArrowDown}')
  expect(shown()).toBe('Info')
  expect(tab('Info').getAttribute('aria-controls')).toBe(screen.getByRole('tabpanel').id)
})

test('PFORM-02 PFORM-34 a submit with invalid fields sends nothing, marks their sections and opens the first of them', async () => {
  const onSubmit = vi.fn(() => undefined)
  const user = userEvent.setup()
  renderInApp(<Sample onSubmit={onSubmit} />)
  await press('Next')
  await press('Next')
  await user.type(screen.getByRole('textbox', { name: 'Capacity' }), 'x')
  await press('Save')
  await waitFor(() => expect(shown()).toBe('Location, 1 error'))
  expect(tab('System, 1 error')).toBeTruthy()
  expect(tab('Info')).toBeTruthy()
  expect(onSubmit).not.toHaveBeenCalled()
  const latitude = screen.getByRole('textbox', { name: 'Latitude' })
  expect(document.activeElement).toBe(latitude)
  await user.type(latitude, '40')
  await waitFor(() => expect(tab('Location, changed')).toBeTruthy())
  await press('1 error in 1 section')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Capacity' }))
})

test('PFORM-34 what the server refuses is marked and opened alike; nothing else can be pressed meanwhile', async () => {
  let answer: (problem?: FormProblem) => void = () => undefined
  const onSubmit = () =>
    new Promise<FormProblem | undefined>((resolve) => {
      answer = resolve
    })
  renderInApp(<Sample latitude="40" onSubmit={onSubmit} onCancel={() => undefined} />)
  await press('Next')
  await press('Next')
  await press('Save')
  await waitFor(() => expect(button('Save').disabled).toBe(true))
  expect(['Back', 'Next', 'Cancel'].map((name) => button(name).disabled)).toEqual([true, true, true])
  answer({ fields: { name: 'Already taken.' } })
  await waitFor(() => expect(shown()).toBe('Info, 1 error'))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }))
})

test('what has changed and is not sent is counted', async () => {
  const user = userEvent.setup()
  renderInApp(<Sample latitude="40" />)
  expect(screen.queryByText('Unsaved changes')).toBeNull()
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'x')
  await press('Next')
  await user.type(screen.getByRole('textbox', { name: 'Latitude' }), '1')
  expect(await screen.findByText('2 fields in 2 sections')).toBeTruthy()
})

test('on a phone a row names the section and leads to the others', async () => {
  setViewport(390, 844)
  renderInApp(<Sample />)
  expect(screen.queryByRole('tab')).toBeNull()
  await press('Project: Info, 1 of 3')
  await userEvent.setup().click(screen.getByRole('menuitem', { name: 'System' }))
  expect(screen.getByRole('textbox', { name: 'Capacity' })).toBeTruthy()
  expect(button('Project: System, 3 of 3')).toBeTruthy()
})
