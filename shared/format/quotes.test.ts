import { expect, test } from 'vitest'
import { trimQuotes } from './quotes.ts'

test.each([
  ['"Wrong password."', 'Wrong password.'],
  ["'Folder X already exists!'", 'Folder X already exists!'],
  ['  "Padded."  ', 'Padded.'],
  ['Plain.', 'Plain.'],
  ['"', '"'],
  ['""', ''],
  ['The name "Solar" is taken', 'The name "Solar" is taken'],
  ['"Folder "X" already exists!"', 'Folder "X" already exists!'],
  ['"line one\nline two"', 'line one\nline two'],
])('FMT-24 %j shows as %j', (message, text) => {
  expect(trimQuotes(message)).toBe(text)
})
