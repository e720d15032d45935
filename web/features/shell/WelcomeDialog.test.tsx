import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PERMISSIONS } from '../../../shared/permissions.ts'
import { organisation, viewerOf } from '../../testing/fixtures.ts'
import { PAGE, renderAt, setWindowWidth } from '../../testing/renderAt.tsx'

const ANSWERS = {
  Viewer: viewerOf([organisation('Meridian', PERMISSIONS)]),
  Licence: {
    data: {
      viewer: {
        __typename: 'User',
        id: 'person-1',
        agreements: {
          __typename: 'UserAgreements',
          acceptedEula: false,
          licence: { __typename: 'Licence', version: 1, text: 'Text' },
        },
      },
    },
  },
}
const setCookie = (value: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
  document.cookie = `showWelcome=${value}; Path=/`
}

beforeEach(() => setWindowWidth(1440))
afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: the next test begins without it
  document.cookie = 'showWelcome=; Path=/; Max-Age=0'
})

const open = async () => {
  const page = renderAt('/about', ANSWERS)
  await screen.findByRole('navigation', { name: 'Main' })
  return page
}

test('WELC-01 WELC-02 WELC-04 WELC-06 the dialog opens by itself at the first sign-in, once, and Start closes it', async () => {
  setCookie('true')
  const page = await open()
  const dialog = within(await screen.findByRole('dialog', { name: 'Welcome Maya Okafor' }))
  expect(dialog.getAllByRole('img')).toHaveLength(2)
  dialog.getByText(/^Helioroom is where clean-energy projects are offered, examined and looked after\./)
  dialog.getByText(/^Search by name, look into a file without downloading it/)
  expect(document.cookie).not.toContain('showWelcome')
  await userEvent.click(dialog.getByRole('button', { name: 'Start' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  page.unmount()
  await open()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each(['false', 'TRUE', ''])('WELC-02 a cookie with the value "%s" opens nothing', async (value) => {
  setCookie(value)
  await open()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('WELC-03 SHELL-23 the user menu opens it at any time', async () => {
  await open()
  for (let time = 0; time < 2; time += 1) {
    await userEvent.click(screen.getByRole('button', { name: 'Maya Okafor' }))
    const menu = within(await screen.findByRole('dialog', { name: 'User menu' }))
    menu.getByText('Settings')
    menu.getByText('Log out')
    // Its entry is for staff.
    expect(menu.queryByText('Helioroom Admin')).toBeNull()
    await userEvent.click(menu.getByRole('button', { name: 'Welcome dialog' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Welcome Maya Okafor' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Start' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
})

test('WELC-05 it waits behind the licence agreement', async () => {
  setCookie('true')
  const waiting = { ...PAGE, user: PAGE.user && { ...PAGE.user, agreements: { acceptedEula: false } } }
  renderAt('/about', ANSWERS, waiting)
  await screen.findByRole('region', { name: 'Licence agreement' })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.cookie).toContain('showWelcome=true')
})
