import type { FeatureCollection } from 'geojson'
import type { Map as MapLibreMap } from 'maplibre-gl'
import type { Tokens } from '../../../ui/index.ts'

/** A spatial layer with its shapes, in its own style; null for the default (MAP-13). */
export interface ShownLayer {
  id: string
  stroke: string | null
  strokeOpacity: number | null
  strokeWidth: number | null
  fill: string | null
  fillOpacity: number | null
  data: FeatureCollection
}

const POINTS = 'generated-points'
const PARTS = ['fill', 'line', 'point'] as const

const sourceOf = (id: string): string => `layer-${id}`

/** The layer that a part on the map belongs to. */
export const layerOf = (part: string): string =>
  part.replace(/^layer-/, '').replace(/-(fill|line|point)$/, '')

const drawnIds = new WeakMap<MapLibreMap, Set<string>>()

/** What is drawn of layers by now, to be clicked. */
export const drawnParts = (map: MapLibreMap): string[] =>
  [...(drawnIds.get(map) ?? [])]
    .flatMap((id) => PARTS.map((part) => `${sourceOf(id)}-${part}`))
    .filter((part) => map.getLayer(part) !== undefined)

/** Draws the layers that are shown, under the projects, and takes away those that aren't any more. */
export function drawLayers(
  map: MapLibreMap,
  layers: readonly ShownLayer[],
  points: FeatureCollection | null,
  tokens: Tokens,
): void {
  const wanted = new Set(layers.map(({ id }) => id))
  for (const id of drawnIds.get(map) ?? []) if (!wanted.has(id)) remove(map, id)
  for (const layer of layers) if (!map.getSource(sourceOf(layer.id))) add(map, layer, tokens)
  drawnIds.set(map, wanted)
  if (map.getLayer(POINTS)) map.removeLayer(POINTS)
  if (map.getSource(POINTS)) map.removeSource(POINTS)
  if (!points) return
  map.addSource(POINTS, { type: 'geojson', data: points })
  map.addLayer({
    id: POINTS,
    type: 'circle',
    source: POINTS,
    paint: {
      'circle-radius': 4,
      'circle-color': tokens.tones.violet.main,
      'circle-stroke-width': 1.5,
      'circle-stroke-color': tokens.surface,
    },
  })
}

function remove(map: MapLibreMap, id: string): void {
  for (const part of PARTS)
    if (map.getLayer(`${sourceOf(id)}-${part}`)) map.removeLayer(`${sourceOf(id)}-${part}`)
  if (map.getSource(sourceOf(id))) map.removeSource(sourceOf(id))
}

function add(map: MapLibreMap, layer: ShownLayer, tokens: Tokens): void {
  const source = sourceOf(layer.id)
  const color = tokens.tones.violet.main
  const below = map.getLayer('clusters') ? 'clusters' : undefined
  map.addSource(source, { type: 'geojson', data: layer.data })
  map.addLayer(
    {
      id: `${source}-fill`,
      type: 'fill',
      source,
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: {
        'fill-color': layer.fill ?? layer.stroke ?? color,
        'fill-opacity': layer.fillOpacity ?? 0.15,
      },
    },
    below,
  )
  map.addLayer(
    {
      id: `${source}-line`,
      type: 'line',
      source,
      filter: ['!=', ['geometry-type'], 'Point'],
      paint: {
        'line-color': layer.stroke ?? color,
        'line-opacity': layer.strokeOpacity ?? 1,
        'line-width': layer.strokeWidth ?? 1.5,
      },
    },
    below,
  )
  map.addLayer(
    {
      id: `${source}-point`,
      type: 'circle',
      source,
      filter: ['==', ['geometry-type'], 'Point'],
      paint: {
        'circle-radius': 5,
        'circle-color': layer.fill ?? layer.stroke ?? color,
        'circle-opacity': layer.fillOpacity ?? 1,
        'circle-stroke-width': 1.5,
        'circle-stroke-color': tokens.surface,
      },
    },
    below,
  )
}
