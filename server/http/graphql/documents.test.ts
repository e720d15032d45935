import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createDocuments } from './documents.ts'
import { LIMITS } from './limits.ts'
import { createTestSchema } from './schema.fixture.ts'

const OWN = 'query Own { hello }'

const documents = () =>
  createDocuments(createTestSchema(), {
    limits: LIMITS,
    suggestions: false,
    reading: new Set(),
    known: new Set([createHash('sha256').update(OWN).digest('base64url')]),
  })

/** Whether the texts are run by compiled code, one after the other, and whether they were new. */
function compiledWhen(texts: readonly string[]): [isCompiled: boolean, isNew: boolean][] {
  const all = documents()
  return texts.map((text) => {
    const kept = all.kept(text, undefined)
    const ready = kept ?? all.prepare(all.read(text, undefined))
    return [ready.isCompiled, kept === null]
  })
}

test('a text of the page is compiled when it first comes, any other never, however often it comes', () => {
  expect(compiledWhen([OWN, OWN, `${OWN} `, `${OWN} `, `${OWN} `])).toEqual([
    [true, true],
    [true, false],
    [false, true],
    [false, false],
    [false, false],
  ])
})

test('what is kept of texts stays within bounds, and those of the page are kept all the same', () => {
  const all = documents()
  const isNew = (text: string): boolean => {
    const kept = all.kept(text, undefined)
    if (!kept) all.prepare(all.read(text, undefined))
    return kept === null
  }
  expect([isNew(OWN), isNew('{ hello }')]).toEqual([true, true])
  // 34 MB of texts push the other out.
  for (let n = 0; n < 170; n += 1) isNew(`{ hello(name: "${n} ${'x'.repeat(100_000)}") }`)
  expect([isNew(OWN), isNew('{ hello }')]).toEqual([false, true])
})
