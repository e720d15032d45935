import { expect, test } from 'vitest'
import { freeName, safeName } from './names.ts'
import { zipPaths } from './paths.ts'

test.each([
  ['Zoning.pdf', 'Zoning.pdf'],
  ['Größe m² – 1.pdf', 'Größe m² – 1.pdf'],
  ['..', '__'],
  ['../../etc/passwd', '.._.._etc_passwd'],
  ['C:\\Windows\\x.dll', 'C__Windows_x.dll'],
  ['a<b>c:"d|e?f*.txt', 'a_b_c__d_e_f_.txt'],
  ['CON', 'CON_'],
  ['con.txt', 'con_.txt'],
  ['Lpt1.tar.gz', 'Lpt1_.tar.gz'],
  ['COM²', 'COM²_'],
  ['console.txt', 'console.txt'],
  ['trailing. . ', 'trailing____'],
  ['invoice\u202efdp.exe', 'invoice_fdp.exe'],
  ['line\nbreak', 'line_break'],
  ['', '_'],
  ['e\u0301te\u0301.pdf', 'été.pdf'],
])('DOP-27 a name as a zip holds it: %j is %j', (name, safe) => {
  expect(safeName(name)).toBe(safe)
})

test('DOP-27 a long name stays within 255 bytes and keeps its ending', () => {
  const long = safeName(`${'ü'.repeat(200)}.pdf`)
  expect(Buffer.byteLength(long)).toBeLessThanOrEqual(255)
  expect(long).toMatch(/^ü+\.pdf$/)
  const used = new Set<string>()
  freeName(long, used)
  const second = freeName(long, used)
  expect(second).toMatch(/^ü+ \(2\)\.pdf$/)
  expect(Buffer.byteLength(second)).toBeLessThanOrEqual(255)
})

test('DOP-27 twins that differ in case alone get numbers, each folder for itself', () => {
  const paths = zipPaths('top', 'manifest.csv')
  const entry = (id: string, parentId: string, name: string, isFolder = false) => ({
    id,
    parentId,
    name,
    isFolder,
  })
  expect(paths.of(entry('f', 'top', 'Permits', true))).toBe('Permits')
  expect(paths.of(entry('a', 'f', 'Plan.pdf'))).toBe('Permits/Plan.pdf')
  expect(paths.of(entry('b', 'f', 'PLAN.PDF'))).toBe('Permits/PLAN (2).PDF')
  expect(paths.of(entry('c', 'f', 'aux', true))).toBe('Permits/aux_')
  expect(paths.of(entry('d', 'c', 'plan.pdf'))).toBe('Permits/aux_/plan.pdf')
  expect(paths.of(entry('e', 'top', 'PERMITS', true))).toBe('PERMITS (2)')
  expect(paths.of(entry('g', 'e', 'x'))).toBe('PERMITS (2)/x')
  expect(paths.of(entry('h', 'top', 'Manifest.csv'))).toBe('Manifest (2).csv')
})
