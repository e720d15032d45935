import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { settled } from '../../testing/settled.ts'
import { renderInApp, setViewport } from '../../ui/testing/render.tsx'
import { UpdateNotice } from './UpdateNotice.tsx'

const scriptOf = (name: string) => `<script type="module" src="/static/${name}.js"></script>`

beforeEach(() => {
  setViewport(1440, 900)
  // As text: a script that is put into the page would be run.
  vi.spyOn(document, 'querySelectorAll').mockImplementation(
    () =>
      new DOMParser().parseFromString(scriptOf('frame-1'), 'text/html').querySelectorAll('script') as never,
  )
})
afterEach(() => vi.restoreAllMocks())

/** A page of one build, one of whose scripts does not come, on a server that has a build or can't be reached. */
async function lose(built: string | null) {
  const server = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    if (built === null) throw new TypeError('Failed to fetch')
    return new Response(scriptOf(built))
  })
  renderInApp(<UpdateNotice />)
  act(() => {
    window.dispatchEvent(new Event('vite:preloadError'))
  })
  await waitFor(() => expect(server).toHaveBeenCalledOnce())
}

test('ERR-09 a page whose scripts are gone since an update offers to reload, when the person agrees', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
  await lose('frame-2')
  expect((await screen.findByRole('status')).textContent).toContain('Helioroom was updated')
  expect(reload).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Reload the page' }))
  expect(reload).toHaveBeenCalledOnce()
})

test.each([
  ['the same build', 'frame-1'],
  ['no connection', null],
])('ERR-09 with %s there is nothing to reload for', async (_case, built) => {
  await lose(built)
  await settled()
  expect(screen.queryByRole('status')).toBeNull()
})
