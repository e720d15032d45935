import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { organisation, viewerOf } from '../../../testing/fixtures.ts'
import {
  type Answer,
  type Answers,
  by,
  refused,
  renderAt,
  SERVER_ERROR,
  setWindowWidth,
} from '../../../testing/renderAt.tsx'
import { nothingKnown, projectWith } from './detail.fixture.ts'

const MERIDIAN = organisation('Meridian', ['PROJECTS_VIEW'])

const open = (project: object, answers: Answers = {}, address = '/meridian/projects/project-1') =>
  renderAt(address, {
    Viewer: viewerOf([MERIDIAN]),
    ProjectPage: { data: { project } },
    ProjectCrossLinks: {
      data: {
        projectCrossLinks: [
          { __typename: 'ProjectCrossLink', name: 'Republican Valley', url: '/portfolios/republican-valley' },
        ],
      },
    },
    ...answers,
  })

/** What stands beside a label, under a heading. */
const fact = async (section: string, label: string) => {
  const region = await screen.findByRole('region', { name: section })
  return within(region).getByText(label).nextElementSibling?.textContent
}

beforeEach(() => setWindowWidth(1440))

test('PROJ-11 PROJ-12 PROJ-22 PROJ-23 PROJ-24 the page shows all that is known of a project', async () => {
  open(projectWith({}))
  await screen.findByRole('heading', { level: 1, name: 'Harlan County Solar' })
  expect(await fact('Information', 'Status')).toBe('Operating')
  expect(await fact('Information', 'Development stage')).toBe('Complete')
  expect(await fact('Information', 'Ownership')).toBe('Owned')
  expect(await fact('Location', 'Zip code')).toBe('68920')
  expect(await fact('Location', 'Elevation')).toBe('592.5 m')
  expect(await fact('Contact', 'Phone number')).toBe('+1 308 555 0100')
  expect(await fact('Contact', 'Balancing authority area')).toBe('Southwest Power Pool')
  expect(await fact('System', 'Mounting')).toBe('Single axis')
  expect(await fact('System', 'BESS energy')).toBe('80,000 kWh')
  expect(await fact('System', 'Panel warranty')).toBe('25 years')
  expect(await fact('Utility', 'Name')).toBe('Nebraska Public Power')
  expect(await fact('Utility', 'Zone')).toBe('SPP-NE')
  expect(await fact('Utility', 'ISO')).toBe('SPP')
  const panels = await screen.findByRole('region', { name: 'Panels' })
  within(panels).getByText('142,500 panels')
  within(panels).getByText('AP-610')
  within(await screen.findByRole('region', { name: 'Inverters' })).getByText('Voltari')
  const contracts = await screen.findByRole('region', { name: 'PPA contracts' })
  within(contracts).getByText('$0.0385 /kWh')
  within(contracts).getByText('06/30/2044')
  within(await screen.findByRole('region', { name: 'Offtakers' })).getByText('Plains Co-op')
})

test('the remaining term of a project has one decimal, as that of its portfolio', async () => {
  open(projectWith({ ppaRemainingAvg: 10.55 }))
  const label = await screen.findByText('Remaining PPA term')
  expect(label.nextElementSibling?.textContent).toMatch(/^10\.[56] years$/)
})

test('PROJ-13 what is not known shows as a dash', async () => {
  open(projectWith(nothingKnown))
  for (const [section, label] of [
    ['Location', 'Address'],
    ['Location', 'Latitude'],
    ['Contact', 'Phone number'],
    ['System', 'Installation'],
    ['System', 'BESS power'],
    ['Utility', 'ISO'],
    ['Information', 'Acquisition date'],
    ['Information', 'Capacity AC'],
  ] as const) {
    expect([label, await fact(section, label)]).toEqual([label, '–'])
  }
  within(await screen.findByRole('region', { name: 'Panels' })).getByText('–')
})

test('PROJ-14 ORG-40 the detail page follows the display style', async () => {
  const { unmount } = open(projectWith({}))
  expect(await fact('Information', 'Capacity DC')).toBe('62,375 kW')
  expect(screen.queryByText('Commercial operating date')).toBeNull()
  unmount()
  open(projectWith({ org: { ...MERIDIAN, displayStyle: 'MW' } }))
  expect(await fact('Information', 'Capacity DC')).toBe('62.4 MW')
  expect(await fact('Information', 'Commercial operating date')).toBe('02/29/2024')
  expect(await fact('System', 'BESS energy')).toBe('80 MWh')
})

test('PROJ-26 PROJ-10 API-053 the portfolios that hold it are linked; where they fail the page stays (ERR-10)', async () => {
  const { unmount } = open(projectWith({}))
  const link = await screen.findByRole('link', { name: 'Republican Valley' })
  expect(link.getAttribute('href')).toBe('/portfolios/republican-valley')
  expect((await screen.findByRole('link', { name: 'Plains Portfolio' })).getAttribute('href')).toBe(
    '/portfolios/plains',
  )
  unmount()
  open(projectWith({}), { ProjectCrossLinks: SERVER_ERROR })
  const part = await screen.findByRole('region', { name: 'Appears in' })
  await within(part).findByRole('button', { name: 'Try again' })
  expect(await fact('Location', 'City')).toBe('Alma')
})

test('PROJ-30 PROJ-28 a project that fails to load says so; one that is unknown, or of another organisation, is no page', async () => {
  const first = open(projectWith({}), { ProjectPage: SERVER_ERROR })
  await screen.findByText('A server error has occurred')
  await screen.findByRole('button', { name: 'Try again' })
  first.unmount()
  const second = open(projectWith({}), { ProjectPage: refused('NOT_FOUND', 'Project not found.') })
  await screen.findByText('Error 404 to be precise.')
  second.unmount()
  open(projectWith({}), {}, '/other/projects/project-1')
  await screen.findByText('Error 404 to be precise.')
})

test('PORT-03 PORT-04 PORT-13 PORT-42 PORT-43 below a portfolio the breadcrumb and the form lead back there; a portfolio without it has no such page', async () => {
  const at = '/portfolios/republican-valley/projects/project-1'
  const portfolio = {
    __typename: 'Portfolio',
    id: 'portfolio-1',
    slug: 'republican-valley',
    enableProjects: true,
    permissions: ['PROJECTS_VIEW'],
  }
  const first = open(projectWith({ mayEdit: true, mayMove: true, portfolios: [portfolio] }), {}, at)
  const crumbs = within(await screen.findByRole('navigation', { name: 'Breadcrumbs' }))
  expect(crumbs.getByRole('link', { name: 'Projects' }).getAttribute('href')).toBe(
    '/portfolios/republican-valley/projects',
  )
  crumbs.getByText('Harlan County Solar')
  expect(screen.getByRole('link', { name: 'Edit Project' }).getAttribute('href')).toBe(
    '/meridian/projects/project-1/edit?portfolioSlug=republican-valley',
  )
  screen.getByRole('button', { name: 'Upload KML/KMZ' })
  first.unmount()
  const second = open(projectWith({ portfolios: [portfolio] }), {}, at)
  await screen.findByRole('heading', { level: 1, name: 'Harlan County Solar' })
  expect(screen.queryByRole('link', { name: 'Edit Project' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Upload KML/KMZ' })).toBeNull()
  second.unmount()
  for (const one of [
    { ...portfolio, slug: 'other' },
    { ...portfolio, enableProjects: false },
    { ...portfolio, permissions: ['DOCUMENTS_VIEW'] },
  ]) {
    const closed = open(projectWith({ portfolios: [one] }), {}, at)
    await screen.findByText('Error 404 to be precise.')
    closed.unmount()
  }
})

const layerOf = (id: string, name: string) => ({
  ...{ __typename: 'SpatialFeature', id, name, type: 'Polygon', geoJsonUrl: '/x' },
  ...{ stroke: null, strokeOpacity: null, strokeWidth: null, fill: null, fillOpacity: null },
})
const spatialOf = (...features: ReturnType<typeof layerOf>[]) => ({
  ...{ __typename: 'ProjectSpatial', geoJsonUrl: '/x', state: 'DONE', fileName: 'site.kml', problem: null },
  features,
})

test('layers are renamed and removed together; what was removed by mistake is kept', async () => {
  const user = userEvent.setup()
  const features = ['Parcels', 'Roads', 'Wells'].map((name, at) => layerOf(`layer-${at}`, name))
  const sent: unknown[] = []
  open(projectWith({ mayMove: true, spatial: spatialOf(...features) }), {
    UpdateProjectLayers: by((variables) => {
      sent.push(variables.layers)
      return { errors: [{ message: 'The layers have changed meanwhile.', extensions: { code: 'CONFLICT' } }] }
    }),
  })
  await user.click(await screen.findByRole('button', { name: 'Edit layers' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit layers' }))
  await user.clear(dialog.getByLabelText('Layer 1'))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('Please enter a name.')
  await user.type(dialog.getByLabelText('Layer 1'), 'Sites')
  await user.click(dialog.getByRole('button', { name: 'Remove Roads' }))
  await user.click(dialog.getByRole('button', { name: 'Remove Wells' }))
  await user.click(dialog.getByRole('button', { name: 'Keep Wells' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('The layers have changed meanwhile.')
  expect(sent).toEqual([
    [
      { id: 'layer-0', name: 'Sites' },
      { id: 'layer-2', name: 'Wells' },
    ],
  ])
})

test('a file that replaces layers asks first', async () => {
  const user = userEvent.setup()
  const spatial = spatialOf(layerOf('layer-1', 'Parcels'))
  const { asked } = open(projectWith({ mayMove: true, spatial }), {
    UploadShapes: {
      data: {
        uploadProjectSpatialFile: {
          ...{
            __typename: 'UploadProjectSpatialFilePayload',
            success: true,
            message: null,
            uploadPath: null,
          },
        },
      },
    },
  })
  await screen.findByRole('button', { name: 'Upload KML/KMZ' })
  const give = () => user.upload(screen.getByLabelText('KML or KMZ file'), new File(['<kml/>'], 'roads.kml'))
  await give()
  const dialog = within(await screen.findByRole('dialog', { name: 'Replace layers' }))
  dialog.getByText('The project has 1 layer of site.kml. The layers of roads.kml will replace them.')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(asked).not.toContain('UploadShapes')
  await give()
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Replace' }))
  await screen.findByText('File uploaded successfully! Processing will begin shortly.')
  expect(asked).toContain('UploadShapes')
})

test('MAP-17 MAP-18 MAP-20 MAP-21 an upload answers with what the server says, else with a sentence of its own', async () => {
  const reader = open(projectWith({}))
  await screen.findByText('No layers have been uploaded.')
  expect(screen.queryByRole('button', { name: 'Upload KML/KMZ' })).toBeNull()
  reader.unmount()

  const user = userEvent.setup({ applyAccept: false })
  /** How often the server was asked until the page said so. */
  const uploaded = async (sentence: string, answer: Answer, name = 'site.kml') => {
    let count = 0
    const page = open(projectWith({ mayMove: true }), {
      UploadShapes: by(() => {
        count += 1
        return answer
      }),
    })
    await screen.findByRole('button', { name: 'Upload KML/KMZ' })
    await user.upload(screen.getByLabelText('KML or KMZ file'), new File(['<kml/>'], name))
    await screen.findByText(sentence)
    page.unmount()
    return count
  }
  const saying = (success: boolean, message: string | null): Answer => ({
    data: {
      uploadProjectSpatialFile: {
        __typename: 'UploadProjectSpatialFilePayload',
        success,
        message,
        uploadPath: null,
      },
    },
  })
  const again = 'Upload failed. Please try again.'
  const wrongKind = 'Invalid file type. Only .kml and .kmz files are allowed.'
  expect(await uploaded(wrongKind, saying(true, null), 'site.geojson')).toBe(0)
  const begun = 'File uploaded successfully! Processing will begin shortly.'
  expect(await uploaded(begun, saying(true, null))).toBe(1)
  for (const [success, message] of [
    [true, 'Two layers are being read.'],
    [false, 'Nobody can add layers now.'],
  ] as const) {
    expect(await uploaded(message, saying(success, message))).toBe(1)
  }
  expect(await uploaded(again, saying(false, null))).toBe(1)
  // A failure of the server has no words for the reader.
  expect(await uploaded(again, SERVER_ERROR)).toBe(1)
})
