import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { contentsOf } from './map.ts'
import { bannedIn } from './words.ts'

const root = path.join(import.meta.dirname, '..')

test('no file has a word that STYLE.md bans', () => {
  const files = contentsOf(root).files.filter(
    (file) => /\.(?:tsx?|mjs|graphql)$/.test(file) && !/generated|^testing\/(?:words|copilot)/.test(file),
  )
  expect(files.length).toBeGreaterThan(1500)
  expect(files.flatMap((file) => bannedIn(file, readFileSync(path.join(root, file), 'utf8')))).toEqual([])
})

test('a planted word is named with what stands for it', () => {
  expect(bannedIn('a.ts', 'const MOST_ROWS = 1\n// It ends at once.')).toEqual([
    'a.ts:1 MOST_ROWS: MAX_…, MIN_…',
    'a.ts:2 at once: immediately, or at the same time',
  ])
})
