import { expect, test } from 'vitest'
import { folderNameProblem, isTaken } from './folderName.ts'

const ENTRIES = [{ name: '02 Permits' }, undefined, { name: 'Übersicht.pdf' }]

test.each(['', '   '])('DOP-01 a folder name must not be empty: %j', (name) => {
  expect(folderNameProblem(name, ENTRIES)).toBe('A folder name must not be empty.')
})

test.each(['02 permits', ' 02 PERMITS ', 'ÜBERSICHT.PDF', 'u\u0308bersicht.pdf'])(
  'DOP-02 a name that an entry has, whatever its case, is taken: %s',
  (name) => {
    expect(isTaken(name, ENTRIES)).toBe(true)
    expect(folderNameProblem(name, ENTRIES)).toBe(`Folder ${name.trim()} already exists!`)
  },
)

test('a free name is fine, one that no folder may have is not', () => {
  expect(folderNameProblem('02 Permit', ENTRIES)).toBeUndefined()
  expect(folderNameProblem('a/b', ENTRIES)).toBe('A name cannot contain / or \\.')
})
