import 'maplibre-gl/dist/maplibre-gl.css'
import type { FeatureCollection } from 'geojson'
import {
  type GeoJSONSource,
  Map as MapLibreMap,
  Marker,
  NavigationControl,
  ScaleControl,
  setWorkerUrl,
} from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { useEffect, useRef, useState } from 'react'
import { usePage } from '../../../graphql/page.ts'
import { dark, light, useColorMode } from '../../../ui/index.ts'
import { useLatest } from '../../../ui/text/useLatest.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { droppedAt, extentOf, focusZoom, markerSize, type Place } from './geometry.ts'
import { type Ground, loadGround } from './ground.ts'
import { drawLayers, drawnParts, layerOf, type ShownLayer } from './layerDrawing.ts'
import { type MapStyle, styleAddress, withToken } from './mapStyle.ts'
import { addOverlays, drawActive, drawPlaces, type MapPlace, type Overlays } from './overlays.ts'
import { bundledStyle, drawGround, groundColor, SHAPES } from './style.ts'

setWorkerUrl(workerUrl)

const NO_LAYERS: readonly ShownLayer[] = []

/** Duration of looking at a project in ms (MAP-08). */
const FOCUS_MS = 2000
/** Middle of the United States, where there is nothing else to show. */
const START = { center: [-97, 38.5] as [number, number], zoom: 3.4 }

interface MapCanvasProps extends Overlays {
  /** Accessible name. */
  label: string
  /** Whether the active project's marker may be dragged (MAP-05). */
  isMovable: boolean
  onActivate: (id: string) => void
  /** A dragged marker was dropped. @returns whether the project is there now; else the marker goes back (MAP-07) */
  onMove: (id: string, to: Place) => Promise<boolean>
  /** Null once there is nothing wrong any more (MAP-14). */
  onError: (sentence: string | null) => void
  /** Where it begins without projects; the middle of the United States unless given. */
  start?: { center: [number, number]; zoom: number }
  /** The light one unless given. */
  mapStyle?: MapStyle
  /** Spatial layers that are switched on, and points made of their polygons. */
  layers?: readonly ShownLayer[]
  points?: FeatureCollection | null
  /** A layer was clicked; null for a click beside it. */
  onLayer?: (id: string | null) => void
  /** All markers are small: what lies around them is looked at. */
  isEven?: boolean
  /** Shapes to look at, anew with each new object. */
  focus?: FeatureCollection | null
  /** At the end of each movement. */
  onView?: (middle: Place) => void
}

const Root = styled('div')(({ theme }) => ({
  // The library's own styles come later.
  '&&': { position: 'absolute', inset: 0 },
  '& .maplibregl-canvas:focus-visible': {
    outline: `2px solid ${theme.vars.palette.accent.main}`,
    outlineOffset: -2,
  },
  '&& .maplibregl-ctrl-group': {
    backgroundColor: theme.vars.palette.raised,
    border: `1px solid ${theme.vars.palette.line}`,
    borderRadius: 6,
    boxShadow: 'none',
    '& button': { width: 34, height: 34 },
    '& button + button': { borderTopColor: theme.vars.palette.line },
  },
  '&[data-dark] .maplibregl-ctrl-icon': { filter: 'invert(1)' },
  '& .maplibregl-ctrl-scale': {
    backgroundColor: theme.vars.palette.raised,
    borderColor: theme.vars.palette.ink3,
    color: theme.vars.palette.ink2,
    fontFamily: 'inherit',
  },
  '& .maplibregl-ctrl-top-right': { top: 48, [theme.breakpoints.down('md')]: { top: 96 } },
  // Over the note, which has two lines on a phone.
  '& .maplibregl-ctrl-bottom-right': { bottom: 34, [theme.breakpoints.down('md')]: { bottom: 52 } },
}))

const isReduced = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** The map itself; all else stands beside it. Nothing of it is asked of anybody but the product's own server. */
export function MapCanvas(props: MapCanvasProps) {
  const box = useRef<HTMLDivElement>(null)
  const latest = useLatest(props)
  const { isDark } = useColorMode()
  const service = useRef(usePage().config.map)
  const mapStyle = props.mapStyle ?? 'light'
  const tokens = isDark ? dark : light
  const [map, setMap] = useState<MapLibreMap>()
  const [ground, setGround] = useState<Ground | null>(null)
  /** Counts the styles that have been loaded: what lies over one goes with it. */
  const [drawn, setDrawn] = useState(0)
  const [isBusy, setBusy] = useState(true)

  useEffect(() => {
    const element = box.current
    if (!element) return
    let made: MapLibreMap
    try {
      made = new MapLibreMap({
        container: element,
        style: bundledStyle(light, false),
        ...(latest.current.start ?? START),
        ...boundsOf(latest.current.places),
        attributionControl: false,
        doubleClickZoom: false,
        dragRotate: false,
        pitchWithRotate: false,
        touchPitch: false,
        maxPitch: 0,
        fadeDuration: 0,
        minZoom: 1,
        maxZoom: 18,
        // MAP-15. Pictures of tiles come by fetch, as `refreshExpiredTiles` has it by default: the page's policy lets it
        // fetch from the maps service, and show pictures of nobody else.
        transformRequest: (url) => ({ url: withToken(service.current, url) }),
        locale: { 'Map.Title': latest.current.label },
      })
    } catch {
      latest.current.onError('This browser cannot draw the map. The list beside it has the same projects.')
      return
    }
    made.touchZoomRotate.disableRotation()
    made.addControl(new NavigationControl({ showCompass: false }), 'top-right')
    made.addControl(new ScaleControl({ unit: 'imperial' }), 'bottom-right')
    made.on('error', ({ error }) => latest.current.onError(`The map: ${error.message}`))
    made.on('click', (event) => {
      const [hit] = made.queryRenderedFeatures(event.point, { layers: ['projects', 'clusters'] })
      if (!hit) {
        const [shape] = made.queryRenderedFeatures(event.point, { layers: drawnParts(made) })
        return latest.current.onLayer?.(shape ? layerOf(shape.layer.id) : null)
      }
      const { id, cluster_id: cluster } = hit.properties
      if (cluster === undefined) return latest.current.onActivate(String(id))
      const source = made.getSource<GeoJSONSource>('projects')
      source?.getClusterExpansionZoom(Number(cluster)).then(
        (zoom) => made.easeTo({ center: event.lngLat, zoom: zoom + 0.2 }),
        () => {},
      )
    })
    made.on('dblclick', (event) => {
      const [hit] = made.queryRenderedFeatures(event.point, { layers: ['projects'] })
      const place = latest.current.places.find(({ id }) => id === hit?.properties.id)
      if (place) focusOn(made, place)
      else made.easeTo({ center: event.lngLat, zoom: made.getZoom() + 1 })
    })
    for (const layer of ['projects', 'clusters']) {
      made.on('mouseenter', layer, () => {
        made.getCanvas().style.cursor = 'pointer'
      })
      made.on('mouseleave', layer, () => {
        made.getCanvas().style.cursor = ''
      })
    }
    made.on('moveend', () => {
      const { lat, lng } = made.getCenter()
      latest.current.onView?.({ latitude: lat, longitude: lng })
    })
    setMap(made)
    return () => {
      setMap(undefined)
      made.remove()
    }
  }, [])

  useEffect(() => {
    let cancelled = false
    loadGround(SHAPES).then(
      (shapes) => !cancelled && setGround(shapes),
      (error: unknown) =>
        !cancelled && latest.current.onError(error instanceof Error ? error.message : String(error)),
    )
    return () => {
      cancelled = true
    }
  }, [])

  useEffect(() => {
    if (!map) return
    const add = () => {
      addOverlays(map, tokens, groundColor(tokens, isDark))
      setDrawn((count) => count + 1)
    }
    map.once('style.load', add)
    const address = styleAddress(service.current, mapStyle)
    if (address === null) map.setStyle(bundledStyle(tokens, isDark), { diff: false })
    // Without glyphs all letters are drawn from the page's own font, also those of the projects.
    else
      map.setStyle(address, {
        diff: false,
        transformStyle: (_before, { glyphs: _glyphs, ...style }) => style,
      })
    return () => {
      map.off('style.load', add)
    }
  }, [map, tokens, isDark, mapStyle])

  useEffect(() => {
    // The sources of another style have other names.
    if (map && drawn > 0 && ground && styleAddress(service.current, mapStyle) === null)
      drawGround(map, ground)
  }, [map, drawn, ground, mapStyle])

  const { places, active, withinOne, withinTen, showsOne, showsTen, isMovable, isEven = false } = props
  const fitted = useRef(places.length > 0)
  useEffect(() => {
    if (!map || drawn === 0) return
    setBusy(true)
    const rest = () => {
      if (!map.getSource('projects') || !map.isSourceLoaded('projects')) return
      map.off('render', rest)
      setBusy(false)
    }
    drawPlaces(map, places, isEven)
    map.on('render', rest)
    if (!fitted.current && places.length > 0) {
      fitted.current = true
      const { bounds, fitBoundsOptions } = boundsOf(places)
      if (bounds && !latest.current.active) map.fitBounds(bounds, { ...fitBoundsOptions, duration: 0 })
    }
    return () => {
      map.off('render', rest)
    }
  }, [map, drawn, places, isEven])

  useEffect(() => {
    if (!map || drawn === 0) return
    drawActive(map, { places, active, withinOne, withinTen, showsOne, showsTen }, tokens)
  }, [map, drawn, places, active, withinOne, withinTen, showsOne, showsTen, tokens])

  const { layers = NO_LAYERS, points = null } = props
  useEffect(() => {
    if (map && drawn > 0) drawLayers(map, layers, points, tokens)
  }, [map, drawn, layers, points, tokens])

  const { focus = null } = props
  useEffect(() => {
    const bounds = focus && extentOf(focus)
    if (map && bounds) map.fitBounds(bounds, { padding: 40, maxZoom: 15, duration: isReduced() ? 0 : 600 })
  }, [map, focus])

  // The project that is chosen is brought into view, its ten miles with it.
  const activeId = active?.id
  useEffect(() => {
    const place = latest.current.active
    if (!map || activeId === undefined || !place) return
    map.easeTo({
      center: [place.longitude, place.latitude],
      zoom: Math.max(map.getZoom(), 8.8),
      duration: isReduced() ? 0 : 600,
    })
  }, [map, activeId])

  useEffect(() => {
    if (!map || !active || !isMovable) return
    const total = latest.current.places.reduce((sum, { capacity }) => sum + capacity, 0)
    const size = `${markerSize(isEven ? 0 : active.capacity, total) + 6}px`
    const element = document.createElement('div')
    Object.assign(element.style, {
      width: size,
      height: size,
      boxSizing: 'border-box',
      borderRadius: '50%',
      border: `3px solid ${tokens.tones.sun.text}`,
      backgroundColor: tokens.tones.sun.main,
      cursor: 'grab',
    })
    element.title = `Drag to move ${active.name}`
    const marker = new Marker({ element, draggable: true })
    marker.setLngLat([active.longitude, active.latitude]).addTo(map)
    element.addEventListener('dblclick', (event) => {
      event.stopPropagation()
      focusOn(map, active)
    })
    const drop = async () => {
      const isThere = await latest.current.onMove(active.id, droppedAt(marker.getLngLat().wrap()))
      if (!isThere) marker.setLngLat([active.longitude, active.latitude])
    }
    marker.on('dragend', () => void drop())
    return () => {
      marker.remove()
    }
  }, [map, active, isMovable, isEven, tokens])

  return <Root ref={box} data-map="" data-dark={isDark ? '' : undefined} aria-busy={isBusy} />
}

/** MAP-08 */
function focusOn(map: MapLibreMap, { latitude, longitude }: Place): void {
  map.easeTo({
    center: [longitude, latitude],
    zoom: Math.min(map.getMaxZoom(), focusZoom(map.getZoom())),
    duration: isReduced() ? 0 : FOCUS_MS,
  })
}

/** All places, with some room around. */
function boundsOf(places: readonly MapPlace[]) {
  if (places.length === 0) return {}
  const longitudes = places.map(({ longitude }) => longitude)
  const latitudes = places.map(({ latitude }) => latitude)
  const [west, south] = [Math.min(...longitudes), Math.min(...latitudes)]
  const [east, north] = [Math.max(...longitudes), Math.max(...latitudes)]
  return {
    bounds: [west, Math.max(-85, south), east, Math.min(85, north)] as [number, number, number, number],
    fitBoundsOptions: { padding: 60, maxZoom: 9 },
  }
}
