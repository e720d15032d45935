import type { FeatureCollection, Point } from 'geojson'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { logOnly } from '../../../telemetry/index.ts'
import { centresOf } from '../map/centres.ts'
import type { ShownLayer } from '../map/layerDrawing.ts'

/** A spatial layer of a project, its shapes at an address of their own. */
export interface Layer extends Omit<ShownLayer, 'data'> {
  name: string
  type: string
  geoJsonUrl: string
}
export type LayersOnMap = ReturnType<typeof useLayers>

const FAILED = 'The layer could not be loaded. Please check your network and try again.'

/**
 * Which layers are shown, each fetched from its own address when it is first switched on (MAP-10, MAP-12). Switched off
 * while it loads, it is asked for no longer.
 */
export function useLayers(layers: readonly Layer[]) {
  const [on, setOn] = useState<ReadonlySet<string>>(new Set())
  const [loading, setLoading] = useState<ReadonlySet<string>>(new Set())
  const [data, setData] = useState<ReadonlyMap<string, FeatureCollection>>(new Map())
  const [points, setPoints] = useState<FeatureCollection<Point> | null>(null)
  const [focus, setFocus] = useState<FeatureCollection | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const running = useRef(new Map<string, AbortController>())
  useEffect(() => {
    const { current } = running
    return () => {
      for (const controller of current.values()) controller.abort()
    }
  }, [])

  const load = useCallback(
    async ({ id, geoJsonUrl }: Layer): Promise<FeatureCollection | undefined> => {
      const known = data.get(id)
      if (known) return known
      running.current.get(id)?.abort()
      const controller = new AbortController()
      running.current.set(id, controller)
      setLoading((before) => new Set([...before, id]))
      try {
        const answer = await fetch(geoJsonUrl, { signal: controller.signal })
        if (!answer.ok) throw new Error(`The layer answered ${answer.status}.`)
        const found = (await answer.json()) as FeatureCollection
        setData((before) => new Map([...before, [id, found]]))
        setProblem(null)
        return found
      } catch (cause) {
        if (controller.signal.aborted) return undefined
        logOnly(new Error('A layer could not be read.', { cause }))
        setProblem(FAILED)
        return undefined
      } finally {
        if (running.current.get(id) === controller) {
          running.current.delete(id)
          setLoading((before) => without(before, id))
        }
      }
    },
    [data],
  )
  const toggle = async (layer: Layer) => {
    const { id } = layer
    if (on.has(id)) return setOn(without(on, id))
    if (loading.has(id)) return running.current.get(id)?.abort()
    if (await load(layer)) setOn((before) => new Set([...before, id]))
  }
  /** Switches a layer on, and has the map look at it. */
  const zoomTo = async (layer: Layer) => {
    const found = await load(layer)
    if (!found) return
    setOn((before) => new Set([...before, layer.id]))
    setFocus({ ...found })
  }
  const generate = async (layer: Layer) => {
    const found = await load(layer)
    if (found) setPoints(centresOf(found))
  }
  const shown = useMemo<readonly ShownLayer[]>(
    () =>
      layers.flatMap((layer) => {
        const found = data.get(layer.id)
        return found && on.has(layer.id) ? [{ ...layer, data: found }] : []
      }),
    [layers, data, on],
  )
  return {
    on,
    loading,
    shown,
    points,
    problem,
    focus,
    toggle,
    zoomTo,
    generate,
    clearPoints: () => setPoints(null),
  }
}

const without = (ids: ReadonlySet<string>, one: string): ReadonlySet<string> =>
  new Set([...ids].filter((id) => id !== one))
