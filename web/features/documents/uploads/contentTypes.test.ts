import { expect, test } from 'vitest'
import { contentTypeOf } from './contentTypes.ts'

test.each([
  ['clip.avi', 'video/x-msvideo'],
  ['anim.gif', 'image/gif'],
  ['site.ico', 'image/x-icon'],
  ['photo.jpeg', 'image/jpeg'],
  ['photo.JPG', 'image/jpeg'],
  ['flight.mkv', 'video/x-matroska'],
  ['flight.mov', 'video/quicktime'],
  ['flight.mp4', 'video/mp4'],
  ['PPA.pdf', 'application/pdf'],
  ['plan.png', 'image/png'],
  ['all.zip', 'application/zip'],
  ['memo.doc', 'application/msword'],
  ['memo.v2.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
])('UPL-20 %s without a type is sent as %s', (name, type) => {
  expect(contentTypeOf({ name, type: '' })).toBe(type)
})

test.each(['curve.csv', 'README', 'model.pan', 'x.constructor', '.pdfrc', 'pdf'])(
  'UPL-21 %s without a type is sent as plain bytes',
  (name) => {
    expect(contentTypeOf({ name, type: '' })).toBe('application/octet-stream')
  },
)

test('UPL-20 a type that the browser knows is kept', () => {
  expect(contentTypeOf({ name: 'a.pdf', type: 'text/plain' })).toBe('text/plain')
})
