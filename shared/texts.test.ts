import { expect, test } from 'vitest'
import { tidyLines, tidyText } from './texts.ts'

test('a text is kept in one line and turns nothing around it; letters of all scripts stay', () => {
  expect(tidyText('  Mary \n\t Ann\u0000 ')).toBe('Mary Ann')
  expect(tidyText('Ann\u202eeeL')).toBe('AnneeL')
  expect(tidyText('Zoë Ólafsdóttir 李小龍 नेहा‍')).toBe('Zoë Ólafsdóttir 李小龍 नेहा‍')
})

test('a text of several lines keeps them and the blanks within them', () => {
  expect(tidyLines(' \nTerm:\r\n  20 years\rCap:  none\n\n')).toBe('Term:\n  20 years\nCap:  none')
  expect(tidyLines('Cafe\u0301')).toBe('Café')
  for (const nothing of ['', ' \n\t', '\u200b', '\u202e\n']) expect(tidyLines(nothing)).toBe('')
})
