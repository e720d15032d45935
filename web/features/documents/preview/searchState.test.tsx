import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAt, setWindowWidth } from '../../../testing/renderAt.tsx'
import { BASE, room } from '../testing/room.ts'

const open = (readingState: string, readingProblem: string | null = null) => {
  const { answers } = room([{ id: 'd1', name: 'b site.JPG', size: 61_400 }])
  return renderAt(`${BASE}/d1`, {
    ...answers,
    DocumentSearchState: {
      data: { document: { __typename: 'Document', id: 'd1', readingState, readingProblem } },
    },
  })
}
const preview = () => screen.findByRole('region', { name: 'Preview of b site.JPG' })

test.each([
  ['WAITING', null, 'Reading pages…'],
  ['READ', null, 'Searchable'],
  [
    'PARTLY_READ',
    'Searchable in part: page 3 could not be read.',
    'Searchable in part: page 3 could not be read',
  ],
  ['NOT_READ', 'It is protected by a password.', 'Not searchable: it is protected by a password'],
] as const)('FIND-04 a document that is %s (%s) says so', async (state, problem, said) => {
  setWindowWidth(1440)
  open(state, problem)
  const shown = within(await preview())
  await waitFor(() => expect(shown.getByText((text) => text.endsWith(` · ${said}`))).toBeTruthy())
})

test('FIND-04 on a phone a line says what is not searchable as a whole', async () => {
  setWindowWidth(390)
  open('NOT_READ', 'It could not be read.')
  const shown = within(await preview())
  expect(await shown.findByText('Not searchable: it could not be read')).toBeTruthy()
})
