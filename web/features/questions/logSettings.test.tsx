import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { by, renderAt, savedFirst, setWindowWidth } from '../../testing/renderAt.tsx'
import { ADDRESS, MANAGER, room } from './questions.fixture.ts'

beforeEach(() => setWindowWidth(1440))

test('QA-13 of two who change a log the second is told what stands by now, and may save over it', async () => {
  const sent: Record<string, unknown>[] = []
  const newer = {
    name: 'Lender diligence',
    restricted: true,
    groups: [{ id: 'banks', name: 'Banks' }],
    visibility: 'EACH_PARTY',
    limits: { total: 20, perDay: null, perParty: null, endsAt: null },
  } as const
  const UpdateQuestionLog = by((variables) => {
    sent.push(variables)
    return savedFirst({ of: 'log', revision: 2, newer })
  })
  const user = userEvent.setup()
  renderAt(ADDRESS, { ...room({ permissions: MANAGER }), UpdateQuestionLog })
  await user.click(await screen.findByRole('button', { name: 'Log settings' }))
  const dialog = within(await screen.findByRole('dialog', { name: /Log settings/ }))
  await user.type(await dialog.findByRole('textbox', { name: 'Name' }), ' 2')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('Lender diligence')
  dialog.getByText('No groups → Banks')
  dialog.getByText(
    'Everybody with this log sees all questions, without names → Each party sees its own questions',
  )
  dialog.getByText('No limit → 20')
  await user.click(dialog.getByRole('button', { name: 'Keep mine' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[0]).toMatchObject({ revision: 1, restricted: false, groupIds: [] })
  expect(sent[1]).toMatchObject({
    revision: 2,
    name: sent[0]?.name,
    restricted: true,
    groupIds: ['banks'],
    visibility: 'EACH_PARTY',
    limits: { total: 20, perDay: null },
  })
})
