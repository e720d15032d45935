import { expect, test } from 'vitest'
import { profileProblem } from './profileRules.ts'

test('PROF-02 first and last name are required, title and location are not; each has its limit', () => {
  for (const field of ['firstName', 'lastName'] as const) {
    for (const text of ['', '  ', '\u200b', '\n\t', '\u202e']) {
      expect(profileProblem(field, text)).toBe('This field is required')
    }
    expect(profileProblem(field, 'a'.repeat(64))).toBeNull()
    expect(profileProblem(field, '🌞'.repeat(64))).toBeNull()
    expect(profileProblem(field, 'a'.repeat(65))).toBe('Max 64 characters')
  }
  for (const field of ['title', 'location'] as const) {
    expect(profileProblem(field, '')).toBeNull()
    expect(profileProblem(field, `  ${'a'.repeat(128)}  `)).toBeNull()
    expect(profileProblem(field, 'a'.repeat(129))).toBe('Max 128 characters')
  }
})
