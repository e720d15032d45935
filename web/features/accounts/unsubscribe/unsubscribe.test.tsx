import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { type Answer, renderAt } from '../../../testing/renderAt.tsx'

afterEach(() => vi.unstubAllGlobals())

const about = (given: object | null): Answer => ({
  data: { unsubscription: given && { __typename: 'Unsubscription', ...given } },
})
const SUN = { organisation: 'Segue', entity: 'Prairie Sun', kind: 'PORTFOLIO', enabled: true }

test('the page says what goes, a press does it, and a press that fails can be repeated', async () => {
  const answers = [503, 200]
  const sent: [string, string][] = []
  renderAt('/unsubscribe/abc', { Unsubscription: about(SUN) })
  // The scripted server answers all else.
  const others = globalThis.fetch
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (!String(address).startsWith('/unsubscribe/')) return others(address, init)
    sent.push([address, String(init.body)])
    return new Response('{}', { status: answers.shift() ?? 500 })
  })
  const user = userEvent.setup()
  expect(
    await screen.findByText(
      'This switches off the notifications about Prairie Sun of Segue. Others stay as they are.',
    ),
  ).toBeTruthy()
  expect(sent).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Switch off' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong.')
  await user.click(screen.getByRole('button', { name: 'Switch off' }))
  expect(await screen.findByRole('heading', { name: 'You are unsubscribed' })).toBeTruthy()
  expect(sent).toEqual([
    ['/unsubscribe/abc', 'List-Unsubscribe=One-Click'],
    ['/unsubscribe/abc', 'List-Unsubscribe=One-Click'],
  ])
})

test('a wrong link says so, one that was used that it is done, and a place that is lost has no name', async () => {
  const first = renderAt('/unsubscribe/wrong', { Unsubscription: about(null) })
  expect((await screen.findByRole('alert')).textContent).toContain('This link is not valid.')
  first.unmount()
  const second = renderAt('/unsubscribe/used', {
    Unsubscription: about({ ...SUN, organisation: null, entity: null, enabled: false }),
  })
  expect(await screen.findByText(/^No more notifications about this portfolio come by e-mail\./)).toBeTruthy()
  second.unmount()
  renderAt('/unsubscribe/all', {
    Unsubscription: about({ organisation: 'Segue', entity: null, kind: 'ORGANISATION', enabled: true }),
  })
  expect(await screen.findByText('This switches off all notifications from Segue.')).toBeTruthy()
})
