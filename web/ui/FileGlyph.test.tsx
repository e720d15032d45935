// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FileGlyph } from './FileGlyph.tsx'
import { fileKind } from './fileKind.ts'
import { renderInApp } from './testing/render.tsx'

test.each([
  ['Lease.pdf', 'pdf'],
  ['Lease.doc', 'word'],
  ['Lease.docx', 'word'],
  ['Model.xls', 'sheet'],
  ['Model.xlsx', 'sheet'],
  ['Model.xlsb', 'sheet'],
  ['Site.png', 'image'],
  ['Site.jpg', 'image'],
  ['Site.jpeg', 'image'],
])('FMT-10 %s gets the %s icon', (name, kind) => {
  expect(fileKind(name)).toBe(kind)
})

test.each([
  ['LEASE.PDF', 'pdf'],
  ['Model.XlsX', 'sheet'],
  ['Site.JPEG', 'image'],
  ['notes.txt', 'file'],
  ['archive.pdf.zip', 'file'],
  ['pdf', 'file'],
  ['.pdf', 'pdf'],
  ['', 'file'],
  ['odd.constructor', 'file'],
  ['log.csv', 'file'],
])('FMT-11 %s gets the %s icon', (name, kind) => {
  expect(fileKind(name)).toBe(kind)
})

test.each([
  ['Lease.pdf', 'PDF'],
  ['Lease.docx', 'Word document'],
  ['Model.xlsb', 'Spreadsheet'],
  ['Site.png', 'Image'],
  ['notes.txt', 'File'],
])('FMT-10 FMT-29 the glyph of %s is named %s', (name, label) => {
  renderInApp(<FileGlyph name={name} />)
  expect(screen.getByRole('img', { name: label }).tagName.toLowerCase()).toBe('svg')
})

test('FMT-10 a thumbnail takes the place of an image’s icon, as long as it loads', () => {
  const { rerender } = renderInApp(<FileGlyph name="Site.jpg" thumbnail="/files/t1" />)
  const picture = screen.getByRole('img', { name: 'Image' })
  expect(picture.getAttribute('src')).toBe('/files/t1')
  fireEvent.error(picture)
  expect(screen.getByRole('img', { name: 'Image' }).tagName.toLowerCase()).toBe('svg')
  rerender(<FileGlyph name="Site.jpg" thumbnail="/files/t2" />)
  expect(screen.getByRole('img', { name: 'Image' }).getAttribute('src')).toBe('/files/t2')
})

test('FMT-10 only images have a thumbnail', () => {
  renderInApp(<FileGlyph name="Lease.pdf" thumbnail="/files/t1" />)
  expect(screen.getByRole('img', { name: 'PDF' }).tagName.toLowerCase()).toBe('svg')
})
