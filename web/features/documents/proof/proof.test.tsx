import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answers, by, setWindowWidth } from '../../../testing/renderAt.tsx'
import { addressOf, ENTRIES, openRoom, rowOf } from '../testing/openRoom.tsx'

beforeEach(() => setWindowWidth(1440))
afterEach(() => vi.restoreAllMocks())

const ADMIN = { canEdit: true, canEditPermissions: true }
const SINCE = '2026-09-14T08:12:00.000Z'

const person = (id: string, name: string, level: string, rule: string) => ({
  __typename: 'DocumentAccess',
  personId: id,
  id,
  name,
  company: 'Calder Energy',
  groups: ['Lenders'],
  groupIds: ['g1'],
  level,
  rule,
  since: '2026-10-05T11:04:00.000Z',
})

/** A scripted room that answers who could see its documents, with what was asked. */
function proof() {
  const asked: Record<string, unknown>[] = []
  const answers: Answers = {
    AccessOfDocument: by((variables) => {
      asked.push(variables)
      if (variables.at === '2026-01-01T00:00:00.000Z') {
        return {
          data: null,
          errors: [
            {
              message: 'The record of access does not go back that far. Please choose a later moment.',
              extensions: { code: 'BAD_USER_INPUT' },
            },
          ],
        }
      }
      return {
        data: {
          accessOfDocument: {
            __typename: 'DocumentAccessPage',
            count: 2,
            superUsers: 1,
            knownSince: SINCE,
            changes: ['2026-10-05T11:04:00.000Z', '2026-10-14T09:15:00.000Z'],
            levels: [
              { __typename: 'AccessLevelCount', level: 'Original', people: 1 },
              { __typename: 'AccessLevelCount', level: 'Marked PDF', people: 1 },
            ],
            groupCount: 1,
            groups: [
              {
                __typename: 'DocumentAccessGroup',
                groupId: 'g1',
                id: 'g1',
                name: 'Lenders',
                people: 3,
                level: 'Marked PDF',
                rule: 'Folder 03 Offtake, group Lenders',
                since: null,
              },
            ],
          },
        },
      }
    }),
    PeopleOfDocument: by((variables) => {
      asked.push(variables)
      const items = [
        person('p1', 'Ada Reyes', 'Marked PDF', 'Folder 03 Offtake, group Lenders'),
        person('p2', 'Tom Brandt', 'Original', 'Documents admin by their role'),
      ]
      return {
        data: { accessOfDocument: { __typename: 'DocumentAccessPage', found: items.length, items } },
      }
    }),
    AccessMatrix: by((variables) => {
      asked.push(variables)
      const row = (id: string, path: string, level: string, differing: number) => ({
        __typename: 'AccessRow',
        folderId: id,
        id,
        name: path.slice(path.lastIndexOf('/') + 1),
        path,
        hasFolders: id === 'f1' || id === 'root',
        cells: [{ __typename: 'AccessCell', groupId: 'g1', level, differing }],
      })
      return {
        data: {
          accessMatrix: {
            __typename: 'AccessMatrix',
            knownSince: SINCE,
            groups: [{ __typename: 'AccessGroup', id: 'g1', name: 'Lenders', members: 9 }],
            shownIds: ['g1'],
            rows:
              variables.folderId === 'f1'
                ? [row('f2', '03 Offtake/Executed', 'View', 0)]
                : [row('root', '', 'Original', 12), row('f1', '03 Offtake', 'Marked PDF', 9)],
          },
        },
      }
    }),
    AccessDiffering: by((variables) => {
      asked.push(variables)
      return {
        data: {
          accessDiffering: {
            __typename: 'AccessDifferingPage',
            level: 'Marked PDF',
            count: 1,
            items: [
              {
                __typename: 'PrincipalAccess',
                documentId: 'd1',
                id: 'd1',
                isFolder: false,
                path: '03 Offtake/Executed/Side letter.pdf',
                level: 'No access',
              },
            ],
          },
        },
      }
    }),
    AccessDifference: by((variables) => {
      asked.push(variables)
      return {
        data: {
          accessDifference: {
            __typename: 'AccessDifferencePage',
            count: 1,
            knownSince: SINCE,
            items: [
              {
                __typename: 'AccessChange',
                at: '2026-10-12T13:22:00.000Z',
                by: 'Tom Brandt',
                what: 'Permissions',
                path: '03 Offtake/PPA.pdf',
                principals: [
                  {
                    __typename: 'ChangedPrincipals',
                    names: ['Lenders', 'Owners'],
                    count: 2,
                    former: 'Marked PDF',
                    level: 'View',
                  },
                ],
              },
            ],
          },
        },
      }
    }),
    AccessOfPrincipal: by((variables) => {
      asked.push(variables)
      return {
        data: {
          accessOfPrincipal: {
            __typename: 'PrincipalAccessPage',
            name: 'Lenders',
            count: 1,
            knownSince: SINCE,
            items: [
              {
                __typename: 'PrincipalAccess',
                documentId: 'd1',
                id: 'd1',
                isFolder: false,
                path: '03 Offtake/PPA.pdf',
                level: 'View',
              },
            ],
          },
        },
      }
    }),
  }
  return { answers, asked }
}

test('who could see a document stands by group and by person, with level, rule, company and since, at a moment that is chosen', async () => {
  const { answers, asked } = proof()
  const page = openRoom('', ADMIN, ENTRIES, answers)
  const { user } = page
  await user.click(within(await rowOf('PPA.pdf')).getByRole('button', { name: 'Actions for PPA.pdf' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Who could see this' }))
  const group = (await screen.findByText('Lenders')).closest<HTMLElement>('[role="row"]')
  expect(group?.closest('[role="grid"]')?.getAttribute('aria-label')).toBe('Who could see this')
  for (const said of ['3 people', 'Marked PDF', 'Folder 03 Offtake, group Lenders', 'Before 09/14/2026']) {
    expect(group?.textContent).toContain(said)
  }
  expect(screen.getByText(/^The record answers from 09\/14\/2026/)).toBeTruthy()
  expect(screen.getByRole('group', { name: 'Levels' }).textContent).toContain('People2')
  // Who runs the installation is counted, and not named.
  expect(screen.getByText('1 super user of this installation could see it as well.')).toBeTruthy()
  expect(asked[0]).toMatchObject({ documentId: 'd1' })
  expect(asked[0]).not.toHaveProperty('at')
  // People of the group, under it.
  await user.click(screen.getByRole('button', { name: 'Lenders' }))
  const row = (await screen.findByText('Ada Reyes')).closest<HTMLElement>('[role="row"]')
  expect(row?.textContent).toContain('Calder Energy')
  expect(asked.at(-1)).toMatchObject({ documentId: 'd1', groupId: 'g1', offset: 0 })
  expect(screen.getByRole('button', { name: '1 more' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Lenders' }))
  await waitFor(() => expect(screen.queryByText('Ada Reyes')).toBeNull())
  // Whoever is looked for is found by person.
  await user.type(screen.getByRole('searchbox', { name: 'Find people' }), 'reyes')
  expect(await screen.findByText('Ada Reyes')).toBeTruthy()
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ documentId: 'd1', search: 'reyes' }))
  await user.click(screen.getByRole('button', { name: 'By group' }))
  expect(await screen.findByText('3 people')).toBeTruthy()

  const field = screen.getByLabelText('Day and time')
  await user.clear(field)
  await user.click(screen.getByRole('button', { name: 'Show' }))
  expect(await screen.findByText('Please enter a day and a time.')).toBeTruthy()
  await user.type(field, '2026-10-14T17:30')
  await user.click(screen.getByRole('button', { name: 'Show' }))
  const at = new Date('2026-10-14T17:30').toISOString()
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ documentId: 'd1', at }))
  await waitFor(() => expect(addressOf(page)).toContain(`at=${encodeURIComponent(at)}`))
  // From change to change.
  await user.click(await screen.findByRole('button', { name: 'Earlier change' }))
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ at: '2026-10-05T11:04:00.000Z' }))
})

test('PROOF-03 groups stand by folders with level and what differs below; a cell opens what differs, and it has its spreadsheet', async () => {
  // The room that a browser would measure.
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(1200)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  const { answers, asked } = proof()
  const { user } = openRoom('?view=access', ADMIN, ENTRIES, answers)
  await user.click(await screen.findByRole('button', { name: 'Matrix' }))
  const grid = await screen.findByRole('grid', { name: 'Groups by folders' })
  expect(await within(grid).findByRole('columnheader', { name: /Lenders.*9 people/ })).toBeTruthy()
  expect(
    (await within(grid).findByRole('gridcell', { name: 'Lenders, 03 Offtake: Marked PDF, 9 entries differ' }))
      .textContent,
  ).toContain('9 differ')
  expect(screen.getByRole('link', { name: '.xlsx' }).getAttribute('href')).toMatch(
    /^\/documents\/.+\/access\/matrix$/,
  )
  await user.click(within(grid).getByText('03 Offtake'))
  expect(
    await within(grid).findByRole('gridcell', { name: 'Lenders, 03 Offtake/Executed: View' }),
  ).toBeTruthy()
  expect(asked.at(-1)).toMatchObject({ folderId: 'f1', groupIds: ['g1'] })
  await user.click(
    within(grid).getByRole('gridcell', { name: 'Lenders, 03 Offtake: Marked PDF, 9 entries differ' }),
  )
  expect(await screen.findByText('9 entries differ')).toBeTruthy()
  const entry = (await screen.findByText('Side letter.pdf')).closest('[role="row"]')
  expect(entry?.textContent).toContain('No access')
  expect(asked.at(-1)).toMatchObject({ folderId: 'f1', groupId: 'g1' })
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByText('Side letter.pdf')).toBeNull())
})

test('PROOF-04 what changed between two moments stands with to whom, from and to what, and by whom', async () => {
  const { answers, asked } = proof()
  const page = openRoom('?view=access', ADMIN, ENTRIES, answers)
  const { user } = page
  await user.click(await screen.findByRole('button', { name: 'Difference' }))
  const row = (await screen.findByText('03 Offtake/PPA.pdf')).closest('[role="row"]')
  for (const said of ['Permissions', 'Lenders, Owners: Marked PDF → View', 'Tom Brandt']) {
    expect(row?.textContent).toContain(said)
  }
  const from = screen.getByLabelText('From (all, if empty)')
  await user.clear(from)
  await user.type(from, '2026-10-05T11:00')
  await user.type(screen.getByLabelText('To (now, if empty)'), '2026-10-14T17:30')
  await user.click(screen.getByRole('button', { name: 'Show' }))
  await waitFor(() =>
    expect(asked.at(-1)).toMatchObject({
      from: new Date('2026-10-05T11:00').toISOString(),
      to: new Date('2026-10-14T17:30').toISOString(),
    }),
  )
})

test('a moment before the record says so, in the place of the rows', async () => {
  const { answers } = proof()
  openRoom('/d1?view=access&at=2026-01-01T00%3A00%3A00.000Z', ADMIN, ENTRIES, answers)
  expect(await screen.findByText(/The record of access does not go back that far/)).toBeTruthy()
})

test('what a group could see is reached from who could see a document, and has its spreadsheet', async () => {
  const { answers, asked } = proof()
  const { user } = openRoom('/d1?view=access', ADMIN, ENTRIES, answers)
  await user.click(await screen.findByRole('button', { name: 'By person' }))
  await user.click(await screen.findByRole('button', { name: 'Actions for Ada Reyes' }))
  await user.click(await screen.findByRole('menuitem', { name: 'What Lenders could see' }))
  expect(await screen.findByRole('heading', { name: 'What Lenders could see' })).toBeTruthy()
  const entry = (await screen.findByText('03 Offtake/PPA.pdf')).closest('[role="row"]')
  expect(entry?.textContent).toContain('View')
  expect(asked.at(-1)).toMatchObject({ groupId: 'g1' })
  expect(screen.getByRole('link', { name: '.xlsx' }).getAttribute('href')).toMatch(
    /^\/documents\/.+\/access\/spreadsheet\?groupId=g1$/,
  )
})

test('whoever does not edit permissions is offered nothing of it', async () => {
  const { answers, asked } = proof()
  const { user } = openRoom('', { canEdit: true }, ENTRIES, answers)
  await user.click(within(await rowOf('PPA.pdf')).getByRole('button', { name: 'Actions for PPA.pdf' }))
  await screen.findByRole('menuitem', { name: 'Copy link' })
  expect(screen.queryByRole('menuitem', { name: 'Who could see this' })).toBeNull()
  expect(asked).toEqual([])
})

test('its address refuses them', async () => {
  const { answers, asked } = proof()
  openRoom('/d1?view=access', { canEdit: true }, ENTRIES, answers)
  expect(await screen.findByText(/not authorized/i)).toBeTruthy()
  expect(asked).toEqual([])
})
