import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { organisation, viewerOf } from './testing/fixtures.ts'
import { PAGE } from './testing/renderAt.tsx'

test('SHELL-38 the embedded user and configuration are there as a global object, and the page starts with them', async () => {
  // Here the page starts by itself, outside of React's test scopes.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  vi.stubGlobal('fetch', async (_input: unknown, init: RequestInit) => {
    const { operationName } = JSON.parse(String(init.body))
    const answer =
      operationName === 'Viewer'
        ? viewerOf([organisation('Meridian', ['REPORTS_VIEW'])])
        : { data: { recentlyVisited: [] } }
    return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } })
  })
  const page = { ...PAGE, config: { ...PAGE.config, environmentName: 'a </script> b' } }
  const json = JSON.stringify(page).replaceAll('<', '\\u003c')
  document.body.innerHTML = `<div id="root"></div><script type="application/json" id="helioroom-page">${json}</script>`
  const { root } = await import('./main.tsx')
  expect(window.helioroom).toEqual(page)
  await screen.findByRole('button', { name: 'Maya Okafor' })
  await screen.findByText('A </SCRIPT> B')
  root.unmount()
})
