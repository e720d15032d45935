import type { FeatureCollection, GeoJSON, Point } from 'geojson'
import type { ExpressionSpecification, GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl'
import { FAR_MILES, NEAR_MILES } from '../../../../shared/qualifyingFacilities.ts'
import type { Tokens } from '../../../ui/index.ts'
import { captionedRing, markerSize, type Place } from './geometry.ts'
import { FONT } from './style.ts'

/** A project on the map. */
export interface MapPlace extends Place {
  id: string
  name: string
  /** kW DC */
  capacity: number
}

/** What lies on the map besides its ground. */
export interface Overlays {
  places: readonly MapPlace[]
  active: MapPlace | null
  /** Ids of the active project's neighbours. */
  withinOne: readonly string[]
  withinTen: readonly string[]
  showsOne: boolean
  showsTen: boolean
}

/** Projects from which on those beside each other are drawn as one. */
const MANY = 300
const CLUSTERS = { clusterMaxZoom: 9, clusterRadius: 40 } as const
const NOTHING: GeoJSON = { type: 'FeatureCollection', features: [] }
const RINGS = { one: NEAR_MILES, ten: FAR_MILES } as const

/**
 * Projects as points, each with the size of its marker.
 * @param isEven all as small as the smallest, so that none covers a mile around it or its neighbours
 */
export function pointsOf(places: readonly MapPlace[], isEven: boolean): FeatureCollection<Point> {
  const total = places.reduce((sum, { capacity }) => sum + capacity, 0)
  return {
    type: 'FeatureCollection',
    features: places.map(({ id, name, latitude, longitude, capacity }) => ({
      type: 'Feature',
      properties: { id, name, size: markerSize(isEven ? 0 : capacity, total) },
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
    })),
  }
}

const id: ExpressionSpecification = ['get', 'id']
const isCluster: ExpressionSpecification = ['has', 'point_count']

const sourceOf = (map: MapLibreMap, name: string): GeoJSONSource | undefined =>
  map.getSource<GeoJSONSource>(name)

/** Px of the pill behind a caption, which stretches in its middle. */
const PILL = { width: 24, height: 18, ratio: 2 } as const

/** The ground and outline of a caption. */
function addPill(map: MapLibreMap, name: string, fill: string, line: string): void {
  const { ratio } = PILL
  const [width, height] = [PILL.width * ratio, PILL.height * ratio]
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const paper = canvas.getContext('2d')
  if (!paper || map.hasImage(name)) return
  paper.beginPath()
  paper.roundRect(ratio, ratio, width - 2 * ratio, height - 2 * ratio, height / 2 - ratio)
  paper.fillStyle = fill
  paper.fill()
  paper.lineWidth = ratio
  paper.strokeStyle = line
  paper.stroke()
  map.addImage(name, paper.getImageData(0, 0, width, height), {
    pixelRatio: ratio,
    stretchX: [[height / 2, width - height / 2]],
    stretchY: [[height / 2 - 1, height / 2 + 1]],
  })
}

/** Puts the sources and layers of the overlays over a ground that has just been loaded. */
export function addOverlays(map: MapLibreMap, tokens: Tokens, ground: string): void {
  const { sun, accent } = tokens.tones
  for (const name of ['ten', 'one'] as const) {
    const color = name === 'one' ? sun.main : accent.main
    // A circle is to stay one.
    map.addSource(`ring-${name}`, { type: 'geojson', data: NOTHING, tolerance: 0 })
    map.addLayer({
      id: `ring-${name}`,
      type: 'fill',
      source: `ring-${name}`,
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': color, 'fill-opacity': name === 'one' ? 0.16 : 0.05 },
    })
    map.addLayer({
      id: `ring-${name}-line`,
      type: 'line',
      source: `ring-${name}`,
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'line-color': color, 'line-width': 1.5 },
    })
  }
  map.addSource('projects', {
    type: 'geojson',
    data: NOTHING,
    ...CLUSTERS,
  })
  map.addLayer({
    id: 'clusters',
    type: 'circle',
    source: 'projects',
    filter: isCluster,
    paint: {
      'circle-color': accent.main,
      'circle-opacity': 0.85,
      'circle-radius': ['interpolate', ['linear'], ['ln', ['get', 'point_count']], 0.7, 12, 7, 28],
      'circle-stroke-width': 2,
      'circle-stroke-color': ground,
    },
  })
  map.addLayer({
    id: 'cluster-counts',
    type: 'symbol',
    source: 'projects',
    filter: isCluster,
    layout: {
      'text-field': ['get', 'point_count_abbreviated'],
      'text-font': FONT,
      'text-size': 12,
      'text-allow-overlap': true,
    },
    paint: { 'text-color': tokens.onAccent },
  })
  map.addLayer({
    id: 'projects',
    type: 'circle',
    source: 'projects',
    filter: ['!', isCluster],
    paint: {
      'circle-radius': ['/', ['get', 'size'], 2],
      'circle-stroke-width': 2,
      'circle-stroke-color': ground,
    },
  })
  // Over the markers, and where no name is: names are placed first.
  for (const name of ['ten', 'one'] as const) {
    const color = name === 'one' ? sun.main : accent.main
    addPill(map, `pill-${name}`, ground, color)
    map.addLayer({
      id: `ring-${name}-caption`,
      type: 'symbol',
      source: `ring-${name}`,
      filter: ['has', 'caption'],
      layout: {
        'text-field': ['get', 'caption'],
        'text-font': FONT,
        'text-size': 11,
        'text-allow-overlap': true,
        'icon-image': `pill-${name}`,
        'icon-text-fit': 'both',
        'icon-text-fit-padding': [2, 7, 2, 7],
        'icon-allow-overlap': true,
        // A small ring may be hardly larger than its project: the caption goes where no name is.
        ...(name === 'one' && {
          'text-variable-anchor': ['left', 'top-left', 'bottom-left', 'right', 'top', 'bottom'],
          'text-radial-offset': 1.1,
        }),
      },
      paint: { 'text-color': name === 'one' ? sun.text : accent.text },
    })
  }
  map.addLayer({
    id: 'project-names',
    type: 'symbol',
    source: 'projects',
    minzoom: 7,
    filter: ['!', isCluster],
    layout: {
      'text-field': ['get', 'name'],
      'text-font': FONT,
      'text-size': 12,
      // Above the marker, whatever its size.
      'text-offset': [
        'interpolate',
        ['linear'],
        ['get', 'size'],
        15,
        ['literal', [0, -0.9]],
        55,
        ['literal', [0, -2.6]],
      ],
      'text-anchor': 'bottom',
    },
    paint: { 'text-color': tokens.ink, 'text-halo-color': ground, 'text-halo-width': 1.5 },
  })
}

/** Draws the projects, those beside each other as one where they are many. */
export function drawPlaces(map: MapLibreMap, places: readonly MapPlace[], isEven: boolean): void {
  const source = sourceOf(map, 'projects')
  const cluster = places.length > MANY
  if (source && source.getClusterOptions().cluster !== cluster) {
    source.setClusterOptions({ ...CLUSTERS, cluster })
  }
  source?.setData(pointsOf(places, isEven))
}

/** Draws the active project's rings, and its neighbours in their colours. */
export function drawActive(map: MapLibreMap, overlays: Overlays, tokens: Tokens): void {
  const { active, withinOne, withinTen, showsOne, showsTen } = overlays
  for (const name of ['one', 'ten'] as const) {
    const isShown = name === 'one' ? showsOne : showsTen
    sourceOf(map, `ring-${name}`)?.setData(active && isShown ? captionedRing(active, RINGS[name]) : NOTHING)
  }
  if (!map.getLayer('projects')) return
  const { sun, warning, accent } = tokens.tones
  map.setPaintProperty('projects', 'circle-color', [
    'case',
    ['==', id, active?.id ?? ''],
    sun.main,
    ['in', id, ['literal', [...withinOne]]],
    warning.main,
    ['in', id, ['literal', [...withinTen]]],
    accent.main,
    tokens.control,
  ])
}
