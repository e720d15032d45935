import type { GeoJSON } from 'geojson'
import type { GeoJSONSource, Map as MapLibreMap, StyleSpecification } from 'maplibre-gl'
import countiesUrl from 'us-atlas/counties-10m.json?url'
import countriesUrl from 'world-atlas/countries-110m.json?url'
import type { Tokens } from '../../../ui/index.ts'
import type { Ground } from './ground.ts'

/** Addresses of the shapes of the Earth, on the product's own server. */
export const SHAPES = { countries: countriesUrl, counties: countiesUrl } as const

/** Letters are drawn from the page's own fonts: nothing is fetched for them. */
export const FONT = ['IBM Plex Sans Variable', 'sans-serif']

const EMPTY: GeoJSON = { type: 'FeatureCollection', features: [] }

/** The colour of the land. */
export const groundColor = (tokens: Tokens, isDark: boolean): string => (isDark ? tokens.surface : '#F3F5F2')

/** Sources of the bundled style, and which of the shapes each draws. */
const SOURCES = {
  land: 'land',
  countries: 'countryLines',
  states: 'stateLines',
  counties: 'countyLines',
  countryNames: 'countryNames',
  stateNames: 'stateNames',
  countyNames: 'countyNames',
} as const satisfies Record<string, keyof Ground>

/** Draws the shapes of the Earth where the bundled style is on the map. */
export function drawGround(map: MapLibreMap, ground: Ground): void {
  for (const [id, part] of Object.entries(SOURCES)) map.getSource<GeoJSONSource>(id)?.setData(ground[part])
}

/**
 * The bundled style: land, states, counties and their names, in the colours of the product (MAP-16); without shapes,
 * which `drawGround` brings once they are there, so that nobody waits for them.
 */
export function bundledStyle(tokens: Tokens, isDark: boolean): StyleSpecification {
  const water = isDark ? '#12303D' : '#CFE3EA'
  const land = groundColor(tokens, isDark)
  const label = (id: string, size: number, color: string) => ({
    type: 'symbol' as const,
    source: id,
    layout: {
      'text-field': ['get', 'name'] as ['get', string],
      'text-font': FONT,
      'text-size': size,
      'text-max-width': 8,
    },
    paint: { 'text-color': color, 'text-halo-color': land, 'text-halo-width': 1.5 },
  })
  return {
    version: 8,
    sources: Object.fromEntries(
      Object.keys(SOURCES).map((id) => [id, { type: 'geojson' as const, data: EMPTY }]),
    ),
    layers: [
      { id: 'water', type: 'background', paint: { 'background-color': water } },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': land } },
      {
        id: 'counties',
        type: 'line',
        source: 'counties',
        minzoom: 5.5,
        paint: { 'line-color': tokens.line, 'line-width': 1 },
      },
      {
        id: 'states',
        type: 'line',
        source: 'states',
        paint: { 'line-color': tokens.lineStrong, 'line-width': 1 },
      },
      {
        id: 'countries',
        type: 'line',
        source: 'countries',
        paint: { 'line-color': tokens.lineStrong, 'line-width': 1 },
      },
      { id: 'country-names', maxzoom: 4, ...label('countryNames', 12, tokens.ink2) },
      { id: 'state-names', minzoom: 3.5, maxzoom: 7, ...label('stateNames', 12, tokens.ink2) },
      { id: 'county-names', minzoom: 7, ...label('countyNames', 11, tokens.ink3) },
    ],
  }
}
