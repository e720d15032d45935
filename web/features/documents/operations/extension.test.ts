import { expect, test } from 'vitest'
import { withFormerEnding } from './extension.ts'

test.each([
  ['PPA.pdf', 'PPA final', 'PPA final.pdf'],
  ['PPA.pdf', 'PPA v1.2 final', 'PPA v1.2 final.pdf'],
  ['PPA.pdf', 'PPA.docx', 'PPA.pdf'],
  ['PPA.pdf', 'PPA.PDF', null],
  ['PPA.pdf', 'Other.pdf', null],
  ['README', 'READ ME', null],
  ['.env', 'env', null],
])('DOP-04 %s renamed to %s keeps its ending as %s', (former, name, kept) => {
  expect(withFormerEnding(former, name)).toBe(kept)
})
