import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { isReserved } from '../shared/slugs.ts'
import { sourceFiles } from './architecture.ts'

const root = path.join(import.meta.dirname, '..')

/** The first words of the addresses that a text of the server declares: of links, and of pages as regular expressions. */
const wordsIn = (text: string): string[] => [
  ...[...text.matchAll(/\burl: '\/([a-z-]+)/g)].map(([, word = '']) => word),
  ...[...text.matchAll(/\/\^\\\/\(?([a-z-]+(?:\|[a-z-]+)*)/g)].flatMap(([, words = '']) => words.split('|')),
]

test('ORG-43 no organisation can have a word as its address with which one of the product begins', () => {
  const files = sourceFiles(root, ['server']).filter((file) => !/\.(test|fixture)\.ts$/.test(file))
  const words = new Set(files.flatMap((file) => wordsIn(readFileSync(path.join(root, file), 'utf8'))))
  expect(words.size).toBeGreaterThan(15)
  expect([...words].filter((word) => !isReserved(word))).toEqual([])
  expect(
    wordsIn("url: '/zip-exports/:id', known: [/^\\/(portfolios|deal-teams)\\/x$/, /^\\/setup\\/?$/]"),
  ).toEqual(['zip-exports', 'portfolios', 'deal-teams', 'setup'])
})
