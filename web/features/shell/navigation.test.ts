import { expect, test } from 'vitest'
import { PERMISSIONS, type Permission } from '../../../shared/permissions.ts'
import { areaOf, type NavigationEntry, navigationOf } from './navigation.ts'

const organisation = (name: string, ...permissions: Permission[]) => ({
  name,
  slug: name.toLowerCase(),
  permissions,
})

const labels = (entries: readonly NavigationEntry[]) => entries.map((entry) => entry.label)

test('SHELL-22 SHELL-24 one organisation that grants all has plain links in order', () => {
  const entries = navigationOf([organisation('Meridian', ...PERMISSIONS)])
  expect(entries.map(({ label, to }) => [label, to])).toEqual([
    ['Home', '/'],
    ['Projects', '/meridian/projects'],
    ['Reporting', '/meridian/reporting'],
    ['Deal Room', '/dealroom'],
    ['O&M', '/meridian/o-and-m'],
    ['Admin', '/meridian/admin'],
  ])
})

test.each<[string, Permission[], string[]]>([
  ['SHELL-27 nothing', [], ['Home']],
  ['SHELL-27 SHELL-28 deal rooms without reporting hide Home', ['DEALROOM_VIEW'], ['Deal Room']],
  [
    'SHELL-27 SHELL-28 SHELL-29 deal rooms and reporting',
    ['DEALROOM_VIEW', 'REPORTS_VIEW'],
    ['Home', 'Reporting', 'Deal Room'],
  ],
  ['SHELL-29 reporting', ['REPORTS_VIEW'], ['Home', 'Reporting']],
  ['SHELL-30 projects without reporting', ['PROJECTS_VIEW'], ['Home']],
  ['SHELL-30 projects and reporting', ['PROJECTS_VIEW', 'REPORTS_VIEW'], ['Home', 'Projects', 'Reporting']],
  ['SHELL-31 O&M', ['O_AND_M_VIEW'], ['Home', 'O&M']],
  ['SHELL-32 organisation admin', ['ORG_ADMIN'], ['Home', 'Admin']],
  ['SHELL-32 users admin', ['USERS_ADMIN'], ['Home', 'Admin']],
  ['SHELL-32 deal-room admin', ['DEALROOM_ADMIN'], ['Home']],
])('%s', (_case, permissions, shown) => {
  expect(labels(navigationOf([organisation('Meridian', ...permissions)]))).toEqual(shown)
})

test('SHELL-30 reporting of one organisation and projects of another are no projects', () => {
  const held = [organisation('Meridian', 'REPORTS_VIEW'), organisation('Segue', 'PROJECTS_VIEW')]
  expect(labels(navigationOf(held))).toEqual(['Home', 'Reporting'])
})

test('SHELL-25 SHELL-26 with several organisations each area lists those that grant it', () => {
  const entries = navigationOf([
    organisation('Meridian', 'REPORTS_VIEW', 'PROJECTS_VIEW', 'O_AND_M_VIEW'),
    organisation('Segue', 'REPORTS_VIEW', 'USERS_ADMIN', 'PROJECTS_VIEW'),
  ])
  expect(entries.slice(1).map(({ label, choices }) => [label, choices])).toEqual([
    [
      'Projects',
      [
        { label: 'Projects: Meridian', to: '/meridian/projects' },
        { label: 'Projects: Segue', to: '/segue/projects' },
      ],
    ],
    [
      'Reporting',
      [
        { label: 'Reporting: Meridian', to: '/meridian/reporting' },
        { label: 'Reporting: Segue', to: '/segue/reporting' },
      ],
    ],
    ['O&M', [{ label: 'O&M: Meridian', to: '/meridian/o-and-m' }]],
    ['Admin', [{ label: 'Admin: Segue', to: '/segue/admin' }]],
  ])
})

test.each([
  ['/', 'home'],
  ['/dealroom', 'deal-room'],
  ['/dealroom/market', 'deal-room'],
  ['/portfolios/prairie-sun-ii/storage/documents', 'deal-room'],
  ['/portfolios/prairie-sun-ii/projects', 'deal-room'],
  ['/holding-company/great-plains/admin', 'deal-room'],
  ['/meridian/projects', 'projects'],
  ['/meridian/projects/12/edit', 'projects'],
  ['/meridian/reporting', 'reporting'],
  ['/meridian/o-and-m', 'o-and-m'],
  ['/meridian/admin', 'admin'],
  ['/deal-teams', 'admin'],
  ['/profile', null],
  ['/profile/meridian/notifications', null],
  ['/meridian/toString', null],
  ['/tagauks/projects/offtaker', null],
])('%s lies in the area %s', (pathname, area) => {
  expect(areaOf(pathname)).toBe(area)
})
