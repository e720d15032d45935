import { expect, test } from 'vitest'
import { hashOf, recordedScores } from './record.ts'
import { chosen } from './targets.ts'

/** The least share of mutants that tests notice: of all policies, and of each, a few of whose mutants may mean the same. */
const MIN_SHARE = { all: 0.95, each: 0.8 }

test('of what npm run mutate breaks in policies and what they stand on, tests notice nearly all', () => {
  const scores = recordedScores()
  const files = chosen(['policies']).flatMap((target) => target.files)
  expect(files.length).toBeGreaterThan(15)
  const tried = files.map((file) => ({ file, ...(scores[file] ?? { mutants: 1, caught: 0 }) }))
  expect(tried.filter(({ mutants, caught }) => caught < MIN_SHARE.each * mutants)).toEqual([])
  const sum = (of: 'mutants' | 'caught') => tried.reduce((total, each) => total + each[of], 0)
  expect(sum('caught')).toBeGreaterThanOrEqual(MIN_SHARE.all * sum('mutants'))
})

test('the scores are of the policies as they stand: after a change `npm run mutate -- FILE` tries those named here', () => {
  const scores = recordedScores()
  const files = chosen(['policies']).flatMap((target) => target.files)
  expect(files.filter((file) => scores[file]?.sha256 !== hashOf(file))).toEqual([])
})
