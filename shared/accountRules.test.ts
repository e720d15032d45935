import { expect, test } from 'vitest'
import { codeProblem, isEmail, newPasswordProblem, normaliseEmail } from './accountRules.ts'

test.each([
  ['ann.lee@demo.example', true],
  ["o'neil+deals@mail.fund-1.example", true],
  ['ann@localhost', false],
  ['ann.demo.example', false],
  ['ann@@demo.example', false],
  ['ann lee@demo.example', false],
  ['ann@demo..example', false],
  ['ann@-demo.example', false],
  ['zero\0@demo.example', false],
])('whether %j is an e-mail address: %s', (email, expected) => {
  expect(isEmail(email)).toBe(expected)
})

test('an e-mail address has 254 characters at most', () => {
  expect(isEmail(`${'a'.repeat(241)}@demo.example`)).toBe(true)
  expect(isEmail(`${'a'.repeat(242)}@demo.example`)).toBe(false)
})

test('AUTH-06 an e-mail has one spelling', () => {
  expect(normaliseEmail('\t Ann.LEE@Demo.Example \n')).toBe('ann.lee@demo.example')
})

test.each([
  ['', 'This field is required'],
  ['12345a', 'Authentication code must contain only digits'],
  ['1234', 'Authentication code must contain 6 digits'],
  ['1234567', 'Authentication code must contain 6 digits'],
  ['١٢٣٤٥٦', 'Authentication code must contain only digits'],
  ['012345', null],
])('AUTH-11 the code %j: %s', (code, problem) => {
  expect(codeProblem(code)).toBe(problem)
})

test.each([
  ['', 'This field is required'],
  ['Short-1', 'Must be 8 or more characters'],
  ['Daylight', 'Password must have at least 1 number'],
  ['Daylight1', null],
])('the new password %j: %s', (password, problem) => {
  expect(newPasswordProblem(password)).toBe(problem)
})
