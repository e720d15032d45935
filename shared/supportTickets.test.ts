import { expect, test } from 'vitest'
import { ticketProblem } from './supportTickets.ts'

test.each([
  ['issue', '', 'This field is required'],
  ['issue', ' \n ', 'This field is required'],
  ['issue', '\u200b', 'This field is required'],
  ['issue', 'a'.repeat(128), null],
  ['issue', ` ${'☀'.repeat(128)} `, null],
  ['issue', 'a'.repeat(129), 'Max 128 characters'],
  ['issue', '🌞'.repeat(128), null],
  ['description', '', 'This field is required'],
  ['description', 'a'.repeat(1024), null],
  ['description', 'a'.repeat(1025), 'Max 1024 characters'],
] as const)('SUP-02 SUP-03 %s %j: %s', (field, text, problem) => {
  expect(ticketProblem(field, text)).toBe(problem)
})
