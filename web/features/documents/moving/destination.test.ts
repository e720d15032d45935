import { expect, test } from 'vitest'
import { namesText, reasonAgainst } from './destination.ts'
import { movedText } from './useMove.ts'

const TREE = { id: 't', canEdit: true, allowRootFiles: true }
const FILE = { id: 'd1', name: 'PPA.pdf', fileType: 'FILE' } as const
const FOLDER = { id: 'f1', name: '02 Permits', fileType: 'FOLDER' } as const
const at = (id: string, ...above: string[]) => ({
  id,
  fileType: 'FOLDER' as const,
  ancestors: above.map((each) => ({ id: each, name: each })),
})
const staged = (...documents: (typeof FILE | typeof FOLDER)[]) => ({ documents, parentId: 'from' })

test.each([
  ['a folder', staged(FILE, FOLDER), TREE, at('to', 'tree:t'), undefined],
  ['the root', staged(FILE), TREE, at('tree:t'), undefined],
  [
    'DOC-34 a root that may not hold files',
    staged(FILE, FOLDER),
    { ...TREE, allowRootFiles: false },
    at('tree:t'),
    "Files can't be placed at the top level.",
  ],
  [
    'a root that may not hold files, for folders',
    staged(FOLDER),
    { ...TREE, allowRootFiles: false },
    at('tree:t'),
    undefined,
  ],
  ['where they are', staged(FILE, FOLDER), TREE, at('from'), 'They are in this folder. Open another one.'],
  ['where it is', staged(FILE), TREE, at('from'), 'It is in this folder. Open another one.'],
  ['DOP-18 itself', staged(FOLDER), TREE, at('f1'), '"02 Permits" can\'t be moved into itself.'],
  ['DOP-18 below', staged(FILE, FOLDER), TREE, at('f2', 'f1'), '"02 Permits" can\'t be moved into itself.'],
  [
    'DOC-33 a tree whose edit right is gone',
    staged(FILE),
    { ...TREE, canEdit: false },
    at('to'),
    'You may no longer move documents here.',
  ],
  ['a file', staged(FILE), TREE, { ...at('x'), fileType: 'FILE' as const }, 'Open the folder to move it to.'],
])('whether one can move to %s', (_where, move, tree, to, reason) => {
  expect(reasonAgainst(move, tree, to)).toBe(reason)
})

test.each([
  [['Lenders'], 'Lenders'],
  [['Lenders', 'Tax equity'], 'Lenders and Tax equity'],
  [['Lenders', 'Tax equity', 'Deal team'], 'Lenders, Tax equity and 1 other'],
  [['A', 'B', 'C', 'D'], 'A, B and 2 others'],
])('%j are said as %s', (names, text) => {
  expect(namesText(names)).toBe(text)
})

test.each([
  [[FILE], 1, 'PPA.pdf was moved to 05 Bids.'],
  [[FILE, FOLDER], 2, '2 items were moved to 05 Bids.'],
  [[FILE, FOLDER], 1, '1 item was moved to 05 Bids. 1 item is no longer there.'],
])('what came of a move of %j, %d of them: %s', (documents, moved, text) => {
  expect(movedText(documents, moved, '05 Bids')).toBe(text)
})
