import { expect, test } from 'vitest'
import type { Permission } from '../../shared/permissions.ts'
import { seesHome, startOf } from './access.ts'

const organisations = (...held: readonly (readonly Permission[])[]) =>
  held.map((permissions) => ({ permissions }))

test.each([
  ['SHELL-01 nothing at all', organisations([]), 'primary-portfolio'],
  ['SHELL-01 no organisation', organisations(), 'primary-portfolio'],
  ['SHELL-01 documents alone', organisations(['DOCUMENTS_VIEW']), 'primary-portfolio'],
  ['SHELL-03 deal rooms alone', organisations(['DEALROOM_VIEW']), 'deal-room'],
  ['SHELL-04 reporting alone', organisations(['REPORTS_VIEW']), 'home'],
  ['SHELL-04 both', organisations(['DEALROOM_VIEW', 'REPORTS_VIEW']), 'home'],
  [
    'SHELL-06 one organisation with deal rooms alone, another with both',
    organisations(['DEALROOM_VIEW', 'REPORTS_VIEW'], ['DEALROOM_VIEW']),
    'deal-room',
  ],
  [
    'SHELL-06 deal rooms of one, reporting of the other',
    organisations(['DEALROOM_VIEW'], ['REPORTS_VIEW']),
    'deal-room',
  ],
  [
    'SHELL-04 nothing of one, both of the other',
    organisations([], ['DEALROOM_VIEW', 'REPORTS_VIEW']),
    'home',
  ],
] as const)('%s: / leads to the right place', (_case, held, start) => {
  expect(startOf(held)).toBe(start)
})

test('SHELL-05 SHELL-27 home is for those without an organisation of deal rooms and no reporting', () => {
  expect(seesHome(organisations(['DEALROOM_VIEW', 'REPORTS_VIEW']))).toBe(true)
  expect(seesHome(organisations([]))).toBe(true)
  expect(seesHome(organisations(['REPORTS_VIEW'], ['DEALROOM_VIEW']))).toBe(false)
})
