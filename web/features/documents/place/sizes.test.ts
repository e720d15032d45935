import { expect, test } from 'vitest'
import { contentText, documentsText, goneText, sizeText, totalText } from './sizes.ts'

const file = (size: number | null) => ({ fileType: 'FILE' as const, size, fileCount: 0 })
const folder = (fileCount: number) => ({ fileType: 'FOLDER' as const, size: null, fileCount })

test('a file shows its bytes, a folder the files below it', () => {
  expect(sizeText(file(4_800_000))).toBe('4.8 MB')
  expect(sizeText(folder(18))).toBe('18 files')
  expect(sizeText(folder(1))).toBe('1 file')
  expect(sizeText(folder(1204))).toBe('1,204 files')
})

test('a selection tells its bytes, and its files where folders are among it', () => {
  expect(totalText([file(4_000), file(800)])).toBe('4.8 KB')
  expect(totalText([file(4), folder(9), file(6)])).toBe('11 files')
  expect(totalText([folder(0)])).toBe('0 files')
  expect(totalText([])).toBeUndefined()
})

test('a folder tells its entries, and all files where some lie deeper', () => {
  expect(contentText({ childCount: 1, fileCount: 1 })).toBe('1 item')
  expect(contentText({ childCount: 12, fileCount: 33 })).toBe('12 items · 33 files in all')
})

test('a selection is called by its one name, or counted', () => {
  expect(documentsText([{ name: 'PPA.pdf' }])).toBe('PPA.pdf')
  expect(documentsText([{ name: 'PPA.pdf' }, { name: 'Site.png' }])).toBe('2 items')
})

test('of how many it is too late', () => {
  expect(goneText(1, 3)).toBe('1 of these 3 items is no longer here.')
  expect(goneText(2, 3)).toBe('2 of these 3 items are no longer here.')
})
