// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { renderInApp } from '../../../ui/testing/render.tsx'
import { LayerOutcome, LayerRows } from './LayerRows.tsx'
import { type Layer, useLayers } from './useLayers.ts'

const LAYER: Layer = {
  id: 'layer-1',
  name: 'Parcels',
  type: 'LineString',
  fill: null,
  fillOpacity: null,
  stroke: '#204060',
  strokeOpacity: null,
  strokeWidth: null,
  geoJsonUrl: '/files/layer-1',
}

function Layers() {
  const layers = useLayers([LAYER])
  return (
    <>
      <LayerOutcome layers={layers} />
      <LayerRows features={[LAYER]} layers={layers} />
      <output>{layers.shown.length} shown</output>
      <p>{layers.focus ? 'Looked at' : 'Not looked at'}</p>
    </>
  )
}

afterEach(() => vi.unstubAllGlobals())

/** A network that answers when the test wants it to. */
function network() {
  const asked: { signal: AbortSignal; answer: (response: Response) => void }[] = []
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal }: { signal: AbortSignal }) =>
      new Promise<Response>((resolve, reject) => {
        asked.push({ signal, answer: resolve })
        signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
      }),
  )
  return asked
}

const shapes = () => new Response(JSON.stringify({ type: 'FeatureCollection', features: [] }))

test('MAP-10 a layer that loads says so, and is shown when it has come', async () => {
  const asked = network()
  renderInApp(<Layers />)
  const toggle = screen.getByRole('switch', { name: 'Parcels' })
  await userEvent.click(toggle)
  await screen.findByRole('progressbar', { name: 'Loading Parcels' })
  expect(toggle.getAttribute('aria-checked')).toBe('true')
  screen.getByText('0 shown')
  asked[0]?.answer(shapes())
  await screen.findByText('1 shown')
  expect(screen.queryByRole('progressbar')).toBeNull()
})

test('MAP-10 switched off while it loads, a layer is asked for no longer, without a complaint', async () => {
  const asked = network()
  renderInApp(<Layers />)
  const toggle = screen.getByRole('switch', { name: 'Parcels' })
  await userEvent.click(toggle)
  await screen.findByRole('progressbar')
  await userEvent.click(toggle)
  expect(asked[0]?.signal.aborted).toBe(true)
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  expect(toggle.getAttribute('aria-checked')).toBe('false')
  expect(screen.queryByRole('alert')).toBeNull()
  await userEvent.click(toggle)
  await waitFor(() => expect(asked).toHaveLength(2))
  asked[1]?.answer(shapes())
  await screen.findByText('1 shown')
})

test('a layer is zoomed to, and shown with that', async () => {
  const asked = network()
  renderInApp(<Layers />)
  await userEvent.click(screen.getByRole('button', { name: 'Zoom to Parcels' }))
  screen.getByText('Not looked at')
  asked[0]?.answer(shapes())
  await screen.findByText('Looked at')
  screen.getByText('1 shown')
})
