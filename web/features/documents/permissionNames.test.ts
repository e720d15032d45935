import { expect, test } from 'vitest'
import { foldNames, permittedNames, shortPrincipal } from './permissionNames.ts'

test('PERM-07 a name of more than 25 characters is shortened to 20 and an ellipsis', () => {
  expect(shortPrincipal('Independent engineers ABC')).toBe('Independent engineers ABC')
  expect(shortPrincipal('Independent engineers ABCD')).toBe('Independent engineer…')
  expect(shortPrincipal('☀️'.repeat(13))).toBe(`${'☀️'.repeat(10)}…`)
})

test('PERM-07 two names show, the others are counted', () => {
  expect(foldNames(['A', 'B'])).toEqual({ shown: ['A', 'B'], folded: [] })
  expect(foldNames(['A', 'B', 'C', 'D'])).toEqual({ shown: ['A', 'B'], folded: ['C', 'D'] })
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
