import { expect, test } from 'vitest'
import { renamed } from './renaming.ts'

const file = (name: string) => ({ name, isFolder: false })

test('text is replaced wherever it stands, and what is added behind a name stands before its ending', () => {
  const all = [file('PPA PPA.pdf'), { name: 'PPA v1.pdf', isFolder: true }, file('Lease')]
  expect(renamed(all, { find: 'PPA', replace: '$& Offtake' })).toEqual([
    '$& Offtake $& Offtake.pdf',
    '$& Offtake v1.pdf',
    'Lease',
  ])
  expect(renamed(all, { before: 'Old ', after: ' (signed)' })).toEqual([
    'Old PPA PPA (signed).pdf',
    'Old PPA v1.pdf (signed)',
    'Old Lease (signed)',
  ])
})

test('numbers have as many digits as the last one, and nothing left of a name is blank', () => {
  const many = Array.from({ length: 3 }, () => file('Photo.jpg'))
  expect(renamed(many, { startNumber: 9 })).toEqual(['Photo 09.jpg', 'Photo 10.jpg', 'Photo 11.jpg'])
  expect(renamed(many.slice(1), { startNumber: 8 })).toEqual(['Photo 8.jpg', 'Photo 9.jpg'])
  expect(renamed(many.slice(2), { startNumber: 0 })).toEqual(['Photo 0.jpg'])
  expect(renamed([file('Photo.jpg')], { find: 'Photo' })).toEqual([''])
  expect(renamed([file('Photo.jpg')], { find: '', replace: '-' })).toEqual(['Photo.jpg'])
})
