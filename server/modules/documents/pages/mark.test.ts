import { expect, test } from 'vitest'
import { FIRST_MARK } from '../../../../shared/markRules.ts'
import { markLines } from './mark.ts'
import { newCode, readCode, writtenCode } from './markCode.ts'

const CODE = '7K2M4QXN9TRB'
const VALUES = {
  name: 'Ann Lee',
  email: 'ann.lee@bidder.example',
  company: 'Northwind Energy',
  groups: ['Bidders'],
  room: 'Calder',
  at: new Date('2026-11-23T14:32:59Z'),
  address: '203.0.113.9',
  document: 'Lease.pdf',
  page: 3,
  pages: 12,
}
const lines = (pattern: string, values: Partial<typeof VALUES> = {}, zone = 'UTC') =>
  markLines({ ...FIRST_MARK, pattern, zone }, { ...VALUES, ...values }, CODE)

test('MARK-05 the words of a pattern stand for the reader, the page and the moment', () => {
  expect(markLines(FIRST_MARK, VALUES, CODE)).toEqual([
    'Ann Lee · ann.lee@bidder.example',
    'Northwind Energy · 11/23/2026 14:32 UTC',
    '7K2M-4QXN-9TRB',
  ])
  expect(lines('{room} · {document} · {page} · {address}', {})[0]).toBe(
    'Calder · Lease.pdf · 3 of 12 · 203.0.113.9',
  )
  expect(lines('{date} {time}', {}, 'Europe/Berlin')[0]).toBe('11/23/2026 15:32 UTC+01:00')
  expect(lines('{date} {time}', { at: new Date('2026-11-23T23:59:00Z') }, 'Asia/Kolkata')[0]).toBe(
    '11/24/2026 05:29 UTC+05:30',
  )
  expect(lines('{group}')[0]).toBe('Bidders')
  expect(lines('{group}', { groups: ['A', 'B', 'C', 'D'] })[0]).toBe('A, B, +2')
  // A missing value leaves no gap: its separator goes with it, and a line of nothing but missing values goes whole.
  expect(lines('{company} · {date}', { company: '' })[0]).toBe('11/23/2026')
  expect(lines('{name} · {company} · {email}\n{company}\n{room}', { company: '' })).toEqual([
    'Ann Lee · ann.lee@bidder.example',
    'Calder',
    '7K2M-4QXN-9TRB',
  ])
})

test('words in values are values, and line breaks, control characters and direction marks in them change nothing', () => {
  expect(lines('{name}', { name: '<b>{email}</b>\nAnn\u202e\u0000\u2028Lee' })).toEqual([
    '<b>{email}</b> Ann Lee',
    '7K2M-4QXN-9TRB',
  ])
})

test('MARK-18 patterns and names of files are text, too', () => {
  expect(
    lines('<b>{document}</b>\u202e\u0007 · &amp; {room}', { document: 'a\u2067<i>{name}\r\n.pdf' }),
  ).toEqual(['<b>a<i>{name} .pdf</b> · &amp; Calder', '7K2M-4QXN-9TRB'])
})

test('MARK-08 a code has 12 letters and digits without I, L, O and U, however it is typed', () => {
  const codes = Array.from({ length: 500 }, newCode)
  for (const code of codes)
    expect(writtenCode(code)).toMatch(/^([0-9A-HJKMNP-TV-Z]{4})(-[0-9A-HJKMNP-TV-Z]{4}){2}$/)
  expect(new Set(codes).size).toBe(500)
  for (const typed of ['7k2m-4qxn-9trb', ' 7K2M 4QXN 9TRB ', '7K2M4QXN9TRB'])
    expect(readCode(typed)).toBe(CODE)
  expect(readCode('oIl0-0000-0000')).toBe('011000000000')
  for (const typed of ['', '7K2M-4QXN-9TR', '7K2M-4QXN-9TRBB', '7K2M-4QXN-9TR*', '7K2M-4QXN-9TRß']) {
    expect(readCode(typed)).toBeNull()
  }
  // Of letters and digits, and nobody's.
  expect(readCode('7k2m-4qxn-9tru')).toBe('7K2M4QXN9TRU')
})
