import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { PERMISSIONS } from '../../../shared/permissions.ts'
import { homeBanners, organisation, viewerOf } from '../../testing/fixtures.ts'
import { renderAt } from '../../testing/renderAt.tsx'

const ANSWERS = {
  Viewer: viewerOf([organisation('Meridian', PERMISSIONS)]),
  HomePage: { data: { recentlyVisited: [], ...homeBanners } },
}

test('SHELL-18 an unknown path shows the not-found page, which leads home', async () => {
  const { router } = renderAt('/no/such/page', ANSWERS)
  await screen.findByRole('heading', { name: 'Sorry. We can’t seem to find the page you’re looking for.' })
  expect(screen.getByText('Error 404 to be precise.')).toBeDefined()
  const home = screen.getByRole('link', { name: 'Return to homepage' })
  expect(home.getAttribute('href')).toBe('/')
  await userEvent.click(home)
  await screen.findByText('Recently visited')
  expect(router.state.location.pathname).toBe('/')
})

test.each(['/applications/unknown', '/portfolios'])(
  '%s, which has no page, is not found and asks the server for nothing of it',
  async (address) => {
    const { asked } = renderAt(address, ANSWERS)
    await screen.findByText('Error 404 to be precise.')
    await waitFor(() => expect(document.title).toBe('Page not found · Helioroom'))
    expect(asked).toEqual(['Viewer'])
  },
)
