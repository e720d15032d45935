// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, expect, test, vi } from 'vitest'
import { dealRooms, organisation, portfolio, viewerOf } from '../testing/fixtures.ts'
import { type Answer, by, renderAt } from '../testing/renderAt.tsx'

/** The script of the page about the product, which comes when the test wants it to. */
const script = vi.hoisted(() => {
  // Other files of this worker may have loaded the page, and others will.
  vi.resetModules()
  let come: () => void = () => undefined
  const coming = new Promise<void>((resolve) => {
    come = resolve
  })
  return { coming, come: () => come() }
})

vi.mock('../features/support/AboutPage.tsx', async (original) => {
  await script.coming
  return original()
})
afterAll(() => {
  vi.doUnmock('../features/support/AboutPage.tsx')
  vi.resetModules()
})

test('LAND-02 /dealroom leads nobody on who has gone elsewhere before its answer came', async () => {
  let answer: (rooms: Answer) => void = () => undefined
  const rooms = new Promise<Answer>((resolve) => {
    answer = resolve
  })
  const { router } = renderAt('/dealroom', {
    Viewer: viewerOf([organisation('Meridian', ['DEALROOM_VIEW'])]),
    DealRooms: by(() => rooms),
    OnlyEntity: { data: { portfolios: [], companies: [] } },
  })
  await screen.findByRole('navigation', { name: 'Categories' })
  await userEvent.setup().click(screen.getByRole('link', { name: 'About' }))
  expect(router.state.navigation.location?.pathname).toBe('/about')
  answer(dealRooms([portfolio('Prairie Sun', { status: 'MARKET' })]))
  // The answer is shown: what waited for it is gone.
  await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Categories' })).toBeNull())
  expect(router.state.navigation.location?.pathname).toBe('/about')
  script.come()
  await screen.findByRole('heading', { name: 'About' })
  expect(router.state.location.pathname).toBe('/about')
})
