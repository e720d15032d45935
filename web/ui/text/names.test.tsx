// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { Breadcrumbs, foldCrumbs } from '../navigation/Breadcrumbs.tsx'
import { Avatar, initialsOf } from '../pictures/Avatar.tsx'
import { renderInApp, setViewport } from '../testing/render.tsx'
import { countFitting } from './fitting.ts'
import { MiddleEllipsis, splitName } from './MiddleEllipsis.tsx'
import { shortened } from './shortened.ts'

beforeEach(() => setViewport(1440, 900))

test.each([
  ['Lease.pdf', 'Lease.pdf', ''],
  [
    'Amended and Restated PPA - Cedar Bluff Solar.pdf',
    'Amended and Restated PPA - Cedar ',
    'Bluff Solar.pdf',
  ],
  ['Harlan County - title commitment.pdf', 'Harlan County - title ', 'commitment.pdf'],
  ['a_name_without_any_blank_at_all_v2.xlsx', 'a_name_without_any_bl', 'ank_at_all_v2.xlsx'],
  ['☀'.repeat(40), '☀'.repeat(22), '☀'.repeat(18)],
])('a long name keeps its end: %s', (name, head, tail) => {
  expect(splitName(name)).toEqual([head, tail])
})

test('a long name is one text for all but the eye, its end drawn where it does not fit', () => {
  const name = 'Harlan County - title commitment.pdf'
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(120)
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(240)
  const { rerender } = renderInApp(<MiddleEllipsis text="Harlan.pdf" />)
  rerender(<MiddleEllipsis text={name} />)
  const text = screen.getByText(name)
  expect(text.childNodes).toHaveLength(1)
  const whole = text.parentElement as HTMLElement
  expect(whole.childNodes).toHaveLength(1)
  expect([whole.hasAttribute('data-cut'), whole.dataset.tail]).toEqual([true, 'commitment.pdf'])
  vi.restoreAllMocks()
})

test('a name ends where it is told, at its own last letter', () => {
  expect(shortened('02 Project documents', 28)).toBe('02 Project documents')
  expect(shortened('x'.repeat(28), 28)).toBe('x'.repeat(28))
  expect(shortened('Interconnection agreements and amendments', 28)).toBe('Interconnection agreements…')
  expect([...shortened('x'.repeat(40), 28)]).toHaveLength(28)
  expect(shortened('☀️'.repeat(13), 25, 20)).toBe(`${'☀️'.repeat(10)}…`)
})

test('of a path longer than four the root, a menu and the last two show', async () => {
  expect(foldCrumbs(['a', 'b', 'c', 'd'])).toEqual({ head: [], folded: [], tail: ['a', 'b', 'c', 'd'] })
  expect(foldCrumbs(['a', 'b', 'c', 'd', 'e'])).toEqual({ head: ['a'], folded: ['b', 'c'], tail: ['d', 'e'] })
  expect(foldCrumbs(['a', 'b', 'c'], true)).toEqual({ head: [], folded: ['a', 'b'], tail: ['c'] })
  expect(foldCrumbs(['a'], true)).toEqual({ head: [], folded: [], tail: ['a'] })

  const user = userEvent.setup()
  renderInApp(<Breadcrumbs items={[...'abcde'].map((name) => ({ label: name, to: `/${name}` }))} />)
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['a', 'd'])
  expect(screen.getByText('e').getAttribute('aria-current')).toBe('page')
  await user.click(screen.getByRole('button', { name: 'Show folders in between' }))
  await user.click(screen.getByRole('menuitem', { name: 'c' }))
  expect(screen.getByTestId('where').textContent).toBe('/c')
})

test('on a phone a path is one step back and the name of the place', async () => {
  setViewport(390, 844)
  const user = userEvent.setup()
  renderInApp(<Breadcrumbs items={[...'abc'].map((name) => ({ label: name, to: `/${name}` }))} />)
  expect(screen.getByText('c').getAttribute('aria-current')).toBe('page')
  await user.click(screen.getByRole('link', { name: 'Back to b' }))
  expect(screen.getByTestId('where').textContent).toBe('/b')
})

test.each([
  [[50, 50, 50], 60, 190, 3],
  [[50, 50, 50], 60, 189, 1],
  [[50, 50, 50, 50], 60, 200, 2],
  [[50, 50], 60, 10, 0],
  [[], 60, 100, 0],
])('tabs of %j with a More of %d in %d px: %d stand in the row', (widths, more, room, count) => {
  expect(countFitting(widths, 20, more, room)).toBe(count)
})

test.each([
  ['Maya Okafor', 'MO'],
  ['  tomás  de la brandt ', 'TB'],
  ['Prince', 'P'],
  ['Éa 𝒳yz', 'É𝒳'],
  ['', ''],
])('initials of %j are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

test('a person always gets the same colour', () => {
  const colourOf = () => {
    const { container, unmount } = renderInApp(<Avatar name="Ruth Sandoval" />)
    const colour = container.querySelector<HTMLElement>('[aria-hidden="true"]')?.style.color
    unmount()
    return colour
  }
  expect(colourOf()).toBe(colourOf())
})
