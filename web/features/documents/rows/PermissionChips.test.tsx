// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { DocumentLevel } from '../../../../shared/documentLevels.ts'
import { renderInApp } from '../../../ui/testing/render.tsx'
import { PermissionChips, type Permitting, permissionWords } from './PermissionChips.tsx'

const plain = (...names: string[]) => names.map((text) => ({ text, tail: '' }))

test('PERM-07 a name of more than 25 characters is shortened to 20 and an ellipsis', () => {
  renderInApp(
    <PermissionChips lead="" names={plain('Independent engineers ABC', 'Independent engineers ABCD')} />,
  )
  screen.getByText('Independent engineers ABC')
  screen.getByText('Independent engineer…')
})

test('PERM-07 two names show, the others are counted and named in a tooltip', async () => {
  renderInApp(<PermissionChips lead="" names={plain('Lenders', 'Bidders', 'Tax equity', 'Counsel')} />)
  screen.getByText('Lenders')
  screen.getByText('Bidders')
  expect(screen.queryByText('Tax equity')).toBeNull()
  await userEvent.hover(screen.getByText('+2'))
  expect((await screen.findByRole('tooltip')).textContent).toBe('Tax equity, Counsel')
})

const GROUPS = ['Lenders', 'Tax equity', 'Bidder: Calder', 'Counsel'].map((name) => ({ id: name, name }))
const original = (permittedIds: string[] | null): Permitting => ({ permittedIds, permittedLevels: null })
const inWords = (row: Permitting, above?: Permitting) => {
  const { lead, names } = permissionWords(row, GROUPS, 'groups', above)
  return [lead, ...names.map(({ text, tail }) => text + tail)].filter(Boolean).join(' ')
}
const said = (permittedIds: string[] | null, above?: string[] | null) =>
  inWords(original(permittedIds), above === undefined ? undefined : original(above))
/** Permitted to these, at these levels. */
const at = (levels: Record<string, DocumentLevel>): Permitting => ({
  permittedIds: Object.keys(levels),
  permittedLevels: Object.values(levels),
})

test('PERM-07 chips say that all or none are permitted', () => {
  expect(said(null)).toBe('All 4 groups')
  expect(said(['Lenders', 'Tax equity', 'Bidder: Calder', 'Counsel'], [])).toBe('All 4 groups')
  expect(said([], null)).toBe('Nobody')
  // A room without groups yet: whoever gets access later sees it.
  const open = original(null)
  expect(permissionWords(open, [], 'groups', open).lead).toBe('Every group, also later ones')
  expect(permissionWords(original([]), [], 'groups', open).lead).toBe('Nobody')
  const only = permissionWords(open, GROUPS.slice(0, 1), 'groups', open)
  expect([only.lead, only.names]).toEqual(['', plain('Lenders')])
  expect(permissionWords(open, GROUPS.slice(0, 1), 'roles').names).toEqual(plain('Lenders'))
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

test('chips say the level of whoever has less than the original, whole behind a name that is shortened', () => {
  const view = at({ Lenders: 'ORIGINAL', 'Bidder: Calder': 'VIEW' })
  expect(inWords(view)).toBe('Only Bidder: Calder: View Lenders')
  expect(inWords(view, view)).toBe('Same as folder')
  expect(inWords(view, original(['Lenders', 'Bidder: Calder']))).toBe('Bidder: Calder: View')
  expect(inWords(view, original(['Lenders']))).toBe('Also Bidder: Calder: View')
  expect(inWords(original(['Lenders', 'Bidder: Calder']), view)).toBe('Only Bidder: Calder Lenders')
  const all = (level: DocumentLevel, of: DocumentLevel = level): Permitting => ({
    permittedIds: null,
    permittedLevels: [level, level, of, level],
  })
  expect(inWords(all('PRINT'))).toBe('All 4 groups: View and print')
  expect(inWords(all('ORIGINAL', 'PDF'))).toBe('All 4 groups Bidder: Calder: Marked PDF')
  renderInApp(
    <PermissionChips lead="" names={[{ text: 'Independent engineers ABCD', tail: ': View and print' }]} />,
  )
  screen.getByText('Independent engineer…: View and print')
})
