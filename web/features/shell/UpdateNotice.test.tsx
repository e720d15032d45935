import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { settled } from '../../testing/settled.ts'
import { renderInApp, setViewport } from '../../ui/testing/render.tsx'
import { UpdateNotice } from './UpdateNotice.tsx'

const OWN = '/static/frame-1.js'

beforeEach(() => {
  setViewport(1440, 900)
  // One that is put into the page would be run.
  const others = document.querySelector.bind(document)
  vi.spyOn(document, 'querySelector').mockImplementation((selector: string) =>
    selector.startsWith('script[') ? ({ src: OWN } as never) : others(selector),
  )
})
afterEach(() => vi.restoreAllMocks())

/** A page one of whose scripts does not come, on a server that has or has not its first one, or can't be reached. */
async function lose(status: number | null) {
  const server = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    if (status === null) throw new TypeError('Failed to fetch')
    return new Response(null, { status })
  })
  renderInApp(<UpdateNotice />)
  act(() => {
    window.dispatchEvent(new Event('vite:preloadError'))
  })
  await waitFor(() =>
    expect(server).toHaveBeenCalledExactlyOnceWith(OWN, { method: 'HEAD', cache: 'no-store' }),
  )
}

test('ERR-09 a page whose scripts are gone since an update offers to reload, when the person agrees', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
  await lose(404)
  expect((await screen.findByRole('status')).textContent).toContain('Helioroom was updated')
  expect(reload).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Reload the page' }))
  expect(reload).toHaveBeenCalledOnce()
})

test.each([
  ['the same build', 200],
  ['a session that has ended', 401],
  ['no connection', null],
])('ERR-09 with %s there is nothing to reload for', async (_case, status) => {
  await lose(status)
  await settled()
  expect(screen.queryByRole('status')).toBeNull()
})
