// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fileKind } from '../../../shared/fileKind.ts'
import { renderInApp } from '../testing/render.tsx'
import { FileGlyph } from './FileGlyph.tsx'

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

const picture = () => document.querySelector('img')

test('DOC-06 FMT-10 a thumbnail takes the place of the icon, as long as it loads', () => {
  const onLost = vi.fn()
  const { rerender } = renderInApp(<FileGlyph name="Site.jpg" thumbnail="/files/t1" onLost={onLost} />)
  expect(picture()?.getAttribute('src')).toBe('/files/t1')
  expect(picture()?.getAttribute('alt')).toBe('')
  expect(picture()?.getAttribute('loading')).toBe('lazy')
  fireEvent.error(picture() as Element)
  expect(screen.getByRole('img', { name: 'Image' }).tagName.toLowerCase()).toBe('svg')
  expect(onLost).toHaveBeenCalledOnce()
  rerender(<FileGlyph name="Site.jpg" thumbnail="/files/t2" />)
  expect(picture()?.getAttribute('src')).toBe('/files/t2')
  rerender(<FileGlyph name="Site.jpg" thumbnail={null} />)
  expect(picture()).toBeNull()
})

test('DOC-06 a fresh address of the same picture loads nothing again, until the former fails', () => {
  const { rerender } = renderInApp(<FileGlyph name="Lease.pdf" thumbnail="/files/t1?expires=1" />)
  rerender(<FileGlyph name="Lease.pdf" thumbnail="/files/t1?expires=2" />)
  expect(picture()?.getAttribute('src')).toBe('/files/t1?expires=1')
  fireEvent.error(picture() as Element)
  expect(picture()?.getAttribute('src')).toBe('/files/t1?expires=2')
  rerender(<FileGlyph name="Lease.pdf" thumbnail="/files/t9?expires=3" />)
  expect(picture()?.getAttribute('src')).toBe('/files/t9?expires=3')
})
