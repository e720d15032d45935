import { expect, test } from 'vitest'
import { impossibleIn } from './possibleAnswer.ts'

const QUERY = `query One($id: ID, $withLabels: Boolean!) {
  document(treeId: "t", documentId: $id) {
    ...Named
    size
    labels @include(if: $withLabels) { id }
  }
  recentlyVisited { ... on Portfolio { id name } ... on HoldingCompany { slug } }
}
fragment Named on Document { id name fileType modifiedTimestamp }`

const DOCUMENT = {
  __typename: 'Document',
  id: 'd1',
  name: 'PPA.pdf',
  fileType: 'FILE',
  modifiedTimestamp: '2026-07-22T12:00:00Z',
  size: null,
}
const PORTFOLIO = { __typename: 'Portfolio', id: 'p1', name: 'Prairie Sun' }

const found = (document: object | null, visited: unknown = [PORTFOLIO], withLabels = false) =>
  impossibleIn(QUERY, { withLabels }, { document, recentlyVisited: visited })

test('what the server may answer passes', () => {
  expect(found(DOCUMENT)).toEqual([])
  expect(found(null, [])).toEqual([])
  expect(found({ ...DOCUMENT, labels: [{ id: 'l1' }] }, [], true)).toEqual([])
  expect(found(DOCUMENT, [{ __typename: 'HoldingCompany', slug: 'holdco-i' }])).toEqual([])
})

test.each([
  [
    'a missing field',
    { ...DOCUMENT, name: undefined, id: 7 },
    [PORTFOLIO],
    ['document.id is no ID', 'document.name is no String'],
  ],
  ['a field that was asked for', DOCUMENT, [PORTFOLIO], ['document.labels is missing'], true],
  ['null where none may be', { ...DOCUMENT, name: null }, [PORTFOLIO], ['document.name must not be null']],
  [
    'a value that its enum lacks',
    { ...DOCUMENT, fileType: 'PDF' },
    [],
    ['document.fileType is no FileType: PDF'],
  ],
  ['no list', DOCUMENT, PORTFOLIO, ['recentlyVisited is no list']],
  [
    'an interface without its type',
    DOCUMENT,
    [{ id: 'p1' }],
    ['recentlyVisited.0 names no type of FundEntity'],
  ],
  [
    'a moment that is none',
    { ...DOCUMENT, modifiedTimestamp: 'soon' },
    [],
    ['document.modifiedTimestamp is no DateTime'],
  ],
])('a wrong fixture is caught: %s', (_case, document, visited, expected, withLabels = false) => {
  expect(found(document, visited, withLabels)).toEqual(expected)
})
