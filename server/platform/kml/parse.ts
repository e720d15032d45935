import { Parser } from 'saxen'
import type { Refusal } from './answer.ts'
import { closed, type Position, placeIn, placesIn } from './coordinates.ts'
import { KML_LIMITS } from './limits.ts'
import { type Drawn, over } from './styles.ts'

/** Why a file is not read. */
export class KmlRefused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal)
    this.refusal = refusal
  }
}

export type Geometry =
  | { type: 'Point'; coordinates: Position }
  | { type: 'LineString'; coordinates: Position[] }
  | { type: 'Polygon'; coordinates: Position[][] }

/** A folder or document, whose name may stand after what is in it. */
export interface Folder {
  name: string
}

/** A shape with its name, its folder and the style that holds for it. */
export interface Shape {
  name: string
  folder: Folder
  geometry: Geometry
  style: Drawn
}

export interface Parsed {
  shapes: Shape[]
  /** Shapes that lie nowhere on the Earth, or have no extent. */
  skipped: number
  /** Links to other files, which are never followed. */
  links: number
}

interface Placemark {
  name: string
  folder: Folder
  styleUrl: string
  style: Drawn
  geometries: Geometry[]
}

/** Elements whose text is read. */
const READ = new Set(['name', 'coordinates', 'coord', 'color', 'width', 'fill', 'outline', 'styleUrl', 'key'])
const STYLES = { LineStyle: 'line', PolyStyle: 'poly', IconStyle: 'icon' } as const

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1)
const cut = (text: string): string =>
  [...text.trim().slice(0, KML_LIMITS.name * 4)].slice(0, KML_LIMITS.name).join('')

/**
 * Reads the shapes of a KML text as it goes by: no tree is built, entities other than XML's own five stay as they are
 * written, and no address in it is ever asked. @throws KmlRefused
 */
export function parseKml(text: string): Parsed {
  const path: string[] = []
  const folders: Folder[] = [{ name: '' }]
  const sharedStyles = new Map<string, Drawn>()
  const styleMaps = new Map<string, string>()
  const placemarks: Placemark[] = []
  let placemark: Placemark | null = null
  let style: Drawn | null = null
  let styleId = ''
  let mapId: string | null = null
  let mapKey = ''
  let collected: string[] | null = null
  let rings: { outer: Position[]; inner: Position[][] } | null = null
  let track: Position[] | null = null
  let isKml = false
  let points = 0
  let shapes = 0
  let skipped = 0
  let links = 0

  const parent = (): string => path.at(-2) ?? ''
  const add = (geometry: Geometry | null): void => {
    if (!placemark) return
    if (geometry === null) {
      skipped += 1
      return
    }
    shapes += 1
    if (shapes > KML_LIMITS.shapes) throw new KmlRefused('SHAPES')
    placemark.geometries.push(geometry)
  }
  /** A line of a single place is that place. */
  const line = (places: Position[] | null): Geometry | null => {
    const [first] = places ?? []
    if (!places || !first) return null
    return places.length > 1
      ? { type: 'LineString', coordinates: places }
      : { type: 'Point', coordinates: first }
  }
  const placesOf = (said: string): Position[] | null => {
    try {
      const places = placesIn(said, KML_LIMITS.points - points)
      points += places?.length ?? 0
      return places
    } catch (error) {
      throw error instanceof RangeError ? new KmlRefused('POINTS') : error
    }
  }

  const coordinates = (said: string): void => {
    const kind = parent()
    if (!placemark || !['Point', 'LineString', 'LinearRing'].includes(kind)) return
    const places = placesOf(said)
    if (kind === 'LinearRing' && rings) {
      const ring = closed(places ?? [])
      if (path.at(-3) === 'innerBoundaryIs') {
        if (ring) rings.inner.push(ring)
      } else rings.outer = ring ?? []
      return
    }
    if (kind === 'Point') {
      const [place] = places ?? []
      add(place ? { type: 'Point', coordinates: place } : null)
    } else add(line(places))
  }

  const TEXTS: Readonly<Record<string, (said: string) => void>> = {
    name: (said) => {
      if (placemark && parent() === 'Placemark') placemark.name = cut(said)
      const folder = folders.at(-1)
      if (folder && ['Folder', 'Document'].includes(parent())) folder.name = cut(said)
    },
    coordinates,
    coord: (said) => {
      const place = placeIn(said)
      points += 1
      if (points > KML_LIMITS.points) throw new KmlRefused('POINTS')
      if (place) track?.push(place)
    },
    styleUrl: (said) => {
      const url = said.trim().replace(/^#/, '')
      if (mapId !== null) {
        if (mapKey !== 'highlight') styleMaps.set(mapId, url)
      } else if (placemark && parent() === 'Placemark') placemark.styleUrl = url
    },
    key: (said) => {
      mapKey = said.trim()
    },
  }
  /** A part of a style: the colour of its lines. */
  const part = (name: string, said: string): void => {
    const of = STYLES[parent() as keyof typeof STYLES]
    if (style && of) style[of] = { ...style[of], [name]: said }
  }

  const opened = (name: string, attributes: () => Readonly<Record<string, string>>): void => {
    if (path.length > KML_LIMITS.depth) throw new KmlRefused('DEEP')
    if (name === 'kml') isKml = true
    if (READ.has(name)) collected = []
    switch (name) {
      case 'Document':
      case 'Folder':
        isKml = true
        folders.push({ name: '' })
        break
      case 'Placemark':
        placemark = {
          name: '',
          folder: folders.at(-1) ?? { name: '' },
          styleUrl: '',
          style: {},
          geometries: [],
        }
        break
      case 'Style':
        style = {}
        styleId = attributes().id ?? ''
        break
      case 'StyleMap':
        mapId = attributes().id ?? ''
        mapKey = ''
        break
      case 'Polygon':
        rings = { outer: [], inner: [] }
        break
      case 'Track':
        track = []
        break
      case 'NetworkLink':
        links += 1
        break
    }
  }
  const ended = (name: string): void => {
    if (collected && READ.has(name)) {
      const said = collected.join('')
      collected = null
      const read = TEXTS[name]
      if (read) read(said)
      else part(name, said)
    }
    switch (name) {
      case 'Document':
      case 'Folder':
        folders.pop()
        break
      case 'Placemark':
        if (placemark && placemark.geometries.length > 0) placemarks.push(placemark)
        placemark = null
        break
      case 'Style':
        if (style && placemark) placemark.style = style
        else if (style && styleId !== '') sharedStyles.set(styleId, style)
        style = null
        break
      case 'StyleMap':
        mapId = null
        break
      case 'Polygon':
        if (rings) {
          const { outer, inner } = rings
          add(outer.length > 0 ? { type: 'Polygon', coordinates: [outer, ...inner] } : null)
        }
        rings = null
        break
      case 'Track':
        add(line(track))
        track = null
        break
    }
  }

  const parser = new Parser()
  parser.on('openTag', (tag, attributes, _decode, selfClosing) => {
    const name = withoutPrefix(tag)
    path.push(name)
    opened(name, attributes)
    if (!selfClosing) return
    ended(name)
    path.pop()
  })
  parser.on('closeTag', (tag, _decode, selfClosing) => {
    if (selfClosing) return
    ended(withoutPrefix(tag))
    path.pop()
  })
  parser.on('text', (said, decode) => {
    collected?.push(said.includes('&') ? decode(said) : said)
  })
  parser.on('cdata', (said) => {
    collected?.push(said)
  })
  parser.on('error', () => {
    throw new KmlRefused(isKml ? 'DAMAGED' : 'NOT_KML')
  })
  parser.parse(text)
  if (!isKml) throw new KmlRefused('NOT_KML')
  if (path.length > 0) throw new KmlRefused('DAMAGED')

  const shared = (url: string): Drawn => {
    const id = styleMaps.get(url) ?? url
    return sharedStyles.get(id) ?? {}
  }
  return {
    shapes: placemarks.flatMap(({ name, folder, styleUrl, style: own, geometries }) => {
      const drawn = over(own, shared(styleUrl))
      return geometries.map((geometry) => ({ name, folder, geometry, style: drawn }))
    }),
    skipped,
    links,
  }
}
