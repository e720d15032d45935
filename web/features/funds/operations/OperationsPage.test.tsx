import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Permission } from '../../../../shared/permissions.ts'
import { organisation, viewerOf } from '../../../testing/fixtures.ts'
import { type Answers, by, refused, renderAt, setWindowWidth } from '../../../testing/renderAt.tsx'

const partner = (name: string, projectCount: number, totalCapacity: number) => ({
  __typename: 'OAndMPartner',
  id: name,
  name,
  projectCount,
  totalCapacity,
})

const PARTNERS = [partner('Bluestem', 1, 100_000), partner('Clearfield', 14, 200_000)]

const answers = (
  data: { oAndMPartners?: object[]; oAndMTree?: object | null },
  permissions: readonly Permission[] = ['O_AND_M_VIEW'],
): Answers => ({
  Viewer: viewerOf([organisation('Meridian', permissions)]),
  OperationsPage: { data: { oAndMPartners: PARTNERS, oAndMTree: null, ...data } },
})

beforeEach(() => setWindowWidth(1440))

test('OAM-01 OAM-02 OAM-03 OAM-07 each partner has its projects, capacity and share, rounded down', async () => {
  renderAt('/meridian/o-and-m', answers({}))
  const partners = within(await screen.findByRole('region', { name: 'Partners' }))
  expect(partners.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Bluestem1 project · 100 MW · 33%',
    'Clearfield14 projects · 200 MW · 66%',
  ])
})

test('OAM-05 OAM-06 the totals are there for O&M admins only', async () => {
  const { unmount } = renderAt('/meridian/o-and-m', answers({}))
  await screen.findByRole('region', { name: 'Partners' })
  expect(screen.queryByRole('group', { name: 'Totals' })).toBeNull()
  unmount()
  renderAt('/meridian/o-and-m', answers({}, ['O_AND_M_VIEW', 'O_AND_M_ADMIN']))
  const totals = within(await screen.findByRole('group', { name: 'Totals' }))
  expect(totals.getAllByRole('definition').map((each) => each.textContent)).toEqual([
    '2',
    '15',
    '300 MW',
    // Sites have a capacity of their own, which need not be that of the projects on other pages.
    'As entered with the partners',
  ])
})

test('OAM-04 a spinner shows until the tree is known', async () => {
  let answer: (value: object) => void = () => {}
  renderAt('/meridian/o-and-m', {
    ...answers({}),
    OperationsPage: by(
      () =>
        new Promise((resolve) => {
          answer = (data) => resolve({ data })
        }),
    ),
  })
  await screen.findByRole('progressbar', { name: 'Loading' })
  answer({ oAndMPartners: [], oAndMTree: null })
  await screen.findByText('This folder is empty')
  expect(screen.queryByRole('progressbar')).toBeNull()
})

test('OAM-08 the server refuses whoever lacks the right on the organisation itself', async () => {
  renderAt('/meridian/o-and-m', { ...answers({}), OperationsPage: refused('FORBIDDEN', 'Not authorized.') })
  await screen.findByText('Not authorized.')
})

test('OAM-10 without a tree a viewer sees the empty folder', async () => {
  renderAt('/meridian/o-and-m', answers({ oAndMPartners: [] }))
  await screen.findByText('This folder is empty')
  expect(screen.queryByRole('region', { name: 'Partners' })).toBeNull()
})
