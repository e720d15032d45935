import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { by, renderAt, setWindowWidth } from '../../testing/renderAt.tsx'
import { ADDRESS, MANAGER, room } from './questions.fixture.ts'

beforeEach(() => setWindowWidth(1440))

test('QA-13 of two who change a log the second is told what stands by now, and may save over it', async () => {
  const revisions: unknown[] = []
  const newer = { name: 'Lender diligence', restricted: true, groups: ['Banks'], revision: 2 }
  const UpdateQuestionLog = by(({ revision }) => {
    revisions.push(revision)
    return {
      data: null,
      errors: [
        {
          message: 'Someone else has just changed this log. Please check it and save again.',
          extensions: { code: 'CONFLICT', newer },
        },
      ],
    }
  })
  const user = userEvent.setup()
  renderAt(ADDRESS, { ...room({ permissions: MANAGER }), UpdateQuestionLog })
  await user.click(await screen.findByRole('button', { name: 'Log settings' }))
  const dialog = within(await screen.findByRole('dialog', { name: /Log settings/ }))
  await user.type(await dialog.findByRole('textbox', { name: 'Name' }), ' 2')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText(
    'Someone else has just changed this log. Please check it and save again. ' +
      'Current values: Lender diligence · Restricted to Banks. Save again to replace it with yours, or cancel to keep it.',
  )
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(revisions).toEqual([1, 2]))
})
