// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderInApp } from '../../../ui/testing/render.tsx'
import { PermissionChips, permissionWords, permittedNames } from './PermissionChips.tsx'

test('PERM-07 a name of more than 25 characters is shortened to 20 and an ellipsis', () => {
  renderInApp(<PermissionChips names={['Independent engineers ABC', 'Independent engineers ABCD']} />)
  screen.getByText('Independent engineers ABC')
  screen.getByText('Independent engineer…')
})

test('PERM-07 two names show, the others are counted and named in a tooltip', async () => {
  renderInApp(<PermissionChips names={['Lenders', 'Bidders', 'Tax equity', 'Counsel']} />)
  screen.getByText('Lenders')
  screen.getByText('Bidders')
  expect(screen.queryByText('Tax equity')).toBeNull()
  await userEvent.hover(screen.getByText('+2'))
  expect((await screen.findByRole('tooltip')).textContent).toBe('Tax equity, Counsel')
})

test('names are those of the permitted alone', () => {
  const permission = (name: string, permissible: boolean | null) => ({
    id: name,
    permissible,
    principal: { id: name, name },
  })
  const permissions = [permission('Lenders', true), permission('Bidder', false), permission('Mixed', null)]
  expect(permittedNames({ permissions })).toEqual(['Lenders'])
})

test('PERM-07 chips say that all are permitted, and name bidders first where not all are', () => {
  const permissions = ['Lenders', 'Tax equity', 'Bidder: Northwind'].map((name) => ({
    id: name,
    permissible: true,
    principal: { id: name, name },
  }))
  expect(permissionWords({ permissions }, 'groups')).toEqual(['All 3 groups'])
  const [first, ...others] = permissions
  const closed = first ? [{ ...first, permissible: false }, ...others] : []
  expect(permissionWords({ permissions: closed }, 'groups')).toEqual(['Bidder: Northwind', 'Tax equity'])
})
