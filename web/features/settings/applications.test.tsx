import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { organisation, viewerOf } from '../../testing/fixtures.ts'
import { renderAt, setWindowWidth } from '../../testing/renderAt.tsx'

const ADMINISTERED = organisation('Meridian', ['ORG_ADMIN'])
const USERS_ADMIN = organisation('Segue', ['USERS_ADMIN', 'DOCUMENTS_VIEW'])

beforeEach(() => setWindowWidth(1440))

const open = (address: string, viewer: object, hasSalesforceToken = false) =>
  renderAt(address, {
    Viewer: viewer,
    ApplicationsPage: { data: { viewer: { __typename: 'User', id: 'person-1', hasSalesforceToken } } },
  })
const region = (name: string) => within(screen.getByRole('region', { name }))

test('PROF-18 PROF-19 PROF-20 without a connection the CRM stands under Available Apps, and its button starts one', async () => {
  open('/applications', viewerOf([ADMINISTERED]))
  await screen.findByText('No apps installed')
  region('Installed Apps').getByText('No apps installed')
  const connect = region('Available Apps').getByRole('link', { name: 'Connect' })
  expect(connect.getAttribute('href')).toBe('/salesforce/oauth/?applications=true')
})

test('PROF-18 PROF-19 with a connection it stands under Installed Apps', async () => {
  open('/applications', viewerOf([ADMINISTERED]), true)
  await screen.findByText('No additional apps available')
  region('Installed Apps').getByText('Salesforce')
  expect(screen.queryByRole('link', { name: 'Connect' })).toBeNull()
})

test('PROF-14 PROF-17 SHELL-13 admins of some organisation and staff find Applications in the side list, and by its other address', async () => {
  for (const viewer of [
    viewerOf([USERS_ADMIN, ADMINISTERED]),
    viewerOf([USERS_ADMIN], { isSuperUser: true }),
  ]) {
    const { router, unmount } = open('/profile/applications', viewer)
    await screen.findByText('No apps installed')
    const entry = screen.getByRole('link', { name: 'Applications' })
    expect(entry.getAttribute('aria-current')).toBe('page')
    expect(router.state.location.pathname).toBe('/applications')
    unmount()
  }
  const { router } = open('/profile/applications/salesforce', viewerOf([ADMINISTERED]))
  await waitFor(() => expect(router.state.location.pathname).toBe('/applications/salesforce'))
})

test('PROF-21 SHELL-12 whoever is no admin finds neither entry nor page', async () => {
  const { router } = open('/applications', viewerOf([USERS_ADMIN]))
  await screen.findByText(/We can’t seem to find the page you’re looking for/)
  await router.navigate('/profile')
  await screen.findByRole('link', { name: 'Security' })
  expect(screen.queryByRole('link', { name: 'Applications' })).toBeNull()
})

test('CRM-16 it says why a connection was not made, until that is dismissed', async () => {
  for (const [error, text] of [
    ['denied', /consent was refused/],
    ['unavailable', /could not be reached/],
  ] as const) {
    const { router, unmount } = open(`/applications?error=${error}`, viewerOf([ADMINISTERED]))
    expect((await screen.findByRole('alert')).textContent).toMatch(text)
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(router.state.location.search).toBe('')
    unmount()
  }
})
