import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { type Answers, by, setWindowWidth } from '../../../testing/renderAt.tsx'
import { addressOf, ENTRIES, openRoom, rowOf } from '../testing/openRoom.tsx'

beforeEach(() => setWindowWidth(1440))

const ADMIN = { canEdit: true, canEditPermissions: true }
const SINCE = '2026-09-14T08:12:00.000Z'

const person = (id: string, name: string, level: string, rule: string) => ({
  __typename: 'DocumentAccess',
  personId: id,
  id,
  name,
  groups: ['Lenders'],
  groupIds: ['g1'],
  level,
  rule,
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
      const items = [
        person('p1', 'Ada Reyes', 'Marked PDF', 'Folder 03 Offtake, group Lenders'),
        person('p2', 'Tom Brandt', 'Original', 'Right documents:admin of their role'),
      ]
      return {
        data: {
          accessOfDocument: {
            __typename: 'DocumentAccessPage',
            count: items.length,
            knownSince: SINCE,
            levels: [
              { __typename: 'AccessLevelCount', level: 'Original', people: 1 },
              { __typename: 'AccessLevelCount', level: 'Marked PDF', people: 1 },
            ],
            items,
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

test('who could see a document stands with level and rule, at a moment that is chosen, with since when the record answers', async () => {
  const { answers, asked } = proof()
  const page = openRoom('', ADMIN, ENTRIES, answers)
  const { user } = page
  await user.click(within(await rowOf('PPA.pdf')).getByRole('button', { name: 'Actions for PPA.pdf' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Who could see this' }))
  const row = (await screen.findByText('Ada Reyes')).closest<HTMLElement>('[role="row"]')
  expect(row?.closest('[role="grid"]')?.getAttribute('aria-label')).toBe('Who could see this')
  expect(row?.textContent).toContain('Marked PDF')
  expect(row?.textContent).toContain('Folder 03 Offtake, group Lenders')
  expect(screen.getByText(/^The record answers from 09\/14\/2026/)).toBeTruthy()
  expect(screen.getByRole('group', { name: 'Levels' }).textContent).toContain('People2')
  expect(asked[0]).toMatchObject({ documentId: 'd1' })
  expect(asked[0]).not.toHaveProperty('at')
  const field = screen.getByLabelText('Day and time')
  await user.clear(field)
  await user.click(screen.getByRole('button', { name: 'Show' }))
  expect(await screen.findByText('Please enter a day and a time.')).toBeTruthy()
  await user.type(field, '2026-10-14T17:30')
  await user.click(screen.getByRole('button', { name: 'Show' }))
  const at = new Date('2026-10-14T17:30').toISOString()
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ documentId: 'd1', at }))
  expect(await screen.findByText('Ada Reyes')).toBeTruthy()
  expect(addressOf(page)).toContain(`at=${encodeURIComponent(at)}`)
})

test('a moment before the record says so, in the place of the rows', async () => {
  const { answers } = proof()
  openRoom('/d1?view=access&at=2026-01-01T00%3A00%3A00.000Z', ADMIN, ENTRIES, answers)
  expect(await screen.findByText(/The record of access does not go back that far/)).toBeTruthy()
})

test('what a group could see is reached from who could see a document, and has its spreadsheet', async () => {
  const { answers, asked } = proof()
  const { user } = openRoom('/d1?view=access', ADMIN, ENTRIES, answers)
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
