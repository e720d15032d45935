import { expect, test } from 'vitest'
import { parseSearch } from '../../../shared/finding/search.ts'
import { excerptsBy } from './passages.ts'

const scoreOf = (text: string): number => {
  const parsed = parseSearch('peridot olivine')
  if ('refused' in parsed) throw new Error(parsed.refused)
  return excerptsBy(parsed.terms)([{ page: 1, sheet: null, text }]).score
}

test('a heading is better than words side by side, these than words apart, and these than words in two passages', () => {
  const far = 'and so forth. '.repeat(40)
  const scores = [
    'Peridot olivine\nNothing else.',
    'There is peridot olivine in it, as we were told.',
    'There is peridot in it, as we were told by somebody who went there, beside olivine.',
    `There is peridot. ${far} There is olivine.`,
  ].map(scoreOf)
  expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  expect(new Set(scores).size).toBe(4)
  // What a text says otherwise weighs nothing.
  expect(scoreOf('There is peridot olivine in it, said they who were there.')).toBe(scores[1])
})
