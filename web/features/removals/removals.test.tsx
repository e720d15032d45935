import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { organisation, viewerOf } from '../../testing/fixtures.ts'
import { by, renderAt, setWindowWidth } from '../../testing/renderAt.tsx'

beforeEach(() => setWindowWidth(1440))

const record = (id: string, kind: string, name: string) => ({
  __typename: 'RemovedRecord',
  id,
  kind,
  name,
  placeName: 'Prairie Sun',
  deletedAt: '2026-03-04T15:07:00.000Z',
  deletedBy: 'Maya Okafor',
  daysLeft: 12,
})

function open(problems: Record<string, string> = {}) {
  const records = [record('1', 'PAGE', 'Site story'), record('2', 'GROUP', 'Lenders')]
  renderAt('/meridian/bin', {
    Viewer: viewerOf([organisation('Meridian', ['DEALROOM_ADMIN'])]),
    RemovedRecords: by(() => ({
      data: {
        removedRecords: {
          __typename: 'RemovedRecordPage',
          count: records.length,
          days: 14,
          items: [...records],
        },
      },
    })),
    RestoreRecord: by(({ id }) => {
      const problem = problems[String(id)]
      const errors = problem ? [{ __typename: 'FieldError', field: null, message: problem }] : []
      if (!problem)
        records.splice(
          records.findIndex((each) => each.id === id),
          1,
        )
      return { data: { restoreRecord: { __typename: 'RestoreRecordPayload', success: !problem, errors } } }
    }),
  })
  return userEvent.setup()
}

test('BIN-10 BIN-09 records say what they are and how long they stay, and are restored one by one', async () => {
  const user = open()
  const table = within(await screen.findByRole('grid', { name: 'Recycle bin' }))
  const row = (await table.findByText('Site story')).closest('[role="row"]')
  expect(row?.textContent).toMatch(/Site story.*Overview page.*Prairie Sun.*Maya Okafor.*12 days/)
  expect(screen.getByText(/What is deleted can be restored for 14 days\./)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Restore Site story' }))
  expect(await screen.findByText('Site story is back.')).toBeTruthy()
  await waitFor(() => expect(table.queryByText('Site story')).toBeNull())
  expect(table.getByText('Lenders')).toBeTruthy()
})

test('BIN-10 a record that has no place any more says so and stays', async () => {
  const user = open({ '2': 'This can no longer be restored.' })
  await user.click(await screen.findByRole('button', { name: 'Restore Lenders' }))
  expect(await screen.findByText('This can no longer be restored.')).toBeTruthy()
  expect(screen.getByText('Lenders')).toBeTruthy()
})
