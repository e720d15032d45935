import { expect, test } from 'vitest'
import { hasPreview } from '../../../../shared/contentTypes.ts'
import { previewKind } from './previewKind.ts'

test.each([
  ['Site.png', 'image'],
  ['Site.JPG', 'image'],
  ['Site.jpeg', 'image'],
  ['PPA (v2).pdf', 'pdf'],
  ['README.TXT', 'text'],
  ['Drone.mp4', 'video'],
  ['PPA (redline).docx', 'word'],
  ['Model.XLSM', 'excel'],
  ['Meter data.csv', 'csv'],
  ['inverter.log', 'text'],
  ['data.xml', 'text'],
] as const)('DOC-13 %s previews as %s', (name, kind) => {
  expect(previewKind(name)).toBe(kind)
})

test.each(['Model.xls', 'Letter.doc', 'page.html', 'drawing.svg', 'README', '.pdf.zip', 'constructor', 'a.'])(
  'DOC-13 DOC-43 %s has no preview',
  (name) => {
    expect(previewKind(name)).toBeNull()
  },
)

test('the page shows what the server gives for showing, and nothing else', () => {
  const extensions = [
    'png',
    'jpg',
    'jpeg',
    'gif',
    'webp',
    'pdf',
    'txt',
    'mp4',
    'mov',
    'svg',
    'html',
    'htm',
    'xhtml',
    'js',
    'csv',
    'tsv',
    'docx',
    'docm',
    'doc',
    'xlsx',
    'xlsm',
    'xls',
    'xlsb',
    'md',
    'json',
    'xml',
    'log',
    'zip',
  ]
  for (const extension of extensions) {
    expect([extension, previewKind(`a.${extension}`) !== null]).toEqual([extension, hasPreview(extension)])
  }
})
