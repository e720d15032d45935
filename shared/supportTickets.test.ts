import { expect, test } from 'vitest'
import { ticketProblem, tidyTicket } from './supportTickets.ts'

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

test('the issue is kept in one line, the description in its own; blanks around them count for nothing', () => {
  expect(tidyTicket('issue', ' Upload\n stops ')).toBe('Upload stops')
  expect(tidyTicket('description', ' Step 1\r\n  Step 2 ')).toBe('Step 1\n  Step 2')
  expect(ticketProblem('issue', `${'a'.repeat(64)} \n ${'a'.repeat(63)}`)).toBeNull()
  expect(ticketProblem('issue', `${'a'.repeat(64)} \n ${'a'.repeat(64)}`)).toBe('Max 128 characters')
  expect(ticketProblem('description', ` ${'a'.repeat(1024)}\n`)).toBeNull()
})
