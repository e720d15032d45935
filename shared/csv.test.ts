import { expect, test } from 'vitest'
import { csvLines, csvParts, csvRows, separatorOf } from './csv.ts'

test.each([
  ['a,b,c\n1,2,3', ','],
  ['a;b;c\n1,5;2,5;3,5', ';'],
  ['a\tb\n1,000\t2,000', '\t'],
  ['name|place\nx|y', '|'],
  ['"a;b","c;d"\n"e;f","g;h"', ','],
  ['one column\nof words', ','],
  ['a,b;c;d\n1,2;3;4', ';'],
  ['Notes, of, three, commas\na;b\nc;d\ne;f', ';'],
  ['a;b\nc;d\ne', ';'],
])('%j is parted by %j', (text, separator) => {
  expect(separatorOf(text)).toBe(separator)
})

test('quotes hold separators, line ends and quotes', () => {
  expect([...csvRows('a,"b, c"\r\n"say ""hi""","two\nlines"\n', ',')]).toEqual([
    ['a', 'b, c'],
    ['say "hi"', 'two\nlines'],
  ])
})

test('each line is a row, an empty one among them, however it ends', () => {
  expect([...csvRows('a\rb\r\nc\n\nd,', ',')]).toEqual([['a'], ['b'], ['c'], [''], ['d', '']])
  expect([...csvRows('a\n', ',')]).toEqual([['a']])
  expect([...csvLines('a\rb\n\r\nc')]).toEqual([['a'], ['b'], [''], ['c']])
})

test('quotes that never end, or stand elsewhere, lose nothing', () => {
  expect([...csvRows('5" pipe,x\n"open,y', ',')]).toEqual([['5" pipe', 'x'], ['open,y']])
})

test('where each line is a row, a quote left open ends with its line, and no row loses its place', () => {
  expect([...csvLines('a,b\r\n"open,1\n\n"c, d","say ""hi"\re,"end\nf,2\n')]).toEqual([
    ['a', 'b'],
    ['open,1'],
    [''],
    ['c, d', 'say "hi'],
    ['e', 'end'],
    ['f', '2'],
  ])
  expect([...csvLines('')]).toEqual([])
  expect([...csvLines('sep=;\na,1;b')]).toEqual([['a,1', 'b']])
})

test('no text has no row, and Excel’s own word for the separator is none', () => {
  expect([...csvParts('')]).toEqual([])
  expect([...csvParts('sep=;\na,1;b')]).toEqual([['a,1', 'b']])
})
