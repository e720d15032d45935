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
] as const)('DOC-13 %s previews as %s', (name, kind) => {
  expect(previewKind(name)).toBe(kind)
})

test.each(['Model.xlsx', 'page.html', 'drawing.svg', 'data.xml', 'README', '.pdf.zip', 'constructor', 'a.'])(
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
    'csv',
    'docx',
  ]
  for (const extension of extensions) {
    expect([extension, previewKind(`a.${extension}`) !== null]).toEqual([extension, hasPreview(extension)])
  }
})
