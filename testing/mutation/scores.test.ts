import { expect, test } from 'vitest'
import { hashOf, recordedScores } from './record.ts'
import { chosen } from './targets.ts'

/** What is tried of these changes too often to be tried anew each time: their last scores stand. */
const OTHERS = ['shared', 'exports', 'imports', 'mails'] as const
/** The least share of their mutants that tests notice, and of what says how long, how many and how a thing may be called. */
const MIN_OTHER = { each: 0.8, rules: 0.9 }
const RULES =
  /^shared\/(?:\w*[rR]ules|slugs|texts|labels|archives|markedPdfs|documentNames|checklists|spatialFiles)\.ts$/
/** Its short cuts come to what the long way comes to, which its test compares with them. */
const SAME_RESULTS: Readonly<Record<string, number>> = { 'shared/finding/matches.ts': 0.55 }

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

test.each(OTHERS)('of what npm run mutate breaks in %s, tests notice as much as they must', (module) => {
  const scores = recordedScores()
  const files = chosen([module]).flatMap((target) => target.files)
  const tried = files.flatMap((file) => (scores[file] ? [{ file, ...scores[file] }] : []))
  // New ones have no score until somebody runs it, which names them.
  expect(tried.length).toBeGreaterThan(0.8 * files.length)
  const minShare = (file: string): number =>
    SAME_RESULTS[file] ?? (RULES.test(file) ? MIN_OTHER.rules : MIN_OTHER.each)
  expect(tried.filter(({ file, mutants, caught }) => caught < minShare(file) * mutants)).toEqual([])
})
