// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderInApp } from '../../../ui/testing/render.tsx'
import { PermissionChips, permissionWords } from './PermissionChips.tsx'

test('PERM-07 a name of more than 25 characters is shortened to 20 and an ellipsis', () => {
  renderInApp(<PermissionChips lead="" names={['Independent engineers ABC', 'Independent engineers ABCD']} />)
  screen.getByText('Independent engineers ABC')
  screen.getByText('Independent engineer…')
})

test('PERM-07 two names show, the others are counted and named in a tooltip', async () => {
  renderInApp(<PermissionChips lead="" names={['Lenders', 'Bidders', 'Tax equity', 'Counsel']} />)
  screen.getByText('Lenders')
  screen.getByText('Bidders')
  expect(screen.queryByText('Tax equity')).toBeNull()
  await userEvent.hover(screen.getByText('+2'))
  expect((await screen.findByRole('tooltip')).textContent).toBe('Tax equity, Counsel')
})

const GROUPS = ['Lenders', 'Tax equity', 'Bidder: Calder', 'Counsel'].map((name) => ({ id: name, name }))
const said = (permittedIds: string[] | null, above?: string[] | null) => {
  const { lead, names } = permissionWords({ permittedIds }, GROUPS, 'groups', above)
  return [lead, ...names].filter(Boolean).join(' ')
}

test('PERM-07 chips say that all or none are permitted', () => {
  expect(said(null)).toBe('All 4 groups')
  expect(said(['Lenders', 'Tax equity', 'Bidder: Calder', 'Counsel'], [])).toBe('All 4 groups')
  expect(said([], null)).toBe('Nobody')
  // A room without groups yet: whoever gets access later sees it.
  expect(permissionWords({ permittedIds: null }, [], 'groups', null).lead).toBe(
    'Every group, also later ones',
  )
  expect(permissionWords({ permittedIds: [] }, [], 'groups', null).lead).toBe('Nobody')
  const only = permissionWords({ permittedIds: null }, GROUPS.slice(0, 1), 'groups', null)
  expect([only.lead, only.names]).toEqual(['', ['Lenders']])
  expect(permissionWords({ permittedIds: null }, GROUPS.slice(0, 1), 'roles').names).toEqual(['Lenders'])
})

test('PERM-07 chips say what differs from the folder above, bidders first', () => {
  expect(said(['Tax equity', 'Lenders', 'Counsel'], null)).toBe('Not Bidder: Calder')
  expect(said(['Counsel'], null)).toBe('Only Counsel')
  expect(said(['Lenders', 'Bidder: Calder'], ['Lenders'])).toBe('Also Bidder: Calder')
  expect(said(['Tax equity', 'Bidder: Calder'], ['Lenders'])).toBe('Only Bidder: Calder Tax equity')
  expect(said(['Lenders', 'Counsel'], ['Counsel', 'Lenders'])).toBe('Same as folder')
})

test('PERM-07 without a folder above, as among what was found, it is permitted only to those named', () => {
  expect(said(['Lenders', 'Bidder: Calder', 'gone'])).toBe('Only Bidder: Calder Lenders')
})
