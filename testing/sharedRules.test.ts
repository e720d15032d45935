import { expect, test } from 'vitest'
import { isTooFine, TOO_FINE } from '../shared/figures.ts'
import { fileKind } from '../shared/fileKind.ts'
import { CONTRACT_FIELDS, FIELDS } from '../shared/project/fields.ts'
import * as rules from '../shared/project/rules.ts'
import { headerOf, NOTHING_KNOWN, valueProblem } from '../shared/project/values.ts'
import { fittingSlug, isReserved, MAX_SLUG, numberedSlug, slugOf } from '../shared/slugs.ts'
import {
  KML_REFUSALS,
  layerNameProblem,
  SPATIAL_FILE_BYTES,
  spatialFileProblem,
} from '../shared/spatialFiles.ts'

// Rules that server and web share, each at its limit and one beyond it.

const { figureProblem, textProblem, zipProblem } = rules

test.each([
  ['PFORM-21 latitude', rules.LATITUDE, -90, 90],
  ['PFORM-22 longitude', rules.LONGITUDE, -180, 180],
  ['elevation', rules.ELEVATION, -1000, 10_000],
  ['capacity', rules.CAPACITY, 0, 1_000_000_000_000],
  ['years', rules.YEARS, 0, 1000],
  ['rate', rules.RATE, 0, 1000],
  ['PFORM-30 escalator', rules.ESCALATOR, 0, 1000],
  ['PFORM-26 panels', rules.PANELS, 0, 1_000_000_000],
  ['PFORM-28 inverters', rules.INVERTERS, 1, 1_000_000_000],
])('%s has its limits, which are good themselves', (_what, rule, least, most) => {
  expect([figureProblem(least, rule), figureProblem(most, rule)]).toEqual([null, null])
  expect([figureProblem(least - 1, rule), figureProblem(most + 1, rule)]).toEqual([
    rule.outside,
    rule.outside,
  ])
})

test('a term is more than 0; what counts is whole; what is no figure says so', () => {
  expect([0.01, 0.009, 1000, 1001].map((value) => figureProblem(value, rules.TERM) === null)).toEqual([
    true,
    false,
    true,
    false,
  ])
  expect(figureProblem(1.5, rules.INVERTERS)).toBe('Please enter a whole number.')
  expect(figureProblem(1.5, rules.CAPACITY)).toBeNull()
  expect([Number.NaN, Number.POSITIVE_INFINITY].map((value) => figureProblem(value, rules.CAPACITY))).toEqual(
    [rules.NOT_A_NUMBER, rules.NOT_A_NUMBER],
  )
  expect(figureProblem(1e-10, rules.CAPACITY)).toBe(TOO_FINE)
  expect([0, 1e-9, -1e-9, 9e-10, -9e-10].map(isTooFine)).toEqual([false, false, false, true, true])
})

test('PFORM-11 PFORM-15 PFORM-19 texts, days and ZIP codes of a project', () => {
  expect(['', '68114', ' 68114 ', '6811', '681144'].map((text) => zipProblem(text) === null)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
  expect(textProblem('x'.repeat(rules.MAX_TEXT))).toBeNull()
  expect(textProblem('x'.repeat(rules.MAX_TEXT + 1))).toBe('Please use at most 1,000 characters.')
  expect(textProblem('x'.repeat(4), 3)).toBe('Please use at most 3 characters.')
  expect(rules.requiredTextProblem('  ', 3)).toBe(rules.REQUIRED)
  expect([rules.requiredTextProblem('one', 3), rules.requiredTextProblem('four', 3)]).toEqual([
    null,
    'Please use at most 3 characters.',
  ])
  expect(['2026-02-28', '2026-02-29', '28.02.2026'].map((day) => rules.dayProblem(day))).toEqual([
    null,
    rules.NOT_A_DATE,
    rules.NOT_A_DATE,
  ])
  expect([rules.MAX_NAME, rules.MAX_ROWS]).toEqual([200, 100])
})

test('each field of a project takes what its kind allows', () => {
  expect(valueProblem({ kind: 'figure', unit: 'KW', rule: rules.CAPACITY }, '1000')).toBeNull()
  expect(valueProblem({ kind: 'figure', unit: 'KW', rule: rules.CAPACITY }, -1)).toBe(rules.CAPACITY.outside)
  expect(valueProblem({ kind: 'day' }, '2026-02-29')).toBe(rules.NOT_A_DATE)
  expect(valueProblem({ kind: 'yesNo' }, 'perhaps')).toBeNull()
  expect(valueProblem({ kind: 'text', isZip: true }, '6811')).toBe(zipProblem('6811'))
  expect(valueProblem({ kind: 'text' }, null)).toBeNull()
  expect(valueProblem({ kind: 'text' }, 'x'.repeat(1001))).toBe('Please use at most 1,000 characters.')
  expect(valueProblem({ kind: 'text', most: 3 }, 'four')).toBe('Please use at most 3 characters.')
  expect(valueProblem({ kind: 'text', required: true }, ' ')).toBe(rules.REQUIRED)
  expect(valueProblem({ kind: 'text', required: true }, 'x'.repeat(200))).toBeNull()
  expect(valueProblem({ kind: 'text', required: true }, 'x'.repeat(201))).toBe(
    'Please use at most 200 characters.',
  )
})

test('of a new project what must be chosen is, nothing else is known, and its columns say their units', () => {
  const { isOwned, type, city, capacity, ...others } = NOTHING_KNOWN
  expect({ isOwned, type, city, capacity }).toEqual({
    isOwned: false,
    type: 'SOLAR',
    city: null,
    capacity: null,
  })
  expect(Object.keys(others)).not.toContain('name')
  const headers = [...FIELDS, ...CONTRACT_FIELDS].map(headerOf)
  expect(headers).toEqual(expect.arrayContaining(['Name', 'PPA rate, $/kWh']))
  expect(headers.filter((header) => header.endsWith(', '))).toEqual([])
})

test('MAP-18 MAP-19 a file of shapes by its name and size', () => {
  expect(['a.kml', 'a.KMZ', 'a.kmx', 'kml'].map((name) => spatialFileProblem(name, 1))).toEqual([
    null,
    null,
    KML_REFUSALS.type,
    KML_REFUSALS.type,
  ])
  expect(
    [0, 1, SPATIAL_FILE_BYTES, SPATIAL_FILE_BYTES + 1].map((size) => spatialFileProblem('a.kml', size)),
  ).toEqual([KML_REFUSALS.empty, null, null, KML_REFUSALS.size])
  expect(SPATIAL_FILE_BYTES).toBe(50 * 1024 * 1024)
  expect([' ', 'x'.repeat(200), 'x'.repeat(201)].map(layerNameProblem)).toEqual([
    'Please enter a name.',
    null,
    'Max 200 characters',
  ])
})

test('FMT-10 FMT-11 a file’s kind by its extension', () => {
  expect(
    ['a.pdf', 'a.DOCX', 'a.xlsb', 'a.JPEG', 'a.txt', 'pdf', 'a.constructor', 'a.b.png'].map(fileKind),
  ).toEqual(['pdf', 'word', 'sheet', 'image', 'file', 'file', 'file', 'image'])
})

test('ORG-43 slugs of names, reserved words, and numbers that fit', () => {
  expect([slugOf('  Crème & Söhne—II '), slugOf('!!')]).toEqual(['creme-sohne-ii', ''])
  expect([isReserved('graphql'), isReserved('graphql-fund')]).toEqual([true, false])
  expect(MAX_SLUG).toBe(80)
  const long = 'a'.repeat(MAX_SLUG)
  expect([fittingSlug(`${long}b`, 'room'), fittingSlug('!!', 'room')]).toEqual([long, 'room'])
  expect(fittingSlug(`${'a'.repeat(MAX_SLUG - 1)} b`, 'room')).toBe('a'.repeat(MAX_SLUG - 1))
  expect([numberedSlug('sun', 1), numberedSlug('sun', 2), numberedSlug(long, 1)]).toEqual([
    'sun',
    'sun-2',
    long,
  ])
  expect(numberedSlug(long, 12)).toBe(`${'a'.repeat(MAX_SLUG - 3)}-12`)
})
