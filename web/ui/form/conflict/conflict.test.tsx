// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { renderInApp } from '../../testing/render.tsx'
import { CheckField, Form, SubmitButton, TextField, useConflict } from '../index.ts'

interface Values {
  name: string
  city: string
  open: boolean
}

const BASE: Values = { name: 'Mojave', city: 'Barstow', open: false }

/** A form whose first save meets what somebody else has saved. */
function Sample({ theirs, sent }: { theirs: Partial<Values>; sent: [Values, number][] }) {
  const form = useForm<Values>({ defaultValues: BASE })
  const conflict = useConflict({
    form,
    revision: 1,
    fields: { name: 'Name', city: 'City', open: { label: 'Open', words: (on) => (on ? 'On' : 'Off') } },
  })
  return (
    <Form
      label="Sample"
      form={form}
      conflict={conflict}
      onSubmit={(values) => {
        sent.push([{ ...values }, conflict.revision()])
        return sent.length === 1
          ? conflict.mergeNewer({ revision: 2, values: theirs, by: 'Nadia Kerr', at: null })
          : undefined
      }}
    >
      <TextField name="name" label="Name" />
      <TextField name="city" label="City" />
      <CheckField name="open" label="Open" />
      <SubmitButton>Save</SubmitButton>
    </Form>
  )
}

async function begin(theirs: Partial<Values>, mine: Partial<Record<'Name' | 'City', string>>) {
  const sent: [Values, number][] = []
  const user = userEvent.setup()
  renderInApp(<Sample theirs={theirs} sent={sent} />)
  for (const [name, text] of Object.entries(mine)) {
    await user.clear(field(name))
    await user.type(field(name), text)
  }
  const save = () => user.click(screen.getByRole('button', { name: 'Save' }))
  await save()
  const panel = within(await screen.findByRole('region', { name: 'Someone else saved meanwhile' }))
  return { user, sent, save, panel }
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })

test('changes that don’t overlap are merged, said, and saved by saving again', async () => {
  const { sent, save, panel } = await begin({ city: 'Daggett', open: true }, { Name: 'Mojave II' })
  panel.getByText('Nadia Kerr saved this. Your changes don’t overlap. Save again to keep both.')
  panel.getByText('Merged from their changes')
  expect(panel.getAllByRole('listitem').map((each) => each.textContent)).toEqual([
    'CityBarstow → Daggett',
    'OpenOff → On',
  ])
  expect([field('Name').value, field('City').value]).toEqual(['Mojave II', 'Daggett'])
  await screen.findByText('Unsaved changes')
  await save()
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toEqual([{ name: 'Mojave II', city: 'Daggett', open: true }, 2])
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull())
})

test('what both changed is chosen before anything is sent, and can be chosen again', async () => {
  const { user, sent, save, panel } = await begin({ name: 'Theirs' }, { Name: 'Mine' })
  const choice = within(panel.getByRole('group', { name: 'Name' }))
  expect(choice.getByRole('region', { name: 'Yours' }).textContent).toContain('Mine')
  expect(choice.getByRole('region', { name: 'Current values' }).textContent).toContain('Theirs')
  await save()
  await screen.findByText('Choose what to keep where you both changed something, then save.')
  expect(sent).toHaveLength(1)
  // What is typed before the choice is mine as well.
  await user.type(field('Name'), ' too')
  const button = (name: string) => choice.getByRole('button', { name })
  await user.click(button('Take theirs'))
  expect(field('Name').value).toBe('Theirs')
  expect(button('Take theirs').getAttribute('aria-pressed')).toBe('true')
  await user.click(button('Keep mine'))
  expect(field('Name').value).toBe('Mine too')
  await save()
  await waitFor(() => expect(sent[1]).toEqual([{ ...BASE, name: 'Mine too' }, 2]))
})

test('several are chosen together, and how many is said', async () => {
  const { user, sent, save, panel } = await begin(
    { name: 'Their name', city: 'Their city' },
    { Name: 'My name', City: 'My city' },
  )
  expect(panel.getByRole('status').textContent).toBe('0 of 2 chosen')
  await user.click(panel.getByRole('button', { name: 'Take all theirs' }))
  expect(panel.getByRole('status').textContent).toBe('2 of 2 chosen')
  await save()
  await waitFor(() => expect(sent[1]).toEqual([{ ...BASE, name: 'Their name', city: 'Their city' }, 2]))
})

test('whoever can’t see the panel is told, and nothing takes the focus from the field', async () => {
  const sent: [Values, number][] = []
  renderInApp(<Sample theirs={{ name: 'Theirs' }} sent={sent} />)
  await userEvent.type(field('Name'), ' II{Enter}')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Someone else saved meanwhile')
  expect(document.activeElement).toBe(field('Name'))
})
