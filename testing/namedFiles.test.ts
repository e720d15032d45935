import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')
/** What readers outside of the project rely on to find a thing in the code. */
const DOCUMENTS = ['SECURITY.md', 'docs/asvs.md']

/** Files and folders that a text names in backquotes. */
const namedIn = (text: string): string[] =>
  [...text.matchAll(/`((?:server|web|shared|testing|bench|docs|demo|bin)\/[\w./-]+)`/g)].map(
    ([, name = '']) => name,
  )

/** What the build makes. */
const BUILT = ['web/dist']

test.each(DOCUMENTS)('each file that %s names is there', (document) => {
  const named = namedIn(readFileSync(path.join(root, document), 'utf8'))
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !BUILT.includes(name) && !existsSync(path.join(root, name)))).toEqual([])
})

test('a name that is not there is found', () => {
  expect(namedIn('see `server/http/page.ts` and `server/none.ts`, not `page.ts`')).toEqual([
    'server/http/page.ts',
    'server/none.ts',
  ])
})
