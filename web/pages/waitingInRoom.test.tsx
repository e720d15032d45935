import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answers, text } from '../features/overview/overview.fixture.tsx'
import { organisation, portfolio, viewerOf } from '../testing/fixtures.ts'
import { renderAt } from '../testing/renderAt.tsx'

const given = {
  PrimaryPortfolio: { data: { primaryPortfolio: portfolio('Prairie Sun') } },
  WaitingForMe: {
    data: {
      waitingForMe: [
        {
          __typename: 'WaitingItem',
          kind: 'ANSWER_TO_ME',
          title: '1 answer to your question',
          place: 'Prairie Sun, Diligence',
          path: '/portfolios/prairie-sun/q-and-a?logId=l1',
          at: '2026-11-20T09:30:00.000Z',
        },
      ],
    },
  },
}

test('NEW-05 home of who has one room leads into it, where what waits stands before its overview', async () => {
  const { router } = renderAt('/', {
    ...answers([text('Summary')]),
    ...given,
    Viewer: viewerOf([organisation('Meridian', ['DOCUMENTS_VIEW'])]),
  })
  expect((await screen.findByRole('link', { name: '1 answer to your question' })).getAttribute('href')).toBe(
    '/portfolios/prairie-sun/q-and-a?logId=l1',
  )
  expect(router.state.location.pathname).toMatch(/^\/portfolios\/prairie-sun/)
})

test('for whom home lists what waits it does not stand in the room as well', async () => {
  const { asked } = renderAt('/portfolios/prairie-sun/overview', { ...answers([text('Summary')]), ...given })
  await screen.findByText('Words of Summary')
  expect(asked).not.toContain('WaitingForMe')
})
