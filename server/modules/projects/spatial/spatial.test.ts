import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client } from '../../../../testing/client.ts'
import { testDatabase } from '../../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../../../testing/server.ts'
import { insertProjects, NOTHING_KNOWN } from '../index.ts'

const database = testDatabase()
const make = factories(database)
let server: TestServer
let admin: Client
let viewer: Client
let outsider: Client
let orgAdmin: Client
let projectId: string
let organisationId: string
let orgSlug: string

const kml = (name: string) =>
  `<kml><Document><Placemark><name>${name}</name><Polygon><outerBoundaryIs><LinearRing><coordinates>0,0 0,1 1,1 0,0</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></Document></kml>`

beforeAll(async () => {
  server = await startTestServer(database)
  orgSlug = 'layer-fund'
  organisationId = await make.organisation({ name: 'Layer Fund', slug: orgSlug })
  const room = await make.portfolio({ organisationId })
  const person = async (email: string, role?: string, isForAll = false) => {
    const id = await make.person({ email, password: PASSWORD })
    const place = { portfolioIds: [room.id], organisationWide: isForAll }
    if (role) await make.member(await make.group({ organisationId, role, ...place }), id)
    const client = new Client(server.address)
    await client.signIn(email, PASSWORD)
    return client
  }
  admin = await person('admin@layers.example', 'Deal Room Admin')
  viewer = await person('viewer@layers.example', 'Viewer')
  orgAdmin = await person('all@layers.example', 'Organisation Admin', true)
  outsider = await person('outsider@layers.example')
  ;[projectId = ''] = await database.db
    .transaction()
    .execute((tx) =>
      insertProjects(tx, [{ ...NOTHING_KNOWN, organisationId, portfolioIds: [room.id], name: 'Site' }]),
    )
})
afterAll(() => server.close())

const upload = async (
  client: Client,
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
  id = projectId,
) => {
  const { data, errors } = await client.graphql(
    'mutation($id: ID!, $file: Upload!) { uploadProjectSpatialFile(projectId: $id, file: $file) { success message uploadPath } }',
    { id, file: new File([content], name) },
  )
  return data?.uploadProjectSpatialFile ?? errors?.[0]?.extensions?.code
}

interface Spatial {
  geoJsonUrl: string | null
  state: string
  problem: string | null
  features: { id: string; name: string; type: string; geoJsonUrl: string }[]
}

const spatial = async (client: Client): Promise<Spatial | null> => {
  const { data } = await client.graphql(
    'query($id: ID!) { project(projectId: $id) { spatial { geoJsonUrl state problem features { id name type geoJsonUrl } } } }',
    { id: projectId },
  )
  return (data?.project as { spatial: Spatial | null } | null)?.spatial ?? null
}

const done = async (state: string) => {
  await server.app.runJobs()
  expect((await spatial(admin))?.state).toBe(state)
}

test('MAP-12 MAP-13 MAP-17 MAP-18 MAP-19 MAP-22 MAP-23 MAP-24 API-146 API-155 a file becomes layers, each at an address for those who see the project', async () => {
  expect(await spatial(viewer)).toBeNull()
  expect(await upload(viewer, 'site.kml', kml('Site'))).toBe('FORBIDDEN')
  expect(await upload(outsider, 'site.kml', kml('Site'))).toBe('NOT_FOUND')
  expect(await upload(admin, 'site.geojson', '{}')).toEqual({
    success: false,
    message: 'Invalid file type. Only .kml and .kmz files are allowed.',
    uploadPath: null,
  })
  expect(await upload(admin, 'large.kml', new Uint8Array(52_428_801))).toMatchObject({
    success: false,
    message: 'File size exceeds 50MB limit.',
  })
  expect(await upload(admin, 'empty.kml', '')).toMatchObject({
    success: false,
    message: 'The file is empty. Please choose another one.',
  })
  expect(await upload(admin, 'Site.KML', kml('Parcel'))).toMatchObject({
    success: true,
    message: null,
    uploadPath: expect.stringContaining('Site.KML'),
  })
  await done('DONE')
  const seen = await spatial(viewer)
  expect(seen?.features).toMatchObject([{ name: 'Parcel', type: 'Polygon' }])
  for (const url of [seen?.features[0]?.geoJsonUrl ?? '', seen?.geoJsonUrl ?? '']) {
    const answer = await viewer.request(url)
    expect(answer.headers.get('content-type')).toContain('application/geo+json')
    expect(await answer.json()).toMatchObject({
      type: 'FeatureCollection',
      features: [{ properties: { name: 'Parcel' } }],
    })
    expect((await outsider.request(url)).status).toBe(404)
    expect((await admin.request(url)).status).toBe(404)
  }
  // One that can't be read leaves them as they are.
  await upload(admin, 'broken.kmz', 'nothing')
  await done('FAILED')
  expect(await spatial(admin)).toMatchObject({
    problem:
      'The file is not a KML or KMZ file, although its name says so. Save it as one and upload it again.',
    features: [{ name: 'Parcel' }],
  })
  await upload(admin, 'newer.kml', kml('Newer'))
  await done('DONE')
  expect((await spatial(viewer))?.features.map(({ name }) => name)).toEqual(['Newer'])
})

test('layers are named and removed by those who upload them, and what was removed is in no collection', async () => {
  const folder = (name: string) =>
    `<Folder><name>${name}</name>${kml(name).replace(/<\/?(kml|Document)>/g, '')}</Folder>`
  await upload(admin, 'two.kml', `<kml><Document>${folder('Parcels')}${folder('Roads')}</Document></kml>`)
  await done('DONE')
  const before = await spatial(admin)
  const [parcels, roads] = before?.features ?? []
  if (!parcels || !roads) throw new Error('There are no two layers.')
  const update = async (client: Client, layers: { id: string; name: string }[]) => {
    const { data, errors } = await client.graphql(
      `mutation($id: ID!, $layers: [ProjectLayerInput!]!) {
        updateProjectLayers(projectId: $id, layers: $layers) { spatial { geoJsonUrl features { name } } } }`,
      { id: projectId, layers },
    )
    return data?.updateProjectLayers ?? [errors[0]?.extensions?.code, errors[0]?.extensions?.fields]
  }
  const named = { id: parcels.id, name: '  The   parcels ' }
  expect(await update(viewer, [named])).toEqual(['FORBIDDEN', undefined])
  expect(await update(outsider, [named])).toEqual(['NOT_FOUND', undefined])
  expect(
    await update(admin, [
      { id: roads.id, name: 'Roads' },
      { id: parcels.id, name: ' ' },
    ]),
  ).toEqual(['BAD_USER_INPUT', { 'layers.1.name': 'Please enter a name.' }])
  expect(await update(admin, [{ id: parcels.id, name: 'x'.repeat(201) }])).toEqual([
    'BAD_USER_INPUT',
    { 'layers.0.name': 'Max 200 characters' },
  ])
  expect(await update(admin, [named])).toEqual({
    spatial: { geoJsonUrl: null, features: [{ name: 'The parcels' }] },
  })
  await server.app.runJobs()
  const after = await spatial(viewer)
  const all = (await (await viewer.request(after?.geoJsonUrl ?? '')).json()) as { features: object[] }
  expect(all.features).toMatchObject([{ properties: { name: 'Parcels' } }])
  // What held the removed layer is given to nobody any more.
  for (const url of [roads.geoJsonUrl, before?.geoJsonUrl ?? '']) {
    expect((await admin.request(url)).status).toBe(404)
  }
  // Who still had it before them meets that it is gone.
  expect(await update(admin, [named, { id: roads.id, name: 'Streets' }])).toEqual(['CONFLICT', undefined])
  expect(await update(admin, [])).toEqual({ spatial: { geoJsonUrl: null, features: [] } })
  await server.app.runJobs()
  expect(await spatial(admin)).toMatchObject({ geoJsonUrl: null, features: [] })
})

test('MAP-10 MAP-12 PROJ-29 the layers of all projects that are found come in one list, for those who see the projects', async () => {
  const named = async (client: Client, more = '') => {
    const { data, errors } = await client.graphql(
      `{ projects(orgSlug: "${orgSlug}"${more}) { layers { projectId projectName layer { name geoJsonUrl } } } }`,
    )
    const list = (data?.projects as { layers: { projectName: string; layer: { name: string } }[] } | null)
      ?.layers
    return (
      list?.map(({ projectName, layer }) => `${projectName}: ${layer.name}`) ?? errors?.[0]?.extensions?.code
    )
  }
  const [other = ''] = await database.db
    .transaction()
    .execute((tx) =>
      insertProjects(tx, [{ ...NOTHING_KNOWN, organisationId, portfolioIds: [], name: 'Another' }]),
    )
  await upload(admin, 'site.kml', kml('Parcel'))
  await upload(orgAdmin, 'other.kml', kml('Hidden'), other)
  await server.app.runJobs()
  expect(await named(orgAdmin)).toEqual(['Another: Hidden', 'Site: Parcel'])
  // What lies in no portfolio of theirs isn't theirs.
  expect(await named(viewer)).toEqual(['Site: Parcel'])
  expect(await named(orgAdmin, ', search: "anoth"')).toEqual(['Another: Hidden'])
  expect(await named(orgAdmin, ', isOwned: true')).toEqual([])
  expect(await named(outsider)).toBe('NOT_FOUND')
})
