import { zipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { unpacked } from './answer.ts'
import { placesIn } from './coordinates.ts'
import { KML_BYTES, KML_LIMITS } from './limits.ts'
import { createKmlReader, ShapesRefused } from './reader.ts'
import { readKml } from './worker.ts'

const reader = createKmlReader()
afterAll(() => reader.close())

const kml = (inner: string) =>
  `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2">${inner}</kml>`
const mark = (geometry: string, more = '') => `<Placemark><name>Site</name>${more}${geometry}</Placemark>`
const point = (places: string) => `<Point><coordinates>${places}</coordinates></Point>`
const ring = (places: string) => `<LinearRing><coordinates>${places}</coordinates></LinearRing>`
const SQUARE = '0,0 0,1 1,1 1,0 0,0'

/** What is made of a text, or the reason why nothing is. */
const read = async (text: string | Uint8Array) => {
  const { head, body } = unpacked(await readKml(Buffer.from(text)))
  if ('refused' in head) return head.refused
  let from = 0
  return head.layers.map(({ bytes, ...layer }) => {
    const text = body.subarray(from, from + bytes).toString('utf8')
    from += bytes
    return { ...layer, features: JSON.parse(text).features as { properties: object; geometry: object }[] }
  })
}
const geometriesOf = async (text: string) => {
  const layers = await read(text)
  return typeof layers === 'string'
    ? layers
    : layers.flatMap(({ features }) => features.map(({ geometry }) => geometry))
}

test('MAP-22 points, lines and polygons are kept with their names and colours', async () => {
  const style = `<Style id="red"><LineStyle><color>7f0000ff</color><width>2</width></LineStyle>
    <PolyStyle><color>ff00ff00</color></PolyStyle></Style>
    <StyleMap id="map"><Pair><key>normal</key><styleUrl>#red</styleUrl></Pair>
    <Pair><key>highlight</key><styleUrl>#other</styleUrl></Pair></StyleMap>`
  const polygon = `<Polygon><outerBoundaryIs>${ring(SQUARE)}</outerBoundaryIs><innerBoundaryIs>${ring('0.2,0.2 0.2,0.4 0.4,0.4 0.2,0.2')}</innerBoundaryIs></Polygon>`
  const layers = await read(
    kml(
      `<Document><name>Parcels &amp; lines</name>${mark(polygon, '<styleUrl>#map</styleUrl>')}${mark('<LineString><coordinates>0,0,5 1,1,5</coordinates></LineString>')}${mark(point('-98.58,37.28,0'))}${style}</Document>`,
    ),
  )
  expect(layers).toMatchObject([
    {
      name: 'Site',
      type: 'Polygon',
      stroke: '#ff0000',
      strokeOpacity: 0.5,
      strokeWidth: 2,
      fill: '#00ff00',
      fillOpacity: 1,
      features: [{ properties: { name: 'Site' }, geometry: { type: 'Polygon' } }],
    },
    { type: 'LineString', stroke: null },
    { type: 'Point', features: [{ geometry: { coordinates: [-98.58, 37.28] } }] },
  ])
  expect(
    (layers[0] as { features: { geometry: { coordinates: object[] } }[] }).features[0]?.geometry.coordinates,
  ).toHaveLength(2)
})

test('MAP-22 several geometries, tracks and what has blanks around its commas are read; extra places of a point are not', async () => {
  expect(
    await geometriesOf(
      kml(
        mark(
          `<MultiGeometry>${point('1 , 2')}${point('3,4 5,6')}<LineString><coordinates>\n 0,0\t1,1 </coordinates></LineString></MultiGeometry>`,
        ),
      ),
    ),
  ).toEqual([
    { type: 'Point', coordinates: [1, 2] },
    { type: 'Point', coordinates: [3, 4] },
    {
      type: 'LineString',
      coordinates: [
        [0, 0],
        [1, 1],
      ],
    },
  ])
  expect(
    await geometriesOf(
      kml(mark('<gx:Track><when>2020</when><gx:coord>1 2 3</gx:coord><gx:coord>4 5 6</gx:coord></gx:Track>')),
    ),
  ).toEqual([
    {
      type: 'LineString',
      coordinates: [
        [1, 2],
        [4, 5],
      ],
    },
  ])
  expect(placesIn('', 10)).toEqual([])
  expect(placesIn('1,2,', 10)).toEqual([[1, 2]])
  expect(placesIn('1', 10)).toBeNull()
})

test('MAP-23 what has no shapes, lies nowhere, is damaged or no KML at all is refused with its reason', async () => {
  expect(await read(kml(mark('')))).toBe('EMPTY')
  expect(
    await read(kml('<NetworkLink><Link><href>http://127.0.0.1:1/x.kml</href></Link></NetworkLink>')),
  ).toBe('EMPTY')
  expect(
    await read(kml('<GroundOverlay><Icon><href>http://127.0.0.1:1/x.png</href></Icon></GroundOverlay>')),
  ).toBe('EMPTY')
  // Latitude before longitude.
  expect(await read(kml(mark(point('37.28,-98.58'))))).toBe('PLACES')
  expect(await read(kml(mark(point('a,b'))))).toBe('PLACES')
  expect(
    await read(kml(mark(`<Polygon><outerBoundaryIs>${ring('0,0 1,1')}</outerBoundaryIs></Polygon>`))),
  ).toBe('PLACES')
  expect(await read(kml('<Document><Placemark>'))).toBe('DAMAGED')
  expect(await read('<kml><Document></kml>')).toBe('DAMAGED')
  expect(await read('<html><body>No</body></html>')).toBe('NOT_KML')
  expect(await read('PK no archive')).toBe('NOT_KML')
  expect(await read(zipSync({ 'readme.txt': new Uint8Array([1]) }))).toBe('NOT_KML')
  const deep = (levels: number) =>
    kml(`${'<Folder>'.repeat(levels)}${mark(point('1,2'))}${'</Folder>'.repeat(levels)}`)
  expect(await geometriesOf(deep(101))).toEqual([{ type: 'Point', coordinates: [1, 2] }])
  expect(await read(deep(500))).toBe('DEEP')
})

test('MAP-23 entities are not unfolded, and an archive unpacks to no more than its limit', async () => {
  const bomb = `<?xml version="1.0"?><!DOCTYPE kml [<!ENTITY a "${'a'.repeat(1000)}">${Array.from({ length: 9 }, (_, at) => `<!ENTITY b${at} "${(at === 0 ? '&a;' : `&b${at - 1};`).repeat(10)}">`).join('')}]>`
  const layers = await read(`${bomb}<kml><Placemark><name>&b8;</name>${point('1,2')}</Placemark></kml>`)
  expect(JSON.stringify(layers).length).toBeLessThan(1000)
  const text = new TextEncoder().encode(kml(mark(point('1,2'))))
  expect(await read(zipSync({ 'doc.kml': text, 'files/x.png': new Uint8Array(5) }))).toMatchObject([
    { type: 'Point' },
  ])
  // What the directory claims, in the 32 bits after the packed size of the central header.
  const claiming = Buffer.from(zipSync({ 'doc.kml': text }))
  claiming.writeUInt32LE(0xffff_fff0, claiming.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 24)
  expect(await read(claiming)).toBe('UNPACKED')
})

test('MAP-23 layers are by folder and style, and never more than a page can show', async () => {
  const folders = (count: number) =>
    kml(
      Array.from(
        { length: count },
        (_, at) =>
          `<Folder><name>Field ${at}</name>${mark(point(`${at / 100},1`))}${mark(point(`${at / 100},2`))}</Folder>`,
      ).join(''),
    )
  expect(await read(folders(3))).toHaveLength(3)
  expect(await read(folders(KML_LIMITS.layers + 1))).toHaveLength(1)
})

test('MAP-23 a file of 50 MB is read within the memory of its process', async () => {
  const line = Array.from(
    { length: 100_000 },
    (_, at) => `${(-120 + at / 5000).toFixed(6)},${(30 + (at % 997) / 100).toFixed(6)},0`,
  ).join(' ')
  const marks = mark(`<LineString><coordinates>${line}</coordinates></LineString>`)
  const text = kml(marks.repeat(Math.floor((KML_BYTES - 1000) / marks.length)))
  const bytes = Buffer.from(text)
  expect(bytes.length).toBeGreaterThan(48_000_000)
  const { layers } = await reader.read({ size: bytes.length, source: (write) => write(bytes) })
  expect(layers.map(({ type }) => type)).toEqual(['LineString'])
  const bad = Buffer.from('no')
  await expect(reader.read({ size: bad.length, source: (write) => write(bad) })).rejects.toThrow(
    ShapesRefused,
  )
})
