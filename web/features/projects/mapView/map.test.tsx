import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { organisation, viewerOf } from '../../../testing/fixtures.ts'
import { type Answers, by, renderAt, SERVER_ERROR, setWindowWidth } from '../../../testing/renderAt.tsx'
import { renderInApp } from '../../../ui/testing/render.tsx'
import { pointsOf } from '../map/overlays.ts'
import { MiniMap } from './MiniMap.tsx'
import { withNeighbours } from './useNeighbours.ts'

const MERIDIAN = { ...organisation('Meridian', ['PROJECTS_VIEW']), displayStyle: 'MW' }

const project = (name: string, more: object = {}) => ({
  __typename: 'Project',
  id: `id-${name}`,
  name,
  isOwned: false,
  capacity: 24_000,
  capacityAc: 19_900,
  withinOneCount: 2,
  withinTenCount: 6,
  withinOneSumCapacityAc: 29_900,
  withinTenSumCapacityAc: 107_400,
  location: {
    __typename: 'ProjectLocation',
    id: `id-${name}`,
    city: 'Medicine Lodge',
    state: 'KS',
    latitude: 37.28,
    longitude: -98.58,
  },
  ...more,
})

const near = (name: string, miles: number, capacityAc: number | null) => ({
  __typename: 'NearbyProject' as const,
  distance: miles * 1609.344,
  isWithinOne: miles <= 1,
  project: {
    __typename: 'Project' as const,
    id: `id-${name}`,
    name,
    capacity: null,
    capacityAc,
    location: { __typename: 'ProjectLocation' as const, id: `id-${name}`, latitude: 37.3, longitude: -98.6 },
  },
})

const AROUND = project('Sagebrush', {
  mayMove: false,
  revision: 1,
  spatial: null,
  nearby: [near('Hollis Road', 0.91, 10_000), near('Turkey Creek', 4.2, null)],
})

/** The chosen project as it is read by itself and beside the map: both write what is kept of it. */
const chosen = (given: object): Answers => {
  const one = project('Sagebrush', { ...AROUND, ...given })
  return {
    ProjectAround: { data: { project: one } },
    ProjectsAround: {
      data: {
        projects: {
          __typename: 'ProjectCollection',
          projects: [one],
          aggregations: { __typename: 'ProjectAggregations', count: 1 },
        },
      },
    },
  }
}

function open(address: string, answers: Answers = {}) {
  const sent: Record<string, unknown>[] = []
  const page = renderAt(`/meridian/projects${address}`, {
    Viewer: viewerOf([MERIDIAN]),
    ProjectPortfolios: {
      data: { portfolios: [{ __typename: 'Portfolio', id: 'room-1', name: 'Valley', projectCount: 1 }] },
    },
    ProjectsPage: {
      data: {
        projects: {
          __typename: 'ProjectCollection',
          mayCreate: false,
          // The same list as beside the map.
          projects: [
            project('Sagebrush', {
              status: 'OPERATING',
              type: 'SOLAR',
              cod: null,
              ntp: null,
              system: { __typename: 'ProjectSystem', bessKw: null, bessKwh: null },
              acquiredPortfolio: null,
            }),
          ],
          aggregations: {
            __typename: 'ProjectAggregations',
            count: 1,
            totalCapacity: 24_000,
            minCapacity: 24_000,
            maxCapacity: 24_000,
          },
        },
      },
    },
    ProjectPlaces: {
      data: {
        projects: {
          __typename: 'ProjectCollection',
          places: {
            __typename: 'ProjectPlaces',
            ids: ['id-Sagebrush'],
            names: ['Sagebrush'],
            latitudes: [37.28],
            longitudes: [-98.58],
            capacities: [24_000],
            more: 0,
          },
        },
      },
    },
    ProjectsAround: by((variables) => {
      sent.push(variables)
      return {
        data: {
          projects: {
            __typename: 'ProjectCollection',
            projects: [project('Sagebrush')],
            aggregations: { __typename: 'ProjectAggregations', count: 1 },
          },
        },
      }
    }),
    ProjectAround: { data: { project: AROUND } },
    ...answers,
  })
  return { ...page, sent, user: userEvent.setup() }
}

beforeEach(() => setWindowWidth(1440))

test('RAD-01 RAD-08 PROJ-01 the radius view counts and sums what lies around each project, and opens it with its distances', async () => {
  const { user, sent, router } = open('?view=radius&q=sage&ownership=owned&portfolio_ids=room-1')
  const side = await screen.findByRole('region', { name: 'Qualifying Facilities' })
  const row = await within(side).findByRole('button', { name: /Sagebrush/ })
  // What each figure is stands in the head of its column, and is said with it.
  expect(row.textContent).toMatch(/19\.9MW ac2 within 1 mile29\.9 MW6 within 10 miles108 MW$/)
  expect(sent.at(-1)).toMatchObject({ search: 'sage', isOwned: true, portfolioIds: ['room-1'] })
  await user.click(row)
  expect((await within(side).findByText('49.8')).parentElement?.textContent).toBe('49.8 of 80 MW ac')
  expect(within(side).getByRole('link', { name: 'Hollis Road' }).getAttribute('href')).toBe(
    '/meridian/projects/id-Hollis Road',
  )
  within(side).getByText('0.91 mi')
  within(side).getByText('4.20 mi')
  within(side).getByText('Only neighbours in the chosen portfolios are counted.')
  within(side).getByText('For screening. Distances run between stored points; not a legal determination.')
  expect(within(side).queryByText(/More than 80 MW/)).toBeNull()
  expect(router.state.location.search).toContain('project=id-Sagebrush')
  const exported = screen.getByText('Export').closest('a')?.getAttribute('href')
  expect(exported).toBe('/meridian/projects-nearby-export?portfolio_ids=room-1&ownership=owned&q=sage')
})

test('RAD-07 more than 80 MW AC at one site are marked, the own capacity beside the sum', async () => {
  open('?view=radius&project=id-Sagebrush', chosen({ withinOneSumCapacityAc: 70_000 }))
  await screen.findByText('More than 80 MW AC at one site, by 9.9 MW.')
  screen.getByText('This project 19.9 MW ac, those within 1 mile 70.0 MW ac.')
})

test('RAD-07 exactly 80 MW AC at one site are not over the limit', async () => {
  const at = (own: number) => chosen({ capacityAc: own, withinOneSumCapacityAc: 29_900 })
  const first = open('?view=radius&project=id-Sagebrush', at(50_100))
  await screen.findByText('Same site, this project and those within 1 mile')
  expect(screen.queryByText(/^More than 80 MW AC at one site/)).toBeNull()
  first.unmount()
  open('?view=radius&project=id-Sagebrush', at(50_101))
  await screen.findByText(/^More than 80 MW AC at one site/)
})

test('a page of the list beside the map that is gone is replaced, so that Back leads to where one came from', async () => {
  const { router, sent } = open('?view=map&page=9')
  await waitFor(() => expect(router.state.location.search).not.toContain('page=9'))
  expect(router.state.historyAction).toBe('REPLACE')
  expect(sent.length).toBeGreaterThan(0)
})

test('SHELL-43 PROJ-01 another view of the projects is a step, which Back takes back', async () => {
  const { router } = open('')
  await userEvent.click(await screen.findByRole('button', { name: 'Map' }))
  await waitFor(() => expect(router.state.location.search).toBe('?view=map'))
  await userEvent.click(screen.getByRole('button', { name: 'Qualifying Facilities' }))
  await waitFor(() => expect(router.state.location.search).toBe('?view=radius'))
  await act(() => router.navigate(-1))
  expect(router.state.location.search).toBe('?view=map')
  await act(() => router.navigate(-1))
  expect(router.state.location.search).toBe('')
})

test('a map view reads the figures of what is listed, and no list beside its own', async () => {
  const asked: Record<string, unknown>[] = []
  open('?view=map', {
    ProjectsPage: by((variables) => {
      asked.push(variables)
      return SERVER_ERROR
    }),
  })
  await waitFor(() => expect(asked.length).toBeGreaterThan(0))
  expect(asked.map(({ isListed }) => isListed)).not.toContain(true)
})

test('RAD-07 what is over the limit by less than a tenth of a MW is said to the kW; the chosen project is in view', async () => {
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(2000)
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    return 'active' in this.dataset ? new DOMRect(0, 900, 480, 200) : new DOMRect(0, 100, 480, 400)
  })
  open('?view=radius&project=id-Sagebrush', chosen({ withinOneSumCapacityAc: 60_110 }))
  await screen.findByText('More than 80 MW AC at one site, by 0.010 MW.')
  expect(screen.getByRole('region', { name: 'Qualifying Facilities' }).scrollTop).toBeGreaterThanOrEqual(600)
  vi.restoreAllMocks()
})

const layer = (name: string, type = 'Polygon') => ({
  __typename: 'SpatialFeature',
  id: `layer-${name}`,
  name,
  type,
  stroke: '#112233',
  strokeOpacity: 1,
  strokeWidth: 2,
  fill: '#445566',
  fillOpacity: 0.5,
  geoJsonUrl: `/files/${name}`,
})

test('MAP-10 MAP-11 MAP-12 MAP-14 layers of the listed projects are switched on one by one, the chosen project first; one that fails says so', async () => {
  const asked: string[] = []
  const { user } = open('?view=map&project=id-Sagebrush&q=sage', {
    ProjectAround: {
      data: {
        project: { ...AROUND, spatial: { __typename: 'ProjectSpatial', features: [layer('Parcel')] } },
      },
    },
    MapLayers: by((variables) => {
      expect(variables).toMatchObject({ search: 'sage', isOwned: null, portfolioIds: null })
      return {
        data: {
          projects: {
            __typename: 'ProjectCollection',
            layers: [
              ['Apple', 'Line', 'LineString'],
              ['Sagebrush', 'Parcel', 'Polygon'],
            ].map(([name = '', of = '', type]) => ({
              __typename: 'ProjectLayer',
              projectId: `id-${name}`,
              projectName: name,
              layer: layer(of, type),
            })),
          },
        },
      }
    }),
  })
  const graphql = fetch
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (!url.startsWith('/files/')) return graphql(url, init)
    asked.push(url)
    if (url.endsWith('Line')) return new Response('', { status: 404 })
    const square = [
      [
        [0, 0],
        [4, 0],
        [4, 2],
        [0, 2],
        [0, 0],
      ],
    ]
    return Response.json({
      type: 'FeatureCollection',
      features: [{ type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: square } }],
    })
  })
  const button = await screen.findByRole('button', { name: 'Layers' })
  await screen.findByRole('link', { name: 'Open project' })
  await user.click(button)
  const panel = await screen.findByRole('region', { name: 'Spatial layers' })
  await within(panel).findByText('Apple')
  expect(
    within(panel)
      .getAllByRole('heading')
      .map(({ textContent }) => textContent),
  ).toEqual(['Sagebrush', 'Apple'])
  expect(asked).toEqual([])
  await user.click(within(panel).getByRole('switch', { name: 'Parcel' }))
  await waitFor(() =>
    expect(within(panel).getByRole('switch', { name: 'Parcel' }).getAttribute('aria-checked')).toBe('true'),
  )
  await user.click(within(panel).getByRole('switch', { name: 'Line' }))
  await within(panel).findByText('The layer could not be loaded. Please check your network and try again.')
  expect(within(panel).getByRole('switch', { name: 'Line' }).getAttribute('aria-checked')).toBe('false')
  expect(asked).toEqual(['/files/Parcel', '/files/Line'])
  // Of what has an area alone.
  await user.click(within(panel).getByRole('button', { name: /^Generate points/ }))
  await within(panel).findByText('1 point on the map, not saved.')
  await user.click(within(panel).getByRole('button', { name: 'Remove points' }))
  expect(within(panel).queryByText(/not saved/)).toBeNull()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('region', { name: 'Spatial layers' })).toBeNull()
  expect(document.activeElement?.textContent).toBe('Layers1')
})

test('MAP-14 MAP-04 a map that cannot be drawn says so above it, and the list beside it stays usable', async () => {
  const { user } = open('?view=map')
  const map = await screen.findByRole('region', { name: 'Map' })
  // Nothing draws here.
  await within(map).findByRole('alert')
  for (const name of ['1 Mile', '10 Miles']) {
    expect(within(map).getByRole('switch', { name }).getAttribute('aria-checked')).toBe('true')
  }
  await user.click(within(map).getByRole('switch', { name: '10 Miles' }))
  expect(within(map).getByRole('switch', { name: '10 Miles' }).getAttribute('aria-checked')).toBe('false')
  await user.click(await screen.findByRole('button', { name: /Sagebrush/ }))
  await screen.findByRole('link', { name: 'Open project' })
  await waitFor(() => expect(within(map).getByText('1 project on the map')).toBeTruthy())
})

test('where what lies around is looked at, no marker covers a mile, and neighbours that a search left out are drawn', () => {
  const place = {
    id: 'id-Sagebrush',
    name: 'Sagebrush',
    latitude: 37.28,
    longitude: -98.58,
    capacity: 24_000,
  }
  const sizes = (isEven: boolean) =>
    pointsOf([place], isEven).features.map(({ properties }) => properties?.size)
  expect([sizes(false), sizes(true)]).toEqual([[55], [15]])
  const names = (found: ReturnType<typeof withNeighbours>) => found.map(({ name }) => name)
  expect(
    names(withNeighbours([place], [near('Hollis Road', 0.91, 10_000), near('Sagebrush', 0, 1)])),
  ).toEqual(['Sagebrush', 'Hollis Road'])
})

test('MAP-09 the mini map takes a new place over once in a second at most, and then the newest', () => {
  vi.useFakeTimers()
  try {
    const at = (longitude: number) => <MiniMap middle={{ latitude: 40, longitude }} active={null} />
    const { container, rerender } = renderInApp(at(-100))
    const shown = () => container.querySelector('[data-mini-map] circle')?.getAttribute('cx')
    act(() => vi.advanceTimersByTime(0))
    expect(shown()).toBe('-100')
    rerender(at(-99))
    act(() => vi.advanceTimersByTime(0))
    expect(shown()).toBe('-99')
    for (const longitude of [-98, -97, -96]) {
      rerender(at(longitude))
      act(() => vi.advanceTimersByTime(300))
      expect(shown()).toBe('-99')
    }
    act(() => vi.advanceTimersByTime(100))
    expect(shown()).toBe('-96')
  } finally {
    vi.useRealTimers()
  }
})
