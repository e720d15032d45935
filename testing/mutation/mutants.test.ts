import { expect, test } from 'vitest'
import { withMutants } from './mutants.ts'

/** What `limit` of the source comes to with each mutant, the source itself first. */
function outcomes(source: string, ...given: unknown[]): { found: unknown[]; changes: string[] } {
  const { code, mutants } = withMutants(source)
  const found = [0, ...mutants.map((_, at) => at + 1)].map((number) => {
    const run = new Function('process', 'given', `${code}; return limit(...given)`)
    return run({ env: { HELIOROOM_MUTANT: String(number) } }, given)
  })
  return { found, changes: mutants.map(({ from, to }) => `${from} -> ${to}`) }
}

test('a limit is tried one beyond, and each side of a condition without the other', () => {
  expect(outcomes('const limit = (n, ok) => ok && n < 3', 3, true)).toEqual({
    found: [false, true, true, true, true],
    changes: ['3 -> 4', 'n < 3 -> n <= 3', 'n < 3 -> n >= 3', 'ok && n < 3 -> ok || n < 3'],
  })
})

test('a method is tried with what it is called on', () => {
  expect(outcomes('const limit = (a) => a.isSubsetOf(new Set([1]))', new Set([1, 2]))).toEqual({
    found: [false, false, true, true],
    changes: ['1 -> 2', expect.stringMatching(/ -> true$/), expect.stringContaining('a.isSupersetOf(')],
  })
})

test('methods that every object has are no others’ opposites', () => {
  expect(outcomes('const limit = (n) => n.toLocaleString()', 7)).toEqual({ found: ['7'], changes: [] })
})

test('what is assigned to stays as it is', () => {
  expect(outcomes('const limit = (a) => { a.isFull = true; return a.isFull }', {})).toEqual({
    found: [true, false, true],
    changes: ['true -> false', 'a.isFull -> true'],
  })
})

test('what decides is tried as true and as false; names, types and ends of loops are left alone', () => {
  const { found, changes } = outcomes(
    'function limit(a) { let n = 0; while (n < 2) n += 1; const o = { 7: !a }; if (a) { const [v] = Object.values(o); return v } return n }',
    false,
  )
  expect(changes).toEqual(['0 -> 1', '1 -> 2', '!a -> a', 'a -> true', 'a -> false'])
  expect(found).toEqual([2, 2, 2, 2, true, 2])
})
