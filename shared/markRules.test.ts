import { expect, test } from 'vitest'
import {
  FIRST_MARK,
  markOpacityProblem,
  markPatternProblem,
  markSizeProblem,
  markZoneProblem,
} from './markRules.ts'

const WORDS = '{name}, {email}, {company}, {group}, {room}, {date}, {time}, {address}, {document} and {page}'

test('a pattern that is empty, too long or names an unknown word is refused in words', () => {
  for (const pattern of ['', '  \n ']) {
    expect(markPatternProblem(pattern)).toBe('Please enter what the mark says.')
  }
  for (const pattern of ['a\nb\nc\nd', 'a'.repeat(201)]) {
    expect(markPatternProblem(pattern)).toBe('A mark has at most 3 lines and 200 characters.')
  }
  expect(markPatternProblem('{name} {shoe}')).toBe(`There is no {shoe}. Please choose among ${WORDS}.`)
  for (const pattern of [FIRST_MARK.pattern, 'a\nb\nc', '{page}', '} {', 'a'.repeat(200)]) {
    expect(markPatternProblem(pattern)).toBeNull()
  }
})

test('a tree is marked plainly at first, and its originals and PDFs are left alone', () => {
  expect(FIRST_MARK).toEqual({
    pattern: '{name} · {email}\n{company} · {date} {time}',
    position: 'TILED',
    opacity: 25,
    size: 14,
    zone: 'UTC',
    originals: false,
    restrictPdf: false,
  })
})

test('opacity, size and zone of a mark are within their bounds', () => {
  for (const good of [10, 25, 60]) expect(markOpacityProblem(good)).toBeNull()
  for (const bad of [9, 61, 12.5, Number.NaN]) {
    expect(markOpacityProblem(bad)).toBe('Please enter a number from 10 to 60.')
  }
  for (const good of [8, 14, 36]) expect(markSizeProblem(good)).toBeNull()
  for (const bad of [7, 37, 8.5]) expect(markSizeProblem(bad)).toBe('Please enter a number from 8 to 36.')
  for (const good of ['UTC', 'Europe/Berlin']) expect(markZoneProblem(good)).toBeNull()
  for (const bad of ['', 'Europe/Nowhere', '+01:00']) {
    expect(markZoneProblem(bad)).toBe('Please choose a time zone.')
  }
})
