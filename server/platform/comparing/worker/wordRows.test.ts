import { expect, test } from 'vitest'
import { wordRows } from './wordRows.ts'

const pages = (...texts: string[]) => texts.map((text, at) => ({ page: at + 1, text }))
/** Page, removed and added words of each row. */
const rows = (older: string[], newer: string[]) =>
  wordRows(pages(...older), pages(...newer))?.map(({ page, removed, added }) => [page, removed, added])

/** Words that stand nowhere else. */
const prose = (from: number, count: number): string =>
  Array.from({ length: count }, (_, at) => `word${from + at}`).join(' ')

test('words that were changed, added and removed are told with their page and the words around', () => {
  const older = pages('The price is $40 per MWh for the term.', 'Buyer pays within 30 days of the invoice.')
  const newer = pages(
    'The price is $42 per MWh for the whole term.',
    'Buyer pays within days of the invoice.',
  )
  expect(wordRows(older, newer)).toEqual([
    {
      page: 1,
      sheet: null,
      cell: null,
      removed: '$40',
      added: '$42',
      before: 'The price is',
      after: 'per MWh for the term. Buyer pays within days of the invoice.'.replace(
        'the term',
        'the whole term',
      ),
    },
    expect.objectContaining({
      page: 1,
      removed: null,
      added: 'whole',
      before: 'The price is $42 per MWh for the',
    }),
    expect.objectContaining({
      page: 2,
      removed: '30',
      added: null,
      before: expect.stringMatching(/pays within$/),
    }),
  ])
})

test('equal texts have no rows, however their lines and pages are broken', () => {
  const text = prose(0, 400)
  expect(rows([text], [text])).toEqual([])
  expect(rows([text, prose(400, 100)], [prose(0, 250), `${prose(250, 150)}\n${prose(400, 100)}`])).toEqual([])
})

test('an inserted page is one row; what moves to the next page by it is none', () => {
  const older = [prose(0, 300), prose(300, 300), prose(600, 300)]
  const newer = [older[0] ?? '', 'A page that is new.', older[1] ?? '', older[2] ?? '']
  expect(rows(older, newer)).toEqual([[2, null, 'A page that is new.']])
  expect(rows(newer, older)).toEqual([[2, 'A page that is new.', null]])
})

test('what goes over several pages is a row for each of them', () => {
  const [first, last] = [prose(0, 100), prose(100, 100)]
  expect(rows([first, last], [first, 'New one.', 'New two.', last])).toEqual([
    [2, null, 'New one.'],
    [3, null, 'New two.'],
  ])
})

test('a paragraph that moved far is removed there and added here, and nothing besides', () => {
  const [a, b, c] = [prose(0, 200), 'This clause moves elsewhere.', prose(200, 200)]
  expect(rows([a, b, c], [a, c, b])).toEqual([
    [2, b, null],
    [3, null, b],
  ])
})

test('headers and footers don’t stand between words that go on, and are told once where they change', () => {
  const page = (at: number, of: number, text: string) => `LEASE DRAFT\n${text}\nPage ${at} of ${of}`
  const words = prose(0, 900).split(' ')
  const part = (from: number, to: number) => words.slice(from, to).join(' ')
  const older = [0, 1, 2].map((at) => page(at + 1, 3, part(at * 300, at * 300 + 300)))
  const newer = [0, 1, 2, 3].map((at) => page(at + 1, 4, part(at * 250, at === 3 ? 900 : at * 250 + 250)))
  expect(rows(older, newer)).toEqual([[1, 'Page 1 of 3', 'Page 1 of 4']])
  expect(
    rows(
      older,
      older.map((text) => text.replace('DRAFT', 'FINAL')),
    ),
  ).toEqual([[1, 'LEASE DRAFT', 'LEASE FINAL']])
})

test('a total that differs at the foot of pages that are alike is told', () => {
  const older = [1, 2, 3, 4].map((at) => `Invoice\n${prose(at * 100, 50)}\nTotal ${at}00.00`)
  expect(rows(older, older.with(2, older[2]?.replace('300.00', '350.00') ?? ''))).toEqual([
    [3, '300.00', '350.00'],
  ])
})

test('a word that is divided at a line’s or a page’s end is the same word', () => {
  expect(
    rows(['The agree-\nment and the long-\nterm plan', ''], ['The agreement and the long-term plan', '']),
  ).toEqual([])
  expect(rows(['The agree-', 'ment ends.'], ['The agreement', 'ends.'])).toEqual([])
  expect(rows(['a fixed-\nPrice offer'], ['a fixed- Price offer'])).toEqual([])
  expect(rows(['The agree-\nment'], ['The amendment'])).toEqual([[1, 'agreement', 'amendment']])
})

test('ligatures, curly quotes and soft hyphens are no differences; letters in upper case and commas are', () => {
  expect(rows(['the ﬁrst “offer” of Seller’s co\u00adop'], ['the first "offer" of Seller\'s coop'])).toEqual(
    [],
  )
  expect(rows(['the Buyer, and'], ['the buyer and'])).toEqual([[1, 'Buyer,', 'buyer']])
})

test('a sentence that is another one is one row, not one for each word between the same small words', () => {
  const tail = prose(0, 30)
  expect(
    rows(
      [`The lender may inspect all the records of the seller yearly ${tail}`],
      [`A buyer shall deliver monthly statements to the agent instead ${tail}`],
    )?.length,
  ).toBeLessThan(3)
})

test('short texts with nothing in common are given whole, long ones are too different', () => {
  expect(rows(['one two three'], ['four five'])).toEqual([[1, 'one two three', 'four five']])
  expect(wordRows(pages(prose(0, 6_000)), pages(prose(10_000, 6_000)))).toBeNull()
})

test('a text of 5,000 pages and a million words is compared, and what was planted in it is found', {
  timeout: 60_000,
}, () => {
  // A few thousand different words, as in a language.
  const page = (at: number) =>
    Array.from({ length: 200 }, (_, word) => `w${(at * 7919 + word * word * 31 + word) % 4_999}`).join(' ')
  const older = Array.from({ length: 5_000 }, (_, at) => page(at))
  const newer = [...older]
  newer[1_234] = `${newer[1_234]} planted`
  newer.splice(3_000, 1)
  newer.splice(4_000, 0, 'A page that is new.')
  expect(rows(older, newer)).toEqual([
    [1_235, null, 'planted'],
    [3_001, page(3_000), null],
    [4_001, null, 'A page that is new.'],
  ])
})
